//! Developers' commands: `cargo xtask play`, `test`, `ci`, `bless`, `bench`,
//! `songs`.
//!
//! One file a command. It depends on next to nothing, so that it builds in
//! seconds on a machine that has only Rust and git, and it drives `cargo`
//! rather than replacing it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program for a terminal"
)]
#![allow(
    clippy::disallowed_methods,
    reason = "runs programs, reads its environment and the time"
)]

mod bench;
mod bless;
mod ci;
mod packages;
mod play;
mod songs;
mod step;
mod test;

use std::process::ExitCode;

const HELP: &str = "\
Developers' commands.

usage: cargo xtask COMMAND

  play [CART]       build the console and play CART, or the bundled showcase
  test [FILTER..]   everything that must hold before a change lands; with
                    filters, only the tests whose names contain one of them
  ci                the same as test, but a missing tool is an error
  bless             record the results of our own cases and the generated
                    pages anew; review the difference before committing it
  bench [NAME..]    the speed carts beside TIC-80's figures, what a call costs,
                    the clock of the sound, the longest frame, start-up and
                    memory; with names, only those carts, or call, clock,
                    frames, program
  songs [NAME..]    render the scores of carts, carts/*/score/*.txt, to their
                    music; needs oggenc. With --wav to .wav files beside it

On Linux, play, test and bench install the system packages they need where they
may (root or sudo without a password, and apt), and name them otherwise.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let command = arguments.first().map(String::as_str);
    let rest = arguments.get(1..).unwrap_or_default();
    let outcome = match command {
        Some("play") => play::run(rest),
        Some("test") => test::run(rest),
        Some("ci") => ci::run(rest),
        Some("bless") => bless::run(rest),
        Some("bench") => bench::run(rest),
        Some("songs") => songs::run(rest),
        Some("help" | "--help" | "-h") => {
            print!("{HELP}");
            return ExitCode::SUCCESS;
        }
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
