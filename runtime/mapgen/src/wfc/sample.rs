//! The overlapping model: every window of n x n cells of a sample is a pattern,
//! as often as the sample and its turned and mirrored copies have it. Windows
//! fit where what they share is the same.

use super::rules::{MOST, Rules};
use super::text;
use crate::{Cell, Grid, Point};

/// The most cells of a sample.
const MOST_CELLS: usize = 1 << 16;
/// Bits of a cell in a window's number.
const BITS: u32 = 8;

/// Which copies of a sample count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Symmetry {
    /// All quarter turns and their mirror images.
    All,
    /// The quarter turns.
    Turns,
    /// The sample and its left-right mirror image.
    Mirror,
    /// The sample alone.
    None,
}

impl Symmetry {
    /// The words for them, in this order.
    pub(super) const WORDS: &'static [&'static str] = &["all", "turns", "mirror", "none"];

    pub(super) fn named(word: &str) -> Symmetry {
        match word {
            "turns" => Symmetry::Turns,
            "mirror" => Symmetry::Mirror,
            "none" => Symmetry::None,
            _ => Symmetry::All,
        }
    }

    /// A square of `side` x `side` cells, row by row, in all its copies.
    pub(super) fn copies(self, square: Vec<Cell>, side: usize) -> Vec<Vec<Cell>> {
        let mapped = |square: &[Cell], from: &dyn Fn(usize, usize) -> (usize, usize)| {
            let cells = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
            let cell = |(x, y)| {
                let (x, y) = from(x, y);
                square[y * side + x]
            };
            cells.map(cell).collect::<Vec<Cell>>()
        };
        let turn = |square: &[Cell]| mapped(square, &|x, y| (y, side - 1 - x));
        let mirror = |square: &[Cell]| mapped(square, &|x, y| (side - 1 - x, y));
        let mut copies = vec![square];
        if matches!(self, Symmetry::All | Symmetry::Turns) {
            for quarter in 0..3 {
                copies.push(turn(&copies[quarter]));
            }
        }
        if matches!(self, Symmetry::All | Symmetry::Mirror) {
            for number in 0..copies.len() {
                copies.push(mirror(&copies[number]));
            }
        }
        copies
    }
}

/// The cells of a text.
///
/// # Errors
///
/// What is wrong with it, with line, column and remedy.
pub(super) fn parsed(text: &str) -> Result<Grid, String> {
    let rows = text::rows(text);
    let mut cells = Vec::new();
    let width = rows.first().map_or(0, |row| row.text.chars().count());
    for row in &rows {
        let found = row.cells()?;
        if found.len() != width {
            return Err(format!(
                "line {}: the row has {} cells, the first has {width}; make all rows equally long",
                row.line,
                found.len(),
            ));
        }
        cells.extend(found.into_iter().map(Cell::byte));
    }
    Grid::from_cells(width as u32, rows.len() as u32, cells)
        .ok_or_else(|| format!("more than {} cells on a side", Grid::MOST))
}

/// The cells of a map without what stands on them.
pub(super) fn cleared(grid: &Grid) -> Grid {
    let mut cleared = grid.clone();
    for point in grid.bounds().points() {
        let cell = grid.cell(point);
        if cell == Cell::Lock {
            cleared.set(point, Cell::Door.byte());
        } else if cell.is_open() && cell != Cell::Door && !cell.is_ground() {
            cleared.set(point, Cell::Floor.byte());
        }
    }
    cleared
}

/// The windows of a sample and the rules that follow from them.
///
/// # Errors
///
/// The sample is too small, too large, or has too many different windows.
pub(super) fn windows(
    sample: &Grid,
    side: u32,
    symmetry: Symmetry,
    wraps: bool,
) -> Result<(Vec<Cell>, Rules), String> {
    let (width, height) = (sample.width(), sample.height());
    if sample.cells().len() > MOST_CELLS {
        return Err(format!(
            "a sample has at most {MOST_CELLS} cells, this one has {width}x{height}; take a part of it"
        ));
    }
    let last = |length: u32| {
        let beyond = if wraps { 0 } else { side - 1 };
        length.saturating_sub(beyond)
    };
    let mut numbers = Vec::new();
    for y in 0..last(height) {
        for x in 0..last(width) {
            let cells = (0..side).flat_map(|dy| (0..side).map(move |dx| (dx, dy)));
            let cell = |(dx, dy)| sample.cell(Point::new((x + dx) % width, (y + dy) % height));
            let window: Vec<Cell> = cells.map(cell).collect();
            let copies = symmetry.copies(window, side as usize);
            numbers.extend(copies.iter().map(|copy| number(copy.iter().copied())));
        }
    }
    if numbers.is_empty() {
        return Err(format!(
            "a sample of {width}x{height} cells has no window of {side}x{side}; make it larger, n smaller, or wrap it"
        ));
    }
    numbers.sort_unstable();
    let mut weights: Vec<u32> = Vec::new();
    let mut kinds: Vec<u128> = Vec::new();
    for number in numbers {
        if kinds.last() == Some(&number) {
            let last = weights.len() - 1;
            weights[last] += 1;
        } else {
            kinds.push(number);
            weights.push(1);
        }
    }
    if kinds.len() > MOST {
        return Err(format!(
            "the sample has {} different windows of {side}x{side}, at most {MOST} are possible; take a smaller n, less symmetry or a plainer sample",
            kinds.len()
        ));
    }
    Ok(ruled(&kinds, side, weights, &edge_kinds(sample)))
}

/// The kinds of cells at the edge of a map: those at the sample's edge on which
/// one cannot walk; if there are none, all such.
fn edge_kinds(sample: &Grid) -> Vec<Cell> {
    let inner = sample.bounds().inset(1);
    let edge = sample
        .bounds()
        .points()
        .filter(|&point| !inner.contains(point));
    let mut kinds: Vec<Cell> = edge.map(|point| sample.cell(point)).collect();
    kinds.retain(|kind| !kind.is_open());
    if kinds.is_empty() {
        kinds = Cell::ALL
            .into_iter()
            .filter(|kind| !kind.is_open())
            .collect();
    }
    kinds
}

fn ruled(kinds: &[u128], side: u32, weights: Vec<u32>, edge_kinds: &[Cell]) -> (Vec<Cell>, Rules) {
    let count = side * side;
    let cell = |kind: u128, index: u32| {
        let byte = (kind >> (BITS * index)) as u8;
        Cell::from_byte(byte).unwrap_or(Cell::Wall)
    };
    let cells: Vec<Cell> = kinds
        .iter()
        .flat_map(|&kind| (0..count).map(move |index| cell(kind, index)))
        .collect();
    let squares = || cells.chunks_exact(count as usize);
    let part = |square: &[Cell], is_part: &dyn Fn(u32, u32) -> bool| {
        let all = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        let of_part = all.filter(|&(x, y)| is_part(x, y));
        number(of_part.map(|(x, y)| square[(y * side + x) as usize]))
    };
    let last = side - 1;
    let things: Vec<[u128; 4]> = squares()
        .map(|square| {
            [
                part(square, &|_, y| y < last),
                part(square, &|x, _| x > 0),
                part(square, &|_, y| y > 0),
                part(square, &|x, _| x < last),
            ]
        })
        .collect();
    let edges = edges(&cells, side, |cell| edge_kinds.contains(&cell));
    let rules = Rules::new(weights, &things, edges);
    (cells, rules)
}

/// Clockwise from the top: for each square of cells, whether its cells on that
/// side can be at the edge of a map.
pub(super) fn edges(cells: &[Cell], side: u32, can: impl Fn(Cell) -> bool) -> [Vec<bool>; 4] {
    let last = side - 1;
    let of_edge: [fn(u32, u32, u32) -> bool; 4] = [
        |_, y, _| y == 0,
        |x, _, last| x == last,
        |_, y, last| y == last,
        |x, _, _| x == 0,
    ];
    of_edge.map(|of_edge| {
        let squares = cells.chunks_exact((side * side) as usize);
        let fits = |square: &[Cell]| {
            let mut cells = (0..).zip(square);
            cells.all(|(index, &cell)| can(cell) || !of_edge(index % side, index / side, last))
        };
        squares.map(fits).collect()
    })
}

/// Cells as one number, the first in the lowest bits.
pub(super) fn number(cells: impl Iterator<Item = Cell>) -> u128 {
    (0..).zip(cells).fold(0, |number, (index, cell)| {
        number | u128::from(cell.byte()) << (BITS * index)
    })
}
