//! Copies between memory and the cart's eight banks.
//!
//! Banks are shared until a cart stores into one: a copy of the machine then
//! costs eight pointers, and storing copies only the bank that changes.

use std::sync::Arc;

use crate::address::{
    EFFECTS, EFFECTS_SIZE, FLAGS, FLAGS_SIZE, MAP, MAP_SIZE, PALETTE_SIZE, PATTERNS, PATTERNS_SIZE,
    SCREEN_SIZE, SHEET_SIZE, TRACKS, TRACKS_SIZE, WAVES, WAVES_SIZE,
};
use crate::bank::{BANKS, Bank};
use crate::machine::Machine;
use crate::nibbles::{pack, unpack};

/// The bits of a sync mask.
pub mod section {
    /// Background tiles.
    pub const TILES: u32 = 1;
    /// Foreground sprites.
    pub const SPRITES: u32 = 1 << 1;
    /// The tile map.
    pub const MAP: u32 = 1 << 2;
    /// Waveforms and sound effects.
    pub const SFX: u32 = 1 << 3;
    /// Patterns and tracks.
    pub const MUSIC: u32 = 1 << 4;
    /// The palette.
    pub const PALETTE: u32 = 1 << 5;
    /// Sprite flags.
    pub const FLAGS: u32 = 1 << 6;
    /// Screen memory.
    pub const SCREEN: u32 = 1 << 7;
    /// Everything.
    pub const ALL: u32 = 0xff;
}

/// A bank that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("sync: bank must be 0 to 7, got {0}")]
pub struct SyncError(pub i32);

impl Machine {
    /// Copies sections from a bank to memory, or back with `to_cart`. Mask 0
    /// is everything; a section is copied at most once a tick.
    pub fn sync(&mut self, mask: i32, bank: i32, to_cart: bool) -> Result<(), SyncError> {
        let index = usize::try_from(bank).ok().filter(|&bank| bank < BANKS);
        let index = index.ok_or(SyncError(bank))?;
        let mask = if mask == 0 {
            section::ALL
        } else {
            mask as u32 & section::ALL
        };
        let mask = mask & !self.synced;
        self.synced |= mask;
        if to_cart {
            self.store(mask, index);
        } else {
            self.load(mask, index);
        }
        Ok(())
    }

    /// Copies sections of a bank to memory.
    pub(crate) fn load(&mut self, mask: u32, index: usize) {
        let bank = Arc::clone(&self.banks[index]);
        let has = |section: u32| mask & section != 0;
        let middle = SHEET_SIZE * 2;
        if has(section::TILES) {
            unpack(&bank.tiles[..], &mut self.sheet.nibbles[..middle]);
        }
        if has(section::SPRITES) {
            unpack(&bank.sprites[..], &mut self.sheet.nibbles[middle..]);
        }
        let mut copy = |section: u32, address: usize, bytes: &[u8]| {
            if has(section) {
                self.ram
                    .slice_mut(address, bytes.len())
                    .copy_from_slice(bytes);
            }
        };
        copy(section::MAP, MAP, &bank.map[..]);
        copy(section::SFX, WAVES, &bank.waves[..]);
        copy(section::SFX, EFFECTS, &bank.sfx[..]);
        copy(section::MUSIC, PATTERNS, &bank.patterns[..]);
        copy(section::MUSIC, TRACKS, &bank.tracks[..]);
        copy(section::FLAGS, FLAGS, &bank.flags[..]);
        if has(section::SCREEN) {
            unpack(&bank.screen[..], &mut self.screen.video_mut().pixels[..]);
        }
        if has(section::PALETTE) {
            self.screen.banks[0]
                .palette_mut()
                .copy_from_slice(&bank.palettes[0]);
            if bank.palettes[1] != [0; PALETTE_SIZE] {
                self.screen.banks[1]
                    .palette_mut()
                    .copy_from_slice(&bank.palettes[1]);
            }
        }
    }

    /// Copies sections of memory to a bank.
    fn store(&mut self, mask: u32, index: usize) {
        let bank: &mut Bank = Arc::make_mut(&mut self.banks[index]);
        let has = |section: u32| mask & section != 0;
        let middle = SHEET_SIZE * 2;
        if has(section::TILES) {
            pack(&self.sheet.nibbles[..middle], &mut bank.tiles[..]);
        }
        if has(section::SPRITES) {
            pack(&self.sheet.nibbles[middle..], &mut bank.sprites[..]);
        }
        if has(section::MAP) {
            bank.map.copy_from_slice(self.ram.slice(MAP, MAP_SIZE));
        }
        if has(section::SFX) {
            bank.waves
                .copy_from_slice(self.ram.slice(WAVES, WAVES_SIZE));
            bank.sfx
                .copy_from_slice(self.ram.slice(EFFECTS, EFFECTS_SIZE));
        }
        if has(section::MUSIC) {
            bank.patterns
                .copy_from_slice(self.ram.slice(PATTERNS, PATTERNS_SIZE));
            bank.tracks
                .copy_from_slice(self.ram.slice(TRACKS, TRACKS_SIZE));
        }
        if has(section::FLAGS) {
            bank.flags
                .copy_from_slice(self.ram.slice(FLAGS, FLAGS_SIZE));
        }
        if has(section::SCREEN) {
            let pixels = &self.screen.video().pixels[..SCREEN_SIZE * 2];
            pack(pixels, &mut bank.screen[..]);
        }
        if has(section::PALETTE) {
            for (stored, video) in bank.palettes.iter_mut().zip(&self.screen.banks) {
                stored.copy_from_slice(video.palette());
            }
        }
    }
}
