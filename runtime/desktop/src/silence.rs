//! Stands in for `audio.rs` in a build without the feature `sound`: nothing
//! is heard, and no sound library is needed.
#![allow(
    clippy::needless_pass_by_value,
    clippy::unused_self,
    reason = "it has the form of the real one"
)]

use std::time::Instant;

use console::conductor::SongTime;
use console::conductor::estimator::Health;

use crate::options::Log;

/// Frames a second that a console is to make; none, as nobody hears them.
pub(crate) const RATE: Option<u32> = None;

/// A device that is not there.
pub(crate) struct Sound;

impl Sound {
    /// Opens nothing and says nothing.
    pub(crate) fn open(_log: Log, _notes: Log) -> Self {
        Self
    }

    /// Whether there is anything to set in the menu.
    pub(crate) fn is_built_in() -> bool {
        false
    }

    /// Drops what a tick has made.
    pub(crate) fn push(&mut self, _frames: &[i16]) {}

    /// Does nothing.
    pub(crate) fn rest(&mut self) {}

    /// Nothing is ever heard.
    pub(crate) fn heard(&mut self, _at: Instant) -> Option<SongTime> {
        None
    }

    /// Nothing ever changes.
    pub(crate) fn epoch(&self) -> u32 {
        0
    }

    /// There is no device to know.
    pub(crate) fn health(&self, _at: Instant) -> Option<Health> {
        None
    }

    /// There is no device to name.
    pub(crate) fn device(&mut self) -> Option<(String, u32)> {
        None
    }

    /// Nothing counts.
    pub(crate) fn pushed(&self) -> SongTime {
        SongTime::ZERO
    }

    /// Does nothing.
    pub(crate) fn set_gain(&self, _gain: f32) {}
}

/// Says why there is none.
pub(crate) fn found() -> Result<String, String> {
    Err("this build is without sound".into())
}
