//! Eller's method: row by row, with the memory of one row. Cells side by side
//! that are not connected may be joined; each connected set goes down at least
//! once; in the last row all sets become one.

use dice::Stream;

use super::board::{Board, Size};
use crate::draw::between;
use crate::recorder::{Recorder, StepKind};
use crate::run::Progress;
use crate::{Point, UnionFind};

#[derive(Clone, Debug)]
pub(super) struct Eller {
    row: u32,
    /// The set of each cell of the row, as a number below the columns.
    sets: Vec<u32>,
}

impl Eller {
    pub(super) fn new(size: Size) -> Eller {
        Eller {
            row: 0,
            sets: (0..size.columns).collect(),
        }
    }

    pub(super) fn step<R: Recorder>(
        &mut self,
        board: &mut Board<'_, R>,
        stream: &mut Stream,
    ) -> Progress {
        let Size { columns, rows } = board.size;
        let row = self.row;
        let is_last = row + 1 == rows;
        let mut joined = UnionFind::new(columns);
        let mut firsts = vec![None; columns as usize];
        for x in 0..columns {
            board.open(Point::new(x, row));
            match &mut firsts[self.sets[x as usize] as usize] {
                Some(first) => drop(joined.join(*first, x)),
                first => *first = Some(x),
            }
        }
        for x in 1..columns {
            let is_apart = joined.find(x - 1) != joined.find(x);
            if is_apart && (is_last || stream.int(0, 1) == 0) {
                joined.join(x - 1, x);
                board.join(Point::new(x - 1, row), Point::new(x, row));
            }
        }
        if !is_last {
            self.go_down(board, stream, &mut joined);
        }
        board.canvas.step(StepKind::Carve, || {
            format!("Row {row}: neighbors are joined by chance, and each set goes down once.")
        });
        self.row += 1;
        if is_last {
            Progress::Done
        } else {
            Progress::More
        }
    }

    /// Opens the ways down: one of each set that is chosen among its cells one
    /// after the other, and others by chance.
    fn go_down<R: Recorder>(
        &mut self,
        board: &mut Board<'_, R>,
        stream: &mut Stream,
        joined: &mut UnionFind,
    ) {
        let columns = board.size.columns;
        let mut seen = vec![0; columns as usize];
        let mut sure = vec![0; columns as usize];
        for x in 0..columns {
            let set = joined.find(x) as usize;
            // The n-th cell of a set takes the place with a chance of 1 in n.
            seen[set] += 1;
            if between(stream, 1, seen[set]) == 1 {
                sure[set] = x;
            }
        }
        for x in 0..columns {
            let set = joined.find(x);
            let goes = sure[set as usize] == x || stream.int(0, 2) == 0;
            if goes {
                board.join(Point::new(x, self.row), Point::new(x, self.row + 1));
            }
            // A set is named by a cell that surely goes down, so that a cell
            // below a wall can begin a set with its own number.
            self.sets[x as usize] = if goes { sure[set as usize] } else { x };
        }
    }
}
