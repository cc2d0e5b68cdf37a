//! Wilson's method: from a cell outside, walk at random until the maze is met;
//! the walk without its loops becomes part of it. Every maze is equally likely.
//! Each cell remembers where the walk left it last, which takes out loops by
//! itself.

use dice::Stream;

use super::board::{Board, Size};
use crate::draw::between;
use crate::recorder::{Recorder, StepKind};
use crate::run::Progress;
use crate::{Direction, Point};

/// Moves of a walk in one step; a walk may take any number of steps.
const MOVES: u32 = 1024;

#[derive(Clone, Debug)]
pub(super) struct Wilson {
    /// Which way the walk left each cell last.
    ways: Vec<Direction>,
    /// Cells before this number are in the maze.
    next: u32,
    /// Where the walk began, and where it is.
    walk: Option<(Point, Point)>,
    has_begun: bool,
}

impl Wilson {
    pub(super) fn new(size: Size) -> Wilson {
        Wilson {
            ways: vec![Direction::Up; size.count() as usize],
            next: 0,
            walk: None,
            has_begun: false,
        }
    }

    pub(super) fn step<R: Recorder>(
        &mut self,
        board: &mut Board<'_, R>,
        stream: &mut Stream,
    ) -> Progress {
        let size = board.size;
        if !self.has_begun {
            self.has_begun = true;
            let first = size.any(stream);
            board.open(first);
            board.canvas.step(StepKind::Carve, || {
                format!("The maze begins with cell ({}, {}).", first.x, first.y)
            });
            return Progress::More;
        }
        let (from, mut here) = if let Some(walk) = self.walk {
            walk
        } else {
            while self.next < size.count() && board.is_open(size.cell(self.next)) {
                self.next += 1;
            }
            if self.next == size.count() {
                return Progress::Done;
            }
            let from = size.cell(self.next);
            (from, from)
        };
        for _ in 0..MOVES {
            let way = Direction::ALL[between(stream, 0, 3) as usize];
            let Some(next) = size.beside(here, way) else {
                continue;
            };
            self.ways[size.number(here) as usize] = way;
            here = next;
            if board.is_open(here) {
                self.add(board, from);
                self.walk = None;
                return Progress::More;
            }
        }
        self.walk = Some((from, here));
        Progress::More
    }

    /// Follows the ways from the beginning of the walk into the maze.
    fn add<R: Recorder>(&self, board: &mut Board<'_, R>, from: Point) {
        let mut here = from;
        let mut cells = 0;
        while !board.is_open(here) {
            board.open(here);
            cells += 1;
            let way = self.ways[board.size.number(here) as usize];
            let Some(next) = board.size.beside(here, way) else {
                break;
            };
            board.join(here, next);
            here = next;
        }
        board.canvas.step(StepKind::Connect, || {
            format!(
                "A walk from ({}, {}) met the maze: {cells} cells join it.",
                from.x, from.y
            )
        });
    }
}
