//! Where the pixels of textured triangles come from.
//!
//! Each combination of source and pixel depth is a type of its own, so that the
//! inner loops are compiled for it and look nothing up twice.

use crate::address::{MAP, MAP_HEIGHT, MAP_WIDTH};
use crate::ram::Ram;
use crate::screen::Video;
use crate::sheet::{NIBBLES, Segment, Sheet};
use crate::size::Size;

/// Where the pixels of a textured triangle come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureSource {
    /// Tiles and sprites, 128 pixels wide and 256 high, repeated.
    Tiles,
    /// The map, 1920 x 1088 pixels, repeated.
    Map,
    /// The screen of the video bank that is not chosen, repeated.
    OtherBank,
}

impl TextureSource {
    /// The source of a number: 0 tiles, 1 map, 2 the other video bank.
    pub fn from_number(number: i32) -> Option<TextureSource> {
        match number {
            0 => Some(TextureSource::Tiles),
            1 => Some(TextureSource::Map),
            2 => Some(TextureSource::OtherBank),
            _ => None,
        }
    }
}

/// Something with a color at every position.
pub(crate) trait Texture {
    /// The color at a position, which may be any.
    fn color(&self, u: i32, v: i32) -> u8;
}

/// Work that is done with a texture of any type.
pub(crate) trait Fill {
    /// Does the work.
    fn fill(self, texture: &impl Texture);
}

/// What textures are made of.
pub(crate) struct Sources<'a> {
    pub(crate) segment: Segment,
    pub(crate) sheet: &'a Sheet,
    pub(crate) ram: &'a Ram,
    /// The video bank that is not chosen.
    pub(crate) other: &'a Video,
    pub(crate) size: Size,
}

impl Sources<'_> {
    /// Hands the texture of a source to the work.
    pub(crate) fn fill(&self, source: TextureSource, work: impl Fill) {
        match (source, self.segment.plain_bank()) {
            (TextureSource::Tiles, Some(bank)) => {
                work.fill(&PlainTiles {
                    nibbles: &self.sheet.nibbles,
                    bank,
                });
            }
            (TextureSource::Tiles, None) => work.fill(&AnyTiles(self)),
            (TextureSource::Map, Some(bank)) => {
                let tiles = PlainTiles {
                    nibbles: &self.sheet.nibbles,
                    bank,
                };
                work.fill(&PlainMap {
                    tiles,
                    ram: self.ram,
                });
            }
            (TextureSource::Map, None) => work.fill(&AnyMap(self)),
            (TextureSource::OtherBank, _) => work.fill(&Screen(self)),
        }
    }
}

/// Tiles of 4 bits a pixel.
struct PlainTiles<'a> {
    nibbles: &'a [u8; NIBBLES],
    bank: usize,
}

impl PlainTiles<'_> {
    /// The pixel of a tile.
    #[inline]
    fn pixel(&self, tile: usize, u: usize, v: usize) -> u8 {
        self.nibbles[(tile << 6 | (v & 7) << 3 | u & 7) & (NIBBLES - 1)]
    }
}

impl Texture for PlainTiles<'_> {
    #[inline]
    fn color(&self, u: i32, v: i32) -> u8 {
        let (u, v) = (u as usize, v as usize);
        // Tile and pixel in it, without taking them apart: the columns and
        // rows of a tile are the lowest three bits of u and v, those of the
        // sheet the next four, and the bank is the last one of v.
        let column = (u & 7) + (u & 0x78) * 8;
        let row = (v & 7) * 8 + (v & 0xf8) * 128;
        self.nibbles[(column + row) ^ (self.bank & 1) << 14]
    }
}

/// The map with tiles of 4 bits a pixel.
struct PlainMap<'a> {
    tiles: PlainTiles<'a>,
    ram: &'a Ram,
}

impl Texture for PlainMap<'_> {
    #[inline]
    fn color(&self, u: i32, v: i32) -> u8 {
        let (u, v) = wrapped(u, v);
        let tile = self.ram.byte(MAP + v / 8 * MAP_WIDTH + u / 8);
        self.tiles
            .pixel(self.tiles.bank << 8 | usize::from(tile), u, v)
    }
}

/// Tiles of fewer bits a pixel.
struct AnyTiles<'a>(&'a Sources<'a>);

impl Texture for AnyTiles<'_> {
    fn color(&self, u: i32, v: i32) -> u8 {
        self.0.segment.pixel(self.0.sheet, self.0.ram, u, v)
    }
}

/// The map with tiles of fewer bits a pixel.
struct AnyMap<'a>(&'a Sources<'a>);

impl Texture for AnyMap<'_> {
    fn color(&self, u: i32, v: i32) -> u8 {
        let Sources {
            segment,
            sheet,
            ram,
            ..
        } = *self.0;
        let (u, v) = wrapped(u, v);
        let tile = usize::from(ram.byte(MAP + v / 8 * MAP_WIDTH + u / 8));
        segment.local_pixel(sheet, ram, tile, u % 8, v % 8)
    }
}

/// The screen of the other bank.
struct Screen<'a>(&'a Sources<'a>);

impl Texture for Screen<'_> {
    #[inline]
    fn color(&self, u: i32, v: i32) -> u8 {
        let (width, height) = (self.0.size.width(), self.0.size.height());
        let (u, v) = (repeat(u, width), repeat(v, height));
        self.0.other.pixels[v * width + u]
    }
}

/// A pixel position on the repeated map.
#[inline]
fn wrapped(u: i32, v: i32) -> (usize, usize) {
    (repeat(u, MAP_WIDTH * 8), repeat(v, MAP_HEIGHT * 8))
}

/// A position in something of a size that is repeated.
#[inline]
fn repeat(at: i32, size: usize) -> usize {
    let inside = at as u32 as usize;
    if inside < size {
        inside
    } else {
        at.rem_euclid(size as i32) as usize
    }
}
