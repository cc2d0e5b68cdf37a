//! Where in the sound we are: a clock made from what a sound device tells.
//!
//! A device asks for frames in jumps, and late when the computer is busy; the
//! [`Estimator`] finds the steady course behind that. Pure: it is told the
//! time. It lives in hosts that play live, so it may calculate with floats; a
//! recording or a replay never asks it.

mod course;
mod delay;
mod display;
mod envelope;
mod line;
#[doc(hidden)]
pub mod simulation;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;

use crate::{FLICKS_A_SECOND, SongTime};
use course::Course;
use delay::{AGREE, DelayTracker};
use envelope::Envelope;
use line::Line;

pub use display::Display;

/// Seconds without news after which the device counts as held.
const HELD: f64 = 0.25;
/// An error in seconds that is not steered away but jumped over.
const SNAP: f64 = 0.020;
/// A forward error in seconds that a change of mode, or a step of the device,
/// does not steer away either.
const STEP: f64 = 0.002;
/// Seconds that the position may be beyond the frames handed over. The delay
/// is known in the one mode, so only its rounding counts; in the other a late
/// callback must not look like a stall.
const BEYOND_BY_DELAY: f64 = 0.002;
const BEYOND_BY_CALLBACKS: f64 = 0.020;
/// Steering an error away takes as long as a buffer, and at least this.
const QUICKEST: f64 = 0.010;
/// How far callbacks jitter, in seconds, where nothing is wrong.
const JITTER: f64 = 0.012;
/// Steps between readings that are remembered, to know the largest.
const STEPS: usize = 8;
/// Residuals that are kept for [`Health`].
const RESIDUALS: usize = 256;

/// What a device tells in one callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// When the callback began, in nanoseconds of the host's own clock that
    /// never goes back. Taken first, before anything else is done.
    pub at: i64,
    /// Frames handed over in the callbacks before this one: the index of the
    /// first frame of the buffer that this callback fills.
    pub frames: u64,
    /// Nanoseconds from `at` until that first frame is heard, as far as the
    /// device knows.
    pub delay: Option<i64>,
}

/// Where the sound is at some moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The frame that is heard, with its fraction; negative before the first.
    pub frames: f64,
    /// The same as time.
    pub position: SongTime,
    /// Positions of different epochs are not comparable.
    pub epoch: u32,
}

/// What the clock goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing is known for sure: less than a second of callbacks.
    Starting,
    /// The times of callbacks alone; the constant part of the latency is taken
    /// to be one buffer, and calibration takes care of the rest.
    Callbacks,
    /// The delay that the device reports.
    Delay,
    /// No callback for 250 ms; the position stays at the frames handed over.
    Held,
}

/// How well the clock knows its device, for an overlay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Health {
    /// What the clock goes by.
    pub mode: Mode,
    /// How much faster than the host's clock the device runs, in millionths.
    pub drift_ppm: f64,
    /// How far readings are from the clock, in milliseconds: the mean and the
    /// 99th of a hundred. In [`Mode::Callbacks`] that is how late they come.
    pub residual_ms: f64,
    /// See `residual_ms`.
    pub residual_p99_ms: f64,
    /// From handing a frame over to hearing it, in milliseconds.
    pub latency_ms: f64,
    /// How often the device stumbled and the clock began anew.
    pub resets: u32,
    /// See [`Estimate::epoch`].
    pub epoch: u32,
}

/// The last reading, in seconds.
#[derive(Clone, Copy)]
struct Last {
    at: f64,
    frames: u64,
}

/// The clock of one device. See the module for what it is.
pub struct Estimator {
    rate: f64,
    /// Nanoseconds of the first reading; seconds are counted from there.
    origin: Option<i64>,
    last: Option<Last>,
    steps: VecDeque<f64>,
    delay: DelayTracker,
    envelope: Envelope,
    /// Seconds from a callback that is not late to hearing its first frame:
    /// as measured while the delay could be trusted, or one buffer.
    latency: f64,
    measured: bool,
    mode: Mode,
    course: Course,
    display: Display,
    residuals: VecDeque<f64>,
    resets: u32,
    epoch: u32,
}

impl Estimator {
    /// The clock of a device that takes so many frames a second; 0 counts as 1.
    pub fn new(rate: u32) -> Self {
        Self {
            rate: f64::from(rate.max(1)),
            origin: None,
            last: None,
            steps: VecDeque::new(),
            delay: DelayTracker::default(),
            envelope: Envelope::default(),
            latency: 0.0,
            measured: false,
            mode: Mode::Starting,
            course: Course::default(),
            display: Display::default(),
            residuals: VecDeque::new(),
            resets: 0,
            epoch: 0,
        }
    }

    /// Hears of a callback. Readings come in their order. One that tells of no
    /// new frames says nothing and is passed over, so a host may also poll a
    /// position that moves in steps; frames that go back are a new start.
    pub fn take(&mut self, reading: Reading) {
        let at = self.seconds(reading.at);
        if let Some(last) = self.last {
            if reading.frames < last.frames {
                self.restart();
            } else if reading.frames == last.frames || at < last.at {
                return;
            }
        }
        let step = self.step_to(reading.frames);
        self.last = Some(Last {
            at,
            frames: reading.frames,
        });
        let handed = reading.frames as f64 / self.rate;
        let delay = reading.delay.map(|nanos| nanos as f64 * 1e-9);

        let stepped = self.delay.take(at, handed, delay);
        let restarted = self.envelope.take(at, at - handed, step);
        // A device that stalls calls late too; another one only says so.
        let confirmed =
            |size: f64| (-AGREE..JITTER + AGREE).contains(&(self.envelope.lowest() - size));
        if stepped.is_some_and(|size| !confirmed(size)) {
            self.delay.distrust(at);
        }
        let before = self.mode;
        self.mode = self.choose();
        let line = self.line();
        if self.mode == Mode::Delay && self.envelope.is_settled() {
            self.latency = line.offset_at(at) - self.envelope.line().offset_at(at);
            self.measured = true;
        } else if !self.measured {
            self.latency = step;
        }
        let (offset, seen, reset, beyond) = if self.mode == Mode::Delay {
            let seen = at - handed + delay.unwrap_or_default();
            (line.offset_at(at), seen, stepped.is_some(), BEYOND_BY_DELAY)
        } else {
            let offset = line.offset_at(at) + self.latency;
            let seen = at - handed + self.latency;
            (offset, seen, restarted, BEYOND_BY_CALLBACKS)
        };
        self.keep_residual(seen - offset);
        self.resets += u32::from(reset);

        let aim = at - offset;
        let error = self.course.at(at).map(|(position, _)| aim - position);
        let jumps = error.is_none_or(|error| {
            let switched = before != self.mode && error > STEP;
            error.abs() > SNAP || switched || (reset && error.abs() > STEP)
        });
        let largest = self.steps.iter().copied().reduce(f64::max);
        let cap = largest.map_or(f64::INFINITY, |largest| handed + largest + beyond);
        if jumps {
            self.epoch += 1;
            self.course.jump(at, aim, line.rate(), cap, self.epoch);
        } else {
            let within = step.max(QUICKEST);
            self.course
                .steer(at, error.unwrap_or(0.0), line.rate(), within, cap);
        }
    }

    /// The position heard at a moment, for judging: steady, and never less for
    /// a later moment of the same epoch. None before the first reading.
    pub fn at(&self, nanos: i64) -> Option<Estimate> {
        let at = (nanos - self.origin?) as f64 * 1e-9;
        let (seconds, epoch) = self.course.at(at)?;
        Some(Estimate {
            frames: seconds * self.rate,
            position: SongTime((seconds * FLICKS_A_SECOND as f64) as i64),
            epoch,
        })
    }

    /// The position heard at a moment, for showing: it never goes back for
    /// moments that are asked for in their order, and flows over small jumps.
    pub fn shown(&mut self, nanos: i64) -> Option<SongTime> {
        let estimate = self.at(nanos)?;
        Some(
            self.display
                .follow(nanos, estimate.position, estimate.epoch),
        )
    }

    /// Forgets everything: another device, or another place in the song.
    pub fn restart(&mut self) {
        let (resets, epoch) = (self.resets, self.epoch + 1);
        *self = Self {
            resets,
            epoch,
            origin: self.origin,
            ..Self::new(self.rate as u32)
        };
    }

    /// Raised at every discontinuity: a start, another device, a stall.
    pub fn epoch(&self) -> u32 {
        self.epoch
    }

    /// How well the clock does, at a moment.
    pub fn health(&self, nanos: i64) -> Health {
        let quiet = match (self.origin, self.last) {
            (Some(origin), Some(last)) => (nanos - origin) as f64 * 1e-9 - last.at,
            _ => 0.0,
        };
        let mut sizes: Vec<f64> = self.residuals.iter().copied().collect();
        sizes.sort_by(f64::total_cmp);
        let count = sizes.len();
        Health {
            mode: if quiet >= HELD { Mode::Held } else { self.mode },
            drift_ppm: (self.line().rate() - 1.0) * 1e6,
            residual_ms: sizes.iter().sum::<f64>() / count.max(1) as f64 * 1e3,
            residual_p99_ms: sizes.get(count * 99 / 100).copied().unwrap_or(0.0) * 1e3,
            latency_ms: self.latency * 1e3,
            resets: self.resets,
            epoch: self.epoch,
        }
    }

    fn seconds(&mut self, nanos: i64) -> f64 {
        let origin = *self.origin.get_or_insert(nanos);
        (nanos - origin) as f64 * 1e-9
    }

    /// Seconds of sound since the last reading, which is one buffer: the size
    /// of the buffer that is being filled is not known yet.
    fn step_to(&mut self, frames: u64) -> f64 {
        if let Some(last) = self.last {
            let step = (frames - last.frames) as f64 / self.rate;
            if self.steps.len() >= STEPS {
                self.steps.pop_front();
            }
            self.steps.push_back(step);
        }
        self.steps.iter().sum::<f64>() / self.steps.len().max(1) as f64
    }

    fn choose(&self) -> Mode {
        if self.delay.is_trusted() {
            Mode::Delay
        } else if self.envelope.is_settled() {
            Mode::Callbacks
        } else {
            Mode::Starting
        }
    }

    /// The course of the mode.
    fn line(&self) -> Line {
        let by_delay = self.delay.line().filter(|_| self.mode == Mode::Delay);
        by_delay.unwrap_or_else(|| self.envelope.line())
    }

    fn keep_residual(&mut self, residual: f64) {
        if self.residuals.len() >= RESIDUALS {
            self.residuals.pop_front();
        }
        self.residuals.push_back(residual.abs());
    }
}
