//! Whether a device that was opened plays as it should. Pure: told the time
//! and the frames that were taken, it gives a verdict.

use std::time::{Duration, Instant};

/// Time after opening in which anything may happen: the first callbacks of
/// some devices are followed by a gap of two seconds.
const START: Duration = Duration::from_secs(3);
/// Start-ups that take longer than this are told of.
const SLOW_START: Duration = Duration::from_millis(500);
/// Callbacks this far apart are a pause.
const PAUSE: Duration = Duration::from_millis(250);
/// A pause this long is the end.
const DEAD: Duration = Duration::from_secs(5);
/// Time over which the rate is measured.
const MEASURE: Duration = Duration::from_millis(500);
/// Part of the rate that it may be off.
const TOLERANCE: f64 = 0.02;
/// Measurements in a row that must be too slow. An overloaded computer loses
/// some frames as well, and should keep its sound.
const SLOW_IN_A_ROW: u32 = 6;

/// What to think of a device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// It plays.
    Fine,
    /// It has not really begun; it may yet.
    SlowStart,
    /// It takes nothing just now; it may go on.
    Paused,
    /// It has not taken anything for long.
    Dead,
    /// It takes so many frames a second, which is not its rate.
    WrongRate(u64),
}

/// Watches one device.
pub(super) struct Judge {
    rate: f64,
    opened: Instant,
    /// Start of the measurement, and the frames taken by then.
    from: Option<(Instant, u64)>,
    slow: u32,
}

impl Judge {
    /// Of a device with this rate, opened now.
    pub(super) fn new(rate: u32, opened: Instant) -> Self {
        Self {
            rate: f64::from(rate),
            opened,
            from: None,
            slow: 0,
        }
    }

    /// Looks at it: frames taken so far, most of them in one callback, and
    /// the time of the last callback.
    pub(super) fn look(
        &mut self,
        now: Instant,
        frames: u64,
        largest: usize,
        last: Option<Instant>,
    ) -> Verdict {
        let quiet = now.saturating_duration_since(last.unwrap_or(self.opened));
        let starting = now.saturating_duration_since(self.opened) < START;
        if quiet >= DEAD {
            return Verdict::Dead;
        }
        // A large buffer makes for rare callbacks.
        let usual = Duration::from_secs_f64(2.0 * largest as f64 / self.rate);
        if quiet >= PAUSE.max(usual) || last.is_none() {
            self.from = None;
            self.slow = 0;
            return if !starting {
                Verdict::Paused
            } else if quiet >= SLOW_START {
                Verdict::SlowStart
            } else {
                Verdict::Fine
            };
        }
        self.measure(now, frames, largest)
    }

    fn measure(&mut self, now: Instant, frames: u64, largest: usize) -> Verdict {
        let Some((start, before)) = self.from else {
            // The callback before this moment filled the device's buffer.
            self.from = Some((now, frames));
            return Verdict::Fine;
        };
        let passed = now.saturating_duration_since(start);
        let taken = (frames - before) as f64;
        let expected = passed.as_secs_f64() * self.rate;
        // Whole buffers are taken, and one more or less falls into the time.
        let most = expected * (1.0 + TOLERANCE) + 2.0 * largest as f64;
        let least = expected * (1.0 - TOLERANCE) - 2.0 * largest as f64;
        let wrong = Verdict::WrongRate((taken / passed.as_secs_f64().max(0.001)) as u64);
        // A device without any clock is stopped before it eats a processor.
        if taken > most + self.rate {
            return wrong;
        }
        if passed < MEASURE {
            return Verdict::Fine;
        }
        if taken > most {
            // Right after a pause a device catches up, and that is no rate.
            let starting = now.saturating_duration_since(self.opened) < START;
            if !starting || taken > expected * 2.0 {
                return wrong;
            }
        }
        self.slow = if taken < least { self.slow + 1 } else { 0 };
        self.from = Some((now, frames));
        if self.slow >= SLOW_IN_A_ROW {
            return wrong;
        }
        Verdict::Fine
    }
}
