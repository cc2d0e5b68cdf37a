//! Passes: repairs and placements, which change a map that a generator made, a
//! file each.
//!
//! A pass keeps what the map says true: rooms stay floor, doors stay between
//! walls, nothing that stands on a cell is walled in, and what was connected
//! stays connected.

mod connect;
mod doors;
mod ends;
mod locks;
mod loops;
mod populate;
mod prune;
mod treasure;
mod widen;

pub(crate) use connect::{Connect, tunnels};
pub(crate) use doors::Doors;
pub(crate) use ends::Ends;
pub(crate) use locks::Locks;
pub(crate) use loops::Loops;
pub(crate) use populate::Populate;
pub(crate) use prune::Prune;
pub(crate) use treasure::Treasure;
pub(crate) use widen::Widen;

use dice::Seed;

use crate::map::{Corridors, Map, Room, Structure};
use crate::parameter::Settings;
use crate::recorder::{Canvas, Recorder};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Grid, Point};

/// Something that is done to a map in steps.
pub(crate) trait Pass: Sized {
    /// Its name, version and parameters.
    const INFO: Info;

    /// The pass before its first step.
    ///
    /// # Errors
    ///
    /// Parameters that contradict each other, or a map that the pass can do
    /// nothing with.
    fn begin(settings: &Settings, seed: Seed, map: &Map) -> Result<Self, GenError>;

    /// Does one step.
    ///
    /// # Errors
    ///
    /// The pass turns out to be impossible.
    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError>;

    /// Changes what is behind the cells of the map, which has its new grid.
    fn finish(self, map: &mut Map);
}

/// A pass as an algorithm that needs a map.
#[derive(Clone, Debug)]
pub(crate) struct Passing<P> {
    pass: P,
    size: (u32, u32),
}

impl<P: Pass> Algorithm for Passing<P> {
    const INFO: Info = P::INFO;
    const KEEPS: bool = true;

    fn begin(_: &Settings, _: Seed) -> Result<Passing<P>, GenError> {
        Err(GenError::NeedsMap {
            generator: P::INFO.name,
        })
    }

    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Passing<P>, GenError> {
        Ok(Passing {
            pass: P::begin(settings, seed, before)?,
            size: (before.grid.width(), before.grid.height()),
        })
    }

    fn size(&self) -> (u32, u32) {
        self.size
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.pass.step(canvas)
    }

    fn finish(self, map: &mut Map) {
        self.pass.finish(map);
    }
}

/// True for a cell beside a door, which has to stay what it is.
fn is_beside_door(grid: &Grid, point: Point) -> bool {
    grid.ways(point)
        .any(|next| matches!(grid.cell(next), Cell::Door | Cell::Lock))
}

/// Refuses a pass that would open a way around a lock.
fn before_locks(name: &'static str, map: &Map) -> Result<(), GenError> {
    if map.locks.is_empty() {
        return Ok(());
    }
    Err(GenError::Impossible {
        generator: name,
        what: format!("ways around the locks could open; put {name} before locks"),
    })
}

/// Takes out of a map what its cells no longer hold: doors, corridors, rooms
/// and things that were filled in.
fn forget_closed(map: &mut Map) {
    let grid = &map.grid;
    let is_open = |point: Point| grid.is_open(point);
    map.doors.retain(|&door| grid.cell(door) == Cell::Door);
    map.start = map.start.filter(|&start| is_open(start));
    map.exit = map.exit.filter(|&exit| is_open(exit));
    let has_floor = |room: &Room| room.rect.points().any(is_open);
    let mut kept = 0;
    let renamed: Vec<Option<u32>> = map
        .rooms
        .iter()
        .map(|room| {
            let number = kept;
            kept += u32::from(has_floor(room));
            has_floor(room).then_some(number)
        })
        .collect();
    let named = |old: u32| renamed.get(old as usize).copied().flatten();
    map.rooms.retain(|room| named(room.id).is_some());
    for (number, room) in (0..).zip(&mut map.rooms) {
        room.id = number;
    }
    if let Structure::Vaults(vaults) = &mut map.structure {
        vaults.retain_mut(|vault| {
            let number = named(vault.room);
            vault.room = number.unwrap_or_default();
            number.is_some()
        });
    }
    map.things.retain(|thing| is_open(thing.point));
    for thing in &mut map.things {
        thing.room = thing.room.and_then(named);
    }
    let Corridors { list, points } = &mut map.corridors;
    list.retain_mut(|corridor| {
        let first = corridor.first as usize;
        let way = points.get(first..first + corridor.count as usize);
        let is_there = way.is_some_and(|way| way.iter().all(|&point| is_open(point)));
        let Some(from) = named(corridor.from).filter(|_| is_there) else {
            return false;
        };
        corridor.from = from;
        corridor.to = corridor.to.and_then(named);
        true
    });
}
