//! A generator at work: one step at a time, as often as its budget allows.
//!
//! `generate` is this loop to the end, so that what is shown step by step can
//! never differ from what a game gets.

use dice::Seed;

use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder};
use crate::{GenError, Map, Recipe, Request};

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
    recipe: Recipe,
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
        // No generator needs a step a cell more than a few times over.
        let ample = 10_000 + 32 * u64::from(width) * u64::from(height);
        Ok(Run {
            algorithm,
            canvas: Canvas::new(width, height, recorder),
            recipe: Recipe {
                generator: info.name,
                version: info.version,
                seed: request.seed,
                parameters: settings,
            },
            steps: 0,
            budget: request.budget.unwrap_or(ample),
            done: false,
        })
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
                generator: self.recipe.generator,
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
        let mut map = Map::new(grid, self.recipe);
        self.algorithm.finish(&mut map);
        Ok((map, recorder))
    }
}
