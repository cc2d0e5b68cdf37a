//! `prefabs`: vaults drawn by hand, ours or the caller's, are put down turned
//! and mirrored wherever there is space, and corridors join their doors: the
//! shortest ones that make all one, and some more. Doors that nothing leads to
//! are walled up. On a map that is there, vaults go into its rock.

mod vault;
mod ways;

use std::cmp::Reverse;

use dice::{Seed, Stream};
use serde::Serialize;

use crate::caves::{Bits, Cavern};
use crate::draw::{between, chance, point_in};
use crate::map::{Corridors, Map, Room, RoomKind, Structure, Thing};
use crate::parameter::{Kind, Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Grid, Neighbors, Point, Rect};
use vault::Vault;
use ways::{Door, Floods, Way};

/// Cells of the map for one vault, if their number is left to the generator.
const FOR_A_VAULT: u64 = 140;
/// Places that are tried for a vault.
const TRIES: u32 = 12;

/// A vault on the map; the room with its number lies where it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Placed {
    /// Its room.
    pub room: u32,
    /// Its name.
    pub name: String,
    /// Quarter turns clockwise, done after mirroring.
    pub quarters: u32,
    /// True when left and right are exchanged.
    pub mirrored: bool,
}

/// The generator `prefabs`.
#[derive(Clone, Debug)]
pub struct Prefabs {
    width: u32,
    height: u32,
    vaults: Vec<Vault>,
    wished: u32,
    gap: u32,
    loops: u32,
    turns: bool,
    places: Stream,
    ways: Stream,
    chosen: Stream,
    phase: Phase,
    /// The cells of a map that was there.
    before: Option<Grid>,
    /// Open where a vault is.
    taken: Bits,
    placed: Vec<Placed>,
    rooms: Vec<Room>,
    outer: Vec<Door>,
    floods: Option<Floods>,
    corridors: Corridors,
    doors: Vec<Point>,
    things: Vec<Thing>,
    start: Option<Point>,
    exit: Option<Point>,
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// So many vaults were tried.
    Place(u32),
    Search,
    /// This way of the spanning tree is next.
    Join(usize),
    /// This door is next.
    More(usize),
    List,
    Special,
}

impl Algorithm for Prefabs {
    const INFO: Info = Info {
        name: "prefabs",
        version: 1,
        about: "vaults drawn by hand, turned and mirrored, joined by corridors at their doors",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter {
                name: "vaults",
                kind: Kind::Text {
                    most: 40000,
                    default: "",
                },
                about: "vaults in glyphs, an empty line between two, '= NAME' above; empty: ours",
            },
            Parameter::automatic(
                "count",
                1,
                1 << 17,
                "vaults to try; by itself, one for every 140 cells",
            ),
            Parameter::integer("gap", 1, 16, 2, "cells of rock between two vaults at least"),
            Parameter::chance("loops", 300, "that a door gets a way it does not need"),
            Parameter::choice(
                "turn",
                &["any", "never"],
                "whether vaults are turned and mirrored",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Prefabs, GenError> {
        let stream = |stage: &str| seed.derive("prefabs").derive(stage).stream();
        let (width, height) = (settings.number("w"), settings.number("h"));
        let cells = u64::from(width) * u64::from(height);
        let wished = settings.chosen("count");
        let wished = wished.unwrap_or((cells / FOR_A_VAULT).clamp(1, 1 << 17) as u32);
        Ok(Prefabs {
            width,
            height,
            vaults: vault::read(settings.text("vaults"))?,
            // The smallest vault has six cells and rock on two sides.
            wished: wished.min((cells / 12) as u32 + 1),
            gap: settings.number("gap"),
            loops: settings.number("loops"),
            turns: settings.text("turn") == "any",
            places: stream("places"),
            ways: stream("ways"),
            chosen: stream("special"),
            phase: Phase::Place(0),
            before: None,
            taken: Bits::new(width, height),
            placed: Vec::new(),
            rooms: Vec::new(),
            outer: Vec::new(),
            floods: None,
            corridors: Corridors::default(),
            doors: Vec::new(),
            things: Vec::new(),
            start: None,
            exit: None,
        })
    }

    /// Vaults go where the map is solid, and their doors lead to it.
    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Prefabs, GenError> {
        let mut prefabs = Prefabs::begin(settings, seed)?;
        prefabs.before = Some(before.grid.clone());
        Ok(prefabs)
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Place(tried) if tried < self.wished => {
                self.place_any(canvas);
                Phase::Place(tried + 1)
            }
            Phase::Place(_) => {
                if self.rooms.is_empty() && self.before.is_none() {
                    self.only_room(canvas);
                }
                Phase::Search
            }
            Phase::Search => {
                let rooms = self.rooms.len() as u32;
                let before = self.before.as_ref();
                let floods = Floods::new(&self.outer, rooms, &self.taken, before);
                canvas.step(StepKind::Check, || {
                    let (doors, ways) = (self.outer.len(), floods.tree.len());
                    format!("From {doors} doors the shortest ways are searched; {ways} join all.")
                });
                self.floods = Some(floods);
                Phase::Join(0)
            }
            Phase::Join(number) => match self.floods.as_ref().and_then(|it| it.tree.get(number)) {
                Some(&way) => {
                    self.dig(canvas, way);
                    Phase::Join(number + 1)
                }
                None => Phase::More(0),
            },
            Phase::More(number) if number < self.outer.len() => {
                self.use_or_close(canvas, number);
                Phase::More(number + 1)
            }
            Phase::More(_) => Phase::List,
            Phase::List => {
                self.join_before(canvas);
                self.list(canvas);
                Phase::Special
            }
            Phase::Special => {
                self.choose(canvas);
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
        map.structure = Structure::Vaults(self.placed);
        map.start = self.start;
        map.exit = self.exit;
    }
}

impl Prefabs {
    /// Tries to put down any vault; the first one must be one that fits.
    fn place_any<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        for _ in 0..TRIES {
            let last = self.vaults.len() as u32 - 1;
            let number = between(&mut self.places, 0, last) as usize;
            let turned = between(&mut self.places, 0, 7);
            let turned = if self.turns { turned } else { 0 };
            if self.place(canvas, number, turned) {
                return;
            }
        }
        if self.rooms.is_empty() {
            let fits = (0..self.vaults.len()).flat_map(|number| [(number, 0), (number, 1)]);
            for (number, turned) in fits.collect::<Vec<_>>() {
                if (turned == 0 || self.turns) && self.place(canvas, number, turned) {
                    return;
                }
            }
        }
        canvas.step(StepKind::Skip, || {
            "No place was found for one more vault.".to_owned()
        });
    }

    /// Puts a vault down at a random place, if nothing is there.
    fn place<R: Recorder>(&mut self, canvas: &mut Canvas<R>, number: usize, turned: u32) -> bool {
        let drawn = &self.vaults[number];
        let (quarters, mirrored) = (turned % 4, turned >= 4);
        let (w, h) = (drawn.grid.width(), drawn.grid.height());
        let (w, h) = if quarters % 2 == 1 { (h, w) } else { (w, h) };
        // A lane along the map's edge stays free for corridors.
        if w + 4 > self.width || h + 4 > self.height {
            return false;
        }
        let lefts = Rect::new(2, 2, self.width - 3 - w, self.height - 3 - h);
        let Point { x, y } = point_in(&mut self.places, lefts);
        let gap = self.gap;
        let (left, right) = (x.saturating_sub(gap), (x + w + gap).min(self.width));
        let (top, bottom) = (y.saturating_sub(gap), (y + h + gap).min(self.height));
        if !(top..bottom).all(|row| self.taken.is_closed(row, left, right)) {
            return false;
        }
        if self.before.is_some() {
            let around = Rect::new(x - 1, y - 1, w + 2, h + 2);
            if around.points().any(|point| canvas.is_open(point)) {
                return false;
            }
        }
        let grid = if mirrored {
            drawn.grid.mirrored_left_right()
        } else {
            drawn.grid.clone()
        };
        let grid = grid.rotated(quarters as i32);
        let id = self.rooms.len() as u32;
        self.placed.push(Placed {
            room: id,
            name: drawn.name.clone(),
            quarters,
            mirrored,
        });
        self.rooms.push(Room {
            id,
            rect: Rect::new(x, y, w, h),
            kind: vault::kind(&grid),
        });
        for row in y..y + h {
            self.taken.open(row, x, x + w);
        }
        for point in grid.bounds().points() {
            canvas.set(Point::new(x + point.x, y + point.y), grid.cell(point));
        }
        for door in vault::doors(&grid) {
            let around = grid.around(door, Neighbors::Four);
            self.outer.push(Door {
                point: Point::new(x + door.x, y + door.y),
                room: id,
                is_closable: around.filter(|&next| grid.is_open(next)).count() == 1,
                is_used: false,
            });
        }
        canvas.step(StepKind::PlaceRoom, || {
            let name: String = drawn.name.chars().take(40).collect();
            format!("Vault {id}, {name}, of {w}x{h} cells is put at ({x}, {y}).")
        });
        true
    }

    /// A bare room, where the map is too small for any vault.
    fn only_room<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let rect = Rect::new(1, 1, self.width - 2, self.height - 2);
        canvas.fill(rect, Cell::Floor);
        self.rooms.push(Room {
            id: 0,
            rect,
            kind: RoomKind::Ordinary,
        });
        for row in rect.y..rect.bottom() {
            self.taken.open(row, rect.x, rect.right());
        }
        canvas.step(StepKind::PlaceRoom, || {
            "The map is too small for a vault, so there is a bare room.".to_owned()
        });
    }

    /// Digs a corridor along a way.
    fn dig<R: Recorder>(&mut self, canvas: &mut Canvas<R>, way: Way) {
        let Some(floods) = &self.floods else {
            return;
        };
        let mut cells = floods.cells(way);
        let mut ends = floods.ends(way);
        if ends[0].is_none() {
            ends.reverse();
            cells.reverse();
        }
        for &point in &cells {
            if !canvas.is_open(point) {
                canvas.set(point, Cell::Corridor);
            }
        }
        for end in ends.into_iter().flatten() {
            self.outer[end].is_used = true;
        }
        let [from, to] = ends.map(|end| end.map(|door| self.outer[door].room));
        if let Some(from) = from {
            self.corridors.push(from, to, &corners(&cells));
        }
        canvas.step(StepKind::Tunnel, || {
            let (from, length) = (from.unwrap_or_default(), cells.len());
            match to {
                Some(to) => {
                    format!("A corridor of {length} cells from vault {from} to vault {to}.")
                }
                None => format!("A corridor of {length} cells from vault {from} to the map."),
            }
        });
    }

    /// Gives a door that nothing leads to a way of its own, or walls it up.
    fn use_or_close<R: Recorder>(&mut self, canvas: &mut Canvas<R>, number: usize) {
        let door = self.outer[number];
        if door.is_used {
            return;
        }
        let best = self.floods.as_ref().and_then(|floods| floods.best[number]);
        let is_wished = chance(&mut self.ways, self.loops);
        match best {
            Some(way) if is_wished || !door.is_closable => self.dig(canvas, way),
            _ if door.is_closable => {
                canvas.set(door.point, Cell::Wall);
                canvas.step(StepKind::Remove, || {
                    let Point { x, y } = door.point;
                    format!("The door at ({x}, {y}), to which nothing leads, is walled up.")
                });
            }
            _ => {}
        }
    }

    /// Joins the parts of a map that was there, if it has several.
    fn join_before<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        if self.before.is_none() {
            return;
        }
        let mut open = Bits::new(self.width, self.height);
        open.open_where(canvas.grid().cells(), Cell::is_open_byte);
        let mut cavern = Cavern::of(open);
        cavern.join();
        cavern.draw_tunnels(canvas);
        canvas.step(StepKind::Connect, || {
            let count = cavern.dug().len();
            format!("What the map before left apart is joined by {count} tunnels.")
        });
    }

    /// Lists doors and what stands in the vaults; of starts and exits that
    /// vaults bring along the first of each stays.
    fn list<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let mut starts = Vec::new();
        for room in &self.rooms {
            for point in room.rect.points() {
                let cell = canvas.cell(point);
                match cell {
                    Cell::Start | Cell::Exit => starts.push((point, cell)),
                    Cell::Door => self.doors.push(point),
                    _ if cell.is_open() && !cell.is_ground() && cell != Cell::Lock => {
                        self.things.push(Thing {
                            kind: cell,
                            point,
                            room: Some(room.id),
                        });
                    }
                    _ => {}
                }
            }
        }
        for (point, cell) in starts {
            let place = if cell == Cell::Start {
                &mut self.start
            } else {
                &mut self.exit
            };
            if place.is_none() {
                *place = Some(point);
            } else {
                canvas.set(point, Cell::Floor);
            }
        }
        canvas.step(StepKind::Populate, || {
            let (things, doors) = (self.things.len(), self.doors.len());
            format!("The vaults brought {doors} doors and {things} things along.")
        });
    }

    /// Chooses start and exit where no vault has one.
    fn choose<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let grid = canvas.grid();
        let any_ground = |stream: &mut Stream, rooms: &[Room]| {
            let last = (rooms.len() as u32).checked_sub(1)?;
            let room = between(stream, 0, last) as usize;
            let rect = rooms.get(room)?.rect;
            let ground: Vec<Point> = rect
                .points()
                .filter(|&it| grid.cell(it).is_ground())
                .collect();
            let last = (ground.len() as u32).checked_sub(1)?;
            ground.get(between(stream, 0, last) as usize).copied()
        };
        let start = self
            .start
            .or_else(|| any_ground(&mut self.chosen, &self.rooms));
        let free = |point: Point, is_any: bool| {
            let cell = grid.cell(point);
            cell.is_ground() || (is_any && cell.is_open() && cell != Cell::Exit)
        };
        let all = || grid.bounds().points();
        let start = start
            .or_else(|| all().find(|&point| free(point, false)))
            .or_else(|| all().find(|&point| free(point, true)))
            .unwrap_or_default();
        let exit = self.exit.unwrap_or_else(|| {
            let steps = grid.distances(start);
            let far = |points: &mut dyn Iterator<Item = Point>, is_any: bool| {
                points
                    .filter(|&point| point != start && free(point, is_any))
                    .filter(|&point| steps[grid.index(point)] != u32::MAX)
                    .max_by_key(|&point| (steps[grid.index(point)], Reverse(point)))
            };
            let rects = self.rooms.iter().map(|room| room.rect);
            far(&mut rects.flat_map(Rect::points), false)
                .or_else(|| far(&mut all(), false))
                .or_else(|| far(&mut all(), true))
                .unwrap_or(start)
        });
        (self.start, self.exit) = (Some(start), Some(exit));
        for (point, kind) in [(start, RoomKind::Start), (exit, RoomKind::Exit)] {
            self.things.retain(|thing| thing.point != point);
            self.doors.retain(|&door| door != point);
            let holds = |room: &&mut Room| room.rect.contains(point);
            if let Some(room) = self.rooms.iter_mut().find(holds) {
                room.kind = kind;
            }
        }
        canvas.set(start, Cell::Start);
        canvas.set(exit, Cell::Exit);
        canvas.step(StepKind::Special, || {
            "Start and exit are put into vaults far from each other.".to_owned()
        });
    }
}

/// The first and the last of some cells side by side, and where they bend.
fn corners(cells: &[Point]) -> Vec<Point> {
    let mut corners = Vec::new();
    for (index, &cell) in cells.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|before| cells.get(before));
        let is_straight = match (before, cells.get(index + 1)) {
            (Some(before), Some(after)) => before.x == after.x || before.y == after.y,
            _ => false,
        };
        if !is_straight {
            corners.push(cell);
        }
    }
    corners
}
