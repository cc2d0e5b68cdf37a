//! The position as it is drawn. Where the clock jumps it flows: forward over
//! small jumps, and over a jump back it waits. Never to be judged by.

use crate::{FLICKS_A_SECOND, SongTime};

/// Seconds in which most of a difference is gone.
const EASE: f64 = 0.030;
/// A jump forward in seconds that is not worth easing: something was wrong.
const SNAP: f64 = 0.020;

/// Follows the clock.
#[derive(Debug, Default)]
pub struct Display {
    last: Option<Shown>,
}

#[derive(Debug, Clone, Copy)]
struct Shown {
    nanos: i64,
    position: SongTime,
    epoch: u32,
    /// Seconds that are shown too much.
    ahead: f64,
}

impl Display {
    /// What to show at a moment at which the clock says this. Never less than
    /// before; [`Display::restart`] is for songs that go back on purpose.
    pub fn follow(&mut self, nanos: i64, position: SongTime, epoch: u32) -> SongTime {
        let shown = match self.last {
            None => Shown {
                nanos,
                position,
                epoch,
                ahead: 0.0,
            },
            Some(last) => {
                let passed = (nanos - last.nanos).max(0);
                let ahead = if last.epoch == epoch {
                    last.ahead
                } else {
                    let due = last.position + SongTime::of_nanos(passed);
                    let ahead = (due - position).seconds();
                    if ahead < -SNAP { 0.0 } else { ahead }
                };
                let ahead = ahead / (1.0 + passed as f64 * 1e-9 / EASE);
                let eased = position + SongTime((ahead * FLICKS_A_SECOND as f64) as i64);
                Shown {
                    nanos: nanos.max(last.nanos),
                    position: eased.max(last.position),
                    epoch,
                    ahead,
                }
            }
        };
        self.last = Some(shown);
        shown.position
    }

    /// Forgets what was shown.
    pub fn restart(&mut self) {
        self.last = None;
    }
}
