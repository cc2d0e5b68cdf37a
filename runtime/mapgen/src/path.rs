//! The cheapest way between two cells: A*. With steps of one in four directions
//! and the distance without walls as estimate, what is left grows by 0 or 2 at
//! each step, so two lists are the whole queue; elsewhere it is a ring of them.
//! Memory is used again, and stamped instead of cleared.

use crate::grid::View;
use crate::queue::Queue;
use crate::{Cell, Direction, Gait, Point};

/// Looks for ways, with memory that is used again.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    cells: Vec<Visit>,
    search: u32,
    now: Vec<u32>,
    later: Vec<u32>,
    queue: Queue,
    way: Vec<Point>,
}

/// What a search knows about a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Visit {
    /// The search that wrote this.
    search: u32,
    /// Steps from the start, or what they count.
    steps: u32,
    /// The cell before.
    before: u32,
    is_done: bool,
}

impl Paths {
    /// A shortest way over open cells, from `from` to `to`, both included;
    /// empty when there is none.
    pub fn find<'a>(&mut self, grid: impl Into<View<'a>>, from: Point, to: Point) -> &[Point] {
        self.shortest(grid.into(), from, to, Cell::is_open_byte)
    }

    /// A cheapest way with a gait, from `from` to `to`, both included; empty
    /// when there is none. What it counts is what [`crate::Field`] measures
    /// from `from` to the goal `to`.
    pub fn find_on<'a>(
        &mut self,
        grid: impl Into<View<'a>>,
        gait: &Gait,
        from: Point,
        to: Point,
    ) -> &[Point] {
        let view = grid.into();
        if gait.is_plain() {
            self.shortest(view, from, to, |byte| gait.is_open(byte))
        } else {
            self.cheapest(view, gait, from, to)
        }
    }

    /// Begins a search; false if one of the ends is no place to be.
    fn begin(
        &mut self,
        view: View<'_>,
        from: Point,
        to: Point,
        is_open: impl Fn(u8) -> bool,
    ) -> bool {
        self.way.clear();
        let is_place = |point| view.get(point).is_some_and(&is_open);
        if !is_place(from) || !is_place(to) {
            return false;
        }
        let cells = view.cells().len();
        if self.cells.len() < cells {
            self.cells.resize(cells, Visit::default());
        }
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            // Once in four thousand million searches.
            self.cells.fill(Visit::default());
            self.search = 1;
        }
        let start = view.index(from);
        self.cells[start] = Visit {
            search: self.search,
            steps: 0,
            before: start as u32,
            is_done: false,
        };
        true
    }

    fn cheapest(&mut self, view: View<'_>, gait: &Gait, from: Point, to: Point) -> &[Point] {
        if !self.begin(view, from, to, |byte| gait.is_open(byte)) {
            return &self.way;
        }
        let least = gait.least();
        let goal = view.index(to);
        let left = gait.estimate(least, from, to);
        // The estimate can be wrong by one step both ways.
        self.queue.begin(left, 2 * gait.most());
        self.queue.push(left, view.index(from) as u32);
        while let Some((_, here)) = self.queue.pop() {
            let visit = &mut self.cells[here as usize];
            if visit.is_done {
                continue;
            }
            visit.is_done = true;
            let steps = visit.steps;
            if here as usize == goal {
                return self.trace(view, here);
            }
            gait.steps(view, here as usize, |next, direction| {
                let beyond = steps.saturating_add(gait.cost(view.cells()[next], direction));
                let visit = &mut self.cells[next];
                let is_known = visit.search == self.search;
                if is_known && (visit.is_done || visit.steps <= beyond) {
                    return;
                }
                *visit = Visit {
                    search: self.search,
                    steps: beyond,
                    before: here,
                    is_done: false,
                };
                let left = gait.estimate(least, view.point(next), to);
                self.queue.push(beyond.saturating_add(left), next as u32);
            });
        }
        &self.way
    }

    fn shortest(
        &mut self,
        view: View<'_>,
        from: Point,
        to: Point,
        is_open: impl Fn(u8) -> bool,
    ) -> &[Point] {
        if !self.begin(view, from, to, &is_open) {
            return &self.way;
        }
        let cells = view.cells();
        self.now.clear();
        self.later.clear();
        self.now.push(view.index(from) as u32);
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
            let point = view.point(here as usize);
            if point == to {
                return self.trace(view, here);
            }
            for direction in Direction::ALL {
                let Some(next) = point.toward(direction).filter(|next| next.x < view.width())
                else {
                    continue;
                };
                let index = view.index(next);
                if !cells.get(index).is_some_and(|&byte| is_open(byte)) {
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

    fn trace(&mut self, view: View<'_>, end: u32) -> &[Point] {
        let mut here = end;
        loop {
            self.way.push(view.point(here as usize));
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
    use crate::{Grid, Neighbors, Request, generate};

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
    fn diagonal_ways_cut_no_corner_and_mud_is_gone_around() {
        let check = |rows: &str, gait: &Gait, to: (u32, u32), expected: &[(u32, u32)]| {
            let grid = Grid::from_text(rows).expect("glyphs");
            let mut paths = Paths::default();
            let way = paths.find_on(&grid, gait, Point::new(0, 0), Point::new(to.0, to.1));
            let expected: Vec<Point> = expected.iter().map(|&(x, y)| Point::new(x, y)).collect();
            assert_eq!(way, expected, "{rows}");
        };
        let eight = Gait::default().with_neighbors(Neighbors::Eight);
        check("...\n...\n...", &eight, (2, 2), &[(0, 0), (1, 1), (2, 2)]);
        check(".#\n..", &eight, (1, 1), &[(0, 0), (0, 1), (1, 1)]);
        check(".#\n#.", &eight, (1, 1), &[]);
        let mud = Gait::default().with_cost(2, 9);
        check(
            ".,.\n...",
            &mud,
            (2, 0),
            &[(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)],
        );
        check(".,.", &mud, (2, 0), &[(0, 0), (1, 0), (2, 0)]);
        check(".,.", &mud.with_cost(2, 0), (2, 0), &[]);
        check(".+.", &Gait::default().with_cost(3, 0), (2, 0), &[]);
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
