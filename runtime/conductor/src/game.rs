//! What is conducted: the cart's game, as the conductor calls it.

use crate::time::{BeatPosition, SongTime};
use crate::verdict::{Offset, Verdict};

/// An action of the cart's, by its place in the list it was declared in.
pub type Action = u16;

/// Players on one beat, at most.
pub const MOST_PLAYERS: usize = 4;

/// The state of the music at a moment, as carts ask for it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Moment {
    /// Whether there is music, paused or not.
    pub runs: bool,
    /// Whether it is paused.
    pub paused: bool,
    /// Since the start of the song; negative in a count-in.
    pub time: SongTime,
    /// The same in beats.
    pub position: BeatPosition,
    /// The bar, counted from 0.
    pub bar: i64,
    /// The beat within the bar, counted from 0.
    pub beat_in_bar: i64,
    /// Beats of this bar.
    pub beats_per_bar: i64,
    /// The tempo in beats a minute; 0 in a stop.
    pub bpm: f64,
    /// Each player's verdict of the beat that an input would be for.
    pub verdicts: [Verdict; MOST_PLAYERS],
    /// Each player's last judged input: how far it was off.
    pub offsets: [Option<Offset>; MOST_PLAYERS],
}

/// An input within a window, to be carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Act {
    /// The beat it is for.
    pub beat: i64,
    /// Whose it is, counted from 0.
    pub player: usize,
    /// What is to be done.
    pub action: Action,
    /// Great, Good or Okay.
    pub verdict: Verdict,
}

/// What an input, or a beat without one, was judged to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Report {
    /// The beat that was judged.
    pub beat: i64,
    /// Whose verdict it is, counted from 0.
    pub player: usize,
    /// The verdict; `Rejected` is about the input and leaves the beat's alone.
    pub verdict: Verdict,
    /// The input's distance; none for Missed.
    pub offset: Option<Offset>,
    /// The input's action; none for Missed.
    pub action: Option<Action>,
    /// The verdict told before, if an input that arrived late changes it.
    pub instead_of: Option<Verdict>,
}

/// One of the steps that a game is taken through, numbered without gaps for
/// as long as the song runs. A step that is run again keeps its number.
pub type StepNumber = u64;

/// A game on the beat. The conductor calls these in the order of song time,
/// and may take the game back and call some again: see the crate's head.
///
/// Slots are numbers from 0 up, few at a time.
pub trait Game {
    /// What stops the game for good, such as a mistake in the cart.
    type Error;

    /// Whether the game can be put back at all; if not, nothing is run again.
    fn can_travel(&self) -> bool;

    /// Keeps the whole game in a slot, in place of what was there.
    ///
    /// # Errors
    /// The game cannot be kept.
    fn save(&mut self, slot: u32) -> Result<(), Self::Error>;

    /// Puts the game back to what a slot holds; the slot goes on holding it.
    ///
    /// # Errors
    /// The game cannot be put back.
    fn load(&mut self, slot: u32) -> Result<(), Self::Error>;

    /// A slot is not needed any more.
    fn forget(&mut self, slot: u32);

    /// What carts are told about the music in the calls that follow.
    fn moment(&mut self, moment: &Moment);

    /// Carries out an action; false if it is illegal. What it changed until
    /// it found out is undone where the game can travel.
    ///
    /// # Errors
    /// The cart stopped.
    fn act(&mut self, step: StepNumber, act: &Act) -> Result<bool, Self::Error>;

    /// A beat hits: the world moves.
    ///
    /// # Errors
    /// The cart stopped.
    fn update(&mut self, step: StepNumber, beat: i64) -> Result<(), Self::Error>;

    /// A beat is over for a player; called for each, with the same number.
    ///
    /// # Errors
    /// The cart stopped.
    fn close(
        &mut self,
        step: StepNumber,
        beat: i64,
        player: usize,
        verdict: Verdict,
    ) -> Result<(), Self::Error>;

    /// What these steps did to the outside, such as sounds, is in question:
    /// the game is about to be put back before the first of them, and some
    /// will run again.
    fn begin_rerun(&mut self, undone: &[StepNumber]) {
        let _ = undone;
    }

    /// The steps that were to run again have run. If `kept`, the game was put
    /// back to where it was before, and what ran meanwhile is void.
    fn end_rerun(&mut self, kept: bool) {
        let _ = kept;
    }

    /// These steps will never run again.
    fn finish(&mut self, steps: &[StepNumber]) {
        let _ = steps;
    }

    /// An input or a beat was judged.
    ///
    /// # Errors
    /// The cart stopped.
    fn report(&mut self, report: &Report) -> Result<(), Self::Error> {
        let _ = report;
        Ok(())
    }

    /// A bar begins, counted from 0; its beat hits after this.
    ///
    /// # Errors
    /// The cart stopped.
    fn bar(&mut self, bar: i64) -> Result<(), Self::Error> {
        let _ = bar;
        Ok(())
    }

    /// Half of a beat has passed.
    ///
    /// # Errors
    /// The cart stopped.
    fn half(&mut self, beat: i64) -> Result<(), Self::Error> {
        let _ = beat;
        Ok(())
    }

    /// A timer is due; `count` is how many times it has been, from 0.
    ///
    /// # Errors
    /// The cart stopped.
    fn timer(&mut self, timer: u32, count: i64) -> Result<(), Self::Error> {
        let _ = (timer, count);
        Ok(())
    }
}
