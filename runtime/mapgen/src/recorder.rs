//! Steps that can be watched: a canvas that generators draw on, and who notes
//! what they draw.
//!
//! The recorder is a type parameter. With [`Silent`] every note is dead code
//! that the compiler removes, sentences included, so that watching and not
//! watching are the same algorithm.

use crate::{Cell, Direction, Grid, Point, Rect};

/// What happened in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// An area was divided.
    Split,
    /// A room was placed.
    PlaceRoom,
    /// An area could hold no room.
    Skip,
    /// A tunnel was dug.
    Tunnel,
    /// Two parts were joined.
    Connect,
    /// A part was taken away.
    Remove,
    /// A door was hung.
    Door,
    /// A special place was chosen: start, exit, key, shop, treasure.
    Special,
    /// Enemies and loot were put down.
    Populate,
    /// A picture was copied.
    Copy,
    /// A wall was cracked.
    Crack,
    /// Ways were looked for.
    Check,
    /// A cell was carved.
    Carve,
    /// One generation of a rule was applied.
    Generation,
    /// Patterns were taken from a sample.
    Learn,
    /// One of the patterns that fit was chosen.
    Collapse,
    /// Patterns that no longer fit were ruled out.
    Propagate,
    /// A part was decided anew.
    Backtrack,
    /// All began again.
    Restart,
}

impl StepKind {
    /// The kind in words.
    pub const fn name(self) -> &'static str {
        match self {
            StepKind::Split => "split",
            StepKind::PlaceRoom => "place room",
            StepKind::Skip => "skip",
            StepKind::Tunnel => "tunnel",
            StepKind::Connect => "connect",
            StepKind::Remove => "remove",
            StepKind::Door => "door",
            StepKind::Special => "special",
            StepKind::Populate => "populate",
            StepKind::Copy => "copy",
            StepKind::Crack => "crack",
            StepKind::Check => "check",
            StepKind::Carve => "carve",
            StepKind::Generation => "generation",
            StepKind::Learn => "learn",
            StepKind::Collapse => "collapse",
            StepKind::Propagate => "propagate",
            StepKind::Backtrack => "backtrack",
            StepKind::Restart => "restart",
        }
    }
}

/// One cell that changed, with what it was, so that it can be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// Which cell.
    pub point: Point,
    /// What it held.
    pub before: u8,
    /// What it holds after the step.
    pub after: u8,
}

/// Who is told what a generator does.
pub trait Recorder {
    /// False when nobody listens: then nothing is put together to be told.
    const LISTENS: bool;

    /// A cell changed.
    fn change(&mut self, change: Change);

    /// All changes since the last step belong to this one.
    fn step(&mut self, kind: StepKind, text: impl FnOnce() -> String);
}

/// Nobody listens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Silent;

impl Recorder for Silent {
    const LISTENS: bool = false;

    #[inline(always)]
    fn change(&mut self, _: Change) {}

    #[inline(always)]
    fn step(&mut self, _: StepKind, _: impl FnOnce() -> String) {}
}

/// A grid that is drawn on while a recorder listens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canvas<R> {
    grid: Grid,
    recorder: R,
}

impl<R: Recorder> Canvas<R> {
    /// A canvas with what is in the grid.
    pub fn on(grid: Grid, recorder: R) -> Canvas<R> {
        Canvas { grid, recorder }
    }

    /// Puts floor where something stands, for a generator that goes on from
    /// the cells of another's map.
    pub(crate) fn clear_things(&mut self, generator: &str) {
        for index in 0..self.grid.cells().len() {
            let point = self.grid.point(index);
            let cell = self.grid.cell(point);
            if cell.is_open() && !cell.is_ground() {
                self.set(point, Cell::Floor);
            }
        }
        self.step(StepKind::Copy, || {
            format!("{generator} goes on from the cells of the map before.")
        });
    }

    /// What was drawn so far.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Who listens.
    pub fn recorder(&self) -> &R {
        &self.recorder
    }

    /// The kind of cell there; a wall outside.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.grid.cell(point)
    }

    /// True where one can walk.
    #[inline]
    pub fn is_open(&self, point: Point) -> bool {
        self.grid.is_open(point)
    }

    /// Draws one cell; outside, nothing happens.
    #[inline]
    pub fn set(&mut self, point: Point, cell: Cell) {
        if R::LISTENS {
            self.note(point, cell);
        }
        self.grid.set(point, cell.byte());
    }

    /// Draws the cells of a rectangle that are in the grid.
    #[inline]
    pub fn fill(&mut self, rect: Rect, cell: Cell) {
        if R::LISTENS {
            for point in rect.points() {
                self.note(point, cell);
            }
        }
        self.grid.fill(rect, cell.byte());
    }

    /// Draws a row from its left end, a byte a cell.
    pub(crate) fn write_row(&mut self, y: u32, cells: &[u8]) {
        if R::LISTENS {
            for (x, &byte) in (0..).zip(cells) {
                let cell = Cell::from_byte(byte).unwrap_or(Cell::Wall);
                self.note(Point::new(x, y), cell);
            }
        }
        self.grid.write_row(y, cells);
    }

    /// True for a cell with walls on two opposite sides and open cells on the
    /// other two.
    pub fn is_doorway(&self, point: Point) -> bool {
        let [up, right, down, left] =
            Direction::ALL.map(|way| point.toward(way).is_some_and(|next| self.is_open(next)));
        up == down && left == right && up != left
    }

    /// Hangs doors at those of the places that are corridor with wall on both
    /// sides, each once; the others are taken out of the list.
    pub(crate) fn hang_doors(&mut self, places: &mut Vec<Point>) {
        places.retain(|&point| {
            let fits = self.cell(point) == Cell::Corridor && self.is_doorway(point);
            if fits {
                self.set(point, Cell::Door);
                self.step(StepKind::Door, || {
                    format!("A door is hung at ({}, {}).", point.x, point.y)
                });
            }
            fits
        });
    }

    /// Says what the changes since the last step were for.
    #[inline]
    pub fn step(&mut self, kind: StepKind, text: impl FnOnce() -> String) {
        self.recorder.step(kind, text);
    }

    /// The grid and the recorder.
    pub fn into_parts(self) -> (Grid, R) {
        (self.grid, self.recorder)
    }

    fn note(&mut self, point: Point, cell: Cell) {
        if let Some(before) = self.grid.get(point).filter(|&old| old != cell.byte()) {
            self.recorder.change(Change {
                point,
                before,
                after: cell.byte(),
            });
        }
    }
}
