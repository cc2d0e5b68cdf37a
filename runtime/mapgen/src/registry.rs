//! The generators by name: what the Lua API, the command line and the gallery
//! are made from.

use crate::pass::{Connect, Doors, Ends, Locks, Loops, Passing, Populate, Prune, Treasure, Widen};
use crate::recorder::{Recorder, Silent};
use crate::run::{Algorithm, Info, Run};
use crate::trace::{Tape, Trace};
use crate::{GenError, Map, Request};
use crate::{
    bsp::Bsp, caves::Caves, digger::Digger, dla::Dla, drunkard::Drunkard, lattice::LatticeMaze,
    lsystem::LSystem, maze::Maze, noise::Noise, prefabs::Prefabs, qr::QrDungeon,
    rooms::RoomsAndMazes, subdivide::Subdivide, terrain::Terrain, uniform::Uniform,
    voronoi::Voronoi, wfc::Wfc, wfc::WfcTiled,
};

/// A generator that can be called by name.
#[derive(Clone, Copy, Debug)]
pub struct Generator {
    /// Its name, version and parameters.
    pub info: Info,
    generate: fn(&Request, Option<Map>) -> Result<Map, GenError>,
    trace: fn(&Request, Option<Map>, Tape) -> Recorded,
}

/// A map with its steps.
type Recorded = Result<(Map, Tape), GenError>;

/// All generators.
pub const GENERATORS: &[Generator] = &[
    Generator::of::<Bsp>(),
    Generator::of::<Subdivide>(),
    Generator::of::<LatticeMaze>(),
    Generator::of::<QrDungeon>(),
    Generator::of::<Caves>(),
    Generator::of::<Maze>(),
    Generator::of::<Voronoi>(),
    Generator::of::<Noise>(),
    Generator::of::<Terrain>(),
    Generator::of::<LSystem>(),
    Generator::of::<Prefabs>(),
    Generator::of::<Drunkard>(),
    Generator::of::<Dla>(),
    Generator::of::<Digger>(),
    Generator::of::<Uniform>(),
    Generator::of::<RoomsAndMazes>(),
    Generator::of::<Wfc>(),
    Generator::of::<WfcTiled>(),
];

/// All repairs and placements, which change a map that a generator made.
pub const PASSES: &[Generator] = &[
    Generator::of::<Passing<Connect>>(),
    Generator::of::<Passing<Prune>>(),
    Generator::of::<Passing<Loops>>(),
    Generator::of::<Passing<Widen>>(),
    Generator::of::<Passing<Doors>>(),
    Generator::of::<Passing<Ends>>(),
    Generator::of::<Passing<Treasure>>(),
    Generator::of::<Passing<Locks>>(),
    Generator::of::<Passing<Populate>>(),
];

impl Generator {
    const fn of<A: Algorithm>() -> Generator {
        Generator {
            info: A::INFO,
            generate: |request, before| {
                Ok(begun::<A, Silent>(request, before, Silent)?.finish()?.0)
            },
            trace: |request, before, tape| begun::<A, Tape>(request, before, tape)?.finish(),
        }
    }

    /// The generator or pass with this name.
    ///
    /// # Errors
    ///
    /// There is none; the message names all.
    pub fn named(name: &str) -> Result<&'static Generator, GenError> {
        let all = || GENERATORS.iter().chain(PASSES);
        let found = all().find(|known| known.info.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = all().map(|known| known.info.name).collect();
            GenError::UnknownGenerator {
                name: name.into(),
                known: known.join(", "),
            }
        })
    }

    /// True for a pass: a repair or a placement, which changes a map.
    pub fn is_pass(&self) -> bool {
        PASSES.iter().any(|pass| pass.info.name == self.info.name)
    }

    /// Makes a map.
    ///
    /// # Errors
    ///
    /// Parameters that are unknown, out of range or contradict each other; the
    /// budget of steps is spent.
    pub fn generate(&self, request: &Request) -> Result<Map, GenError> {
        (self.generate)(request, None)
    }

    /// Goes on from a map: a repair or a placement, or a generator that takes
    /// its cells.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`]; also when the generator begins with nothing.
    pub fn go_on(&self, request: &Request, before: Map) -> Result<Map, GenError> {
        (self.generate)(request, Some(before))
    }

    /// Makes a map and notes every step.
    ///
    /// # Errors
    ///
    /// As [`Generator::generate`].
    pub fn trace(&self, request: &Request) -> Result<Trace, GenError> {
        let (map, tape) = (self.trace)(request, None, Tape::default())?;
        Ok(Trace::new(map, tape))
    }

    /// As [`Generator::go_on`], with the steps put behind those on the tape.
    pub(crate) fn record(&self, request: &Request, before: Option<Map>, tape: Tape) -> Recorded {
        (self.trace)(request, before, tape)
    }
}

fn begun<A: Algorithm, R: Recorder>(
    request: &Request,
    before: Option<Map>,
    recorder: R,
) -> Result<Run<A, R>, GenError> {
    match before {
        Some(map) => Run::on(request, map, recorder),
        None => Run::new(request, recorder),
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
