//! Chains: a generator, and what goes on from its map: repairs such as `loops`,
//! placements such as `locks`, other generators.
//!
//! A map's recipe holds those of the maps before it, so a chain can be made
//! again from the last one.

use dice::Seed;

use crate::trace::{Tape, Trace};
use crate::{GenError, Generator, Map, Recipe, Request};

/// Generators and passes one behind the other, each with its request.
#[derive(Clone, Debug, Default)]
pub struct Chain {
    links: Vec<(&'static Generator, Request)>,
}

impl Chain {
    /// A chain of one generator.
    ///
    /// # Errors
    ///
    /// No generator has the name.
    pub fn new(name: &str, request: Request) -> Result<Chain, GenError> {
        Chain::default().then(name, request)
    }

    /// The chain with one link more.
    ///
    /// # Errors
    ///
    /// No generator and no pass has the name.
    pub fn then(mut self, name: &str, request: Request) -> Result<Chain, GenError> {
        self.links.push((Generator::named(name)?, request));
        Ok(self)
    }

    /// The chain with this seed in every link.
    #[must_use]
    pub fn seeded(mut self, seed: Seed) -> Chain {
        for (_, request) in &mut self.links {
            request.seed = seed;
        }
        self
    }

    /// The chain that made a map with this recipe.
    ///
    /// # Errors
    ///
    /// A generator of the recipe is not there.
    pub fn of(recipe: &Recipe) -> Result<Chain, GenError> {
        let before = match &recipe.before {
            Some(before) => Chain::of(before)?,
            None => Chain::default(),
        };
        before.then(recipe.generator, recipe.request())
    }

    /// The links, in their order.
    pub fn links(&self) -> &[(&'static Generator, Request)] {
        &self.links
    }

    /// Makes the map.
    ///
    /// # Errors
    ///
    /// The chain is empty, or the error of the link that failed.
    pub fn generate(&self) -> Result<Map, GenError> {
        let mut map = None;
        for (generator, request) in &self.links {
            map = Some(match map {
                Some(before) => generator.go_on(request, before)?,
                None => generator.generate(request)?,
            });
        }
        map.ok_or(GenError::EmptyChain)
    }

    /// Makes the map and notes every step of every link.
    ///
    /// # Errors
    ///
    /// As [`Chain::generate`].
    pub fn trace(&self) -> Result<Trace, GenError> {
        let mut made: Option<(Map, Tape)> = None;
        for (generator, request) in &self.links {
            let (before, tape) =
                made.map_or((None, Tape::default()), |(map, tape)| (Some(map), tape));
            made = Some(generator.record(request, before, tape)?);
        }
        let (map, tape) = made.ok_or(GenError::EmptyChain)?;
        Ok(Trace::new(map, tape))
    }
}
