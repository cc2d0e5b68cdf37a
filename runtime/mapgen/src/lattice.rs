//! `lattice`: a labyrinth of rooms on a grid of 8x8 bits from a seed of two
//! bytes, after `Dragon's Descent` (Atari 2600) as its author describes it.
//! [`Layout`] is the grid and where the special rooms are, [`Chip`] the random
//! generator that the seeds belong to, [`designs`] what rooms look like. The
//! published game lost a column, so seven are the default.

mod chip;
pub mod designs;
mod layout;

pub use chip::Chip;
pub use layout::{Layout, Place, ROWS};

use dice::Seed;
use serde_json::{Value as Json, json};

use crate::map::{Corridors, Map, Room, RoomKind, Structure, Thing};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, Direction, GenError, Point, Rect};
use designs::{Design, ROOM_H, ROOM_W};

/// The generator `lattice`.
#[derive(Clone, Debug)]
pub struct LatticeMaze {
    lattice: Lattice,
    phase: Phase,
    rooms: Vec<Room>,
    corridors: Corridors,
    doors: Vec<Point>,
    things: Vec<Thing>,
    start: Option<Point>,
    exit: Option<Point>,
}

/// The labyrinth behind a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lattice {
    /// The world's byte of the seed.
    pub world: u8,
    /// The level's byte of the seed; the next level has the next one.
    pub level: u8,
    /// How deep it is, 0 to 7: which designs it has.
    pub depth: u8,
    /// The rooms.
    pub layout: Layout,
    /// The number of the map's room at each of 64 places.
    pub rooms: [Option<u8>; 64],
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Places,
    Way(usize),
    Room(usize),
    Doors,
}

impl Algorithm for LatticeMaze {
    const INFO: Info = Info {
        name: "lattice",
        version: 1,
        about: "a labyrinth of 7x8 rooms from a world and a level, with key, treasure and exit",
        parameters: &[
            Parameter::automatic(
                "world",
                1,
                255,
                "first byte of the seed; by itself, from seed",
            ),
            Parameter::automatic(
                "level",
                1,
                255,
                "second byte of the seed; the next is one more",
            ),
            Parameter::integer(
                "depth",
                0,
                7,
                0,
                "how many walls rooms have: the game's level",
            ),
            Parameter::integer(
                "columns",
                7,
                8,
                7,
                "columns of rooms; rows are always eight",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<LatticeMaze, GenError> {
        let (world, level) = bytes(seed);
        let byte = |name: &str, otherwise: u8| {
            let given = settings.chosen(name);
            given.map_or(otherwise, |given| given as u8)
        };
        let (world, level) = (byte("world", world), byte("level", level));
        Ok(LatticeMaze {
            lattice: Lattice {
                world,
                level,
                depth: settings.number("depth") as u8,
                layout: Layout::places(world, level, settings.number("columns")),
                rooms: [None; 64],
            },
            phase: Phase::Places,
            rooms: Vec::new(),
            corridors: Corridors::default(),
            doors: Vec::new(),
            things: Vec::new(),
            start: None,
            exit: None,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.lattice.layout.columns * ROOM_W, ROWS * ROOM_H)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Places => {
                self.show_places(canvas);
                Phase::Way(0)
            }
            Phase::Way(number) => match self.lattice.layout.ways().get(number) {
                Some(&(from, to)) => {
                    self.join(canvas, from, to);
                    Phase::Way(number + 1)
                }
                None => Phase::Room(0),
            },
            Phase::Room(64) => Phase::Doors,
            Phase::Room(cell) => {
                let place = Place::new(cell as u32 % 8, cell as u32 / 8);
                if self.lattice.layout.has(place) {
                    self.furnish(canvas, place);
                }
                Phase::Room(cell + 1)
            }
            Phase::Doors => {
                self.open_exits(canvas);
                return Ok(Progress::Done);
            }
        };
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.rooms = self.rooms;
        map.corridors = self.corridors;
        map.doors = self.doors;
        map.things = self.things;
        map.structure = Structure::Lattice(self.lattice);
        map.start = self.start;
        map.exit = self.exit;
    }
}

impl Lattice {
    /// What the room at a place is for.
    pub fn kind(&self, place: Place) -> RoomKind {
        let layout = &self.layout;
        match place {
            _ if place == layout.start => RoomKind::Start,
            _ if place == layout.exit => RoomKind::Exit,
            _ if place == layout.key => RoomKind::Key,
            _ if place == layout.treasure => RoomKind::Treasure,
            _ if place == layout.spare_a || place == layout.spare_b => RoomKind::Spare,
            _ => RoomKind::Ordinary,
        }
    }

    /// What the room at a place looks like inside.
    pub fn design(&self, place: Place) -> Design {
        match self.kind(place) {
            RoomKind::Start => designs::START,
            RoomKind::Exit => designs::EXIT,
            RoomKind::Key => designs::KEY,
            RoomKind::Treasure => designs::TREASURE,
            _ => {
                let number = designs::ordinary(usize::from(self.depth), place.cell());
                designs::ORDINARY[usize::from(number)]
            }
        }
    }

    /// The labyrinth as JSON: bits, special places, the room at each place.
    pub fn to_json(&self) -> Json {
        let place = |place: Place| json!({ "column": place.column, "row": place.row });
        let layout = &self.layout;
        json!({
            "world": self.world,
            "level": self.level,
            "depth": self.depth,
            "columns": layout.columns,
            "rows": layout.rows,
            "start": place(layout.start),
            "exit": place(layout.exit),
            "key": place(layout.key),
            "treasure": place(layout.treasure),
            "spare_a": place(layout.spare_a),
            "spare_b": place(layout.spare_b),
            "rooms": self.rooms.as_slice(),
        })
    }
}

impl LatticeMaze {
    fn show_places<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let layout = self.lattice.layout;
        let places = [
            (layout.start, "The start"),
            (layout.exit, "The exit"),
            (layout.key, "The key"),
            (layout.treasure, "The treasure"),
            (layout.spare_a, "A spare room"),
            (layout.spare_b, "Another spare room"),
        ];
        for (place, what) in places {
            canvas.fill(inside(place), Cell::Floor);
            canvas.step(StepKind::Special, || {
                let Place { column, row } = place;
                format!("{what} gets its place: column {column}, row {row}.")
            });
        }
    }

    /// Makes the rooms of a corridor.
    fn join<R: Recorder>(&mut self, canvas: &mut Canvas<R>, from: Place, to: Place) {
        let before = self.lattice.layout.rows;
        self.lattice.layout.join(from, to);
        for (row, bits) in self.lattice.layout.rows.into_iter().enumerate() {
            let new = bits & !before[row];
            for column in (0..8).filter(|column| new >> column & 1 == 1) {
                canvas.fill(inside(Place::new(column, row as u32)), Cell::Floor);
            }
        }
        canvas.step(StepKind::Connect, || {
            format!(
                "Rooms lead from column {}, row {} along the row to column {}, then to row {}.",
                from.column, from.row, to.column, to.row
            )
        });
    }

    /// Puts the design of a room, and what it is for, into it.
    fn furnish<R: Recorder>(&mut self, canvas: &mut Canvas<R>, place: Place) {
        let (kind, design) = (self.lattice.kind(place), self.lattice.design(place));
        let rect = inside(place);
        let id = self.rooms.len() as u32;
        self.lattice.rooms[place.cell()] = Some(id as u8);
        self.rooms.push(Room { id, rect, kind });
        for (y, row) in design.iter().enumerate() {
            for (x, glyph) in row.bytes().enumerate() {
                let point = Point::new(rect.x + x as u32, rect.y + y as u32);
                let cell = if glyph == b'o' {
                    Cell::Rubble
                } else {
                    Cell::Floor
                };
                canvas.set(point, cell);
            }
        }
        let center = rect.center();
        let special = match kind {
            RoomKind::Start => {
                self.start = Some(center);
                Some(Cell::Start)
            }
            RoomKind::Exit => {
                self.exit = Some(center);
                Some(Cell::Exit)
            }
            RoomKind::Key => Some(Cell::Key),
            RoomKind::Treasure => Some(Cell::Treasure),
            _ => None,
        };
        if let Some(cell) = special {
            canvas.set(center, cell);
        }
        if let Some(kind @ (Cell::Key | Cell::Treasure)) = special {
            self.things.push(Thing {
                kind,
                point: center,
                room: Some(id),
            });
        }
        canvas.step(StepKind::PlaceRoom, || {
            let Place { column, row } = place;
            format!("Room {id} in column {column}, row {row} gets its walls.")
        });
    }

    /// Opens the walls between rooms side by side.
    fn open_exits<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        for cell in 0..64 {
            let place = Place::new(cell % 8, cell / 8);
            if !self.lattice.layout.has(place) {
                continue;
            }
            for direction in [Direction::Right, Direction::Down] {
                let Some(next) = self.lattice.layout.beside(place, direction) else {
                    continue;
                };
                let (here, there) = (inside(place).center(), inside(next).center());
                let ends = match direction {
                    Direction::Right => [
                        Point::new(inside(place).right(), here.y),
                        Point::new(inside(next).x - 1, here.y),
                    ],
                    _ => [
                        Point::new(here.x, inside(place).bottom()),
                        Point::new(here.x, inside(next).y - 1),
                    ],
                };
                for point in ends {
                    canvas.set(point, Cell::Door);
                    self.doors.push(point);
                }
                let room = |place: Place| self.lattice.rooms[place.cell()].map(u32::from);
                let (from, to) = (room(place).unwrap_or(0), room(next));
                self.corridors.push(from, to, &ends);
                canvas.step(StepKind::Door, || {
                    let points = format!("({}, {}) and ({}, {})", here.x, here.y, there.x, there.y);
                    format!("The rooms around {points} are neighbors: the wall opens.")
                });
            }
        }
    }
}

/// The two bytes of a seed: a number of two bytes that are not zero is them,
/// any other is spread over 1 to 255 twice.
fn bytes(seed: Seed) -> (u8, u8) {
    let number = seed.number();
    let (world, level) = ((number >> 8) as u8, number as u8);
    if number < 1 << 16 && world > 0 && level > 0 {
        return (world, level);
    }
    let mut stream = seed.derive("lattice").stream();
    let mut byte = || stream.int(1, 255) as u8;
    (byte(), byte())
}

/// The cells of the room at a place, without its walls.
fn inside(place: Place) -> Rect {
    let x = u32::from(place.column) * ROOM_W + 1;
    let y = u32::from(place.row) * ROOM_H + 1;
    Rect::new(x, y, ROOM_W - 2, ROOM_H - 2)
}
