//! What a host knows of time at a tick: where the music is, and when exactly
//! something was pressed or let go.
//!
//! All of it is on the console's clock: the sound that a tick pushes, counted
//! from 0, begins at `tick / 60 s` less one tick.

use conductor::SongTime;

use crate::handed::Handed;

/// The time of a tick.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Timing {
    /// What is heard when the tick begins; the music is conducted up to here.
    pub clock: SongTime,
    /// What is heard when the tick's picture is seen.
    pub display: SongTime,
    /// What went down or up since the last tick, in order. Times may be well
    /// before the tick, for what arrives late, or a little after it.
    pub presses: Vec<Press>,
    /// What was typed, pasted or dropped since the last tick, in order.
    pub handed: Vec<Handed>,
}

/// Something that is held goes down or up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// When.
    pub at: SongTime,
    /// What.
    pub what: Control,
    /// Down, or up.
    pub down: bool,
}

/// Something that can be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Control {
    /// A button, 0 to 31: pad times 8, plus up, down, left, right, A, B, X, Y.
    Button(u8),
    /// A key, by the codes of `key()`: 1 to 94.
    Key(u8),
}
