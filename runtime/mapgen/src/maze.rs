//! `maze`: perfect mazes, in which exactly one way leads from any cell to any
//! other, by seven methods of the literature, a file each. A maze's cells stand
//! at odd columns and rows of the map, and the walls between them are cells of
//! the map too. The start is at the upper left, the exit at the lower right.
//! No method calls itself, so a maze may be as large as the map.

mod backtracker;
pub(crate) mod board;
mod division;
mod eller;
pub(crate) mod growing;
mod kruskal;
mod prim;
mod wilson;

use dice::{Seed, Stream};

use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Point};
use board::{Board, Size};

/// The generator `maze`.
#[derive(Clone, Debug)]
pub struct Maze {
    width: u32,
    height: u32,
    size: Size,
    stream: Stream,
    method: Method,
    is_carved: bool,
}

/// A method with what it remembers between its steps.
#[derive(Clone, Debug)]
enum Method {
    Backtracker(backtracker::Backtracker),
    Division(division::Division),
    Kruskal(kruskal::Kruskal),
    Prim(prim::Prim),
    Eller(eller::Eller),
    Wilson(wilson::Wilson),
    Growing(growing::Growing),
}

impl Algorithm for Maze {
    const INFO: Info = Info {
        name: "maze",
        version: 1,
        about: "a maze with exactly one way between any two of its cells",
        parameters: &[
            Parameter::integer(
                "w",
                5,
                4096,
                79,
                "columns of the map; an odd number fits best",
            ),
            Parameter::integer("h", 5, 4096, 49, "rows of the map; an odd number fits best"),
            Parameter::choice(
                "method",
                &[
                    "backtracker",
                    "division",
                    "kruskal",
                    "prim",
                    "eller",
                    "wilson",
                    "growing",
                ],
                "how it is made: long corridors, straight walls, short dead ends ...",
            ),
            Parameter::chance(
                "newest",
                500,
                "growing: that the newest cell grows, not any; 1 is backtracker, 0 like prim",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Maze, GenError> {
        let (width, height) = (settings.number("w"), settings.number("h"));
        let size = Size {
            columns: (width - 1) / 2,
            rows: (height - 1) / 2,
        };
        let name = settings.text("method");
        let mut stream = seed.derive("maze").derive(name).stream();
        let method = match name {
            "division" => Method::Division(division::Division::new(size)),
            "kruskal" => Method::Kruskal(kruskal::Kruskal::new(size, &mut stream)),
            "prim" => Method::Prim(prim::Prim::new(size)),
            "eller" => Method::Eller(eller::Eller::new(size)),
            "wilson" => Method::Wilson(wilson::Wilson::new(size)),
            "growing" => Method::Growing(growing::Growing::new(settings.number("newest"), None)),
            _ => Method::Backtracker(backtracker::Backtracker::default()),
        };
        Ok(Maze {
            width,
            height,
            size,
            stream,
            method,
            is_carved: false,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    #[inline]
    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        if self.is_carved {
            canvas.set(START, Cell::Start);
            canvas.set(self.exit(), Cell::Exit);
            canvas.step(StepKind::Special, || {
                "The start is at the upper left, the exit at the lower right.".to_owned()
            });
            return Ok(Progress::Done);
        }
        let size = self.size;
        let mut board = Board {
            canvas,
            size,
            cell: Cell::Floor,
        };
        let stream = &mut self.stream;
        let progress = match &mut self.method {
            Method::Backtracker(method) => method.step(&mut board, stream),
            Method::Division(method) => method.step(&mut board, stream),
            Method::Kruskal(method) => method.step(&mut board),
            Method::Prim(method) => method.step(&mut board, stream),
            Method::Eller(method) => method.step(&mut board, stream),
            Method::Wilson(method) => method.step(&mut board, stream),
            Method::Growing(method) => method.step(&mut board, stream),
        };
        self.is_carved = progress == Progress::Done;
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.start = Some(START);
        map.exit = Some(self.exit());
    }
}

/// The first cell, on the map.
const START: Point = Point::new(1, 1);

impl Maze {
    /// The last cell, on the map.
    const fn exit(&self) -> Point {
        Point::new(self.size.columns * 2 - 1, self.size.rows * 2 - 1)
    }
}
