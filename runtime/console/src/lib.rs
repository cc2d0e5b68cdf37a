//! Downbeat's console: a cart, the machine and the script as one thing that
//! ticks.
//!
//! [`Console`] runs a [`Cart`] tick by tick without any clock of its own; the
//! outside is reached through [`Host`]. The crate also holds what hosts
//! share: loading carts from disk, saves, scripted input, pictures.
#![allow(
    clippy::disallowed_methods,
    reason = "this is the lowest crate that may read files and the system's time"
)]

mod assets;
pub mod capture;
mod console;
mod digest;
mod failure;
mod happening;
mod host;
mod input_script;
mod load;
mod picture;
mod recorder;
mod replay;
mod saves;
mod sound;
mod stage;
mod testing;
mod time_machine;
mod variables;

pub use cart::{Cart, CartError, Dialect};
pub use console::{Console, Cursor, Options, Status};
pub use digest::Digest;
pub use failure::CartFailure;
pub use happening::Happening;
pub use host::{Host, NullHost};
pub use input_script::{InputScript, InputScriptError};
pub use load::{LoadError, load_cart, read_cart, read_file};
pub use machine::{Input, Machine, Picture, Size};
pub use picture::{picture_md5, screen_md5, sound_registers};
pub use recorder::{Journal, Recorder, Sessions, Slot, SlotError, Slots};
pub use replay::{
    Clocks, Digests, HandedOver, Held, Loading, Replay, ReplayCart, ReplayError, ReplayEvent,
    ReplayFault, ReplayPlayer, ReplayPress, Rerun, RerunError,
};
pub use saves::{DiskHost, Saves, write_whole};
pub use script::{
    Code, Control, FUNCTIONS, Function, GENERATOR_FUNCTIONS, Handed, NullSongs, OWN_FUNCTIONS,
    Options as ScriptOptions, POSITIONS_A_TICK, Press, Seed, SongFiles, SongOptions, SongPlace,
    SongState, Songs, Timing, Unplayable, Variable, conductor, mapgen,
};
pub use stage::{Judged, Music};
pub use testing::{
    MakeHost, TestCase, TestFailure, TestFile, TestHashes, TestOptions, TestOutput, TestReport,
    TestRun, list_tests,
};
pub use time_machine::{SaveState, TimeError};
