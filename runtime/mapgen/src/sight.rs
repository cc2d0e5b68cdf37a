//! Field of view: which cells are seen from one, by symmetric shadowcasting as
//! Albert Ford describes it: a floor cell is seen when its middle is, so two
//! floor cells see each other or neither does. Slopes are fractions of
//! integers. Marks are stamped with the number of the look, so that nothing is
//! cleared and the size of the map does not matter.

use crate::Point;
use crate::grid::View;

/// Longest radius, in cells.
pub const FARTHEST: u32 = 4096;

/// Looks around, with memory that is used again.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    marks: Vec<u32>,
    look: u32,
    seen: Vec<Point>,
    rows: Vec<Row>,
}

/// A part of a row of a quadrant, between two slopes.
#[derive(Clone, Copy, Debug)]
struct Row {
    depth: i32,
    start: Slope,
    end: Slope,
}

/// Columns over rows; `down` is above 0.
#[derive(Clone, Copy, Debug)]
struct Slope {
    across: i32,
    down: i32,
}

/// One of the four quarters: where its rows and columns lead.
#[derive(Clone, Copy)]
struct Quadrant {
    row: (i32, i32),
    column: (i32, i32),
}

const QUADRANTS: [Quadrant; 4] = [
    Quadrant {
        row: (0, -1),
        column: (1, 0),
    },
    Quadrant {
        row: (1, 0),
        column: (0, 1),
    },
    Quadrant {
        row: (0, 1),
        column: (1, 0),
    },
    Quadrant {
        row: (-1, 0),
        column: (0, 1),
    },
];

impl Sight {
    /// The cells that are seen from `from` up to `radius` cells away, itself
    /// first, each once; nothing from outside of the grid. `blocks` says which
    /// bytes cannot be seen through; they are seen themselves. Between two walls
    /// that touch at a corner one sees through.
    pub fn look<'a>(
        &mut self,
        grid: impl Into<View<'a>>,
        from: Point,
        radius: u32,
        blocks: impl Fn(u8) -> bool,
    ) -> &[Point] {
        let grid = grid.into();
        self.seen.clear();
        let cells = grid.cells().len();
        if self.marks.len() < cells {
            self.marks.resize(cells, 0);
        }
        self.look = self.look.wrapping_add(1);
        if self.look == 0 {
            // Once in four thousand million looks.
            self.marks.fill(0);
            self.look = 1;
        }
        if grid.get(from).is_none() {
            return &self.seen;
        }
        self.mark(grid, from);
        let radius = radius.min(FARTHEST) as i32;
        for quadrant in QUADRANTS {
            self.rows.push(Row {
                depth: 1,
                start: Slope {
                    across: -1,
                    down: 1,
                },
                end: Slope { across: 1, down: 1 },
            });
            while let Some(row) = self.rows.pop() {
                if row.depth <= radius {
                    self.scan(grid, from, radius, quadrant, row, &blocks);
                }
            }
        }
        &self.seen
    }

    /// True when the last look saw the cell.
    pub fn is_seen<'a>(&self, grid: impl Into<View<'a>>, point: Point) -> bool {
        let grid = grid.into();
        let is_inside = grid.get(point).is_some();
        is_inside && self.marks.get(grid.index(point)) == Some(&self.look)
    }

    fn scan(
        &mut self,
        grid: View<'_>,
        from: Point,
        radius: i32,
        quadrant: Quadrant,
        mut row: Row,
        blocks: &impl Fn(u8) -> bool,
    ) {
        let depth = row.depth;
        // Within a circle; the half cell makes it round.
        let most = radius * (radius + 1) - depth * depth;
        let (first, last) = (row.start.first(depth), row.end.last(depth));
        let mut before = None;
        for column in first..=last {
            let x = quadrant.row.0 * depth + quadrant.column.0 * column;
            let y = quadrant.row.1 * depth + quadrant.column.1 * column;
            let point = from
                .x
                .checked_add_signed(x)
                .zip(from.y.checked_add_signed(y))
                .map(|(x, y)| Point::new(x, y));
            let byte = point.and_then(|point| grid.get(point));
            let is_wall = byte.is_none_or(blocks);
            if let Some(point) = point.filter(|_| byte.is_some() && column * column <= most) {
                let is_between =
                    row.start.is_before(column, depth) && row.end.is_after(column, depth);
                if is_wall || is_between {
                    self.mark(grid, point);
                }
            }
            let slope = Slope {
                across: 2 * column - 1,
                down: 2 * depth,
            };
            match before {
                Some(true) if !is_wall => row.start = slope,
                Some(false) if is_wall => self.rows.push(Row {
                    depth: depth + 1,
                    start: row.start,
                    end: slope,
                }),
                _ => {}
            }
            before = Some(is_wall);
        }
        if before == Some(false) {
            self.rows.push(Row {
                depth: depth + 1,
                ..row
            });
        }
    }

    #[inline]
    fn mark(&mut self, grid: View<'_>, point: Point) {
        let mark = &mut self.marks[grid.index(point)];
        if *mark != self.look {
            *mark = self.look;
            self.seen.push(point);
        }
    }
}

impl Slope {
    /// The first column of a row that the slope touches: halves go up.
    const fn first(self, depth: i32) -> i32 {
        (2 * depth * self.across + self.down).div_euclid(2 * self.down)
    }

    /// The last column that it touches: halves go down.
    const fn last(self, depth: i32) -> i32 {
        -((self.down - 2 * depth * self.across).div_euclid(2 * self.down))
    }

    /// True when a column's middle is at the slope or after it.
    const fn is_before(self, column: i32, depth: i32) -> bool {
        column * self.down >= depth * self.across
    }

    /// True when a column's middle is at the slope or before it.
    const fn is_after(self, column: i32, depth: i32) -> bool {
        column * self.down <= depth * self.across
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Grid, Request, generate};

    fn blocks(byte: u8) -> bool {
        !Cell::is_clear_byte(byte)
    }

    #[track_caller]
    fn check(rows: &str, from: (u32, u32), radius: u32, expected: &str) {
        let grid = Grid::from_text(rows).expect("glyphs");
        let mut sight = Sight::default();
        sight.look(&grid, Point::new(from.0, from.1), radius, blocks);
        let mut told = String::new();
        for y in 0..grid.height() {
            for x in 0..grid.width() {
                let is_seen = sight.is_seen(&grid, Point::new(x, y));
                told.push(if is_seen { 'x' } else { '-' });
            }
            told.push('\n');
        }
        assert_eq!(told, expected);
    }

    #[test]
    fn walls_hide_what_is_behind_them() {
        check(
            "######\n#....#\n#.##.#\n#....#\n######",
            (1, 1),
            9,
            "xxxxxx\nxxxxxx\nxxxx-x\nxxx---\nxxx---\n",
        );
        check(
            ".......\n.......\n.......\n.......\n.......",
            (3, 2),
            2,
            "--xxx--\n-xxxxx-\n-xxxxx-\n-xxxxx-\n--xxx--\n",
        );
        check("###\n###\n###", (1, 1), 5, "xxx\nxxx\nxxx\n");
        check("..", (5, 0), 5, "--\n");
        check(".#.", (0, 0), 0, "x--\n");
    }

    #[test]
    fn two_floor_cells_see_each_other_or_neither_does() {
        let mut sight = Sight::default();
        let mut back = Sight::default();
        for seed in 0..3 {
            let request = Request::new(seed).sized(64, 48);
            let map = generate("caves", &request).expect("a map");
            let grid = &map.grid;
            let open = |point: &Point| grid.is_open(*point);
            for from in grid.bounds().points().filter(open).step_by(97) {
                let seen: Vec<Point> = sight.look(grid, from, 20, blocks).to_vec();
                for to in grid.bounds().points().filter(open) {
                    let there = sight.is_seen(grid, to);
                    assert_eq!(there, seen.contains(&to));
                    if there || to.x.abs_diff(from.x) < 6 {
                        back.look(grid, to, 20, blocks);
                        assert_eq!(there, back.is_seen(grid, from), "{from:?} {to:?}");
                    }
                }
            }
        }
    }
}
