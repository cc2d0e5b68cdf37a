//! Points, rectangles and the four directions, in cells.
//!
//! Coordinates are `u32` from the top left, so that what is drawn from a range
//! is the same on machines of any word size.

use serde::Serialize;

/// A cell's place: column `x` and row `y`, from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct Point {
    /// Column, from the left.
    pub x: u32,
    /// Row, from the top.
    pub y: u32,
}

impl Point {
    /// The point in this column and row.
    pub const fn new(x: u32, y: u32) -> Point {
        Point { x, y }
    }

    /// Steps between two points where nothing is in the way, 4-connected.
    pub const fn steps_to(self, other: Point) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }

    /// One step towards another point: along the row first, then the column.
    #[must_use]
    pub const fn nearer(self, goal: Point) -> Point {
        let Point { x, y } = self;
        if x < goal.x {
            Point::new(x + 1, y)
        } else if x > goal.x {
            Point::new(x - 1, y)
        } else if y < goal.y {
            Point::new(x, y + 1)
        } else if y > goal.y {
            Point::new(x, y - 1)
        } else {
            self
        }
    }

    /// The neighbor that way; left of and above the grid it wraps around, which
    /// is outside of any rectangle too. A walk at random is made without a
    /// branch that nobody can predict.
    #[inline]
    #[must_use]
    pub(crate) const fn wrapped(self, direction: Direction) -> Point {
        let (x, y) = STEPS[direction as usize];
        Point::new(self.x.wrapping_add(x), self.y.wrapping_add(y))
    }

    /// The neighbor that way; `None` left of or above the grid.
    pub const fn toward(self, direction: Direction) -> Option<Point> {
        let (x, y) = match direction {
            Direction::Up => (Some(self.x), self.y.checked_sub(1)),
            Direction::Right => (self.x.checked_add(1), Some(self.y)),
            Direction::Down => (Some(self.x), self.y.checked_add(1)),
            Direction::Left => (self.x.checked_sub(1), Some(self.y)),
        };
        match (x, y) {
            (Some(x), Some(y)) => Some(Point { x, y }),
            _ => None,
        }
    }
}

/// What a step adds to column and row, in the order of [`Direction::ALL`].
const STEPS: [(u32, u32); 4] = [(0, u32::MAX), (1, 0), (0, 1), (u32::MAX, 0)];

/// One of the four directions of a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards higher columns.
    Right,
    /// Towards higher rows.
    Down,
    /// Towards column 0.
    Left,
}

impl Direction {
    /// All four, clockwise from the top.
    pub const ALL: [Direction; 4] = [
        Direction::Up,
        Direction::Right,
        Direction::Down,
        Direction::Left,
    ];

    /// The direction a quarter turn clockwise from here.
    #[must_use]
    pub const fn clockwise(self) -> Direction {
        match self {
            Direction::Up => Direction::Right,
            Direction::Right => Direction::Down,
            Direction::Down => Direction::Left,
            Direction::Left => Direction::Up,
        }
    }

    /// The direction a quarter turn counterclockwise from here.
    #[must_use]
    pub const fn counterclockwise(self) -> Direction {
        self.clockwise().clockwise().clockwise()
    }
}

/// A rectangle of cells: left, top, width, height.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Rect {
    /// First column.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// Columns.
    pub w: u32,
    /// Rows.
    pub h: u32,
}

impl Rect {
    /// The rectangle with this corner and size.
    pub const fn new(x: u32, y: u32, w: u32, h: u32) -> Rect {
        Rect { x, y, w, h }
    }

    /// The first column to the right of it.
    pub const fn right(&self) -> u32 {
        self.x + self.w
    }

    /// The first row below it.
    pub const fn bottom(&self) -> u32 {
        self.y + self.h
    }

    /// Its number of cells.
    pub const fn area(&self) -> u64 {
        self.w as u64 * self.h as u64
    }

    /// The cell in its middle, the upper left one of four.
    pub const fn center(&self) -> Point {
        Point::new(
            self.x + self.w.saturating_sub(1) / 2,
            self.y + self.h.saturating_sub(1) / 2,
        )
    }

    /// True when the point is in it.
    pub const fn contains(&self, point: Point) -> bool {
        point.x.wrapping_sub(self.x) < self.w && point.y.wrapping_sub(self.y) < self.h
    }

    /// True when the two have a cell in common.
    pub const fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// The rectangle without a margin of so many cells; empty when none are left.
    #[must_use]
    pub const fn inset(&self, margin: u32) -> Rect {
        Rect::new(
            self.x + margin,
            self.y + margin,
            self.w.saturating_sub(2 * margin),
            self.h.saturating_sub(2 * margin),
        )
    }

    /// Its cells, row by row.
    pub fn points(self) -> impl Iterator<Item = Point> {
        (self.y..self.bottom())
            .flat_map(move |y| (self.x..self.right()).map(move |x| Point { x, y }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_know_their_cells() {
        let rect = Rect::new(2, 1, 3, 2);
        assert_eq!(rect.points().count() as u64, rect.area());
        assert!(rect.points().all(|point| rect.contains(point)));
        assert_eq!(rect.center(), Point::new(3, 1));
        assert!(rect.overlaps(&Rect::new(4, 2, 9, 9)));
        assert!(!rect.overlaps(&Rect::new(5, 1, 9, 9)));
        assert_eq!(Rect::new(0, 0, 5, 1).inset(1).area(), 0);
    }

    #[test]
    fn steps_stay_in_the_grid() {
        let corner = Point::new(0, 0);
        assert_eq!(corner.toward(Direction::Up), None);
        assert_eq!(corner.toward(Direction::Left), None);
        assert_eq!(corner.toward(Direction::Right), Some(Point::new(1, 0)));
        for direction in Direction::ALL {
            assert_eq!(direction.clockwise().counterclockwise(), direction);
            let point = Point::new(1, 1);
            assert_eq!(Some(point.wrapped(direction)), point.toward(direction));
        }
    }
}
