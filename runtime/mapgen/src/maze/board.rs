//! The cells of a maze on the map: cell (0, 0) is at column 1 and row 1 of the
//! map, and two cells of the map farther is the next.

use dice::Stream;

use crate::draw::between;
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Direction, Point};

/// How many cells a maze has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl Size {
    pub(crate) const fn count(self) -> u32 {
        self.columns * self.rows
    }

    pub(crate) const fn number(self, cell: Point) -> u32 {
        cell.y * self.columns + cell.x
    }

    pub(crate) const fn cell(self, number: u32) -> Point {
        Point::new(number % self.columns, number / self.columns)
    }

    /// The cell beside another, if it is in the maze.
    #[inline]
    pub(crate) fn beside(self, cell: Point, direction: Direction) -> Option<Point> {
        let next = cell.toward(direction)?;
        (next.x < self.columns && next.y < self.rows).then_some(next)
    }

    /// Any cell.
    pub(crate) fn any(self, stream: &mut Stream) -> Point {
        self.cell(between(stream, 0, self.count() - 1))
    }
}

/// A maze that is being drawn.
pub(crate) struct Board<'a, R> {
    pub(crate) canvas: &'a mut Canvas<R>,
    pub(crate) size: Size,
    /// What the maze is drawn with.
    pub(crate) cell: Cell,
}

impl<R: Recorder> Board<'_, R> {
    /// True for a cell that belongs to the maze already.
    #[inline]
    pub(crate) fn is_open(&self, cell: Point) -> bool {
        self.canvas.is_open(place(cell))
    }

    /// Makes a cell part of the maze.
    #[inline]
    pub(crate) fn open(&mut self, cell: Point) {
        self.canvas.set(place(cell), self.cell);
    }

    /// Takes away the wall between two cells side by side.
    #[inline]
    pub(crate) fn join(&mut self, a: Point, b: Point) {
        self.canvas.set(wall(a, b), self.cell);
    }

    /// One of the cells beside this one that belong to the maze or do not,
    /// every one equally likely.
    #[inline]
    pub(crate) fn pick_beside(
        &self,
        cell: Point,
        is_open: bool,
        stream: &mut Stream,
    ) -> Option<Point> {
        let mut found = [cell; 4];
        let mut count = 0;
        for direction in Direction::ALL {
            let next = self.size.beside(cell, direction);
            if let Some(next) = next.filter(|&next| self.is_open(next) == is_open) {
                found[count] = next;
                count += 1;
            }
        }
        let last = (count as u32).checked_sub(1)?;
        Some(found[between(stream, 0, last) as usize])
    }

    /// Notes that a cell was joined to another.
    #[inline]
    pub(crate) fn note(&mut self, from: Point, to: Point) {
        self.canvas.step(StepKind::Carve, || {
            format!(
                "The wall between cells ({}, {}) and ({}, {}) goes.",
                from.x, from.y, to.x, to.y
            )
        });
    }
}

/// Where a cell is on the map.
#[inline]
pub(crate) const fn place(cell: Point) -> Point {
    Point::new(cell.x * 2 + 1, cell.y * 2 + 1)
}

/// Where the wall between two cells side by side is on the map.
#[inline]
pub(crate) const fn wall(a: Point, b: Point) -> Point {
    Point::new(a.x + b.x + 1, a.y + b.y + 1)
}
