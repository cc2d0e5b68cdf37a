//! Recursive division: an empty hall is cut by a wall with one gap, each half
//! again, across its longer side, until halves are one cell wide. Long straight
//! walls. The halves still to cut are a list.

use dice::Stream;

use super::board::{Board, Size, place};
use crate::draw::between;
use crate::recorder::{Recorder, StepKind};
use crate::run::Progress;
use crate::{Cell, Point, Rect};

#[derive(Clone, Debug)]
pub(super) struct Division {
    /// In cells of the maze.
    halls: Vec<Rect>,
    is_empty: bool,
}

impl Division {
    pub(super) fn new(size: Size) -> Division {
        Division {
            halls: vec![Rect::new(0, 0, size.columns, size.rows)],
            is_empty: false,
        }
    }

    pub(super) fn step<R: Recorder>(
        &mut self,
        board: &mut Board<'_, R>,
        stream: &mut Stream,
    ) -> Progress {
        if !self.is_empty {
            self.is_empty = true;
            let Size { columns, rows } = board.size;
            let all = Rect::new(1, 1, columns * 2 - 1, rows * 2 - 1);
            board.canvas.fill(all, Cell::Floor);
            board.canvas.step(StepKind::Carve, || {
                "All of the maze is one empty hall.".to_owned()
            });
            return Progress::More;
        }
        let Some(hall) = self.halls.pop() else {
            return Progress::Done;
        };
        let Rect { x, y, w, h } = hall;
        let is_upright = w > h || (w == h && stream.int(0, 1) == 0);
        let corner = place(Point::new(x, y));
        let (wall, gap, halves) = if is_upright {
            let left = between(stream, 1, w - 1);
            let gap = place(Point::new(x, between(stream, y, y + h - 1))).y;
            let column = corner.x + left * 2 - 1;
            (
                Rect::new(column, corner.y, 1, h * 2 - 1),
                Point::new(column, gap),
                [
                    Rect::new(x, y, left, h),
                    Rect::new(x + left, y, w - left, h),
                ],
            )
        } else {
            let upper = between(stream, 1, h - 1);
            let gap = place(Point::new(between(stream, x, x + w - 1), y)).x;
            let row = corner.y + upper * 2 - 1;
            (
                Rect::new(corner.x, row, w * 2 - 1, 1),
                Point::new(gap, row),
                [
                    Rect::new(x, y, w, upper),
                    Rect::new(x, y + upper, w, h - upper),
                ],
            )
        };
        board.canvas.fill(wall, Cell::Wall);
        board.canvas.set(gap, Cell::Floor);
        board.canvas.step(StepKind::Split, || {
            format!(
                "A hall of {w}x{h} cells is cut by a wall with a gap at ({}, {}).",
                gap.x, gap.y
            )
        });
        for half in halves {
            if half.w > 1 && half.h > 1 {
                self.halls.push(half);
            }
        }
        Progress::More
    }
}
