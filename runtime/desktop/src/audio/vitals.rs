//! What is known about a device that plays, written by its threads and read
//! by the watch. Atomics, but for the last words of a device: the sound thread
//! never waits.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// Signs of life of one opened device.
pub(super) struct Vitals {
    born: Instant,
    frames: AtomicU64,
    /// Nanoseconds from birth to the last callback, and one more; 0 is never.
    last: AtomicU64,
    largest: AtomicU32,
    gone: OnceLock<String>,
    resting: AtomicBool,
    starved: AtomicU32,
    /// Where the ring is read, as the bits of a float.
    reached: AtomicU64,
}

impl Vitals {
    /// Of a device opened now.
    pub(super) fn new(now: Instant) -> Self {
        Self {
            born: now,
            frames: AtomicU64::new(0),
            last: AtomicU64::new(0),
            largest: AtomicU32::new(0),
            gone: OnceLock::new(),
            resting: AtomicBool::new(true),
            starved: AtomicU32::new(0),
            reached: AtomicU64::new(0.0_f64.to_bits()),
        }
    }

    /// A callback took this many frames.
    pub(super) fn beat(&self, now: Instant, frames: usize) {
        let passed = now.saturating_duration_since(self.born).as_nanos() as u64;
        self.frames.fetch_add(frames as u64, Relaxed);
        self.largest.fetch_max(frames as u32, Relaxed);
        self.last.store(passed + 1, Relaxed);
    }

    /// Frames handed over so far.
    pub(super) fn frames(&self) -> u64 {
        self.frames.load(Relaxed)
    }

    /// When the last callback was, if there was one.
    pub(super) fn last(&self) -> Option<Instant> {
        let nanos = self.last.load(Relaxed).checked_sub(1)?;
        Some(self.born + Duration::from_nanos(nanos))
    }

    /// Most frames that a callback took at once.
    pub(super) fn largest(&self) -> usize {
        self.largest.load(Relaxed) as usize
    }

    /// The device says that it will not play any more, and why.
    pub(super) fn set_gone(&self, reason: impl FnOnce() -> String) {
        self.gone.get_or_init(reason);
    }

    /// What it has said, if so.
    pub(super) fn gone(&self) -> Option<&str> {
        self.gone.get().map(String::as_str)
    }

    /// Whether nothing is being fed on purpose.
    pub(super) fn set_resting(&self, resting: bool) {
        self.resting.store(resting, Relaxed);
    }

    /// The ring has run empty; counted unless that was on purpose.
    pub(super) fn starve(&self) -> bool {
        let counts = !self.resting.load(Relaxed);
        if counts {
            self.starved.fetch_add(1, Relaxed);
        }
        counts
    }

    /// The frame of the ring that is played next, with its fraction.
    pub(super) fn reach(&self, frame: f64) {
        self.reached.store(frame.to_bits(), Relaxed);
    }

    /// See [`Vitals::reach`].
    pub(super) fn reached(&self) -> f64 {
        f64::from_bits(self.reached.load(Relaxed))
    }

    /// How often the ring ran empty though it should not.
    pub(super) fn starved(&self) -> u32 {
        self.starved.load(Relaxed)
    }
}
