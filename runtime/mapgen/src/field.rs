//! How far it is from every cell to the nearest of some goals, and which way
//! leads there: Dijkstra's algorithm with lists in place of a heap, and plain
//! breadth first where every step counts the same.

use crate::grid::View;
use crate::queue::Queue;
use crate::{Cell, Gait, Grid, Point};

/// The distance of cells that no way leads from.
pub const NO_WAY: u32 = u32::MAX;

/// The way that leads nowhere, see [`Field::flow`].
pub const NO_DIRECTION: u8 = u8::MAX;

/// Measures distances, with memory that is used again.
#[derive(Clone, Debug, Default)]
pub struct Field {
    distances: Vec<u32>,
    directions: Vec<u8>,
    row: Vec<u32>,
    queue: Queue,
}

impl Field {
    /// What the cheapest way counts from each cell to the nearest goal, row by
    /// row; [`NO_WAY`] where there is none. Each cell that is entered counts,
    /// so the goal's own cost does and the first cell's does not. Goals where
    /// one cannot walk are left out. In four directions with costs of 1 it is
    /// the number of steps. Sums end at 2^32 - 2.
    pub fn measure<'a>(
        &mut self,
        grid: impl Into<View<'a>>,
        gait: &Gait,
        goals: &[Point],
    ) -> &[u32] {
        self.spread(grid.into(), gait, goals);
        &self.distances
    }

    /// The direction of the first step of such a way from each cell, row by
    /// row: 1 to 8 for the entries of [`crate::grid::AROUND`], the first that
    /// fits; 0 at a goal, [`NO_DIRECTION`] where there is no way.
    pub fn flow<'a>(&mut self, grid: impl Into<View<'a>>, gait: &Gait, goals: &[Point]) -> &[u8] {
        let view = grid.into();
        self.spread(view, gait, goals);
        self.directions.clear();
        for (index, &distance) in self.distances.iter().enumerate() {
            let mut chosen = match distance {
                0 => 0,
                _ => NO_DIRECTION,
            };
            if distance != 0 && distance != NO_WAY {
                gait.steps(view, index, |next, direction| {
                    let rest = self.distances[next];
                    let step = gait.cost(view.cells()[next], direction);
                    if chosen == NO_DIRECTION && sum(rest, step) == distance {
                        chosen = direction as u8 + 1;
                    }
                });
            }
            self.directions.push(chosen);
        }
        &self.directions
    }

    /// The cell from which the way to the nearest goal counts most, the first
    /// of several, and how much; none if there is no goal.
    pub fn farthest<'a>(
        &mut self,
        grid: impl Into<View<'a>>,
        gait: &Gait,
        goals: &[Point],
    ) -> Option<(Point, u32)> {
        let view = grid.into();
        self.spread(view, gait, goals);
        let known = self.distances.iter().enumerate();
        let known = known.filter(|&(_, &distance)| distance != NO_WAY);
        // The first of the largest is the last of them from the end.
        let (index, &distance) = known.rev().max_by_key(|&(_, distance)| distance)?;
        Some((view.point(index), distance))
    }

    fn spread(&mut self, view: View<'_>, gait: &Gait, goals: &[Point]) {
        self.distances.clear();
        self.distances.resize(view.cells().len(), NO_WAY);
        let is_open = |&&goal: &&Point| view.get(goal).is_some_and(|byte| gait.is_open(byte));
        let goals = goals.iter().filter(is_open).map(|&goal| view.index(goal));
        if gait.is_plain() {
            let is_open = |byte| gait.is_open(byte);
            breadth_first(view, goals, is_open, &mut self.distances, &mut self.row);
            return;
        }
        self.queue.begin(0, gait.most());
        for goal in goals {
            self.distances[goal] = 0;
            self.queue.push(0, goal as u32);
        }
        while let Some((distance, cell)) = self.queue.pop() {
            let index = cell as usize;
            // It was found again, nearer.
            if self.distances[index] != distance {
                continue;
            }
            let byte = view.cells()[index];
            gait.steps(view, index, |next, direction| {
                let beyond = sum(distance, gait.cost(byte, direction));
                if beyond < self.distances[next] {
                    self.distances[next] = beyond;
                    self.queue.push(beyond, next as u32);
                }
            });
        }
    }
}

/// The sum of what ways count.
#[inline]
fn sum(distance: u32, step: u32) -> u32 {
    distance.saturating_add(step).min(NO_WAY - 1)
}

/// Steps from the nearest goal to every cell over open cells, 4-connected, into
/// `distances`, which all are [`NO_WAY`] before.
fn breadth_first(
    view: View<'_>,
    goals: impl Iterator<Item = usize>,
    is_open: impl Fn(u8) -> bool,
    distances: &mut [u32],
    queue: &mut Vec<u32>,
) {
    let cells = view.cells();
    let (width, all) = (view.width() as usize, cells.len());
    queue.clear();
    for goal in goals {
        distances[goal] = 0;
        queue.push(goal as u32);
    }
    let mut head = 0;
    while let Some(&here) = queue.get(head) {
        head += 1;
        let index = here as usize;
        let beyond = distances[index] + 1;
        let column = index % width;
        let mut visit = |next: usize| {
            if distances[next] == NO_WAY && is_open(cells[next]) {
                distances[next] = beyond;
                queue.push(next as u32);
            }
        };
        if index >= width {
            visit(index - width);
        }
        if column + 1 < width {
            visit(index + 1);
        }
        if index + width < all {
            visit(index + width);
        }
        if column > 0 {
            visit(index - 1);
        }
    }
}

impl Grid {
    /// Steps from `start` to every cell over open cells, 4-connected;
    /// `u32::MAX` where no way leads.
    pub fn distances(&self, start: Point) -> Vec<u32> {
        self.distances_from([start])
    }

    /// Steps to every cell from the nearest of `starts`, as [`Grid::distances`].
    pub fn distances_from(&self, starts: impl IntoIterator<Item = Point>) -> Vec<u32> {
        let mut distances = vec![NO_WAY; self.cells().len()];
        let mut queue = Vec::with_capacity(distances.len() / 2);
        let starts = starts.into_iter().filter(|&start| self.is_open(start));
        let starts = starts.map(|start| self.index(start));
        let is_open = Cell::is_open_byte;
        breadth_first(self.view(), starts, is_open, &mut distances, &mut queue);
        distances
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Neighbors;

    const FAR: u32 = NO_WAY;

    #[track_caller]
    fn check(rows: &str, gait: &Gait, goals: &[(u32, u32)], expected: &[u32]) {
        let grid = Grid::from_text(rows).expect("glyphs");
        let goals: Vec<Point> = goals.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let mut field = Field::default();
        assert_eq!(field.measure(&grid, gait, &goals), expected);
        let known = expected.iter().copied().filter(|&distance| distance != FAR);
        let farthest = field.farthest(&grid, gait, &goals);
        assert_eq!(farthest.map(|(_, distance)| distance), known.max());
    }

    #[test]
    fn distances_go_around_walls() {
        let plain = Gait::default();
        let rows = "...\n.#.\n#..";
        check(rows, &plain, &[(0, 0)], &[0, 1, 2, 1, FAR, 3, FAR, 5, 4]);
        check(
            rows,
            &plain,
            &[(0, 0), (1, 2)],
            &[0, 1, 2, 1, FAR, 2, FAR, 0, 1],
        );
        check(rows, &plain, &[(1, 1), (9, 9)], &[FAR; 9]);
        let grid = Grid::from_text(rows).expect("glyphs");
        let distances = grid.distances(Point::new(0, 0));
        assert_eq!(distances, [0, 1, 2, 1, FAR, 3, FAR, 5, 4]);
        assert!(grid.distances(Point::new(1, 1)).iter().all(|&d| d == FAR));
    }

    #[test]
    fn diagonal_steps_cut_no_corner() {
        let eight = Gait::default().with_neighbors(Neighbors::Eight);
        check("...\n...", &eight, &[(0, 0)], &[0, 5, 10, 5, 7, 12]);
        check(".#\n..", &eight, &[(0, 0)], &[0, FAR, 5, 10]);
        check(".#\n#.", &eight, &[(0, 0)], &[0, FAR, FAR, FAR]);
    }

    #[test]
    fn cells_cost_what_the_gait_says() {
        let mud = Gait::default().with_cost(2, 9).with_cost(0, 3);
        // The goal's cost counts, that of the first cell does not.
        check(".,.", &mud, &[(1, 0)], &[9, 0, 9]);
        check(".,.", &mud, &[(0, 0)], &[0, 1, 10]);
        check(".,.\n.#.", &mud, &[(0, 0)], &[0, 1, 6, 1, 2, 5]);
        let shut = Gait::default().with_cost(3, 0);
        check(".+.", &shut, &[(0, 0)], &[0, FAR, FAR]);
    }

    #[test]
    fn flows_lead_to_the_nearest_goal() {
        let grid = Grid::from_text("....\n.##.\n..#.").expect("glyphs");
        let mut field = Field::default();
        let goals = [Point::new(3, 2), Point::new(0, 0)];
        let flow = field.flow(&grid, &Gait::default(), &goals);
        assert_eq!(flow, [0, 4, 4, 3, 1, 255, 255, 3, 1, 4, 255, 0]);
        let far = field.farthest(&grid, &Gait::default(), &goals);
        assert_eq!(far, Some((Point::new(1, 2), 3)));
        assert_eq!(field.farthest(&grid, &Gait::default(), &[]), None);
    }
}
