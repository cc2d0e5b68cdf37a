//! The device's end of the ring, as a source of rodio's mixer. It plays what
//! is there, at the device's rate and as fast as [`Drift`] says, and turns
//! what is missing or too much into short fades.
//!
//! All of it runs on the sound thread: no locks, no allocations.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use rodio::Source;
use rtrb::Consumer;

use super::FRAMES_A_SECOND;
use super::drift::Drift;
use super::feed::{Frame, ROOM, SLOPE, same};
use super::vitals::Vitals;

const STEREO: NonZero<u16> = NonZero::new(2).expect("two is not zero");
const SILENT: Frame = [0.0; 2];
/// Frames of a tick, which come at once.
const TICK: usize = 800;
/// A tenth of a second too much is left out at once, between two fades;
/// playing faster would take half a minute.
const FLOOD: usize = 4_800;
/// Frames to start with at most, whatever the device takes at once.
const HIGHEST_START: usize = ROOM / 2;

/// A source that never ends.
pub(super) struct Tap {
    ring: Consumer<Frame>,
    vitals: Arc<Vitals>,
    rate: NonZero<u32>,
    drift: Drift,
    /// Frames of the ring for each of the device.
    ratio: f64,
    /// Four frames in a row; the second and third are played between.
    around: [Frame; 4],
    /// How far from the second to the third.
    phase: f64,
    /// Frames taken out of the ring, played or left out.
    taken: u64,
    state: State,
    /// The right sample of a frame whose left one was taken.
    right: Option<f32>,
    played: Frame,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum State {
    /// Silent until there is enough to start with.
    Waiting,
    /// Fading in, so many frames so far.
    Rising(usize),
    Playing,
    /// Fading out over what is there, because there is too much.
    Falling(usize),
    /// The ring is empty; the last frame fades.
    Starving(usize, Frame),
}

impl Tap {
    /// Empties a ring at a device's rate.
    pub(super) fn new(ring: Consumer<Frame>, vitals: Arc<Vitals>, rate: NonZero<u32>) -> Self {
        Self {
            ring,
            vitals,
            rate,
            drift: Drift::new(),
            ratio: f64::from(FRAMES_A_SECOND) / f64::from(rate.get()),
            around: [SILENT; 4],
            phase: 0.0,
            taken: 0,
            state: State::Waiting,
            right: None,
            played: SILENT,
        }
    }

    fn frame(&mut self) -> Frame {
        let frame = match self.state {
            State::Waiting => {
                if self.ring.slots() < self.start_level() {
                    SILENT
                } else {
                    self.begin();
                    self.rise(0)
                }
            }
            State::Rising(done) => self.rise(done),
            State::Playing => {
                if self.ring.slots() >= self.start_level() + FLOOD {
                    self.fall(0)
                } else {
                    self.curve()
                }
            }
            State::Falling(done) => self.fall(done),
            State::Starving(done, _) if done >= SLOPE => {
                self.state = State::Waiting;
                SILENT
            }
            State::Starving(done, from) => {
                self.state = State::Starving(done + 1, from);
                scaled(from, 1.0 - done as f32 / SLOPE as f32)
            }
        };
        self.played = frame;
        // The fourth of the four was taken last, and the second is played.
        self.vitals
            .reach((self.taken as f64 - 3.0 + self.phase).max(0.0));
        frame
    }

    /// Enough for a callback, with the cushion still there afterwards.
    fn start_level(&self) -> usize {
        let at_once = self.vitals.largest().max(TICK) + TICK / 2;
        (self.drift.cushion() + at_once).min(HIGHEST_START)
    }

    /// Starts with exactly what is wanted: a few milliseconds lost in a fade
    /// are heard less than seconds of playing too fast.
    fn begin(&mut self) {
        let surplus = self.ring.slots().saturating_sub(self.start_level());
        if let Ok(chunk) = self.ring.read_chunk(surplus) {
            chunk.commit_all();
            self.taken += surplus as u64;
        }
        self.drift.restart();
        self.phase = 0.0;
        self.around = [SILENT; 4];
        // The second of the four is played next.
        for _ in 0..3 {
            self.shift();
        }
        self.around[0] = self.around[1];
    }

    fn rise(&mut self, done: usize) -> Frame {
        self.state = if done < SLOPE {
            State::Rising(done + 1)
        } else {
            State::Playing
        };
        // A ring that runs empty meanwhile has the last word on the state.
        scaled(self.curve(), (done as f32 / SLOPE as f32).min(1.0))
    }

    fn fall(&mut self, done: usize) -> Frame {
        if done < SLOPE {
            self.state = State::Falling(done + 1);
            return scaled(self.curve(), 1.0 - done as f32 / SLOPE as f32);
        }
        self.begin();
        self.rise(0)
    }

    /// The next point of the curve, and a step further on it.
    fn curve(&mut self) -> Frame {
        let frame = if self.phase == 0.0 {
            self.around[1]
        } else {
            between(&self.around, self.phase as f32)
        };
        let faster = self.drift.step(self.ring.slots());
        if self.drift.owed() != 0 && self.around.iter().all(|&frame| same(frame, SILENT)) {
            // In silence whole frames come and go unheard.
            if self.drift.owed() < 0 {
                self.drift.pay();
                return frame;
            }
            if self.shift() {
                self.drift.pay();
            }
        }
        self.phase += self.ratio * (1.0 + faster);
        if self.drift.owed() == 0 && self.rate.get() == FRAMES_A_SECOND {
            // All is paid: back onto the frames themselves.
            self.phase = self.phase.round();
        }
        while self.phase >= 1.0 {
            self.phase -= 1.0;
            if !self.shift() {
                self.starve(frame);
                break;
            }
        }
        frame
    }

    /// Takes a frame from the ring; false if there is none.
    fn shift(&mut self) -> bool {
        let Ok(next) = self.ring.pop() else {
            return false;
        };
        self.around.rotate_left(1);
        self.around[3] = next;
        self.taken += 1;
        true
    }

    fn starve(&mut self, last: Frame) {
        if self.vitals.starve() {
            self.drift.starved();
        }
        // What is heard now may be fainter than the frame it comes from.
        let heard = match self.state {
            State::Rising(done) => scaled(last, (done as f32 / SLOPE as f32).min(1.0)),
            State::Falling(done) => scaled(last, 1.0 - done as f32 / SLOPE as f32),
            _ => last,
        };
        self.state = State::Starving(1, heard);
    }
}

impl Iterator for Tap {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if let Some(right) = self.right.take() {
            return Some(right);
        }
        let [left, right] = self.frame();
        self.right = Some(right);
        Some(left)
    }
}

impl Source for Tap {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> NonZero<u16> {
        STEREO
    }

    fn sample_rate(&self) -> NonZero<u32> {
        self.rate
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}

fn scaled(frame: Frame, by: f32) -> Frame {
    frame.map(|sample| sample * by)
}

/// A cubic through four points, between the middle two (Catmull-Rom).
fn between(around: &[Frame; 4], phase: f32) -> Frame {
    [0, 1].map(|side| {
        let [before, from, to, after] = around.map(|frame| frame[side]);
        let slope = (to - before) / 2.0;
        let later = (after - from) / 2.0;
        let bend = slope + later + 2.0 * (from - to);
        ((bend * phase + (3.0 * (to - from) - 2.0 * slope - later)) * phase + slope) * phase + from
    })
}
