//! The backtracker: walk to a random new cell as long as there is one, then
//! back to the last cell that has one. Long, winding corridors. The way back is
//! a list of cells, not a call within a call.

use dice::Stream;

use super::board::Board;
use crate::Point;
use crate::recorder::{Recorder, StepKind};
use crate::run::Progress;

#[derive(Clone, Debug, Default)]
pub(super) struct Backtracker {
    way: Vec<Point>,
}

impl Backtracker {
    pub(super) fn step<R: Recorder>(
        &mut self,
        board: &mut Board<'_, R>,
        stream: &mut Stream,
    ) -> Progress {
        let Some(&here) = self.way.last() else {
            let first = board.size.any(stream);
            board.open(first);
            board.canvas.step(StepKind::Carve, || {
                format!("The walk begins in cell ({}, {}).", first.x, first.y)
            });
            self.way.push(first);
            return Progress::More;
        };
        if let Some(next) = board.pick_beside(here, false, stream) {
            board.join(here, next);
            board.open(next);
            board.note(here, next);
            self.way.push(next);
            return Progress::More;
        }
        self.way.pop();
        if self.way.is_empty() {
            Progress::Done
        } else {
            Progress::More
        }
    }
}
