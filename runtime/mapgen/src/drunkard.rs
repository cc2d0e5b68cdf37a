//! `drunkard`: the drunkard's walk. A walker digs wherever chance leads it, and
//! when its life is over the next one begins at the edge of what is dug, until
//! enough of the map is floor. Walkers that stay where all is dug use up a
//! patience that is counted in moves; then each one digs a single cell, which
//! reaches any share.

use dice::{Seed, Stream};

use crate::draw::{between, chance};
use crate::ends;
use crate::ground::Ground;
use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Direction, GenError, Point};

/// Moves in one step; a walk may take any number of steps.
const MOVES: u32 = 64;
/// Moves for each cell of the map before walkers dig one cell each.
const PATIENCE: u64 = 16;

/// The generator `drunkard`.
#[derive(Clone, Debug)]
pub struct Drunkard {
    width: u32,
    height: u32,
    /// Cells to dig.
    wished: u32,
    life: u32,
    straight: u32,
    center: u32,
    begins_in_middle: bool,
    begins: Stream,
    moves: Stream,
    ground: Ground,
    walker: Option<Walker>,
    /// Walkers that have begun.
    walkers: u32,
    /// Moves that are left until walkers dig one cell each.
    patience: u64,
    ends: Option<[Point; 2]>,
}

/// One that walks.
#[derive(Clone, Copy, Debug)]
struct Walker {
    here: Point,
    /// The way of its last move, unless the map's edge was in the way.
    way: Option<Direction>,
    /// Moves that it has left.
    left: u32,
}

impl Algorithm for Drunkard {
    const INFO: Info = Info {
        name: "drunkard",
        version: 1,
        about: "a ragged cave, dug by walkers that go wherever chance leads them",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::chance("floor", 400, "share of the map that is dug"),
            Parameter::automatic(
                "life",
                1,
                16_777_216,
                "moves of a walker; by itself, one for every ten cells of the map",
            ),
            Parameter::chance("straight", 0, "that a walker goes on as it went"),
            Parameter::chance("center", 0, "that a walker turns to the middle of the map"),
            Parameter::choice(
                "begin",
                &["edge", "middle"],
                "where walkers begin: at the edge of what is dug, or where the first one did",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Drunkard, GenError> {
        let (width, height) = (settings.number("w"), settings.number("h"));
        let ground = Ground::new(width, height);
        let cells = u64::from(width) * u64::from(height);
        let stream = |stage: &str| seed.derive("drunkard").derive(stage).stream();
        Ok(Drunkard {
            width,
            height,
            wished: ground.share(settings.number("floor")),
            life: settings.chosen("life").unwrap_or((cells / 10) as u32 + 1),
            straight: settings.number("straight"),
            center: settings.number("center"),
            begins_in_middle: settings.text("begin") == "middle",
            begins: stream("begins"),
            moves: stream("moves"),
            ground,
            walker: None,
            walkers: 0,
            patience: PATIENCE * cells,
            ends: None,
        })
    }

    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Drunkard, GenError> {
        Ok(Drunkard {
            ground: Ground::on(&before.grid),
            ..Drunkard::begin(settings, seed)?
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        if self.ground.open() >= self.wished {
            self.ends = Some(ends::anywhere(canvas, self.ground.origin()));
            return Ok(Progress::Done);
        }
        if self.patience == 0 {
            self.grow(canvas);
        } else {
            self.walk(canvas);
        }
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        [map.start, map.exit] = self.ends.map_or([None; 2], |ends| ends.map(Some));
    }
}

impl Drunkard {
    /// Some moves of a walker, a new one if there is none.
    fn walk<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let before = self.ground.open();
        let mut walker = match self.walker {
            Some(walker) => walker,
            None => self.next(canvas),
        };
        let inner = self.ground.inner();
        for _ in 0..MOVES.min(walker.left) {
            let way = self.way(&walker);
            walker.left -= 1;
            self.patience = self.patience.saturating_sub(1);
            let next = walker.here.wrapped(way);
            if !inner.contains(next) {
                walker.way = None;
                continue;
            }
            (walker.here, walker.way) = (next, Some(way));
            if self.ground.dig(canvas, next) && self.ground.open() == self.wished {
                break;
            }
        }
        self.walker = (walker.left > 0).then_some(walker);
        canvas.step(StepKind::Carve, || {
            let (number, count) = (self.walkers, self.ground.open() - before);
            let Point { x, y } = walker.here;
            format!("Walker {number} digs {count} cells and comes to ({x}, {y}).")
        });
    }

    /// A walker at its beginning, which is dug.
    fn next<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Walker {
        self.walkers += 1;
        let edge = if self.begins_in_middle || self.walkers == 1 {
            None
        } else {
            self.ground.edge(canvas, &mut self.begins)
        };
        let here = edge.map_or(self.ground.origin(), |(here, _)| here);
        self.ground.dig(canvas, here);
        Walker {
            here,
            way: None,
            left: self.life,
        }
    }

    /// The way of the next move.
    #[inline]
    fn way(&mut self, walker: &Walker) -> Direction {
        let moves = &mut self.moves;
        if let Some(way) = walker.way
            && self.straight > 0
            && chance(moves, self.straight)
        {
            return way;
        }
        if self.center > 0 && chance(moves, self.center) {
            let middle = self.ground.origin();
            let (x, y) = (walker.here.x.cmp(&middle.x), walker.here.y.cmp(&middle.y));
            let is_across = y.is_eq() || (x.is_ne() && between(moves, 0, 1) == 0);
            return match (is_across, x.is_lt(), y.is_lt()) {
                (true, true, _) => Direction::Right,
                (true, false, _) => Direction::Left,
                (false, _, true) => Direction::Down,
                (false, _, false) => Direction::Up,
            };
        }
        Direction::ALL[between(moves, 0, 3) as usize]
    }

    /// Digs cells at the edge of what is dug, one after the other.
    fn grow<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let before = self.ground.open();
        for _ in 0..MOVES.min(self.wished - before) {
            let Some((_, wall)) = self.ground.edge(canvas, &mut self.begins) else {
                // What is left lies behind parts of a map before this one.
                self.wished = self.ground.open();
                break;
            };
            self.ground.dig(canvas, wall);
        }
        canvas.step(StepKind::Carve, || {
            let count = self.ground.open() - before;
            format!("Walkers had their moves; {count} cells at the edge are dug one by one.")
        });
    }
}
