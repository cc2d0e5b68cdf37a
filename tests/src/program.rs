//! The real `downbeat` program, started as a person would.

use std::path::PathBuf;
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};

/// A command that starts the program; build it first (`cargo xtask test`
/// does), since a test of this package cannot ask cargo for it.
pub fn downbeat() -> Result<Command> {
    let path = path();
    ensure!(
        path.is_file(),
        "{} is not built: cargo build --release --package cli",
        path.display()
    );
    let mut command = Command::new(path);
    // A person's own folders stay as they are.
    let home = crate::target().join("tests/home");
    std::fs::create_dir_all(&home).context("cannot make a home folder for the tests")?;
    command
        .env("HOME", &home)
        .env("XDG_DATA_HOME", home.join("data"));
    command.env("XDG_CONFIG_HOME", home.join("config"));
    // Only the system's own is private enough for a Wayland socket, but the
    // graphics drivers complain where there is none at all.
    command.env("XDG_RUNTIME_DIR", &home);
    Ok(command)
}

/// Where the program is after `cargo build --release`.
pub fn path() -> PathBuf {
    let name = format!("downbeat{}", std::env::consts::EXE_SUFFIX);
    crate::target().join("release").join(name)
}

/// What a finished command wrote and how it ended.
#[derive(Debug)]
pub struct Finished {
    /// Its exit code; none if a signal ended it.
    pub code: Option<i32>,
    /// What it wrote to stdout.
    pub out: String,
    /// What it wrote to stderr.
    pub err: String,
}

impl From<Output> for Finished {
    fn from(output: Output) -> Finished {
        Finished {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Runs the program to its end.
pub fn run(arguments: &[&str]) -> Result<Finished> {
    let output = downbeat()?.args(arguments).output()?;
    Ok(output.into())
}
