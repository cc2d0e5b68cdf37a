//! `downbeat check`: loads a cart, runs its first second without input and
//! reports what is wrong.

use std::path::PathBuf;

use clap::Args;
use console::{Console, Input, NullHost, Options, Status, load_cart};

use crate::exit::{Exit, Failure, Outcome};
use crate::output;

/// Loads a cart, runs its first frames and reports what is wrong
#[derive(Args)]
pub(crate) struct Check {
    /// The cart: a .lua, .tic or .png file, or a folder
    cart: PathBuf,
    /// How many frames to run
    #[arg(long, value_name = "N", default_value_t = 60)]
    frames: u64,
}

impl Check {
    pub(crate) fn execute(self) -> Outcome {
        let cart = load_cart(&self.cart)?;
        for warning in &cart.warnings {
            output::error(&format!("{}: note: {warning}", self.cart.display()));
        }
        let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
        let mut frames = 0;
        while frames < self.frames && console.tick(&Input::default()) == Status::Running {
            frames += 1;
        }
        if let Some(failure) = console.failure() {
            return Err(Failure::new(Exit::CartFailed, failure));
        }
        let ended = if console.status() == Status::Exited {
            ", then it exited"
        } else {
            ""
        };
        output::line(&format!(
            "{}: loads and runs, {frames} frames without an error{ended}; Lua memory {} KB",
            self.cart.display(),
            console.memory_used() / 1024
        ));
        Ok(())
    }
}
