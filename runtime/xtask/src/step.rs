//! Runs the steps of a command, keeps what came out and how long it took.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The folder of the workspace, wherever the command was typed.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The cargo that started this program.
pub(crate) fn cargo() -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    if strict() {
        command.env("CI", "true");
    }
    command
}

/// True on a build server, where a missing tool is an error.
pub(crate) fn strict() -> bool {
    STRICT.load(std::sync::atomic::Ordering::Relaxed)
        || std::env::var_os("CI").is_some_and(|value| value == "true" || value == "1")
}

/// From here on, behaves as on a build server.
pub(crate) fn be_strict() {
    STRICT.store(true, std::sync::atomic::Ordering::Relaxed);
}

static STRICT: std::sync::atomic::AtomicBool = std::sync::atomic::AtomicBool::new(false);

/// The tests counted in the output of `cargo test`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
}

impl Tally {
    /// Adds what a line `test result: ok. 3 passed; 0 failed; ..` says.
    fn add_line(&mut self, line: &str) {
        let Some((_, counts)) = line
            .strip_prefix("test result: ")
            .and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for count in counts.split(';') {
            let mut words = count.split_whitespace();
            let Some(number) = words.next().and_then(|word| word.parse::<u64>().ok()) else {
                continue;
            };
            match words.next() {
                Some("passed") => self.passed += number,
                Some("failed") => self.failed += number,
                Some("ignored") => self.ignored += number,
                _ => {}
            }
        }
    }
}

/// What the steps of a command came to.
#[derive(Default)]
pub(crate) struct Report {
    steps: Vec<(String, bool, Duration)>,
    tally: Tally,
}

impl Report {
    /// Runs a step; an error is printed and counts as a failure, so that the
    /// summary still comes.
    pub(crate) fn step(&mut self, name: &str, body: impl FnOnce() -> Result<bool>) -> Result<bool> {
        println!("\n==> {name}");
        std::io::stdout().flush()?;
        let start = Instant::now();
        let passed = body().unwrap_or_else(|error| {
            eprintln!("xtask: {error:#}");
            false
        });
        self.steps.push((name.to_owned(), passed, start.elapsed()));
        Ok(passed)
    }

    /// Runs cargo in the workspace as a step.
    pub(crate) fn cargo(&mut self, name: &str, arguments: &[&str]) -> Result<bool> {
        self.step(name, || {
            let status = cargo()
                .args(arguments)
                .current_dir(root())
                .status()
                .context("cannot start cargo")?;
            Ok(status.success())
        })
    }

    /// Runs `cargo test` as a step, and counts tests while its output passes.
    pub(crate) fn tests(&mut self, name: &str, arguments: &[&str]) -> Result<bool> {
        let mut tally = self.tally;
        let passed = self.step(name, || {
            let mut child = cargo()
                .args(arguments)
                .current_dir(root())
                .stdout(Stdio::piped())
                .spawn()
                .context("cannot start cargo")?;
            let output = child.stdout.take().context("cargo has no output")?;
            for line in BufReader::new(output).split(b'\n') {
                let line = line?;
                tally.add_line(&String::from_utf8_lossy(&line));
                let mut out = std::io::stdout().lock();
                out.write_all(&line)?;
                out.write_all(b"\n")?;
            }
            Ok(child.wait()?.success())
        })?;
        self.tally = tally;
        Ok(passed)
    }

    /// True if every step passed.
    pub(crate) fn passed(&self) -> bool {
        self.steps.iter().all(|(_, passed, _)| *passed)
    }

    /// How many tests passed.
    pub(crate) fn passed_tests(&self) -> u64 {
        self.tally.passed
    }

    /// Prints a line a step, then the number of tests.
    pub(crate) fn print(&self) {
        println!("\nsummary");
        for (name, passed, time) in &self.steps {
            let word = if *passed { "ok" } else { "FAILED" };
            println!("  {name:<12} {word:<7} {:>7.1} s", time.as_secs_f64());
        }
        let Tally {
            passed,
            failed,
            ignored,
        } = self.tally;
        println!("\n{passed} passed, {failed} failed, {ignored} skipped");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_added_up_over_the_test_programs() {
        let mut tally = Tally::default();
        tally.add_line("test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s");
        tally.add_line("test result: FAILED. 4 passed; 2 failed; 0 ignored; 0 measured");
        tally.add_line("test some::test ... ok");
        let expected = Tally {
            passed: 7,
            failed: 2,
            ignored: 1,
        };
        assert_eq!(tally, expected);
    }
}
