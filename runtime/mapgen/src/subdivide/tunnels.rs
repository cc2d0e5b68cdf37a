//! Tunnels that leave the walls of rooms, and what becomes of rooms that none
//! of them connects.
//!
//! A tunnel stops where any cell beside it is open already, so two rooms are in
//! one set exactly when one can walk between them.

use super::Subdivide;
use crate::draw::{between, chance};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Direction, Point, Rect, Room};

impl Subdivide {
    /// Each wall of a room may send out a tunnel from a random point.
    pub(super) fn tunnels<R: Recorder>(&mut self, canvas: &mut Canvas<R>, room: u32) {
        for direction in Direction::ALL {
            if chance(&mut self.ways, self.wall_chance) {
                self.tunnel(canvas, room, direction);
            }
        }
    }

    /// True while a room is in another set than the start.
    pub(super) fn is_stray(&mut self, room: u32) -> bool {
        self.sets.find(room) != self.sets.find(self.start_room)
    }

    /// True when the exit's room is in the same set.
    pub(super) fn has_exit(&mut self, room: u32) -> bool {
        self.sets.find(room) == self.sets.find(self.exit_room)
    }

    fn tunnel<R: Recorder>(&mut self, canvas: &mut Canvas<R>, room: u32, direction: Direction) {
        let Room { rect, .. } = self.rooms[room as usize];
        let x = between(&mut self.ways, rect.x, rect.right() - 1);
        let y = between(&mut self.ways, rect.y, rect.bottom() - 1);
        let first = match direction {
            Direction::Up => Point::new(x, rect.y - 1),
            Direction::Right => Point::new(rect.right(), y),
            Direction::Down => Point::new(x, rect.bottom()),
            Direction::Left => Point::new(rect.x - 1, y),
        };
        // The room's wall is the map's edge, or was opened before.
        if !self.inner().contains(first) || canvas.is_open(first) {
            return;
        }
        let mut corners = vec![first];
        let mut here = first;
        let mut met = self.dig(canvas, room, here, None);
        // Two steps straight on after each one aside, or a tunnel that swings
        // back would meet itself.
        let mut straight = 0;
        let inner = self.inner();
        let is_free = |next: &Point| inner.contains(*next);
        while met.is_none() {
            let aside = if straight > 0 && chance(&mut self.ways, self.shift_chance) {
                let aside = if self.ways.int(0, 1) == 0 {
                    direction.counterclockwise()
                } else {
                    direction.clockwise()
                };
                here.toward(aside).filter(is_free)
            } else {
                None
            };
            let Some(next) = aside.or_else(|| here.toward(direction).filter(is_free)) else {
                break;
            };
            if aside.is_some() {
                corners.extend([here, next]);
            }
            straight = if aside.is_some() { -1 } else { straight + 1 };
            met = self.dig(canvas, room, next, Some(here));
            here = next;
        }
        corners.push(here);
        self.corridors
            .push(room, met.filter(|&to| to != room), &corners);
        self.doors.push(first);
        self.doors.push(here);
        canvas.step(StepKind::Tunnel, || match met {
            Some(to) => format!("A tunnel leaves room {room} and meets what belongs to room {to}."),
            None => format!("A tunnel leaves room {room} and is sealed at the edge of the map."),
        });
    }

    /// Digs a cell, joins the sets of all that is open beside it, and gives the
    /// owner of what was met. The room's own floor is not met from its wall.
    fn dig<R: Recorder>(
        &mut self,
        canvas: &mut Canvas<R>,
        room: u32,
        point: Point,
        before: Option<Point>,
    ) -> Option<u32> {
        canvas.set(point, Cell::Corridor);
        let place = canvas.grid().index(point);
        self.owners[place] = room + 1;
        let own = self.rooms[room as usize].rect;
        let mut met = None;
        for direction in Direction::ALL {
            let Some(next) = point.toward(direction) else {
                continue;
            };
            let is_way_back = before == Some(next) || (before.is_none() && own.contains(next));
            if is_way_back || !canvas.is_open(next) {
                continue;
            }
            let owner = self.owners[canvas.grid().index(next)] - 1;
            self.sets.join(room, owner);
            met = met.or(Some(owner));
        }
        met
    }

    /// Joins a room to the nearest one that the start can reach, straight
    /// through whatever is in between.
    pub(super) fn force<R: Recorder>(&mut self, canvas: &mut Canvas<R>, room: u32) {
        let from = self.rooms[room as usize].rect.center();
        let main = self.sets.find(self.start_room);
        let mut nearest = (u32::MAX, self.start_room);
        for other in 0..self.rooms.len() as u32 {
            if self.sets.find(other) == main {
                let steps = from.steps_to(self.rooms[other as usize].rect.center());
                nearest = nearest.min((steps, other));
            }
        }
        let to = nearest.1;
        let goal = self.rooms[to as usize].rect.center();
        let mut here = from;
        while here != goal {
            here = here.nearer(goal);
            if !canvas.is_open(here) {
                self.dig(canvas, room, here, None);
                self.doors.push(here);
            }
        }
        self.sets.join(room, to);
        let corners = [from, Point::new(goal.x, from.y), goal];
        self.corridors.push(room, Some(to), &corners);
        canvas.step(StepKind::Connect, || {
            format!("Room {room} is joined to room {to} by force.")
        });
    }

    /// Fills in everything that the start cannot reach.
    pub(super) fn remove_strays<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let main = self.sets.find(self.start_room);
        let stays: Vec<bool> = (0..self.rooms.len() as u32)
            .map(|room| self.sets.find(room) == main)
            .collect();
        for point in canvas.grid().bounds().points() {
            let place = canvas.grid().index(point);
            let owner = self.owners[place];
            if owner > 0 && !stays[owner as usize - 1] {
                self.owners[place] = 0;
                canvas.set(point, Cell::Wall);
            }
        }
        let mut numbers = vec![None; stays.len()];
        let mut left = 0;
        for (number, _) in numbers.iter_mut().zip(&stays).filter(|(_, stays)| **stays) {
            *number = Some(left);
            left += 1;
        }
        let number = |room: u32| numbers[room as usize];
        self.rooms.retain_mut(|room| {
            number(room.id).is_some_and(|id| {
                room.id = id;
                true
            })
        });
        self.corridors.list.retain_mut(|corridor| {
            corridor.to = corridor.to.and_then(number);
            number(corridor.from).is_some_and(|from| {
                corridor.from = from;
                true
            })
        });
        self.start_room = number(self.start_room).unwrap_or(0);
        self.exit_room = number(self.exit_room).unwrap_or(0);
        let removed = stays.len() as u32 - left;
        canvas.step(StepKind::Remove, || {
            format!("{removed} rooms without a way to the start are filled in.")
        });
    }

    /// Hangs doors where tunnels pass walls of rooms.
    pub(super) fn hang_doors<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        self.doors.retain(|&point| {
            let beside_room = Direction::ALL.iter().any(|&way| {
                let next = point.toward(way);
                next.is_some_and(|next| canvas.cell(next) == Cell::Floor)
            });
            let fits =
                beside_room && canvas.cell(point) == Cell::Corridor && canvas.is_doorway(point);
            if fits {
                canvas.set(point, Cell::Door);
                canvas.step(StepKind::Door, || {
                    format!("A door is hung at ({}, {}).", point.x, point.y)
                });
            }
            fits
        });
    }

    /// All but the outermost cells, which stay walls.
    fn inner(&self) -> Rect {
        Rect::new(0, 0, self.width, self.height).inset(1)
    }
}
