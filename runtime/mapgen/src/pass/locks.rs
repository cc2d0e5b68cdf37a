//! `locks`: locked doors on the way to the exit, each with its key in front of
//! it, so that whoever takes the keys can open them one after the other.
//!
//! A lock goes only to a cell that every way to the exit passes: such cells are
//! found by one depth-first search (Tarjan's low numbers). Its key lies beyond
//! the lock before, as deep as can be.

use dice::Seed;

use super::Pass;
use crate::map::{Lock, Map, Thing};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, Direction, GenError, Grid, Point};

/// The pass `locks`.
#[derive(Clone, Debug)]
pub(crate) struct Locks {
    locks: Vec<Lock>,
    next: usize,
}

impl Pass for Locks {
    const INFO: Info = Info {
        name: "locks",
        version: 1,
        about: "placement: locked doors on the way to the exit, keys in front of them",
        parameters: &[Parameter::integer(
            "count",
            1,
            64,
            1,
            "locks at most; fewer where ways lead around",
        )],
    };

    fn begin(settings: &Settings, _: Seed, map: &Map) -> Result<Locks, GenError> {
        let impossible = |what: &str| GenError::Impossible {
            generator: Locks::INFO.name,
            what: what.into(),
        };
        if !map.locks.is_empty() {
            return Err(impossible(
                "the map has locks; ask for more of them at once",
            ));
        }
        let (Some(start), Some(exit)) = (map.start, map.exit) else {
            return Err(impossible(
                "the map has no start or no exit; put ends before locks",
            ));
        };
        let passes = narrow_passes(&map.grid, start, exit);
        Ok(Locks {
            locks: chosen(&map.grid, start, &passes, settings.number("count")),
            next: 0,
        })
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let Some(&Lock { door, key }) = self.locks.get(self.next) else {
            canvas.step(StepKind::Check, || {
                format!("{} doors of the way to the exit are locked.", self.next)
            });
            return Ok(Progress::Done);
        };
        canvas.set(door, Cell::Lock);
        canvas.set(key, Cell::Key);
        self.next += 1;
        canvas.step(StepKind::Door, || {
            let number = self.next;
            format!("Door {number} of the way is locked, and its key put in front of it.")
        });
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        let regions = map.regions();
        for lock in &self.locks {
            map.things.push(Thing {
                kind: Cell::Key,
                point: lock.key,
                room: regions[map.grid.index(lock.key)].checked_sub(1),
            });
        }
        map.locks = self.locks;
        let grid = &map.grid;
        map.doors.retain(|&door| grid.cell(door) == Cell::Door);
    }
}

/// Where the depth-first search found a cell.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// From 1, in the order of the search; 0 before.
    number: u32,
    /// The smallest number that is reached without the cells above.
    low: u32,
    above: u32,
    /// Directions that were looked at.
    looked: u8,
}

/// The cells that every way from start to exit passes, where a door fits, in
/// their order on the way.
fn narrow_passes(grid: &Grid, start: Point, exit: Point) -> Vec<Point> {
    let mut visits = vec![Visit::default(); grid.cells().len()];
    let root = grid.index(start);
    let mut count = 1;
    visits[root] = Visit {
        number: 1,
        low: 1,
        above: root as u32,
        looked: 0,
    };
    let mut here = root;
    loop {
        let visit = visits[here];
        let Some(&way) = Direction::ALL.get(usize::from(visit.looked)) else {
            if here == root {
                break;
            }
            let above = visit.above as usize;
            visits[above].low = visits[above].low.min(visit.low);
            here = above;
            continue;
        };
        visits[here].looked += 1;
        let next = grid.point(here).toward(way);
        let Some(next) = next.filter(|&next| grid.is_open(next)) else {
            continue;
        };
        let index = grid.index(next);
        if visits[index].number == 0 {
            count += 1;
            visits[index] = Visit {
                number: count,
                low: count,
                above: here as u32,
                looked: 0,
            };
            here = index;
        } else if index != visit.above as usize {
            visits[here].low = visits[here].low.min(visits[index].number);
        }
    }
    let mut passes = Vec::new();
    let mut below = grid.index(exit);
    if visits[below].number == 0 {
        return passes;
    }
    loop {
        let cell = visits[below].above as usize;
        if cell == root {
            break;
        }
        // Without this cell nothing below it reaches what is above it.
        if visits[below].low >= visits[cell].number && is_place(grid, grid.point(cell)) {
            passes.push(grid.point(cell));
        }
        below = cell;
    }
    passes.reverse();
    passes
}

/// True for a cell that can hold a locked door: ground or a door, with walls on
/// two opposite sides.
fn is_place(grid: &Grid, point: Point) -> bool {
    let [up, right, down, left] =
        Direction::ALL.map(|way| point.toward(way).is_some_and(|next| grid.is_open(next)));
    let cell = grid.cell(point);
    (cell.is_ground() || cell == Cell::Door) && up == down && left == right && up != left
}

/// Up to `count` locks, spread over the passes, each with a place for its key.
fn chosen(grid: &Grid, start: Point, passes: &[Point], count: u32) -> Vec<Lock> {
    let mut locks: Vec<Lock> = Vec::new();
    let mut depths = vec![u32::MAX; grid.cells().len()];
    let mut front = vec![start];
    depths[grid.index(start)] = 0;
    let many = (count as usize).min(passes.len());
    for number in 0..many {
        // Doors are preferred to open places; of equals the middle one.
        let stretch = &passes[number * passes.len() / many..(number + 1) * passes.len() / many];
        let middle = stretch.len() / 2;
        let door = stretch
            .iter()
            .enumerate()
            .min_by_key(|&(at, &place)| (grid.cell(place) != Cell::Door, at.abs_diff(middle)))
            .map(|(_, &place)| place);
        let Some(door) = door else { continue };
        let reached = spread(grid, &mut depths, std::mem::take(&mut front), door);
        let ground = |&&point: &&Point| grid.cell(point).is_ground() && !passes.contains(&point);
        let key = reached.iter().filter(ground).max_by_key(|&&point| {
            (
                depths[grid.index(point)],
                std::cmp::Reverse((point.y, point.x)),
            )
        });
        if let Some(&key) = key {
            locks.push(Lock { door, key });
        }
        front.push(door);
    }
    locks
}

/// Goes on from the cells of `front` to all that can be reached without the
/// door; returns those.
fn spread(grid: &Grid, depths: &mut [u32], front: Vec<Point>, door: Point) -> Vec<Point> {
    let mut reached = front;
    let mut head = 0;
    while let Some(&point) = reached.get(head) {
        head += 1;
        for next in grid.ways(point).filter(|&next| next != door) {
            if depths[grid.index(next)] == u32::MAX {
                depths[grid.index(next)] = depths[grid.index(point)] + 1;
                reached.push(next);
            }
        }
    }
    if depths[grid.index(door)] == u32::MAX {
        depths[grid.index(door)] = 0;
    }
    reached
}
