//! `treasure`: puts treasures into dead ends, the farthest from the way to the
//! exit first; where there are too few, into other cells far from it.

use dice::Seed;

use super::Pass;
use crate::map::{Map, RoomKind, Thing};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, GenError, Paths, Point};

/// Least distance of two treasures, however small the map.
const APART: u32 = 4;

/// Open cells to a treasure, if their number is not given.
const CELLS_A_TREASURE: u32 = 200;

/// The pass `treasure`.
#[derive(Clone, Debug)]
pub(crate) struct Treasure {
    /// Free cells, the best last, with true for a dead end.
    places: Vec<(bool, u32, Point)>,
    count: u32,
    /// Steps in a straight line between two of them, at least.
    apart: u32,
    put: Vec<Point>,
}

impl Pass for Treasure {
    const INFO: Info = Info {
        name: "treasure",
        version: 1,
        about: "placement: puts treasures into dead ends and far corners",
        parameters: &[Parameter::automatic(
            "count",
            0,
            4096,
            "treasures, where there is room; by itself one for 200 open cells",
        )],
    };

    fn begin(settings: &Settings, _: Seed, map: &Map) -> Result<Treasure, GenError> {
        let grid = &map.grid;
        let count = settings
            .chosen("count")
            .unwrap_or_else(|| (grid.count_open() / CELLS_A_TREASURE).max(1));
        let mut paths = Paths::default();
        let way = match (map.start, map.exit) {
            (Some(start), Some(exit)) => paths.find(grid, start, exit),
            _ => &[],
        };
        let far = grid.distances_from(way.iter().copied());
        let mut places: Vec<(bool, u32, Point)> = grid
            .bounds()
            .points()
            .filter(|&point| grid.cell(point).is_ground())
            .map(|point| {
                let is_dead_end = grid.ways(point).count() == 1;
                let steps = far[grid.index(point)];
                // Nobody gets to where no way leads.
                let steps = if steps == u32::MAX { 0 } else { steps };
                (is_dead_end, steps, point)
            })
            .filter(|&(_, steps, _)| way.is_empty() || steps > 0)
            .collect();
        places.sort_unstable();
        Ok(Treasure {
            places,
            count,
            // Half as far as if they were spread evenly, so that there is room.
            apart: (grid.count_open() / (4 * count.max(1))).isqrt().max(APART),
            put: Vec::new(),
        })
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let is_full = self.put.len() as u32 >= self.count;
        let Some((is_dead_end, steps, point)) = self.places.pop().filter(|_| !is_full) else {
            canvas.step(StepKind::Check, || {
                format!("{} treasures were put down.", self.put.len())
            });
            return Ok(Progress::Done);
        };
        if self
            .put
            .iter()
            .any(|other| other.steps_to(point) < self.apart)
        {
            return Ok(Progress::More);
        }
        canvas.set(point, Cell::Treasure);
        self.put.push(point);
        canvas.step(StepKind::Special, || {
            let place = if is_dead_end { "dead end" } else { "place" };
            format!("A treasure goes to a {place} {steps} steps off the way to the exit.")
        });
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        let regions = map.regions();
        for point in self.put {
            let room = regions[map.grid.index(point)].checked_sub(1);
            let known = room.and_then(|room| map.rooms.get_mut(room as usize));
            if let Some(room) = known.filter(|room| room.kind.is_ordinary()) {
                room.kind = RoomKind::Treasure;
            }
            map.things.push(Thing {
                kind: Cell::Treasure,
                point,
                room,
            });
        }
    }
}
