//! `caves`: a cellular automaton, the usual rule of roguelikes: noise, then
//! each cell becomes what five of the nine cells around it are. 64 cells are
//! computed at once (`bits`). Small pockets are filled in, and the rest is
//! joined through the thinnest walls, row by row (`runs`), so that there is one
//! cave. Noise without a cave gets a chamber in its middle.

mod bits;
mod cavern;
mod runs;

use dice::{Seed, Stream};

use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{GenError, Point};
pub(crate) use bits::Bits;
pub(crate) use cavern::Cavern;

/// The generator `caves`.
#[derive(Clone, Debug)]
pub struct Caves {
    cavern: Cavern,
    wall_chance: u32,
    generations: u32,
    pocket: u32,
    removes: bool,
    noise: Stream,
    chosen: Stream,
    phase: Phase,
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
            Parameter::choice(
                "stray",
                &["join", "remove"],
                "what happens to all caves but the largest",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Caves, GenError> {
        let stream = |stage: &str| seed.derive("caves").derive(stage).stream();
        Ok(Caves {
            cavern: Cavern::of(Bits::new(settings.number("w"), settings.number("h"))),
            wall_chance: settings.number("wall_chance"),
            generations: settings.number("generations"),
            pocket: settings.number("pocket"),
            removes: settings.text("stray") == "remove",
            noise: stream("noise"),
            chosen: stream("special"),
            phase: Phase::Noise,
            start: None,
            exit: None,
        })
    }

    /// The rule goes on from the cells of the map instead of noise.
    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Caves, GenError> {
        let mut caves = Caves::begin(settings, seed)?;
        for point in before.grid.bounds().inset(1).points() {
            if before.grid.is_open(point) {
                caves.cavern.walls.open(point.y, point.x, point.x + 1);
            }
        }
        caves.phase = Phase::Generation(0);
        Ok(caves)
    }

    fn size(&self) -> (u32, u32) {
        (self.cavern.walls.width(), self.cavern.walls.height())
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Noise => {
                self.cavern.walls.noise(self.wall_chance, &mut self.noise);
                self.cavern.show(canvas);
                canvas.step(StepKind::Carve, || {
                    "Every cell becomes a wall or open by chance; the edge is wall.".to_owned()
                });
                Phase::Generation(0)
            }
            Phase::Generation(number) if number < self.generations => {
                self.cavern.walls.generation();
                self.cavern.show(canvas);
                canvas.step(StepKind::Generation, || {
                    let number = number + 1;
                    format!("Generation {number}: each cell becomes what most around it are.")
                });
                Phase::Generation(number + 1)
            }
            Phase::Generation(_) => Phase::Pockets,
            Phase::Pockets => {
                self.cavern.pockets(canvas, self.pocket, self.removes);
                Phase::Join
            }
            Phase::Join => {
                self.cavern.joined(canvas);
                Phase::Special
            }
            Phase::Special => {
                let (start, exit) = self.cavern.special(canvas, &mut self.chosen);
                (self.start, self.exit) = (Some(start), Some(exit));
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
