//! A replay run again: a console that gets what the player of then gave it,
//! compared with what was written down of its state.
//!
//! Nothing of it reaches the host: no traces, no stored memory. That is what
//! `--verify` does, and how a saved game is loaded.

use thiserror::Error;

use super::{Replay, ReplayCart, ReplayFault, ReplayPlayer};
use crate::console::{Console, Options, Status};
use crate::digest::{Digest, SUM};
use crate::host::Host;
use crate::recorder::{Frames, Recorder};
use cart::Cart;
use script::Seed;

/// Pieces that are named at most; one mistake soon changes many.
const MOST_NAMED: usize = 6;

/// Why a replay is not the run that it was.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RerunError {
    /// It is of another cart.
    #[error(
        "it is a replay of {recorded}, and this is {given}: give the cart as it was then, md5 {md5}"
    )]
    Cart {
        /// The name of the cart that it is of.
        recorded: String,
        /// The name of the cart that was given.
        given: String,
        /// The hash of the cart that it is of.
        md5: String,
    },
    /// It wants what the cart does not have.
    #[error("{0}")]
    Fault(#[from] ReplayFault),
    /// The state is not as it was.
    #[error("tick {tick}: {what}")]
    Differs {
        /// The first tick after which it differs, counted from 0.
        tick: u64,
        /// What differs.
        what: String,
    },
}

impl Replay {
    /// Whether it is of this cart, or does not say of which.
    ///
    /// # Errors
    /// It is of another one.
    pub fn check_cart(&self, cart: &Cart) -> Result<(), RerunError> {
        let this = ReplayCart::of(cart);
        match &self.cart {
            Some(recorded) if recorded.md5 != this.md5 => Err(RerunError::Cart {
                recorded: recorded.name.clone(),
                given: this.name,
                md5: recorded.md5.clone(),
            }),
            _ => Ok(()),
        }
    }
}

/// A replay that is run again.
pub struct Rerun {
    console: Console,
    player: ReplayPlayer,
    frames: Frames,
}

impl Rerun {
    /// Puts a cart into a console as it was when the replay began; `options`
    /// are those of the host, of which the seed is the replay's.
    ///
    /// # Errors
    /// It is of another cart.
    pub fn new(
        replay: Replay,
        cart: Cart,
        mut options: Options,
        host: Box<dyn Host + Send>,
    ) -> Result<Rerun, RerunError> {
        replay.check_cart(&cart)?;
        options.script.seed = Seed::new(replay.seed);
        let mut console = Console::at_start_of(&replay, cart, options, host);
        console.set_quiet(true);
        Ok(Rerun {
            console,
            player: ReplayPlayer::new(replay),
            frames: Frames::default(),
        })
    }

    /// The console, as the last tick left it. Its picture is the one of the
    /// last tick that was not [quick](Rerun::skip).
    pub fn console(&self) -> &Console {
        &self.console
    }

    /// The replay.
    pub fn replay(&self) -> &Replay {
        self.player.replay()
    }

    /// Keeps the states of ticks as [`Console::keep_states`] does, before the
    /// first tick. A cart that goes back in time sees how far it can, so give
    /// what the console of then had.
    pub fn keep_states(&mut self, bytes: usize) {
        self.console.keep_states(bytes);
    }

    /// How many ticks have been run.
    pub fn ticks(&self) -> u64 {
        self.player.ticks()
    }

    /// Whether all ticks have been run.
    pub fn is_over(&self) -> bool {
        self.ticks() >= self.replay().ticks
    }

    /// Runs the next tick with its picture and sound.
    ///
    /// # Errors
    /// The replay wants what the cart does not have.
    pub fn step(&mut self) -> Result<Status, RerunError> {
        self.console.set_quick(false);
        self.play()
    }

    /// Runs up to so many ticks as fast as possible, without pictures and
    /// sound but for the last tick of the replay, and compares once a second.
    ///
    /// # Errors
    /// The replay wants what the cart does not have, or the state differs.
    pub fn skip(&mut self, ticks: u64) -> Result<(), RerunError> {
        for _ in 0..ticks {
            if self.is_over() {
                break;
            }
            let last = self.ticks() + 1 >= self.replay().ticks;
            self.console.set_quick(!last);
            self.play()?;
            if last || self.ticks().is_multiple_of(60) {
                self.compare_sum()?;
            }
        }
        Ok(())
    }

    /// Runs the next tick and compares all that was written down.
    ///
    /// # Errors
    /// The replay wants what the cart does not have, or the state differs.
    pub fn verify(&mut self) -> Result<(), RerunError> {
        self.console.set_quick(true);
        self.play()?;
        let tick = self.ticks() - 1;
        if let Some(differences) = self.compare_whole().filter(|it| !it.is_empty()) {
            let verb = if differences.len() == 1 {
                "differs"
            } else {
                "differ"
            };
            let what = format!("{} {verb} from the recording", named(&differences));
            return Err(RerunError::Differs { tick, what });
        }
        self.compare_sum()
    }

    fn play(&mut self) -> Result<Status, RerunError> {
        self.frames.note(self.ticks(), self.console.frame());
        Ok(self.player.step(&mut self.console)?)
    }

    /// The console, to be played on from here. All of the replay must have
    /// been run if the recording is to go on with it.
    pub fn into_console(self) -> Console {
        let is_over = self.is_over();
        let mut console = self.console;
        let dialect = console.cart.dialect;
        let (replay, after) = (self.player.into_replay(), console.frame());
        let recorder = Recorder::resumed(replay, self.frames, after, dialect);
        console.set_recorder(recorder.filter(|_| is_over));
        console.set_quick(false);
        console.set_quiet(false);
        console.set_unix_time(None);
        console
    }

    /// Compares the sum of the last tick. To name what differs, it runs on to
    /// where there is a whole digest.
    fn compare_sum(&mut self) -> Result<(), RerunError> {
        let tick = self.ticks() - 1;
        let Some(what) = self.sum_differs() else {
            return Ok(());
        };
        let verb = if what.contains(", ") {
            "differ"
        } else {
            "differs"
        };
        let mut text = format!("{what} {verb} from the recording");
        while self.compare_whole().is_none() && !self.is_over() {
            if self.play().is_err() {
                break;
            }
        }
        let later = self.ticks() - 1 > tick;
        if let Some(differences) = self.compare_whole().filter(|it| later && !it.is_empty()) {
            let end = self.ticks() - 1;
            text = format!("{text}, and by tick {end} these: {}", named(&differences));
        }
        Err(RerunError::Differs { tick, what: text })
    }

    fn sum_differs(&self) -> Option<String> {
        let sums = &self.replay().digests.as_ref()?.ticks;
        let at = (self.ticks() as usize - 1) * SUM;
        let recorded = sums.get(at..at + SUM)?;
        Digest::compare_sums(recorded, &self.console.quick_digest().sum())
    }

    /// Which pieces differ after this tick; none if that was not written down.
    fn compare_whole(&mut self) -> Option<Vec<&'static str>> {
        let digests = self.player.replay().digests.as_ref()?;
        let ticks = self.player.ticks();
        if !ticks.is_multiple_of(digests.every) {
            return None;
        }
        let recorded = digests.values.get((ticks / digests.every) as usize - 1)?;
        let now = self.console.digest().whole();
        Some(Digest::compare_wholes(recorded, &now))
    }
}

fn named(pieces: &[&str]) -> String {
    let shown = &pieces[..pieces.len().min(MOST_NAMED)];
    let more = match pieces.len() - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", shown.join(", "))
}
