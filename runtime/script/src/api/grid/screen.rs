//! A grid on the screen, as squares or sprites, and in the tile map.
//!
//! Only cells that can be seen are looked at, so a large grid costs no more
//! than the part of it that is on the screen.

use std::ops::Range;

use machine::{ColorKeys, Sprite};
use vm::{Args, Call, Kind, Raise};

use super::{HEAD, KIND, Outcome, coordinate_or, head, no_grid};
use crate::api::tiles::color_keys_or_none;
use crate::numbers::int_or;
use crate::world::World;

/// Columns and rows of the tile map.
const MAP: (u32, u32) = (240, 136);

/// What each value stands for: a color or a sprite, nothing if it is left out.
type Lookup = [Option<i32>; 256];

/// `g:draw([x], [y], [size], [colors])`.
pub(crate) fn draw(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let block = args.block(1, KIND).ok_or_else(|| no_grid("draw"))?;
    let (x, y) = (coordinate_or(args, 2, 0), coordinate_or(args, 3, 0));
    let side = int_or(args, 4, 1).clamp(0, 512);
    let colors = lookup(args, 5, "draw")?;
    let seen = Seen::new(block, x, y, side, world);
    for row in seen.rows.clone() {
        let cells = seen.cells(block, row);
        let mut start = 0;
        // A run of one value is one rectangle.
        for run in cells.chunk_by(|a, b| a == b) {
            let length = run.len() as i32;
            if let Some(color) = colors[usize::from(run[0])] {
                let left = x + (seen.columns.start as i32 + start) * side;
                let top = y + row as i32 * side;
                world.machine.rect(left, top, length * side, side, color);
            }
            start += length;
        }
    }
    let cells = seen.columns.len() * seen.rows.len();
    cx.charge(100 + cells as i64);
    Ok(0)
}

/// `g:spr([x], [y], [sprites], [colorkey], [scale])`.
pub(crate) fn spr(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let block = args.block(1, KIND).ok_or_else(|| no_grid("spr"))?;
    let (x, y) = (coordinate_or(args, 2, 0), coordinate_or(args, 3, 0));
    let sprites = lookup(args, 4, "spr")?;
    let keys = match args.kind(5) {
        Kind::None | Kind::Nil => ColorKeys::NONE,
        _ => color_keys_or_none(args, 5),
    };
    let scale = int_or(args, 6, 1).clamp(0, 32);
    let side = scale * 8;
    let seen = Seen::new(block, x, y, side, world);
    for row in seen.rows.clone() {
        for (column, value) in seen.columns.clone().zip(seen.cells(block, row)) {
            if let Some(id) = sprites[usize::from(*value)] {
                world.machine.spr(&Sprite {
                    id,
                    x: x + column as i32 * side,
                    y: y + row as i32 * side,
                    keys,
                    scale,
                    flip: 0,
                    rotate: 0,
                    width: 1,
                    height: 1,
                });
            }
        }
    }
    let cells = seen.columns.len() * seen.rows.len();
    cx.charge(100 + cells as i64 * i64::from(side * side / 8 + 2));
    Ok(0)
}

/// `g:tomap([x], [y], [sprites])`.
pub(crate) fn tomap(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let block = args.block(1, KIND).ok_or_else(|| no_grid("tomap"))?;
    let (x, y) = (coordinate_or(args, 2, 0), coordinate_or(args, 3, 0));
    let tiles = lookup(args, 4, "tomap")?;
    let seen = Seen::within(block, x, y, 1, MAP);
    for row in seen.rows.clone() {
        for (column, value) in seen.columns.clone().zip(seen.cells(block, row)) {
            if let Some(tile) = tiles[usize::from(*value)] {
                world.machine.mset(x + column as i32, y + row as i32, tile);
            }
        }
    }
    let cells = seen.columns.len() * seen.rows.len();
    cx.charge(100 + cells as i64);
    Ok(0)
}

/// The table at argument `i`; without one each value stands for itself.
fn lookup(args: Args<'_>, i: usize, method: &str) -> Result<Lookup, Raise> {
    match args.kind(i) {
        Kind::None | Kind::Nil => Ok(std::array::from_fn(|value| Some(value as i32))),
        Kind::Table => Ok(std::array::from_fn(|value| {
            let given = args.element(i, value as i64)?;
            (given >= 0.0).then_some(given as i32)
        })),
        _ => Err(Raise::from(format!(
            "g:{method}: what the values stand for must be a table, such as {{[0]=0, [1]=12}}"
        ))),
    }
}

/// The columns and rows of a grid that can be seen.
struct Seen {
    width: usize,
    columns: Range<u32>,
    rows: Range<u32>,
}

impl Seen {
    fn new(block: &[u8], x: i32, y: i32, side: i32, world: &World) -> Seen {
        let size = world.machine.size();
        Seen::within(
            block,
            x,
            y,
            side,
            (size.width() as u32, size.height() as u32),
        )
    }

    /// Those of a grid at (x, y), with cells of `side`, in so much space.
    fn within(block: &[u8], x: i32, y: i32, side: i32, space: (u32, u32)) -> Seen {
        let (width, height) = head(block);
        Seen {
            width: width as usize,
            columns: span(width, x, side, space.0),
            rows: span(height, y, side, space.1),
        }
    }

    fn cells<'a>(&self, block: &'a [u8], row: u32) -> &'a [u8] {
        let start = HEAD + row as usize * self.width;
        &block[start + self.columns.start as usize..start + self.columns.end as usize]
    }
}

/// Which of `count` cells in a line from `start` are in a space.
fn span(count: u32, start: i32, side: i32, space: u32) -> Range<u32> {
    let (start, side) = (i64::from(start), i64::from(side));
    if side <= 0 {
        return 0..0;
    }
    let first = (-start).div_euclid(side).clamp(0, i64::from(count));
    let last = (i64::from(space) - start + side - 1).div_euclid(side);
    first as u32..last.clamp(first, i64::from(count)) as u32
}
