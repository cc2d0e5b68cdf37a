//! `widen`: makes corridors wider, to the right and downwards, without opening
//! a room, joining two ways, or leaving a door without a wall beside it.
//!
//! A wall goes only if all open cells beside it touch each other around it
//! (Yokoi's number is 1), so loops and parts stay as many as they were.

use dice::Seed;

use super::{Pass, is_beside_door};
use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, GenError, Grid, Neighbors, Point, Rect};

/// The pass `widen`.
#[derive(Clone, Debug)]
pub(crate) struct Widen {
    /// Corridor cells whose neighbors are still to be looked at.
    cells: Vec<Point>,
    rooms: Vec<u32>,
    width: u32,
    opened: u32,
}

/// Corridor cells that one step looks at.
const CELLS_A_STEP: usize = 16;

impl Pass for Widen {
    const INFO: Info = Info {
        name: "widen",
        version: 1,
        about: "repair: makes corridors wider",
        parameters: &[Parameter::integer(
            "width",
            2,
            8,
            2,
            "cells across, where there is room for it",
        )],
    };

    fn begin(settings: &Settings, _: Seed, map: &Map) -> Result<Widen, GenError> {
        let rooms = map.regions();
        let points = map.grid.bounds().points();
        let mut cells: Vec<Point> = points
            .filter(|&point| map.grid.cell(point).is_ground() && rooms[map.grid.index(point)] == 0)
            .collect();
        cells.reverse();
        Ok(Widen {
            cells,
            rooms,
            width: settings.number("width"),
            opened: 0,
        })
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let before = self.opened;
        for _ in 0..CELLS_A_STEP {
            let Some(cell) = self.cells.pop() else {
                canvas.step(StepKind::Check, || {
                    format!("{} cells were opened beside corridors.", self.opened)
                });
                return Ok(Progress::Done);
            };
            for point in Rect::new(cell.x, cell.y, self.width, self.width).points() {
                if self.can_open(canvas.grid(), point) {
                    canvas.set(point, Cell::Corridor);
                    self.opened += 1;
                }
            }
        }
        let count = self.opened - before;
        if count > 0 {
            canvas.step(StepKind::Carve, || {
                format!("{count} cells are opened beside a corridor.")
            });
        }
        Ok(Progress::More)
    }

    fn finish(self, _: &mut Map) {}
}

impl Widen {
    fn can_open(&self, grid: &Grid, point: Point) -> bool {
        grid.cell(point) == Cell::Wall
            && grid.bounds().inset(1).contains(point)
            && yokoi(grid, point) == 1
            && !is_beside_door(grid, point)
            && !grid
                .around(point, Neighbors::Eight)
                .any(|next| self.rooms[grid.index(next)] != 0)
    }
}

/// How many parts the open cells beside a cell of the inside belong to, when
/// only the eight around it are looked at.
fn yokoi(grid: &Grid, point: Point) -> u32 {
    let open = |x: i32, y: i32| {
        let x = point.x.checked_add_signed(x);
        let y = point.y.checked_add_signed(y);
        x.zip(y)
            .is_some_and(|(x, y)| grid.is_open(Point::new(x, y)))
    };
    let around = [
        open(0, -1),
        open(1, -1),
        open(1, 0),
        open(1, 1),
        open(0, 1),
        open(-1, 1),
        open(-1, 0),
        open(-1, -1),
    ];
    let sides = (0..8)
        .step_by(2)
        .filter(|&side| around[side] && !(around[side + 1] && around[(side + 2) % 8]));
    sides.count() as u32
}
