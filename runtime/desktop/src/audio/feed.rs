//! The stage's end of the ring. What is pushed is one unbroken curve: where
//! frames are missing, because the game paused or the device took none, the
//! ends are joined by a short slope, so that nothing clicks.

use std::sync::Arc;
use std::time::Instant;

use console::conductor::estimator::Health;
use rtrb::Producer;

use super::position::Position;
use super::vitals::Vitals;

/// A sample for the left and one for the right.
pub(super) type Frame = [f32; 2];

/// Frames that the ring holds, two thirds of a second.
pub(super) const ROOM: usize = 32_768;
/// Frames of a slope: 5 ms.
pub(super) const SLOPE: usize = 240;

/// Where the stage's frames go in.
pub(super) struct Feed {
    ring: Producer<Frame>,
    vitals: Arc<Vitals>,
    last: Frame,
    /// The next frame does not follow the last one.
    broken: bool,
    position: Position,
    /// The console's frame after the last one that went in.
    next: u64,
    /// What the device is called, and its rate.
    device: (String, u32),
}

impl Feed {
    /// Feeds a ring.
    pub(super) fn new(ring: Producer<Frame>, vitals: Arc<Vitals>, position: Position) -> Self {
        Self {
            ring,
            vitals,
            last: [0.0; 2],
            broken: false,
            position,
            next: 0,
            device: (String::new(), 0),
        }
    }

    /// Names the device, which is known when it has been opened.
    pub(super) fn set_device(&mut self, name: &str, rate: u32) {
        self.device = (name.to_owned(), rate);
    }

    /// The device's name and rate. None once it is lost.
    pub(super) fn device(&self) -> Option<&(String, u32)> {
        (!self.is_lost()).then_some(&self.device)
    }

    /// Pushes interleaved stereo, or drops it all if there is no room. Its
    /// first frame is the console's frame `content`.
    pub(super) fn push(&mut self, samples: &[i16], content: u64) {
        let (frames, _) = samples.as_chunks::<2>();
        let Some(&first) = frames.first() else {
            return;
        };
        self.position.update();
        self.vitals.set_resting(false);
        if self.ring.slots() < frames.len() + SLOPE {
            self.broken = true;
            return;
        }
        if std::mem::take(&mut self.broken) {
            self.slope(level(first));
        }
        self.position.mark(content, true);
        for &frame in frames {
            self.put(level(frame));
        }
        self.next = content + frames.len() as u64;
    }

    /// Nothing will be pushed for a while: slopes down to silence.
    pub(super) fn rest(&mut self) {
        self.position.update();
        self.vitals.set_resting(true);
        if !same(self.last, [0.0; 2]) && self.ring.slots() >= SLOPE {
            self.slope([0.0; 2]);
        }
        self.broken = true;
    }

    /// The console's frame that is heard at a moment. None before anything is
    /// heard, and when the device is lost.
    pub(super) fn heard(&mut self, at: Instant) -> Option<f64> {
        (!self.is_lost()).then(|| self.position.heard(at)).flatten()
    }

    fn is_lost(&self) -> bool {
        self.ring.is_abandoned() || self.vitals.gone().is_some()
    }

    /// Raised at each discontinuity of what is heard.
    pub(super) fn epoch(&self) -> u32 {
        self.position.epoch()
    }

    /// How well the device's clock is known.
    pub(super) fn health(&self, at: Instant) -> Health {
        self.position.health(at)
    }

    fn slope(&mut self, to: Frame) {
        let from = self.last;
        if same(from, to) {
            return;
        }
        self.position.mark(self.next, false);
        for step in 1..=SLOPE {
            let part = step as f32 / SLOPE as f32;
            self.put([0, 1].map(|side| from[side] + (to[side] - from[side]) * part));
        }
    }

    fn put(&mut self, frame: Frame) {
        // Room was looked for before; a full ring would drop the frame.
        if self.ring.push(frame).is_ok() {
            self.position.wrote();
        }
        self.last = frame;
    }
}

fn level(frame: [i16; 2]) -> Frame {
    frame.map(|sample| f32::from(sample) / 32_768.0)
}

/// Whether frames are the same as far as samples of 16 bits can tell.
pub(super) fn same(one: Frame, other: Frame) -> bool {
    let near = |side: usize| (one[side] - other[side]).abs() < 1.0 / 65_536.0;
    near(0) && near(1)
}
