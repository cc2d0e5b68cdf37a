//! What games ask of a grid: what is seen from a cell, how far everything is,
//! and the way from one cell to another.
//!
//! One can walk on everything but walls, rubble, water and rock, as on a
//! generated map, and see through all but those, water apart.

use mapgen::{Cell, Grid, Point};
use vm::{Args, Call, Raise, Tree};

use super::{Outcome, coordinate, give, grid};
use crate::api::maps;
use crate::numbers::int_or;
use crate::world::World;

/// The value of cells that no way leads to.
const NO_WAY: u8 = 255;

/// `g:fov(x, y, [radius])`.
pub(crate) fn fov(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "fov")?;
    let args = cx.args();
    let from = point(args, 2, "fov")?;
    let radius = int_or(args, 4, 20).max(0) as u32;
    let mut seen = Grid::new(grid.width(), grid.height(), 0);
    let sight = &mut cx.host().sight;
    let cells = sight.look(&grid, from, radius, |cell| !Cell::is_clear_byte(cell));
    for &cell in cells {
        seen.set(cell, 1);
    }
    let units = cells.len() as i64;
    cx.charge(units);
    give(cx, &seen);
    Ok(1)
}

/// `g:path(x0, y0, x1, y1)`.
pub(crate) fn path(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "path")?;
    let args = cx.args();
    let (from, to) = (point(args, 2, "path")?, point(args, 4, "path")?);
    // A search may look at every cell.
    cx.charge(grid.cells().len() as i64);
    let way = cx.host().paths.find(&grid, from, to);
    if way.is_empty() {
        cx.push_nil();
        return Ok(1);
    }
    let way = way.iter().copied().map(maps::point).collect();
    cx.push_tree(&Tree::List(way));
    Ok(1)
}

/// `g:field(x, y)`.
pub(crate) fn field(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "field")?;
    let from = point(cx.args(), 2, "field")?;
    let steps = grid.distances(from);
    cx.charge(grid.cells().len() as i64);
    let byte = |&steps: &u32| match steps {
        u32::MAX => NO_WAY,
        steps => steps.min(u32::from(NO_WAY) - 1) as u8,
    };
    let bytes = steps.iter().map(byte).collect();
    let field = Grid::from_cells(grid.width(), grid.height(), bytes).unwrap_or(grid);
    give(cx, &field);
    Ok(1)
}

/// The cell in arguments `i` and `i + 1`; outside every grid if it is left of
/// or above this one.
fn point(args: Args<'_>, i: usize, method: &str) -> Result<Point, Raise> {
    let cell = coordinate(args, i).zip(coordinate(args, i + 1));
    let (x, y) = cell.ok_or_else(|| {
        Raise::from(format!(
            "g:{method}: a cell is a column and a row, both numbers"
        ))
    })?;
    let side = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Point::new(side(x), side(y)))
}
