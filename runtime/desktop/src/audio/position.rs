//! Which part of the console's sound is heard at a moment.
//!
//! Three steps, each exact: the estimator knows which frame of the device is
//! heard; the callback tells how far the ring was emptied at which frame of
//! the device, so that fades, gaps and changes of speed count as what they
//! are; and marks tell which frame of the console stands where in the ring.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use console::conductor::estimator::{Estimator, Health, Reading};
use rtrb::{Consumer, Producer};

use super::FRAMES_A_SECOND;

#[cfg(test)]
mod tests;

/// Callbacks that wait to be heard of; those beyond are lost, which does no
/// harm.
const WAITING: usize = 256;
/// Callbacks that are remembered, to know what is still to be heard: a second
/// and more.
const REMEMBERED: usize = 256;
/// Marks that are kept at most. Each pause takes two or three.
const MOST_MARKS: usize = 1_024;
/// Frames that count as a jump when the position has moved by so many more
/// than time has: 2 ms. Sound may be played a little faster than usual.
const JUMP: f64 = 96.0;
const FASTER: f64 = 1.006;

/// What a callback has done.
#[derive(Clone, Copy)]
pub(super) struct Callback {
    /// When it began.
    pub(super) at: Instant,
    /// From then until its first frame is heard, as the device has it.
    pub(super) delay: Option<Duration>,
    /// Frames that the device had taken before and after.
    pub(super) frames: (u64, u64),
    /// Where the ring was read before and after, in its frames.
    pub(super) ring: (f64, f64),
}

/// The way of callbacks to the stage.
pub(super) fn callbacks() -> (Producer<Callback>, Consumer<Callback>) {
    rtrb::RingBuffer::new(WAITING)
}

/// From a frame of the ring on, which frames of the console stand there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Mark {
    ring: u64,
    content: u64,
    /// The console's frames follow; else the ring has frames of its own, and
    /// the console stands still.
    flows: bool,
}

impl Mark {
    /// Frames of the console from here to a frame of the ring.
    fn moved(&self, ring: u64) -> u64 {
        if self.flows { ring - self.ring } else { 0 }
    }

    /// The frame of the console at a place between two of the ring.
    fn at(&self, ring: f64) -> f64 {
        let whole = ring as u64;
        let part = if self.flows { ring.fract() } else { 0.0 };
        (self.content + self.moved(whole)) as f64 + part
    }
}

/// The last answer.
#[derive(Clone, Copy)]
struct Answer {
    at: Instant,
    content: f64,
    /// The estimator's epoch.
    epoch: u32,
}

/// Knows what is heard of one opened device. Frames of the console are
/// counted by whoever feeds it.
pub(super) struct Position {
    callbacks: Consumer<Callback>,
    born: Instant,
    /// Frames of the ring for each of the device.
    ratio: f64,
    estimator: Estimator,
    remembered: VecDeque<Callback>,
    marks: VecDeque<Mark>,
    /// Frames put into the ring.
    written: u64,
    answer: Option<Answer>,
    epoch: u32,
}

impl Position {
    /// Of a device with this rate, opened now.
    pub(super) fn new(callbacks: Consumer<Callback>, rate: u32, born: Instant) -> Self {
        Self {
            callbacks,
            born,
            ratio: f64::from(FRAMES_A_SECOND) / f64::from(rate.max(1)),
            estimator: Estimator::new(rate),
            remembered: VecDeque::new(),
            marks: VecDeque::new(),
            written: 0,
            answer: None,
            epoch: 0,
        }
    }

    /// The console's frame `content` and those after it come next into the
    /// ring; or, if it does not flow, frames that are not the console's.
    pub(super) fn mark(&mut self, content: u64, flows: bool) {
        let ring = self.written;
        if self
            .marks
            .back()
            .is_some_and(|last| last.flows == flows && last.content + last.moved(ring) == content)
        {
            return;
        }
        if self.marks.len() >= MOST_MARKS {
            self.marks.pop_front();
        }
        self.marks.push_back(Mark {
            ring,
            content,
            flows,
        });
    }

    /// A frame was put into the ring.
    pub(super) fn wrote(&mut self) {
        self.written += 1;
    }

    /// Hears of the callbacks since the last time.
    pub(super) fn update(&mut self) {
        while let Ok(callback) = self.callbacks.pop() {
            self.estimator.take(Reading {
                at: self.nanos(callback.at),
                frames: callback.frames.0,
                delay: callback.delay.map(|delay| delay.as_nanos() as i64),
            });
            if self.remembered.len() >= REMEMBERED {
                self.remembered.pop_front();
            }
            self.remembered.push_back(callback);
        }
    }

    /// The console's frame that is heard at a moment, with its fraction. None
    /// before anything was.
    pub(super) fn heard(&mut self, at: Instant) -> Option<f64> {
        self.update();
        let estimate = self.estimator.at(self.nanos(at))?;
        let ring = self.ring_at(estimate.frames)?;
        let content = self.content_at(ring)?;
        let answer = Answer {
            at,
            content,
            epoch: estimate.epoch,
        };
        if let Some(last) = self.answer {
            if at < last.at {
                // Of the past: it says nothing about what comes.
                return Some(content);
            }
            let passed = (at - last.at).as_secs_f64() * f64::from(FRAMES_A_SECOND);
            let moved = content - last.content;
            if moved < 0.0 || moved > passed * FASTER + JUMP || last.epoch != estimate.epoch {
                self.epoch += 1;
            }
        }
        self.answer = Some(answer);
        Some(content)
    }

    /// Raised at each discontinuity that an answer has shown.
    pub(super) fn epoch(&self) -> u32 {
        self.epoch
    }

    /// How well the device's clock is known.
    pub(super) fn health(&self, at: Instant) -> Health {
        self.estimator.health(self.nanos(at))
    }

    /// Where the ring was read for a frame of the device.
    fn ring_at(&self, frame: f64) -> Option<f64> {
        let begun = |callback: &&Callback| callback.frames.0 as f64 <= frame;
        let callback = self.remembered.iter().rev().find(begun)?;
        let ((from, to), (start, end)) = (callback.frames, callback.ring);
        let speed = (end - start).max(0.0) / (to - from).max(1) as f64;
        let within = frame.min(to as f64) - from as f64;
        // The next callback is late: if the ring was read, it will be.
        let beyond = (frame - to as f64).max(0.0);
        Some(start + speed * within + speed.min(self.ratio) * beyond)
    }

    /// The console's frame at a frame of the ring. None before the first.
    fn content_at(&self, ring: f64) -> Option<f64> {
        if ring <= 0.0 {
            return None;
        }
        let index = self.marks.partition_point(|mark| mark.ring as f64 <= ring);
        let mark = self.marks.get(index.checked_sub(1)?)?;
        let written = ring.min(self.written as f64);
        Some(mark.at(written))
    }

    fn nanos(&self, at: Instant) -> i64 {
        match at.checked_duration_since(self.born) {
            Some(after) => after.as_nanos() as i64,
            None => -((self.born - at).as_nanos() as i64),
        }
    }
}
