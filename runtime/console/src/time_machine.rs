//! Going back in time: every tick ends with a state that is kept, and a tick
//! is shown again by running it from the state before it.
//!
//! So nothing of a picture or a sound is kept, and whatever a cart does while
//! the picture is drawn is right. The host learns nothing of a tick that is run
//! again: no traces, no stored memory.

mod ring;
mod save_state;
mod state;
#[cfg(test)]
mod tests;

pub use save_state::SaveState;

use std::ops::RangeInclusive;

use cart::{Cart, Dialect};
use machine::Input;
use script::{MOST_REWOUND, RewindRequest, Tree};

use crate::console::{Console, Status};
use ring::Ring;

/// Bytes that a cart may fill which goes back by itself.
const OWN_ROOM: usize = 256 << 20;

const WORD: &[u8] = b"rewind";

/// Why a console cannot go to another time.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TimeError {
    /// Nothing is kept.
    #[error("no ticks are kept yet, so there is nothing to go back to")]
    Nothing,
    /// The tick is not among those that are kept.
    #[error("tick {tick} is not kept, only {first} to {last} are")]
    NotKept {
        /// The tick that was asked for.
        tick: u64,
        /// The oldest tick to go to.
        first: u64,
        /// The newest.
        last: u64,
    },
    /// There is nothing to save.
    #[error("the cart has not started yet; save it after its first tick")]
    NotStarted,
    /// The state belongs to something else.
    #[error("this state is of an earlier start of the cart; it went with that")]
    OtherRun,
}

/// The kept ticks of a console.
#[derive(Default)]
pub(crate) struct TimeMachine {
    ring: Option<Ring>,
    /// Whether a tick is being run again.
    rerun: bool,
    /// What was chosen in the cart's menu since the last tick.
    menu: Vec<usize>,
    /// What the cart has handed over to its next tick by going back.
    note: Option<Tree>,
}

impl TimeMachine {
    /// Whether what happens has happened before.
    pub(crate) fn is_rerun(&self) -> bool {
        self.rerun
    }

    /// The cart's menu is called between two ticks.
    pub(crate) fn note_menu(&mut self, index: usize) {
        if !self.rerun {
            self.menu.push(index);
        }
    }

    /// The Lua state that everything kept belongs to has gone.
    pub(crate) fn forget(&mut self) {
        self.menu.clear();
        if let Some(ring) = &mut self.ring {
            ring.clear();
        }
    }
}

/// Whether a cart's code names the table of functions that go back. The key
/// of the header does not count.
fn goes_back(cart: &Cart) -> bool {
    let named = |code: &[u8]| {
        let mut places = code.windows(WORD.len() + 1);
        places.any(|place| place.starts_with(WORD) && place.last() != Some(&b':'))
    };
    cart.dialect == Dialect::Downbeat
        && (named(&cart.code) || cart.modules.values().any(|module| named(module)))
}

impl Console {
    /// Keeps the states of as many of the last ticks as fit into so many bytes
    /// of memory, ten minutes at most. At first none are kept, unless the cart
    /// goes back by itself: it always has room for a minute of most games, so
    /// that it is the same everywhere.
    ///
    /// ```
    /// use console::{Cart, Console, Input, NullHost, Options};
    ///
    /// let code = b"n = 0 function TIC() n = n + 1 cls(n % 16) end";
    /// let cart = Cart::from_bytes("count.lua", code)?;
    /// let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    /// console.keep_states(100 << 20);
    /// for _ in 0..60 {
    ///     console.tick(&Input::default());
    /// }
    /// assert_eq!(console.kept(), 2..=60);
    /// console.go_to(30)?;
    /// assert_eq!(console.machine().pix(0, 0), 30 % 16);
    /// console.go_to(50)?; // forth again
    /// console.tick(&Input::default()); // what came after 50 is forgotten
    /// assert_eq!(console.kept(), 2..=51);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_states(&mut self, bytes: usize) {
        let own = if goes_back(&self.cart) { OWN_ROOM } else { 0 };
        let bytes = bytes.max(own);
        self.time.ring = (bytes > 0).then(|| Ring::new(bytes));
        self.keep_state();
    }

    /// The ticks that [`Console::go_to`] can go to, counted as
    /// [`Console::frame`] counts: tick 1 is the first. Empty if there are none.
    pub fn kept(&self) -> RangeInclusive<u64> {
        let ring = self.time.ring.as_ref();
        ring.map_or(RangeInclusive::new(1, 0), Ring::ticks)
    }

    /// Bytes of memory that the kept states take.
    pub fn kept_size(&self) -> usize {
        self.time.ring.as_ref().map_or(0, Ring::size)
    }

    /// Whether the player may go back in time: a cart's header can forbid it.
    pub fn may_rewind(&self) -> bool {
        self.cart.header.rewind != Some(false)
    }

    /// Goes to the end of a tick: everything is exactly as it was then, picture
    /// and sound included. What came after it stays kept until the next tick is
    /// played, which goes on from here. An error or exit after it is undone.
    ///
    /// # Errors
    /// The tick is not kept; nothing has changed then.
    pub fn go_to(&mut self, tick: u64) -> Result<(), TimeError> {
        self.travel(tick, false)
    }

    /// Does the same without the sound, which is empty: no song is decoded, so
    /// this is as fast with songs as without. For going back step by step.
    ///
    /// # Errors
    /// The tick is not kept; nothing has changed then.
    pub fn scrub_to(&mut self, tick: u64) -> Result<(), TimeError> {
        self.travel(tick, true)
    }

    /// The buttons and keys of a kept tick.
    pub fn input_of(&self, tick: u64) -> Option<Input> {
        let ring = self.time.ring.as_ref()?;
        ring.state(tick).map(|state| state.input)
    }

    fn travel(&mut self, tick: u64, is_mute: bool) -> Result<(), TimeError> {
        let mut ring = self.time.ring.take().ok_or(TimeError::Nothing)?;
        let ticks = ring.ticks();
        let found = if ticks.is_empty() {
            Err(TimeError::Nothing)
        } else if ticks.contains(&tick) {
            self.time.rerun = true;
            self.sound.is_mute = is_mute;
            self.run_again(&mut ring, tick);
            self.sound.is_mute = false;
            self.time.rerun = false;
            Ok(())
        } else {
            Err(TimeError::NotKept {
                tick,
                first: *ticks.start(),
                last: *ticks.end(),
            })
        };
        self.time.ring = Some(ring);
        found
    }

    /// Goes to a tick that is kept.
    fn run_again(&mut self, ring: &mut Ring, tick: u64) {
        // The tick of an error left a part of the picture as the one before.
        let before = tick - 1;
        let is_whole = (ring.state(tick)).is_none_or(|state| state.status != Status::Failed);
        if !is_whole && ring.ticks().contains(&before) {
            self.run_again(ring, before);
        } else {
            self.restore(ring, before);
        }
        let Some(state) = ring.state(tick) else {
            return;
        };
        self.time.menu.clear();
        for index in &state.menu {
            self.choose_menu(*index);
        }
        state.world.give_to(&mut self.world);
        self.tick_timed(&state.input, state.world.timing());
        if self.sound.is_mute {
            self.world.restore_songs(&state.world);
        }
    }

    /// Goes to a state, of which picture and sound are missing.
    fn restore(&mut self, ring: &mut Ring, tick: u64) {
        if let Some(script) = &mut self.script {
            ring.load(tick, script, &mut self.world.machine);
        }
        if let Some(state) = ring.state(tick) {
            self.set_state(state, tick);
        }
    }

    /// What a tick that is played is told about time.
    pub(crate) fn begin_kept_tick(&mut self) {
        let reach = (self.time.ring.as_ref()).map_or(0, |ring| ring.reach(self.frame));
        self.world.rewind.reach = reach.min(MOST_REWOUND);
        self.world.rewind.note = self.time.note.take();
    }

    /// A tick has been played: its state is kept, or the cart goes back.
    pub(crate) fn end_kept_tick(&mut self) {
        let asked = self.world.rewind.asked.take();
        match asked {
            Some(request) if self.status == Status::Running && !self.reset_asked => {
                self.rewind_for_cart(request);
            }
            _ => self.keep_state(),
        }
    }

    fn rewind_for_cart(&mut self, request: RewindRequest) {
        // This tick is not kept, since it ends by not having been.
        self.time.menu.clear();
        // What happened in it has happened, though.
        let happenings = std::mem::take(&mut self.happenings);
        if self.go_to(self.frame.saturating_sub(request.ticks)).is_ok() {
            self.time.note = request.note;
        }
        self.happenings = happenings;
    }

    fn keep_state(&mut self) {
        let menu = std::mem::take(&mut self.time.menu);
        let Some(mut ring) = self.time.ring.take() else {
            return;
        };
        if let Some(script) = &self.script {
            ring.push(self.frame, self.state(menu), script, &self.world.machine);
        }
        self.time.ring = Some(ring);
    }
}
