//! `uniform`: rooms anywhere, and corridors between neighbors. As many rooms as
//! fit go to random places, apart from each other; a least spanning tree of the
//! ways between them joins them all, and some ways more make loops. Ways are
//! found by flooding the walls from all rooms at once (`meet`), so none leads
//! through a third room, and there always is one.

mod meet;

use dice::{Seed, Stream};

use crate::draw::{between, chance};
use crate::ends;
use crate::map::{Corridors, Map, Room, RoomKind};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, Direction, GenError, Point, Rect, UnionFind};
use meet::{Edge, Floods};

/// Cells of the map for each try to place a room.
const CELLS_A_TRY: u32 = 16;

/// The generator `uniform`.
#[derive(Clone, Debug)]
pub struct Uniform {
    width: u32,
    height: u32,
    /// Thousandths of the map that rooms are to cover.
    floor: u32,
    room_w: (u32, u32),
    room_h: (u32, u32),
    gap: u32,
    loops: u32,
    places: Stream,
    ways: Stream,
    chosen: Stream,
    phase: Phase,
    /// Cells that rooms cover.
    covered: u64,
    rooms: Vec<Room>,
    floods: Floods,
    sets: UnionFind,
    corridors: Corridors,
    doors: Vec<Point>,
    ends: Option<[Point; 2]>,
}

/// Which stage is under way, and at which try or edge.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Place(u32),
    Flood,
    Join(u32),
    Doors,
    Special,
}

impl Algorithm for Uniform {
    const INFO: Info = Info {
        name: "uniform",
        version: 1,
        about: "rooms spread evenly, with corridors along a spanning tree and some loops",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::chance(
                "floor",
                300,
                "share of the map that rooms cover, if they fit",
            ),
            Parameter::integer("room_w_min", 2, 64, 4, "fewest columns of a room's floor"),
            Parameter::integer("room_w_max", 2, 64, 10, "most columns of a room's floor"),
            Parameter::integer("room_h_min", 2, 64, 3, "fewest rows of a room's floor"),
            Parameter::integer("room_h_max", 2, 64, 7, "most rows of a room's floor"),
            Parameter::integer("gap", 1, 64, 2, "least walls between two rooms"),
            Parameter::chance(
                "loops",
                150,
                "that neighbors with another way get a corridor too",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Uniform, GenError> {
        let pair = |low, high| settings.pair(Self::INFO.name, [low, high], 64);
        let stream = |stage: &str| seed.derive("uniform").derive(stage).stream();
        Ok(Uniform {
            width: settings.number("w"),
            height: settings.number("h"),
            floor: settings.number("floor"),
            room_w: pair("room_w_min", "room_w_max")?,
            room_h: pair("room_h_min", "room_h_max")?,
            gap: settings.number("gap"),
            loops: settings.number("loops"),
            places: stream("rooms"),
            ways: stream("ways"),
            chosen: stream("special"),
            phase: Phase::Place(0),
            covered: 0,
            rooms: Vec::new(),
            floods: Floods::default(),
            sets: UnionFind::default(),
            corridors: Corridors::default(),
            doors: Vec::new(),
            ends: None,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let cells = u64::from(self.width) * u64::from(self.height);
        self.phase = match self.phase {
            Phase::Place(tries)
                if self.rooms.is_empty()
                    || (tries < cells as u32 / CELLS_A_TRY
                        && self.covered * 1000 < cells * u64::from(self.floor)) =>
            {
                self.place(canvas);
                Phase::Place(tries + 1)
            }
            Phase::Place(_) => Phase::Flood,
            Phase::Flood => {
                self.floods = Floods::of(canvas.grid(), &self.rooms, &mut self.ways);
                canvas.step(StepKind::Check, || {
                    let count = self.floods.edges.len();
                    format!("From all rooms the walls are flooded; {count} pairs of rooms meet.")
                });
                Phase::Join(0)
            }
            Phase::Join(edge) if (edge as usize) < self.floods.edges.len() => {
                self.join(canvas, self.floods.edges[edge as usize]);
                Phase::Join(edge + 1)
            }
            Phase::Join(_) => Phase::Doors,
            Phase::Doors => {
                canvas.hang_doors(&mut self.doors);
                Phase::Special
            }
            Phase::Special => {
                self.ends = Some(ends::in_rooms(canvas, &mut self.rooms, &mut self.chosen));
                return Ok(Progress::Done);
            }
        };
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.rooms = self.rooms;
        map.corridors = self.corridors;
        map.doors = self.doors;
        [map.start, map.exit] = self.ends.map_or([None; 2], |ends| ends.map(Some));
    }
}

impl Uniform {
    /// Tries a room of random size at a random place; the first one fits.
    fn place<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let inner = canvas.grid().bounds().inset(1);
        let stream = &mut self.places;
        let w = between(stream, self.room_w.0, self.room_w.1).min(inner.w);
        let h = between(stream, self.room_h.0, self.room_h.1).min(inner.h);
        let x = between(stream, inner.x, inner.right() - w);
        let y = between(stream, inner.y, inner.bottom() - h);
        let rows = y.saturating_sub(self.gap)..(y + h + self.gap).min(self.height);
        let columns = x.saturating_sub(self.gap)..(x + w + self.gap).min(self.width);
        let columns = columns.start as usize..columns.end as usize;
        let is_wall = |&cell: &u8| cell == Cell::Wall.byte();
        let mut rows = rows.map(|y| canvas.grid().row(y));
        if !rows.all(|row| row[columns.clone()].iter().all(is_wall)) {
            return;
        }
        let (id, rect) = (self.sets.push(), Rect::new(x, y, w, h));
        self.rooms.push(Room {
            id,
            rect,
            kind: RoomKind::Ordinary,
        });
        self.covered += rect.area();
        canvas.fill(rect, Cell::Floor);
        canvas.step(StepKind::PlaceRoom, || {
            format!("Room {id} of {w}x{h} cells is placed at ({x}, {y}).")
        });
    }

    /// Digs the way between two rooms that meet, if nothing joins them yet, or
    /// by chance.
    fn join<R: Recorder>(&mut self, canvas: &mut Canvas<R>, edge: Edge) {
        let [from, to] = edge.rooms;
        let is_new = self.sets.join(from, to);
        if !is_new && !chance(&mut self.ways, self.loops) {
            return;
        }
        let [one, other] = edge.cells;
        let out = Direction::ALL
            .into_iter()
            .find(|&way| other.wrapped(way) == one)
            .unwrap_or(Direction::Up);
        let mut way = self.floods.back(one, out);
        way.reverse();
        way.extend(self.floods.back(other, out.clockwise().clockwise()));
        for &point in &way {
            if !canvas.is_open(point) {
                canvas.set(point, Cell::Corridor);
            }
        }
        let (first, last) = (way[0], way[way.len() - 1]);
        let is_straight = |three: &[Point]| three[0].x == three[2].x || three[0].y == three[2].y;
        let mut corners = vec![first];
        let turns = way.windows(3).filter(|three| !is_straight(three));
        corners.extend(turns.map(|three| three[1]));
        corners.push(last);
        self.corridors.push(from, Some(to), &corners);
        self.doors.extend([first, last]);
        canvas.step(StepKind::Connect, || {
            let why = if is_new { "the tree" } else { "a loop" };
            let steps = edge.steps;
            format!("Rooms {from} and {to} are joined, {steps} steps apart: a part of {why}.")
        });
    }
}
