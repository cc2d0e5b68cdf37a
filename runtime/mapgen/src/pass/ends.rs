//! `ends`: puts the start and the exit far apart: the exit is as far from the
//! start as any cell, and the start as far as any from where the search began.

use dice::Seed;

use super::{Pass, before_locks};
use crate::map::{Map, RoomKind};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, GenError, Grid, Point};

/// The pass `ends`.
#[derive(Clone, Debug)]
pub(crate) struct Ends {
    old: Vec<Point>,
    start: Point,
    exit: Point,
    steps: u32,
}

impl Pass for Ends {
    const INFO: Info = Info {
        name: "ends",
        version: 1,
        about: "placement: puts the start and the exit far apart",
        parameters: &[] as &[Parameter],
    };

    fn begin(_: &Settings, _: Seed, map: &Map) -> Result<Ends, GenError> {
        before_locks(Ends::INFO.name, map)?;
        let rooms = map.regions();
        let grid = &map.grid;
        let is_free = |point: Point| {
            let cell = grid.cell(point);
            let is_end = matches!(cell, Cell::Start | Cell::Exit);
            let in_room = map.rooms.is_empty() || rooms[grid.index(point)] != 0;
            in_room && (cell.is_ground() || is_end)
        };
        let first = map.grid.bounds().points().find(|&point| is_free(point));
        let ends = first.and_then(|first| {
            let (start, _) = farthest(grid, first, is_free)?;
            let (exit, steps) = farthest(grid, start, is_free)?;
            (steps > 0).then_some((start, exit, steps))
        });
        let Some((start, exit, steps)) = ends else {
            return Err(GenError::Impossible {
                generator: Ends::INFO.name,
                what: "the map has no two free cells with a way between them".into(),
            });
        };
        Ok(Ends {
            old: map.start.into_iter().chain(map.exit).collect(),
            start,
            exit,
            steps,
        })
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        for &point in &self.old {
            canvas.set(point, Cell::Floor);
        }
        canvas.set(self.start, Cell::Start);
        canvas.set(self.exit, Cell::Exit);
        canvas.step(StepKind::Special, || {
            format!("The start and the exit are {} steps apart.", self.steps)
        });
        Ok(Progress::Done)
    }

    fn finish(self, map: &mut Map) {
        (map.start, map.exit) = (Some(self.start), Some(self.exit));
        for room in &mut map.rooms {
            if matches!(room.kind, RoomKind::Start | RoomKind::Exit) {
                room.kind = RoomKind::Ordinary;
            }
            if room.kind.is_ordinary() && room.rect.contains(self.start) {
                room.kind = RoomKind::Start;
            } else if room.kind.is_ordinary() && room.rect.contains(self.exit) {
                room.kind = RoomKind::Exit;
            }
        }
    }
}

/// The free cell farthest from a cell, the first of several, with its steps.
fn farthest(grid: &Grid, from: Point, is_free: impl Fn(Point) -> bool) -> Option<(Point, u32)> {
    let distances = grid.distances(from);
    let points = grid.bounds().points().zip(distances);
    let reached = points.filter(|&(point, steps)| steps != u32::MAX && is_free(point));
    reached.max_by_key(|&(point, steps)| (steps, std::cmp::Reverse((point.y, point.x))))
}
