//! The open cells of bits as runs: stretches of a row. Runs of neighboring
//! rows that overlap belong to one cave, so caves are told apart, joined and
//! walked by runs, of which there are far fewer than cells.

use std::cmp::Reverse;

use super::Bits;
use crate::UnionFind;

/// Open cells side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Run {
    pub(crate) row: u32,
    /// First column.
    pub(crate) start: u32,
    /// One past the last column.
    pub(crate) end: u32,
}

/// All runs of a grid, row by row, and which of them are one cave.
#[derive(Clone, Debug)]
pub(crate) struct Runs {
    list: Vec<Run>,
    sets: UnionFind,
    /// Cells of the cave named by each run.
    sizes: Vec<u32>,
    /// The first run above and below that overlaps; `u32::MAX` for none.
    above: Vec<u32>,
    below: Vec<u32>,
}

impl Runs {
    pub(crate) fn of(walls: &Bits) -> Runs {
        let mut runs = Vec::new();
        let mut firsts = Vec::with_capacity(walls.height() as usize + 1);
        for (row, words) in (0..).zip(walls.rows()) {
            firsts.push(runs.len());
            split(row, words, &mut runs);
        }
        firsts.push(runs.len());
        let mut sets = UnionFind::new(runs.len() as u32);
        let mut above = vec![u32::MAX; runs.len()];
        let mut below = vec![u32::MAX; runs.len()];
        for rows in firsts.windows(3) {
            let (mut a, mut b) = (rows[0], rows[1]);
            while a < rows[1] && b < rows[2] {
                if runs[a].start < runs[b].end && runs[b].start < runs[a].end {
                    sets.join(a as u32, b as u32);
                    below[a] = below[a].min(b as u32);
                    above[b] = above[b].min(a as u32);
                }
                if runs[a].end < runs[b].end {
                    a += 1;
                } else {
                    b += 1;
                }
            }
        }
        let mut sizes = vec![0; runs.len()];
        for (number, run) in (0..).zip(&runs) {
            sizes[sets.find(number) as usize] += run.end - run.start;
        }
        Runs {
            list: runs,
            sets,
            sizes,
            above,
            below,
        }
    }

    pub(crate) fn len(&self) -> u32 {
        self.list.len() as u32
    }

    pub(crate) fn run(&self, number: u32) -> Run {
        self.list[number as usize]
    }

    /// The cave that a run belongs to: its first run.
    pub(crate) fn cave(&mut self, number: u32) -> u32 {
        self.sets.find(number)
    }

    /// Cells of a cave, as they were when the runs were found.
    pub(crate) fn size(&self, cave: u32) -> u32 {
        self.sizes[cave as usize]
    }

    /// The cave with the most cells, the first of equals; none without a run.
    pub(crate) fn largest(&self) -> Option<u32> {
        let caves = (0..).zip(&self.sizes);
        let largest = caves.max_by_key(|&(cave, &size)| (size, Reverse(cave)));
        largest.map(|(cave, _)| cave)
    }

    /// Makes the caves of two runs one; false when they were.
    pub(crate) fn join(&mut self, a: u32, b: u32) -> bool {
        self.sets.join(a, b)
    }

    /// The run that is the most runs away from this one.
    pub(crate) fn farthest(&self, from: u32) -> u32 {
        let mut seen = vec![false; self.list.len()];
        let mut queue = Vec::with_capacity(self.list.len());
        seen[from as usize] = true;
        queue.push(from);
        let mut head = 0;
        while let Some(&number) = queue.get(head) {
            head += 1;
            let here = self.list[number as usize];
            for first in [self.above[number as usize], self.below[number as usize]] {
                let mut next = first as usize;
                while let Some(run) = self.list.get(next) {
                    // The next row begins at its left again.
                    let is_beside = run.row.abs_diff(here.row) == 1 && run.start < here.end;
                    if !is_beside || run.end <= here.start {
                        break;
                    }
                    if !seen[next] {
                        seen[next] = true;
                        queue.push(next as u32);
                    }
                    next += 1;
                }
            }
        }
        queue.last().copied().unwrap_or(from)
    }
}

/// The runs of a row.
fn split(row: u32, words: &[u64], runs: &mut Vec<Run>) {
    let mut start = None;
    let mut before = 0;
    for (number, &walls) in (0..).zip(words) {
        let open = !walls;
        // Set where open cells begin or have ended.
        let mut edges = open ^ (open << 1 | before);
        before = open >> 63;
        while edges != 0 {
            let x = number * 64 + edges.trailing_zeros();
            edges &= edges - 1;
            start = match start {
                None => Some(x),
                Some(start) => {
                    runs.push(Run { row, start, end: x });
                    None
                }
            };
        }
    }
}
