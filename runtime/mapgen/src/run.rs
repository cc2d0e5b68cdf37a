//! A generator at work: one step at a time, as often as its budget allows.
//!
//! `generate` is this loop to the end, so that what is shown step by step can
//! never differ from what a game gets.

use dice::Seed;

use crate::parameter::{Parameter, Settings, Value};
use crate::recorder::{Canvas, Recorder};
use crate::{Cell, GenError, Grid, Map, Recipe, Request};

/// What a generator says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Info {
    /// Its name, as callers write it.
    pub name: &'static str,
    /// The version of its algorithm.
    pub version: u32,
    /// One line of explanation.
    pub about: &'static str,
    /// What it takes.
    pub parameters: &'static [Parameter],
}

/// Whether a generator has more to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// There is another step.
    More,
    /// The map is finished.
    Done,
}

/// An algorithm that makes a map in steps.
pub trait Algorithm: Sized {
    /// Its name, version and parameters.
    const INFO: Info;

    /// The algorithm before its first step.
    ///
    /// # Errors
    ///
    /// Parameters that contradict each other.
    fn begin(settings: &Settings, seed: Seed) -> Result<Self, GenError>;

    /// True for a pass, which keeps the rooms, doors and things of a map that
    /// it changes. A generator that goes on from a map gets its cells alone,
    /// with floor where something stood, and makes a map of its own.
    const KEEPS: bool = false;

    /// The algorithm before its first step, on the cells of a map that is
    /// there; `w` and `h` in the settings are those of the map.
    ///
    /// # Errors
    ///
    /// The algorithm begins with nothing, or parameters contradict each other.
    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Self, GenError> {
        let _ = (settings, seed, before);
        Err(GenError::TakesNoMap {
            generator: Self::INFO.name,
        })
    }

    /// Columns and rows of the map.
    fn size(&self) -> (u32, u32);

    /// Does one step.
    ///
    /// # Errors
    ///
    /// The map turns out to be impossible.
    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError>;

    /// Puts what is behind the cells into the map: rooms, corridors, doors.
    fn finish(self, map: &mut Map);
}

/// A generation that has begun.
#[derive(Debug)]
pub struct Run<A, R> {
    algorithm: A,
    canvas: Canvas<R>,
    /// The map without its grid, as it is before the end.
    map: Map,
    steps: u64,
    budget: u64,
    done: bool,
}

impl<A: Algorithm, R: Recorder> Run<A, R> {
    /// Begins to generate.
    ///
    /// # Errors
    ///
    /// Parameters that are unknown, out of range or contradict each other.
    pub fn new(request: &Request, recorder: R) -> Result<Run<A, R>, GenError> {
        let info = A::INFO;
        let settings = Settings::check(info.name, info.parameters, &request.parameters)?;
        let algorithm = A::begin(&settings, request.seed)?;
        let (width, height) = algorithm.size();
        let grid = Grid::new(width, height, Cell::Wall.byte());
        let map = Map::new(Grid::default(), recipe::<A>(request.seed, settings, None));
        Ok(Run::of(algorithm, request, Canvas::on(grid, recorder), map))
    }

    /// Begins on a map that is there.
    ///
    /// # Errors
    ///
    /// As [`Run::new`]; also when the algorithm goes on from no map, or `w` or
    /// `h` differ from the map's.
    pub fn on(request: &Request, mut before: Map, recorder: R) -> Result<Run<A, R>, GenError> {
        let info = A::INFO;
        let settings = sized_as(&before.grid, info, request)?;
        let algorithm = A::begin_on(&settings, request.seed, &before)?;
        let recipe = |before| recipe::<A>(request.seed, settings, Some(before));
        let mut canvas = Canvas::on(std::mem::take(&mut before.grid), recorder);
        let map = if A::KEEPS {
            before.recipe = recipe(before.recipe);
            before
        } else {
            canvas.clear_things(info.name);
            Map::new(Grid::default(), recipe(before.recipe))
        };
        Ok(Run::of(algorithm, request, canvas, map))
    }

    fn of(algorithm: A, request: &Request, canvas: Canvas<R>, map: Map) -> Run<A, R> {
        // No generator needs a step a cell more than a few times over.
        let ample = 10_000 + 32 * canvas.grid().bounds().area();
        Run {
            algorithm,
            canvas,
            map,
            steps: 0,
            budget: request.budget.unwrap_or(ample),
            done: false,
        }
    }

    /// Does one step; after the last one nothing happens.
    ///
    /// # Errors
    ///
    /// The budget of steps is spent, or the map turns out to be impossible.
    #[inline]
    pub fn step(&mut self) -> Result<Progress, GenError> {
        if self.done {
            return Ok(Progress::Done);
        }
        if self.steps == self.budget {
            return Err(GenError::OutOfSteps {
                generator: A::INFO.name,
                budget: self.budget,
            });
        }
        self.steps += 1;
        let progress = self.algorithm.step(&mut self.canvas)?;
        self.done = progress == Progress::Done;
        Ok(progress)
    }

    /// The algorithm as it stands.
    pub fn algorithm(&self) -> &A {
        &self.algorithm
    }

    /// What was drawn so far, and who listens.
    pub fn canvas(&self) -> &Canvas<R> {
        &self.canvas
    }

    /// Does all steps that are left and gives the map and the recorder.
    ///
    /// # Errors
    ///
    /// As [`Run::step`].
    pub fn finish(mut self) -> Result<(Map, R), GenError> {
        while self.step()? == Progress::More {}
        let (grid, recorder) = self.canvas.into_parts();
        let mut map = Map { grid, ..self.map };
        self.algorithm.finish(&mut map);
        Ok((map, recorder))
    }
}

fn recipe<A: Algorithm>(seed: Seed, parameters: Settings, before: Option<Recipe>) -> Recipe {
    Recipe {
        generator: A::INFO.name,
        version: A::INFO.version,
        seed,
        parameters,
        before: before.map(Box::new),
    }
}

/// The settings with the size of the map that is there.
fn sized_as(grid: &Grid, info: Info, request: &Request) -> Result<Settings, GenError> {
    let mut parameters = request.parameters.clone();
    for (name, side) in [("w", grid.width()), ("h", grid.height())] {
        if !info.parameters.iter().any(|known| known.name == name) {
            continue;
        }
        let given = parameters.iter().rev().find(|(known, _)| known == name);
        if let Some((_, given)) = given {
            let given = given.to_string();
            let given = given.trim_matches('\'');
            if given != side.to_string() {
                return Err(GenError::Impossible {
                    generator: info.name,
                    what: format!(
                        "{name} is {side}, as the map before it has, not {given}; leave it out"
                    ),
                });
            }
        }
        parameters.push((name.to_owned(), Value::from(side)));
    }
    Settings::check(info.name, info.parameters, &parameters)
}
