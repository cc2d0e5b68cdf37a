//! Dead ends of mazes, which are filled in, and the corridors that are left.

use super::RoomsAndMazes;
use crate::draw::chance;
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Grid, Point};

impl RoomsAndMazes {
    /// Looks for dead ends; with one room, or none, there would be nothing else.
    pub(super) fn find_tips<R: Recorder>(&mut self, canvas: &Canvas<R>) {
        if self.rooms.len() < 2 {
            return;
        }
        let cells = (0..self.size.count()).map(|number| self.size.cell(number));
        let points = cells.map(crate::maze::board::place);
        self.tips = points
            .filter(|&point| is_dead_end(canvas.grid(), point))
            .collect();
    }

    /// May fill a dead end in, back to where the way branches or to a room.
    pub(super) fn prune<R: Recorder>(&mut self, canvas: &mut Canvas<R>, tip: Point) {
        if !chance(&mut self.pruning, self.dead_ends) {
            return;
        }
        let mut here = tip;
        let mut filled = 0;
        while is_dead_end(canvas.grid(), here) {
            let next = canvas.grid().ways(here).next();
            canvas.set(here, Cell::Wall);
            filled += 1;
            let Some(next) = next else {
                break;
            };
            here = next;
        }
        canvas.step(StepKind::Remove, || {
            format!("A dead end of {filled} cells is filled in.")
        });
    }

    /// Follows the corridors from door to door, or to where they branch or end.
    pub(super) fn list_ways(&mut self, grid: &Grid) {
        let mut doors = std::mem::take(&mut self.doors);
        doors.retain(|&door| grid.cell(door) == Cell::Door);
        for &door in &doors {
            for beside in grid.ways(door) {
                let Some(from) = self.room_at(beside) else {
                    continue;
                };
                let (to, points) = self.follow(grid, beside, door);
                let end = points[points.len() - 1];
                // What two rooms see from both ends is listed from the first.
                let is_second = match to {
                    Some(to) if end == door => to < from,
                    Some(_) => (end.y, end.x) < (door.y, door.x),
                    None => false,
                };
                if !is_second {
                    self.corridors.push(from, to, &points);
                }
            }
        }
        self.doors = doors;
    }

    /// The way out of a room through a door: the room at its end, if there is
    /// one, and its beginning, corners and end.
    fn follow(&self, grid: &Grid, room: Point, door: Point) -> (Option<u32>, Vec<Point>) {
        let mut points = vec![door];
        let (mut last, mut here) = (room, door);
        loop {
            let mut on = grid.ways(here).filter(|&next| next != last);
            let (Some(next), None) = (on.next(), on.next()) else {
                points.push(here);
                return (None, points);
            };
            if let Some(to) = self.room_at(next) {
                points.push(here);
                return (Some(to), points);
            }
            if last.x != next.x && last.y != next.y {
                points.push(here);
            }
            (last, here) = (here, next);
        }
    }

    /// The room that a cell of the map lies in.
    fn room_at(&self, point: Point) -> Option<u32> {
        let cell = Point::new(point.x / 2, point.y / 2);
        let is_cell = point.x % 2 == 1 && point.y % 2 == 1;
        let owner = is_cell.then(|| self.owners[self.size.number(cell) as usize])?;
        owner.checked_sub(1)
    }
}

/// True for a cell of a corridor, or a door, with one way or none.
fn is_dead_end(grid: &Grid, point: Point) -> bool {
    matches!(grid.cell(point), Cell::Corridor | Cell::Door) && grid.ways(point).count() < 2
}
