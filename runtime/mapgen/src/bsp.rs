//! `bsp`: binary space partition with a dungeon tree, after `Labyrinth`
//! (LOWREZJAM 2021) as its authors describe it. The area is cut in two again and
//! again; each leaf gets a room; hallways walk back up the tree and join a room
//! of one half with one of the other, so that all rooms are connected by
//! construction. A map too small for any room of the wished size gets one room
//! over all of it.

mod halls;
mod special;
mod tree;
mod walk;

pub use tree::{Axis, Node, Split, Tree};

use dice::{Seed, Stream};

use crate::draw::between;
use crate::map::{Corridors, Map, Room, RoomKind, Structure, Thing};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Point, Rect};

/// Deepest tree: 4096 leaves.
const DEEPEST: u32 = 12;
/// Cells of a leaf that the generator aims at when it chooses the depth itself.
const LEAF: u64 = 144;

/// The generator `bsp`.
#[derive(Clone, Debug)]
pub struct Bsp {
    width: u32,
    height: u32,
    depth: u32,
    room_min: u32,
    room_max: u32,
    difficulty: u32,
    treasures: Option<u32>,
    cuts: Stream,
    places: Stream,
    ways: Stream,
    chosen: Stream,
    crowd: Stream,
    phase: Phase,
    tree: Tree,
    rooms: Vec<Room>,
    corridors: Corridors,
    /// Cells of halls, each once.
    dug: Vec<walk::Dug>,
    doors: Vec<Point>,
    things: Vec<Thing>,
    start: Option<Point>,
    exit: Option<Point>,
}

/// Which stage is under way, and at which node or room.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Split(u32),
    Rooms(u32),
    /// Nodes are visited from the last to the first: children before parents.
    Halls(u32),
    Doors,
    Special,
    Populate(u32),
}

impl Algorithm for Bsp {
    const INFO: Info = Info {
        name: "bsp",
        version: 1,
        about: "a dungeon of rooms from a tree of cuts, with doors, shop, treasure and enemies",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::automatic(
                "depth",
                0,
                12,
                "cuts one after the other: 2^depth leaves; by itself, a leaf for every 144 cells",
            ),
            Parameter::integer("room_min", 2, 64, 4, "shortest side of a room's floor"),
            Parameter::automatic(
                "room_max",
                2,
                4096,
                "longest side of a room's floor; by itself, as long as its leaf",
            ),
            Parameter::integer(
                "difficulty",
                0,
                16,
                1,
                "d: d to 4d enemies, and as much loot, in an ordinary room",
            ),
            Parameter::automatic(
                "treasures",
                0,
                4096,
                "treasure rooms; by itself, one for every eight rooms",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Bsp, GenError> {
        let (width, height) = (settings.number("w"), settings.number("h"));
        let room_min = settings.number("room_min");
        let room_max = settings.chosen("room_max").unwrap_or(u32::MAX);
        if room_max < room_min {
            return Err(GenError::OutOfRange {
                generator: Self::INFO.name,
                parameter: "room_max",
                low: room_min.into(),
                high: 4096,
                got: room_max.to_string(),
            });
        }
        let by_area = (u64::from(width) * u64::from(height) / LEAF)
            .checked_ilog2()
            .unwrap_or(0);
        let stream = |stage: &str| seed.derive("bsp").derive(stage).stream();
        Ok(Bsp {
            width,
            height,
            depth: settings.chosen("depth").unwrap_or(by_area.min(DEEPEST)),
            room_min,
            room_max,
            difficulty: settings.number("difficulty"),
            treasures: settings.chosen("treasures"),
            cuts: stream("cuts"),
            places: stream("rooms"),
            ways: stream("halls"),
            chosen: stream("special"),
            crowd: stream("population"),
            phase: Phase::Split(0),
            // The last column and row are walls of the map's edge, and every
            // leaf has its walls at its left and top.
            tree: Tree::new(Rect::new(0, 0, width - 1, height - 1)),
            rooms: Vec::new(),
            corridors: Corridors::default(),
            dug: Vec::new(),
            doors: Vec::new(),
            things: Vec::new(),
            start: None,
            exit: None,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Split(node) if (node as usize) < self.tree.nodes.len() => {
                self.split(canvas, node);
                Phase::Split(node + 1)
            }
            Phase::Split(_) => Phase::Rooms(0),
            Phase::Rooms(node) if (node as usize) < self.tree.nodes.len() => {
                self.room(canvas, node);
                Phase::Rooms(node + 1)
            }
            Phase::Rooms(_) => {
                if self.rooms.is_empty() {
                    self.only_room(canvas);
                }
                Phase::Halls(self.tree.nodes.len() as u32)
            }
            Phase::Halls(0) => Phase::Doors,
            Phase::Halls(left) => {
                self.hall(canvas, left - 1);
                Phase::Halls(left - 1)
            }
            Phase::Doors => {
                canvas.hang_doors(&mut self.doors);
                Phase::Special
            }
            Phase::Special => {
                self.choose_special(canvas);
                Phase::Populate(0)
            }
            Phase::Populate(room) if (room as usize) < self.rooms.len() => {
                self.populate(canvas, room);
                Phase::Populate(room + 1)
            }
            Phase::Populate(_) => return Ok(Progress::Done),
        };
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.rooms = self.rooms;
        map.corridors = self.corridors;
        map.doors = self.doors;
        map.things = self.things;
        map.structure = Structure::Tree(self.tree);
        map.start = self.start;
        map.exit = self.exit;
    }
}

impl Bsp {
    /// Cuts a node in two, unless it is deep enough or a single column and row.
    fn split<R: Recorder>(&mut self, canvas: &mut Canvas<R>, node: u32) {
        let Node { bounds, depth, .. } = self.tree.nodes[node as usize];
        if depth >= self.depth {
            return;
        }
        let Some(split) = tree::cut(bounds, self.room_min + 1, &mut self.cuts) else {
            return;
        };
        self.tree.split(node, split);
        canvas.step(StepKind::Split, || {
            let Rect { x, y, w, h } = bounds;
            let (line, at) = match split.axis {
                Axis::X => ("column", split.at),
                Axis::Y => ("row", split.at),
            };
            format!("Cut the area of {w}x{h} cells at ({x}, {y}) in two at {line} {at}.")
        });
    }

    /// Puts a room of random size into a leaf, or marks the leaf as barren.
    fn room<R: Recorder>(&mut self, canvas: &mut Canvas<R>, node: u32) {
        let Node {
            bounds, children, ..
        } = self.tree.nodes[node as usize];
        if children.is_some() {
            return;
        }
        let inside = Rect::new(bounds.x + 1, bounds.y + 1, bounds.w - 1, bounds.h - 1);
        if inside.w < self.room_min || inside.h < self.room_min {
            self.tree.nodes[node as usize].barren = true;
            canvas.step(StepKind::Skip, || {
                let Rect { x, y, w, h } = bounds;
                format!("The leaf of {w}x{h} cells at ({x}, {y}) is too small for a room.")
            });
            return;
        }
        let stream = &mut self.places;
        let side = |stream: &mut Stream, room: u32| {
            let most = room.min(self.room_max);
            between(stream, self.room_min.max(room.div_ceil(2)).min(most), most)
        };
        let (w, h) = (side(stream, inside.w), side(stream, inside.h));
        let x = between(stream, inside.x, inside.right() - w);
        let y = between(stream, inside.y, inside.bottom() - h);
        self.place(canvas, node, Rect::new(x, y, w, h));
    }

    /// One room over all of the map, where no leaf could hold one.
    fn only_room<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        self.tree.nodes.truncate(1);
        self.tree.nodes[0].children = None;
        self.tree.nodes[0].split = None;
        self.place(canvas, 0, Rect::new(1, 1, self.width - 2, self.height - 2));
    }

    fn place<R: Recorder>(&mut self, canvas: &mut Canvas<R>, node: u32, rect: Rect) {
        let id = self.rooms.len() as u32;
        let node = &mut self.tree.nodes[node as usize];
        node.room = Some(id);
        node.barren = false;
        node.has_room = true;
        self.rooms.push(Room {
            id,
            rect,
            kind: RoomKind::Ordinary,
        });
        canvas.fill(rect, Cell::Floor);
        canvas.step(StepKind::PlaceRoom, || {
            let Rect { x, y, w, h } = rect;
            format!("Room {id} of {w}x{h} cells goes into its leaf at ({x}, {y}).")
        });
    }
}
