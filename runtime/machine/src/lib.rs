//! The fantasy hardware: memory map, screen, tiles, text, input, sound.
//!
//! A `Machine` holds all state and has a method for each drawing, memory and
//! input function; `Input` is what the player does in a tick, `Picture` what
//! is shown. No Lua and no I/O here: numbers in, pixels and registers out.
//!
//! ```
//! use machine::{Bank, Input, Machine, Size};
//!
//! let mut bank = Bank::default();
//! bank.palettes[0][3..6].copy_from_slice(&[0xff, 0xcd, 0x75]);
//! let mut machine = Machine::new(Size::default(), vec![bank]);
//! machine.begin_tick(&Input::default());
//! machine.circ(120, 68, 20, 1);
//! machine.end_tick();
//! for row in 0..machine.picture().height {
//!     machine.compose_row(row);
//! }
//! assert_eq!(machine.picture().screen().rgba[(68 * 240 + 120) * 4..][..3], [0xff, 0xcd, 0x75]);
//! ```

pub mod address;
mod bank;
mod beat_grid;
mod blit;
mod chip;
mod clip;
mod compose;
mod depth;
mod effects;
mod ellipses;
mod font;
mod hash;
mod image;
mod input;
mod lines;
mod machine;
mod memory;
mod music;
mod nibbles;
mod number;
mod paint;
mod persistent;
mod ram;
mod rectangles;
mod resumed;
mod scanned;
mod screen;
mod sheet;
mod size;
mod sound;
mod sprites;
mod sync;
#[cfg(test)]
mod tests;
mod text;
mod texture;
mod textured;
mod tilemap;
mod triangles;

pub use bank::{BANKS, Bank, Section};
pub use beat_grid::{BeatGrid, GridEnd, GridRow};
pub use blit::ColorKeys;
pub use clip::Clip;
pub use compose::Picture;
pub use hash::{Concern, PIECES};
pub use input::{BUTTONS, Input, KEYS, KEYS_AT_ONCE, Mouse};
pub use machine::Machine;
pub use persistent::PERSISTENT_NUMBERS;
pub use resumed::{KeptEffect, KeptMusic};
pub use scanned::ScannedTriangle;
pub use size::{HEIGHT, Size, SizeError, WIDTH};
pub use sound::{CHANNELS, EFFECT_COUNT, EffectCall, MusicCall, SoundError, TRACK_COUNT};
pub use sprites::Sprite;
pub use sync::{SyncError, section};
pub use texture::TextureSource;
pub use textured::TexturedTriangle;
pub use tilemap::MapView;
