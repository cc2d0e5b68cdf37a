//! A ray's way along the columns, or along the rows: which cell it is in, where
//! the next border is, and how many cells it may still enter.

use super::{FARTHEST, PARTS};

/// One of a ray's two ways.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    /// Where it starts.
    from: i32,
    /// How fast it goes, and which way.
    pub(super) speed: u32,
    pub(super) is_forward: bool,
    /// The cell that it is in.
    pub(super) cell: u32,
    /// Cells that it can still enter, for the edge and for the range.
    pub(super) left: u32,
    /// Parts that the range lets it go.
    pub(super) most: u32,
}

impl Axis {
    /// The way from a place, so fast, in a grid of so many cells.
    pub(super) fn new(from: i32, speed: i32, cells: u32) -> Axis {
        let cell = (from / PARTS) as u32;
        let is_forward = speed >= 0;
        Axis {
            from,
            speed: speed.unsigned_abs(),
            is_forward,
            cell,
            left: if is_forward { cells - 1 - cell } else { cell },
            most: FARTHEST,
        }
    }

    /// Limits it to a range, for a direction of this squared length.
    pub(super) fn limit(&mut self, range: u32, square: u64) {
        // The most that does not exceed the range, as whole numbers have it;
        // floats give it to within one.
        let exact = |most: u32| u128::from(most).pow(2) * u128::from(square);
        let allowed = u128::from(u64::from(range) * u64::from(self.speed)).pow(2);
        let guess = f64::from(range) * f64::from(self.speed) / (square as f64).sqrt();
        self.most = guess as u32;
        while exact(self.most) > allowed {
            self.most -= 1;
        }
        while exact(self.most + 1) <= allowed {
            self.most += 1;
        }
        let first = self.border();
        let cells = match self.most.checked_sub(first) {
            Some(rest) => rest / PARTS as u32 + 1,
            None => 0,
        };
        self.left = self.left.min(cells);
    }

    /// Parts from the start to the border that comes next.
    #[inline]
    pub(super) fn border(&self) -> u32 {
        let cell = self.cell as i32;
        if self.is_forward {
            ((cell + 1) * PARTS - self.from) as u32
        } else {
            (self.from - cell * PARTS) as u32
        }
    }

    /// Enters the next cell.
    #[inline]
    pub(super) fn enter(&mut self) {
        self.left -= 1;
        if self.is_forward {
            self.cell += 1;
        } else {
            self.cell -= 1;
        }
    }

    /// Where it is so many parts from the start.
    pub(super) fn after(&self, parts: u32) -> i32 {
        if self.is_forward {
            self.from + parts as i32
        } else {
            self.from - parts as i32
        }
    }
}
