//! Rays through a grid, from border to border of its cells.
//!
//! A ray starts at a whole number of parts of a cell and goes in a direction of
//! whole numbers, so where it crosses borders is a fraction: which border comes
//! next, and whether a ray meets a corner exactly, is never a matter of
//! rounding. At a corner it passes one wall and is stopped by two.

mod axis;
mod fan;
mod heading;
mod spot;

pub use fan::{Fan, Sweep};
pub use heading::Heading;
pub use spot::Spot;

use std::cmp::Ordering;

use self::axis::Axis;
use crate::grid::View;
use crate::{Direction, Point};

/// Parts of the side of a cell, in which places are whole numbers.
pub const PARTS: i32 = 1 << 16;

/// Longest range of a ray, in parts: farther than any grid's corners are apart.
pub const FARTHEST: u32 = 1 << 29;

/// A ray, with an end if it meets nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ray {
    /// Where it starts. What is in that cell does not stop it.
    pub from: Spot,
    /// Where it goes.
    pub heading: Heading,
    /// How far, in parts of a cell; above [`FARTHEST`] it is cut to that.
    pub range: u32,
}

/// How far a ray comes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Reach {
    /// Where it ends: at a hit, at its range, or at the edge of the grid. Exact
    /// but for fractions of a part, which are cut off toward the start.
    pub at: Spot,
    /// From the start to there, in cells.
    pub distance: f64,
    /// What it hit; none at its range and at the edge.
    pub hit: Option<Hit>,
}

/// What a ray hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hit {
    /// The cell. Of two that stop a ray at a corner, the one beside.
    pub cell: Point,
    /// Its byte.
    pub byte: u8,
    /// Which of its sides; at a corner the left or the right one.
    pub face: Direction,
    /// The exact place: the start and so much of the heading, as a fraction.
    pub along: (u32, u32),
}

impl Ray {
    /// Follows the ray until a cell stops it, its range is over, or the grid
    /// ends. `blocks` says which bytes stop it. From outside it goes nowhere.
    #[inline]
    pub fn cast(&self, view: View<'_>, blocks: impl Fn(u8) -> bool) -> Reach {
        let (width, height) = (view.width() as i32, view.height() as i32);
        let is_inside = |from: i32, cells: i32| (0..cells * PARTS).contains(&from);
        if !is_inside(self.from.x, width) || !is_inside(self.from.y, height) {
            return Reach {
                at: self.from,
                distance: 0.0,
                hit: None,
            };
        }
        let mut x = Axis::new(self.from.x, self.heading.x(), view.width());
        let mut y = Axis::new(self.from.y, self.heading.y(), view.height());
        if self.range < FARTHEST {
            let square = self.heading.square();
            x.limit(self.range, square);
            y.limit(self.range, square);
        }
        // When the next border is crossed, times the product of both speeds. A
        // way that stands still is never the first: the other's time is 0.
        let time = |way: &Axis, other: &Axis| u64::from(way.border()) * u64::from(other.speed);
        let (mut across_x, mut across_y) = (time(&x, &y), time(&y, &x));
        let a_cell = |other: &Axis| PARTS as u64 * u64::from(other.speed);
        let (each_x, each_y) = (a_cell(&y), a_cell(&x));
        let cells = view.cells();
        let columns = view.width() as usize;
        let place = |x: &Axis, y: &Axis| y.cell as usize * columns + x.cell as usize;
        loop {
            let order = across_x.cmp(&across_y);
            if (x.left == 0 && order.is_le()) || (y.left == 0 && order.is_ge()) {
                return self.end(&x, &y, order);
            }
            let before = (x, y);
            if order.is_le() {
                x.enter();
                across_x += each_x;
            }
            if order.is_ge() {
                y.enter();
                across_y += each_y;
            }
            let is_between = order == Ordering::Equal
                && blocks(cells[place(&x, &before.1)])
                && blocks(cells[place(&before.0, &y)]);
            if is_between {
                y = before.1;
            }
            let byte = cells[place(&x, &y)];
            if is_between || blocks(byte) {
                return self.hit(&before, Point::new(x.cell, y.cell), byte, order);
            }
        }
    }

    fn hit(&self, (x, y): &(Axis, Axis), cell: Point, byte: u8, order: Ordering) -> Reach {
        let ((way, border), face) = if order.is_le() {
            let face = [Direction::Right, Direction::Left][usize::from(x.is_forward)];
            ((x, x.border()), face)
        } else {
            let face = [Direction::Down, Direction::Up][usize::from(y.is_forward)];
            ((y, y.border()), face)
        };
        let hit = Hit {
            cell,
            byte,
            face,
            along: (border, way.speed),
        };
        Reach {
            hit: Some(hit),
            ..self.crossing(x, y, hit.along)
        }
    }

    /// The end at the border that comes next, or before it at the range.
    fn end(&self, x: &Axis, y: &Axis, order: Ordering) -> Reach {
        let way = if order.is_le() { x } else { y };
        if way.border() <= way.most {
            return self.crossing(x, y, (way.border(), way.speed));
        }
        Reach {
            at: Spot {
                x: x.after(x.most),
                y: y.after(y.most),
            },
            distance: f64::from(self.range) / f64::from(PARTS),
            hit: None,
        }
    }

    fn crossing(&self, x: &Axis, y: &Axis, (over, under): (u32, u32)) -> Reach {
        let parts = |way: &Axis| (u64::from(over) * u64::from(way.speed) / u64::from(under)) as u32;
        let length = (self.heading.square() as f64).sqrt();
        Reach {
            at: Spot {
                x: x.after(parts(x)),
                y: y.after(parts(y)),
            },
            distance: f64::from(over) / f64::from(PARTS) * (length / f64::from(under)),
            hit: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Grid};

    fn blocks(byte: u8) -> bool {
        !Cell::is_clear_byte(byte)
    }

    fn cast(rows: &str, from: (f64, f64), heading: (f64, f64), range: f64) -> Reach {
        let grid = Grid::from_text(rows).expect("glyphs");
        let ray = Ray {
            from: Spot::at(from.0, from.1).expect("a place"),
            heading: Heading::new(heading.0, heading.1).expect("a direction"),
            range: (range * f64::from(PARTS)) as u32,
        };
        ray.cast(grid.view(), blocks)
    }

    /// What is expected: the place and, of a hit, cell and face.
    #[track_caller]
    fn check(
        rows: &str,
        from: (f64, f64),
        heading: (f64, f64),
        place: (f64, f64),
        expected: Option<(u32, u32, Direction)>,
    ) {
        let reach = cast(rows, from, heading, 99.0);
        assert_eq!((reach.at.x(), reach.at.y()), place);
        let hit = reach.hit.map(|hit| (hit.cell.x, hit.cell.y, hit.face));
        assert_eq!(hit, expected);
        let (x, y) = (place.0 - from.0, place.1 - from.1);
        assert!((reach.distance - (x * x + y * y).sqrt()).abs() < 1e-4);
    }

    #[test]
    fn rays_stop_at_the_side_they_meet() {
        use Direction::{Down, Left, Right, Up};
        let room = "#####\n#...#\n#...#\n#####";
        check(room, (2.5, 1.5), (1.0, 0.0), (4.0, 1.5), Some((4, 1, Left)));
        check(
            room,
            (2.5, 1.5),
            (-3.0, 0.0),
            (1.0, 1.5),
            Some((0, 1, Right)),
        );
        check(room, (2.5, 1.5), (0.0, 9.0), (2.5, 3.0), Some((2, 3, Up)));
        check(
            room,
            (2.5, 1.5),
            (0.0, -1e-300),
            (2.5, 1.0),
            Some((2, 0, Down)),
        );
        check(
            room,
            (1.5, 1.5),
            (2.0, 1.0),
            (4.0, 2.75),
            Some((4, 2, Left)),
        );
        check(
            room,
            (1.5, 2.5),
            (1.5, -0.75),
            (4.0, 1.25),
            Some((4, 1, Left)),
        );
        // On a border to the left of it, at once.
        check(
            room,
            (1.0, 1.5),
            (-1.0, 0.0),
            (1.0, 1.5),
            Some((0, 1, Right)),
        );
        // Out of a wall.
        check(room, (0.5, 1.5), (1.0, 0.0), (4.0, 1.5), Some((4, 1, Left)));
    }

    #[test]
    fn no_ray_passes_between_walls_that_touch_at_a_corner() {
        let gap = "..#.\n.#..\n#...";
        check(
            gap,
            (0.5, 0.5),
            (1.0, 1.0),
            (1.0, 1.0),
            None.or(Some((1, 1, Direction::Left))),
        );
        check(
            gap,
            (1.5, 0.5),
            (1.0, 1.0),
            (2.0, 1.0),
            Some((2, 0, Direction::Left)),
        );
        check(
            gap,
            (0.5, 1.5),
            (1.0, 1.0),
            (1.0, 2.0),
            Some((1, 1, Direction::Left)),
        );
        check(
            gap,
            (2.5, 1.5),
            (-1.0, -1.0),
            (2.0, 1.0),
            Some((1, 1, Direction::Right)),
        );
        // Past one corner it goes on.
        check("..\n#.", (0.5, 0.5), (1.0, 1.0), (2.0, 2.0), None);
        check(".#.\n...\n...", (0.5, 0.5), (1.0, 1.0), (3.0, 3.0), None);
    }

    #[test]
    fn range_and_edge_end_a_ray() {
        let free = "........\n........";
        let reach = cast(free, (0.5, 0.5), (1.0, 0.0), 3.25);
        assert_eq!(
            (reach.at.x(), reach.distance, reach.hit),
            (3.75, 3.25, None)
        );
        let reach = cast(free, (0.5, 0.5), (3.0, 0.5), 99.0);
        assert_eq!((reach.at.x(), reach.at.y()), (8.0, 1.75));
        // A wall exactly at the range is hit, one part farther it is not.
        let wall = "....#";
        let hit = |range: f64| cast(wall, (0.5, 0.5), (1.0, 0.0), range).hit.is_some();
        assert!(hit(3.5) && !hit(3.5 - 1.0 / f64::from(PARTS)));
        // 3, 4, 5.
        let wall = ".....\n.....\n.....\n....#\n....#";
        let hit = |range: f64| cast(wall, (1.0, 0.0), (3.0, 4.0), range);
        assert_eq!(hit(5.0).hit.map(|hit| hit.cell), Some(Point::new(4, 4)));
        assert!(hit(4.999).hit.is_none());
        assert_eq!(hit(0.0).at, Spot { x: PARTS, y: 0 });
    }

    #[test]
    fn headings_keep_their_direction() {
        for (x, y) in [(1.0, 1.0), (3e300, 3e300), (5e-324, 5e-324)] {
            let heading = Heading::new(x, y).expect("a direction");
            assert_eq!(heading.x(), heading.y(), "{x}");
        }
        assert!(Heading::new(0.0, -0.0).is_none() && Heading::new(f64::NAN, 1.0).is_none());
        assert!(Heading::of_angle(f64::INFINITY).is_none());
        let down = Heading::of_angle(std::f64::consts::FRAC_PI_2).expect("an angle");
        assert_eq!((down.x(), down.y()), (0, 1 << 28));
        assert!(Spot::at(-0.1, 0.0).is_none() && Spot::at(0.0, f64::NAN).is_none());
        assert_eq!(Spot::at(1.5, 2.5), Some(Spot::middle(Point::new(1, 2))));
    }
}
