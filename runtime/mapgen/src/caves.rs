//! `caves`: a cellular automaton, the usual rule of roguelikes: noise, then
//! each cell becomes what five of the nine cells around it are. 64 cells are
//! computed at once (`bits`). Small pockets are filled in, and the rest is
//! joined through the thinnest walls, row by row (`runs`), so that there is one
//! cave. Noise without a cave gets a chamber in its middle.

mod bits;
mod runs;

use dice::{Seed, Stream};

use crate::draw::between;
use crate::map::Map;
use crate::parameter::{Kind, Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Point, Rect};
use bits::Bits;
use runs::{Run, Runs};

/// A largest cave of fewer cells is replaced by a chamber.
const CHAMBER: u32 = 4;

/// The generator `caves`.
#[derive(Clone, Debug)]
pub struct Caves {
    walls: Bits,
    wall_chance: u32,
    generations: u32,
    pocket: u32,
    removes: bool,
    noise: Stream,
    chosen: Stream,
    phase: Phase,
    /// Cells dug to join caves: row, first column, one past the last column.
    dug: Vec<Run>,
    start: Option<Point>,
    exit: Option<Point>,
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Noise,
    Generation(u32),
    Pockets,
    Join,
    Special,
}

impl Algorithm for Caves {
    const INFO: Info = Info {
        name: "caves",
        version: 1,
        about: "one winding cave from noise and a rule applied a few times",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::chance("wall_chance", 450, "that a cell of the noise is a wall"),
            Parameter::integer("generations", 0, 32, 5, "how often the rule is applied"),
            Parameter::integer("pocket", 0, 4096, 12, "caves of fewer cells are filled in"),
            Parameter {
                name: "stray",
                kind: Kind::Choice {
                    options: &["join", "remove"],
                },
                about: "what happens to all caves but the largest",
            },
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Caves, GenError> {
        let stream = |stage: &str| seed.derive("caves").derive(stage).stream();
        Ok(Caves {
            walls: Bits::new(settings.number("w"), settings.number("h")),
            wall_chance: settings.number("wall_chance"),
            generations: settings.number("generations"),
            pocket: settings.number("pocket"),
            removes: settings.text("stray") == "remove",
            noise: stream("noise"),
            chosen: stream("special"),
            phase: Phase::Noise,
            dug: Vec::new(),
            start: None,
            exit: None,
        })
    }

    /// The rule goes on from the cells of the map instead of noise.
    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Caves, GenError> {
        let mut caves = Caves::begin(settings, seed)?;
        for point in before.grid.bounds().inset(1).points() {
            if before.grid.is_open(point) {
                caves.walls.open(point.y, point.x, point.x + 1);
            }
        }
        caves.phase = Phase::Generation(0);
        Ok(caves)
    }

    fn size(&self) -> (u32, u32) {
        (self.walls.width(), self.walls.height())
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Noise => {
                self.walls.noise(self.wall_chance, &mut self.noise);
                self.show(canvas);
                canvas.step(StepKind::Carve, || {
                    "Every cell becomes a wall or open by chance; the edge is wall.".to_owned()
                });
                Phase::Generation(0)
            }
            Phase::Generation(number) if number < self.generations => {
                self.walls.generation();
                self.show(canvas);
                canvas.step(StepKind::Generation, || {
                    let number = number + 1;
                    format!("Generation {number}: each cell becomes what most around it are.")
                });
                Phase::Generation(number + 1)
            }
            Phase::Generation(_) => Phase::Pockets,
            Phase::Pockets => {
                self.fill_pockets();
                self.show(canvas);
                canvas.step(StepKind::Remove, || {
                    let pocket = self.pocket;
                    format!("Caves of fewer than {pocket} cells are filled in.")
                });
                Phase::Join
            }
            Phase::Join => {
                self.join();
                self.walls.draw(canvas);
                for run in &self.dug {
                    let rect = Rect::new(run.start, run.row, run.end - run.start, 1);
                    canvas.fill(rect, Cell::Corridor);
                }
                canvas.step(StepKind::Connect, || {
                    let count = self.dug.len();
                    format!("The caves are joined: {count} tunnels through the thinnest walls.")
                });
                Phase::Special
            }
            Phase::Special => {
                self.choose(canvas);
                return Ok(Progress::Done);
            }
        };
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.start = self.start;
        map.exit = self.exit;
    }
}

impl Caves {
    /// Draws the cells if anybody watches; otherwise the end is drawn alone.
    fn show<R: Recorder>(&self, canvas: &mut Canvas<R>) {
        if R::LISTENS {
            self.walls.draw(canvas);
        }
    }

    /// Fills in what is too small, but never the largest cave.
    fn fill_pockets(&mut self) {
        let mut runs = Runs::of(&self.walls);
        if runs.largest().is_none_or(|cave| runs.size(cave) < CHAMBER) {
            let (w, h) = (self.walls.width(), self.walls.height());
            let (across, down) = ((w - 2).min(6), (h - 2).min(4));
            for y in 0..down {
                let x = (w - across) / 2;
                self.walls.open((h - down) / 2 + y, x, x + across);
            }
            runs = Runs::of(&self.walls);
        }
        let largest = runs.largest();
        for number in 0..runs.len() {
            let cave = runs.cave(number);
            let is_small = self.removes || runs.size(cave) < self.pocket;
            if Some(cave) != largest && is_small {
                let Run { row, start, end } = runs.run(number);
                self.walls.close(row, start, end);
            }
        }
    }

    /// Joins caves side by side through the thinnest walls first, and those
    /// that share no row with another by an angled tunnel.
    fn join(&mut self) {
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
    fn choose<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let runs = Runs::of(&self.walls);
        let first = between(&mut self.chosen, 0, runs.len() - 1);
        let Run { row, start, end } = runs.run(first);
        let start = Point::new(between(&mut self.chosen, start, end - 1), row);
        let Run { row, start: x, end } = runs.run(runs.farthest(first));
        let mut exit = Point::new(x + (end - x) / 2, row);
        if exit == start {
            // A cave of one row: its two ends.
            exit.x = if start.x > x { x } else { end - 1 };
        }
        (self.start, self.exit) = (Some(start), Some(exit));
        canvas.set(start, Cell::Start);
        canvas.set(exit, Cell::Exit);
        canvas.step(StepKind::Special, || {
            "The start is put anywhere, the exit far away from it.".to_owned()
        });
    }
}
