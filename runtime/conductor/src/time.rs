//! Moments of a song as integers: time in flicks, and beats in billionths.
//!
//! A flick is 1/705,600,000 of a second. Ticks of 1/60 s, frames of 44,100 and
//! 48,000 Hz and displays of 24 to 240 Hz are whole numbers of flicks, so no
//! tie between a beat and a tick is decided by rounding.

use std::ops::{Add, Neg, Sub};

/// Flicks in a second.
pub const FLICKS_A_SECOND: i64 = 705_600_000;

/// Flicks in a tick of the console, 1/60 s.
pub const FLICKS_A_TICK: i64 = FLICKS_A_SECOND / 60;

/// Units of a [`BeatPosition`] in a beat.
pub const NANOS_A_BEAT: i64 = 1_000_000_000;

/// A moment, or a length of time, in flicks; negative before the start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SongTime(pub i64);

impl SongTime {
    /// The start.
    pub const ZERO: SongTime = SongTime(0);

    /// The start of a tick of the console, counted from 0.
    pub const fn of_tick(tick: i64) -> SongTime {
        SongTime(tick.saturating_mul(FLICKS_A_TICK))
    }

    /// The start of a sample frame at a rate in Hz, rounded down to a flick.
    pub const fn of_frame(frame: i64, rate: u32) -> SongTime {
        let flicks = frame as i128 * FLICKS_A_SECOND as i128;
        SongTime(flicks.div_euclid(rate as i128) as i64)
    }

    /// So many nanoseconds, rounded down to a flick.
    pub const fn of_nanos(nanos: i64) -> SongTime {
        let flicks = nanos as i128 * FLICKS_A_SECOND as i128;
        SongTime(flicks.div_euclid(1_000_000_000) as i64)
    }

    /// So many seconds, rounded to the nearest flick. Meant for figures that
    /// people write; values that are no number or too large saturate.
    pub fn of_seconds(seconds: f64) -> SongTime {
        SongTime((seconds * FLICKS_A_SECOND as f64).round() as i64)
    }

    /// In seconds, for showing and for carts' own arithmetic.
    pub fn seconds(self) -> f64 {
        self.0 as f64 / FLICKS_A_SECOND as f64
    }

    /// In milliseconds, for showing.
    pub fn milliseconds(self) -> f64 {
        self.0 as f64 / (FLICKS_A_SECOND / 1000) as f64
    }
}

impl Add for SongTime {
    type Output = SongTime;

    fn add(self, other: SongTime) -> SongTime {
        SongTime(self.0.saturating_add(other.0))
    }
}

impl Sub for SongTime {
    type Output = SongTime;

    fn sub(self, other: SongTime) -> SongTime {
        SongTime(self.0.saturating_sub(other.0))
    }
}

impl Neg for SongTime {
    type Output = SongTime;

    fn neg(self) -> SongTime {
        SongTime(self.0.saturating_neg())
    }
}

/// A place in beats, in billionths of a beat; negative in a count-in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BeatPosition(pub i64);

impl BeatPosition {
    /// The moment a beat hits.
    pub const fn of_beat(beat: i64) -> BeatPosition {
        BeatPosition(beat.saturating_mul(NANOS_A_BEAT))
    }

    /// So many beats, rounded to the nearest billionth. Meant for figures that
    /// people write; values that are no number or too large saturate.
    pub fn of_beats(beats: f64) -> BeatPosition {
        BeatPosition((beats * NANOS_A_BEAT as f64).round() as i64)
    }

    /// The beat that has hit last: the floor.
    pub const fn index(self) -> i64 {
        self.0.div_euclid(NANOS_A_BEAT)
    }

    /// How far into its beat, in billionths: 0 to 999,999,999.
    pub const fn phase(self) -> i64 {
        self.0.rem_euclid(NANOS_A_BEAT)
    }

    /// In beats, for showing and for carts' own arithmetic.
    pub fn beats(self) -> f64 {
        self.0 as f64 / NANOS_A_BEAT as f64
    }
}

impl Add for BeatPosition {
    type Output = BeatPosition;

    fn add(self, other: BeatPosition) -> BeatPosition {
        BeatPosition(self.0.saturating_add(other.0))
    }
}

impl Sub for BeatPosition {
    type Output = BeatPosition;

    fn sub(self, other: BeatPosition) -> BeatPosition {
        BeatPosition(self.0.saturating_sub(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::{BeatPosition, FLICKS_A_SECOND, SongTime};

    #[test]
    fn ticks_frames_and_displays_are_whole_flicks() {
        for rate in [
            24, 25, 30, 48, 50, 60, 90, 100, 120, 144, 240, 22_050, 44_100, 48_000,
        ] {
            assert_eq!(FLICKS_A_SECOND % rate, 0, "{rate} Hz");
        }
        assert_eq!(SongTime::of_tick(60), SongTime::of_frame(44_100, 44_100));
        assert_eq!(SongTime::of_nanos(-1), SongTime(-1), "rounded down");
    }

    #[test]
    fn index_and_phase_hold_before_beat_zero() {
        let position = BeatPosition::of_beats(-0.25);
        assert_eq!((position.index(), position.phase()), (-1, 750_000_000));
    }
}
