//! The clock by the delay that a device reports: an alpha-beta filter on when
//! frames are heard. The best there is, where the delay is right; devices
//! exist that report 0, or nonsense for the first seconds, so it has to earn
//! trust first and keeps it only while it fits.

use super::line::{Line, MOST_SKEW, Outliers};

/// Delays that can be, in seconds.
const LEAST: f64 = 0.000_5;
const MOST: f64 = 0.5;
/// Seconds for which it has to fit, at first. It is twice as long after each
/// time that it seemed to fit for the second figure and then did not, but not
/// longer than the third: a switch in the middle of a song is a nuisance.
const PROBATION: f64 = 2.0;
const PROMISING: f64 = 0.5;
const LONGEST: f64 = 16.0;
/// Mean squares of residuals, in seconds: below the first it fits, above the
/// second it does not. Rounding to a millisecond gives 0.3 ms.
const FITS: f64 = 0.000_6 * 0.000_6;
const FAILS: f64 = 0.001 * 0.001;
/// Seconds over which that mean is taken.
const MEMORY: f64 = 0.5;
/// A residual that is not followed, in seconds.
const OUTLIER: f64 = 0.006;
/// How well outliers must agree to be a step, in seconds.
pub(super) const AGREE: f64 = 0.004;
/// Points for an outlier, each taken back by a reading that fits, and those
/// with which trust is lost.
const STRIKE: u32 = 4;
const OUT: u32 = 24;
/// Time constant in seconds, reached step by step from nothing.
const SLOWEST: f64 = 2.4;
/// Readings before the skew moves, and how far it moves in one.
const SKEWLESS: u32 = 20;
/// Callbacks closer together, in seconds, count as one: a burst tells the
/// same again.
const AT_ONCE: f64 = 0.001;
const SKEW_STEP: f64 = 2e-5;

/// Follows reported delays and decides whether to trust them.
#[derive(Default)]
pub(super) struct DelayTracker {
    line: Option<Line>,
    taken: u32,
    outliers: Outliers,
    strikes: u32,
    mean_square: f64,
    /// Since when it fits.
    since: f64,
    trusted: bool,
    disappointments: u32,
}

impl DelayTracker {
    /// A callback at `at` before which `handed` seconds were handed over.
    /// Tells the size of a step, if it has followed one.
    pub(super) fn take(&mut self, at: f64, handed: f64, delay: Option<f64>) -> Option<f64> {
        let Some(delay) = delay.filter(|delay| (LEAST..=MOST).contains(delay)) else {
            self.distrust(at);
            self.line = None;
            return None;
        };
        let seen = at + delay - handed;
        let Some(line) = self.line else {
            self.start(at, seen, 0.0);
            return None;
        };
        let predicted = line.offset_at(at);
        let residual = seen - predicted;
        if residual.abs() > OUTLIER {
            if self.outliers.take(residual, AGREE).is_some() {
                self.start(at, seen, line.skew);
                return Some(residual);
            }
            self.strikes += STRIKE;
            if self.strikes >= OUT {
                self.distrust(at);
                self.start(at, seen, line.skew);
            }
            return None;
        }
        self.outliers.clear();
        self.strikes = self.strikes.saturating_sub(1);
        self.follow(at, predicted, residual, line);
        None
    }

    /// The course, if there is any.
    pub(super) fn line(&self) -> Option<Line> {
        self.line
    }

    /// Whether it has fitted long enough.
    pub(super) fn is_trusted(&self) -> bool {
        self.trusted
    }

    /// Back to probation.
    pub(super) fn distrust(&mut self, at: f64) {
        self.disappointments += u32::from(at - self.since >= PROMISING);
        self.trusted = false;
        self.since = at;
    }

    fn start(&mut self, at: f64, offset: f64, skew: f64) {
        self.line = Some(Line { at, offset, skew });
        self.taken = 1;
        self.strikes = 0;
        self.outliers.clear();
        self.mean_square = 0.0;
        if !self.trusted {
            self.since = at;
        }
    }

    fn follow(&mut self, at: f64, predicted: f64, residual: f64, line: Line) {
        let passed = at - line.at;
        if passed < AT_ONCE {
            return;
        }
        self.taken += 1;
        let slow = passed / SLOWEST;
        // The gains of a line through all readings so far, as long as those
        // are large; their ratio is kept when they no longer shrink.
        let taken = f64::from(self.taken);
        let all = (4.0 * taken - 2.0) / (taken * (taken + 1.0));
        let alpha = all.max(slow / (1.0 + slow));
        let beta = 0.375 * alpha * alpha;
        let mut skew = line.skew;
        if self.taken > SKEWLESS {
            skew += (beta * residual / passed).clamp(-SKEW_STEP, SKEW_STEP);
        }
        self.line = Some(Line {
            at,
            offset: predicted + alpha * residual,
            skew: skew.clamp(-MOST_SKEW, MOST_SKEW),
        });
        let part = passed / (MEMORY + passed);
        self.mean_square += part * (residual * residual - self.mean_square);
        if self.mean_square > FAILS || (!self.trusted && self.mean_square > FITS) {
            self.distrust(at);
        } else if at - self.since >= self.probation() {
            self.trusted = true;
        }
    }

    fn probation(&self) -> f64 {
        let longer = f64::from(1_u32 << self.disappointments.min(8));
        (PROBATION * longer).min(LONGEST)
    }
}
