//! How late sound is heard, pictures are seen and presses arrive, beyond what
//! the clock knows by itself. Real milliseconds, whatever the tempo; each
//! sound device has its own, since most of it is the device's.

use console::conductor::{FLICKS_A_SECOND, SongTime};
use serde::{Deserialize, Serialize};

/// Least and most of a latency in milliseconds. Bluetooth takes up to 300.
pub(crate) const RANGE: std::ops::RangeInclusive<i32> = -100..=500;

/// The three latencies of a device, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Latencies {
    /// From the moment the clock calls heard to the ear.
    pub audio: i32,
    /// From drawing to the eye.
    pub visual: i32,
    /// From the finger to the time stamp.
    pub input: i32,
}

impl Latencies {
    /// As they may be, whatever a file said.
    pub(crate) fn clamped(self) -> Self {
        let clamp = |ms: i32| ms.clamp(*RANGE.start(), *RANGE.end());
        Self {
            audio: clamp(self.audio),
            visual: clamp(self.visual),
            input: clamp(self.input),
        }
    }
}

/// Whole milliseconds as time.
pub(crate) fn milliseconds(ms: i32) -> SongTime {
    SongTime(i64::from(ms) * (FLICKS_A_SECOND / 1000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latencies_stay_in_their_range() {
        let wild = Latencies {
            audio: i32::MAX,
            visual: -101,
            input: 500,
        };
        let tame = Latencies {
            audio: 500,
            visual: -100,
            input: 500,
        };
        assert_eq!(wild.clamped(), tame);
        assert_eq!(milliseconds(-250), SongTime::of_seconds(-0.25));
    }
}
