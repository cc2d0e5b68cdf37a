//! `wfc_tiled`: wave function collapse with tiles: squares of cells that fit
//! where the edges that meet are the same, built-in ones or the caller's own.

use dice::Seed;

use super::assembly::{Assembly, EDGE, JOIN, REPAIRS, RESTARTS, impossible};
use super::collapse::Effort;
use super::picture::Picture;
use super::sample::Symmetry;
use super::{tile_sets, tiles};
use crate::GenError;
use crate::map::Map;
use crate::parameter::{Kind, Parameter, Settings};
use crate::recorder::{Canvas, Recorder};
use crate::run::{Algorithm, Info, Progress};

/// What to change when tiles fit no map.
const REMEDIES: &str =
    "take edge='frame', symmetry='all', or add tiles: one with four walls fits most often";

/// The generator `wfc_tiled`.
#[derive(Debug)]
pub struct WfcTiled {
    assembly: Assembly,
}

impl Algorithm for WfcTiled {
    const INFO: Info = Info {
        name: "wfc_tiled",
        version: 1,
        about: "a map of tiles that fit where their edges are the same, by wave function collapse",
        parameters: &[
            Parameter::integer("w", 4, 512, 49, "columns of the map"),
            Parameter::integer("h", 4, 512, 33, "rows of the map"),
            Parameter {
                name: "tiles",
                kind: Kind::Choice {
                    options: tile_sets::NAMES,
                },
                about: "what the map is made of",
            },
            Parameter {
                name: "text",
                kind: Kind::Text {
                    most: 40_000,
                    default: "",
                },
                about: "tiles of your own: squares of glyphs, a number before one is its weight",
            },
            Parameter {
                name: "symmetry",
                kind: Kind::Choice {
                    options: Symmetry::WORDS,
                },
                about: "which copies of tiles there are: turned and mirrored, or as they are",
            },
            EDGE,
            JOIN,
            REPAIRS,
            RESTARTS,
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<WfcTiled, GenError> {
        let name = Self::INFO.name;
        let own = settings.text("text");
        let text = if own.is_empty() {
            tile_sets::text(settings.text("tiles"))
        } else {
            own
        };
        let symmetry = Symmetry::named(settings.text("symmetry"));
        let tiles = tiles::parsed(text, symmetry)
            .map_err(|what| impossible(name, format!("text: {what}")))?;
        let (w, h) = (settings.number("w"), settings.number("h"));
        let frame = u32::from(settings.text("edge") == "frame");
        if w.min(h) < tiles.side + 2 * frame {
            let least = tiles.side + 2 * frame;
            return Err(impossible(
                name,
                format!(
                    "w and h must be at least {least} with tiles of {0}x{0}",
                    tiles.side
                ),
            ));
        }
        let picture = Picture {
            size: (w, h),
            side: tiles.side,
            pitch: tiles.side - 1,
            frame,
            cells: tiles.cells,
        };
        let rules = tiles.rules.with_edges(picture.frame == 0);
        let assembly = Assembly::new(name, settings, seed, picture, &rules, REMEDIES)?;
        Ok(WfcTiled { assembly })
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

impl WfcTiled {
    /// How hard the collapse was up to here.
    pub fn effort(&self) -> Effort {
        self.assembly.effort()
    }

    /// True once all places are decided and drawn, before parts are joined.
    pub fn is_collapsed(&self) -> bool {
        self.assembly.is_collapsed()
    }
}
