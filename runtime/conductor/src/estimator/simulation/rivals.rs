//! What games commonly do instead of estimating, to be measured beside it.

use std::collections::VecDeque;

use dice::maths;

use super::{Clock, RATE, Reading};

/// A reading's moment, and the seconds handed over by then.
fn seconds(reading: &Reading) -> (f64, f64) {
    let handed = reading.frames as f64 / f64::from(RATE);
    (reading.at as f64 * 1e-9, handed)
}

/// The frames handed over in the last callback.
#[derive(Default)]
pub struct Naive {
    handed: f64,
}

impl Clock for Naive {
    fn take(&mut self, reading: &Reading) {
        self.handed = seconds(reading).1;
    }

    fn position(&mut self, _: i64) -> f64 {
        self.handed
    }
}

/// The same and the time since then.
#[derive(Default)]
pub struct Elapsed {
    last: (f64, f64),
}

impl Clock for Elapsed {
    fn take(&mut self, reading: &Reading) {
        self.last = seconds(reading);
    }

    fn position(&mut self, nanos: i64) -> f64 {
        nanos as f64 * 1e-9 - self.last.0 + self.last.1
    }
}

/// That smoothed: half of a difference is gone in 50 ms, and one of 33 ms is
/// jumped over.
#[derive(Default)]
pub struct Smoothed {
    source: Elapsed,
    /// Moment and position of the last answer.
    last: Option<(f64, f64)>,
}

impl Clock for Smoothed {
    fn take(&mut self, reading: &Reading) {
        self.source.take(reading);
    }

    fn position(&mut self, nanos: i64) -> f64 {
        let goal = self.source.position(nanos);
        let at = nanos as f64 * 1e-9;
        let position = match self.last {
            None => goal,
            Some((then, before)) => {
                let ahead = before + (at - then) - goal;
                let left = ahead * maths::pow(0.5, (at - then) / 0.05);
                if left.abs() > 0.033 {
                    goal
                } else {
                    (goal + left).max(before)
                }
            }
        };
        self.last = Some((at, position));
        position
    }
}

/// A straight line through the callbacks of five seconds.
#[derive(Default)]
pub struct Regression {
    readings: VecDeque<(f64, f64)>,
    /// Means of moment and offset, and the skew.
    line: (f64, f64, f64),
}

impl Clock for Regression {
    fn take(&mut self, reading: &Reading) {
        let (at, handed) = seconds(reading);
        self.readings.push_back((at, at - handed));
        while self.readings.front().is_some_and(|old| at - old.0 > 5.0) {
            self.readings.pop_front();
        }
        let count = self.readings.len() as f64;
        let mean = self.readings.iter().map(|point| point.0).sum::<f64>() / count;
        let offset = self.readings.iter().map(|point| point.1).sum::<f64>() / count;
        let (mut square, mut product) = (0.0, 0.0);
        for point in &self.readings {
            square += (point.0 - mean) * (point.0 - mean);
            product += (point.0 - mean) * (point.1 - offset);
        }
        let skew = if count >= 8.0 && square > 0.0 {
            (product / square).clamp(-1e-3, 1e-3)
        } else {
            0.0
        };
        self.line = (mean, offset, skew);
    }

    fn position(&mut self, nanos: i64) -> f64 {
        let at = nanos as f64 * 1e-9;
        let (mean, offset, skew) = self.line;
        at - offset - skew * (at - mean)
    }
}
