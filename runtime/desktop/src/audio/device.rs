//! What the watch asks of a sound device. The real one is in `speaker.rs`;
//! tests have some that fail in every way there is.

use super::pump::Plug;

/// A way to the default device.
pub(super) trait AudioDevice: Send {
    /// Opens it and starts calling a pump that `plug` has made. It may take
    /// long: it is called on a thread that is not waited for, and that closes
    /// the stream in the end.
    fn open(&mut self, plug: &mut Plug) -> Result<Opened, String>;
}

/// A device that plays.
pub(super) struct Opened {
    /// Dropping this closes it, which may take for ever.
    pub(super) stream: Box<dyn Send>,
    /// What it is called.
    pub(super) name: String,
    /// Frames a second that it takes.
    pub(super) rate: u32,
}
