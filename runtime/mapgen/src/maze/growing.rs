//! The growing tree: a cell of the maze that can still grow takes a new cell
//! beside it; whether the newest or any is a matter of chance, which leads from
//! the look of the backtracker to that of Prim's method.

use dice::Stream;

use super::board::Board;
use crate::Point;
use crate::draw::chance;
use crate::recorder::{Recorder, StepKind};
use crate::run::Progress;

#[derive(Clone, Debug)]
pub(crate) struct Growing {
    /// Thousandths in which the newest cell grows.
    newest: u32,
    /// Where it begins, if not anywhere.
    first: Option<Point>,
    cells: Vec<Point>,
    has_begun: bool,
}

impl Growing {
    /// A tree that begins in a cell, or anywhere.
    pub(crate) fn new(newest: u32, first: Option<Point>) -> Growing {
        Growing {
            newest,
            first,
            cells: Vec::new(),
            has_begun: false,
        }
    }

    pub(crate) fn step<R: Recorder>(
        &mut self,
        board: &mut Board<'_, R>,
        stream: &mut Stream,
    ) -> Progress {
        if !self.has_begun {
            self.has_begun = true;
            let first = self.first.unwrap_or_else(|| board.size.any(stream));
            board.open(first);
            board.canvas.step(StepKind::Carve, || {
                format!("The tree begins with cell ({}, {}).", first.x, first.y)
            });
            self.cells.push(first);
            return Progress::More;
        }
        let Some(any) = stream.index(self.cells.len()) else {
            return Progress::Done;
        };
        let place = if chance(stream, self.newest) {
            self.cells.len() - 1
        } else {
            any
        };
        let here = self.cells[place];
        if let Some(next) = board.pick_beside(here, false, stream) {
            board.join(here, next);
            board.open(next);
            board.note(here, next);
            self.cells.push(next);
        } else {
            self.cells.swap_remove(place);
        }
        Progress::More
    }
}
