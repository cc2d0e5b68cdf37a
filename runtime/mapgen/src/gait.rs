//! How one walks on a grid: in which directions, and what entering a cell costs
//! by its byte.
//!
//! Costs are whole numbers, so the cheapest way is no matter of rounding: in
//! eight directions a straight step counts 5 and a diagonal one 7, which is
//! 1.4 times as far. A diagonal step cuts no corner: both cells beside it must
//! be open.

use crate::grid::View;
use crate::{Cell, Neighbors, Point};

/// How one walks: what cells cost, and where steps lead.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gait {
    neighbors: Neighbors,
    costs: [u8; 256],
}

/// All cells that one can walk on cost 1; steps lead in four directions.
impl Default for Gait {
    fn default() -> Gait {
        let cost = |byte| u8::from(Cell::is_open_byte(byte as u8));
        Gait {
            neighbors: Neighbors::Four,
            costs: std::array::from_fn(cost),
        }
    }
}

impl Gait {
    /// The same with steps in these directions.
    #[must_use]
    pub fn with_neighbors(self, neighbors: Neighbors) -> Gait {
        Gait { neighbors, ..self }
    }

    /// The same with another cost of cells that hold `byte`; 0 closes them.
    #[must_use]
    pub fn with_cost(mut self, byte: u8, cost: u8) -> Gait {
        self.costs[usize::from(byte)] = cost;
        self
    }

    /// What one straight step counts, into a cell of cost 1: 1 in four
    /// directions, 5 in eight.
    pub const fn straight(&self) -> u32 {
        match self.neighbors {
            Neighbors::Four => 1,
            Neighbors::Eight => 5,
        }
    }

    /// What a step counts into a cell with this byte; 0 if it is closed.
    #[inline]
    pub(crate) fn cost(&self, byte: u8, direction: usize) -> u32 {
        let unit = if direction < 4 { self.straight() } else { 7 };
        unit * u32::from(self.costs[usize::from(byte)])
    }

    /// True where one can walk.
    #[inline]
    pub(crate) fn is_open(&self, byte: u8) -> bool {
        self.costs[usize::from(byte)] != 0
    }

    /// True when every step counts 1.
    pub fn is_plain(&self) -> bool {
        self.neighbors == Neighbors::Four && self.costs.iter().all(|&cost| cost <= 1)
    }

    /// The most that a step can count.
    pub(crate) fn most(&self) -> u32 {
        let cost = self.costs.iter().copied().max().unwrap_or(0);
        let unit = match self.neighbors {
            Neighbors::Four => 1,
            Neighbors::Eight => 7,
        };
        unit * u32::from(cost)
    }

    /// The least that any way between two points can count.
    #[inline]
    pub(crate) fn estimate(&self, least: u32, from: Point, to: Point) -> u32 {
        let (wide, high) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
        least
            * match self.neighbors {
                Neighbors::Four => wide + high,
                Neighbors::Eight => 5 * wide.max(high) + 2 * wide.min(high),
            }
    }

    /// The lowest cost of an open cell.
    pub(crate) fn least(&self) -> u32 {
        let open = self.costs.iter().copied().filter(|&cost| cost > 0);
        open.min().map_or(0, u32::from)
    }

    /// Visits the open cells that one step from or to a cell leads to, with the
    /// number of the direction in [`crate::grid::AROUND`].
    #[inline]
    pub(crate) fn steps(&self, view: View<'_>, index: usize, mut visit: impl FnMut(usize, usize)) {
        let cells = view.cells();
        let width = view.width() as usize;
        let column = index as u32 % view.width();
        let is_open = |at: usize| self.is_open(cells[at]);
        let up = index >= width && is_open(index - width);
        let right = column + 1 < view.width() && is_open(index + 1);
        let down = index + width < cells.len() && is_open(index + width);
        let left = column > 0 && is_open(index - 1);
        if up {
            visit(index - width, 0);
        }
        if right {
            visit(index + 1, 1);
        }
        if down {
            visit(index + width, 2);
        }
        if left {
            visit(index - 1, 3);
        }
        if self.neighbors == Neighbors::Four {
            return;
        }
        if up && right && is_open(index - width + 1) {
            visit(index - width + 1, 4);
        }
        if right && down && is_open(index + width + 1) {
            visit(index + width + 1, 5);
        }
        if down && left && is_open(index + width - 1) {
            visit(index + width - 1, 6);
        }
        if left && up && is_open(index - width - 1) {
            visit(index - width - 1, 7);
        }
    }
}
