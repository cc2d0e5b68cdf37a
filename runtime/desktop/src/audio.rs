//! The sound device, as the stage knows it: frames go in tick by tick, and
//! nothing that the device does can hold the game up.
//!
//! The way of a sample: [`feed::Feed`] (stage's thread) -> a ring without
//! locks -> [`tap::Tap`], one source of rodio's mixer -> [`pump::Pump`], in
//! the callback of our own stream. A thread of its own, [`watch::Watch`],
//! opens the device, watches what it does and opens it anew.

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use console::conductor::SongTime;
use console::conductor::estimator::Health;

use crate::options::Log;
use feed::Feed;
use pump::Gain;
use watch::Watch;

mod device;
mod drift;
mod feed;
mod judge;
mod position;
mod pump;
mod speaker;
mod tap;
#[cfg(test)]
mod tests;
mod vitals;
mod watch;

pub(crate) use speaker::found;

/// Frames a second that a console is to make: exactly 800 a tick. A device
/// of another rate is converted to, as devices may change while one plays.
pub(crate) const RATE: Option<u32> = Some(FRAMES_A_SECOND);

/// Frames a second in the ring.
const FRAMES_A_SECOND: u32 = 48_000;
/// How often the device is looked at.
const LOOK: Duration = Duration::from_millis(50);
/// Time to fade at the end: the gain's way down and a callback.
const FADE: Duration = Duration::from_millis(30);
/// How long closing may take at the end; a device that hangs is left to the
/// operating system.
const FAREWELL: Duration = Duration::from_millis(250);

/// What the stage plays to.
pub(crate) struct Sound {
    feed: Option<Feed>,
    feeds: Receiver<Feed>,
    /// Frames that the console has made so far, heard or not.
    made: u64,
    /// Epochs of the devices before this one.
    past_epochs: u32,
    gain: Arc<Gain>,
    /// Dropped, it ends the watch.
    life: Option<Sender<()>>,
    ended: Receiver<()>,
}

impl Sound {
    /// Opens the default device, in the background. `log` hears once of
    /// everything that goes wrong, `notes` what is being used.
    pub(crate) fn open(log: Log, notes: Log) -> Self {
        let (sender, feeds) = mpsc::channel();
        let gain = Arc::new(Gain::default());
        let (life, living) = mpsc::channel();
        let (end, ended) = mpsc::channel();
        let device = Box::new(speaker::Speaker);
        let mut watch = Watch::new(device, sender, Arc::clone(&gain), log, notes);
        // Without a thread there is no sound, which harms nothing.
        let _ = thread::Builder::new().name("sound".into()).spawn(move || {
            loop {
                watch.look(Instant::now());
                match living.recv_timeout(LOOK) {
                    Err(RecvTimeoutError::Timeout) => {}
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => break,
                }
            }
            watch.close(end);
        });
        Self {
            feed: None,
            feeds,
            made: 0,
            past_epochs: 0,
            gain,
            life: Some(life),
            ended,
        }
    }

    /// Whether there is anything to set in the menu.
    pub(crate) fn is_built_in() -> bool {
        true
    }

    /// Plays what a tick has made: interleaved stereo. Never waits; without
    /// a device the frames are dropped.
    pub(crate) fn push(&mut self, frames: &[i16]) {
        self.renew();
        if let Some(feed) = &mut self.feed {
            feed.push(frames, self.made);
        }
        self.made += frames.len() as u64 / 2;
    }

    /// Nothing more comes for a while: what was heard last fades.
    pub(crate) fn rest(&mut self) {
        self.renew();
        if let Some(feed) = &mut self.feed {
            feed.rest();
        }
    }

    /// The time of the console's sound that is heard at a moment, counted from
    /// the first frame that was pushed; frames that nobody heard count. It
    /// stands still in a pause, and never goes back within an epoch. None
    /// without a device, and before anything of it is heard.
    pub(crate) fn heard(&mut self, at: Instant) -> Option<SongTime> {
        self.renew();
        let frame = self.feed.as_mut()?.heard(at)?;
        Some(SongTime::of_seconds(frame / f64::from(FRAMES_A_SECOND)))
    }

    /// Raised at each discontinuity of what [`Sound::heard`] answers.
    pub(crate) fn epoch(&self) -> u32 {
        let feed = self.feed.as_ref().map_or(0, Feed::epoch);
        self.past_epochs + feed
    }

    /// How well the clock of the device is known. None without one.
    pub(crate) fn health(&self, at: Instant) -> Option<Health> {
        Some(self.feed.as_ref()?.health(at))
    }

    /// The name and rate of the device. None without one.
    pub(crate) fn device(&mut self) -> Option<(String, u32)> {
        self.renew();
        self.feed.as_ref()?.device().cloned()
    }

    /// How much sound has been pushed, heard or not.
    pub(crate) fn pushed(&self) -> SongTime {
        SongTime::of_frame(self.made as i64, FRAMES_A_SECOND)
    }

    /// Sets what samples are multiplied by; it is reached smoothly.
    pub(crate) fn set_gain(&self, gain: f32) {
        self.gain.set(gain);
    }

    /// Goes on with the newest device.
    fn renew(&mut self) {
        if let Some(feed) = self.feeds.try_iter().last() {
            self.past_epochs = self.epoch() + 1;
            self.feed = Some(feed);
        }
    }
}

impl Drop for Sound {
    fn drop(&mut self) {
        self.rest();
        if self.feed.is_some() {
            // A device that is closed at full volume pops.
            self.gain.set(0.0);
            thread::sleep(FADE);
        }
        self.life = None;
        // An error means that there is nothing to wait for.
        let _ = self.ended.recv_timeout(FAREWELL);
    }
}
