//! Rivers: every cell of land knows which neighbor leads down to the sea, so
//! that a river from anywhere gets there, and rivers that meet run on as one.
//!
//! The ways down come from flooding the land from the sea upwards, level by
//! level (priority flood): a hollow is left over its lowest rim.

use crate::{Direction, Point};

/// For each cell the direction of its way down, as the place in
/// [`Direction::ALL`]; [`SEA`] for the sea and the map's edge.
#[derive(Clone, Debug)]
pub(super) struct Slopes {
    width: u32,
    ways: Vec<u8>,
}

const SEA: u8 = 4;
const UNKNOWN: u8 = 5;

impl Slopes {
    /// The ways down to what is lower than `sea`, or to the map's edge.
    pub(super) fn new(width: u32, height: u32, heights: &[u8], sea: u16) -> Slopes {
        let mut ways = vec![UNKNOWN; heights.len()];
        let mut levels: Vec<Vec<u32>> = vec![Vec::new(); 256];
        for (index, &level) in heights.iter().enumerate() {
            let (x, y) = (index as u32 % width, index as u32 / width);
            let is_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
            if is_edge || u16::from(level) < sea {
                ways[index] = SEA;
                levels[usize::from(level)].push(index as u32);
            }
        }
        for level in 0..levels.len() {
            while let Some(index) = levels[level].pop() {
                let point = Point::new(index % width, index / width);
                for (number, way) in (0..).zip(Direction::ALL) {
                    let Some(next) = point.toward(way) else {
                        continue;
                    };
                    let at = next.y as usize * width as usize + next.x as usize;
                    if next.x < width && ways.get(at) == Some(&UNKNOWN) {
                        // Back is two quarter turns on.
                        ways[at] = (number + 2) % 4;
                        levels[usize::from(heights[at]).max(level)].push(at as u32);
                    }
                }
            }
        }
        Slopes { width, ways }
    }

    /// The next cell on the way down; none in the sea.
    pub(super) fn down(&self, point: Point) -> Option<Point> {
        let way = self.ways[point.y as usize * self.width as usize + point.x as usize];
        point.toward(*Direction::ALL.get(usize::from(way))?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hollow_is_left_over_its_lowest_rim() {
        let heights = [
            9, 9, 9, 9, 9, 9, //
            9, 9, 9, 9, 9, 9, //
            9, 5, 2, 7, 1, 9, //
            9, 9, 9, 9, 9, 9, //
            9, 9, 9, 9, 9, 9,
        ];
        let slopes = Slopes::new(6, 5, &heights, 2);
        let mut point = Point::new(1, 2);
        let mut way = Vec::new();
        while let Some(next) = slopes.down(point) {
            way.push(next.x);
            point = next;
        }
        assert_eq!(way, [2, 3, 4]);
    }
}
