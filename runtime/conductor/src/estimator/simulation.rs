//! A sound device with a ground truth, for the tests of the estimator and for
//! the benchmark that compares it with what others do.
//!
//! The converter runs 85 millionths fast and wanders slowly; callbacks come
//! late in several ways; the delay is reported well or badly; and at times the
//! converter stands still.

mod rivals;

use std::f64::consts::TAU;

use dice::{Seed, Stream, maths};

use super::{Estimator, Reading};

pub use rivals::{Elapsed, Naive, Regression, Smoothed};

/// Frames a second.
pub const RATE: u32 = 48_000;
/// How much too fast the converter is, and the most by which that changes.
const FAST: f64 = 85e-6;
const WANDER: f64 = 3e-6;
/// Seconds of a wave of that change.
const WAVE: f64 = 120.0;
/// Frames in which a sound server works that serves callbacks in bursts.
const QUANTUM: i64 = 1024;
/// Mean seconds between two questions to a clock.
const QUESTION: f64 = 0.002;

/// How late callbacks come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Jitter {
    /// A fraction of a millisecond, as with real-time priority.
    RealTime,
    /// Anything to 10 ms, all of it as likely.
    Uniform,
    /// One in seven to 10 ms.
    Loaded,
    /// Several at once, as of a sound server with larger buffers.
    Bursts,
    /// As real time until so many seconds have passed, then loaded.
    LoadedFrom(f64),
}

/// What the device says of its delay.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Report {
    /// The truth.
    Exact,
    /// From a position in whole milliseconds, as of USB.
    Milliseconds,
    /// From a position in whole buffers.
    Buffers,
    /// Nothing.
    Absent,
    /// 0, always.
    Zero,
    /// Anything for so many seconds, then the truth.
    WrongUntil(f64),
}

/// A device and what happens to it.
#[derive(Debug, Clone)]
pub struct Scenario {
    /// Frames of a buffer, and how many buffers the device holds.
    pub buffer: u32,
    /// See `buffer`.
    pub buffers: u32,
    /// How late callbacks come.
    pub jitter: Jitter,
    /// What the device says of its delay.
    pub report: Report,
    /// When the converter stands still, and how long, in seconds that it runs.
    pub stalls: Vec<(f64, f64)>,
    /// Length in seconds.
    pub seconds: f64,
}

impl Scenario {
    /// Ten minutes without a stall, with as many buffers as are usual.
    pub fn new(buffer: u32, jitter: Jitter, report: Report) -> Self {
        let usual = match buffer {
            0..=256 => 4,
            257..=512 => 3,
            _ => 2,
        };
        let buffers = match jitter {
            Jitter::Bursts => usual.max(QUANTUM as u32 / buffer * 2 + 1),
            _ => usual,
        };
        Self {
            buffer,
            buffers,
            jitter,
            report,
            stalls: Vec::new(),
            seconds: 600.0,
        }
    }

    /// The second of the sound that is truly heard at a moment.
    pub fn heard(&self, at: f64) -> f64 {
        let mut running = at;
        for &(start, length) in &self.stalls {
            if running > start {
                running = (running - length).max(start);
            }
        }
        running * (1.0 + FAST) + wander(running)
    }

    /// The moment at which a second of the sound is heard.
    fn moment(&self, heard: f64) -> f64 {
        let mut running = heard;
        for _ in 0..4 {
            running = (heard - wander(running)) / (1.0 + FAST);
        }
        let before = |stall: &&(f64, f64)| stall.0 < running;
        let stood: f64 = self.stalls.iter().filter(before).map(|stall| stall.1).sum();
        running + stood
    }

    /// All callbacks, in their order.
    pub fn readings(&self) -> Vec<Reading> {
        let mut chance = Seed::from_text(&format!("{self:?}")).stream();
        let size = f64::from(self.buffer) / f64::from(RATE);
        let mut readings = Vec::new();
        let mut last = -0.01;
        for index in 0_i64.. {
            // There is room when the converter has let go of a buffer.
            let mut needed = (index + 1 - i64::from(self.buffers)) * i64::from(self.buffer);
            if self.jitter == Jitter::Bursts {
                needed = (needed + QUANTUM - 1) / QUANTUM * QUANTUM;
            }
            let mut due = index as f64 * 2e-5 - 0.002;
            if needed > 0 {
                due = self.moment(needed as f64 / f64::from(RATE));
                due += self.lateness(due, &mut chance);
            }
            let at = due.max(last + 2e-5);
            last = at;
            if at > self.seconds {
                break;
            }
            let frames = index as u64 * u64::from(self.buffer);
            let handed = frames as f64 / f64::from(RATE);
            readings.push(Reading {
                at: (at * 1e9) as i64,
                frames,
                delay: self.delay(at, handed, size, &mut chance),
            });
        }
        readings
    }

    fn lateness(&self, at: f64, chance: &mut Stream) -> f64 {
        let calm = match self.jitter {
            Jitter::RealTime => true,
            Jitter::LoadedFrom(start) => at < start,
            _ => false,
        };
        let held_up = match self.jitter {
            Jitter::Uniform => return chance.float() * 0.010,
            Jitter::Bursts => 0.1,
            _ => 0.15,
        };
        if !calm && chance.float() < held_up {
            return chance.float() * 0.010;
        }
        let mean = if calm { 1.5e-4 } else { 3e-4 };
        (5e-5 - mean * maths::log(1.0 - chance.float())).min(0.010)
    }

    fn delay(&self, at: f64, handed: f64, size: f64, chance: &mut Stream) -> Option<i64> {
        let heard = self.heard(at).max(0.0);
        let by_position = |unit: f64| handed - (heard / unit).floor() * unit;
        let seconds = match self.report {
            Report::Absent => return None,
            Report::Zero => 0.0,
            Report::WrongUntil(end) if at < end => chance.float() * 0.2,
            Report::Exact | Report::WrongUntil(_) => handed - heard,
            Report::Milliseconds => by_position(0.001),
            Report::Buffers => by_position(size),
        };
        Some((seconds * 1e9) as i64)
    }
}

fn wander(running: f64) -> f64 {
    WANDER * WAVE / TAU * (1.0 - maths::cos(running * TAU / WAVE))
}

/// What tells a position from readings.
pub trait Clock {
    /// Hears of a callback.
    fn take(&mut self, reading: &Reading);
    /// The position in seconds at a moment in nanoseconds.
    fn position(&mut self, nanos: i64) -> f64;
}

impl Clock for Estimator {
    fn take(&mut self, reading: &Reading) {
        Estimator::take(self, *reading);
    }

    fn position(&mut self, nanos: i64) -> f64 {
        self.at(nanos)
            .map_or(0.0, |estimate| estimate.position.seconds())
    }
}

/// How far a clock is off at a moment, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub struct Sample {
    /// In seconds.
    pub at: f64,
    /// What it says less the truth.
    pub error: f64,
    /// It says less than a moment before.
    pub back: bool,
}

/// Asks a clock every 2 ms or so, from the moment `from` in seconds.
pub fn samples(
    clock: &mut impl Clock,
    scenario: &Scenario,
    readings: &[Reading],
    from: f64,
) -> Vec<Sample> {
    let mut chance = Seed::from_text("questions").stream();
    let mut samples = Vec::new();
    let mut coming = readings.iter().peekable();
    let (mut at, mut before) = (0.0, f64::NEG_INFINITY);
    while at < scenario.seconds - 0.01 {
        at += QUESTION * (0.5 + chance.float());
        let nanos = (at * 1e9) as i64;
        while let Some(reading) = coming.next_if(|reading| reading.at <= nanos) {
            clock.take(reading);
        }
        let position = clock.position(nanos);
        if at >= from {
            samples.push(Sample {
                at,
                error: (position - scenario.heard(at)) * 1e3,
                back: position < before,
            });
        }
        before = position;
    }
    samples
}

/// Errors in milliseconds, around their median.
#[derive(Debug, Clone, Copy)]
pub struct Errors {
    /// The median, which is what calibration takes care of.
    pub bias: f64,
    /// Mean size of the rest.
    pub mean: f64,
    /// 99 of 100 are smaller.
    pub p99: f64,
    /// The largest.
    pub most: f64,
}

impl Errors {
    /// Of some samples; all 0 if there are none.
    pub fn of(samples: &[Sample]) -> Self {
        let mut errors: Vec<f64> = samples.iter().map(|sample| sample.error).collect();
        errors.sort_by(f64::total_cmp);
        let bias = errors.get(errors.len() / 2).copied().unwrap_or_default();
        for error in &mut errors {
            *error = (*error - bias).abs();
        }
        errors.sort_by(f64::total_cmp);
        let count = errors.len();
        Self {
            bias,
            mean: errors.iter().sum::<f64>() / count.max(1) as f64,
            p99: errors.get(count * 99 / 100).copied().unwrap_or_default(),
            most: errors.last().copied().unwrap_or_default(),
        }
    }
}

/// How much the position shifts in milliseconds when the computer gets busy,
/// or whatever else happens at the moment `at` in seconds.
pub fn shift(samples: &[Sample], at: f64) -> f64 {
    let (before, after) = samples.split_at(samples.partition_point(|sample| sample.at < at));
    Errors::of(after).bias - Errors::of(before).bias
}

/// The longest time in seconds from the end of a stall until the position is
/// right to 2 ms for good.
pub fn recovery(scenario: &Scenario, samples: &[Sample]) -> f64 {
    let usual = Errors::of(samples).bias;
    let mut stood = 0.0;
    let mut longest = 0.0_f64;
    for &(start, length) in &scenario.stalls {
        // Stalls are dated by the converter, which stood still in between.
        let begin = start + stood;
        stood += length;
        let end = start + stood;
        let wrong = |sample: &&Sample| {
            (begin..end + 20.0).contains(&sample.at) && (sample.error - usual).abs() > 2.0
        };
        let last = samples.iter().rev().find(wrong);
        longest = longest.max(last.map_or(0.0, |sample| sample.at - end));
    }
    longest
}
