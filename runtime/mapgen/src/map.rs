//! A finished map: its cells, and what is behind them.
//!
//! Games ask for rooms, corridors, doors and the structure of an algorithm,
//! which nobody can read back out of cells.

use serde::Serialize;
use serde_json::{Value as Json, json};

use crate::bsp::Tree;
use crate::lattice::Lattice;
use crate::prefabs::Placed;
use crate::qr::Matrix;
use crate::voronoi::Regions;
use crate::{Cell, Grid, Metrics, Point, Recipe, Rect};

/// What a room is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum RoomKind {
    /// A room like others.
    Ordinary,
    /// Holds the start.
    Start,
    /// Holds the exit.
    Exit,
    /// Holds the key.
    Key,
    /// Holds a treasure.
    Treasure,
    /// Holds a shop.
    Shop,
    /// A room that ways lead through.
    Spare,
    /// Holds a goal.
    Goal,
}

/// A room: its floor, without walls.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Room {
    /// Its number, from 0; its place in [`Map::rooms`].
    pub id: u32,
    /// Its floor.
    #[serde(flatten)]
    pub rect: Rect,
    /// What it is for.
    pub kind: RoomKind,
}

/// A way that was dug from a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Corridor {
    /// The room where it begins.
    pub from: u32,
    /// The room where it ends, if it ends at one.
    pub to: Option<u32>,
    pub(crate) first: u32,
    pub(crate) count: u32,
}

/// Corridors with the points of all in one list, which spares a list for each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Corridors {
    pub(crate) list: Vec<Corridor>,
    pub(crate) points: Vec<Point>,
}

impl Corridors {
    /// All corridors.
    pub fn list(&self) -> &[Corridor] {
        &self.list
    }

    /// The beginning, the corners and the end of a corridor.
    pub fn points(&self, corridor: &Corridor) -> &[Point] {
        let first = corridor.first as usize;
        self.points
            .get(first..first + corridor.count as usize)
            .unwrap_or_default()
    }

    pub(crate) fn push(&mut self, from: u32, to: Option<u32>, points: &[Point]) {
        self.list.push(Corridor {
            from,
            to,
            first: self.points.len() as u32,
            count: points.len() as u32,
        });
        self.points.extend_from_slice(points);
    }
}

/// Something that stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Thing {
    /// Which kind: [`Cell::Enemy`], [`Cell::Loot`], [`Cell::Key`] and such.
    pub kind: Cell,
    /// Where.
    #[serde(flatten)]
    pub point: Point,
    /// In which room.
    pub room: Option<u32>,
}

/// A locked door and the key that opens it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Lock {
    /// The cell of the door, a [`Cell::Lock`].
    pub door: Point,
    /// The cell of the key, which can be reached without passing the door.
    pub key: Point,
}

/// The structure that an algorithm works with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Structure {
    /// None beyond rooms and corridors.
    #[default]
    Plain,
    /// A tree of areas.
    Tree(Tree),
    /// A grid of rooms.
    Lattice(Lattice),
    /// The modules of a QR code.
    Matrix(Matrix),
    /// Regions around sites.
    Regions(Regions),
    /// The vaults that rooms are.
    Vaults(Vec<Placed>),
    /// A height a cell, 0 to 255.
    Heights(Grid),
}

/// A finished map.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// The cells, as [`Cell`] bytes.
    pub grid: Grid,
    /// The rooms, by number.
    pub rooms: Vec<Room>,
    /// The ways between them.
    pub corridors: Corridors,
    /// The cells that hold a door.
    pub doors: Vec<Point>,
    /// What stands on cells, apart from start and exit.
    pub things: Vec<Thing>,
    /// Locked doors with their keys, in the order from start to exit.
    pub locks: Vec<Lock>,
    /// What the algorithm worked with.
    pub structure: Structure,
    /// Where the player begins.
    pub start: Option<Point>,
    /// Where the map is left.
    pub exit: Option<Point>,
    /// What makes the map again.
    pub recipe: Recipe,
}

impl Map {
    pub(crate) fn new(grid: Grid, recipe: Recipe) -> Map {
        Map {
            grid,
            rooms: Vec::new(),
            corridors: Corridors::default(),
            doors: Vec::new(),
            things: Vec::new(),
            locks: Vec::new(),
            structure: Structure::Plain,
            start: None,
            exit: None,
            recipe,
        }
    }

    /// What can be measured about the map; walks over all of it.
    pub fn metrics(&self) -> Metrics {
        Metrics::of(self)
    }

    /// For each cell the number of its room, plus 1; 0 outside rooms.
    pub fn regions(&self) -> Vec<u32> {
        let mut regions = vec![0; self.grid.cells().len()];
        for room in &self.rooms {
            for y in room.rect.y..room.rect.bottom() {
                let start = self.grid.index(Point::new(room.rect.x, y));
                regions[start..start + room.rect.w as usize].fill(room.id + 1);
            }
        }
        regions
    }

    /// The map as lines of glyphs.
    pub fn to_text(&self) -> String {
        self.grid.to_text()
    }

    /// The map as JSON, with everything that is behind it.
    pub fn to_json(&self) -> Json {
        let corridors: Vec<Json> = self
            .corridors
            .list
            .iter()
            .map(|corridor| {
                json!({
                    "from": corridor.from,
                    "to": corridor.to,
                    "points": self.corridors.points(corridor),
                })
            })
            .collect();
        let text = self.to_text();
        let rows: Vec<&str> = text.lines().collect();
        let mut whole = json!({
            "width": self.grid.width(),
            "height": self.grid.height(),
            "rows": rows,
            "rooms": self.rooms,
            "corridors": corridors,
            "doors": self.doors,
            "things": self.things,
            "start": self.start,
            "exit": self.exit,
            "metrics": self.metrics(),
            "recipe": self.recipe.to_json(),
        });
        if !self.locks.is_empty() {
            whole["locks"] = json!(self.locks);
        }
        match &self.structure {
            Structure::Plain => {}
            Structure::Tree(tree) => whole["tree"] = json!(tree.nodes()),
            Structure::Lattice(lattice) => whole["lattice"] = lattice.to_json(),
            Structure::Matrix(matrix) => {
                let text = matrix.to_text();
                whole["matrix"] = json!(text.lines().collect::<Vec<_>>());
            }
            Structure::Regions(regions) => {
                let rows = regions.numbers.chunks(self.grid.width().max(1) as usize);
                whole["regions"] = rows.collect();
                whole["sites"] = json!(regions.sites);
                whole["passages"] = json!(regions.passages);
            }
            Structure::Vaults(vaults) => whole["vaults"] = json!(vaults),
            Structure::Heights(heights) => {
                let rows = (0..heights.height()).map(|y| heights.row(y));
                whole["heights"] = rows.collect();
            }
        }
        whole
    }
}
