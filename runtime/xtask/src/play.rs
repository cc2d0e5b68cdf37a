//! `cargo xtask play [CART]`: from a fresh checkout to a cart in a window.
//!
//! Everything after `play` goes to `downbeat run` as it stands, so its flags
//! work here too.

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
        .status()
        .context("cannot start cargo")?;
    Ok(status.success())
}
