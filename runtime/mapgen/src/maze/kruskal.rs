//! Kruskal's method: all walls in random order, and each goes whose two sides
//! are not connected yet. Many short dead ends.

use dice::Stream;

use super::board::{Board, Size};
use crate::recorder::{Recorder, StepKind};
use crate::run::Progress;
use crate::{Point, UnionFind};

#[derive(Clone, Debug)]
pub(super) struct Kruskal {
    /// Twice the number of a cell; plus 1 for the wall below it instead of the
    /// one to its right. The next is the last.
    walls: Vec<u32>,
    sets: UnionFind,
    is_open: bool,
}

impl Kruskal {
    pub(super) fn new(size: Size, stream: &mut Stream) -> Kruskal {
        let mut walls = Vec::with_capacity(size.count() as usize * 2);
        for number in 0..size.count() {
            let cell = size.cell(number);
            if cell.x + 1 < size.columns {
                walls.push(number * 2);
            }
            if cell.y + 1 < size.rows {
                walls.push(number * 2 + 1);
            }
        }
        stream.shuffle(&mut walls);
        Kruskal {
            walls,
            sets: UnionFind::new(size.count()),
            is_open: false,
        }
    }

    pub(super) fn step<R: Recorder>(&mut self, board: &mut Board<'_, R>) -> Progress {
        if !self.is_open {
            self.is_open = true;
            for number in 0..board.size.count() {
                board.open(board.size.cell(number));
            }
            board.canvas.step(StepKind::Carve, || {
                "Every cell is open, with walls all around it.".to_owned()
            });
            return Progress::More;
        }
        let Some(wall) = self.walls.pop().filter(|_| self.sets.sets() > 1) else {
            return Progress::Done;
        };
        let cell = board.size.cell(wall / 2);
        let other = if wall % 2 == 0 {
            Point::new(cell.x + 1, cell.y)
        } else {
            Point::new(cell.x, cell.y + 1)
        };
        if self.sets.join(wall / 2, board.size.number(other)) {
            board.join(cell, other);
            board.note(cell, other);
        }
        Progress::More
    }
}
