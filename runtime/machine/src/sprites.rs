//! Sprites: tiles drawn with color keys, scale, flips and quarter turns.
//!
//! The common sprite (scale 1, no turn) is copied row by row from the unpacked
//! sheet; everything else goes through one general loop over visible pixels.

use crate::machine::Machine;
use crate::screen::Canvas;
use crate::sheet::{TILE, Tile};

/// The colors that are not drawn, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColorKeys(pub u16);

impl ColorKeys {
    /// No color is left out.
    pub const NONE: ColorKeys = ColorKeys(0);

    /// One color is left out; numbers outside 0..=15 name none.
    pub fn one(color: i32) -> ColorKeys {
        ColorKeys::NONE.with(color)
    }

    /// Leaves out one more color; numbers outside 0..=15 name none.
    #[must_use]
    pub fn with(self, color: i32) -> ColorKeys {
        if (0..16).contains(&color) {
            ColorKeys(self.0 | 1 << color)
        } else {
            self
        }
    }

    /// Whether a color is left out.
    #[inline]
    pub fn has(self, color: u8) -> bool {
        self.0 >> (color & 15) & 1 != 0
    }
}

/// What `spr` draws.
#[derive(Clone, Copy, Debug)]
pub struct Sprite {
    /// Number of the first tile; negative draws nothing.
    pub id: i32,
    /// Column of the left edge.
    pub x: i32,
    /// Row of the upper edge.
    pub y: i32,
    /// Colors that are not drawn, before the palette map.
    pub keys: ColorKeys,
    /// Side of a drawn pixel; below 1 draws nothing.
    pub scale: i32,
    /// Bit 0 flips left and right, bit 1 up and down, after the turns.
    pub flip: i32,
    /// Quarter turns clockwise, before the flips.
    pub rotate: i32,
    /// Tiles in a row.
    pub width: i32,
    /// Rows of tiles.
    pub height: i32,
}

/// How a tile is turned: its drawn axes are mirrored, then exchanged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    mirror_x: bool,
    mirror_y: bool,
    swap: bool,
}

impl Turn {
    /// Quarter turns clockwise come first, then flips.
    pub(crate) fn new(flip: i32, rotate: i32) -> Turn {
        let (horizontal, vertical) = (flip & 1 != 0, flip & 2 != 0);
        let (mirror_x, mirror_y, swap) = match rotate & 3 {
            0 => (horizontal, vertical, false),
            1 => (!horizontal, vertical, true),
            2 => (!horizontal, !vertical, false),
            _ => (horizontal, !vertical, true),
        };
        Turn {
            mirror_x,
            mirror_y,
            swap,
        }
    }

    fn is_none(self) -> bool {
        !(self.mirror_x || self.mirror_y || self.swap)
    }

    /// The source position of a target position, in a source of a given size.
    #[inline]
    fn source(self, x: i32, y: i32, width: i32, height: i32) -> (i32, i32) {
        let (across, down) = if self.swap {
            (height, width)
        } else {
            (width, height)
        };
        let x = if self.mirror_x { across - 1 - x } else { x };
        let y = if self.mirror_y { down - 1 - y } else { y };
        if self.swap { (y, x) } else { (x, y) }
    }
}

/// Colors of a tile as they are drawn: the palette map and the keys.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    pub(crate) map: [u8; 16],
    pub(crate) keys: ColorKeys,
}

impl Machine {
    /// Draws a sprite of one or more tiles. Work is bounded by the tiles and
    /// pixels that are visible.
    pub fn spr(&mut self, sprite: &Sprite) {
        let &Sprite {
            id,
            x,
            y,
            scale,
            width,
            height,
            ..
        } = sprite;
        if id < 0 || scale < 1 || width < 1 || height < 1 {
            return;
        }
        let ink = self.ink(sprite.keys);
        let turn = Turn::new(sprite.flip, sprite.rotate);
        let columns = self.segment().columns();
        let (across, down) = if turn.swap {
            (height, width)
        } else {
            (width, height)
        };
        let side = i64::from(scale) * TILE as i64;
        let clip = self.screen.clip;
        // Only tiles that touch the clip rectangle are visited.
        let (first_column, last_column) = visible(x, side, across, clip.left, clip.right);
        let (first_row, last_row) = visible(y, side, down, clip.top, clip.bottom);
        for row in first_row..last_row {
            for column in first_column..last_column {
                let (tile_x, tile_y) = turn.source(column, row, width, height);
                let number = id
                    .wrapping_add(tile_x)
                    .wrapping_add(tile_y.wrapping_mul(columns));
                let x = (i64::from(x) + i64::from(column) * side) as i32;
                let y = (i64::from(y) + i64::from(row) * side) as i32;
                self.draw_tile(number, false, x, y, &ink, scale, turn);
            }
        }
    }

    /// The current palette map with keys.
    pub(crate) fn ink(&self, keys: ColorKeys) -> Ink {
        Ink {
            map: self.screen.video().color_map(),
            keys,
        }
    }

    /// Draws one tile of the current segment; `local` keeps its number inside
    /// the segment's page.
    pub(crate) fn draw_tile(
        &mut self,
        number: i32,
        local: bool,
        x: i32,
        y: i32,
        ink: &Ink,
        scale: i32,
        turn: Turn,
    ) {
        let segment = self.segment();
        let number = if local { number & 255 } else { number };
        let unpacked;
        let tile: &Tile = if let Some(start) = segment.plain(number) {
            self.sheet.nibbles[start..start + TILE * TILE]
                .try_into()
                .expect("the slice has the length of a tile")
        } else {
            unpacked = if local {
                segment.local_tile(&self.sheet, &self.ram, number as usize)
            } else {
                segment.tile(&self.sheet, &self.ram, number)
            };
            &unpacked
        };
        let mut canvas = self.screen.canvas();
        if scale == 1 && turn.is_none() {
            copy_tile(&mut canvas, tile, x, y, ink);
        } else {
            draw_turned(&mut canvas, tile, x, y, ink, scale, turn);
        }
    }
}

/// The positions of equal steps from `start` that touch `low..high`.
pub(crate) fn visible(start: i32, step: i64, count: i32, low: i32, high: i32) -> (i32, i32) {
    let start = i64::from(start);
    let first = (i64::from(low) - start)
        .div_euclid(step)
        .clamp(0, i64::from(count));
    let behind = (i64::from(high) - start + step - 1).div_euclid(step);
    (first as i32, behind.clamp(first, i64::from(count)) as i32)
}

/// Copies the visible rows of a tile as they are.
fn copy_tile(canvas: &mut Canvas<'_>, tile: &Tile, x: i32, y: i32, ink: &Ink) {
    let (left, right) = canvas.clip.columns(x, TILE as i32);
    let (top, bottom) = canvas.clip.rows(y, TILE as i32);
    if left >= right {
        return;
    }
    let skip = (left - x) as usize;
    let length = (right - left) as usize;
    for row in top..bottom {
        let start = (row - y) as usize * TILE + skip;
        let source = &tile[start..start + length];
        let target = canvas.row(row, left, right);
        if ink.keys == ColorKeys::NONE {
            for (target, source) in target.iter_mut().zip(source) {
                *target = ink.map[usize::from(source & 15)];
            }
        } else {
            for (target, source) in target.iter_mut().zip(source) {
                if !ink.keys.has(*source) {
                    *target = ink.map[usize::from(source & 15)];
                }
            }
        }
    }
}

/// Draws a tile with any scale and turn, visible pixel by visible pixel.
fn draw_turned(
    canvas: &mut Canvas<'_>,
    tile: &Tile,
    x: i32,
    y: i32,
    ink: &Ink,
    scale: i32,
    turn: Turn,
) {
    let side = TILE as i32;
    let clip = canvas.clip;
    let (first_x, last_x) = visible(x, i64::from(scale), side, clip.left, clip.right);
    let (first_y, last_y) = visible(y, i64::from(scale), side, clip.top, clip.bottom);
    for row in first_y..last_y {
        let top = (i64::from(y) + i64::from(row) * i64::from(scale)) as i32;
        for column in first_x..last_x {
            let (source_x, source_y) = turn.source(column, row, side, side);
            let color = tile[(source_y * side + source_x) as usize];
            if !ink.keys.has(color) {
                let left = (i64::from(x) + i64::from(column) * i64::from(scale)) as i32;
                canvas.rectangle(left, top, scale, scale, ink.map[usize::from(color)]);
            }
        }
    }
}
