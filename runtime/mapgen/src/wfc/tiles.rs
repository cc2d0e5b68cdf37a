//! The tiled model: square tiles of cells that fit where the edges that meet
//! are the same. Neighbors share that edge, so that a wall between two rooms is
//! one cell thick and a door stands once.

use super::rules::{MOST, Rules};
use super::sample::{Symmetry, edges, number};
use super::text::{self, Row};
use crate::Cell;

/// The shortest and the longest side of a tile.
const SIDES: std::ops::RangeInclusive<usize> = 2..=9;
/// The largest weight of a tile.
const HEAVIEST: u32 = 1000;

/// Tiles with all their copies.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    /// Cells of a tile on a side.
    pub(super) side: u32,
    /// The cells of one tile after the other.
    pub(super) cells: Vec<Cell>,
    pub(super) rules: Rules,
}

/// The tiles of a text: rows of glyphs, as many for a tile as they are long; a
/// number before a tile is its weight, 1 without one.
///
/// # Errors
///
/// What is wrong with it, with line, column and remedy.
pub(super) fn parsed(text: &str, symmetry: Symmetry) -> Result<Tiles, String> {
    let rows = text::rows(text);
    let mut rows = rows.iter().peekable();
    let mut side = 0;
    let mut copies: Vec<(Vec<Cell>, u32)> = Vec::new();
    while let Some(first) = rows.peek().copied() {
        let weight = match weight(first)? {
            Some(weight) => {
                rows.next();
                weight
            }
            None => 1,
        };
        if side == 0 {
            side = rows.peek().map_or(0, |row| row.text.chars().count());
            if !SIDES.contains(&side) {
                return Err(format!(
                    "line {}: a tile has {} to {} cells on a side, this one {side}",
                    first.line,
                    SIDES.start(),
                    SIDES.end()
                ));
            }
        }
        let mut square = Vec::with_capacity(side * side);
        for number in 1..=side {
            let row = rows.next().ok_or_else(|| {
                format!(
                    "the last tile has {} rows, not {side}; tiles are squares",
                    number - 1
                )
            })?;
            square.extend(cells(row, side)?);
        }
        copies.extend(
            symmetry
                .copies(square, side)
                .into_iter()
                .map(|copy| (copy, weight)),
        );
    }
    if copies.is_empty() {
        return Err("there is no tile; give rows of glyphs, such as ### #.# ###".into());
    }
    ruled(side, copies)
}

/// The weight in a row of digits.
fn weight(row: &Row<'_>) -> Result<Option<u32>, String> {
    if !row.text.chars().all(|glyph| glyph.is_ascii_digit()) {
        return Ok(None);
    }
    let weight = row.text.parse().ok();
    let weight = weight.filter(|weight| (1..=HEAVIEST).contains(weight));
    weight.map(Some).ok_or_else(|| {
        format!(
            "line {}, column {}: a tile's weight is 1 to {HEAVIEST}, not {}",
            row.line, row.column, row.text
        )
    })
}

fn cells(row: &Row<'_>, side: usize) -> Result<Vec<Cell>, String> {
    let cells = row.cells()?;
    if cells.len() == side {
        return Ok(cells);
    }
    Err(format!(
        "line {}, column {}: the row has {} cells, the first tile's have {side}; tiles are squares of one size",
        row.line,
        row.column,
        cells.len()
    ))
}

/// Equal copies become one, with the weight of all.
fn ruled(side: usize, mut copies: Vec<(Vec<Cell>, u32)>) -> Result<Tiles, String> {
    copies
        .sort_by_cached_key(|(cells, _)| cells.iter().map(|cell| cell.byte()).collect::<Vec<u8>>());
    let mut weights: Vec<u32> = Vec::new();
    let mut all: Vec<Cell> = Vec::new();
    for (cells, weight) in copies {
        if all.ends_with(&cells) {
            let last = weights.len() - 1;
            weights[last] += weight;
        } else {
            all.extend(cells);
            weights.push(weight);
        }
    }
    if weights.len() > MOST {
        return Err(format!(
            "the tiles have {} different copies, at most {MOST} are possible; take fewer or less symmetry",
            weights.len()
        ));
    }
    let squares = all.chunks_exact(side * side);
    let last = side - 1;
    let things: Vec<[u128; 4]> = squares
        .map(|square| {
            let edge = |from: usize, step: usize| {
                number((0..side).map(|index| square[from + index * step]))
            };
            [
                edge(0, 1),
                edge(last, side),
                edge(last * side, 1),
                edge(0, side),
            ]
        })
        .collect();
    let side = side as u32;
    let edges = edges(&all, side, |cell| !cell.is_open());
    Ok(Tiles {
        side,
        rules: Rules::new(weights, &things, edges),
        cells: all,
    })
}
