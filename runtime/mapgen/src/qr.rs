//! `qr`: a QR code as a dungeon, after the end of `QRawl` as its author tells
//! it: each module is 2x2 cells, dark ones are walls, some of them cracked.
//! Goals lie in the three finder patterns, start and exit in the corner that
//! has none; at most four walls are dug through on the way to each goal. The
//! [`Matrix`] stays in the map untouched: what is revealed at the end is drawn
//! from it, and still says the text.

mod dig;
mod error;
mod matrix;
mod picture;
mod search;

pub use dig::digs;
pub use error::{MOST_PIXELS, QrError};
pub use matrix::{Correction, Matrix};

use dice::{Seed, Stream};

use crate::draw::between;
use crate::map::{Map, Room, RoomKind, Structure, Thing};
use crate::parameter::{Kind, Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Point, Rect};

/// Most walls to dig through on the way to a goal.
pub const MOST_DIGS: u32 = 4;
/// Cells of a module on a side.
const SIDE: u32 = 2;
/// Modules of a finder pattern on a side.
const FINDER: u32 = 7;
/// Modules on a side of the corners where no wall cracks: a finder pattern and
/// the light band around it.
const PROTECTED: u32 = 8;
/// Modules at the end of the last row and column that are cleared.
const CLEARED: u32 = 9;
/// Seeds of cracks that are tried.
const TRIES: u32 = 64;

/// The generator `qr`.
#[derive(Clone, Debug)]
pub struct QrDungeon {
    matrix: Matrix,
    seed: Seed,
    goals: [Point; 3],
    phase: Phase,
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Copy(u32),
    Clear,
    Goals,
    Crack(u32),
    Check(u32),
}

impl Algorithm for QrDungeon {
    const INFO: Info = Info {
        name: "qr",
        version: 1,
        about: "a QR code as a dungeon: dark modules are walls, three goals, at most four digs to each",
        parameters: &[
            Parameter {
                name: "text",
                kind: Kind::Text {
                    most: 2953,
                    default: "DOWNBEAT",
                },
                about: "what the code says",
            },
            Parameter::choice(
                "correction",
                &["medium", "low", "quartile", "high"],
                "how much of the code may be damaged",
            ),
            Parameter {
                name: "matrix",
                kind: Kind::Text {
                    most: 40_000,
                    default: "",
                },
                about: "the code itself instead of a text: rows of '#' and '.', with spaces between",
            },
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<QrDungeon, GenError> {
        let rows = settings.text("matrix");
        let matrix = if rows.is_empty() {
            let correction = match settings.text("correction") {
                "low" => Correction::Low,
                "quartile" => Correction::Quartile,
                "high" => Correction::High,
                _ => Correction::Medium,
            };
            Matrix::encode(settings.text("text"), correction)
        } else {
            Matrix::from_text(rows)
        };
        let matrix = matrix.map_err(|error| GenError::Impossible {
            generator: Self::INFO.name,
            what: error.to_string(),
        })?;
        let mut stream = seed.derive("qr").derive("goals").stream();
        let far = matrix.size() - FINDER;
        let goals = [(0, 0), (far, 0), (0, far)].map(|(x, y)| {
            let middle = Point::new(x + FINDER / 2, y + FINDER / 2);
            part(middle, &mut stream)
        });
        Ok(QrDungeon {
            matrix,
            seed,
            goals,
            phase: Phase::Copy(0),
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.matrix.size() * SIDE, self.matrix.size() * SIDE)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        let size = self.matrix.size();
        self.phase = match self.phase {
            Phase::Copy(row) if row < size => {
                for column in (0..size).filter(|&x| !self.matrix.is_dark(x, row)) {
                    canvas.fill(cells(Point::new(column, row)), Cell::Floor);
                }
                canvas.step(StepKind::Copy, || {
                    format!("Row {row} of the code: light modules are floor, dark ones walls.")
                });
                Phase::Copy(row + 1)
            }
            Phase::Copy(_) => Phase::Clear,
            Phase::Clear => {
                self.clear(canvas);
                Phase::Goals
            }
            Phase::Goals => {
                for goal in self.goals {
                    canvas.set(goal, Cell::Goal);
                }
                canvas.step(StepKind::Special, || {
                    "A goal lies in the middle of each finder pattern.".to_owned()
                });
                Phase::Crack(0)
            }
            Phase::Crack(TRIES) => {
                return Err(GenError::Impossible {
                    generator: Self::INFO.name,
                    what: format!(
                        "no cracks make every goal reachable with {MOST_DIGS} digs; take another text"
                    ),
                });
            }
            Phase::Crack(number) => {
                self.crack(canvas, number);
                Phase::Check(number)
            }
            Phase::Check(number) => {
                let found = digs(canvas.grid(), self.start());
                let most = self
                    .goals
                    .map(|goal| found[canvas.grid().index(goal)])
                    .into_iter()
                    .max()
                    .unwrap_or(0);
                if most <= MOST_DIGS {
                    canvas.step(StepKind::Check, || {
                        format!("Every goal can be reached with {most} digs or fewer.")
                    });
                    return Ok(Progress::Done);
                }
                for point in canvas.grid().bounds().points() {
                    if canvas.cell(point) == Cell::Crack {
                        canvas.set(point, Cell::Wall);
                    }
                }
                canvas.step(StepKind::Check, || {
                    format!("A goal needs {most} digs: the cracks are made anew.")
                });
                Phase::Crack(number + 1)
            }
        };
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        let far = self.matrix.size() - FINDER;
        let corners = [(0, 0), (far, 0), (0, far)];
        for (id, (goal, (x, y))) in self.goals.into_iter().zip(corners).enumerate() {
            let id = id as u32;
            map.rooms.push(Room {
                id,
                rect: Rect::new(x * SIDE, y * SIDE, FINDER * SIDE, FINDER * SIDE),
                kind: RoomKind::Goal,
            });
            map.things.push(Thing {
                kind: Cell::Goal,
                point: goal,
                room: Some(id),
            });
        }
        map.start = Some(self.start());
        map.exit = Some(self.exit());
        map.structure = Structure::Matrix(self.matrix);
    }
}

impl QrDungeon {
    /// At the left end of the cleared part of the last row.
    fn start(&self) -> Point {
        let size = self.matrix.size();
        Point::new((size - CLEARED) * SIDE, size * SIDE - 1)
    }

    /// At the upper end of the cleared part of the last column.
    fn exit(&self) -> Point {
        let size = self.matrix.size();
        Point::new(size * SIDE - 1, (size - CLEARED) * SIDE)
    }

    fn clear<R: Recorder>(&self, canvas: &mut Canvas<R>) {
        let (all, from) = (self.matrix.size() * SIDE, CLEARED * SIDE);
        canvas.fill(Rect::new(all - from, all - SIDE, from, SIDE), Cell::Floor);
        canvas.fill(Rect::new(all - SIDE, all - from, SIDE, from), Cell::Floor);
        canvas.set(self.start(), Cell::Start);
        canvas.set(self.exit(), Cell::Exit);
        canvas.step(StepKind::Special, || {
            "The ends of the last row and column are cleared for start and exit.".to_owned()
        });
    }

    /// Four in six walls get one cell that can be walked through.
    fn crack<R: Recorder>(&self, canvas: &mut Canvas<R>, number: u32) {
        let name = format!("cracks {number}");
        let mut stream = self.seed.derive("qr").derive(&name).stream();
        let size = self.matrix.size();
        let mut cracks = 0;
        for module in Rect::new(0, 0, size, size).points() {
            if !self.matrix.is_dark(module.x, module.y) || self.is_protected(module) {
                continue;
            }
            // Drawn for cleared modules too, so that clearing moves nothing.
            let is_cracked = between(&mut stream, 0, 5) < 4;
            let point = part(module, &mut stream);
            if is_cracked && canvas.cell(point) == Cell::Wall {
                canvas.set(point, Cell::Crack);
                cracks += 1;
            }
        }
        canvas.step(StepKind::Crack, || format!("{cracks} walls get a crack."));
    }

    /// True in the corners with a finder pattern.
    fn is_protected(&self, module: Point) -> bool {
        let far = self.matrix.size() - PROTECTED;
        let (left, right) = (module.x < PROTECTED, module.x >= far);
        let (top, bottom) = (module.y < PROTECTED, module.y >= far);
        (top && (left || right)) || (bottom && left)
    }
}

/// The cells of a module.
fn cells(module: Point) -> Rect {
    Rect::new(module.x * SIDE, module.y * SIDE, SIDE, SIDE)
}

/// One of the four cells of a module.
fn part(module: Point, stream: &mut Stream) -> Point {
    crate::draw::point_in(stream, cells(module))
}
