//! Corridors of the digger: those that meet nothing, those that open into what
//! they meet, and what becomes of the ones that lead nowhere.

use super::site::Site;
use super::{Digger, Dug, END_TRIES, Way};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Direction, Point, Rect};

impl Digger {
    /// Digs a corridor behind a wall.
    pub(super) fn add_corridor<R: Recorder>(
        &mut self,
        canvas: &mut Canvas<R>,
        from: u32,
        site: Site,
        rect: Rect,
    ) {
        self.enter(canvas, site.point);
        canvas.fill(rect, Cell::Corridor);
        self.note_door(from, site.point);
        let end = match site.direction {
            Direction::Up | Direction::Left => Point::new(rect.x, rect.y),
            Direction::Right | Direction::Down => Point::new(rect.right() - 1, rect.bottom() - 1),
        };
        self.ahead = Some((self.dug.len() as u32, END_TRIES));
        self.add(Dug {
            rect,
            tries: rect.w + rect.h - 1,
            room: self.dug[from as usize].room,
            corridor: Some(Way {
                entrance: site.point,
                end,
                direction: site.direction,
                to: None,
            }),
        });
        canvas.step(StepKind::Tunnel, || {
            let length = rect.area();
            let Point { x, y } = site.point;
            format!("A corridor of {length} cells is dug from a wall at ({x}, {y}).")
        });
    }

    /// Digs from a wall straight into what lies behind it, if that is near and
    /// there are walls on both sides of the whole way.
    pub(super) fn open_into<R: Recorder>(&mut self, canvas: &mut Canvas<R>, from: u32, site: Site) {
        let aside = site.direction.clockwise();
        let sides = [aside, aside.clockwise().clockwise()];
        let mut end = site.point;
        let mut length = 1;
        loop {
            let is_walled = sides.iter().all(|&side| !canvas.is_open(end.wrapped(side)));
            let next = end.wrapped(site.direction);
            if !is_walled || length > self.corridor.1 || !self.ground.inner().contains(next) {
                return;
            }
            if canvas.is_open(next) {
                break;
            }
            end = next;
            length += 1;
        }
        let mut here = site.point;
        self.enter(canvas, here);
        while here != end {
            here = here.wrapped(site.direction);
            self.enter(canvas, here);
        }
        self.note_door(from, site.point);
        if canvas.cell(end.wrapped(site.direction)) == Cell::Floor && end != site.point {
            self.doors.push(end);
        }
        if let Some(room) = self.dug[from as usize].room {
            self.corridors.push(room, None, &[site.point, end]);
        }
        canvas.step(StepKind::Connect, || {
            format!("A corridor of {length} cells opens into what it meets.")
        });
    }

    /// A corridor that leaves a room gets a door.
    fn note_door(&mut self, from: u32, point: Point) {
        let parent = self.dug[from as usize];
        if parent.corridor.is_none() && parent.room.is_some() {
            self.doors.push(point);
        }
    }

    /// Fills a corridor in from its end as far as it leads nowhere. What was dug
    /// from it comes later in the list, and so was filled in before.
    pub(super) fn fill_dead_end<R: Recorder>(&mut self, canvas: &mut Canvas<R>, number: u32) {
        let Some(way) = &mut self.dug[number as usize].corridor else {
            return;
        };
        let back = way.direction.clockwise().clockwise();
        let mut filled = 0;
        loop {
            let ways = Direction::ALL
                .iter()
                .filter(|&&side| canvas.is_open(way.end.wrapped(side)));
            if ways.count() > 1 {
                break;
            }
            canvas.set(way.end, Cell::Wall);
            filled += 1;
            if way.end == way.entrance {
                self.dug[number as usize].corridor = None;
                break;
            }
            way.end = way.end.wrapped(back);
        }
        if filled > 0 {
            canvas.step(StepKind::Remove, || {
                format!("The last {filled} cells of a corridor lead nowhere and are filled in.")
            });
        }
    }

    /// Lists the corridors that are left.
    pub(super) fn list_corridors(&mut self) {
        for Dug { room, corridor, .. } in &self.dug {
            if let (&Some(room), Some(way)) = (room, corridor) {
                self.corridors.push(room, way.to, &[way.entrance, way.end]);
            }
        }
    }
}
