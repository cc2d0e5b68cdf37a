//! What patterns look like, and which cells of the map each place draws.
//!
//! Neighbors share cells, so a place draws the upper left part of its pattern;
//! those of the last column and row draw the rest too.

use crate::recorder::{Canvas, Recorder};
use crate::{Cell, Point, Rect};

/// Patterns as cells, and the places where they stand.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    /// Cells of the map.
    pub(super) size: (u32, u32),
    /// Cells of a pattern on a side.
    pub(super) side: u32,
    /// Cells from one place to the next.
    pub(super) pitch: u32,
    /// Cells of wall around all places.
    pub(super) frame: u32,
    /// The cells of one pattern after the other.
    pub(super) cells: Vec<Cell>,
}

impl Picture {
    /// Columns and rows of places, at least one of each.
    pub(super) fn places(&self) -> (u32, u32) {
        let count = |cells: u32| {
            let free = cells.saturating_sub(2 * self.frame + self.side);
            free / self.pitch + 1
        };
        (count(self.size.0), count(self.size.1))
    }

    /// Draws what belongs to a place; walls while its pattern is not known.
    pub(super) fn draw<R: Recorder>(
        &self,
        canvas: &mut Canvas<R>,
        place: Point,
        pattern: Option<u32>,
    ) {
        let last = self.places();
        let length = |at: u32, count: u32| {
            if at + 1 == count {
                self.side
            } else {
                self.pitch
            }
        };
        let (w, h) = (length(place.x, last.0), length(place.y, last.1));
        let corner = Point::new(
            self.frame + place.x * self.pitch,
            self.frame + place.y * self.pitch,
        );
        let first = pattern.map(|pattern| pattern * self.side * self.side);
        for part in Rect::new(0, 0, w, h).points() {
            let point = Point::new(corner.x + part.x, corner.y + part.y);
            // The frame stays wall where a pattern is larger than the map.
            let is_inside =
                point.x < self.size.0 - self.frame && point.y < self.size.1 - self.frame;
            let cell = first.map_or(Cell::Wall, |first| {
                self.cells[(first + part.y * self.side + part.x) as usize]
            });
            if is_inside {
                canvas.set(point, cell);
            }
        }
    }
}
