//! The assets of one of a cart's eight banks.
//!
//! Sections are boxed slices of fixed length, so that a bank of 82 KiB never
//! passes over the stack and a copy of one is a copy of its parts.

use crate::address::{
    EFFECTS_SIZE, FLAGS_SIZE, MAP_SIZE, PALETTE_SIZE, PATTERNS_SIZE, SCREEN_SIZE, SHEET_SIZE,
    TRACKS_SIZE, WAVES_SIZE,
};

/// Number of banks in a cart.
pub const BANKS: usize = 8;

/// One bank: every section in the layout it has in memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bank {
    /// 256 background tiles of 32 bytes.
    pub tiles: Section<SHEET_SIZE>,
    /// 256 foreground sprites of 32 bytes.
    pub sprites: Section<SHEET_SIZE>,
    /// 240 x 136 map cells.
    pub map: Section<MAP_SIZE>,
    /// 16 waveforms of 32 nibbles.
    pub waves: Section<WAVES_SIZE>,
    /// 64 sound effects of 66 bytes.
    pub sfx: Section<EFFECTS_SIZE>,
    /// 60 music patterns of 192 bytes.
    pub patterns: Section<PATTERNS_SIZE>,
    /// 8 music tracks of 51 bytes.
    pub tracks: Section<TRACKS_SIZE>,
    /// 512 bytes of sprite flags.
    pub flags: Section<FLAGS_SIZE>,
    /// The palettes of video bank 0 and 1; all zero means there is none.
    pub palettes: [[u8; PALETTE_SIZE]; 2],
    /// The cover: screen memory when the cart starts, unless all zero.
    pub screen: Section<SCREEN_SIZE>,
}

/// A section of a bank: its bytes, on the heap.
pub type Section<const N: usize> = Box<[u8; N]>;

impl Default for Bank {
    fn default() -> Bank {
        Bank {
            tiles: zeros(),
            sprites: zeros(),
            map: zeros(),
            waves: zeros(),
            sfx: zeros(),
            patterns: zeros(),
            tracks: zeros(),
            flags: zeros(),
            palettes: [[0; PALETTE_SIZE]; 2],
            screen: zeros(),
        }
    }
}

/// A zeroed array that is made on the heap, never on the stack.
#[allow(clippy::unnecessary_box_returns)]
pub(crate) fn zeros<const N: usize>() -> Box<[u8; N]> {
    vec![0; N]
        .try_into()
        .expect("the vector was made with this length")
}
