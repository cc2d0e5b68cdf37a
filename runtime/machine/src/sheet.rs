//! Tile and sprite memory, and the blit segments through which it is read.
//!
//! The pixels of tiles and sprites are held one nibble a byte: a row of a tile
//! is 8 bytes in a row. Segments with 2 bits or 1 bit a pixel and the system
//! font as a sheet are derived from nibbles and bytes when they are read.

use crate::address::{FONT, SHEET_SIZE};
use crate::bank::zeros;
use crate::ram::Ram;

/// Nibbles of tiles and sprites.
pub(crate) const NIBBLES: usize = SHEET_SIZE * 4;
/// Pixels of a tile side.
pub(crate) const TILE: usize = 8;

/// Tiles and sprites, one nibble a byte.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    pub(crate) nibbles: Box<[u8; NIBBLES]>,
}

impl Sheet {
    /// Empty tiles and sprites.
    pub(crate) fn new() -> Sheet {
        Sheet { nibbles: zeros() }
    }
}

/// The 64 pixels of a tile, row by row.
pub(crate) type Tile = [u8; TILE * TILE];

/// How a blit segment cuts sheet memory into tiles.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Segment {
    /// Power of two of the pages of 16 columns side by side in a bank; also
    /// that of the pixels in a nibble.
    power: u32,
    /// Page of the bank where the segment begins.
    page: usize,
    /// 0 background, 1 foreground.
    bank: usize,
    /// Whether tiles are the glyphs of the system font.
    font: bool,
}

impl Segment {
    /// The segment of a number; only the low nibble counts.
    #[inline]
    pub(crate) fn new(number: u8) -> Segment {
        let number = usize::from(number & 15);
        let (power, rest) = match number {
            0..4 => (0, number % 2),
            4..8 => (1, number - 4),
            _ => (2, number - 8),
        };
        Segment {
            power,
            page: rest & ((1 << power) - 1),
            bank: rest >> power,
            font: number < 2,
        }
    }

    /// The segment `font` reads glyphs from: the same one in the other bank.
    pub(crate) fn other_bank(number: u8) -> Segment {
        let number = number & 15;
        Segment::new(match number {
            0..4 => number ^ 1,
            4..8 => number ^ 2,
            _ => number ^ 4,
        })
    }

    /// Tiles in a row of the sheet: the distance to the tile below.
    pub(crate) fn columns(self) -> i32 {
        16 << self.power
    }

    /// Width of a bank in pixels.
    pub(crate) fn width(self) -> i32 {
        128 << self.power
    }

    /// The tile of a number in a segment whose tiles are not held as such;
    /// `local` keeps it inside the segment's page.
    #[inline(never)]
    pub(crate) fn derived(self, sheet: &Sheet, ram: &Ram, number: i32, local: bool) -> Tile {
        if local {
            self.local_tile(sheet, ram, number as usize)
        } else {
            self.tile(sheet, ram, number)
        }
    }

    /// The tile of a number that counts on through the rows of the whole sheet
    /// and into the next bank; a row wraps around at this segment's own page.
    fn tile(self, sheet: &Sheet, ram: &Ram, number: i32) -> Tile {
        let number = (number & i32::MAX) as usize;
        if self.font {
            return glyph(ram, number & 511);
        }
        let row = (number / 16) >> self.power;
        let bank = (self.bank + row / 16) % 2;
        let page = (self.page + number / 16) & ((1 << self.power) - 1);
        let row = row % 16;
        self.paged(sheet, bank, page, row * 16 + number % 16)
    }

    /// The tile of a map cell or glyph: it stays inside the segment's page.
    pub(crate) fn local_tile(self, sheet: &Sheet, ram: &Ram, number: usize) -> Tile {
        if self.font {
            return glyph(ram, number & 255);
        }
        self.paged(sheet, self.bank, self.page, number & 255)
    }

    /// The bank of a segment with 4 bits a pixel.
    #[inline]
    pub(crate) fn plain_bank(self) -> Option<usize> {
        (self.power == 0 && !self.font).then_some(self.bank)
    }

    /// The tile of a number, if the segment has 4 bits a pixel.
    #[inline]
    pub(crate) fn plain(self, sheet: &Sheet, number: i32) -> Option<&Tile> {
        self.plain_bank().map(|bank| {
            let bank = bank ^ (number >> 8 & 1) as usize;
            let (tiles, _) = sheet.nibbles.as_chunks::<{ TILE * TILE }>();
            &tiles[bank * 256 + (number & 255) as usize]
        })
    }

    /// The color of a texture pixel: the sheet is as wide as all pages of a
    /// bank and two banks high, and repeats.
    pub(crate) fn pixel(self, sheet: &Sheet, ram: &Ram, x: i32, y: i32) -> u8 {
        let x = (x.wrapping_add(self.page as i32 * 128) & (self.width() - 1)) as usize;
        let y = (y & 255) as usize;
        if self.font {
            let number = (y / TILE) * 16 + x / TILE;
            return glyph_pixel(ram, number, x % TILE, y % TILE);
        }
        self.nibble_pixel(sheet, (self.bank + y / 128) % 2, x, y % 128)
    }

    /// The color of a pixel of a tile in the segment's own page.
    pub(crate) fn local_pixel(
        self,
        sheet: &Sheet,
        ram: &Ram,
        number: usize,
        x: usize,
        y: usize,
    ) -> u8 {
        if self.font {
            return glyph_pixel(ram, number, x, y);
        }
        let column = self.page * 16 + number % 16;
        self.nibble_pixel(sheet, self.bank, column * TILE + x, number / 16 * TILE + y)
    }

    /// A pixel of a bank: with fewer bits, each nibble holds pixels that lie
    /// side by side, the left one in the low bits.
    #[inline]
    fn nibble_pixel(self, sheet: &Sheet, bank: usize, x: usize, y: usize) -> u8 {
        let column = x >> self.power;
        let tile = bank * 256 + y / TILE * 16 + column / TILE;
        let nibble = sheet.nibbles[tile * TILE * TILE + y % TILE * TILE + column % TILE];
        let bits = 4 >> self.power;
        let shift = (x & ((1 << self.power) - 1)) as u32 * bits;
        (nibble >> shift) & ((1 << bits) - 1)
    }

    /// A tile of a page of a bank.
    fn paged(self, sheet: &Sheet, bank: usize, page: usize, number: usize) -> Tile {
        let left = (page * 16 + number % 16) * TILE;
        let top = number / 16 * TILE;
        std::array::from_fn(|at| self.nibble_pixel(sheet, bank, left + at % TILE, top + at / TILE))
    }
}

/// A glyph of the system font as a tile of colors 0 and 1; numbers go on past
/// both fonts into the memory behind them.
fn glyph(ram: &Ram, number: usize) -> Tile {
    let mut tile = [0; TILE * TILE];
    for (row, pixels) in tile.chunks_exact_mut(TILE).enumerate() {
        let bits = ram.byte(FONT + number * TILE + row);
        for (column, pixel) in pixels.iter_mut().enumerate() {
            *pixel = (bits >> column) & 1;
        }
    }
    tile
}

/// A pixel of a glyph of the system font.
fn glyph_pixel(ram: &Ram, number: usize, x: usize, y: usize) -> u8 {
    (ram.byte(FONT + number * TILE + y) >> x) & 1
}
