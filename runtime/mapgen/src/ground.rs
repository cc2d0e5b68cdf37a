//! Ground that is dug cell by cell: how much of it there is, and where it can
//! still grow. Generators that dig from what is open already share it, so that
//! their floor is one part by construction.

use dice::Stream;

use crate::draw::between;
use crate::recorder::{Canvas, Recorder};
use crate::{Cell, Direction, Grid, Neighbors, Point, Rect};

/// The open cells of a map that is being dug.
#[derive(Clone, Debug)]
pub(crate) struct Ground {
    inner: Rect,
    /// Where it begins.
    origin: Point,
    open: u32,
    /// Open cells that may have a wall beside them, each once.
    edges: Vec<Point>,
}

impl Ground {
    /// No ground yet, on a map of this size, whose outermost cells stay walls.
    pub(crate) const fn new(width: u32, height: u32) -> Ground {
        let inner = Rect::new(0, 0, width, height).inset(1);
        Ground {
            inner,
            origin: inner.center(),
            open: 0,
            edges: Vec::new(),
        }
    }

    /// The largest part of a map, which begins where it is nearest to the
    /// middle; parts apart from it are left as they are.
    pub(crate) fn on(grid: &Grid) -> Ground {
        let mut ground = Ground::new(grid.width(), grid.height());
        let parts = grid.components(Neighbors::Four);
        let sizes = (1..).zip(&parts.sizes);
        let Some((largest, _)) = sizes.max_by_key(|&(part, size)| (size, std::cmp::Reverse(part)))
        else {
            return ground;
        };
        let points = ground.inner.points();
        ground.edges = points
            .filter(|&point| parts.labels[grid.index(point)] == largest)
            .collect();
        ground.open = ground.edges.len() as u32;
        let middle = ground.origin;
        let nearest = ground.edges.iter().min_by_key(|it| it.steps_to(middle));
        ground.origin = nearest.copied().unwrap_or(middle);
        ground
    }

    /// Where it begins: in the middle of the map, or near it.
    pub(crate) const fn origin(&self) -> Point {
        self.origin
    }

    /// All cells that can be dug.
    pub(crate) const fn inner(&self) -> Rect {
        self.inner
    }

    /// The open cells that may have a wall beside them.
    pub(crate) fn cells(&self) -> &[Point] {
        &self.edges
    }

    /// How many cells are open.
    pub(crate) const fn open(&self) -> u32 {
        self.open
    }

    /// So many thousandths of all cells that can be dug; two at least, for the
    /// start and the exit.
    pub(crate) const fn share(&self, thousandths: u32) -> u32 {
        let cells = self.inner.area() * thousandths as u64 / 1000;
        if cells < 2 { 2 } else { cells as u32 }
    }

    /// Opens a cell that can be dug; false if it was open.
    #[inline]
    pub(crate) fn dig<R: Recorder>(&mut self, canvas: &mut Canvas<R>, point: Point) -> bool {
        if canvas.is_open(point) {
            return false;
        }
        canvas.set(point, Cell::Floor);
        self.open += 1;
        self.edges.push(point);
        true
    }

    /// Any open cell at the edge of the ground, and any of the walls beside it;
    /// `None` when nothing is left to dig, or no ground is there to begin with.
    pub(crate) fn edge<R: Recorder>(
        &mut self,
        canvas: &Canvas<R>,
        stream: &mut Stream,
    ) -> Option<(Point, Point)> {
        while let Some(last) = (self.edges.len() as u32).checked_sub(1) {
            let place = between(stream, 0, last) as usize;
            let here = self.edges[place];
            let mut walls = [here; 4];
            let mut count = 0;
            for direction in Direction::ALL {
                let next = here.toward(direction);
                let is_wall = |next: &Point| self.inner.contains(*next) && !canvas.is_open(*next);
                if let Some(next) = next.filter(is_wall) {
                    walls[count as usize] = next;
                    count += 1;
                }
            }
            if count > 0 {
                let wall = walls[between(stream, 0, count - 1) as usize];
                return Some((here, wall));
            }
            // Walls only become fewer, so it never is at the edge again.
            self.edges.swap_remove(place);
        }
        None
    }
}
