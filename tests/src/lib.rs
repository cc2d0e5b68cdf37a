//! What the end-to-end tests share: recording a cart, comparing what came
//! out with what is expected, and showing where they part.
//!
//! The tests themselves are in `tests/`; README.md says how to add one.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read cases and run programs"
)]

pub mod difference;
pub mod display;
pub mod hashes;
pub mod lateness;
pub mod loudness;
pub mod player;
pub mod program;
pub mod recording;
pub mod rust_code;
pub mod trace;
pub mod travel;

use std::io::Write;
use std::path::{Path, PathBuf};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// The folder that holds `release/`, where failing tests leave pictures.
pub fn target() -> PathBuf {
    // A test runs as TARGET/release/deps/NAME, wherever TARGET was put.
    std::env::current_exe()
        .ok()
        .and_then(|program| program.ancestors().nth(3).map(Path::to_path_buf))
        .unwrap_or_else(|| root().join("target"))
}

/// True when expected results are to be written instead of compared.
pub fn updating() -> bool {
    std::env::var_os("UPDATE").is_some_and(|value| value == "1")
}

/// Says why a test is passed over. Written past the test harness, which would
/// keep the words of a passing test to itself.
pub fn skipped(reason: &str) {
    // Nothing depends on it being read.
    let _ = writeln!(std::io::stderr(), "skipped: {reason}");
}

/// True on a build server, where a missing tool fails instead of skipping.
pub fn strict() -> bool {
    std::env::var_os("CI").is_some_and(|value| value == "true" || value == "1")
}
