//! `rooms`: rooms and mazes, after Bob Nystrom's description. Rooms go to the
//! cells of a maze's grid, mazes grow in all that is left, walls between parts
//! that are not joined yet are opened in random order, a few more by chance, and
//! dead ends are filled in, so that corridors wind from room to room.

mod ways;

use dice::{Seed, Stream};

use crate::draw::{between, chance};
use crate::ends;
use crate::map::{Corridors, Map, Room, RoomKind};
use crate::maze::board::{self, Board, Size};
use crate::maze::growing::Growing;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Point, Rect, UnionFind};

/// Cells of the map for each try to place a room.
const CELLS_A_TRY: u32 = 20;

/// The generator `rooms`.
#[derive(Clone, Debug)]
pub struct RoomsAndMazes {
    width: u32,
    height: u32,
    /// Cells of the maze's grid; each is two columns and rows of the map.
    size: Size,
    /// Sides of rooms in cells of the maze's grid.
    room: (u32, u32),
    tries: u32,
    newest: u32,
    loops: u32,
    dead_ends: u32,
    places: Stream,
    mazes: Stream,
    joints: Stream,
    pruning: Stream,
    chosen: Stream,
    phase: Phase,
    rooms: Vec<Room>,
    /// For each cell of the maze's grid its room plus 1; 0 for mazes.
    owners: Vec<u32>,
    maze: Option<Growing>,
    /// Twice the number of a cell; plus 1 for the wall below it instead of the
    /// one to its right. The next is the last.
    walls: Vec<u32>,
    /// Which cells of the maze's grid are joined.
    sets: UnionFind,
    /// Dead ends; the next is the last.
    tips: Vec<Point>,
    corridors: Corridors,
    doors: Vec<Point>,
    ends: Option<[Point; 2]>,
}

/// Which stage is under way, and at which try or cell.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Place(u32),
    Mazes(u32),
    Join,
    Prune,
    Special,
}

impl Algorithm for RoomsAndMazes {
    const INFO: Info = Info {
        name: "rooms",
        version: 1,
        about: "rooms with mazes between them, joined by doors, without dead ends",
        parameters: &[
            Parameter::integer(
                "w",
                4,
                4096,
                79,
                "columns of the map; an odd number fits best",
            ),
            Parameter::integer("h", 4, 4096, 49, "rows of the map; an odd number fits best"),
            Parameter::automatic(
                "tries",
                0,
                1_048_576,
                "rooms that are tried, one a cell at most; by itself, one for every 20 cells",
            ),
            Parameter::integer(
                "room_min",
                2,
                64,
                3,
                "shortest side of a room's floor; an odd number, or one more",
            ),
            Parameter::integer("room_max", 2, 64, 9, "longest side of a room's floor"),
            Parameter::chance(
                "newest",
                1000,
                "that the newest cell of a maze grows, not any; 1 winds longest",
            ),
            Parameter::chance("loops", 30, "that a wall between joined parts opens too"),
            Parameter::chance("dead_ends", 1000, "that a dead end is filled in"),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<RoomsAndMazes, GenError> {
        let (width, height) = (settings.number("w"), settings.number("h"));
        let size = Size {
            columns: (width - 1) / 2,
            rows: (height - 1) / 2,
        };
        let (cells, tries) = (width * height, settings.chosen("tries"));
        let (least, most) = settings.pair(Self::INFO.name, ["room_min", "room_max"], 64)?;
        let stream = |stage: &str| seed.derive("rooms").derive(stage).stream();
        Ok(RoomsAndMazes {
            width,
            height,
            size,
            // 2 and 3 are two cells of the maze's grid and the wall between.
            room: (least / 2 + 1, (most.div_ceil(2)).max(least / 2 + 1)),
            // More would find nothing that is free.
            tries: tries.unwrap_or(cells / CELLS_A_TRY).min(cells),
            newest: settings.number("newest"),
            loops: settings.number("loops"),
            dead_ends: settings.number("dead_ends"),
            places: stream("rooms"),
            mazes: stream("mazes"),
            joints: stream("joints"),
            pruning: stream("dead ends"),
            chosen: stream("special"),
            phase: Phase::Place(0),
            rooms: Vec::new(),
            owners: vec![0; size.count() as usize],
            maze: None,
            walls: Vec::new(),
            sets: UnionFind::default(),
            tips: Vec::new(),
            corridors: Corridors::default(),
            doors: Vec::new(),
            ends: None,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Place(_) if self.size.count() == 1 => {
                let all = canvas.grid().bounds().inset(1);
                self.place(canvas, all);
                Phase::Special
            }
            Phase::Place(tried) if tried < self.tries => {
                self.try_room(canvas);
                Phase::Place(tried + 1)
            }
            Phase::Place(_) => Phase::Mazes(0),
            Phase::Mazes(next) => self.grow(canvas, next),
            Phase::Join => {
                if let Some(wall) = self.walls.pop() {
                    self.join(canvas, wall);
                    Phase::Join
                } else {
                    self.find_tips(canvas);
                    Phase::Prune
                }
            }
            Phase::Prune => {
                if let Some(tip) = self.tips.pop() {
                    self.prune(canvas, tip);
                    Phase::Prune
                } else {
                    self.list_ways(canvas.grid());
                    Phase::Special
                }
            }
            Phase::Special => {
                let part = Point::new(1, 1);
                let (rooms, stream) = (&mut self.rooms, &mut self.chosen);
                self.ends = Some(ends::in_rooms_or_part(canvas, rooms, part, stream));
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

impl RoomsAndMazes {
    /// Tries a room of random size at a random place of the maze's grid.
    fn try_room<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let Size { columns, rows } = self.size;
        let (least, most) = self.room;
        if columns.min(rows) < least {
            return;
        }
        let stream = &mut self.places;
        let w = between(stream, least, most.min(columns));
        let h = between(stream, least, most.min(rows));
        let x = between(stream, 0, columns - w);
        let y = between(stream, 0, rows - h);
        let start = |row: u32| self.size.number(Point::new(x, row)) as usize;
        let is_free = |row: u32| {
            let cells = &self.owners[start(row)..start(row) + w as usize];
            cells.iter().all(|&owner| owner == 0)
        };
        if !(y..y + h).all(is_free) {
            return;
        }
        let id = self.rooms.len() as u32;
        for row in y..y + h {
            let start = self.size.number(Point::new(x, row)) as usize;
            self.owners[start..start + w as usize].fill(id + 1);
        }
        self.place(
            canvas,
            Rect::new(x * 2 + 1, y * 2 + 1, w * 2 - 1, h * 2 - 1),
        );
    }

    fn place<R: Recorder>(&mut self, canvas: &mut Canvas<R>, rect: Rect) {
        let id = self.rooms.len() as u32;
        self.rooms.push(Room {
            id,
            rect,
            kind: RoomKind::Ordinary,
        });
        canvas.fill(rect, Cell::Floor);
        canvas.step(StepKind::PlaceRoom, || {
            let Rect { x, y, w, h } = rect;
            format!("Room {id} of {w}x{h} cells is placed at ({x}, {y}).")
        });
    }

    /// Lets a maze grow by a cell, or begins one in the next cell that no room
    /// and no maze has.
    fn grow<R: Recorder>(&mut self, canvas: &mut Canvas<R>, next: u32) -> Phase {
        let mut board = Board {
            canvas,
            size: self.size,
            cell: Cell::Corridor,
        };
        if let Some(maze) = &mut self.maze {
            if maze.step(&mut board, &mut self.mazes) == Progress::Done {
                self.maze = None;
            }
            return Phase::Mazes(next);
        }
        let mut rest = next..self.size.count();
        let Some(free) = rest.find(|&number| !board.is_open(self.size.cell(number))) else {
            self.find_walls(canvas);
            return Phase::Join;
        };
        self.maze = Some(Growing::new(self.newest, Some(self.size.cell(free))));
        Phase::Mazes(free + 1)
    }

    /// Joins all cells that are open to each other, and shuffles the walls
    /// between parts.
    fn find_walls<R: Recorder>(&mut self, canvas: &Canvas<R>) {
        self.sets = UnionFind::new(self.size.count());
        for wall in 0..self.size.count() * 2 {
            if let Some([one, other]) = self.sides(wall) {
                if canvas.is_open(board::wall(one, other)) {
                    let [one, other] = [one, other].map(|cell| self.size.number(cell));
                    self.sets.join(one, other);
                } else {
                    self.walls.push(wall);
                }
            }
        }
        let mut walls = std::mem::take(&mut self.walls);
        walls.retain(|&wall| {
            self.sides(wall).is_some_and(|sides| {
                let [one, other] = sides.map(|cell| self.size.number(cell));
                self.sets.find(one) != self.sets.find(other)
            })
        });
        self.joints.shuffle(&mut walls);
        self.walls = walls;
    }

    /// The two cells beside a wall of the maze's grid; `None` at its end.
    const fn sides(&self, wall: u32) -> Option<[Point; 2]> {
        let cell = self.size.cell(wall / 2);
        let other = if wall.is_multiple_of(2) {
            Point::new(cell.x + 1, cell.y)
        } else {
            Point::new(cell.x, cell.y + 1)
        };
        if other.x < self.size.columns && other.y < self.size.rows {
            Some([cell, other])
        } else {
            None
        }
    }

    /// Opens a wall between two parts with a door if nothing joins them yet, or
    /// by chance.
    fn join<R: Recorder>(&mut self, canvas: &mut Canvas<R>, wall: u32) {
        let Some([one, other]) = self.sides(wall) else {
            return;
        };
        let [first, second] = [one, other].map(|cell| self.size.number(cell));
        let is_new = self.sets.join(first, second);
        if !is_new && !chance(&mut self.joints, self.loops) {
            return;
        }
        let door = board::wall(one, other);
        canvas.set(door, Cell::Door);
        self.doors.push(door);
        canvas.step(StepKind::Connect, || {
            let why = if is_new {
                "joins two parts"
            } else {
                "makes a loop"
            };
            format!("A door at ({}, {}) {why}.", door.x, door.y)
        });
    }
}
