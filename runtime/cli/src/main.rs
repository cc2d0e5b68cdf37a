//! The `downbeat` program: plays, records, converts and examines carts.
//!
//! One file a subcommand; this one only reads the command line, and turns
//! every outcome into an exit code and, on failure, one message.

#![allow(
    clippy::disallowed_methods,
    reason = "this crate reads and writes the files that are named on the command line"
)]

mod commands;
mod exit;
mod output;
mod wav;

use clap::{Parser, Subcommand};

use exit::{Exit, Outcome};

/// A fantasy console with musical time, time travel and map generation.
#[derive(Parser)]
#[command(name = "downbeat", version, disable_help_subcommand = true)]
#[command(
    after_help = "Exit codes: 0 fine, 1 the cart failed, 2 wrong usage, 3 cannot read the cart, 4 no display."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(commands::run::Run),
    Record(commands::record::Record),
    Replay(commands::replay::ReplayArgs),
    Test(commands::test::Test),
    Check(commands::check::Check),
    Info(commands::info::Info),
    Convert(commands::convert::Convert),
    #[command(name = "gen")]
    Generate(commands::generate::Generate),
    Calibrate(commands::calibrate::Calibrate),
    Doctor(commands::doctor::Doctor),
    Completions(commands::completions::Completions),
}

fn main() -> std::process::ExitCode {
    let arguments = commands::generate::with_parameters(std::env::args_os());
    let outcome = match Cli::try_parse_from(arguments) {
        Ok(cli) => execute(cli.command),
        Err(error) => {
            // Help and version arrive here too; clap knows which stream and
            // code belong to each. A closed stream is nobody's fault.
            let _ = error.print();
            return std::process::ExitCode::from(if error.use_stderr() {
                Exit::Usage as u8
            } else {
                0
            });
        }
    };
    match outcome {
        Ok(()) => Exit::Fine.into(),
        Err(failure) => {
            output::error(&format!("{failure}"));
            failure.exit().into()
        }
    }
}

fn execute(command: Command) -> Outcome {
    match command {
        Command::Run(run) => run.execute(),
        Command::Record(record) => record.execute(),
        Command::Replay(replay) => replay.execute(),
        Command::Test(test) => test.execute(),
        Command::Check(check) => check.execute(),
        Command::Info(info) => info.execute(),
        Command::Convert(convert) => convert.execute(),
        Command::Generate(generate) => generate.execute(),
        Command::Calibrate(calibrate) => calibrate.execute(),
        Command::Doctor(_) => {
            commands::doctor::examine();
            Ok(())
        }
        Command::Completions(completions) => {
            completions.print::<Cli>();
            Ok(())
        }
    }
}
