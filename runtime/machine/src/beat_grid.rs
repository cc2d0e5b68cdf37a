//! The beat grid of tracker music: in which tick each row begins.
//!
//! Rows land on whole ticks, and jumps, short frames and the tempo of the call
//! move them, so no formula gives their times. A copy of the sequencer is
//! stepped instead: the very code that plays, which therefore cannot disagree.

use std::collections::BTreeMap;

use crate::address::MUSIC_STATE;
use crate::machine::Machine;
use crate::music::Music;
use crate::sound::{MusicCall, SoundError, clear_registers};

/// The most ticks that are stepped: an hour.
const MOST_TICKS: u32 = 60 * 60 * 60;

/// The rows a call of `music` plays, and how that ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeatGrid {
    /// In the order of their ticks, up to the tick that `end` tells.
    pub rows: Vec<GridRow>,
    /// What follows the rows.
    pub end: GridEnd,
}

/// A place of a track, as `0x13FFD` and `0x13FFE` show it from a tick on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRow {
    /// Ticks after the one in which `music` is called. The registers are
    /// written at the start of this tick, and heard in the next one.
    pub tick: u32,
    /// Frame of the track.
    pub frame: u8,
    /// Row of the frame.
    pub row: u8,
}

/// What follows the rows of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridEnd {
    /// The music stops in this tick.
    Stops(u32),
    /// The rows from one tick on follow again from a later one on, for ever.
    Repeats {
        /// The first tick of the part that repeats.
        from_tick: u32,
        /// The tick after its end, in which it begins again.
        to_tick: u32,
    },
    /// An hour has passed in this tick, and neither has happened.
    Unknown(u32),
}

impl Machine {
    /// The rows that `music` would play if it were called now and memory stayed
    /// as it is. Nothing changes. The work is that of playing the rows: less
    /// than a millisecond for a usual track, and bounded by an hour of music.
    ///
    /// A call that plays nothing has no rows and stops in tick 0.
    ///
    /// # Errors
    /// The track does not exist.
    pub fn beat_grid(&self, call: &MusicCall) -> Result<BeatGrid, SoundError> {
        let mut ram = self.ram.clone();
        let mut music = self.music.clone();
        music.play(&mut ram, call)?;
        let mut rows: Vec<GridRow> = Vec::new();
        let mut seen = BTreeMap::new();
        let mut shown = None;
        let mut due = None;
        for tick in 0..MOST_TICKS {
            if tick > 0 {
                clear_registers(&mut ram);
                music.tick(&mut ram);
            }
            if !Music::plays(&ram) {
                let end = GridEnd::Stops(tick);
                return Ok(BeatGrid { rows, end });
            }
            if tick == 0 {
                continue;
            }
            let [_, frame, row]: [u8; 3] = ram.array(MUSIC_STATE);
            let timing = music.timing();
            // Time only goes on between the places the sequencer jumps to, so
            // no other moment can be the first that was there before.
            let next = Some(timing.ticks.saturating_add(1));
            if due != Some(timing.ticks)
                && let Some(from_tick) = seen.insert((frame, row, timing), tick)
            {
                let end = GridEnd::Repeats {
                    from_tick,
                    to_tick: tick,
                };
                return Ok(BeatGrid { rows, end });
            }
            due = next;
            if shown != Some((frame, row)) {
                shown = Some((frame, row));
                rows.push(GridRow { tick, frame, row });
            }
        }
        let end = GridEnd::Unknown(MOST_TICKS);
        Ok(BeatGrid { rows, end })
    }
}
