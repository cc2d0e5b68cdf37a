//! What hangs together in a grid: floods, components, outlines, and the masks
//! of neighbors that choose a tile.
//!
//! One pass for all: generators, metrics and carts count parts with the same
//! code. Neighbors are the four beside a cell unless eight are asked for.

use super::Grid;
use crate::{Cell, Point};

/// Which cells count as neighbors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Neighbors {
    /// The four that share a side.
    #[default]
    Four,
    /// Those and the four that share a corner.
    Eight,
}

/// The connected parts of a grid's open cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Components {
    /// For each cell the number of its part from 1, in the order of their first
    /// cells; 0 where one cannot walk.
    pub labels: Vec<u32>,
    /// Cells of each part.
    pub sizes: Vec<u32>,
}

/// Steps to the neighbors: the four first, clockwise from the top.
pub const AROUND: [(i32, i32); 8] = [
    (0, -1),
    (1, 0),
    (0, 1),
    (-1, 0),
    (1, -1),
    (1, 1),
    (-1, 1),
    (-1, -1),
];

impl Grid {
    /// The neighbors of a cell that are in the grid, clockwise from the top.
    pub fn around(&self, point: Point, neighbors: Neighbors) -> impl Iterator<Item = Point> + '_ {
        let count = match neighbors {
            Neighbors::Four => 4,
            Neighbors::Eight => 8,
        };
        AROUND[..count].iter().filter_map(move |&(x, y)| {
            let x = point.x.checked_add_signed(x)?;
            let y = point.y.checked_add_signed(y)?;
            (x < self.width && y < self.height).then_some(Point::new(x, y))
        })
    }

    /// The neighbors on the four sides that one can walk on, clockwise from the
    /// top.
    pub(crate) fn ways(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        self.around(point, Neighbors::Four)
            .filter(|&next| self.is_open(next))
    }

    /// Replaces the byte at `start`, and every cell with the same byte that
    /// hangs together with it, by `value`; returns how many cells it was.
    pub fn flood(&mut self, start: Point, value: u8, neighbors: Neighbors) -> u32 {
        let Some(old) = self.get(start).filter(|&old| old != value) else {
            return 0;
        };
        self.set(start, value);
        let mut todo = vec![start];
        let mut count = 0;
        while let Some(point) = todo.pop() {
            count += 1;
            let same: [Option<Point>; 8] = {
                let mut found = self.around(point, neighbors);
                std::array::from_fn(|_| found.by_ref().find(|&next| self.get(next) == Some(old)))
            };
            for next in same.into_iter().flatten() {
                self.set(next, value);
                todo.push(next);
            }
        }
        count
    }

    /// The connected parts of the cells that one can walk on.
    pub fn components(&self, neighbors: Neighbors) -> Components {
        let mut labels = vec![0; self.cells.len()];
        let mut sizes: Vec<u32> = Vec::new();
        let mut todo = Vec::new();
        for index in 0..self.cells.len() {
            if labels[index] != 0 || !Cell::is_open_byte(self.cells[index]) {
                continue;
            }
            let label = sizes.len() as u32 + 1;
            labels[index] = label;
            todo.push(self.point(index));
            let mut size = 0;
            while let Some(point) = todo.pop() {
                size += 1;
                for next in self.around(point, neighbors) {
                    let at = self.index(next);
                    if labels[at] == 0 && Cell::is_open_byte(self.cells[at]) {
                        labels[at] = label;
                        todo.push(next);
                    }
                }
            }
            sizes.push(size);
        }
        Components { labels, sizes }
    }

    /// The cells with `value` that have a neighbor with another byte, or none
    /// because the grid ends there.
    pub fn outline(&self, value: u8, neighbors: Neighbors) -> Vec<Point> {
        let whole = match neighbors {
            Neighbors::Four => 4,
            Neighbors::Eight => 8,
        };
        self.find(value)
            .filter(|&point| {
                let same = |&next: &Point| self.get(next) == Some(value);
                self.around(point, neighbors).filter(same).count() < whole
            })
            .collect()
    }

    /// Which neighbors hold the same byte as the cell, as bits: up 1, right 2,
    /// down 4, left 8; with eight also right-up 16, right-down 32, left-down
    /// 64, left-up 128, each only where both sides beside the corner are set,
    /// so that 47 masks are left. Beyond the edge counts as the same.
    pub fn mask(&self, point: Point, neighbors: Neighbors) -> u8 {
        let Some(value) = self.get(point) else {
            return 0;
        };
        let same = |(x, y): (i32, i32)| {
            let x = point.x.checked_add_signed(x);
            let y = point.y.checked_add_signed(y);
            let next = x.zip(y).and_then(|(x, y)| self.get(Point::new(x, y)));
            next.is_none_or(|next| next == value)
        };
        let mut mask = 0;
        for (bit, &step) in AROUND[..4].iter().enumerate() {
            mask |= u8::from(same(step)) << bit;
        }
        if neighbors == Neighbors::Eight {
            for (corner, &step) in AROUND[4..].iter().enumerate() {
                let beside = 1 << corner | 1 << ((corner + 1) % 4);
                let full = mask & beside == beside && same(step);
                mask |= u8::from(full) << (corner + 4);
            }
        }
        mask
    }

    /// [`Grid::mask`] of every cell.
    #[must_use]
    pub fn autotiled(&self, neighbors: Neighbors) -> Grid {
        let mut masks = Grid::new(self.width, self.height, 0);
        for point in self.bounds().points() {
            masks.set(point, self.mask(point, neighbors));
        }
        masks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &str) -> Grid {
        Grid::from_text(rows).expect("glyphs of cells")
    }

    #[test]
    fn parts_are_counted_and_flooded() {
        let mut map = grid("#####\n#.#.#\n##.##\n#..##\n#####");
        let four = map.components(Neighbors::Four);
        assert_eq!(four.sizes, [1, 1, 3]);
        assert_eq!(map.components(Neighbors::Eight).sizes, [5]);
        assert_eq!(four.labels[map.index(Point::new(1, 3))], 3);
        assert_eq!(map.flood(Point::new(2, 2), 2, Neighbors::Four), 3);
        assert_eq!(map.flood(Point::new(2, 2), 2, Neighbors::Four), 0);
        assert_eq!(map.flood(Point::new(9, 9), 2, Neighbors::Four), 0);
        assert_eq!(map.to_text(), "#####\n#.#.#\n##,##\n#,,##\n#####\n");
        assert_eq!(map.flood(Point::new(1, 1), 4, Neighbors::Eight), 1);
    }

    #[test]
    fn outlines_and_masks() {
        let map = grid("###\n###\n##.");
        let wall = Cell::Wall.byte();
        assert_eq!(map.outline(wall, Neighbors::Four).len(), 7);
        assert_eq!(map.outline(wall, Neighbors::Eight).len(), 8);
        assert_eq!(map.mask(Point::new(1, 1), Neighbors::Four), 0b1111);
        assert_eq!(map.mask(Point::new(1, 1), Neighbors::Eight), 0b1101_1111);
        assert_eq!(map.mask(Point::new(2, 2), Neighbors::Eight), 0b0010_0110);
        assert_eq!(map.mask(Point::new(2, 1), Neighbors::Eight), 0b1001_1011);
        assert_eq!(map.mask(Point::new(9, 1), Neighbors::Eight), 0);
        let masks = map.autotiled(Neighbors::Eight);
        assert_eq!(masks.get(Point::new(0, 0)), Some(255));
    }
}
