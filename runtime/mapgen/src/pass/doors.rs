//! `doors`: hangs doors where a corridor enters a room; on a map without rooms,
//! where a narrow place opens into a wider one.

use dice::{Seed, Stream};

use super::{Pass, is_beside_door};
use crate::draw::chance;
use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, GenError, Grid, Neighbors, Point};

/// The pass `doors`.
#[derive(Clone, Debug)]
pub(crate) struct Doors {
    places: Vec<Point>,
    share: u32,
    stream: Stream,
    hung: Vec<Point>,
}

impl Pass for Doors {
    const INFO: Info = Info {
        name: "doors",
        version: 1,
        about: "repair: hangs doors at the entrances of rooms, or at narrow places",
        parameters: &[Parameter::chance(
            "share",
            1000,
            "that an entrance gets a door",
        )],
    };

    fn begin(settings: &Settings, seed: Seed, map: &Map) -> Result<Doors, GenError> {
        let rooms = map.regions();
        let grid = &map.grid;
        let points = grid.bounds().points();
        let mut places: Vec<Point> = points
            .filter(|&point| {
                let in_room = |point: Point| rooms[grid.index(point)] != 0;
                grid.cell(point).is_ground()
                    && !in_room(point)
                    && if map.rooms.is_empty() {
                        grid.ways(point).any(|next| is_wide(grid, next))
                    } else {
                        grid.ways(point).any(in_room)
                    }
            })
            .collect();
        places.reverse();
        Ok(Doors {
            places,
            share: settings.number("share"),
            stream: seed.derive("doors").stream(),
            hung: Vec::new(),
        })
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let Some(point) = self.places.pop() else {
            canvas.step(StepKind::Check, || {
                format!("{} doors were hung.", self.hung.len())
            });
            return Ok(Progress::Done);
        };
        let fits = canvas.is_doorway(point) && !is_beside_door(canvas.grid(), point);
        if fits && chance(&mut self.stream, self.share) {
            canvas.set(point, Cell::Door);
            self.hung.push(point);
            canvas.step(StepKind::Door, || {
                format!("A door is hung at {}, {}.", point.x, point.y)
            });
        }
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.doors.extend(self.hung);
    }
}

/// True where at least six of the eight cells around are open.
fn is_wide(grid: &Grid, point: Point) -> bool {
    let around = grid.around(point, Neighbors::Eight);
    around.filter(|&next| grid.is_open(next)).count() >= 6
}
