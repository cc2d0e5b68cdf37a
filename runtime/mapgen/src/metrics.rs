//! Figures about a map, for tests, for lessons and for plots over many seeds.
//!
//! All are integers; shares are thousandths, so that they are the same bits
//! everywhere.

use serde::Serialize;

use crate::grid::Neighbors;
use crate::{Cell, Grid, Map, Point, RoomKind};

/// What can be measured about a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Metrics {
    /// Cells one can walk on.
    pub open: u32,
    /// Rooms.
    pub rooms: u32,
    /// Connected parts of the open cells, 4-connected.
    pub parts: u32,
    /// Open cells with exactly one open neighbor.
    pub dead_ends: u32,
    /// Pieces of wall that one can walk around: independent loops.
    pub loops: u32,
    /// Cells of corridors where three or four ways meet.
    pub branching: u32,
    /// Steps from start to exit; none without a way, or without the two.
    pub path: Option<u32>,
    /// Thousandths of the rooms (of the open cells, on a map without rooms)
    /// that the shortest way leads through.
    pub linearity: u32,
    /// Thousandths of the rooms that hold no enemy.
    pub leniency: u32,
}

impl Metrics {
    /// Measures a map.
    pub fn of(map: &Map) -> Metrics {
        let grid = &map.grid;
        let open = grid.count_open();
        let way = way(map).unwrap_or_default();
        let linearity = if map.rooms.is_empty() {
            thousandths(way.len() as u32, open)
        } else {
            let visited = |rect: &crate::Rect| way.iter().any(|&point| rect.contains(point));
            let rooms = map.rooms.iter().filter(|room| visited(&room.rect));
            thousandths(rooms.count() as u32, map.rooms.len() as u32)
        };
        let mut dangerous: Vec<u32> = map
            .things
            .iter()
            .filter(|thing| thing.kind == Cell::Enemy)
            .filter_map(|thing| thing.room)
            .collect();
        dangerous.sort_unstable();
        dangerous.dedup();
        let rooms = map.rooms.len() as u32;
        let parts = grid.components(Neighbors::Four).sizes.len() as u32;
        let shape = Shape::of(grid);
        Metrics {
            open,
            rooms,
            parts,
            dead_ends: shape.dead_ends,
            // Euler: parts - loops = cells - joints + full squares.
            loops: (shape.joints + parts).saturating_sub(open + shape.squares),
            branching: shape.branching,
            path: way.len().checked_sub(1).map(|steps| steps as u32),
            linearity,
            leniency: 1000 - thousandths(dangerous.len() as u32, rooms),
        }
    }
}

/// Counts over all cells.
#[derive(Default)]
struct Shape {
    dead_ends: u32,
    branching: u32,
    /// Pairs of open cells side by side.
    joints: u32,
    /// Squares of four open cells.
    squares: u32,
}

impl Shape {
    fn of(grid: &Grid) -> Shape {
        let mut shape = Shape::default();
        for point in grid.bounds().points() {
            if !grid.is_open(point) {
                continue;
            }
            let open = |x: i32, y: i32| {
                let x = point.x.checked_add_signed(x);
                let y = point.y.checked_add_signed(y);
                x.zip(y)
                    .is_some_and(|(x, y)| grid.is_open(Point::new(x, y)))
            };
            let [up, right, down, left] = [open(0, -1), open(1, 0), open(0, 1), open(-1, 0)];
            let ways = u32::from(up) + u32::from(right) + u32::from(down) + u32::from(left);
            let corners = [
                up && right && open(1, -1),
                right && down && open(1, 1),
                down && left && open(-1, 1),
                left && up && open(-1, -1),
            ];
            shape.joints += u32::from(right) + u32::from(down);
            shape.squares += u32::from(corners[1]);
            shape.dead_ends += u32::from(ways == 1);
            shape.branching += u32::from(ways > 2 && !corners.contains(&true));
        }
        shape
    }
}

/// A shortest way from start to exit, both included.
fn way(map: &Map) -> Option<Vec<Point>> {
    let (start, exit) = (map.start?, map.exit?);
    let distances = map.grid.distances(start);
    let at = |point: Point| distances.get(map.grid.index(point)).copied();
    let mut here = exit;
    let mut left = at(exit).filter(|&left| left != u32::MAX)?;
    let mut way = vec![here];
    while left > 0 {
        left -= 1;
        let mut around = map.grid.around(here, Neighbors::Four);
        here = around.find(|&next| at(next) == Some(left))?;
        way.push(here);
    }
    Some(way)
}

fn thousandths(part: u32, whole: u32) -> u32 {
    (u64::from(part) * 1000 / u64::from(whole.max(1))) as u32
}

impl RoomKind {
    /// True for a room without a purpose of its own.
    pub const fn is_ordinary(self) -> bool {
        matches!(self, RoomKind::Ordinary)
    }
}
