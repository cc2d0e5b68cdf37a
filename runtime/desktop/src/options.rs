//! What a window is opened with, and how it can fail to open.

use std::path::PathBuf;
use std::sync::Arc;

use console::{Cart, Console, DiskHost, Handed, Replay, Saves, Sessions};

use crate::calibration::Calibrated;

/// Hears what goes on: lines for the terminal. Nothing is printed here.
pub type Log = Arc<dyn Fn(&str) + Send + Sync>;

/// Hears what a calibration has found.
pub type OnCalibrated = Arc<dyn Fn(&Calibrated, Option<&(String, u32)>) + Send + Sync>;

/// Bytes for states to go back to: a minute of nearly every cart.
pub const REWIND_MEMORY: usize = 256 << 20;

/// Which way pictures get onto the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presenter {
    /// The GPU if there is a real one that works, else the CPU.
    #[default]
    Auto,
    /// The GPU, be it software, or an error.
    Gpu,
    /// The CPU; no graphics driver is loaded.
    Cpu,
}

/// Where what is played is written down, as a replay.
#[derive(Clone, Debug)]
pub enum RecordTo {
    /// Nowhere.
    Nothing,
    /// To a new file of these, of which the last five of a cart are kept.
    Sessions(Sessions),
    /// To this file; a cart that is dropped on the window is written over it.
    File(PathBuf),
}

/// Everything a window is opened with.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct RunOptions {
    /// The cart to play first.
    pub cart: Cart,
    /// Where it came from; F5 on the error screen reads it again.
    pub file: Option<PathBuf>,
    /// Options of the console, for every cart that is loaded.
    pub console: console::Options,
    /// Where carts' persistent memory is kept; nowhere if none.
    pub saves: Option<Saves>,
    /// Where the session is written down.
    pub record_to: RecordTo,
    /// Watch this replay of the cart instead of playing.
    pub watched: Option<Replay>,
    /// Open in full screen, whatever the settings say.
    pub fullscreen: bool,
    /// How to present.
    pub presenter: Presenter,
    /// Scale of the window; else the one last used, else 3.
    pub scale: Option<u32>,
    /// Open with the pause menu.
    pub paused: bool,
    /// Without sound until the player turns it on; not kept as a setting.
    pub muted: bool,
    /// Another settings file than the platform's standard one.
    pub settings: Option<PathBuf>,
    /// Another folder for saved pictures than the player's own.
    pub pictures: Option<PathBuf>,
    /// Handed to the cart in its first tick.
    pub handed: Vec<Handed>,
    /// Close after this many ticks, for tests.
    pub quit_after: Option<u64>,
    /// Developer mode: F3 shows the beat, the verdicts and the clock.
    pub developer: bool,
    /// Only calibrate: this hears what was found, with the sound device's
    /// name and rate, unless the player leaves.
    pub calibrated: Option<OnCalibrated>,
    /// Hears when the console's clock was 0, in nanoseconds of the system's
    /// time since 1970, and again when that moves; for tests.
    pub clock_log: Option<Log>,
    /// The player may not go back in time.
    pub no_rewind: bool,
    /// Bytes for the states to go back to; none keeps nothing.
    pub rewind_memory: usize,
    /// Hears what carts `trace`.
    pub trace: Log,
    /// Hears what goes wrong, a cart's errors first.
    pub log: Log,
    /// Hears what was chosen and found: presenter, gamepads.
    pub notes: Log,
}

impl RunOptions {
    /// Plays a cart with the standard choices, and tells nobody.
    pub fn new(cart: Cart) -> Self {
        Self {
            cart,
            file: None,
            console: console::Options::default(),
            saves: Saves::platform(),
            record_to: Sessions::platform().map_or(RecordTo::Nothing, RecordTo::Sessions),
            watched: None,
            fullscreen: false,
            presenter: Presenter::Auto,
            scale: None,
            paused: false,
            muted: false,
            settings: None,
            pictures: None,
            handed: Vec::new(),
            quit_after: None,
            developer: false,
            calibrated: None,
            clock_log: None,
            no_rewind: false,
            rewind_memory: REWIND_MEMORY,
            trace: Arc::new(|_| {}),
            log: Arc::new(|_| {}),
            notes: Arc::new(|_| {}),
        }
    }
}

/// What every console that is opened gets, however many carts are dropped.
#[derive(Clone)]
pub(crate) struct Outside {
    /// Seed and limits.
    pub(crate) options: console::Options,
    /// Where persistent memory is kept.
    pub(crate) saves: Option<Saves>,
    /// Where sessions are written down.
    pub(crate) record_to: RecordTo,
    /// Bytes for the states to go back to.
    pub(crate) rewind_memory: usize,
    /// Hears what carts `trace`.
    pub(crate) trace: Log,
    /// Hears everything else.
    pub(crate) log: Log,
}

impl Outside {
    /// Puts a cart into a console with saves, clock and terminal.
    pub(crate) fn console(&self, cart: Cart) -> Console {
        let mut console = Console::new(cart, self.options, Box::new(self.host()));
        console.keep_states(self.rewind_memory);
        console
    }

    /// Saves, clock and terminal.
    pub(crate) fn host(&self) -> DiskHost {
        let (trace, log) = (Arc::clone(&self.trace), Arc::clone(&self.log));
        DiskHost::new(
            self.saves.clone(),
            move |text, _| trace(&String::from_utf8_lossy(text)),
            move |warning| log(warning),
        )
        .with_songs(crate::songs)
    }
}

/// Why there is no window, or no longer.
#[derive(Debug, thiserror::Error)]
pub enum DesktopError {
    /// There is no display to open a window on.
    #[error("no display: {0}; `downbeat record` plays without one")]
    NoDisplay(String),
    /// The display refused the window.
    #[error("the window cannot be opened: {0}")]
    Window(String),
    /// Neither GPU nor CPU can draw on the window.
    #[error("nothing can be shown: {0}")]
    Presenter(String),
    /// The replay cannot be watched.
    #[error("{0}")]
    Replay(String),
    /// A bug of ours.
    #[error("the console has crashed: {0}")]
    Crashed(String),
}
