//! Sprites: tiles drawn with color keys, scale, flips and quarter turns.
//!
//! A sprite can be several tiles wide and high; turning it turns their places
//! too. Only tiles that touch the clip rectangle are visited.

use crate::blit::{self, ColorKeys, Ink, Turn, visible};
use crate::machine::Machine;
use crate::sheet::{Segment, TILE};

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
        let segment = self.segment();
        if width == 1 && height == 1 {
            self.draw_tile(segment, id, false, x, y, &ink, scale, turn);
        } else {
            self.draw_composite(sprite, segment, &ink, turn);
        }
    }

    /// Draws the visible tiles of a sprite that has several.
    #[inline(never)]
    fn draw_composite(&mut self, sprite: &Sprite, segment: Segment, ink: &Ink, turn: Turn) {
        let &Sprite {
            id,
            x,
            y,
            scale,
            width,
            height,
            ..
        } = sprite;
        let columns = segment.columns();
        let (across, down) = if turn.swap {
            (height, width)
        } else {
            (width, height)
        };
        let side = i64::from(scale) * TILE as i64;
        let clip = self.screen.clip;
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
                self.draw_tile(segment, number, false, x, y, ink, scale, turn);
            }
        }
    }

    /// The current palette map with keys.
    #[inline]
    pub(crate) fn ink(&self, keys: ColorKeys) -> Ink {
        Ink::new(self.screen.video(), keys)
    }

    /// Draws one tile of the current segment; `local` keeps its number inside
    /// the segment's page.
    #[inline]
    pub(crate) fn draw_tile(
        &mut self,
        segment: Segment,
        number: i32,
        local: bool,
        x: i32,
        y: i32,
        ink: &Ink,
        scale: i32,
        turn: Turn,
    ) {
        let number = if local { number & 255 } else { number };
        let derived;
        let tile = if let Some(tile) = segment.plain(&self.sheet, number) {
            tile
        } else {
            derived = segment.derived(&self.sheet, &self.ram, number, local);
            &derived
        };
        blit::draw_tile(&mut self.screen.canvas(), tile, x, y, ink, scale, turn);
    }
}
