//! What rooms are for, and who is in them.
//!
//! The start is a random room, the exit the one farthest from it on foot, the
//! shop the smallest of the others, and treasure is spread along the tree.

use super::{Bsp, walk};
use crate::draw::{between, point_in};
use crate::map::{RoomKind, Thing};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Point, Rect, Room};

/// Tries to find a free cell for one enemy or one piece of loot.
const TRIES: u32 = 8;

impl Bsp {
    /// Chooses start, exit, shop and treasure rooms.
    pub(super) fn choose_special<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let count = self.rooms.len() as u32;
        let first = between(&mut self.chosen, 0, count - 1);
        if count == 1 {
            let rect = self.rooms[0].rect;
            let exit = Point::new(rect.right() - 1, rect.bottom() - 1);
            self.mark(canvas, 0, Point::new(rect.x, rect.y), RoomKind::Start);
            self.mark(canvas, 0, exit, RoomKind::Exit);
            self.rooms[0].kind = RoomKind::Start;
            return;
        }
        let steps = walk::steps(canvas.grid(), &self.tree, &self.rooms, &self.dug, first);
        let far = |room: &Room| steps[room.id as usize];
        // The first of the farthest, whatever the order of equals.
        let exit = self
            .rooms
            .iter()
            .filter(|room| room.id != first)
            .max_by_key(|room| (far(room), std::cmp::Reverse(room.id)))
            .map_or(first, |room| room.id);
        self.mark_center(canvas, first, RoomKind::Start);
        self.mark_center(canvas, exit, RoomKind::Exit);
        let shop = self
            .rooms
            .iter()
            .filter(|room| room.kind.is_ordinary())
            .min_by_key(|room| (room.rect.area(), room.id))
            .map(|room| room.id);
        if let Some(shop) = shop {
            self.mark_center(canvas, shop, RoomKind::Shop);
        }
        let rest: Vec<u32> = self
            .rooms
            .iter()
            .filter(|room| room.kind.is_ordinary())
            .map(|room| room.id)
            .collect();
        let wished = self.treasures.unwrap_or((count / 8).max(1));
        let treasures = wished.min(rest.len() as u32);
        // Neighbors in the tree are neighbors on the map: one of each stretch.
        for treasure in 0..treasures {
            let place = |n: u32| (u64::from(n) * rest.len() as u64 / u64::from(treasures)) as u32;
            let (low, high) = (place(treasure), place(treasure + 1));
            let room = between(&mut self.chosen, low, high - 1);
            self.mark_center(canvas, rest[room as usize], RoomKind::Treasure);
        }
    }

    /// Puts enemies and loot into an ordinary room, away from its walls.
    pub(super) fn populate<R: Recorder>(&mut self, canvas: &mut Canvas<R>, room: u32) {
        let (rect, kind) = {
            let room = &self.rooms[room as usize];
            (room.rect, room.kind)
        };
        if !kind.is_ordinary() || self.difficulty == 0 {
            return;
        }
        let center = if rect.w > 2 && rect.h > 2 {
            rect.inset(1)
        } else {
            rect
        };
        let most = 4 * self.difficulty;
        let enemies = between(&mut self.crowd, self.difficulty, most);
        let loot = between(&mut self.crowd, self.difficulty, most);
        let before = self.things.len();
        for number in 0..enemies + loot {
            let kind = if number < enemies {
                Cell::Enemy
            } else {
                Cell::Loot
            };
            self.put(canvas, center, kind, room);
        }
        let placed = self.things.len() - before;
        canvas.step(StepKind::Populate, || {
            format!("Room {room} gets {placed} enemies and pieces of loot.")
        });
    }

    fn put<R: Recorder>(&mut self, canvas: &mut Canvas<R>, area: Rect, kind: Cell, room: u32) {
        for _ in 0..TRIES {
            let point = point_in(&mut self.crowd, area);
            if canvas.cell(point) == Cell::Floor {
                canvas.set(point, kind);
                self.things.push(Thing {
                    kind,
                    point,
                    room: Some(room),
                });
                return;
            }
        }
    }

    fn mark_center<R: Recorder>(&mut self, canvas: &mut Canvas<R>, room: u32, kind: RoomKind) {
        let center = self.rooms[room as usize].rect.center();
        self.mark(canvas, room, center, kind);
    }

    fn mark<R: Recorder>(
        &mut self,
        canvas: &mut Canvas<R>,
        room: u32,
        point: Point,
        kind: RoomKind,
    ) {
        self.rooms[room as usize].kind = kind;
        let (cell, what) = match kind {
            RoomKind::Start => (Cell::Start, "the start"),
            RoomKind::Exit => (Cell::Exit, "the exit, the farthest on foot"),
            RoomKind::Shop => (Cell::Shop, "the shop, the smallest of the rest"),
            _ => (Cell::Treasure, "a treasure room"),
        };
        match kind {
            RoomKind::Start => self.start = Some(point),
            RoomKind::Exit => self.exit = Some(point),
            _ => self.things.push(Thing {
                kind: cell,
                point,
                room: Some(room),
            }),
        }
        canvas.set(point, cell);
        canvas.step(StepKind::Special, || format!("Room {room} becomes {what}."));
    }
}
