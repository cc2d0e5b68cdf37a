//! The shortest way between two cells: A* in four directions. With steps of
//! one and the distance without walls as estimate, what is left grows by 0 or 2
//! at each step, so two lists are the whole queue. Memory is used again, and
//! stamped instead of cleared.

use crate::{Cell, Direction, Grid, Point};

/// Looks for ways, with memory that is used again.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    cells: Vec<Visit>,
    search: u32,
    now: Vec<u32>,
    later: Vec<u32>,
    way: Vec<Point>,
}

/// What a search knows about a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// The search that wrote this.
    search: u32,
    /// Steps from the start.
    steps: u32,
    /// The cell before.
    before: u32,
    is_done: bool,
}

impl Paths {
    /// A shortest way over open cells, from `from` to `to`, both included;
    /// empty when there is none.
    pub fn find(&mut self, grid: &Grid, from: Point, to: Point) -> &[Point] {
        self.way.clear();
        if !grid.is_open(from) || !grid.is_open(to) {
            return &self.way;
        }
        let cells = grid.cells();
        if self.cells.len() < cells.len() {
            self.cells.resize(cells.len(), Visit::default());
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // Once in four thousand million searches.
            self.cells.fill(Visit::default());
            self.search = 1;
        }
        self.now.clear();
        self.later.clear();
        let start = grid.index(from) as u32;
        self.cells[start as usize] = Visit {
            search: self.search,
            steps: 0,
            before: start,
            is_done: false,
        };
        self.now.push(start);
        loop {
            let Some(here) = self.now.pop() else {
                std::mem::swap(&mut self.now, &mut self.later);
                if self.now.is_empty() {
                    return &self.way;
                }
                continue;
            };
            let visit = &mut self.cells[here as usize];
            if visit.is_done {
                continue;
            }
            visit.is_done = true;
            let steps = visit.steps;
            let point = grid.point(here as usize);
            if point == to {
                return self.trace(grid, here);
            }
            for direction in Direction::ALL {
                let Some(next) = point.toward(direction).filter(|next| next.x < grid.width())
                else {
                    continue;
                };
                let index = grid.index(next);
                if !cells
                    .get(index)
                    .is_some_and(|&byte| Cell::is_open_byte(byte))
                {
                    continue;
                }
                let visit = &mut self.cells[index];
                let is_known = visit.search == self.search;
                if is_known && (visit.is_done || visit.steps <= steps + 1) {
                    continue;
                }
                *visit = Visit {
                    search: self.search,
                    steps: steps + 1,
                    before: here,
                    is_done: false,
                };
                if next.steps_to(to) < point.steps_to(to) {
                    self.now.push(index as u32);
                } else {
                    self.later.push(index as u32);
                }
            }
        }
    }

    fn trace(&mut self, grid: &Grid, end: u32) -> &[Point] {
        let mut here = end;
        loop {
            self.way.push(grid.point(here as usize));
            let before = self.cells[here as usize].before;
            if before == here {
                break;
            }
            here = before;
        }
        self.way.reverse();
        &self.way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Neighbors, Request, generate};

    #[test]
    fn ways_are_shortest_and_lead_over_open_cells() {
        let mut paths = Paths::default();
        for (name, seed) in [
            ("caves", 1),
            ("bsp", 2),
            ("subdivide", 3),
            ("maze", 4),
            ("qr", 5),
        ] {
            let map = generate(name, &Request::new(seed)).expect("a map");
            let grid = &map.grid;
            let open = |point: &Point| grid.is_open(*point);
            let points: Vec<Point> = grid.bounds().points().filter(open).step_by(61).collect();
            for &from in &points {
                let distances = grid.distances(from);
                for &to in &points {
                    let way = paths.find(grid, from, to);
                    let expected = distances[grid.index(to)];
                    if expected == u32::MAX {
                        assert!(way.is_empty(), "{name}");
                        continue;
                    }
                    assert_eq!(way.len() as u32, expected + 1, "{name} {from:?} {to:?}");
                    assert_eq!((way[0], way[way.len() - 1]), (from, to));
                    let is_step = |pair: &[Point]| {
                        grid.is_open(pair[1])
                            && grid.around(pair[0], Neighbors::Four).any(|p| p == pair[1])
                    };
                    assert!(way.windows(2).all(is_step));
                }
            }
        }
    }

    #[test]
    fn no_way_leads_into_walls_or_outside() {
        let grid = Grid::from_text("..#.\n..#.").expect("glyphs");
        let mut paths = Paths::default();
        let [a, b, wall] = [Point::new(0, 0), Point::new(3, 1), Point::new(2, 0)];
        assert!(paths.find(&grid, a, b).is_empty());
        assert!(paths.find(&grid, a, wall).is_empty());
        assert!(paths.find(&grid, Point::new(9, 9), a).is_empty());
        assert_eq!(paths.find(&grid, a, a), [a]);
        assert_eq!(paths.find(&grid, a, Point::new(1, 1)).len(), 3);
    }
}
