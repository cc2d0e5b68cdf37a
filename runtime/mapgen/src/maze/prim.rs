//! Prim's method: any cell at the border of the maze joins it at any of its
//! sides. Short dead ends around the first cell.

use dice::Stream;

use super::board::{Board, Size};
use crate::Direction;
use crate::Point;
use crate::recorder::{Recorder, StepKind};
use crate::run::Progress;

#[derive(Clone, Debug)]
pub(super) struct Prim {
    /// Cells beside the maze, each once.
    border: Vec<Point>,
    /// Cells that are or were in the list.
    is_known: Vec<bool>,
    has_begun: bool,
}

impl Prim {
    pub(super) fn new(size: Size) -> Prim {
        Prim {
            border: Vec::new(),
            is_known: vec![false; size.count() as usize],
            has_begun: false,
        }
    }

    pub(super) fn step<R: Recorder>(
        &mut self,
        board: &mut Board<'_, R>,
        stream: &mut Stream,
    ) -> Progress {
        if !self.has_begun {
            self.has_begun = true;
            let first = board.size.any(stream);
            self.is_known[board.size.number(first) as usize] = true;
            self.add(board, first);
            board.canvas.step(StepKind::Carve, || {
                format!("The maze begins with cell ({}, {}).", first.x, first.y)
            });
            return Progress::More;
        }
        let Some(place) = stream.index(self.border.len()) else {
            return Progress::Done;
        };
        let cell = self.border.swap_remove(place);
        if let Some(other) = board.pick_beside(cell, true, stream) {
            board.join(cell, other);
            self.add(board, cell);
            board.note(other, cell);
        }
        Progress::More
    }

    /// Makes a cell part of the maze, and those beside it part of the border.
    fn add<R: Recorder>(&mut self, board: &mut Board<'_, R>, cell: Point) {
        board.open(cell);
        for direction in Direction::ALL {
            let Some(next) = board.size.beside(cell, direction) else {
                continue;
            };
            let is_known = &mut self.is_known[board.size.number(next) as usize];
            if !*is_known {
                *is_known = true;
                self.border.push(next);
            }
        }
    }
}
