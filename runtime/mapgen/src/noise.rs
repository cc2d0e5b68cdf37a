//! `noise`: caves from the heights of smooth noise: what is high is open.
//! How much is open is a share, not a height, so that every kind of noise and
//! every seed gives as much floor as was asked for. Caves are then made one as
//! in `caves`, and the heights stay in the map.

mod field;

pub(crate) use field::{Field, Histogram};

use dice::{Seed, Stream};

use crate::caves::{Bits, Cavern};
use crate::map::{Map, Structure};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{GenError, Grid, Point};

/// The generator `noise`.
pub struct Noise {
    width: u32,
    height: u32,
    field: Field,
    open: u32,
    pocket: u32,
    removes: bool,
    chosen: Stream,
    phase: Phase,
    heights: Vec<u8>,
    cavern: Cavern,
    start: Option<Point>,
    exit: Option<Point>,
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// The heights of this row are next.
    Heights(u32),
    Level,
    Pockets,
    Join,
    Special,
}

impl Algorithm for Noise {
    const INFO: Info = Info {
        name: "noise",
        version: 1,
        about: "caves where smooth noise is high, with the heights in the map",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::choice(
                "method",
                &["simplex", "value", "cellular"],
                "the noise: winding, blocky, or round hills around points",
            ),
            Parameter::integer("octaves", 1, 8, 3, "layers of noise, each twice as fine"),
            Parameter::chance(
                "frequency",
                70,
                "waves a cell; smaller numbers give larger caves",
            ),
            Parameter::chance("open", 480, "how much of the map is high enough to be open"),
            Parameter::integer("pocket", 0, 4096, 12, "caves of fewer cells are filled in"),
            Parameter::choice(
                "stray",
                &["join", "remove"],
                "what happens to all caves but the largest",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Noise, GenError> {
        let stream = |stage: &str| seed.derive("noise").derive(stage).stream();
        let (width, height) = (settings.number("w"), settings.number("h"));
        Ok(Noise {
            width,
            height,
            field: Field::new(
                settings.text("method"),
                settings.number("octaves"),
                settings.number("frequency"),
                &mut stream("heights"),
            ),
            open: settings.number("open"),
            pocket: settings.number("pocket"),
            removes: settings.text("stray") == "remove",
            chosen: stream("special"),
            phase: Phase::Heights(0),
            heights: vec![0; width as usize * height as usize],
            cavern: Cavern::of(Bits::new(width, height)),
            start: None,
            exit: None,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Heights(y) if y < self.height => {
                let start = y as usize * self.width as usize;
                let row = &mut self.heights[start..start + self.width as usize];
                self.field.row(y, row);
                if R::LISTENS {
                    let high = |&height: &u8| u8::from(height >= 128);
                    canvas.write_row(y, &row.iter().map(high).collect::<Vec<_>>());
                }
                canvas.step(StepKind::Carve, || {
                    format!("Row {y} gets its heights; what is high is shown open.")
                });
                Phase::Heights(y + 1)
            }
            Phase::Heights(_) => Phase::Level,
            Phase::Level => {
                let heights = Histogram::of(self.heights.iter().copied());
                let level = heights.level(1000 - self.open);
                let is_open = |height: u8| u16::from(height) >= level;
                self.cavern.walls.open_where(&self.heights, is_open);
                self.cavern.show(canvas);
                canvas.step(StepKind::Carve, || {
                    format!("All that is {level} or higher is open; the edge is wall.")
                });
                Phase::Pockets
            }
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
        let heights = Grid::from_cells(self.width, self.height, self.heights);
        map.structure = Structure::Heights(heights.unwrap_or_default());
    }
}
