//! Hallways: back up the tree, each pair of halves is joined by one.
//!
//! A hall is straight where the two rooms face each other and L-shaped
//! otherwise. It may lead through rooms and along other halls; where it passes
//! a room's wall, a door is tried.

use super::walk::Dug;
use super::{Axis, Bsp, Node};
use crate::draw::between;
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Point};

impl Bsp {
    /// Joins the halves of a node, if both have rooms.
    pub(super) fn hall<R: Recorder>(&mut self, canvas: &mut Canvas<R>, node: u32) {
        let Node {
            children, split, ..
        } = self.tree.nodes[node as usize];
        let Some(([first, second], split)) = children.zip(split) else {
            return;
        };
        let has_room = |node: u32| self.tree.nodes[node as usize].has_room;
        let both = has_room(first) && has_room(second);
        let any = has_room(first) || has_room(second);
        self.tree.nodes[node as usize].has_room = any;
        if !both {
            return;
        }
        let from = self.room_near(first, split.axis, 1, None);
        let center = self.rooms[from as usize].rect.center();
        let across = match split.axis {
            Axis::X => center.y,
            Axis::Y => center.x,
        };
        let to = self.room_near(second, split.axis, 0, Some(across));
        let (points, count) = self.way(from, to, split.axis);
        let points = &points[..count];
        self.carve(canvas, points, [from, to]);
        self.corridors.push(from, Some(to), points);
        canvas.step(StepKind::Connect, || {
            let shape = if count > 2 {
                "an L-shaped"
            } else {
                "a straight"
            };
            format!("Two halves are joined: {shape} hall leads from room {from} to room {to}.")
        });
    }

    /// A room below `node` near a cut along `axis` beside it: `side` says which
    /// half is nearer to it; where a cut runs the other way, the half that has
    /// `across`, or any.
    fn room_near(&mut self, node: u32, axis: Axis, side: usize, across: Option<u32>) -> u32 {
        let mut node = node as usize;
        loop {
            let here = self.tree.nodes[node];
            let Some((halves, split)) = here.children.zip(here.split) else {
                return here.room.expect("only nodes with rooms are entered");
            };
            let has_room = halves.map(|half| self.tree.nodes[half as usize].has_room);
            let half = match has_room {
                [true, false] => 0,
                [false, true] => 1,
                _ if split.axis == axis => side,
                _ => match across {
                    Some(across) => usize::from(across >= split.at),
                    None => self.ways.int(0, 1) as usize,
                },
            };
            node = halves[half] as usize;
        }
    }

    /// The corners of a way from room to room, first and last cell outside of
    /// the two rooms, and how many corners there are. The second room lies on
    /// the far side of a cut along `axis`.
    fn way(&mut self, from: u32, to: u32, axis: Axis) -> ([Point; 3], usize) {
        // Seen along the cut's axis, so that both axes are one case.
        let turn = |rect: crate::Rect| match axis {
            Axis::X => (rect.x, rect.right(), rect.y, rect.bottom()),
            Axis::Y => (rect.y, rect.bottom(), rect.x, rect.right()),
        };
        let point = |along: u32, across: u32| match axis {
            Axis::X => Point::new(along, across),
            Axis::Y => Point::new(across, along),
        };
        let (_, a_end, a_low, a_high) = turn(self.rooms[from as usize].rect);
        let (b_start, b_end, b_low, b_high) = turn(self.rooms[to as usize].rect);
        let (low, high) = (a_low.max(b_low), a_high.min(b_high));
        if low < high {
            let across = between(&mut self.ways, low, high - 1);
            let ends = [point(a_end, across), point(b_start - 1, across)];
            return ([ends[0], ends[1], ends[1]], 2);
        }
        let across = between(&mut self.ways, a_low, a_high - 1);
        let along = between(&mut self.ways, b_start, b_end - 1);
        let last = if across < b_low { b_low - 1 } else { b_high };
        (
            [
                point(a_end, across),
                point(along, across),
                point(along, last),
            ],
            3,
        )
    }

    /// Digs along the corners, and notes where a wall of a room is passed.
    fn carve<R: Recorder>(&mut self, canvas: &mut Canvas<R>, corners: &[Point], ends: [u32; 2]) {
        let mut before = Cell::Floor;
        let mut last = corners[0];
        for pair in corners.windows(2) {
            let mut here = pair[0];
            loop {
                let mut cell = canvas.cell(here);
                if cell == Cell::Wall {
                    canvas.set(here, Cell::Corridor);
                    self.dug.push(Dug { point: here, ends });
                    cell = Cell::Corridor;
                }
                match (before, cell) {
                    (Cell::Floor, Cell::Corridor) => self.doors.push(here),
                    (Cell::Corridor, Cell::Floor) => self.doors.push(last),
                    _ => {}
                }
                (before, last) = (cell, here);
                if here == pair[1] {
                    break;
                }
                here = here.nearer(pair[1]);
            }
        }
        self.doors.push(last);
    }
}
