//! `digger`: digs one thing out of another. From a room in the middle on, a wall
//! of what is dug is picked again and again, and a room or a corridor is dug out
//! of it where there is still nothing but wall, until enough is floor or no wall
//! is left to try. Corridors look for something at their end first, and those
//! that lead nowhere are filled in at last.

mod corridors;
mod site;

use dice::{Seed, Stream};

use crate::draw::{between, chance};
use crate::ends;
use crate::ground::Ground;
use crate::map::{Corridors, Map, Room, RoomKind};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, Direction, GenError, Point, Rect};

/// Tries to dig on from the end of a new corridor.
const END_TRIES: u32 = 4;

/// The generator `digger`.
#[derive(Clone, Debug)]
pub struct Digger {
    width: u32,
    height: u32,
    /// Cells to dig.
    wished: u32,
    room_w: (u32, u32),
    room_h: (u32, u32),
    corridor: (u32, u32),
    corridor_chance: u32,
    loops: u32,
    sites: Stream,
    shapes: Stream,
    chosen: Stream,
    phase: Phase,
    /// What was open before, when the digger goes on from a map.
    ground: Ground,
    open: u32,
    dug: Vec<Dug>,
    /// What still has walls to try, by its place in the list.
    active: Vec<u32>,
    /// The corridor that was dug last, and tries left at its end.
    ahead: Option<(u32, u32)>,
    rooms: Vec<Room>,
    corridors: Corridors,
    doors: Vec<Point>,
    ends: Option<[Point; 2]>,
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Begin,
    Dig,
    /// Corridors are visited from the last to the first.
    Fill(u32),
    Doors,
    Special,
}

/// A room or a corridor.
#[derive(Clone, Copy, Debug)]
struct Dug {
    rect: Rect,
    /// Walls of it that may still be tried.
    tries: u32,
    /// Which room it is, or the room that a corridor comes from.
    room: Option<u32>,
    corridor: Option<Way>,
}

/// A corridor from its entrance on.
#[derive(Clone, Copy, Debug)]
struct Way {
    entrance: Point,
    end: Point,
    direction: Direction,
    /// The room at its end.
    to: Option<u32>,
}

impl Algorithm for Digger {
    const INFO: Info = Info {
        name: "digger",
        version: 1,
        about: "rooms and corridors, each dug out of a wall of another, with doors",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::chance("floor", 350, "share of the map that is dug, if it fits"),
            Parameter::integer("room_w_min", 2, 64, 3, "fewest columns of a room's floor"),
            Parameter::integer("room_w_max", 2, 64, 9, "most columns of a room's floor"),
            Parameter::integer("room_h_min", 2, 64, 3, "fewest rows of a room's floor"),
            Parameter::integer("room_h_max", 2, 64, 6, "most rows of a room's floor"),
            Parameter::integer("corridor_min", 1, 64, 3, "fewest cells of a corridor"),
            Parameter::integer("corridor_max", 1, 64, 9, "most cells of a corridor"),
            Parameter::chance("corridor_chance", 500, "that a corridor is dug, not a room"),
            Parameter::chance(
                "loops",
                100,
                "that a corridor which meets something opens into it",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Digger, GenError> {
        let (width, height) = (settings.number("w"), settings.number("h"));
        let ground = Ground::new(width, height);
        let pair = |low, high| settings.pair(Self::INFO.name, [low, high], 64);
        let stream = |stage: &str| seed.derive("digger").derive(stage).stream();
        Ok(Digger {
            width,
            height,
            wished: ground.share(settings.number("floor")),
            room_w: pair("room_w_min", "room_w_max")?,
            room_h: pair("room_h_min", "room_h_max")?,
            corridor: pair("corridor_min", "corridor_max")?,
            corridor_chance: settings.number("corridor_chance"),
            loops: settings.number("loops"),
            sites: stream("sites"),
            shapes: stream("shapes"),
            chosen: stream("special"),
            phase: Phase::Begin,
            ground,
            open: 0,
            dug: Vec::new(),
            active: Vec::new(),
            ahead: None,
            rooms: Vec::new(),
            corridors: Corridors::default(),
            doors: Vec::new(),
            ends: None,
        })
    }

    /// Every cell of the map that has a wall beside it is where one can dig.
    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Digger, GenError> {
        let mut digger = Digger {
            ground: Ground::on(&before.grid),
            ..Digger::begin(settings, seed)?
        };
        for &point in digger.ground.cells() {
            digger.active.push(digger.dug.len() as u32);
            digger.dug.push(Dug {
                rect: Rect::new(point.x, point.y, 1, 1),
                tries: 2,
                room: None,
                corridor: None,
            });
        }
        digger.open = digger.ground.open();
        Ok(digger)
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Begin => {
                if self.dug.is_empty() {
                    self.first_room(canvas);
                }
                Phase::Dig
            }
            Phase::Dig if self.open < self.wished && !self.active.is_empty() => {
                self.dig_somewhere(canvas);
                Phase::Dig
            }
            Phase::Dig => Phase::Fill(self.dug.len() as u32),
            Phase::Fill(0) => {
                self.list_corridors();
                Phase::Doors
            }
            Phase::Fill(left) => {
                self.fill_dead_end(canvas, left - 1);
                Phase::Fill(left - 1)
            }
            Phase::Doors => {
                canvas.hang_doors(&mut self.doors);
                Phase::Special
            }
            Phase::Special => {
                let part = self.ground.origin();
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

impl Digger {
    /// The room in the middle.
    fn first_room<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let inner = self.ground.inner();
        let (w, h) = self.room_size();
        let (w, h) = (w.min(inner.w), h.min(inner.h));
        let rect = Rect::new((self.width - w) / 2, (self.height - h) / 2, w, h);
        self.add_room(canvas, rect);
        canvas.step(StepKind::PlaceRoom, || {
            format!("The first room of {w}x{h} cells is dug in the middle.")
        });
    }

    fn room_size(&mut self) -> (u32, u32) {
        let stream = &mut self.shapes;
        let w = between(stream, self.room_w.0, self.room_w.1);
        (w, between(stream, self.room_h.0, self.room_h.1))
    }

    /// Picks a wall of what is dug, and digs something out of it if it fits.
    fn dig_somewhere<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let (from, site) = self.pick_site();
        if !self.ground.inner().contains(site.point) || canvas.is_open(site.point) {
            return;
        }
        if chance(&mut self.shapes, self.corridor_chance) {
            let length = between(&mut self.shapes, self.corridor.0, self.corridor.1);
            if let Some(rect) = self.fitting(canvas, site.corridor(length)) {
                self.add_corridor(canvas, from, site, rect);
            } else if self.loops > 0 && chance(&mut self.shapes, self.loops) {
                self.open_into(canvas, from, site);
            }
        } else {
            let (w, h) = self.room_size();
            let along = if site.is_upright() { w } else { h };
            let back = between(&mut self.shapes, 0, along - 1);
            if let Some(rect) = self.fitting(canvas, site.room(w, h, back)) {
                self.dig_room(canvas, from, site, rect);
            }
        }
    }

    /// Digs a room behind a wall.
    fn dig_room<R: Recorder>(
        &mut self,
        canvas: &mut Canvas<R>,
        from: u32,
        site: site::Site,
        rect: Rect,
    ) {
        let id = self.rooms.len() as u32;
        self.enter(canvas, site.point);
        self.doors.push(site.point);
        self.add_room(canvas, rect);
        let parent = &mut self.dug[from as usize];
        let is_corridor = parent.corridor.is_some();
        match &mut parent.corridor {
            Some(way) if way.end.wrapped(way.direction) == site.point => way.to = Some(id),
            _ => {
                if let Some(source) = parent.room {
                    self.corridors.push(source, Some(id), &[site.point; 2]);
                }
            }
        }
        canvas.step(StepKind::PlaceRoom, || {
            let what = if is_corridor { "corridor" } else { "wall" };
            let Rect { w, h, .. } = rect;
            let Point { x, y } = site.point;
            format!("Room {id} of {w}x{h} cells is dug from a {what} at ({x}, {y}).")
        });
    }

    fn add_room<R: Recorder>(&mut self, canvas: &mut Canvas<R>, rect: Rect) {
        let id = self.rooms.len() as u32;
        self.rooms.push(Room {
            id,
            rect,
            kind: RoomKind::Ordinary,
        });
        canvas.fill(rect, Cell::Floor);
        self.add(Dug {
            rect,
            tries: 2 * (rect.w + rect.h),
            room: Some(id),
            corridor: None,
        });
    }

    fn add(&mut self, dug: Dug) {
        self.open += dug.rect.area() as u32;
        self.active.push(self.dug.len() as u32);
        self.dug.push(dug);
    }

    /// Opens the wall in which something begins.
    fn enter<R: Recorder>(&mut self, canvas: &mut Canvas<R>, point: Point) {
        canvas.set(point, Cell::Corridor);
        self.open += 1;
    }
}
