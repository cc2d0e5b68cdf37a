//! No ray leaks: the way from its start to its end, in exact fractions, is held
//! against every wall and every corner of the grid.

use dice::{Seed, Stream};
use mapgen::ray::{FARTHEST, PARTS};
use mapgen::{Direction, Fan, Grid, Heading, Point, Ray, Reach, Spot, Sweep};

use crate::{blocks, noise};

/// A fraction; what is below the line is above 0.
#[derive(Clone, Copy, Debug)]
struct Ratio(i128, i128);

impl Ratio {
    fn new(over: i128, under: i128) -> Ratio {
        Ratio(over * under.signum(), under.abs())
    }

    fn is_below(self, other: Ratio) -> bool {
        self.0 * other.1 < other.0 * self.1
    }

    fn least(self, other: Ratio) -> Ratio {
        if self.is_below(other) { self } else { other }
    }

    fn most(self, other: Ratio) -> Ratio {
        if self.is_below(other) { other } else { self }
    }
}

/// Start and heading along one axis, and the cells of the grid there.
#[derive(Clone, Copy)]
struct Axis {
    from: i128,
    speed: i128,
    cells: u32,
}

const CELL: i128 = PARTS as i128;

impl Axis {
    /// When it is at a place; none if it stands still.
    fn when(self, place: i128) -> Option<Ratio> {
        (self.speed != 0).then(|| Ratio::new(place - self.from, self.speed))
    }

    /// From when to when it is inside of a cell, borders left out; none if never.
    fn inside(self, cell: u32) -> Option<(Ratio, Ratio)> {
        let (low, high) = (i128::from(cell) * CELL, (i128::from(cell) + 1) * CELL);
        match self.when(low).zip(self.when(high)) {
            Some((a, b)) => Some((a.least(b), a.most(b))),
            None => (low < self.from && self.from < high)
                .then_some((Ratio(i128::MIN >> 64, 1), Ratio(i128::MAX >> 64, 1))),
        }
    }

    /// When it leaves the grid.
    fn exit(self) -> Option<Ratio> {
        let edge = if self.speed > 0 {
            i128::from(self.cells) * CELL
        } else {
            0
        };
        self.when(edge)
    }

    fn at(self, time: Ratio) -> Ratio {
        Ratio(self.from * time.1 + self.speed * time.0, time.1)
    }
}

#[track_caller]
fn check(grid: &Grid, ray: &Ray, reach: &Reach) {
    let told = || format!("{ray:?} {reach:?}\n{}", grid.to_text());
    let x = Axis {
        from: ray.from.x.into(),
        speed: ray.heading.x().into(),
        cells: grid.width(),
    };
    let y = Axis {
        from: ray.from.y.into(),
        speed: ray.heading.y().into(),
        cells: grid.height(),
    };
    let end = match (reach.hit, x.exit(), y.exit()) {
        (Some(hit), ..) => Ratio(hit.along.0.into(), hit.along.1.into()),
        (None, Some(a), Some(b)) => a.least(b),
        (None, a, b) => a.or(b).expect("no heading stands still"),
    };
    let (end_x, end_y) = (x.at(end), y.at(end));
    // The end is where it is said to be, up to a part toward the start.
    for (exact, told_at, axis) in [(end_x, reach.at.x, x), (end_y, reach.at.y, y)] {
        let short = (exact.0 - i128::from(told_at) * exact.1) * axis.speed.signum();
        assert!((0..exact.1).contains(&short), "{}", told());
    }
    let length = ((x.speed * x.speed + y.speed * y.speed) as f64).sqrt();
    let distance = end.0 as f64 / end.1 as f64 * length / f64::from(PARTS);
    assert!((distance - reach.distance).abs() < 1e-9, "{}", told());
    // No wall is crossed before, but for that where it starts.
    let start = Point::new((x.from / CELL) as u32, (y.from / CELL) as u32);
    for wall in grid.bounds().points().filter(|&point| !grid.is_open(point)) {
        if wall == start {
            continue;
        }
        if let Some((a, b)) = x.inside(wall.x).zip(y.inside(wall.y)) {
            let (enter, leave) = (a.0.most(b.0).most(Ratio(0, 1)), a.1.least(b.1).least(end));
            assert!(!enter.is_below(leave), "through {wall:?}: {}", told());
        }
    }
    // No corner is passed between two walls.
    let is_wall = |column: i128, row: i128| {
        let point = Point::new(column as u32, row as u32);
        grid.get(point).is_some_and(blocks)
    };
    if x.speed != 0 && y.speed != 0 {
        for column in 0..=i128::from(x.cells) {
            let time = x.when(column * CELL).expect("it moves");
            let row = y.at(time);
            if !Ratio(0, 1).is_below(time) || !time.is_below(end) || row.0 % (CELL * row.1) != 0 {
                continue;
            }
            let row = row.0 / (CELL * row.1);
            let (before_x, before_y) = (i128::from(x.speed > 0), i128::from(y.speed > 0));
            let beside = is_wall(column - 1 + before_x, row - before_y);
            let below = is_wall(column - before_x, row - 1 + before_y);
            assert!(!(beside && below), "between walls: {}", told());
        }
    } else {
        // Along a border it is in the cells after it.
        let mut cell = start;
        while cell != reach.hit.map_or(cell, |hit| hit.cell) {
            assert!(cell == start || grid.is_open(cell), "{}", told());
            cell.x = cell.x.wrapping_add_signed(x.speed.signum() as i32);
            cell.y = cell.y.wrapping_add_signed(y.speed.signum() as i32);
        }
    }
    let Some(hit) = reach.hit else { return };
    // What is hit is a wall, and the end is on the side that is told.
    assert!(
        grid.get(hit.cell) == Some(hit.byte) && blocks(hit.byte),
        "{}",
        told()
    );
    let (left, top) = (i128::from(hit.cell.x) * CELL, i128::from(hit.cell.y) * CELL);
    let (place, border) = match hit.face {
        Direction::Left => (end_x, left),
        Direction::Right => (end_x, left + CELL),
        Direction::Up => (end_y, top),
        Direction::Down => (end_y, top + CELL),
    };
    assert_eq!(place.0, border * place.1, "{}", told());
    let is_on =
        |place: Ratio, low: i128| (low * place.1..=(low + CELL) * place.1).contains(&place.0);
    assert!(is_on(end_x, left) && is_on(end_y, top), "{}", told());
    let is_toward = match hit.face {
        Direction::Left => x.speed > 0,
        Direction::Right => x.speed < 0,
        Direction::Up => y.speed > 0,
        Direction::Down => y.speed < 0,
    };
    assert!(is_toward, "{}", told());
}

/// A place of chance: any, the middle of a cell, a corner, or on a border.
fn place(stream: &mut Stream, grid: &Grid) -> Spot {
    let way = stream.int(0, 3);
    let mut side = |cells: u32, is_middle: bool, is_border: bool| {
        let parts = stream.int(0, i64::from(cells) * i64::from(PARTS) - 1) as i32;
        match (is_middle, is_border) {
            (true, _) => parts / PARTS * PARTS + PARTS / 2,
            (_, true) => parts / PARTS * PARTS,
            _ => parts,
        }
    };
    Spot {
        x: side(grid.width(), way == 0, way >= 2),
        y: side(grid.height(), way == 0, way == 3),
    }
}

#[test]
fn no_ray_crosses_a_wall_or_passes_between_two() {
    let mut stream = Seed::new(4).stream();
    let (mut hits, mut corners) = (0, 0);
    for _ in 0..400 {
        let grid = noise(&mut stream);
        for _ in 0..50 {
            // Small numbers lead through many corners.
            let most = *stream.pick(&[1, 2, 5, 1_000_000]).expect("a list");
            let mut number = || stream.int(-most, most) as f64;
            let Some(heading) = Heading::new(number(), number()) else {
                continue;
            };
            let mut ray = Ray {
                from: place(&mut stream, &grid),
                heading,
                range: FARTHEST,
            };
            let reach = ray.cast(grid.view(), blocks);
            check(&grid, &ray, &reach);
            hits += u32::from(reach.hit.is_some());
            let is_whole = |parts: i32| parts % PARTS == 0;
            corners += u32::from(is_whole(reach.at.x) && is_whole(reach.at.y));
            // With a range it is the same ray, or ends there.
            ray.range = stream.int(0, 20 * i64::from(PARTS)) as u32;
            let near = ray.cast(grid.view(), blocks);
            let range = f64::from(ray.range) / f64::from(PARTS);
            if let Some(hit) = reach.hit {
                let square = i128::from(heading.x()).pow(2) + i128::from(heading.y()).pow(2);
                let (over, under) = (i128::from(hit.along.0), i128::from(hit.along.1));
                let is_near = over * over * square <= (i128::from(ray.range) * under).pow(2);
                assert_eq!(near.hit.is_some(), is_near, "{ray:?}");
            }
            if near.hit.is_some() || near.distance < range {
                assert_eq!(near, reach, "{ray:?}");
            } else {
                assert_eq!(near.distance.to_bits(), range.to_bits(), "{ray:?}");
            }
        }
    }
    assert!(hits > 10_000 && corners > 1000, "{hits} {corners}");
}

#[test]
fn the_rays_of_a_fan_are_rays_without_leaks() {
    let mut stream = Seed::new(5).stream();
    let mut fan = Fan::default();
    for _ in 0..100 {
        let grid = noise(&mut stream);
        let from = place(&mut stream, &grid);
        let sweep = Sweep {
            angle: stream.float() * 100.0 - 50.0,
            width: stream.float() * 8.0,
            count: stream.int(0, 120) as u32,
        };
        let reaches = fan.cast(grid.view(), from, &sweep, FARTHEST, blocks);
        assert_eq!(reaches.len(), sweep.count as usize);
        for (number, reach) in (0..).zip(reaches) {
            let ray = Ray {
                from,
                heading: Heading::of_angle(sweep.angle_of(number)).expect("an angle"),
                range: FARTHEST,
            };
            check(&grid, &ray, reach);
        }
    }
}
