//! Grids put together and turned: copies of a part, quarter turns, mirrors.

use super::Grid;
use crate::{Point, Rect};

impl Grid {
    /// The part of the grid in `rect`, as a grid of its own.
    #[must_use]
    pub fn part(&self, rect: Rect) -> Grid {
        let right = rect.x.saturating_add(rect.w).min(self.width);
        let bottom = rect.y.saturating_add(rect.h).min(self.height);
        let (x, y) = (rect.x.min(right), rect.y.min(bottom));
        let mut part = Grid::new(right - x, bottom - y, 0);
        part.cells.clear();
        for y in y..bottom {
            part.cells
                .extend_from_slice(&self.row(y)[x as usize..right as usize]);
        }
        part
    }

    /// Copies `source` to here with its left upper corner at (x, y), which may
    /// be outside. Cells that hold `clear` are left out.
    pub fn blit(&mut self, source: &Grid, x: i32, y: i32, clear: Option<u8>) {
        for row in 0..source.height {
            let to_y = i64::from(y) + i64::from(row);
            if !(0..i64::from(self.height)).contains(&to_y) {
                continue;
            }
            for (column, &value) in source.row(row).iter().enumerate() {
                let to_x = i64::from(x) + column as i64;
                let inside = (0..i64::from(self.width)).contains(&to_x);
                if inside && clear != Some(value) {
                    self.set(Point::new(to_x as u32, to_y as u32), value);
                }
            }
        }
    }

    /// The grid turned clockwise by so many quarter turns; negative turns go back.
    #[must_use]
    pub fn rotated(&self, quarters: i32) -> Grid {
        let (w, h) = (self.width, self.height);
        match quarters.rem_euclid(4) {
            0 => self.clone(),
            1 => self.mapped(h, w, |x, y| Point::new(y, h - 1 - x)),
            2 => self.mapped(w, h, |x, y| Point::new(w - 1 - x, h - 1 - y)),
            _ => self.mapped(h, w, |x, y| Point::new(w - 1 - y, x)),
        }
    }

    /// The grid with left and right exchanged.
    #[must_use]
    pub fn mirrored_left_right(&self) -> Grid {
        let w = self.width;
        self.mapped(w, self.height, |x, y| Point::new(w - 1 - x, y))
    }

    /// The grid with top and bottom exchanged.
    #[must_use]
    pub fn mirrored_top_bottom(&self) -> Grid {
        let h = self.height;
        self.mapped(self.width, h, |x, y| Point::new(x, h - 1 - y))
    }

    /// A grid whose cell (x, y) is the one of this grid at `from(x, y)`.
    fn mapped(&self, width: u32, height: u32, from: impl Fn(u32, u32) -> Point) -> Grid {
        let mut grid = Grid::new(width, height, 0);
        let mut index = 0;
        for y in 0..height {
            for x in 0..width {
                grid.cells[index] = self.cells[self.index(from(x, y))];
                index += 1;
            }
        }
        grid
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[&[u8]]) -> Grid {
        let mut grid = Grid::new(rows[0].len() as u32, rows.len() as u32, 0);
        grid.cells = rows.concat();
        grid
    }

    #[test]
    fn turns_and_mirrors() {
        let one = grid(&[&[1, 2, 3], &[4, 5, 6]]);
        assert_eq!(one.rotated(1), grid(&[&[4, 1], &[5, 2], &[6, 3]]));
        assert_eq!(one.rotated(2), grid(&[&[6, 5, 4], &[3, 2, 1]]));
        assert_eq!(one.rotated(-1), one.rotated(3));
        assert_eq!(one.rotated(3).rotated(1), one);
        assert_eq!(one.mirrored_left_right(), grid(&[&[3, 2, 1], &[6, 5, 4]]));
        assert_eq!(one.mirrored_top_bottom(), grid(&[&[4, 5, 6], &[1, 2, 3]]));
        assert_eq!(Grid::new(0, 2, 0).rotated(1).height(), 0);
    }

    #[test]
    fn copies_are_clipped() {
        let small = grid(&[&[1, 2], &[3, 4]]);
        let mut big = Grid::new(3, 3, 0);
        big.blit(&small, -1, 2, None);
        big.blit(&small, 2, 0, Some(1));
        assert_eq!(big, grid(&[&[0, 0, 0], &[0, 0, 3], &[2, 0, 0]]));
        assert_eq!(big.part(Rect::new(2, 1, 9, 9)), grid(&[&[3], &[0]]));
        assert_eq!(big.part(Rect::new(7, 7, 1, 1)).cells(), [0_u8; 0]);
    }
}
