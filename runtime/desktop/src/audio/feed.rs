//! The stage's end of the ring. What is pushed is one unbroken curve: where
//! frames are missing, because the game paused or the device took none, the
//! ends are joined by a short slope, so that nothing clicks.

use std::sync::Arc;

use rtrb::Producer;

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
}

impl Feed {
    /// Feeds a ring.
    pub(super) fn new(ring: Producer<Frame>, vitals: Arc<Vitals>) -> Self {
        Self {
            ring,
            vitals,
            last: [0.0; 2],
            broken: false,
        }
    }

    /// Pushes interleaved stereo, or drops it all if there is no room.
    pub(super) fn push(&mut self, samples: &[i16]) {
        let (frames, _) = samples.as_chunks::<2>();
        let Some(&first) = frames.first() else {
            return;
        };
        self.vitals.set_resting(false);
        if self.ring.slots() < frames.len() + SLOPE {
            self.broken = true;
            return;
        }
        if std::mem::take(&mut self.broken) {
            self.slope(level(first));
        }
        for &frame in frames {
            self.put(level(frame));
        }
    }

    /// Nothing will be pushed for a while: slopes down to silence.
    pub(super) fn rest(&mut self) {
        self.vitals.set_resting(true);
        if !same(self.last, [0.0; 2]) && self.ring.slots() >= SLOPE {
            self.slope([0.0; 2]);
        }
        self.broken = true;
    }

    fn slope(&mut self, to: Frame) {
        let from = self.last;
        if same(from, to) {
            return;
        }
        for step in 1..=SLOPE {
            let part = step as f32 / SLOPE as f32;
            self.put([0, 1].map(|side| from[side] + (to[side] - from[side]) * part));
        }
    }

    fn put(&mut self, frame: Frame) {
        // Room was looked for before; a full ring would drop the frame.
        let _ = self.ring.push(frame);
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
