//! Musical time, without sound: where in a song we are, which beat an input is
//! for, how good it was, and what the world does about it.
//!
//! All positions are integers: [`SongTime`] counts flicks, [`BeatPosition`]
//! nano-beats, so that the same input gets the same verdict on every platform.

pub mod chart;
mod conductor;
pub mod estimator;
mod game;
mod song;
mod tempo_map;
mod time;
mod time_travel;
mod verdict;

pub use conductor::{Conductor, FINAL_AFTER, Input, Tally};
pub use game::{Act, Action, Game, MOST_PLAYERS, Moment, Report, StepNumber};
pub use song::Song;
pub use tempo_map::{Bar, Section, TempoError, TempoMap, TempoMapBuilder};
pub use time::{BeatPosition, FLICKS_A_SECOND, FLICKS_A_TICK, NANOS_A_BEAT, SongTime};
pub use verdict::{Offset, Verdict, Windows, WindowsError};
