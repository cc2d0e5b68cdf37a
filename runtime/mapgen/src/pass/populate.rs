//! `populate`: puts enemies and loot on free cells, away from the start and not
//! beside each other.

use dice::Seed;

use super::Pass;
use crate::map::{Map, Thing};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, GenError, Neighbors, Point};

/// The pass `populate`.
#[derive(Clone, Debug)]
pub(crate) struct Populate {
    /// Free cells in random order.
    places: Vec<Point>,
    enemies: u32,
    loot: u32,
    put: Vec<(Cell, Point)>,
}

impl Pass for Populate {
    const INFO: Info = Info {
        name: "populate",
        version: 1,
        about: "placement: puts down enemies and loot",
        parameters: &[
            Parameter::chance("enemies", 30, "enemies for each free cell"),
            Parameter::chance("loot", 20, "pieces of loot for each free cell"),
            Parameter::integer(
                "safe",
                0,
                1000,
                8,
                "steps around the start without an enemy",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed, map: &Map) -> Result<Populate, GenError> {
        let grid = &map.grid;
        let far = grid.distances_from(map.start);
        let safe = settings.number("safe");
        let mut places: Vec<Point> = grid
            .bounds()
            .points()
            .filter(|&point| {
                let is_safe = map.start.is_some() && far[grid.index(point)] < safe;
                grid.cell(point).is_ground() && !is_safe
            })
            .collect();
        seed.derive("populate").stream().shuffle(&mut places);
        let part = |name| {
            let all = places.len() as u64 * u64::from(settings.number(name));
            all.div_ceil(1000) as u32
        };
        Ok(Populate {
            enemies: part("enemies"),
            loot: part("loot"),
            places,
            put: Vec::new(),
        })
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let number = self.put.len() as u32;
        let is_full = number >= self.enemies + self.loot;
        let Some(point) = self.places.pop().filter(|_| !is_full) else {
            canvas.step(StepKind::Check, || {
                format!("{number} enemies and pieces of loot were put down.")
            });
            return Ok(Progress::Done);
        };
        let is_taken = |next| matches!(canvas.cell(next), Cell::Enemy | Cell::Loot);
        if canvas.grid().around(point, Neighbors::Eight).any(is_taken) {
            return Ok(Progress::More);
        }
        let (kind, what) = if number < self.enemies {
            (Cell::Enemy, "An enemy")
        } else {
            (Cell::Loot, "A piece of loot")
        };
        canvas.set(point, kind);
        self.put.push((kind, point));
        canvas.step(StepKind::Populate, || {
            format!("{what} is put down at {}, {}.", point.x, point.y)
        });
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        let regions = map.regions();
        for (kind, point) in self.put {
            let room = regions[map.grid.index(point)].checked_sub(1);
            map.things.push(Thing { kind, point, room });
        }
    }
}
