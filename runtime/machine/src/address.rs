//! The memory map: where each part of the 96 KiB begins and how long it is.
//!
//! Carts know these numbers by heart, so they are the one fixed point of the
//! machine; every other file names them from here.

/// Bytes of the whole address space.
pub const MEMORY_SIZE: usize = 0x18000;

/// Bytes of screen memory, two pixels a byte, low nibble left.
pub const SCREEN_SIZE: usize = 16_320;
/// 16 colors of red, green, blue; per video bank.
pub const PALETTE: usize = 0x03FC0;
/// Bytes of a palette.
pub const PALETTE_SIZE: usize = 48;
/// 16 nibbles through which drawing colors pass; per video bank.
pub const PALETTE_MAP: usize = 0x03FF0;
/// Border color of bank 0, transparent color of bank 1 (low nibble).
pub const BORDER: usize = 0x03FF8;
/// Signed horizontal offset of the shown picture; the vertical one follows.
pub const OFFSET: usize = 0x03FF9;
/// Cursor: bits 0-6 a sprite, bit 7 a system cursor.
pub const CURSOR: usize = 0x03FFB;
/// Blit segment (low nibble): which memory sprites are read from.
pub const SEGMENT: usize = 0x03FFC;
/// End of the window of video memory.
pub const VIDEO_END: usize = 0x04000;

/// 256 background tiles of 32 bytes.
pub const TILES: usize = 0x04000;
/// 256 foreground sprites of 32 bytes.
pub const SPRITES: usize = 0x06000;
/// Bytes of 256 tiles.
pub const SHEET_SIZE: usize = 8192;
/// 240 x 136 cells of one byte.
pub const MAP: usize = 0x08000;
/// Bytes of the map.
pub const MAP_SIZE: usize = MAP_WIDTH * MAP_HEIGHT;
/// Cells in a row of the map.
pub const MAP_WIDTH: usize = 240;
/// Rows of the map.
pub const MAP_HEIGHT: usize = 136;

/// 4 pads of 8 buttons.
pub const GAMEPADS: usize = 0x0FF80;
/// Mouse: x, y, 16 bits of buttons and wheels.
pub const MOUSE: usize = 0x0FF84;
/// Up to 4 codes of keys that are down.
pub const KEYBOARD: usize = 0x0FF88;

/// Positions of the 4 running effects: wave, volume, chord, pitch.
pub const EFFECT_STATE: usize = 0x0FF8C;
/// Bytes of the effect positions.
pub const EFFECT_STATE_SIZE: usize = 16;
/// 4 sound registers of 18 bytes.
pub const REGISTERS: usize = 0x0FF9C;
/// Bytes of one sound register.
pub const REGISTER_SIZE: usize = 18;
/// 16 waveforms of 16 bytes.
pub const WAVES: usize = 0x0FFE4;
/// Bytes of the waveforms.
pub const WAVES_SIZE: usize = 256;
/// 64 effects of 66 bytes.
pub const EFFECTS: usize = 0x100E4;
/// Bytes of the effects.
pub const EFFECTS_SIZE: usize = 4224;
/// 60 patterns of 64 rows of 3 bytes.
pub const PATTERNS: usize = 0x11164;
/// Bytes of the patterns.
pub const PATTERNS_SIZE: usize = 11_520;
/// 8 tracks of 51 bytes.
pub const TRACKS: usize = 0x13E64;
/// Bytes of the tracks.
pub const TRACKS_SIZE: usize = 408;
/// Music state: track, frame, row, flags.
pub const MUSIC_STATE: usize = 0x13FFC;
/// Stereo nibbles, low left, high right, a byte a channel.
pub const STEREO: usize = 0x14000;

/// 256 numbers that outlive the cart's run.
pub const PERSISTENT: usize = 0x14004;
/// Bytes of the persistent memory.
pub const PERSISTENT_SIZE: usize = 1024;
/// 512 bytes of sprite flags.
pub const FLAGS: usize = 0x14404;
/// Bytes of the sprite flags.
pub const FLAGS_SIZE: usize = 512;
/// The regular font, its parameters in the place of glyph 127.
pub const FONT: usize = 0x14604;
/// Bytes of both fonts.
pub const FONTS_SIZE: usize = 2048;
/// Advance and line height of the regular font.
pub const FONT_PARAMETERS: usize = 0x149FC;
/// Advance and line height of the small font.
pub const SMALL_FONT_PARAMETERS: usize = 0x14DFC;
/// Key codes of the 32 buttons.
pub const BUTTON_MAPPING: usize = 0x14E04;
/// 128 unsigned samples that are played once.
pub const SAMPLES: usize = 0x14E24;
/// Bytes of the samples.
pub const SAMPLES_SIZE: usize = 128;
