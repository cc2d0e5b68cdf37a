//! `cargo xtask ci`: what a build server runs; nothing may be missing there.

use anyhow::{Result, ensure};

use crate::{step, test};

/// Runs every check as a build server does; true if all passed.
pub(crate) fn run(arguments: &[String]) -> Result<bool> {
    ensure!(arguments.is_empty(), "ci takes no arguments");
    step::be_strict();
    test::run(&[])
}
