//! Tempo as an exact ratio of nano-beats to flicks.

use super::moment::greatest_common_divisor;
use crate::time::{FLICKS_A_SECOND, NANOS_A_BEAT, SongTime};

/// Millionths of a bpm: what a tempo that people write is rounded to.
const MICROS: f64 = 1_000_000.0;

/// Flicks in which one nano-beat passes at one millionth of a bpm.
const FLICKS_A_NANO: i128 = 60 * FLICKS_A_SECOND as i128 * 1_000_000 / NANOS_A_BEAT as i128;

/// So many nano-beats in so many flicks, in lowest terms, both positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rate {
    pub(super) nanos: i128,
    pub(super) flicks: i128,
}

impl Rate {
    /// A tempo in beats per minute, rounded to a millionth; the caller has
    /// checked that it is at least one and at most 10,000.
    pub(super) fn of_bpm(bpm: f64) -> Rate {
        Rate::new((bpm * MICROS).round() as i128, FLICKS_A_NANO)
    }

    /// One beat in so many flicks, at least 1.
    pub(super) fn of_beat_length(flicks: i64) -> Rate {
        Rate::new(i128::from(NANOS_A_BEAT), i128::from(flicks))
    }

    fn new(nanos: i128, flicks: i128) -> Rate {
        let shared = greatest_common_divisor(nanos, flicks);
        Rate {
            nanos: nanos / shared,
            flicks: flicks / shared,
        }
    }

    /// In beats per minute.
    pub(super) fn bpm(self) -> f64 {
        self.nanos as f64 * FLICKS_A_NANO as f64 / (self.flicks as f64 * MICROS)
    }

    /// Length of a beat, rounded to the nearest flick.
    pub(super) fn beat_length(self) -> SongTime {
        let flicks = self.flicks * i128::from(NANOS_A_BEAT);
        SongTime(((flicks + self.nanos / 2) / self.nanos) as i64)
    }
}
