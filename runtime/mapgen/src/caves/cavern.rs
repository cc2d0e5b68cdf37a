//! What becomes of open cells in bits, whatever they came from: small pockets
//! are filled in, the rest is joined through the thinnest walls, and start and
//! exit are put far from each other. All of it works on runs of rows.

use std::cmp::Reverse;

use dice::Stream;

use super::bits::Bits;
use super::runs::{Run, Runs};
use crate::draw::between;
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Point, Rect};

/// A largest cave of fewer cells is replaced by a chamber.
const CHAMBER: u32 = 4;

/// Caves in the making.
#[derive(Clone, Debug)]
pub(crate) struct Cavern {
    pub(crate) walls: Bits,
    /// Cells dug to join caves: row, first column, one past the last column.
    dug: Vec<Run>,
}

impl Cavern {
    /// The caves between these walls, whose edge must be walls.
    pub(crate) const fn of(walls: Bits) -> Cavern {
        Cavern {
            walls,
            dug: Vec::new(),
        }
    }

    /// What was dug to join caves.
    pub(crate) fn dug(&self) -> &[Run] {
        &self.dug
    }

    /// Draws walls and floor if anybody watches; otherwise the end is drawn
    /// alone.
    pub(crate) fn show<R: Recorder>(&self, canvas: &mut Canvas<R>) {
        if R::LISTENS {
            self.walls.draw(canvas);
        }
    }

    /// The step that fills in small caves, or all but the largest.
    pub(crate) fn pockets<R: Recorder>(
        &mut self,
        canvas: &mut Canvas<R>,
        pocket: u32,
        removes: bool,
    ) {
        self.fill_pockets(pocket, removes);
        self.show(canvas);
        canvas.step(StepKind::Remove, || {
            format!("Caves of fewer than {pocket} cells are filled in.")
        });
    }

    /// The step that joins all caves and draws them.
    pub(crate) fn joined<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        self.join();
        self.walls.draw(canvas);
        self.draw_tunnels(canvas);
        canvas.step(StepKind::Connect, || {
            let count = self.dug.len();
            format!("The caves are joined: {count} tunnels through the thinnest walls.")
        });
    }

    /// The step that puts start and exit far from each other.
    pub(crate) fn special<R: Recorder>(
        &self,
        canvas: &mut Canvas<R>,
        stream: &mut Stream,
    ) -> (Point, Point) {
        let (start, exit) = self.start_and_exit(stream);
        canvas.set(start, Cell::Start);
        canvas.set(exit, Cell::Exit);
        canvas.step(StepKind::Special, || {
            "The start is put anywhere, the exit far away from it.".to_owned()
        });
        (start, exit)
    }

    /// Draws what was dug.
    pub(crate) fn draw_tunnels<R: Recorder>(&self, canvas: &mut Canvas<R>) {
        for run in &self.dug {
            let rect = Rect::new(run.start, run.row, run.end - run.start, 1);
            canvas.fill(rect, Cell::Corridor);
        }
    }

    /// Fills in what is too small, but never the largest cave.
    pub(crate) fn fill_pockets(&mut self, pocket: u32, removes: bool) {
        let mut runs = self.with_chamber();
        let largest = runs.largest();
        for number in 0..runs.len() {
            let cave = runs.cave(number);
            let is_small = removes || runs.size(cave) < pocket;
            if Some(cave) != largest && is_small {
                let Run { row, start, end } = runs.run(number);
                self.walls.close(row, start, end);
            }
        }
    }

    /// Of the cells with the same number only those that hang together with the
    /// most others stay open.
    pub(crate) fn keep_largest(&mut self, numbers: &[u32]) {
        let mut runs = self.with_chamber();
        let width = self.walls.width() as usize;
        let of = |run: Run| numbers[run.row as usize * width + run.start as usize] as usize;
        let count = numbers.iter().max().map_or(0, |&most| most as usize + 1);
        // The size of the largest cave of each number, and which it is.
        let mut best = vec![(0, Reverse(u32::MAX)); count];
        for number in 0..runs.len() {
            let cave = runs.cave(number);
            let best = &mut best[of(runs.run(number))];
            *best = (*best).max((runs.size(cave), Reverse(cave)));
        }
        for number in 0..runs.len() {
            let run = runs.run(number);
            let (_, Reverse(kept)) = best[of(run)];
            if runs.cave(number) != kept {
                self.walls.close(run.row, run.start, run.end);
            }
        }
    }

    /// The caves, with a chamber in the middle of the map if there is hardly
    /// any.
    fn with_chamber(&mut self) -> Runs {
        let runs = Runs::of(&self.walls);
        if runs
            .largest()
            .is_some_and(|cave| runs.size(cave) >= CHAMBER)
        {
            return runs;
        }
        let (w, h) = (self.walls.width(), self.walls.height());
        let (across, down) = ((w - 2).min(6), (h - 2).min(4));
        for y in 0..down {
            let x = (w - across) / 2;
            self.walls.open((h - down) / 2 + y, x, x + across);
        }
        Runs::of(&self.walls)
    }

    /// Joins caves side by side through the thinnest walls first, and those
    /// that share no row with another by an angled tunnel.
    pub(crate) fn join(&mut self) {
        let mut runs = Runs::of(&self.walls);
        let mut gaps = Vec::new();
        for number in 1..runs.len() {
            let (left, right) = (runs.run(number - 1), runs.run(number));
            if left.row == right.row && runs.cave(number - 1) != runs.cave(number) {
                gaps.push((right.start - left.end, number));
            }
        }
        gaps.sort_unstable();
        for (_, number) in gaps {
            if runs.join(number - 1, number) {
                let (left, right) = (runs.run(number - 1), runs.run(number));
                self.dig(left.row, left.end, right.start);
            }
        }
        for number in 1..runs.len() {
            if !runs.join(0, number) {
                continue;
            }
            let (from, to) = (runs.run(0), runs.run(number));
            let (left, right) = (from.start.min(to.start), from.start.max(to.start));
            self.dig(from.row, left, right + 1);
            for row in from.row..=to.row {
                self.dig(row, to.start, to.start + 1);
            }
        }
    }

    /// Opens the walls of a part of a row.
    fn dig(&mut self, row: u32, start: u32, end: u32) {
        let mut first = start;
        for x in start..=end {
            if x == end || !self.walls.is_wall(row, x) {
                if first < x {
                    self.dug.push(Run {
                        row,
                        start: first,
                        end: x,
                    });
                }
                first = x + 1;
            }
        }
        self.walls.open(row, start, end);
    }

    /// The start is anywhere; from there no run of the cave is farther away,
    /// counted in runs, than the one with the exit.
    pub(crate) fn start_and_exit(&self, stream: &mut Stream) -> (Point, Point) {
        let runs = Runs::of(&self.walls);
        let first = between(stream, 0, runs.len() - 1);
        let Run { row, start, end } = runs.run(first);
        let start = Point::new(between(stream, start, end - 1), row);
        let Run { row, start: x, end } = runs.run(runs.farthest(first));
        let mut exit = Point::new(x + (end - x) / 2, row);
        if exit == start {
            // A cave of one row: its two ends.
            exit.x = if start.x > x { x } else { end - 1 };
        }
        (start, exit)
    }
}
