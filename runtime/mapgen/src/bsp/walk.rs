//! How far every room is from one of them on foot, without walking over the
//! floors: a room is an empty rectangle, so the way across it is as long as its
//! ends are apart, and only cells of hallways are visited one by one. The
//! distances are those of a breadth-first search over all cells, for a tenth
//! of its work.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::{Axis, Tree};
use crate::{Cell, Grid, Point, Room};

/// A cell of a hallway.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dug {
    pub(super) point: Point,
    /// The rooms that the hallway joins.
    pub(super) ends: [u32; 2],
}

/// A cell of a hallway beside a room.
#[derive(Clone, Copy, Default)]
struct Port {
    room: u32,
    /// The hallway's cell, by its place in the list of dug cells.
    outside: u32,
    /// The room's cell.
    inside: Point,
}

/// Where a room was entered, and after how many steps.
struct Entry {
    point: Point,
    steps: u32,
    /// The entry of the same room before this one.
    before: Option<u32>,
}

/// Steps from the middle of `start` to the middle of every room. `dug` are the
/// cells of hallways, each once.
pub(super) fn steps(grid: &Grid, tree: &Tree, rooms: &[Room], dug: &[Dug], start: u32) -> Vec<u32> {
    let mut walk = Walk::new(grid, tree, rooms, dug);
    walk.enter(start, rooms[start as usize].rect.center(), 0);
    while let Some((here, steps)) = walk.next() {
        walk.visit(here, steps);
    }
    walk.centers
}

struct Walk<'a> {
    grid: &'a Grid,
    rooms: &'a [Room],
    dug: &'a [Dug],
    /// For each cell of the map its place in the list of dug cells, plus 1.
    numbers: Vec<u32>,
    /// In the order of the dug cells.
    ports: Vec<Port>,
    /// The first port of each dug cell, and one past the last.
    by_cell: Vec<u32>,
    /// The ports in the order of rooms.
    sorted: Vec<Port>,
    /// The first sorted port of each room, and one past the last.
    by_room: Vec<u32>,
    best: Vec<u32>,
    centers: Vec<u32>,
    entries: Vec<Entry>,
    /// The last entry of each room.
    lasts: Vec<Option<u32>>,
    /// Cells reached from the cell before: their steps never decrease.
    queue: VecDeque<(u32, u32)>,
    /// Cells reached across a room.
    jumps: BinaryHeap<Reverse<(u32, u32)>>,
}

impl<'a> Walk<'a> {
    fn new(grid: &'a Grid, tree: &Tree, rooms: &'a [Room], dug: &'a [Dug]) -> Walk<'a> {
        let mut numbers = vec![0_u32; grid.cells().len()];
        let mut ports = Vec::with_capacity(dug.len());
        let mut by_cell = Vec::with_capacity(dug.len() + 1);
        let mut by_room = vec![0; rooms.len() + 1];
        for (outside, &Dug { point, ends }) in (0..).zip(dug) {
            numbers[grid.index(point)] = outside + 1;
            by_cell.push(ports.len() as u32);
            for inside in around(point) {
                if grid.cell(inside) == Cell::Floor {
                    // Nearly always one of its own two; it may pass others.
                    let own = ends
                        .into_iter()
                        .find(|&end| rooms[end as usize].rect.contains(inside));
                    let room = own.unwrap_or_else(|| room_at(tree, inside));
                    by_room[room as usize + 1] += 1;
                    ports.push(Port {
                        room,
                        outside,
                        inside,
                    });
                }
            }
        }
        by_cell.push(ports.len() as u32);
        for room in 0..rooms.len() {
            by_room[room + 1] += by_room[room];
        }
        let mut places = by_room.clone();
        let mut sorted = vec![Port::default(); ports.len()];
        for &port in &ports {
            let place = &mut places[port.room as usize];
            sorted[*place as usize] = port;
            *place += 1;
        }
        Walk {
            grid,
            rooms,
            dug,
            numbers,
            ports,
            by_cell,
            sorted,
            by_room,
            best: vec![u32::MAX; dug.len()],
            centers: vec![u32::MAX; rooms.len()],
            entries: Vec::with_capacity(rooms.len()),
            lasts: vec![None; rooms.len()],
            queue: VecDeque::new(),
            jumps: BinaryHeap::new(),
        }
    }

    /// The nearest cell that was reached and not yet visited.
    fn next(&mut self) -> Option<(u32, u32)> {
        loop {
            let walked = self.queue.front().map(|&(_, steps)| steps);
            let jumped = self.jumps.peek().map(|&Reverse((steps, _))| steps);
            let (here, steps) = match (walked, jumped) {
                (None, None) => return None,
                (Some(walked), Some(jumped)) if jumped < walked => self.jump()?,
                (None, Some(_)) => self.jump()?,
                (Some(_), _) => self.queue.pop_front()?,
            };
            // Reached by a shorter way since.
            if steps == self.best[here as usize] {
                return Some((here, steps));
            }
        }
    }

    fn jump(&mut self) -> Option<(u32, u32)> {
        self.jumps.pop().map(|Reverse((steps, here))| (here, steps))
    }

    fn visit(&mut self, here: u32, steps: u32) {
        for next in around(self.dug[here as usize].point) {
            let Some(next) = self.numbers[self.grid.index(next)].checked_sub(1) else {
                continue;
            };
            if steps + 1 < self.best[next as usize] {
                self.best[next as usize] = steps + 1;
                self.queue.push_back((next, steps + 1));
            }
        }
        let [first, last] = [here, here + 1].map(|cell| self.by_cell[cell as usize] as usize);
        for port in first..last {
            let Port { room, inside, .. } = self.ports[port];
            self.enter(room, inside, steps + 1);
        }
    }

    /// Goes across a room from one of its cells to all of its ports, unless
    /// another entry reaches this cell as early: then it reaches all as early.
    fn enter(&mut self, room: u32, point: Point, steps: u32) {
        let last = self.lasts[room as usize];
        let mut before = last;
        while let Some(number) = before {
            let entry = &self.entries[number as usize];
            if entry.steps + entry.point.steps_to(point) <= steps {
                return;
            }
            before = entry.before;
        }
        self.lasts[room as usize] = Some(self.entries.len() as u32);
        self.entries.push(Entry {
            point,
            steps,
            before: last,
        });
        let center = self.rooms[room as usize].rect.center();
        let middle = &mut self.centers[room as usize];
        *middle = (*middle).min(steps + point.steps_to(center));
        let [first, last] = [room, room + 1].map(|room| self.by_room[room as usize] as usize);
        for port in &self.sorted[first..last] {
            let there = steps + point.steps_to(port.inside) + 1;
            if there < self.best[port.outside as usize] {
                self.best[port.outside as usize] = there;
                self.jumps.push(Reverse((there, port.outside)));
            }
        }
    }
}

/// The four cells beside a dug one, which is never at the map's edge.
fn around(point: Point) -> [Point; 4] {
    let Point { x, y } = point;
    [
        Point::new(x, y - 1),
        Point::new(x + 1, y),
        Point::new(x, y + 1),
        Point::new(x - 1, y),
    ]
}

/// The room of the leaf that a cell lies in.
fn room_at(tree: &Tree, point: Point) -> u32 {
    let mut node = &tree.nodes()[0];
    while let Some((halves, split)) = node.children.zip(node.split) {
        let place = match split.axis {
            Axis::X => point.x,
            Axis::Y => point.y,
        };
        node = &tree.nodes()[halves[usize::from(place >= split.at)] as usize];
    }
    node.room.expect("floor lies in rooms, and rooms in leaves")
}
