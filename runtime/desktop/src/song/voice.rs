//! One song that plays, or fades out: which of its frames a tick takes.
//!
//! Two counts go side by side, both without error: ticks, of which position
//! and end are made, and frames given out, of which every sample is.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use console::{POSITIONS_A_TICK, SongOptions};

use super::decoder::{Decoding, Frame};
use super::kernel::Kernel;

/// Ticks in a second.
const TICKS: u64 = 60;
/// What a position counts in a second.
const POSITIONS: u64 = POSITIONS_A_TICK * TICKS;

/// Where frames come from.
enum Feed {
    /// Not begun: the song may be replaced before its first tick.
    Ready(Box<Decoding>),
    Runs(Receiver<Vec<Frame>>),
    Over,
}

/// A song in play.
pub(super) struct Voice {
    options: SongOptions,
    /// Of the file, in Hz.
    rate: u32,
    feed: Feed,
    /// Frames of the song from `first` on.
    frames: VecDeque<Frame>,
    first: u64,
    /// Silent frames that were put before the song, for the kernel.
    lead: u64,
    /// How many frames the song has, once that is known.
    length: Option<u64>,
    kernel: Option<Arc<Kernel>>,
    ticks: u64,
    given: u64,
    /// How loud the last frame was.
    gain: f32,
}

impl Voice {
    /// A song before its first tick.
    pub(super) fn new(decoding: Decoding, options: SongOptions) -> Voice {
        Voice {
            options,
            rate: decoding.rate(),
            feed: Feed::Ready(Box::new(decoding)),
            frames: VecDeque::new(),
            first: 0,
            lead: 0,
            length: None,
            kernel: None,
            ticks: 0,
            given: 0,
            gain: 0.0,
        }
    }

    /// Frames a second of the file.
    pub(super) fn rate(&self) -> u32 {
        self.rate
    }

    /// Whether a tick of it was played.
    pub(super) fn has_begun(&self) -> bool {
        self.ticks > 0
    }

    /// How far it is.
    pub(super) fn position(&self) -> u64 {
        let position = self.ticks * POSITIONS_A_TICK;
        let end = |length| length * POSITIONS / u64::from(self.rate);
        self.length
            .map_or(position, |length| position.min(end(length)))
    }

    /// Whether all of it was played.
    pub(super) fn has_ended(&self) -> bool {
        self.length
            .is_some_and(|length| self.ticks * u64::from(self.rate) >= length * TICKS)
    }

    /// Takes the kernel for an output rate, before the first mix.
    pub(super) fn tune(&mut self, kernel: Arc<Kernel>) {
        if self.kernel.is_none() {
            let half = kernel.half();
            for _ in 0..half {
                self.frames.push_front([0.0; 2]);
            }
            self.lead = half as u64;
            self.kernel = Some(kernel);
        }
    }

    /// A tick that nobody hears.
    pub(super) fn pass(&mut self) {
        self.end_tick();
        self.drop_before(self.ticks * u64::from(self.rate) / TICKS);
    }

    /// Adds a tick to `output`, whose rate is `rate`; the loudness goes to
    /// `volume` meanwhile, so that no step is heard.
    pub(super) fn mix(&mut self, rate: u32, volume: f32, output: &mut [i16]) {
        let target = volume * self.options.volume;
        if !self.has_begun() {
            self.gain = target;
        }
        let count = output.len() / 2;
        let (from, to) = (u64::from(self.rate), u64::from(rate));
        let last = (self.given + count as u64) * from / to;
        let half = self.lead;
        self.fetch(last + half + 1);
        self.silence_up_to(last + half + 1);
        let kernel = self.kernel.clone();
        let frames = self.frames.make_contiguous();
        for (at, output) in output.chunks_exact_mut(2).enumerate() {
            let place = (self.given + at as u64) * from;
            // With a kernel, the song's frames begin `lead` places later.
            let index = (place / to + half - self.first) as usize;
            let frame = match &kernel {
                Some(kernel) => {
                    let start = index + 1 - half as usize;
                    kernel.frame(&frames[start..start + half as usize * 2], place % to)
                }
                None => frames[index],
            };
            let gain = self.gain + (target - self.gain) * ((at + 1) as f32 / count as f32);
            for (output, sample) in output.iter_mut().zip(frame) {
                let sample = (sample * gain * 32_768.0).round() as i32;
                *output = i32::from(*output)
                    .saturating_add(sample)
                    .clamp(i32::from(i16::MIN), i32::from(i16::MAX))
                    as i16;
            }
        }
        self.gain = target;
        self.given += count as u64;
        self.end_tick();
        self.drop_before((self.given * from / to).saturating_sub(half));
    }

    /// Counts, and looks whether the song has an end by now.
    fn end_tick(&mut self) {
        self.ticks += 1;
        self.fetch(self.ticks * u64::from(self.rate) / TICKS + 1);
    }

    /// Waits until the song is there up to a frame, or has ended before it.
    fn fetch(&mut self, frame: u64) {
        if let Feed::Ready(_) = self.feed
            && let Feed::Ready(decoding) = std::mem::replace(&mut self.feed, Feed::Over)
        {
            self.feed = Feed::Runs(decoding.start(self.options.repeats));
        }
        while let Feed::Runs(blocks) = &self.feed {
            let there = self.first + self.frames.len() as u64 - self.lead;
            if there > frame {
                break;
            }
            if let Ok(block) = blocks.recv() {
                self.frames.extend(block);
            } else {
                self.length = Some(there);
                self.feed = Feed::Over;
            }
        }
    }

    /// Puts silence behind a song that has ended.
    fn silence_up_to(&mut self, frame: u64) {
        let wanted = (frame + 1 + self.lead).saturating_sub(self.first) as usize;
        if self.frames.len() < wanted {
            self.frames.resize(wanted, [0.0; 2]);
        }
    }

    /// Forgets frames before one, counted with the lead.
    fn drop_before(&mut self, frame: u64) {
        let gone = frame.saturating_sub(self.first) as usize;
        let gone = gone.min(self.frames.len());
        self.frames.drain(..gone);
        self.first += gone as u64;
    }
}
