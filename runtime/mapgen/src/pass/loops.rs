//! `loops`: opens walls between two cells that are far apart on foot, so that
//! there is a second way.

use dice::Seed;

use super::{Pass, before_locks, is_beside_door};
use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, GenError, Grid, Point};

/// Walls that are looked at for each loop that is wished for.
const TRIES: usize = 64;

/// Open cells to a loop, if their number is not given.
const CELLS_A_LOOP: u32 = 150;

/// The pass `loops`.
#[derive(Clone, Debug)]
pub(crate) struct Loops {
    walls: Vec<Point>,
    count: u32,
    way: u32,
    has_doors: bool,
    rooms: Vec<u32>,
    near: Near,
    /// Opened walls with the rooms on both sides, from 1.
    opened: Vec<(Point, [u32; 2])>,
}

impl Pass for Loops {
    const INFO: Info = Info {
        name: "loops",
        version: 1,
        about: "repair: opens walls so that more than one way leads on",
        parameters: &[
            Parameter::automatic(
                "count",
                0,
                65536,
                "walls to open, where there are such; by itself one for 150 open cells",
            ),
            Parameter::integer(
                "way",
                3,
                1000,
                20,
                "least steps between both sides of a wall that is opened",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed, map: &Map) -> Result<Loops, GenError> {
        before_locks(Loops::INFO.name, map)?;
        let grid = &map.grid;
        let count = settings
            .chosen("count")
            .unwrap_or_else(|| (grid.count_open() / CELLS_A_LOOP).max(1));
        let inner = grid.bounds().inset(1);
        let mut walls: Vec<Point> = inner
            .points()
            .filter(|&point| grid.cell(point) == Cell::Wall && sides(grid, point).is_some())
            .collect();
        seed.derive("loops").stream().shuffle(&mut walls);
        walls.truncate((count as usize).saturating_mul(TRIES));
        Ok(Loops {
            walls,
            count,
            way: settings.number("way"),
            has_doors: !map.doors.is_empty(),
            rooms: map.regions(),
            near: Near::default(),
            opened: Vec::new(),
        })
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let is_full = self.opened.len() as u32 >= self.count;
        let Some(wall) = self.walls.pop().filter(|_| !is_full) else {
            canvas.step(StepKind::Check, || {
                format!("{} walls were opened.", self.opened.len())
            });
            return Ok(Progress::Done);
        };
        let grid = canvas.grid();
        let Some([one, other]) = sides(grid, wall).filter(|_| !is_beside_door(grid, wall)) else {
            return Ok(Progress::More);
        };
        if self.near.is_near(grid, one, other, self.way) {
            return Ok(Progress::More);
        }
        let rooms = [one, other].map(|side| self.rooms[grid.index(side)]);
        let is_door = self.has_doors && rooms != [0, 0];
        canvas.set(wall, if is_door { Cell::Door } else { Cell::Corridor });
        self.opened.push((wall, rooms));
        canvas.step(StepKind::Connect, || {
            let way = self.way;
            format!("A wall is opened, which saves a way of at least {way} steps.")
        });
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        for (wall, rooms) in self.opened {
            if map.grid.cell(wall) == Cell::Door {
                map.doors.push(wall);
            }
            match rooms {
                [0, 0] => {}
                [0, room] | [room, 0] => map.corridors.push(room - 1, None, &[wall]),
                [one, other] => map.corridors.push(one - 1, Some(other - 1), &[wall]),
            }
        }
    }
}

/// The open cells on two opposite sides of a wall that goes on at the others.
fn sides(grid: &Grid, wall: Point) -> Option<[Point; 2]> {
    let mut open = grid.ways(wall);
    let (one, other) = (open.next()?, open.next()?);
    let is_opposite = one.x == other.x || one.y == other.y;
    (is_opposite && open.next().is_none()).then_some([one, other])
}

/// Searches around a cell, with memory that is used again.
#[derive(Clone, Debug, Default)]
struct Near {
    seen: Vec<u32>,
    search: u32,
    queue: Vec<(Point, u32)>,
}

impl Near {
    /// True when fewer than `most` steps lead from one cell to another.
    fn is_near(&mut self, grid: &Grid, from: Point, to: Point, most: u32) -> bool {
        if from.steps_to(to) >= most {
            return false;
        }
        self.seen.resize(grid.cells().len(), 0);
        self.search += 1;
        self.queue.clear();
        self.queue.push((from, 0));
        self.seen[grid.index(from)] = self.search;
        let mut head = 0;
        while let Some(&(point, steps)) = self.queue.get(head) {
            head += 1;
            if point == to {
                return true;
            }
            // Where too many steps would be left, nothing is looked for.
            for next in grid.ways(point) {
                let index = grid.index(next);
                if self.seen[index] != self.search && steps + 1 + next.steps_to(to) < most {
                    self.seen[index] = self.search;
                    self.queue.push((next, steps + 1));
                }
            }
        }
        false
    }
}
