//! Fewest walls to dig through, moving in eight directions: a breadth-first
//! search with steps that cost nothing or one.

use std::collections::VecDeque;

use crate::{Grid, Neighbors, Point};

/// For every cell, through how many walls the way from `start` leads at least,
/// the cell itself included; `u32::MAX` outside of what was searched.
pub fn digs(grid: &Grid, start: Point) -> Vec<u32> {
    let mut digs = vec![u32::MAX; grid.cells().len()];
    if grid.get(start).is_none() {
        return digs;
    }
    digs[grid.index(start)] = 0;
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some((point, walls)) = queue.pop_front() {
        if walls > digs[grid.index(point)] {
            continue;
        }
        for next in grid.around(point, Neighbors::Eight) {
            let is_open = grid.is_open(next);
            let beyond = walls + u32::from(!is_open);
            let place = grid.index(next);
            if beyond >= digs[place] {
                continue;
            }
            digs[place] = beyond;
            if is_open {
                queue.push_front((next, beyond));
            } else {
                queue.push_back((next, beyond));
            }
        }
    }
    digs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_around_cost_nothing() {
        let grid = Grid::from_text(".#.\n###\n.##\n#..").expect("glyphs");
        let found = digs(&grid, Point::new(0, 0));
        assert_eq!(found, [0, 1, 1, 1, 1, 2, 1, 2, 2, 2, 1, 1]);
        let maze = Grid::from_text("....\n###.\n....").expect("glyphs");
        assert_eq!(
            digs(&maze, Point::new(0, 0))[maze.index(Point::new(0, 2))],
            0
        );
    }
}
