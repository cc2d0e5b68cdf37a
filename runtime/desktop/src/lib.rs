//! The console in a window: [`run`] opens one and plays until it is closed.
//!
//! Two threads share the work. The main thread handles the window's events
//! and does nothing but stamp them with the time and pass them on, so no
//! input ever waits. The stage's thread owns the console and the presenter:
//! it runs ticks by the monotonic clock and may wait for the display.
#![allow(
    clippy::disallowed_methods,
    reason = "this is where the clock and the player's files are"
)]

#[cfg(feature = "sound")]
mod audio;
mod bindings;
mod calibration;
mod doctor;
mod edges;
mod error_screen;
mod events;
mod frame;
mod gamepads;
mod input;
mod keepsakes;
mod keys;
mod latch;
mod latencies;
mod layout;
mod loudness;
mod menu;
mod options;
mod pacing;
mod present;
mod settings;
#[cfg(not(feature = "sound"))]
mod silence;
mod song;
mod stage;
mod thumbnail;
mod window;

#[cfg(feature = "sound")]
use audio as sound;
#[cfg(not(feature = "sound"))]
use silence as sound;

pub use calibration::{Calibrated, Figures, Refusal};
pub use doctor::{Findings, doctor};
pub use latencies::Latencies;
pub use options::{
    DesktopError, Log, OnCalibrated, Presenter, REWIND_MEMORY, RecordTo, RunOptions,
};
pub use song::songs;
pub use window::run;
