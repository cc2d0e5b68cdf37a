//! A long run of the time machine over real carts:
//! `cargo run --release -p tests --example soak -- FOLDER [CARTS]`.
//!
//! Takes carts evenly from all that the folder and those in it hold, presses
//! buttons at random, and goes back and forth as the tests do.
#![allow(clippy::print_stdout, reason = "it reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "reads carts and arguments")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use console::{Console, Input, NullHost, Options};
use tests::travel::Journey;

/// Carts that are taken if nothing else is said.
const CARTS: usize = 50;
/// Ticks of each, and how often it goes elsewhere.
const TICKS: u64 = 600;
const RESTORES: usize = 200;

fn main() -> Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().context("which folder has the carts?")?;
    let most = arguments.next().map_or(Ok(CARTS), |word| word.parse())?;
    let mut files = Vec::new();
    find(Path::new(&folder), &mut files)?;
    files.sort();
    let (mut carts, mut went, mut failed) = (0, 0, 0);
    let every = (files.len() / most.max(1)).max(1);
    // Where one cannot be loaded or ends at once, its neighbor is taken.
    for group in files.chunks(every).take(most) {
        for path in group {
            match soak(path) {
                Some(Ok(0)) | None => continue,
                Some(Ok(restores)) => {
                    println!("{restores:>4}  {}", path.display());
                    went += restores;
                }
                Some(Err(error)) => {
                    println!("FAILED {}: {error}", path.display());
                    failed += 1;
                }
            }
            carts += 1;
            break;
        }
    }
    println!(
        "{carts} carts of {}, {went} times elsewhere, {failed} failed",
        files.len()
    );
    Ok(if failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "tic") {
            files.push(path);
        }
    }
    Ok(())
}

/// None if it is no cart that we run.
fn soak(path: &Path) -> Option<Result<usize, String>> {
    let cart = console::load_cart(path).ok()?;
    let options = Options {
        sound_rate: Some(44_100),
        ..Options::default()
    };
    let journey = Journey {
        name: path.display().to_string(),
        console: &|| Console::new(cart.clone(), options, Box::new(NullHost)),
        inputs: &|tick| (pressed(tick), None),
        ticks: TICKS,
        restores: RESTORES,
        budget: 256 << 20,
    };
    Some(journey.go())
}

/// Buttons, a key and the mouse, each held for a while.
fn pressed(tick: u64) -> Input {
    let noise = |every: u64| (tick / every + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    Input {
        pads: (noise(11) & noise(7) & 0xff) as u32,
        mouse_x: (noise(40) % 240) as u8,
        mouse_y: (noise(50) % 136) as u8,
        mouse_buttons: u16::from(noise(13) % 5 == 0),
        keys: [
            if noise(17) % 3 == 0 {
                (noise(17) % 65) as u8
            } else {
                0
            },
            0,
            0,
            0,
        ],
    }
}
