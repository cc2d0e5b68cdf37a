//! `downbeat replay`: watches a replay, or runs it again and compares.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use console::{Cart, Options, Replay, ReplayCart, Rerun, RerunError, load_cart};
use desktop::RunOptions;

use super::record::{Headless, wrong};
use super::run::{SHOWCASE_NAME, open, showcase};
use crate::exit::{Exit, Failure, Outcome};
use crate::output;

/// Watches a replay in a window, or checks that it still is the run it was
#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// The replay, as `run` and `record --replay` write it
    file: PathBuf,
    /// The cart it is of; if not given, it is looked for by its name
    cart: Option<PathBuf>,
    /// Runs it again without a window and compares every digest
    #[arg(long)]
    verify: bool,
    /// Starts without sound; the menu turns it on
    #[arg(long)]
    mute: bool,
    /// Closes the window after this many ticks
    #[arg(long, value_name = "N", hide = true)]
    quit_after: Option<u64>,
}

impl ReplayArgs {
    pub(crate) fn execute(self) -> Outcome {
        let bytes =
            console::read_file(&self.file).map_err(|error| Failure::new(Exit::Usage, error))?;
        let replay = Replay::parse(&String::from_utf8_lossy(&bytes))
            .map_err(|error| wrong(&self.file, error))?;
        let cart = match &self.cart {
            Some(path) => load_cart(path)?,
            None => self.find_cart(&replay)?,
        };
        if self.verify {
            return self.verify(replay, cart);
        }
        let mut options = RunOptions::new(cart);
        options.trace = Arc::new(output::line);
        options.log = Arc::new(output::error);
        options.muted = self.mute;
        options.quit_after = self.quit_after;
        options.watched = Some(replay);
        open(options)
    }

    fn verify(&self, replay: Replay, cart: Cart) -> Outcome {
        if replay.digests.is_none() {
            let what = "it has no digests to compare with; one that was recorded has";
            return Err(wrong(&self.file, what));
        }
        let failed = |error: RerunError| match error {
            RerunError::Differs { .. } => {
                let text = format!("{}: {error}", self.file.display());
                Failure::new(Exit::CartFailed, text)
            }
            other => wrong(&self.file, other),
        };
        let mut rerun =
            Rerun::new(replay, cart, Options::default(), Box::new(Headless)).map_err(failed)?;
        while !rerun.is_over() {
            rerun.verify().map_err(failed)?;
        }
        let file = self.file.display();
        output::line(&format!("{file}: {} ticks, all the same", rerun.ticks()));
        Ok(())
    }

    /// A cart of the right name beside the replay or right here, or the one
    /// that comes with Downbeat.
    fn find_cart(&self, replay: &Replay) -> Result<Cart, Failure> {
        let Some(wanted) = &replay.cart else {
            let what = "it does not say which cart it is of; name the cart behind it";
            return Err(wrong(&self.file, what));
        };
        let beside = self.file.parent().unwrap_or(Path::new("")).to_owned();
        for path in [beside.join(&wanted.name), PathBuf::from(&wanted.name)] {
            if let Ok(cart) = load_cart(&path)
                && ReplayCart::of(&cart) == *wanted
            {
                return Ok(cart);
            }
        }
        if wanted.name == SHOWCASE_NAME {
            return showcase();
        }
        let name = &wanted.name;
        let what = format!("it is of {name}, which is not here; name the cart behind it");
        Err(wrong(&self.file, what))
    }
}
