//! How the host's clock and the device's relate: a straight line.

/// Seconds that the device is behind the host's clock, changing slowly. The
/// position heard at a moment is the moment less this.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Line {
    /// Moment for which `offset` holds.
    pub(super) at: f64,
    pub(super) offset: f64,
    /// Seconds a second.
    pub(super) skew: f64,
}

/// A crystal is off by less than 500 millionths.
pub(super) const MOST_SKEW: f64 = 5e-4;

impl Line {
    /// The offset at a moment.
    pub(super) fn offset_at(&self, at: f64) -> f64 {
        self.offset + self.skew * (at - self.at)
    }

    /// How fast the device runs by the host's clock.
    pub(super) fn rate(&self) -> f64 {
        1.0 - self.skew
    }
}

/// Residuals in a row that do not fit. Four that agree with each other mean
/// that the device has moved.
#[derive(Debug, Default)]
pub(super) struct Outliers {
    last: [f64; 4],
    count: usize,
}

impl Outliers {
    /// One more; the smallest of four if they lie within `spread`.
    pub(super) fn take(&mut self, residual: f64, spread: f64) -> Option<f64> {
        self.last.rotate_left(1);
        self.last[3] = residual;
        self.count += 1;
        let least = self.last.iter().copied().fold(f64::INFINITY, f64::min);
        let most = self.last.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (self.count >= 4 && most - least <= spread).then_some(least)
    }

    /// A residual fitted.
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }
}
