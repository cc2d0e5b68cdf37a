//! Grids that carts hold: blocks of width, height and one byte a cell.
//!
//! Cells are read and written in place, and looked at there; what changes many
//! of them is done by crate `mapgen` on a copy, which costs a few microseconds
//! for a large map.

mod screen;
mod sight;
mod ways;
mod whole;

use mapgen::{Grid, Point, View};
use vm::{Args, Call, Numeric, Raise};

use crate::world::World;
pub(super) use screen::{draw, spr, tomap};
pub(super) use sight::{fan, fov, line, ray, sees};
pub(super) use ways::{farthest, field, flow, path};
pub(super) use whole::{
    blit, copy, count, fill, find, flood, mask, mirror, outline, parse, parts, rotate, text,
};

type Outcome = Result<usize, Raise>;

/// The kind of block, as in the table of functions.
pub(super) const KIND: &str = "grid";

/// Bytes before the cells: width and height.
const HEAD: usize = 8;

/// Cells whose copying, or another quick pass, is one unit of the budget.
const CELLS_A_UNIT: i64 = 16;

/// `grid.new(w, h, [value])`.
pub(super) fn new(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let width = side(args, 1, "width")?;
    let height = side(args, 2, "height")?;
    let value = if args.count() < 3 {
        0
    } else {
        value(args, 3, "grid.new")?
    };
    let cells = width as usize * height as usize;
    cx.charge(cells as i64 / CELLS_A_UNIT);
    if let Some(block) = cx.push_block(KIND, HEAD + cells) {
        write_head(block, width, height);
        block[HEAD..].fill(value);
    }
    Ok(1)
}

/// `g:get(x, y)`.
#[inline(always)]
pub(super) fn get(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "g:get needs a grid before a colon, and a column and a row: g:get(x, y)";
    let args = cx.args();
    let block = args.block(1, KIND).ok_or(USAGE)?;
    let place = place(
        block,
        coordinate(args, 2).ok_or(USAGE)?,
        coordinate(args, 3).ok_or(USAGE)?,
    );
    match place.and_then(|place| block.get(place)) {
        Some(&value) => cx.push_integer(i64::from(value)),
        None => cx.push_nil(),
    }
    Ok(1)
}

/// `g:set(x, y, value)`.
#[inline(always)]
pub(super) fn set(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str =
        "g:set needs a grid before a colon, a column, a row and a value: g:set(x, y, 1)";
    let args = cx.args();
    let (x, y) = (
        coordinate(args, 2).ok_or(USAGE)?,
        coordinate(args, 3).ok_or(USAGE)?,
    );
    let value = match args.numeric(4) {
        Some(Numeric::Integer(value @ 0..=255)) => value as u8,
        _ => value(args, 4, "g:set")?,
    };
    let block = cx.block_mut(1, KIND).ok_or(USAGE)?;
    if let Some(cell) = place(block, x, y).and_then(|place| block.get_mut(place)) {
        *cell = value;
    }
    Ok(0)
}

/// `g:width()`.
pub(super) fn width(cx: &mut Call<'_, World>) -> Outcome {
    let (width, _) = size(cx.args(), "width")?;
    cx.push_integer(i64::from(width));
    Ok(1)
}

/// `g:height()`.
pub(super) fn height(cx: &mut Call<'_, World>) -> Outcome {
    let (_, height) = size(cx.args(), "height")?;
    cx.push_integer(i64::from(height));
    Ok(1)
}

/// `#g`.
pub(super) fn length(cx: &mut Call<'_, World>) -> Outcome {
    let (width, height) = size(cx.args(), "width")?;
    cx.push_integer(i64::from(width) * i64::from(height));
    Ok(1)
}

/// Adds a grid to the results.
pub(super) fn give(cx: &mut Call<'_, World>, grid: &Grid) {
    give_cells(cx, grid.width(), grid.height(), grid.cells());
}

/// Adds a grid with these cells, row by row, to the results.
pub(super) fn give_cells(cx: &mut Call<'_, World>, width: u32, height: u32, cells: &[u8]) {
    cx.charge(cells.len() as i64 / CELLS_A_UNIT);
    if let Some(block) = cx.push_block(KIND, HEAD + cells.len()) {
        write_head(block, width, height);
        block[HEAD..].copy_from_slice(cells);
    }
}

/// A copy of the grid at argument `i`.
///
/// # Errors
/// It is none.
fn grid(cx: &mut Call<'_, World>, i: usize, method: &str) -> Result<Grid, Raise> {
    let block = cx.args().block(i, KIND);
    let grid = block.and_then(|block| {
        let (width, height) = head(block);
        Grid::from_cells(width, height, block[HEAD..].to_vec())
    });
    let grid = grid.ok_or_else(|| no_grid(method))?;
    cx.charge(grid.cells().len() as i64 / CELLS_A_UNIT);
    Ok(grid)
}

/// The grid at argument 1, to be looked at.
///
/// # Errors
/// It is none.
fn view<'a>(args: Args<'a>, method: &str) -> Result<View<'a>, Raise> {
    let block = args.block(1, KIND);
    let view = block.and_then(|block| {
        let (width, height) = head(block);
        View::new(width, height, &block[HEAD..])
    });
    view.ok_or_else(|| no_grid(method))
}

/// Puts the cells of a grid of the same size into the one at argument 1.
fn put_back(cx: &mut Call<'_, World>, grid: &Grid) {
    if let Some(block) = cx.block_mut(1, KIND) {
        block[HEAD..].copy_from_slice(grid.cells());
    }
}

fn no_grid(method: &str) -> Raise {
    Raise::from(format!(
        "g:{method} needs a grid before a colon: g:{method}(...)"
    ))
}

/// Columns and rows of the grid at argument 1.
fn size(args: Args<'_>, method: &str) -> Result<(u32, u32), Raise> {
    let block = args.block(1, KIND);
    block.map(head).ok_or_else(|| no_grid(method))
}

#[inline]
fn head(block: &[u8]) -> (u32, u32) {
    match block {
        [a, b, c, d, e, f, g, h, ..] => (
            u32::from_le_bytes([*a, *b, *c, *d]),
            u32::from_le_bytes([*e, *f, *g, *h]),
        ),
        _ => (0, 0),
    }
}

fn write_head(block: &mut [u8], width: u32, height: u32) {
    block[..4].copy_from_slice(&width.to_le_bytes());
    block[4..HEAD].copy_from_slice(&height.to_le_bytes());
}

/// Where a cell is in the block; none outside the grid.
#[inline]
fn place(block: &[u8], x: i64, y: i64) -> Option<usize> {
    let (width, height) = head(block);
    let inside = (x as u64) < u64::from(width) && (y as u64) < u64::from(height);
    inside.then(|| HEAD + y as usize * width as usize + x as usize)
}

/// Argument `i` as a column or a row: a fraction is in the cell before it.
#[inline]
fn coordinate(args: Args<'_>, i: usize) -> Option<i64> {
    match args.numeric(i)? {
        Numeric::Integer(number) => Some(number),
        Numeric::Float(number) => Some(place_at(number)),
    }
}

/// The column or row that a number is in; none of a grid for no number.
fn place_at(number: f64) -> i64 {
    if number.is_nan() {
        i64::MIN
    } else {
        number.floor() as i64
    }
}

/// A column or a row; outside every grid if it is left of or above this one.
fn side_of(number: i64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// The cell in arguments `i` and `i + 1`.
fn point(args: Args<'_>, i: usize, method: &str) -> Result<Point, Raise> {
    let cell = coordinate(args, i).zip(coordinate(args, i + 1));
    let (x, y) = cell.ok_or_else(|| {
        Raise::from(format!(
            "g:{method}: a cell is a column and a row, both numbers"
        ))
    })?;
    Ok(Point::new(side_of(x), side_of(y)))
}

/// Argument `i` as a column or a row, `default` where it is not given.
fn coordinate_or(args: Args<'_>, i: usize, default: i32) -> i32 {
    let given = coordinate(args, i).unwrap_or(i64::from(default));
    given.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

/// Argument `i` as a byte.
#[cold]
fn value(args: Args<'_>, i: usize, function: &str) -> Result<u8, Raise> {
    let given = args.integer(i);
    let byte = given.and_then(|value| u8::try_from(value).ok());
    byte.ok_or_else(|| {
        let got = given.map_or_else(
            || {
                args.number_opt(i)
                    .map_or("nothing of the kind".into(), |it| it.to_string())
            },
            |value| value.to_string(),
        );
        Raise::from(format!(
            "{function}: the value must be a whole number from 0 to 255, got {got}"
        ))
    })
}

fn side(args: Args<'_>, i: usize, name: &str) -> Result<u32, Raise> {
    let most = Grid::MOST;
    let given = args.integer(i);
    let side = given.and_then(|side| u32::try_from(side).ok());
    side.filter(|side| (1..=most).contains(side))
        .ok_or_else(|| {
            let got = given.map_or_else(String::new, |side| format!(", got {side}"));
            Raise::from(format!(
                "grid.new: the {name} must be a whole number from 1 to {most}{got}"
            ))
        })
}
