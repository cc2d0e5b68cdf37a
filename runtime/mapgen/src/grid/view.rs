//! A grid that is only looked at: bytes row by row that somebody else holds.
//!
//! Carts hold their grids in memory of their own; a ray through one must not
//! copy all of it first.

use super::Grid;
use crate::Point;

/// The cells of a grid, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    width: u32,
    height: u32,
    cells: &'a [u8],
}

impl<'a> View<'a> {
    /// These bytes, row by row; `None` if they are not width times height, or a
    /// side is above [`Grid::MOST`].
    pub fn new(width: u32, height: u32, cells: &'a [u8]) -> Option<View<'a>> {
        let fits = width <= Grid::MOST && height <= Grid::MOST;
        (fits && cells.len() == width as usize * height as usize).then_some(View {
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

    /// The bytes, row by row.
    pub const fn cells(&self) -> &'a [u8] {
        self.cells
    }

    /// The byte there; `None` outside.
    #[inline]
    pub fn get(&self, point: Point) -> Option<u8> {
        if point.x >= self.width {
            return None;
        }
        self.cells.get(self.index(point)).copied()
    }

    /// The place of a point of the grid in [`View::cells`].
    #[inline]
    pub(crate) const fn index(&self, point: Point) -> usize {
        point.y as usize * self.width as usize + point.x as usize
    }

    /// The point at a place in [`View::cells`].
    #[inline]
    pub(crate) const fn point(&self, index: usize) -> Point {
        Point::new(index as u32 % self.width, index as u32 / self.width)
    }
}

impl<'a> From<&'a Grid> for View<'a> {
    fn from(grid: &'a Grid) -> View<'a> {
        grid.view()
    }
}

impl Grid {
    /// The grid, to be looked at.
    pub fn view(&self) -> View<'_> {
        View {
            width: self.width,
            height: self.height,
            cells: &self.cells,
        }
    }
}
