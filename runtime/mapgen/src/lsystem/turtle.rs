//! The turtle: walks by symbols over points one unit apart, and what they are
//! on the map once it is known how large the whole drawing is.

use crate::{Point, Rect};

/// Where the turtle is, in units, and where it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Turtle {
    x: i32,
    y: i32,
    /// Quarter turns clockwise from up.
    heading: u8,
    mirrored: bool,
}

impl Turtle {
    /// A turtle that looks so many quarter turns from up, and takes right for
    /// left if it is mirrored.
    pub(super) fn looking(heading: u8, mirrored: bool) -> Turtle {
        Turtle {
            heading: heading % 4,
            mirrored,
            ..Turtle::default()
        }
    }

    /// Turns or goes as a symbol says; true if it went.
    #[inline]
    pub(super) fn follow(&mut self, symbol: u8) -> bool {
        let turn = match symbol {
            b'+' => 1,
            b'-' => 3,
            b'|' => 2,
            b'F' | b'G' => {
                match self.heading {
                    0 => self.y -= 1,
                    1 => self.x += 1,
                    2 => self.y += 1,
                    _ => self.x -= 1,
                }
                return true;
            }
            _ => return false,
        };
        let turn = if self.mirrored { 4 - turn } else { turn };
        self.heading = (self.heading + turn) % 4;
        false
    }
}

/// The smallest rectangle around a drawing, in units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Extent {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Extent {
    /// Walks all symbols.
    pub(super) fn of(symbols: &[u8], start: Turtle) -> Extent {
        let mut extent = Extent::default();
        let mut turtle = start;
        let mut stack = Vec::new();
        for &symbol in symbols {
            match symbol {
                b'[' => stack.push(turtle),
                b']' => turtle = stack.pop().unwrap_or(turtle),
                _ if turtle.follow(symbol) => {
                    extent.left = extent.left.min(turtle.x);
                    extent.right = extent.right.max(turtle.x);
                    extent.top = extent.top.min(turtle.y);
                    extent.bottom = extent.bottom.max(turtle.y);
                }
                _ => {}
            }
        }
        extent
    }

    /// Columns and rows of units.
    pub(super) const fn sides(&self) -> (u32, u32) {
        (
            (self.right - self.left) as u32,
            (self.bottom - self.top) as u32,
        )
    }

    /// Cells that a unit can have in an area; 0 if a unit is less than a cell.
    pub(super) fn step((across, down): (u32, u32), area: Rect) -> u32 {
        let across = (area.w - 1).checked_div(across).unwrap_or(u32::MAX);
        let down = (area.h - 1).checked_div(down).unwrap_or(u32::MAX);
        across.min(down)
    }

    /// The cell of an area where the turtle is, at `step` cells a unit, in the
    /// middle of it; with 0 the drawing is pressed into the area.
    pub(super) fn place(&self, turtle: Turtle, step: u32, area: Rect) -> Point {
        let along = |at: i32, low: i32, high: i32, length: u32| {
            let (units, all) = ((at - low) as u32, (high - low) as u32);
            if step > 0 {
                return (length - 1 - all * step) / 2 + units * step;
            }
            let cells = u64::from(units) * u64::from(length - 1);
            cells.checked_div(all.into()).unwrap_or_default() as u32
        };
        Point::new(
            area.x + along(turtle.x, self.left, self.right, area.w),
            area.y + along(turtle.y, self.top, self.bottom, area.h),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_measured_and_fitted() {
        let symbols = b"FF+F[-FF]|FFF";
        let start = Turtle::looking(0, false);
        let extent = Extent::of(symbols, start);
        assert_eq!(extent.sides(), (3, 4));
        assert_eq!(
            Extent::of(symbols, Turtle::looking(1, true)).sides(),
            (4, 3)
        );
        let area = Rect::new(1, 1, 12, 13);
        assert_eq!(Extent::step(extent.sides(), area), 3);
        assert_eq!(extent.place(start, 3, area), Point::new(8, 13));
        let small = Rect::new(1, 1, 2, 2);
        assert_eq!(Extent::step(extent.sides(), small), 0);
        assert_eq!(extent.place(start, 0, small), Point::new(1, 2));
        assert_eq!(Extent::step((0, 0), small), u32::MAX);
    }
}
