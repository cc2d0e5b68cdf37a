//! Places in a grid, in whole parts of a cell, so that borders and middles are
//! met exactly.

use super::PARTS;
use crate::{Grid, Point};

/// A place in a grid, in parts of a cell from the left upper corner of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// Parts from the left edge.
    pub x: i32,
    /// Parts from the top edge.
    pub y: i32,
}

impl Spot {
    /// The middle of a cell; that of the last possible one for cells beyond.
    pub fn middle(cell: Point) -> Spot {
        let parts = |cell: u32| cell.min(Grid::MOST) as i32 * PARTS + PARTS / 2;
        Spot {
            x: parts(cell.x),
            y: parts(cell.y),
        }
    }

    /// A place in cells, such as 3.5 for the middle of column 3, cut down to
    /// whole parts; `None` if no grid reaches there.
    pub fn at(x: f64, y: f64) -> Option<Spot> {
        let parts = |cells: f64| {
            let is_possible = (0.0..f64::from(Grid::MOST)).contains(&cells);
            is_possible.then(|| (cells * f64::from(PARTS)).floor() as i32)
        };
        let (x, y) = parts(x).zip(parts(y))?;
        Some(Spot { x, y })
    }

    /// Column, in cells.
    pub fn x(self) -> f64 {
        f64::from(self.x) / f64::from(PARTS)
    }

    /// Row, in cells.
    pub fn y(self) -> f64 {
        f64::from(self.y) / f64::from(PARTS)
    }
}
