//! The generators by name: what the Lua API, the command line and the gallery
//! are made from.

use crate::recorder::Silent;
use crate::run::{Algorithm, Info, Run};
use crate::trace::{Tape, Trace};
use crate::{GenError, Map, Request};
use crate::{
    bsp::Bsp, caves::Caves, lattice::LatticeMaze, maze::Maze, qr::QrDungeon, subdivide::Subdivide,
};

/// A generator that can be called by name.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// Its name, version and parameters.
    pub info: Info,
    generate: fn(&Request) -> Result<Map, GenError>,
    trace: fn(&Request) -> Result<Trace, GenError>,
}

/// All generators.
pub const GENERATORS: &[Generator] = &[
    Generator::of::<Bsp>(),
    Generator::of::<Subdivide>(),
    Generator::of::<LatticeMaze>(),
    Generator::of::<QrDungeon>(),
    Generator::of::<Caves>(),
    Generator::of::<Maze>(),
];

impl Generator {
    const fn of<A: Algorithm>() -> Generator {
        Generator {
            info: A::INFO,
            generate: |request| Ok(Run::<A, Silent>::new(request, Silent)?.finish()?.0),
            trace: |request| {
                let (map, tape) = Run::<A, Tape>::new(request, Tape::default())?.finish()?;
                Ok(Trace::new(map, tape))
            },
        }
    }

    /// The generator with this name.
    ///
    /// # Errors
    ///
    /// There is none; the message names all.
    pub fn named(name: &str) -> Result<&'static Generator, GenError> {
        let found = GENERATORS.iter().find(|known| known.info.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = GENERATORS.iter().map(|known| known.info.name).collect();
            GenError::UnknownGenerator {
                name: name.into(),
                known: known.join(", "),
            }
        })
    }

    /// Makes a map.
    ///
    /// # Errors
    ///
    /// Parameters that are unknown, out of range or contradict each other; the
    /// budget of steps is spent.
    pub fn generate(&self, request: &Request) -> Result<Map, GenError> {
        (self.generate)(request)
    }

    /// Makes a map and notes every step.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`].
    pub fn trace(&self, request: &Request) -> Result<Trace, GenError> {
        (self.trace)(request)
    }
}

/// Makes a map with the generator of this name.
///
/// # Errors
///
/// No generator has the name, or as [`Generator::generate`].
pub fn generate(name: &str, request: &Request) -> Result<Map, GenError> {
    Generator::named(name)?.generate(request)
}

/// Makes a map with the generator of this name and notes every step.
///
/// # Errors
///
/// No generator has the name, or as [`Generator::generate`].
pub fn trace(name: &str, request: &Request) -> Result<Trace, GenError> {
    Generator::named(name)?.trace(request)
}
