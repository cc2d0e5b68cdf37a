//! One song that plays, or fades out: which of its frames a tick takes.
//!
//! Two counts go side by side, both without error: ticks, of which time and end
//! are made, and frames given out, of which every sample is. Frames of the song
//! are fetched for the place where these counts are; so a voice that is put
//! somewhere, by a seek or by time travel, goes on as one that got there.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use console::SongPlace;
use console::conductor::{FLICKS_A_SECOND, SongTime};

use super::decoder::Frame;
use super::feed::Course;
use super::file::SoundFile;
use super::kernel::Kernel;

/// Ticks in a second.
const TICKS: u64 = 60;

/// A song in play. Its frames are counted from the one it began with, repeats
/// included; before that one there is silence.
pub(super) struct Voice {
    file: Arc<SoundFile>,
    place: SongPlace,
    /// How many frames it has; none without end, or as long as that is not
    /// known.
    length: Option<u64>,
    course: Course,
    kernel: Option<Arc<Kernel>>,
    /// Where more frames come from; none before the first is needed.
    feed: Option<Receiver<Vec<Frame>>>,
    /// Frames from `first` on.
    frames: VecDeque<Frame>,
    first: i64,
    /// How many frames there are, once the feed has given all.
    end: Option<i64>,
}

impl Voice {
    /// A song at a place; nothing is decoded yet.
    pub(super) fn new(file: Arc<SoundFile>, place: SongPlace) -> Voice {
        let options = &place.options;
        let begin = nearest(options.start, file.rate);
        let region = match (options.region, file.length) {
            _ if !options.repeats => None,
            (Some((from, to)), length) => {
                let to = nearest(to, file.rate);
                let from = nearest(from, file.rate);
                let to = length.map_or(to, |length| to.min(length));
                let whole = length.map(|length| 0..length);
                (from < to).then_some(from..to).or(whole)
            }
            (None, length) => length.map(|length| 0..length),
        };
        Voice {
            length: file
                .length
                .filter(|_| !options.repeats)
                .map(|length| length.saturating_sub(begin)),
            course: Course {
                repeats_all: options.repeats && region.is_none(),
                region,
            },
            file,
            place,
            kernel: None,
            feed: None,
            frames: VecDeque::new(),
            first: 0,
            end: None,
        }
    }

    /// The file it plays.
    pub(super) fn file(&self) -> &Arc<SoundFile> {
        &self.file
    }

    /// Where it is.
    pub(super) fn place(&self) -> &SongPlace {
        &self.place
    }

    /// Holds it, or lets it go on.
    pub(super) fn set_paused(&mut self, paused: bool) {
        self.place.paused = paused;
    }

    /// Whether a tick of it was played.
    pub(super) fn has_begun(&self) -> bool {
        self.place.ticks > 0
    }

    /// Its song time, its end at the most.
    pub(super) fn time(&self) -> SongTime {
        let end = |length| self.begin() + length;
        let time = self.place.time();
        self.length
            .map_or(time, |length| time.min(moment(end(length), self.file.rate)))
    }

    /// Whether all of it was played.
    pub(super) fn has_ended(&self) -> bool {
        let elapsed = self.place.time() - self.place.options.start;
        let played = i128::from(elapsed.0) * i128::from(self.file.rate);
        let has_played = |length| played >= i128::from(length) * i128::from(FLICKS_A_SECOND);
        self.length.is_some_and(has_played)
    }

    /// Where it repeats.
    pub(super) fn loop_points(&self) -> Option<(SongTime, SongTime)> {
        let region = self.course.region.as_ref()?;
        Some((
            moment(region.start, self.file.rate),
            moment(region.end, self.file.rate),
        ))
    }

    /// Takes the kernel for an output rate.
    pub(super) fn tune(&mut self, kernel: Arc<Kernel>) {
        self.kernel = Some(kernel);
    }

    /// Whether it has the kernel for an output rate.
    pub(super) fn is_tuned(&self, rate: u32) -> bool {
        let kernel = self.kernel.as_ref();
        rate == self.file.rate || kernel.is_some_and(|it| it.is_for(self.file.rate, rate))
    }

    /// A tick that nobody hears.
    pub(super) fn pass(&mut self, volume: f32) {
        let target = self.target(volume);
        let is_silent = self.place.gain.is_none_or(|gain| gain == 0.0);
        if !(self.place.paused && is_silent) {
            self.place.gain = Some(target);
        }
        if !self.place.paused {
            self.place.frames = None;
            self.place.ticks += 1;
            self.find_end();
        }
    }

    /// Adds a tick to `output`, whose rate is `rate`; the loudness goes to
    /// `volume` meanwhile, so that no step is heard.
    pub(super) fn mix(&mut self, rate: u32, volume: f32, output: &mut [i16]) {
        let target = self.target(volume);
        let is_silent = self.place.gain.is_none_or(|gain| gain == 0.0);
        if self.place.paused && is_silent {
            return;
        }
        let before = self.place.gain.unwrap_or(target);
        let count = output.len() / 2;
        let (from, to) = (i64::from(self.file.rate), i64::from(rate));
        let delay = nearest(self.place.options.delay, rate) as i64;
        let given = self.place.frames;
        let given = given.unwrap_or(self.place.ticks * u64::from(rate) / TICKS) as i64 - delay;
        let kernel = self.kernel.clone().filter(|_| from != to);
        let half = kernel.as_ref().map_or(0, |it| it.half() as i64);
        let lowest = (given.max(0) * from / to) - half;
        let end = given + count as i64;
        if end > 0 {
            self.fetch(lowest, end * from / to + half + 1);
        }
        let frames = self.frames.make_contiguous();
        let unheard = usize::try_from(-given).unwrap_or(0);
        for (at, output) in output.chunks_exact_mut(2).enumerate().skip(unheard) {
            let place = (given + at as i64) * from;
            let index = (place / to - self.first) as usize;
            let frame = match &kernel {
                Some(kernel) => {
                    let start = index + 1 - half as usize;
                    let window = &frames[start..start + half as usize * 2];
                    kernel.frame(window, (place % to) as u64)
                }
                None => frames[index],
            };
            let gain = before + (target - before) * ((at + 1) as f32 / count as f32);
            for (output, sample) in output.iter_mut().zip(frame) {
                let sample = (sample * gain * 32_768.0).round() as i32;
                *output = i32::from(*output)
                    .saturating_add(sample)
                    .clamp(i32::from(i16::MIN), i32::from(i16::MAX))
                    as i16;
            }
        }
        self.place.gain = Some(target);
        if !self.place.paused {
            self.place.frames = Some((end + delay) as u64);
            self.place.ticks += 1;
            self.find_end();
            self.drop_before(end * from / to - half);
        }
    }

    /// How loud it is to be at the end of a tick.
    fn target(&self, volume: f32) -> f32 {
        if self.place.paused {
            return 0.0;
        }
        volume * self.place.options.volume
    }

    /// The frame it began with, counted with repeats.
    fn begin(&self) -> u64 {
        nearest(self.place.options.start, self.file.rate)
    }

    /// Looks whether it has an end by the tick that begins, if only decoding
    /// can tell. A tick that nobody hears needs to know it too.
    fn find_end(&mut self) {
        if self.place.options.repeats || self.length.is_some() {
            return;
        }
        let elapsed = self.place.time() - self.place.options.start;
        let frame =
            i128::from(elapsed.0) * i128::from(self.file.rate) / i128::from(FLICKS_A_SECOND);
        let frame = frame as i64;
        if frame >= 0 {
            let known = self.first + self.frames.len() as i64;
            self.fetch(frame.min(known), frame + 1);
            self.length = self.end.and_then(|end| u64::try_from(end).ok());
            if self.place.frames.is_none() {
                self.drop_before(frame);
            }
        }
    }

    /// Waits until the frames of a range are there, with silence before the
    /// song and behind its end.
    fn fetch(&mut self, from: i64, up_to: i64) {
        /// Frames that are rather decoded in vain than looked for anew.
        const NEAR: i64 = 1 << 16;
        let known = self.first + self.frames.len() as i64;
        let is_there = self.first <= from && from <= known + NEAR;
        if self.feed.is_none() || !is_there {
            let first = from.max(0) as u64;
            let course = self.course.clone();
            self.feed = Some(course.start(Arc::clone(&self.file), self.begin() + first));
            self.end = None;
            self.first = from;
            let before = usize::try_from(-from).unwrap_or(0);
            self.frames = VecDeque::from(vec![[0.0; 2]; before]);
        }
        while self.end.is_none()
            && let Some(feed) = &self.feed
            && self.first + (self.frames.len() as i64) <= up_to
        {
            match feed.recv() {
                Ok(block) => self.frames.extend(block),
                Err(_) => self.end = Some(self.first + self.frames.len() as i64),
            }
        }
        let wanted = (up_to + 1 - self.first).max(0) as usize;
        if self.end.is_some() && self.frames.len() < wanted {
            self.frames.resize(wanted, [0.0; 2]);
        }
    }

    /// Forgets frames before one.
    fn drop_before(&mut self, frame: i64) {
        let gone = usize::try_from(frame - self.first).unwrap_or(0);
        let gone = gone.min(self.frames.len());
        self.frames.drain(..gone);
        self.first += gone as i64;
    }
}

/// The frame that is nearest to a moment at a rate in Hz, the first one for
/// those before it.
fn nearest(time: SongTime, rate: u32) -> u64 {
    /// More than a month, and products with a rate are still numbers.
    const MOST: i128 = 1 << 40;
    let doubled = i128::from(time.0) * i128::from(rate) * 2 + i128::from(FLICKS_A_SECOND);
    let frame = doubled.div_euclid(i128::from(FLICKS_A_SECOND) * 2);
    frame.clamp(0, MOST) as u64
}

/// When a frame comes at a rate in Hz.
fn moment(frame: u64, rate: u32) -> SongTime {
    SongTime::of_frame(i64::try_from(frame).unwrap_or(i64::MAX), rate)
}
