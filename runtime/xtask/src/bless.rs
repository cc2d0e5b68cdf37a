//! `cargo xtask bless`: takes what the code does now as the expected result.
//!
//! Only our own cases and the pages generated from the code are written; the
//! conformance suite is given and never changes here.

use anyhow::{Context, Result, ensure};

use crate::step;

/// Rewrites expected results; true if the tests ran to their end.
pub(crate) fn run(arguments: &[String]) -> Result<bool> {
    ensure!(arguments.is_empty(), "bless takes no arguments");
    let mut passed = true;
    for test in ["suite", "generated"] {
        passed &= step::cargo()
            .args(["test", "--release", "--package", "tests", "--test", test])
            .env("UPDATE", "1")
            .current_dir(step::root())
            .status()
            .context("cannot start cargo")?
            .success();
    }
    println!("Review the difference (git diff) before you commit it.");
    Ok(passed)
}
