//! `cargo xtask play [CART]`: from a fresh checkout to a cart in a window.
//!
//! Everything after `play` goes to `downbeat run` as it stands, so its flags
//! work here too. Where no cart is named it is Pulse Code.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::packages::{self, For};
use crate::step;

/// Builds the console and plays a cart; true if it ended well.
pub(crate) fn run(arguments: &[String]) -> Result<bool> {
    packages::ensure(&[For::Building, For::Playing])?;
    let status = step::cargo()
        .args(["run", "--release", "--package", "cli", "--bin", "downbeat"])
        .arg("--manifest-path")
        .arg(step::root().join("Cargo.toml"))
        .args(["--", "run"])
        .args(arguments)
        .args(showcase(arguments))
        .status()
        .context("cannot start cargo")?;
    Ok(status.success())
}

/// The game that is played if none of the words is a file or a folder.
fn showcase(arguments: &[String]) -> Option<PathBuf> {
    let names_a_cart = arguments.iter().any(|word| Path::new(word).exists());
    (!names_a_cart).then(|| step::root().join("carts/pulse_code"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_showcase_is_played_unless_a_cart_is_named() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let cart = showcase(&words("--mute --scale 3")).expect("no cart is named");
        assert!(cart.join("main.lua").is_file());
        let named = step::root().join("carts/comet_keeper.lua");
        assert_eq!(showcase(&[named.to_string_lossy().into_owned()]), None);
    }
}
