//! The callback: takes samples from rodio's mixer, turns them up or down,
//! and lays them out as the device wants them.
//!
//! It runs on the sound thread: no locks, no allocations.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, Instant};

use cpal::{FromSample, Sample};
use rodio::mixer::{MixerSource, mixer};
use rtrb::Producer;

use super::feed::{Feed, Frame, ROOM};
use super::position::{Callback, Position, callbacks};
use super::tap::Tap;
use super::vitals::Vitals;

/// How far the gain moves a frame: from silent to full in 10 ms.
const GAIN_STEP: f32 = 1.0 / 480.0;
const STEREO: NonZero<u16> = NonZero::new(2).expect("two is not zero");

/// What all samples are multiplied by.
pub(super) struct Gain(AtomicU32);

impl Default for Gain {
    fn default() -> Self {
        Self(AtomicU32::new(1.0_f32.to_bits()))
    }
}

impl Gain {
    /// Sets it for devices that play and that will be opened.
    pub(super) fn set(&self, gain: f32) {
        self.0.store(gain.to_bits(), Relaxed);
    }

    fn get(&self) -> f32 {
        f32::from_bits(self.0.load(Relaxed))
    }
}

/// Fills a device's buffers.
pub(super) struct Pump {
    source: MixerSource,
    vitals: Arc<Vitals>,
    gain: Arc<Gain>,
    reached: f32,
    callbacks: Producer<Callback>,
}

impl Pump {
    /// Fills a buffer, whatever its size, with frames of so many channels:
    /// a single one gets both sides, those after the second get silence. The
    /// callback began at `now`, and its first frame is heard after `delay`.
    pub(super) fn fill<T>(
        &mut self,
        data: &mut [T],
        channels: usize,
        now: Instant,
        delay: Option<Duration>,
    ) where
        T: Sample + FromSample<f32>,
    {
        let (frames, ring) = (self.vitals.frames(), self.vitals.reached());
        let goal = self.gain.get();
        for frame in data.chunks_mut(channels.max(1)) {
            self.reached += (goal - self.reached).clamp(-GAIN_STEP, GAIN_STEP);
            let [left, right] = self.next();
            match frame {
                [both] => *both = T::from_sample(f32::midpoint(left, right)),
                [first, second, rest @ ..] => {
                    *first = T::from_sample(left);
                    *second = T::from_sample(right);
                    rest.fill(T::EQUILIBRIUM);
                }
                [] => {}
            }
        }
        self.vitals.beat(now, data.len() / channels.max(1));
        // Without room it is lost, and the next one says the same.
        let _ = self.callbacks.push(Callback {
            at: now,
            delay,
            frames: (frames, self.vitals.frames()),
            ring: (ring, self.vitals.reached()),
        });
    }

    fn next(&mut self) -> Frame {
        let gain = self.reached;
        // The tap never ends, so neither does the mixer. Samples may add up
        // to more than a device can play.
        let mut side = || (self.source.next().unwrap_or(0.0) * gain).clamp(-1.0, 1.0);
        [side(), side()]
    }
}

/// Told by a device's thread what goes wrong.
#[derive(Clone)]
pub(super) struct Alarm(Arc<Vitals>);

impl Alarm {
    /// When frames were taken last, if ever.
    pub(super) fn last_callback(&self) -> Option<Instant> {
        self.0.last()
    }

    /// The device will not play any more; only the first reason is kept.
    pub(super) fn gone(&self, reason: impl FnOnce() -> String) {
        self.0.set_gone(reason);
    }
}

/// Connects a device that is being opened: makes what its callback needs and
/// keeps the other ends.
pub(super) struct Plug {
    gain: Arc<Gain>,
    now: Instant,
    /// Of the last pump that was made.
    pub(super) ends: Option<(Feed, Arc<Vitals>)>,
}

impl Plug {
    /// For one opening.
    pub(super) fn new(gain: Arc<Gain>, now: Instant) -> Self {
        Self {
            gain,
            now,
            ends: None,
        }
    }

    /// For a stream of this rate. A second one, for another attempt, takes
    /// the place of the first.
    pub(super) fn pump(&mut self, rate: u32) -> (Pump, Alarm) {
        let rate = NonZero::new(rate).unwrap_or(NonZero::<u32>::MIN);
        let (producer, consumer) = rtrb::RingBuffer::new(ROOM);
        let vitals = Arc::new(Vitals::new(self.now));
        let (mixer, source) = mixer(STEREO, rate);
        mixer.add(Tap::new(consumer, Arc::clone(&vitals), rate));
        let (callbacks, heard_of) = callbacks();
        let pump = Pump {
            source,
            vitals: Arc::clone(&vitals),
            gain: Arc::clone(&self.gain),
            reached: self.gain.get(),
            callbacks,
        };
        let alarm = Alarm(Arc::clone(&vitals));
        let position = Position::new(heard_of, rate.get(), self.now);
        let feed = Feed::new(producer, Arc::clone(&vitals), position);
        self.ends = Some((feed, vitals));
        (pump, alarm)
    }
}
