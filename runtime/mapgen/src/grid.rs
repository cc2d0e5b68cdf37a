//! Grids: width, height, one byte a cell, row by row.
//!
//! Generators fill one, and carts hold them for their own data, so reading
//! outside gives nothing and writing outside does nothing.

mod compose;
mod connect;
mod text;
mod view;

pub use connect::{AROUND, Components, Neighbors};
pub use text::GridError;
pub use view::View;

use crate::{Cell, Point, Rect};

/// A rectangle of bytes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Grid {
    width: u32,
    height: u32,
    cells: Vec<u8>,
}

impl Grid {
    /// Most cells on a side.
    pub const MOST: u32 = 4096;

    /// A grid with `value` in every cell; sides above [`Grid::MOST`] are cut to it.
    pub fn new(width: u32, height: u32, value: u8) -> Grid {
        let (width, height) = (width.min(Grid::MOST), height.min(Grid::MOST));
        Grid {
            width,
            height,
            cells: vec![value; width as usize * height as usize],
        }
    }

    /// The grid of these bytes, row by row; `None` if they are not width times
    /// height, or a side is above [`Grid::MOST`].
    pub fn from_cells(width: u32, height: u32, cells: Vec<u8>) -> Option<Grid> {
        let fits = width <= Grid::MOST && height <= Grid::MOST;
        (fits && cells.len() == width as usize * height as usize).then_some(Grid {
            width,
            height,
            cells,
        })
    }

    /// Columns.
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// The rectangle of all cells.
    pub const fn bounds(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height)
    }

    /// The bytes, row by row.
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// The bytes of a row; empty below the grid.
    pub fn row(&self, y: u32) -> &[u8] {
        let start = y as usize * self.width as usize;
        self.cells
            .get(start..start + self.width as usize)
            .unwrap_or_default()
    }

    /// The byte there; `None` outside.
    #[inline]
    pub fn get(&self, point: Point) -> Option<u8> {
        if point.x >= self.width {
            return None;
        }
        self.cells.get(self.index(point)).copied()
    }

    /// Writes a byte; outside, nothing happens.
    #[inline]
    pub fn set(&mut self, point: Point, value: u8) {
        if point.x >= self.width {
            return;
        }
        let index = self.index(point);
        if let Some(cell) = self.cells.get_mut(index) {
            *cell = value;
        }
    }

    /// The kind of cell there; outside, and for bytes of a cart's own, a wall.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.get(point)
            .and_then(Cell::from_byte)
            .unwrap_or(Cell::Wall)
    }

    /// True for a cell of the grid where one can walk.
    #[inline]
    pub fn is_open(&self, point: Point) -> bool {
        self.get(point).is_some_and(Cell::is_open_byte)
    }

    /// Writes `value` to the part of `rect` that is in the grid.
    pub fn fill(&mut self, rect: Rect, value: u8) {
        let right = rect.x.saturating_add(rect.w).min(self.width);
        let bottom = rect.y.saturating_add(rect.h).min(self.height);
        if rect.x >= right {
            return;
        }
        for y in rect.y..bottom {
            let row = y as usize * self.width as usize;
            self.cells[row + rect.x as usize..row + right as usize].fill(value);
        }
    }

    /// How many cells hold `value`.
    pub fn count(&self, value: u8) -> u32 {
        let same = |&cell: &u8| u32::from(cell == value);
        self.cells.iter().map(same).sum()
    }

    /// How many cells one can walk on.
    pub fn count_open(&self) -> u32 {
        let open = |&cell: &u8| u32::from(Cell::is_open_byte(cell));
        self.cells.iter().map(open).sum()
    }

    /// The cells that hold `value`, row by row.
    pub fn find(&self, value: u8) -> impl Iterator<Item = Point> + '_ {
        let holds = move |&(_, &cell): &(usize, &u8)| cell == value;
        let cells = self.cells.iter().enumerate();
        cells.filter(holds).map(|(index, _)| self.point(index))
    }

    /// Writes a row from its left end; what does not fit is left out.
    pub(crate) fn write_row(&mut self, y: u32, cells: &[u8]) {
        let start = y as usize * self.width as usize;
        let length = cells.len().min(self.width as usize);
        if let Some(row) = self.cells.get_mut(start..start + length) {
            row.copy_from_slice(&cells[..length]);
        }
    }

    /// The place of a point of the grid in [`Grid::cells`].
    #[inline]
    pub(crate) const fn index(&self, point: Point) -> usize {
        point.y as usize * self.width as usize + point.x as usize
    }

    /// The point at a place in [`Grid::cells`].
    #[inline]
    pub(crate) const fn point(&self, index: usize) -> Point {
        Point::new(index as u32 % self.width, index as u32 / self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_there_is_nothing() {
        let mut grid = Grid::new(3, 2, 7);
        for point in [Point::new(3, 0), Point::new(0, 2), Point::new(u32::MAX, 0)] {
            grid.set(point, 1);
            assert_eq!(grid.get(point), None);
            assert!(!grid.is_open(point));
        }
        assert_eq!(grid.count(7), 6);
        grid.fill(Rect::new(2, 1, u32::MAX, u32::MAX), 1);
        grid.fill(Rect::new(9, 9, 1, 1), 1);
        assert_eq!(grid.find(1).collect::<Vec<_>>(), [Point::new(2, 1)]);
        assert_eq!(Grid::new(0, 5, 0).row(0), [0_u8; 0]);
    }
}
