//! What is done to a finished drawing: doors, bridges, a chamber where there is
//! hardly anything, start and exit.

use std::cmp::Reverse;

use super::{LSystem, Style};
use crate::caves::{Bits, Cavern};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Point, Rect, RoomKind};

/// Land of fewer cells beside a river becomes water.
const POCKET: u32 = 8;

impl LSystem {
    /// Hangs doors where corridors enter rooms, or builds bridges over a river;
    /// a drawing of hardly anything gets a chamber.
    pub(super) fn finish_lines<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        if self.style == Style::River || self.is_on_map {
            self.join(canvas);
        }
        if self.style == Style::River {
            return;
        }
        if canvas.grid().count_open() < 4 {
            let inside = self.inside();
            let (w, h) = (inside.w.min(6), inside.h.min(4));
            let begin = self.turns.first().map_or(inside.center(), |turn| turn.0);
            let x = begin.x.saturating_sub(w / 2).clamp(1, self.width - 1 - w);
            let y = begin.y.saturating_sub(h / 2).clamp(1, self.height - 1 - h);
            canvas.fill(Rect::new(x, y, w, h), Cell::Floor);
            canvas.step(StepKind::Carve, || {
                "The drawing is hardly anything, so there is a chamber.".to_owned()
            });
        }
        if self.style != Style::Corridors {
            return;
        }
        for room in &self.rooms {
            let Rect { x, y, w, h } = room.rect;
            let rows = [y - 1, y + h].map(|y| Rect::new(x, y, w, 1));
            let columns = [x - 1, x + w].map(|x| Rect::new(x, y, 1, h));
            for point in rows.into_iter().chain(columns).flat_map(Rect::points) {
                if canvas.cell(point) == Cell::Corridor && canvas.is_doorway(point) {
                    canvas.set(point, Cell::Door);
                    self.doors.push(point);
                }
            }
        }
        canvas.step(StepKind::Door, || {
            let count = self.doors.len();
            format!("{count} doors are hung where corridors enter rooms.")
        });
    }

    /// Joins the land on both sides of a river, or a drawing with the map.
    fn join<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let mut land = Bits::new(self.width, self.height);
        land.open_where(canvas.grid().cells(), Cell::is_open_byte);
        let mut cavern = Cavern::of(land);
        if self.style == Style::River {
            cavern.fill_pockets(POCKET, false);
            for point in self.inside().points() {
                let is_land = !cavern.walls.is_wall(point.y, point.x);
                if is_land != canvas.is_open(point) {
                    // An island too small, or a chamber where all is water.
                    canvas.set(point, if is_land { Cell::Sand } else { Cell::Water });
                }
            }
        }
        cavern.join();
        cavern.draw_tunnels(canvas);
        canvas.step(StepKind::Connect, || {
            let count = cavern.dug().len();
            format!("All that is open is joined by {count} bridges and tunnels.")
        });
        if self.style == Style::River {
            let (start, exit) = cavern.special(canvas, &mut self.chosen);
            (self.start, self.exit) = (Some(start), Some(exit));
        }
    }

    /// The start is where the turtle began, the exit as far from it as can be.
    pub(super) fn choose<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        if self.start.is_some() {
            return;
        }
        let grid = canvas.grid();
        let begin = self.turns.first().map_or(Point::default(), |turn| turn.0);
        let first = self.rooms.first().map(|room| room.rect.center());
        let floor = || {
            grid.cells()
                .iter()
                .position(|&cell| Cell::is_open_byte(cell))
        };
        let start = first.unwrap_or(if grid.is_open(begin) {
            begin
        } else {
            floor().map_or(begin, |index| grid.point(index))
        });
        let steps = grid.distances(start);
        let far = |point: Point| steps[grid.index(point)];
        let room = self
            .rooms
            .iter()
            .skip(1)
            .max_by_key(|room| (far(room.rect.center()), Reverse(room.id)));
        let (exit, room) = if let Some(room) = room {
            (room.rect.center(), Some(room.id))
        } else {
            let reached = steps.iter().enumerate();
            let reached = reached.filter(|&(_, &steps)| steps != u32::MAX);
            let last = reached.max_by_key(|&(index, &steps)| (steps, Reverse(index)));
            (last.map_or(start, |(index, _)| grid.point(index)), None)
        };
        if let Some(room) = self.rooms.first_mut() {
            room.kind = RoomKind::Start;
        }
        if let Some(room) = room.and_then(|id| self.rooms.get_mut(id as usize)) {
            room.kind = RoomKind::Exit;
        }
        (self.start, self.exit) = (Some(start), Some(exit));
        self.doors.retain(|&door| door != start && door != exit);
        canvas.set(start, Cell::Start);
        canvas.set(exit, Cell::Exit);
        canvas.step(StepKind::Special, || {
            "The start is where the drawing begins, the exit far away from it.".to_owned()
        });
    }
}
