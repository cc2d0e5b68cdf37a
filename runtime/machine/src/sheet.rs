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
    /// Bits of a pixel: 4, 2 or 1.
    bits: u32,
    /// Pages of 16 columns side by side in a bank: 1, 2 or 4.
    pages: usize,
    /// Page of the bank where the segment begins.
    page: usize,
    /// 0 background, 1 foreground.
    bank: usize,
    /// Whether tiles are the glyphs of the system font.
    font: bool,
}

impl Segment {
    /// The segment of a number; only the low nibble counts.
    pub(crate) fn new(number: u8) -> Segment {
        let number = usize::from(number & 15);
        let bits_of = |bits: u32, pages: usize, rest: usize| Segment {
            bits,
            pages,
            page: rest % pages,
            bank: rest / pages,
            font: false,
        };
        match number {
            0 | 1 => Segment {
                bits: 1,
                pages: 1,
                page: 0,
                bank: number,
                font: true,
            },
            2 | 3 => bits_of(4, 1, number - 2),
            4..8 => bits_of(2, 2, number - 4),
            _ => bits_of(1, 4, number - 8),
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
        16 * self.pages as i32
    }

    /// Width of a bank in pixels.
    pub(crate) fn width(self) -> i32 {
        128 * self.pages as i32
    }

    /// The tile of a number that counts on through pages and banks, beginning
    /// at this segment's own page.
    pub(crate) fn tile(self, sheet: &Sheet, ram: &Ram, number: i32) -> Tile {
        if self.font {
            return glyph(ram, (number & 255) as usize);
        }
        // Numbers wrap at the end of all pages of both banks.
        let pages = (number >> 8) as usize + self.bank * self.pages + self.page;
        let pages = pages % (2 * self.pages);
        self.paged(sheet, pages, (number & 255) as usize)
    }

    /// The tile of a map cell or texture: it stays inside the segment's page.
    pub(crate) fn local_tile(self, sheet: &Sheet, ram: &Ram, number: usize) -> Tile {
        if self.font {
            return glyph(ram, number);
        }
        self.paged(sheet, self.bank * self.pages + self.page, number & 255)
    }

    /// Where the 64 nibbles of a 4-bit tile begin; `None` for other depths.
    #[inline]
    pub(crate) fn plain(self, number: i32) -> Option<usize> {
        (self.bits == 4).then(|| {
            let bank = (self.bank + (number >> 8) as usize) % 2;
            (bank * 256 + (number & 255) as usize) * TILE * TILE
        })
    }

    /// The color of a texture pixel: the sheet is as wide as all pages of a
    /// bank and two banks high, and repeats.
    #[inline]
    pub(crate) fn pixel(self, sheet: &Sheet, ram: &Ram, x: i32, y: i32) -> u8 {
        let x = (x & (self.width() - 1)) as usize;
        let y = (y & 255) as usize;
        if self.font {
            let number = (y % 128 / TILE) * 16 + x / TILE;
            return glyph_pixel(ram, number, x % TILE, y % TILE);
        }
        let (bank, row) = (y / 128, y % 128 / TILE);
        self.nibble_pixel(
            sheet,
            bank,
            row * 16 * self.pages + x / TILE,
            x % TILE,
            y % TILE,
        )
    }

    /// The color of a pixel of a tile in the segment's own page.
    #[inline]
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
        let index = (number / 16) * 16 * self.pages + self.page * 16 + number % 16;
        self.nibble_pixel(sheet, self.bank, index, x, y)
    }

    /// A pixel of the tile at an index of a bank, rows of all pages counted.
    #[inline]
    fn nibble_pixel(self, sheet: &Sheet, bank: usize, index: usize, x: usize, y: usize) -> u8 {
        let pixel = index * TILE * TILE + y * TILE + x;
        let nibble = sheet.nibbles[bank * SHEET_SIZE * 2 + pixel / self.pages];
        let shift = (pixel % self.pages) as u32 * self.bits;
        (nibble >> shift) & ((1 << self.bits) - 1)
    }

    /// A tile of a page counted over both banks.
    fn paged(self, sheet: &Sheet, page: usize, number: usize) -> Tile {
        let (bank, page) = (page / self.pages, page % self.pages);
        let column = page * 16 + number % 16;
        let index = (number / 16) * 16 * self.pages + column;
        let pixels_per_nibble = self.pages;
        let start = bank * SHEET_SIZE * 2 + index * TILE * TILE / pixels_per_nibble;
        let mut tile = [0; TILE * TILE];
        let mask = (1u8 << self.bits) - 1;
        for (pixel, value) in tile.iter_mut().enumerate() {
            let nibble = sheet.nibbles[start + pixel / pixels_per_nibble];
            let shift = (pixel % pixels_per_nibble) as u32 * self.bits;
            *value = (nibble >> shift) & mask;
        }
        tile
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
