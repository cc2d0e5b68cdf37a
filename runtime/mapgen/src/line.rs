//! Straight lines from the middle of a cell to that of another, and whether one
//! is seen from the other.
//!
//! A line that runs exactly between two cells may take either: all of them on
//! one side, or all on the other. Two cells see each other if one of these two
//! lines is free, which is what symmetric shadowcasting finds for floor cells,
//! and is the same from both ends.

use crate::Point;
use crate::grid::View;

/// Which cell a line takes that runs exactly between two.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// The one with the lower column or row.
    Low,
    /// The other.
    High,
}

/// A line of at least two cells.
#[derive(Clone, Copy)]
struct Line {
    from: (i32, i32),
    to: (i32, i32),
    /// Steps from the first cell to the last.
    steps: i32,
    /// Whether it goes farther along the row than along the column.
    is_flat: bool,
}

impl Line {
    fn new(from: Point, to: Point) -> Line {
        let (from, to) = ((from.x as i32, from.y as i32), (to.x as i32, to.y as i32));
        let (wide, high) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
        Line {
            from,
            to,
            steps: wide.max(high),
            is_flat: wide >= high,
        }
    }

    /// The cell after so many steps.
    #[inline]
    fn cell(&self, step: i32, side: Side) -> Point {
        let whole = |from: i32, to: i32| from + (to - from).signum() * step;
        let between = |from: i32, to: i32| {
            // Twice the exact offset and half a cell, over twice the steps.
            let offset = 2 * (to - from) * step;
            let rounded = match side {
                Side::Low => -((self.steps - offset).div_euclid(2 * self.steps)),
                Side::High => (self.steps + offset).div_euclid(2 * self.steps),
            };
            from + rounded
        };
        let (from, to) = (self.from, self.to);
        let (x, y) = if self.is_flat {
            (whole(from.0, to.0), between(from.1, to.1))
        } else {
            (between(from.0, to.0), whole(from.1, to.1))
        };
        Point::new(x as u32, y as u32)
    }

    /// Whether nothing between the two ends is in the way.
    fn is_free(&self, view: View<'_>, side: Side, blocks: &impl Fn(u8) -> bool) -> bool {
        (1..self.steps).all(|step| !view.get(self.cell(step, side)).is_some_and(blocks))
    }
}

impl View<'_> {
    /// True when the middle of a cell is seen from that of another, whatever is
    /// in these two; the same from both ends. `blocks` says which bytes cannot
    /// be seen through. As in [`crate::Sight`] one sees between two walls that
    /// touch at a corner. False outside of the grid.
    pub fn sees(&self, from: Point, to: Point, blocks: impl Fn(u8) -> bool) -> bool {
        if self.get(from).is_none() || self.get(to).is_none() {
            return false;
        }
        let line = Line::new(from, to);
        line.is_free(*self, Side::Low, &blocks) || line.is_free(*self, Side::High, &blocks)
    }

    /// The cells of the line between two, both included, each beside the one
    /// before or at its corner; backwards it has the same cells. It is free of
    /// cells that block if the two see each other. Empty when one of the two is
    /// outside of the grid.
    pub fn line(&self, from: Point, to: Point, blocks: impl Fn(u8) -> bool) -> Vec<Point> {
        if self.get(from).is_none() || self.get(to).is_none() {
            return Vec::new();
        }
        if from == to {
            return vec![from];
        }
        let line = Line::new(from, to);
        let is_low =
            line.is_free(*self, Side::Low, &blocks) || !line.is_free(*self, Side::High, &blocks);
        let side = if is_low { Side::Low } else { Side::High };
        (0..=line.steps).map(|step| line.cell(step, side)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Grid};

    fn blocks(byte: u8) -> bool {
        !Cell::is_clear_byte(byte)
    }

    #[track_caller]
    fn check(rows: &str, from: (u32, u32), to: (u32, u32), is_seen: bool, line: &[(u32, u32)]) {
        let grid = Grid::from_text(rows).expect("glyphs");
        let (from, to) = (Point::new(from.0, from.1), Point::new(to.0, to.1));
        let view = grid.view();
        assert_eq!(view.sees(from, to, blocks), is_seen);
        assert_eq!(view.sees(to, from, blocks), is_seen);
        let line: Vec<Point> = line.iter().map(|&(x, y)| Point::new(x, y)).collect();
        assert_eq!(view.line(from, to, blocks), line);
        let mut back = view.line(to, from, blocks);
        back.reverse();
        assert_eq!(back, line);
    }

    #[test]
    fn lines_are_the_same_from_both_ends() {
        let free = ".....\n.....\n.....";
        check(free, (1, 1), (1, 1), true, &[(1, 1)]);
        check(free, (0, 0), (2, 2), true, &[(0, 0), (1, 1), (2, 2)]);
        check(free, (0, 0), (2, 1), true, &[(0, 0), (1, 0), (2, 1)]);
        check(free, (0, 1), (2, 0), true, &[(0, 1), (1, 0), (2, 0)]);
        check(
            free,
            (4, 0),
            (0, 1),
            true,
            &[(4, 0), (3, 0), (2, 0), (1, 1), (0, 1)],
        );
        check(free, (1, 0), (0, 2), true, &[(1, 0), (0, 1), (0, 2)]);
        // One way round the corner is enough.
        check("...\n.#.", (0, 0), (2, 1), true, &[(0, 0), (1, 0), (2, 1)]);
        check(".#.\n...", (0, 0), (2, 1), true, &[(0, 0), (1, 1), (2, 1)]);
        check(".#.\n.#.", (0, 0), (2, 1), false, &[(0, 0), (1, 0), (2, 1)]);
        check(".#\n#.", (0, 0), (1, 1), true, &[(0, 0), (1, 1)]);
        check(".#.", (0, 0), (2, 0), false, &[(0, 0), (1, 0), (2, 0)]);
        check(".#.", (0, 0), (1, 0), true, &[(0, 0), (1, 0)]);
        check("..", (0, 0), (2, 0), false, &[]);
    }
}
