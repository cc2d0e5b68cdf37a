//! `subdivide`: free-space subdivision with wandering tunnels, after a
//! roguelike for TIC-80 (7DRL 2023) as its author describes it. A room goes into
//! a free rectangle of a screen, what is left is cut into four, and so on;
//! tunnels leave walls at random and stop at what they meet. Which rooms are
//! connected is known all the time; those left over try again, and are joined
//! by force at last.

mod free;
mod tunnels;

pub use free::{Cut, cuts};

use dice::{Seed, Stream};

use crate::draw::between;
use crate::map::{Corridors, Map, Room, RoomKind};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Point, Rect, UnionFind};

/// Rounds in which rooms without a way try their tunnels again.
const ROUNDS: u32 = 8;

/// The generator `subdivide`.
#[derive(Clone, Debug)]
pub struct Subdivide {
    width: u32,
    height: u32,
    screen: (u32, u32),
    /// Outer sizes of rooms, walls included: least and most.
    room_w: (u32, u32),
    room_h: (u32, u32),
    wall_chance: u32,
    shift_chance: u32,
    removes: bool,
    places: Stream,
    ways: Stream,
    chosen: Stream,
    phase: Phase,
    /// Free rectangles, the next one last.
    free: Vec<Rect>,
    next_screen: u32,
    rooms: Vec<Room>,
    corridors: Corridors,
    doors: Vec<Point>,
    /// For each cell the room that it belongs to or was dug from, plus 1.
    owners: Vec<u32>,
    sets: UnionFind,
    start_room: u32,
    exit_room: u32,
    start: Option<Point>,
    exit: Option<Point>,
    /// Connected sets when every room had dug once.
    first_sets: u32,
}

/// Which stage is under way, and at which room.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Place,
    Choose,
    Tunnel(u32),
    Again { round: u32, room: u32 },
    Force(u32),
    Doors,
    Special,
}

impl Algorithm for Subdivide {
    const INFO: Info = Info {
        name: "subdivide",
        version: 1,
        about: "rooms packed tightly into screens, with tunnels that wander from wall to wall",
        parameters: &[
            Parameter::integer("w", 4, 4096, 100, "columns of the map"),
            Parameter::integer("h", 4, 4096, 51, "rows of the map"),
            Parameter::integer(
                "screen_w",
                4,
                4096,
                25,
                "columns of a screen; no room spans two",
            ),
            Parameter::integer("screen_h", 4, 4096, 17, "rows of a screen"),
            Parameter::integer(
                "room_w_min",
                4,
                64,
                5,
                "fewest columns of a room, with its walls",
            ),
            Parameter::integer("room_w_max", 4, 64, 10, "most columns of a room"),
            Parameter::integer(
                "room_h_min",
                4,
                64,
                5,
                "fewest rows of a room, with its walls",
            ),
            Parameter::integer("room_h_max", 4, 64, 8, "most rows of a room"),
            Parameter::chance("wall_chance", 750, "that a wall sends out a tunnel"),
            Parameter::chance(
                "shift_chance",
                100,
                "that a tunnel shifts sideways at a step",
            ),
            Parameter::choice(
                "stray",
                &["connect", "remove"],
                "what happens to rooms that eight rounds of tunnels did not connect",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Subdivide, GenError> {
        let pair = |low, high| settings.pair(Self::INFO.name, [low, high], 64);
        let (width, height) = (settings.number("w"), settings.number("h"));
        let stream = |stage: &str| seed.derive("subdivide").derive(stage).stream();
        Ok(Subdivide {
            width,
            height,
            screen: (settings.number("screen_w"), settings.number("screen_h")),
            room_w: pair("room_w_min", "room_w_max")?,
            room_h: pair("room_h_min", "room_h_max")?,
            wall_chance: settings.number("wall_chance"),
            shift_chance: settings.number("shift_chance"),
            removes: settings.text("stray") == "remove",
            places: stream("rooms"),
            ways: stream("tunnels"),
            chosen: stream("special"),
            phase: Phase::Place,
            free: Vec::new(),
            next_screen: 0,
            rooms: Vec::new(),
            corridors: Corridors::default(),
            doors: Vec::new(),
            owners: vec![0; width as usize * height as usize],
            sets: UnionFind::default(),
            start_room: 0,
            exit_room: 0,
            start: None,
            exit: None,
            first_sets: 0,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let count = self.rooms.len() as u32;
        self.phase = match self.phase {
            Phase::Place => self.place_next(canvas),
            Phase::Choose => {
                self.choose(canvas);
                Phase::Tunnel(0)
            }
            Phase::Tunnel(room) if room < count => {
                self.tunnels(canvas, room);
                Phase::Tunnel(room + 1)
            }
            Phase::Tunnel(_) => {
                self.first_sets = self.sets.sets();
                Phase::Again { round: 0, room: 0 }
            }
            Phase::Again { .. } if self.sets.sets() == 1 => Phase::Doors,
            Phase::Again { round: ROUNDS, .. } => Phase::Force(0),
            Phase::Again { round, room } if room < count => {
                if self.is_stray(room) {
                    self.tunnels(canvas, room);
                }
                Phase::Again {
                    round,
                    room: room + 1,
                }
            }
            Phase::Again { round, .. } => Phase::Again {
                round: round + 1,
                room: 0,
            },
            Phase::Force(room) if room < count => {
                if self.is_stray(room) && (!self.removes || self.has_exit(room)) {
                    self.force(canvas, room);
                }
                Phase::Force(room + 1)
            }
            Phase::Force(_) => {
                if self.sets.sets() > 1 {
                    self.remove_strays(canvas);
                }
                Phase::Doors
            }
            Phase::Doors => {
                self.hang_doors(canvas);
                Phase::Special
            }
            Phase::Special => {
                self.mark_special(canvas);
                return Ok(Progress::Done);
            }
        };
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.rooms = self.rooms;
        map.corridors = self.corridors;
        map.doors = self.doors;
        map.start = self.start;
        map.exit = self.exit;
    }
}

impl Subdivide {
    /// Sets of connected rooms after each room had dug its tunnels once, before
    /// any repair; 0 until then.
    pub fn first_sets(&self) -> u32 {
        self.first_sets
    }

    /// Puts a room into the next free rectangle, or goes on to the next screen.
    fn place_next<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Phase {
        let Some(free) = self.free.pop() else {
            let across = self.width.div_ceil(self.screen.0);
            let down = self.height.div_ceil(self.screen.1);
            if self.next_screen == across * down {
                if self.rooms.is_empty() {
                    self.place(canvas, Rect::new(0, 0, self.width, self.height));
                }
                return Phase::Choose;
            }
            let x = self.next_screen % across * self.screen.0;
            let y = self.next_screen / across * self.screen.1;
            self.next_screen += 1;
            self.free.push(Rect::new(
                x,
                y,
                self.screen.0.min(self.width - x),
                self.screen.1.min(self.height - y),
            ));
            return Phase::Place;
        };
        if free.w < self.room_w.0 || free.h < self.room_h.0 {
            return Phase::Place;
        }
        let w = between(&mut self.places, self.room_w.0, self.room_w.1.min(free.w));
        let h = between(&mut self.places, self.room_h.0, self.room_h.1.min(free.h));
        let x = between(&mut self.places, free.x, free.right() - w);
        let y = between(&mut self.places, free.y, free.bottom() - h);
        let room = Rect::new(x, y, w, h);
        self.place(canvas, room);
        let (cut, rest) = free::better(free, room);
        self.free.extend(rest.into_iter().rev());
        canvas.step(StepKind::Split, || {
            let [a, b, c, d] = rest.map(|rect| rect.area());
            let way = match cut {
                Cut::Vertical => "vertical",
                Cut::Horizontal => "horizontal",
            };
            format!("The space around it is cut by {way} cuts: {a}, {b}, {c} and {d} cells.")
        });
        Phase::Place
    }

    /// Draws a room, `outer` with its walls.
    fn place<R: Recorder>(&mut self, canvas: &mut Canvas<R>, outer: Rect) {
        let id = self.sets.push();
        let rect = outer.inset(1);
        self.rooms.push(Room {
            id,
            rect,
            kind: RoomKind::Ordinary,
        });
        canvas.fill(rect, Cell::Floor);
        for y in rect.y..rect.bottom() {
            let start = canvas.grid().index(Point::new(rect.x, y));
            self.owners[start..start + rect.w as usize].fill(id + 1);
        }
        canvas.step(StepKind::PlaceRoom, || {
            let Rect { x, y, w, h } = outer;
            format!("Room {id} of {w}x{h} cells with its walls is placed at ({x}, {y}).")
        });
    }

    /// Chooses the rooms of start and exit, which are never taken away.
    fn choose<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let last = self.rooms.len() as u32 - 1;
        let start = between(&mut self.chosen, 0, last);
        let from = self.rooms[start as usize].rect.center();
        let far = self
            .rooms
            .iter()
            .max_by_key(|room| {
                let steps = from.steps_to(room.rect.center());
                (steps, std::cmp::Reverse(room.id))
            })
            .map_or(start, |room| room.id);
        (self.start_room, self.exit_room) = (start, far);
        self.rooms[far as usize].kind = RoomKind::Exit;
        self.rooms[start as usize].kind = RoomKind::Start;
        canvas.step(StepKind::Special, || {
            format!("Room {start} will hold the start, room {far}, the farthest from it, the exit.")
        });
    }

    /// Draws start and exit: in the middle of their rooms, or in two corners of
    /// one.
    fn mark_special<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let start = self.rooms[self.start_room as usize].rect;
        let exit = self.rooms[self.exit_room as usize].rect;
        let (start, exit) = if start == exit {
            (
                Point::new(start.x, start.y),
                Point::new(start.right() - 1, start.bottom() - 1),
            )
        } else {
            (start.center(), exit.center())
        };
        (self.start, self.exit) = (Some(start), Some(exit));
        canvas.set(start, Cell::Start);
        canvas.set(exit, Cell::Exit);
        canvas.step(StepKind::Special, || {
            "Start and exit are put into the middle of their rooms.".to_owned()
        });
    }
}
