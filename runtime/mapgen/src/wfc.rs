//! `wfc`: wave function collapse, the overlapping model of Maxim Gumin: a map
//! in which every window of n x n cells is one of a small sample's. At first
//! all windows are possible everywhere; one is chosen where the least is open,
//! what no longer fits beside it is ruled out, and so on (`wave`, `collapse`).
//! `wfc_tiled` (`tiled`) puts tiles together in the same way.

mod assembly;
mod collapse;
mod ending;
mod entropy;
mod picture;
mod rules;
mod sample;
mod samples;
mod set;
mod text;
mod tile_sets;
mod tiled;
mod tiles;
mod wave;

pub use collapse::Effort;
pub use samples::sample;
pub use tile_sets::tiles;
pub use tiled::WfcTiled;

use dice::Seed;

use crate::map::Map;
use crate::parameter::{Kind, Parameter, Settings};
use crate::recorder::{Canvas, Recorder};
use crate::run::{Algorithm, Info, Progress};
use crate::{GenError, Grid};
use assembly::{Assembly, EDGE, JOIN, NO, REPAIRS, RESTARTS, impossible};
use picture::Picture;
use sample::Symmetry;

/// What to change when a sample fits no map.
const REMEDIES: &str =
    "take edge='frame', symmetry='all', wrap='yes', a smaller n, or a sample with walls around it";

/// The generator `wfc`.
#[derive(Debug)]
pub struct Wfc {
    assembly: Assembly,
}

impl Algorithm for Wfc {
    const INFO: Info = Info {
        name: "wfc",
        version: 1,
        about: "a map that looks like a small sample in every corner, by wave function collapse",
        parameters: &[
            Parameter::integer("w", 4, 512, 48, "columns of the map"),
            Parameter::integer("h", 4, 512, 32, "rows of the map"),
            Parameter {
                name: "sample",
                kind: Kind::Choice {
                    options: samples::NAMES,
                },
                about: "what the map looks like",
            },
            Parameter {
                name: "text",
                kind: Kind::Text {
                    most: 40_000,
                    default: "",
                },
                about: "a sample of your own: rows of glyphs with spaces or new lines between",
            },
            Parameter::integer(
                "n",
                2,
                4,
                3,
                "cells of a window on a side; more keep more of the sample",
            ),
            Parameter {
                name: "symmetry",
                kind: Kind::Choice {
                    options: Symmetry::WORDS,
                },
                about: "which copies of the sample count: turned and mirrored, or as it is",
            },
            Parameter {
                name: "wrap",
                kind: NO,
                about: "whether the sample goes on at its other side",
            },
            EDGE,
            JOIN,
            REPAIRS,
            RESTARTS,
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Wfc, GenError> {
        let own = settings.text("text");
        let text = if own.is_empty() {
            samples::text(settings.text("sample"))
        } else {
            own
        };
        let sample = sample::parsed(text)
            .map_err(|what| impossible(Self::INFO.name, format!("text: {what}")))?;
        Wfc::of(settings, seed, &sample)
    }

    /// The cells of the map are the sample.
    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Wfc, GenError> {
        Wfc::of(settings, seed, &sample::cleared(&before.grid))
    }

    fn size(&self) -> (u32, u32) {
        self.assembly.size()
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.assembly.step(canvas, REMEDIES)
    }

    fn finish(self, map: &mut Map) {
        self.assembly.finish(map);
    }
}

impl Wfc {
    fn of(settings: &Settings, seed: Seed, sample: &Grid) -> Result<Wfc, GenError> {
        let name = Self::INFO.name;
        let side = settings.number("n");
        let symmetry = Symmetry::named(settings.text("symmetry"));
        let wraps = settings.text("wrap") == "yes";
        let (cells, rules) = sample::windows(sample, side, symmetry, wraps)
            .map_err(|what| impossible(name, what))?;
        let picture = Picture {
            size: (settings.number("w"), settings.number("h")),
            side,
            pitch: 1,
            frame: u32::from(settings.text("edge") == "frame"),
            cells,
        };
        let rules = rules.with_edges(picture.frame == 0);
        let assembly = Assembly::new(name, settings, seed, picture, &rules, REMEDIES)?;
        Ok(Wfc { assembly })
    }

    /// How hard the collapse was up to here.
    pub fn effort(&self) -> Effort {
        self.assembly.effort()
    }

    /// True once all places are decided and drawn, before parts are joined.
    pub fn is_collapsed(&self) -> bool {
        self.assembly.is_collapsed()
    }
}
