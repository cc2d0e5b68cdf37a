//! How far a particle may stride without missing what it looks for: blocks of
//! cells of several sizes, and how many of the nine around each hold any of it.
//! A walk across an empty map takes as many strides as a short one takes moves.

use crate::Point;

/// Blocks of 2 to 1024 cells on a side, as powers of two.
const SHIFTS: [u32; 7] = [1, 2, 3, 4, 6, 8, 10];

/// The cells that are looked for, block by block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Strides {
    levels: [Level; SHIFTS.len()],
}

/// Blocks of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Level {
    shift: u32,
    columns: u32,
    rows: u32,
    /// Cells in each block that are looked for.
    counts: Vec<u32>,
    /// For each block how many of the nine around it hold any.
    near: Vec<u8>,
}

impl Strides {
    /// Nothing to look for, on a map of this size.
    pub(super) fn new(width: u32, height: u32) -> Strides {
        let levels = SHIFTS.map(|shift| {
            let (columns, rows) = ((width >> shift) + 1, (height >> shift) + 1);
            let blocks = columns as usize * rows as usize;
            Level {
                shift,
                columns,
                rows,
                counts: vec![0; blocks],
                near: vec![0; blocks],
            }
        });
        Strides { levels }
    }

    /// All cells of a map of this size.
    pub(super) fn full(width: u32, height: u32) -> Strides {
        let mut strides = Strides::new(width, height);
        for level in &mut strides.levels {
            let side = 1 << level.shift;
            for y in (0..height).step_by(side as usize) {
                for x in (0..width).step_by(side as usize) {
                    let point = Point::new(x, y);
                    let block = level.block(point);
                    level.counts[block] = side.min(width - x) * side.min(height - y);
                    level.around(point, |near| *near += 1);
                }
            }
        }
        strides
    }

    /// A cell more to look for.
    pub(super) fn add(&mut self, point: Point) {
        for level in &mut self.levels {
            let block = level.block(point);
            level.counts[block] += 1;
            if level.counts[block] == 1 {
                level.around(point, |near| *near += 1);
            }
        }
    }

    /// A cell less.
    pub(super) fn remove(&mut self, point: Point) {
        for level in &mut self.levels {
            let block = level.block(point);
            level.counts[block] -= 1;
            if level.counts[block] == 0 {
                level.around(point, |near| *near -= 1);
            }
        }
    }

    /// 2 to the power of this many columns and rows from here there is nothing
    /// to be missed; 0 when the next move may find it.
    #[inline]
    pub(super) fn shift(&self, point: Point) -> u32 {
        let mut shift = 0;
        for level in &self.levels {
            if level.near[level.block(point)] > 0 {
                break;
            }
            shift = level.shift;
        }
        shift
    }
}

impl Level {
    #[inline]
    const fn block(&self, point: Point) -> usize {
        (point.y >> self.shift) as usize * self.columns as usize + (point.x >> self.shift) as usize
    }

    /// Changes the block of a point and those around it.
    fn around(&mut self, point: Point, change: impl Fn(&mut u8)) {
        let (x, y) = (point.x >> self.shift, point.y >> self.shift);
        for row in y.saturating_sub(1)..=(y + 1).min(self.rows - 1) {
            for column in x.saturating_sub(1)..=(x + 1).min(self.columns - 1) {
                change(&mut self.near[row as usize * self.columns as usize + column as usize]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    #[test]
    fn no_stride_passes_what_is_looked_for() {
        let mut strides = Strides::new(300, 200);
        let sought = [Point::new(120, 77), Point::new(0, 0), Point::new(121, 78)];
        for point in sought {
            strides.add(point);
        }
        let mut longest = 0;
        for point in Rect::new(0, 0, 300, 200).points() {
            let stride = 1 << strides.shift(point);
            longest = longest.max(stride);
            for other in sought {
                let apart = other.x.abs_diff(point.x).max(other.y.abs_diff(point.y));
                assert!(apart > stride || stride == 1, "{point:?}");
            }
        }
        assert_eq!(longest, 64);
        for point in sought {
            strides.remove(point);
        }
        assert_eq!(strides.shift(Point::new(120, 77)), 10);
    }

    #[test]
    fn a_full_map_is_one_with_every_cell_added() {
        let mut one_by_one = Strides::new(70, 33);
        for point in Rect::new(0, 0, 70, 33).points() {
            one_by_one.add(point);
        }
        assert_eq!(one_by_one, Strides::full(70, 33));
    }
}
