//! What is done with a whole grid, or gives a new one: the work is crate
//! `mapgen`'s.

use mapgen::{Grid, Neighbors, Point, Rect};
use vm::{Args, Call, Kind, Raise, Tree};

use super::{
    CELLS_A_UNIT, HEAD, KIND, Outcome, coordinate, coordinate_or, give, grid, put_back, size, value,
};
use crate::api::maps;
use crate::world::World;

/// Most cells that can be a list of tables in a cart's memory.
const MOST_LISTED: usize = 400_000;

/// Units of the budget for a cell that is looked at with its neighbors.
const NEIGHBORS: i64 = 1;

/// `grid.parse(text)`.
pub(crate) fn parse(cx: &mut Call<'_, World>) -> Outcome {
    let Some(text) = cx.args().bytes(1) else {
        return Err(Raise::from(
            "grid.parse takes lines of glyphs, such as \"###\\n#.#\\n###\"",
        ));
    };
    let text = String::from_utf8_lossy(text);
    let grid = Grid::from_text(&text);
    let units = text.len() as i64 / 4;
    cx.charge(units);
    let grid = grid.map_err(|error| Raise::from(format!("grid.parse: {error}")))?;
    if grid.cells().is_empty() {
        return Err(Raise::from("grid.parse: there is no line"));
    }
    give(cx, &grid);
    Ok(1)
}

/// `g:text()`.
pub(crate) fn text(cx: &mut Call<'_, World>) -> Outcome {
    let text = grid(cx, 1, "text")?.to_text();
    cx.charge(text.len() as i64 / 4);
    cx.push_bytes(text.as_bytes());
    Ok(1)
}

/// `g:fill(value, [x, y, w, h])`.
pub(crate) fn fill(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let (width, height) = size(args, "fill")?;
    let value = value(args, 2, "g:fill")?;
    let rect = part(args, 3, width, height);
    cx.charge(rect.area() as i64 / CELLS_A_UNIT);
    let block = cx.block_mut(1, KIND).unwrap_or_default();
    for y in rect.y..rect.bottom() {
        let row = HEAD + y as usize * width as usize;
        block[row + rect.x as usize..row + rect.right() as usize].fill(value);
    }
    Ok(0)
}

/// `g:blit(grid, [x], [y], [clear])`.
pub(crate) fn blit(cx: &mut Call<'_, World>) -> Outcome {
    let mut to = grid(cx, 1, "blit")?;
    let source =
        grid(cx, 2, "blit").map_err(|_| Raise::from("g:blit: what is copied must be a grid"))?;
    let args = cx.args();
    let (x, y) = (coordinate_or(args, 3, 0), coordinate_or(args, 4, 0));
    let clear = match args.kind(5) {
        Kind::None | Kind::Nil => None,
        _ => Some(value(args, 5, "g:blit")?),
    };
    to.blit(&source, x, y, clear);
    cx.charge(source.cells().len() as i64 / 4);
    put_back(cx, &to);
    Ok(0)
}

/// `g:copy([x, y, w, h])`.
pub(crate) fn copy(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "copy")?;
    let rect = part(cx.args(), 2, grid.width(), grid.height());
    let copy = grid.part(rect);
    if copy.cells().is_empty() {
        return Err(Raise::from("g:copy: that part has no cell of the grid"));
    }
    give(cx, &copy);
    Ok(1)
}

/// `g:rotate([quarters])`.
pub(crate) fn rotate(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "rotate")?;
    let turned = grid.rotated(coordinate_or(cx.args(), 2, 1));
    cx.charge(turned.cells().len() as i64 / 2);
    give(cx, &turned);
    Ok(1)
}

/// `g:mirror([upright])`.
pub(crate) fn mirror(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "mirror")?;
    let mirrored = if cx.args().boolean(2) {
        grid.mirrored_top_bottom()
    } else {
        grid.mirrored_left_right()
    };
    cx.charge(mirrored.cells().len() as i64 / 2);
    give(cx, &mirrored);
    Ok(1)
}

/// `g:flood(x, y, value, [diagonal])`.
pub(crate) fn flood(cx: &mut Call<'_, World>) -> Outcome {
    let mut grid = grid(cx, 1, "flood")?;
    let args = cx.args();
    let (x, y) = (coordinate(args, 2), coordinate(args, 3));
    let Some((x, y)) = x.zip(y) else {
        return Err(Raise::from(
            "g:flood takes a column, a row and a value: g:flood(x, y, 1)",
        ));
    };
    let value = value(args, 4, "g:flood")?;
    let neighbors = neighbors(args, 5);
    let point = u32::try_from(x).ok().zip(u32::try_from(y).ok());
    let count = point.map_or(0, |(x, y)| grid.flood(Point::new(x, y), value, neighbors));
    cx.charge(i64::from(count) * 2 * NEIGHBORS);
    put_back(cx, &grid);
    cx.push_integer(i64::from(count));
    Ok(1)
}

/// `g:parts([diagonal])`.
pub(crate) fn parts(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "parts")?;
    let found = grid.components(neighbors(cx.args(), 2));
    cx.charge(grid.cells().len() as i64 * 2 * NEIGHBORS);
    listed(found.sizes.len(), "parts")?;
    let mut list = Vec::with_capacity(found.sizes.len());
    // Parts are numbered in the order of their first cells.
    for (index, label) in (0..).zip(&found.labels) {
        if *label as usize == list.len() + 1 {
            list.push(maps::table([
                ("size", maps::integer(found.sizes[list.len()])),
                ("x", maps::integer(index % grid.width())),
                ("y", maps::integer(index / grid.width())),
            ]));
        }
    }
    cx.push_tree(&Tree::List(list));
    Ok(1)
}

/// `g:find(value)`.
pub(crate) fn find(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "find")?;
    let value = value(cx.args(), 2, "g:find")?;
    listed(grid.count(value) as usize, "find")?;
    let found = grid.find(value).map(maps::point).collect();
    cx.push_tree(&Tree::List(found));
    Ok(1)
}

/// `g:count(value)`.
pub(crate) fn count(cx: &mut Call<'_, World>) -> Outcome {
    let (width, height) = size(cx.args(), "count")?;
    let args = cx.args();
    let value = value(args, 2, "g:count")?;
    let cells = args.block(1, KIND).unwrap_or_default();
    let cells = cells.get(HEAD..).unwrap_or_default();
    let same = |&cell: &u8| u32::from(cell == value);
    let count: u32 = cells.iter().map(same).sum();
    cx.charge(i64::from(width) * i64::from(height) / CELLS_A_UNIT);
    cx.push_integer(i64::from(count));
    Ok(1)
}

/// `g:outline(value, [diagonal])`.
pub(crate) fn outline(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "outline")?;
    let args = cx.args();
    let value = value(args, 2, "g:outline")?;
    let found = grid.outline(value, neighbors(args, 3));
    cx.charge(grid.cells().len() as i64 * 2 * NEIGHBORS);
    listed(found.len(), "outline")?;
    let found = found.into_iter().map(maps::point).collect();
    cx.push_tree(&Tree::List(found));
    Ok(1)
}

/// `g:mask([diagonal])`.
pub(crate) fn mask(cx: &mut Call<'_, World>) -> Outcome {
    let grid = grid(cx, 1, "mask")?;
    let masks = grid.autotiled(neighbors(cx.args(), 2));
    cx.charge(grid.cells().len() as i64 * 2 * NEIGHBORS);
    give(cx, &masks);
    Ok(1)
}

fn neighbors(args: Args<'_>, i: usize) -> Neighbors {
    if args.boolean(i) {
        Neighbors::Eight
    } else {
        Neighbors::Four
    }
}

/// The rectangle in the arguments from `i` on, cut to the grid; all of the
/// grid if there is none.
fn part(args: Args<'_>, i: usize, width: u32, height: u32) -> Rect {
    if matches!(args.kind(i), Kind::None | Kind::Nil) {
        return Rect::new(0, 0, width, height);
    }
    let [x, y, w, h] = [0, 1, 2, 3].map(|n| i64::from(coordinate_or(args, i + n, 0)));
    let span = |start: i64, length: i64, most: u32| {
        let most = i64::from(most);
        let (from, to) = (start.clamp(0, most), (start + length).clamp(0, most));
        (from as u32, (to - from).max(0) as u32)
    };
    let (x, w) = span(x, w, width);
    let (y, h) = span(y, h, height);
    Rect::new(x, y, w, h)
}

/// Refuses a list that no cart has the memory for.
fn listed(count: usize, method: &str) -> Result<(), Raise> {
    if count <= MOST_LISTED {
        return Ok(());
    }
    Err(Raise::from(format!(
        "g:{method}: {count} are more than a list can hold; look at parts of the grid (g:copy)"
    )))
}
