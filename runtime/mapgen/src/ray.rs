//! Rays through a grid, from border to border of its cells.
//!
//! A ray starts at a whole number of parts of a cell and goes in a direction of
//! whole numbers, so where it crosses borders is a fraction: which border comes
//! next, and whether a ray meets a corner exactly, is never a matter of
//! rounding. At a corner it passes one wall and is stopped by two.

mod fan;

pub use fan::{Fan, Sweep};

use std::cmp::Ordering;

use crate::grid::View;
use crate::{Direction, Grid, Point};

/// Parts of the side of a cell, in which places are whole numbers.
pub const PARTS: i32 = 1 << 16;

/// Longest range of a ray, in parts: farther than any grid's corners are apart.
pub const FARTHEST: u32 = 1 << 29;

/// Largest number in a direction is below twice this.
const LONG: f64 = (1 << 28) as f64;

/// A place in a grid, in parts of a cell from the left upper corner of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Spot {
    /// Parts from the left edge.
    pub x: i32,
    /// Parts from the top edge.
    pub y: i32,
}

/// A direction: whole numbers that are not both 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading {
    x: i32,
    y: i32,
}

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

impl Heading {
    /// The direction of (x, y), of any length: exact for numbers with up to 28
    /// bits, and to 1 part in 200 million for others. `None` if both are 0, or
    /// one is not finite.
    pub fn new(mut x: f64, mut y: f64) -> Option<Heading> {
        let long = |x: f64, y: f64| x.abs().max(y.abs());
        if !x.is_finite() || !y.is_finite() || long(x, y) == 0.0 {
            return None;
        }
        // Doubling and halving are exact.
        while long(x, y) < LONG {
            (x, y) = (x * 2.0, y * 2.0);
        }
        while long(x, y) >= LONG * 2.0 {
            (x, y) = (x * 0.5, y * 0.5);
        }
        Some(Heading {
            x: x.round() as i32,
            y: y.round() as i32,
        })
    }

    /// The direction of an angle in radians: 0 is right, a quarter turn more is
    /// down. `None` if it is not finite.
    pub fn of_angle(angle: f64) -> Option<Heading> {
        if !angle.is_finite() {
            return None;
        }
        let whole = |part: f64| (part * LONG).round() as i32;
        Some(Heading {
            x: whole(dice::maths::cos(angle)),
            y: whole(dice::maths::sin(angle)),
        })
    }

    /// To the right.
    pub const fn x(self) -> i32 {
        self.x
    }

    /// Down.
    pub const fn y(self) -> i32 {
        self.y
    }

    /// The square of its length.
    fn square(self) -> u64 {
        let square = |side: i32| u64::from(side.unsigned_abs()).pow(2);
        square(self.x) + square(self.y)
    }
}

/// A ray's way along the columns, or along the rows.
#[derive(Clone, Copy)]
struct Axis {
    /// Where it starts.
    from: i32,
    /// How fast it goes, and which way.
    speed: u32,
    is_forward: bool,
    /// The cell that it is in.
    cell: u32,
    /// Cells that it can still enter, for the edge and for the range.
    left: u32,
    /// Parts that the range lets it go.
    most: u32,
}

impl Axis {
    fn new(from: i32, speed: i32, cells: u32) -> Axis {
        let cell = (from / PARTS) as u32;
        let is_forward = speed >= 0;
        Axis {
            from,
            speed: speed.unsigned_abs(),
            is_forward,
            cell,
            left: if is_forward { cells - 1 - cell } else { cell },
            most: FARTHEST,
        }
    }

    /// Limits it to a range, for a direction of this squared length.
    fn limit(&mut self, range: u32, square: u64) {
        // The most that does not exceed the range, as whole numbers have it;
        // floats give it to within one.
        let exact = |most: u32| u128::from(most).pow(2) * u128::from(square);
        let allowed = u128::from(u64::from(range) * u64::from(self.speed)).pow(2);
        let guess = f64::from(range) * f64::from(self.speed) / (square as f64).sqrt();
        self.most = guess as u32;
        while exact(self.most) > allowed {
            self.most -= 1;
        }
        while exact(self.most + 1) <= allowed {
            self.most += 1;
        }
        let first = self.border();
        let cells = match self.most.checked_sub(first) {
            Some(rest) => rest / PARTS as u32 + 1,
            None => 0,
        };
        self.left = self.left.min(cells);
    }

    /// Parts from the start to the border that comes next.
    #[inline]
    fn border(&self) -> u32 {
        let cell = self.cell as i32;
        if self.is_forward {
            ((cell + 1) * PARTS - self.from) as u32
        } else {
            (self.from - cell * PARTS) as u32
        }
    }

    /// Enters the next cell.
    #[inline]
    fn enter(&mut self) {
        self.left -= 1;
        if self.is_forward {
            self.cell += 1;
        } else {
            self.cell -= 1;
        }
    }

    /// Where it is so many parts from the start.
    fn after(&self, parts: u32) -> i32 {
        if self.is_forward {
            self.from + parts as i32
        } else {
            self.from - parts as i32
        }
    }
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
        let mut x = Axis::new(self.from.x, self.heading.x, view.width());
        let mut y = Axis::new(self.from.y, self.heading.y, view.height());
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
    use crate::Cell;

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
