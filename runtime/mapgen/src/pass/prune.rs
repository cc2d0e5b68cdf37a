//! `prune`: fills dead ends in, back to where the way branches, to a room, or
//! to something that stands there.

use dice::{Seed, Stream};

use super::{Pass, forget_closed};
use crate::draw::chance;
use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, GenError, Point};

/// The pass `prune`.
#[derive(Clone, Debug)]
pub(crate) struct Prune {
    tips: Vec<Point>,
    rooms: Vec<u32>,
    share: u32,
    longest: u32,
    stream: Stream,
    filled: u32,
}

impl Pass for Prune {
    const INFO: Info = Info {
        name: "prune",
        version: 1,
        about: "repair: removes dead ends",
        parameters: &[
            Parameter::chance("share", 1000, "that a dead end is removed"),
            Parameter::integer(
                "longest",
                1,
                65536,
                65536,
                "dead ends of more cells are left as they are",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed, map: &Map) -> Result<Prune, GenError> {
        let mut prune = Prune {
            tips: Vec::new(),
            rooms: map.regions(),
            share: settings.number("share"),
            longest: settings.number("longest"),
            stream: seed.derive("prune").stream(),
            filled: 0,
        };
        let points = map.grid.bounds().points();
        prune.tips = points
            .filter(|&point| {
                let room = prune.rooms[map.grid.index(point)];
                can_go(map.grid.cell(point), room) && map.grid.ways(point).count() == 1
            })
            .collect();
        Ok(prune)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let Some(tip) = self.tips.pop() else {
            canvas.step(StepKind::Check, || {
                format!("{} dead ends were filled in.", self.filled)
            });
            return Ok(Progress::Done);
        };
        if !chance(&mut self.stream, self.share) {
            return Ok(Progress::More);
        }
        let Some((way, end)) = self.dead_end(canvas, tip) else {
            return Ok(Progress::More);
        };
        for &point in &way {
            canvas.set(point, Cell::Wall);
        }
        self.filled += 1;
        canvas.step(StepKind::Remove, || {
            format!("A dead end of {} cells is filled in.", way.len())
        });
        let room = self.rooms[canvas.grid().index(end)];
        if can_go(canvas.cell(end), room) && canvas.grid().ways(end).count() == 1 {
            self.tips.push(end);
        }
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        forget_closed(map);
    }
}

impl Prune {
    /// The cells of a dead end from its tip, and the cell where it leaves off;
    /// `None` when it is too long, or a way with two ends and nothing else.
    fn dead_end<R: Recorder>(&self, canvas: &Canvas<R>, tip: Point) -> Option<(Vec<Point>, Point)> {
        let grid = canvas.grid();
        let mut way = vec![tip];
        let mut here = tip;
        let mut last = tip;
        loop {
            let next = grid.ways(here).find(|&next| next != last)?;
            let is_branch = grid.ways(next).count() > 2;
            if is_branch || !can_go(grid.cell(next), self.rooms[grid.index(next)]) {
                return (way.len() as u32 <= self.longest).then_some((way, next));
            }
            if way.len() as u32 > self.longest {
                return None;
            }
            way.push(next);
            (last, here) = (here, next);
        }
    }
}

/// True for ground and doors outside rooms.
fn can_go(cell: Cell, room: u32) -> bool {
    room == 0 && (cell.is_ground() || cell == Cell::Door)
}
