//! The field of view against its definition. A floor cell is seen when the
//! line to its middle, moved ever so little to one side, meets no wall; a wall
//! when some line to the part of it that lies across does. Rows are counted
//! away from the viewer, and a wall is the piece of its row's middle.

use dice::Seed;
use mapgen::{Grid, Point, Sight};
use symmetric_shadowcasting::compute_fov;

use crate::{any, blocks, noise, some_open};

/// Farther than any of the maps is wide.
const UNLIMITED: u32 = 1000;

/// A fraction; what is below the line is above 0.
#[derive(Clone, Copy, Debug)]
struct Ratio(i64, i64);

impl Ratio {
    fn is_below(self, other: Ratio) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    fn between(self, other: Ratio) -> Ratio {
        Ratio(self.0 * other.1 + other.0 * self.1, 2 * self.1 * other.1)
    }
}

/// A quarter of what is around a cell.
struct Quarter<'a> {
    grid: &'a Grid,
    from: Point,
    is_flat: bool,
    sign: i64,
}

impl Quarter<'_> {
    fn is_wall(&self, column: i64, row: i64) -> bool {
        let (x, y) = if self.is_flat {
            (self.sign * row, column)
        } else {
            (column, self.sign * row)
        };
        let (x, y) = (i64::from(self.from.x) + x, i64::from(self.from.y) + y);
        let point = u32::try_from(x).ok().zip(u32::try_from(y).ok());
        let byte = point.and_then(|(x, y)| self.grid.get(Point::new(x, y)));
        byte.is_none_or(blocks)
    }

    /// The line to the middle, with cells that it runs between taken all from
    /// one side, or all from the other.
    fn sees_middle(&self, column: i64, row: i64) -> bool {
        let left = |step: i64| -(row - 2 * column * step).div_euclid(2 * row);
        let right = |step: i64| (row + 2 * column * step).div_euclid(2 * row);
        (1..row).all(|step| !self.is_wall(left(step), step))
            || (1..row).all(|step| !self.is_wall(right(step), step))
    }

    /// Some line to the cell's piece of its row, none of whose ends counts.
    fn sees_some(&self, column: i64, row: i64) -> bool {
        let (low, high) = (
            Ratio((2 * column - 1).max(-2 * row), 2 * row),
            Ratio((2 * column + 1).min(2 * row), 2 * row),
        );
        // Between two slopes that touch an end of some cell, all lines pass
        // the same cells.
        let mut ends = vec![low, high];
        for step in 1..row {
            let first = low.0 * step / low.1 - 2;
            for column in first..=high.0 * step / high.1 + 2 {
                let end = Ratio(2 * column + 1, 2 * step);
                if low.is_below(end) && end.is_below(high) {
                    ends.push(end);
                }
            }
        }
        ends.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
        ends.windows(2).any(|pair| {
            let slope = pair[0].between(pair[1]);
            let column = |step: i64| (2 * slope.0 * step + slope.1).div_euclid(2 * slope.1);
            pair[0].is_below(pair[1]) && (1..row).all(|step| !self.is_wall(column(step), step))
        })
    }
}

fn is_seen(grid: &Grid, from: Point, to: Point, radius: u32) -> bool {
    let x = i64::from(to.x) - i64::from(from.x);
    let y = i64::from(to.y) - i64::from(from.y);
    let radius = i64::from(radius);
    if x * x + y * y > radius * (radius + 1) {
        return false;
    }
    let is_wall = grid.get(to).is_none_or(blocks);
    let sees = |is_flat: bool, column: i64, row: i64| {
        let quarter = Quarter {
            grid,
            from,
            is_flat,
            sign: row.signum(),
        };
        let row = row.abs();
        quarter.sees_middle(column, row) || is_wall && quarter.sees_some(column, row)
    };
    from == to || x.abs() <= y.abs() && sees(false, x, y) || y.abs() <= x.abs() && sees(true, y, x)
}

#[test]
fn the_field_of_view_is_what_its_definition_says() {
    let mut stream = Seed::new(1).stream();
    let mut sight = Sight::default();
    for map in 0..1000 {
        let grid = noise(&mut stream);
        let from = any(&mut stream, &grid);
        let radius = *stream
            .pick(&[0, 1, 2, 4, 7, 12, 20, UNLIMITED])
            .expect("a list");
        sight.look(&grid, from, radius, blocks);
        for to in grid.bounds().points() {
            assert_eq!(
                sight.is_seen(&grid, to),
                is_seen(&grid, from, to, radius),
                "map {map}, {from:?} to {to:?}, radius {radius}\n{}",
                grid.to_text()
            );
        }
    }
}

#[test]
fn it_is_that_of_the_crate_symmetric_shadowcasting() {
    let mut stream = Seed::new(2).stream();
    let mut sight = Sight::default();
    for map in 0..1000 {
        let grid = noise(&mut stream);
        let from = any(&mut stream, &grid);
        sight.look(&grid, from, UNLIMITED, blocks);
        let mut expected = Grid::new(grid.width(), grid.height(), 0);
        let point = |(x, y): (isize, isize)| {
            let side = |number: isize| u32::try_from(number).unwrap_or(u32::MAX);
            Point::new(side(x), side(y))
        };
        compute_fov(
            (from.x as isize, from.y as isize),
            &mut |at| grid.get(point(at)).is_none_or(blocks),
            &mut |at| expected.set(point(at), 1),
        );
        for to in grid.bounds().points() {
            let is_seen = u8::from(sight.is_seen(&grid, to));
            assert_eq!(
                Some(is_seen),
                expected.get(to),
                "map {map}, {from:?} {to:?}"
            );
        }
    }
}

#[test]
fn two_open_cells_see_each_other_or_neither_does() {
    let mut stream = Seed::new(3).stream();
    let mut sight = Sight::default();
    let mut pairs = 0;
    for map in 0..1000 {
        let grid = noise(&mut stream);
        let points = some_open(&mut stream, &grid, 12);
        let radius = stream.int(1, 30) as u32;
        let looks: Vec<Vec<[bool; 2]>> = points
            .iter()
            .map(|&from| {
                let mut look = |radius: u32| {
                    sight.look(&grid, from, radius, blocks);
                    let seen = points.iter().map(|&to| sight.is_seen(&grid, to));
                    seen.collect::<Vec<bool>>()
                };
                let (near, far) = (look(radius), look(UNLIMITED));
                near.into_iter().zip(far).map(|(a, b)| [a, b]).collect()
            })
            .collect();
        for (a, &from) in points.iter().enumerate() {
            for (b, &to) in points.iter().enumerate() {
                let [near, far] = looks[a][b];
                assert_eq!(near, looks[b][a][0], "map {map}, {from:?} {to:?}");
                let sees = grid.view().sees(from, to, blocks);
                assert_eq!(far, sees, "map {map}, {from:?} {to:?}");
                assert_eq!(sees, grid.view().sees(to, from, blocks));
                let line = grid.view().line(from, to, blocks);
                let is_free = line.iter().all(|&cell| grid.is_open(cell));
                assert_eq!(is_free, sees, "map {map}, {from:?} {to:?}");
                pairs += 1;
            }
        }
    }
    assert!(pairs > 100_000);
}
