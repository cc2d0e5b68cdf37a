//! Sites and which one is nearest: for each square of cells the few sites that
//! can be the nearest of any of its cells are gathered first, and then every
//! cell asks only those. Distances are whole numbers; of two sites equally far
//! away the one with the smaller number wins.

use dice::Stream;

use crate::draw::{between, point_in};
use crate::{Point, Rect};

/// Cells on a side of a square.
pub(super) const SQUARE: u32 = 16;

/// How far apart two cells are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Metric {
    /// Straight; squared, which puts distances in the same order.
    Euclidean,
    /// Along rows and columns.
    Manhattan,
    /// As a king of chess goes.
    Chebyshev,
}

impl Metric {
    /// The distance over so many columns and rows.
    #[inline]
    const fn of(self, columns: u32, rows: u32) -> u32 {
        match self {
            Metric::Euclidean => columns * columns + rows * rows,
            Metric::Manhattan => columns + rows,
            Metric::Chebyshev if columns > rows => columns,
            Metric::Chebyshev => rows,
        }
    }
}

/// Points, found by where they are.
#[derive(Clone, Debug)]
pub(super) struct Sites {
    width: u32,
    height: u32,
    metric: Metric,
    points: Vec<Point>,
    /// Cells on a side of a bucket, and buckets side by side.
    side: u32,
    across: u32,
    down: u32,
    /// The numbers of the sites bucket by bucket, and where each begins.
    order: Vec<u32>,
    firsts: Vec<u32>,
    /// Sites for the square at hand.
    near: Vec<(u32, Point)>,
}

impl Sites {
    /// So many sites on cells inside the map's edge; those that fall on one
    /// cell are one.
    pub(super) fn new(
        width: u32,
        height: u32,
        metric: Metric,
        count: u32,
        stream: &mut Stream,
    ) -> Sites {
        let inside = Rect::new(1, 1, width - 2, height - 2);
        let points = (0..count.max(1))
            .map(|_| point_in(stream, inside))
            .collect();
        let mut sites = Sites {
            width,
            height,
            metric,
            points,
            side: 1,
            across: 1,
            down: 1,
            order: Vec::new(),
            firsts: Vec::new(),
            near: Vec::new(),
        };
        sites.sort();
        sites
    }

    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }

    /// Moves the sites to these points.
    pub(super) fn move_to(&mut self, points: Vec<Point>) {
        self.points = points;
        self.sort();
    }

    /// Brings points into reading order, each once, and into buckets of about
    /// two.
    fn sort(&mut self) {
        self.points.sort_unstable_by_key(|point| (point.y, point.x));
        self.points.dedup();
        let cells = u64::from(self.width) * u64::from(self.height);
        let a_bucket = cells * 2 / self.points.len() as u64;
        self.side = (a_bucket.isqrt() as u32).max(4);
        self.across = self.width.div_ceil(self.side);
        self.down = self.height.div_ceil(self.side);
        let bucket = |point: &Point| point.y / self.side * self.across + point.x / self.side;
        self.firsts.clear();
        self.firsts
            .resize((self.across * self.down) as usize + 1, 0);
        for point in &self.points {
            self.firsts[bucket(point) as usize + 1] += 1;
        }
        for number in 1..self.firsts.len() {
            self.firsts[number] += self.firsts[number - 1];
        }
        let mut next = self.firsts.clone();
        self.order.clear();
        self.order.resize(self.points.len(), 0);
        for (number, point) in (0..).zip(&self.points) {
            let place = &mut next[bucket(point) as usize];
            self.order[*place as usize] = number;
            *place += 1;
        }
    }

    /// Writes the number of the nearest site to every cell of the square with
    /// this left upper corner; `regions` has a number a cell of the map.
    pub(super) fn assign(&mut self, left: u32, top: u32, regions: &mut [u32]) {
        let right = (left + SQUARE).min(self.width);
        let bottom = (top + SQUARE).min(self.height);
        let square = Rect::new(left, top, right - left, bottom - top);
        self.gather(square);
        // A loop of its own for each metric, which the compiler turns into one
        // over many cells at once.
        match self.metric {
            Metric::Euclidean => self.ask(square, regions, |x, y| x * x + y * y),
            Metric::Manhattan => self.ask(square, regions, |x, y| x.abs() + y.abs()),
            Metric::Chebyshev => self.ask(square, regions, |x, y| x.abs().max(y.abs())),
        }
    }

    /// Asks the sites that were gathered for their distance to each cell.
    fn ask(&self, square: Rect, regions: &mut [u32], distance: impl Fn(i32, i32) -> i32) {
        for y in square.y..square.bottom() {
            let mut best = [i32::MAX; SQUARE as usize];
            let mut nearest = [0; SQUARE as usize];
            for &(number, site) in &self.near {
                let rows = site.y as i32 - y as i32;
                let columns = site.x as i32 - square.x as i32;
                for (x, (best, nearest)) in (0..).zip(best.iter_mut().zip(&mut nearest)) {
                    let distance = distance(columns - x, rows);
                    let is_nearer = distance < *best;
                    *best = if is_nearer { distance } else { *best };
                    *nearest = if is_nearer { number } else { *nearest };
                }
            }
            let start = y as usize * self.width as usize + square.x as usize;
            regions[start..start + square.w as usize]
                .copy_from_slice(&nearest[..square.w as usize]);
        }
    }

    /// Gathers the sites that can be nearest to a cell of the square, in the
    /// order of their numbers.
    fn gather(&mut self, square: Rect) {
        self.near.clear();
        let center = square.center();
        let (column, row) = (center.x / self.side, center.y / self.side);
        let mut found: Vec<(u32, u32)> = Vec::new();
        // The farthest that the nearest site of a cell can be.
        let mut most = u32::MAX;
        for ring in 0..self.across.max(self.down) {
            if ring > 1 {
                // Beyond the rings that were seen, at least so far from the
                // square, whose cells are no farther than its half side.
                let gap = (ring - 1) * self.side;
                if gap > SQUARE && self.metric.of(gap - SQUARE, 0) > most {
                    break;
                }
            }
            let rows = row.saturating_sub(ring)..=(row + ring).min(self.down - 1);
            for y in rows {
                let is_end = y.abs_diff(row) == ring;
                let columns = column.saturating_sub(ring)..=(column + ring).min(self.across - 1);
                for x in columns {
                    if !is_end && x.abs_diff(column) != ring {
                        continue;
                    }
                    let bucket = (y * self.across + x) as usize;
                    let range = self.firsts[bucket] as usize..self.firsts[bucket + 1] as usize;
                    for &number in &self.order[range] {
                        let site = self.points[number as usize];
                        let (least, far) = self.span(site, square);
                        most = most.min(far);
                        if least <= most {
                            found.push((number, least));
                        }
                    }
                }
            }
        }
        found.retain(|&(_, least)| least <= most);
        found.sort_unstable();
        let points = &self.points;
        let near = found
            .iter()
            .map(|&(number, _)| (number, points[number as usize]));
        self.near.extend(near);
    }

    /// The least and the greatest distance from a site to a cell of the square.
    fn span(&self, site: Point, square: Rect) -> (u32, u32) {
        let side = |at: u32, low: u32, high: u32| {
            let least = low.saturating_sub(at) + at.saturating_sub(high);
            (least, at.abs_diff(low).max(at.abs_diff(high)))
        };
        let across = side(site.x, square.x, square.right() - 1);
        let down = side(site.y, square.y, square.bottom() - 1);
        (
            self.metric.of(across.0, down.0),
            self.metric.of(across.1, down.1),
        )
    }
}

/// The middle of each region, for Lloyd's relaxation; regions of no cell stay.
pub(super) fn middles(points: &[Point], regions: &[u32], width: u32, height: u32) -> Vec<Point> {
    let mut sums = vec![(0_u64, 0_u64, 0_u64); points.len()];
    for (row, y) in regions.chunks_exact(width as usize).zip(0_u64..) {
        for (&region, x) in row.iter().zip(0_u64..) {
            let sum = &mut sums[region as usize];
            *sum = (sum.0 + x, sum.1 + y, sum.2 + 1);
        }
    }
    let middle = |(&point, &(x, y, count)): (&Point, &(u64, u64, u64))| {
        let (Some(x), Some(y)) = (x.checked_div(count), y.checked_div(count)) else {
            return point;
        };
        Point::new(
            (x as u32).clamp(1, width - 2),
            (y as u32).clamp(1, height - 2),
        )
    };
    points.iter().zip(&sums).map(middle).collect()
}

/// A site for so many cells of the map; fewer where it is small.
pub(super) fn count(width: u32, height: u32, wished: Option<u32>) -> u32 {
    const FOR_A_SITE: u64 = 120;
    let cells = u64::from(width - 2) * u64::from(height - 2);
    let by_area = (cells / FOR_A_SITE).clamp(1, 1 << 20) as u32;
    // Regions of fewer cells are nothing but walls.
    wished.unwrap_or(by_area).min((cells / 9).max(1) as u32)
}

/// Any number of the list; `None` for an empty one.
pub(super) fn any<T: Copy>(list: &[T], stream: &mut Stream) -> Option<T> {
    let last = list.len().checked_sub(1)? as u32;
    list.get(between(stream, 0, last) as usize).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Seed;

    #[test]
    fn every_cell_belongs_to_the_nearest_site() {
        for metric in [Metric::Euclidean, Metric::Manhattan, Metric::Chebyshev] {
            for (width, height, count) in [(4, 4, 1), (70, 45, 30), (200, 9, 3), (33, 64, 200)] {
                let mut stream = Seed::new(u64::from(count)).stream();
                let mut sites = Sites::new(width, height, metric, count, &mut stream);
                let mut regions = vec![0; (width * height) as usize];
                for top in (0..height).step_by(SQUARE as usize) {
                    for left in (0..width).step_by(SQUARE as usize) {
                        sites.assign(left, top, &mut regions);
                    }
                }
                for (index, &region) in (0..).zip(&regions) {
                    let (x, y) = (index % width, index / width);
                    let far = |&(_, site): &(u32, &Point)| {
                        metric.of(site.x.abs_diff(x), site.y.abs_diff(y))
                    };
                    let nearest = (0..).zip(sites.points()).min_by_key(far);
                    assert_eq!(nearest.map(|(number, _)| number), Some(region));
                }
            }
        }
    }
}
