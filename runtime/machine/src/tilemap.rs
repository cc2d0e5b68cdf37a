//! The tile map: cells that carts read and write, and its picture.
//!
//! Cells wrap at the map's borders in both directions; only cells that touch
//! the clip rectangle are visited, however large the region asked for.

use crate::address::{MAP, MAP_HEIGHT, MAP_WIDTH};
use crate::blit::{ColorKeys, Turn, visible};
use crate::machine::Machine;
use crate::sheet::TILE;

/// What `map` draws.
#[derive(Clone, Copy, Debug)]
pub struct MapView {
    /// Column of the first cell.
    pub x: i32,
    /// Row of the first cell.
    pub y: i32,
    /// Cells in a row.
    pub width: i32,
    /// Rows of cells.
    pub height: i32,
    /// Column on the screen where the first cell begins.
    pub screen_x: i32,
    /// Row on the screen where the first cell begins.
    pub screen_y: i32,
    /// Colors that are not drawn, before the palette map.
    pub keys: ColorKeys,
    /// Side of a drawn pixel; below 1 draws nothing.
    pub scale: i32,
}

impl Machine {
    /// Draws a region of the map.
    pub fn map(&mut self, view: &MapView) {
        if view.scale < 1 {
            return;
        }
        let ink = self.ink(view.keys);
        let turn = Turn::new(0, 0);
        let segment = self.segment();
        let side = i64::from(view.scale) * TILE as i64;
        let clip = self.screen.clip;
        let (left, right) = visible(view.screen_x, side, view.width, clip.left, clip.right);
        let (top, bottom) = visible(view.screen_y, side, view.height, clip.top, clip.bottom);
        for row in top..bottom {
            let cell_y = wrap(view.y, row, MAP_HEIGHT);
            let y = (i64::from(view.screen_y) + i64::from(row) * side) as i32;
            for column in left..right {
                let cell_x = wrap(view.x, column, MAP_WIDTH);
                let number = self.ram.byte(MAP + cell_y * MAP_WIDTH + cell_x);
                let x = (i64::from(view.screen_x) + i64::from(column) * side) as i32;
                self.draw_tile(
                    segment,
                    i32::from(number),
                    true,
                    x,
                    y,
                    &ink,
                    view.scale,
                    turn,
                );
            }
        }
    }

    /// Draws one cell as a remap function decided: the tile stays inside the
    /// page of the blit segment.
    pub fn draw_cell(
        &mut self,
        tile: i32,
        x: i32,
        y: i32,
        keys: ColorKeys,
        scale: i32,
        flip: i32,
        rotate: i32,
    ) {
        if scale >= 1 {
            let ink = self.ink(keys);
            self.draw_tile(
                self.segment(),
                tile,
                true,
                x,
                y,
                &ink,
                scale,
                Turn::new(flip, rotate),
            );
        }
    }

    /// The cell of the map that a region's cell wraps to: column and row.
    pub fn wrapped_cell(x: i32, y: i32) -> (i32, i32) {
        (wrap(x, 0, MAP_WIDTH) as i32, wrap(y, 0, MAP_HEIGHT) as i32)
    }

    /// The tile of a map cell; 0 outside the map.
    #[inline]
    pub fn mget(&self, x: i32, y: i32) -> u8 {
        cell(x, y).map_or(0, |at| self.ram.byte(at))
    }

    /// Sets the tile of a map cell; the low byte of the value counts.
    #[inline]
    pub fn mset(&mut self, x: i32, y: i32, tile: i32) {
        if let Some(at) = cell(x, y) {
            self.ram.set_byte(at, tile as u8);
        }
    }
}

/// The address of a map cell, if it exists.
#[inline]
fn cell(x: i32, y: i32) -> Option<usize> {
    let (x, y) = (x as u32 as usize, y as u32 as usize);
    (x < MAP_WIDTH && y < MAP_HEIGHT).then_some(MAP + y * MAP_WIDTH + x)
}

/// A cell position `step` cells after `start`, inside a map that repeats.
fn wrap(start: i32, step: i32, size: usize) -> usize {
    (i64::from(start) + i64::from(step)).rem_euclid(size as i64) as usize
}
