//! `connect`: joins the parts of a map, the nearest first, by tunnels through
//! the walls, or fills in all parts but one.
//!
//! All parts grow through the walls at once, and where two meet there is a
//! shortest tunnel between them; the shortest of those, as in Kruskal's tree,
//! are dug.

use dice::Seed;

use super::{Pass, before_locks, forget_closed};
use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Info, Progress};
use crate::{Cell, Direction, GenError, Grid, Neighbors, Point, UnionFind};

/// The pass `connect`.
#[derive(Clone, Debug)]
pub(crate) struct Connect {
    work: Vec<Work>,
    next: usize,
    /// Room at one end, room at the other, way between them.
    dug: Vec<(u32, u32, Vec<Point>)>,
}

/// One step of the pass.
#[derive(Clone, Debug)]
enum Work {
    /// Digs these cells, from one part to another.
    Dig(Vec<Point>),
    /// Fills these cells in.
    Fill(Vec<Point>),
}

impl Pass for Connect {
    const INFO: Info = Info {
        name: "connect",
        version: 1,
        about: "repair: one connected map, by tunnels or by filling parts in",
        parameters: &[Parameter::choice(
            "stray",
            &["join", "remove"],
            "what happens to all parts but the one with the start, or the largest",
        )],
    };

    fn begin(settings: &Settings, _: Seed, map: &Map) -> Result<Connect, GenError> {
        let removes = settings.text("stray") == "remove";
        if !removes {
            before_locks(Connect::INFO.name, map)?;
        }
        let parts = map.grid.components(Neighbors::Four);
        let work = if parts.sizes.len() < 2 {
            Vec::new()
        } else if removes {
            stray(map, &parts.labels, &parts.sizes)
        } else {
            let ways = tunnels(&map.grid, parts.labels, parts.sizes.len() as u32);
            ways.into_iter().map(Work::Dig).collect()
        };
        let regions = map.regions();
        let room = |point: &Point| regions.get(map.grid.index(*point)).copied().unwrap_or(0);
        let dug = work.iter().filter_map(|work| match work {
            Work::Dig(way) => {
                let (from, to) = (room(way.first()?), room(way.last()?));
                (from > 0 && to > 0).then(|| (from - 1, to - 1, corners(way)))
            }
            Work::Fill(_) => None,
        });
        Ok(Connect {
            dug: dug.collect(),
            work,
            next: 0,
        })
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        match self.work.get(self.next) {
            None => {
                canvas.step(StepKind::Check, || "All parts are connected.".to_owned());
                return Ok(Progress::Done);
            }
            Some(Work::Dig(way)) => {
                for &point in way {
                    if !canvas.is_open(point) {
                        canvas.set(point, Cell::Corridor);
                        open_doors(canvas, point);
                    }
                }
                canvas.step(StepKind::Connect, || {
                    let length = way.len() - 2;
                    format!("Two parts are joined by a tunnel of {length} cells.")
                });
            }
            Some(Work::Fill(points)) => {
                for &point in points {
                    canvas.set(point, Cell::Wall);
                }
                canvas.step(StepKind::Remove, || {
                    format!("A part of {} cells is filled in.", points.len())
                });
            }
        }
        self.next += 1;
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        forget_closed(map);
        for (from, to, points) in self.dug {
            map.corridors.push(from, Some(to), &points);
        }
    }
}

/// A door beside a cell that was opened is none any more.
fn open_doors<R: Recorder>(canvas: &mut Canvas<R>, point: Point) {
    let doors: Vec<Point> = canvas
        .grid()
        .ways(point)
        .filter(|&next| canvas.cell(next) == Cell::Door && !canvas.is_doorway(next))
        .collect();
    for door in doors {
        canvas.set(door, Cell::Corridor);
    }
}

/// The cells of all parts but one.
fn stray(map: &Map, labels: &[u32], sizes: &[u32]) -> Vec<Work> {
    let of_start = map.start.map(|start| labels[map.grid.index(start)]);
    let largest = || {
        let numbered = (1..).zip(sizes);
        let largest = numbered.max_by_key(|&(label, size)| (size, std::cmp::Reverse(label)));
        largest.map_or(0, |(label, _)| label)
    };
    let kept = of_start.filter(|&label| label > 0).unwrap_or_else(largest);
    let mut parts = vec![Vec::new(); sizes.len()];
    for (index, &label) in labels.iter().enumerate() {
        if label > 0 && label != kept {
            parts[label as usize - 1].push(map.grid.point(index));
        }
    }
    let filled = parts.into_iter().filter(|points| !points.is_empty());
    filled.map(Work::Fill).collect()
}

/// The shortest tunnels that join all parts, each from an open cell to an open
/// cell; the labels of the parts count from 1.
pub(crate) fn tunnels(grid: &Grid, mut labels: Vec<u32>, parts: u32) -> Vec<Vec<Point>> {
    let bounds = grid.bounds();
    let inner = bounds.inset(1);
    // A map that is open at its edge may have tunnels there.
    let has_open_edge = bounds
        .points()
        .any(|point| !inner.contains(point) && grid.is_open(point));
    let area = if has_open_edge { bounds } else { inner };
    let next = |point: Point| {
        let inside = move |next: &Point| area.contains(*next);
        let all = Direction::ALL.into_iter();
        all.filter_map(move |way| point.toward(way).filter(inside))
    };
    let mut depths = vec![0_u32; labels.len()];
    let mut before: Vec<u32> = (0..labels.len() as u32).collect();
    let is_part = |index: &u32| labels[*index as usize] > 0;
    let mut queue: Vec<u32> = (0..labels.len() as u32).filter(is_part).collect();
    let mut head = 0;
    while let Some(&index) = queue.get(head) {
        head += 1;
        for point in next(grid.point(index as usize)) {
            let at = grid.index(point);
            if labels[at] == 0 {
                labels[at] = labels[index as usize];
                depths[at] = depths[index as usize] + 1;
                before[at] = index;
                queue.push(at as u32);
            }
        }
    }
    let mut meetings = Vec::new();
    for &index in &queue {
        let point = grid.point(index as usize);
        for other in next(point).filter(|&other| other > point) {
            let at = grid.index(other);
            if labels[at] != labels[index as usize] {
                meetings.push((depths[index as usize] + depths[at], index, at as u32));
            }
        }
    }
    meetings.sort_unstable();
    let mut sets = UnionFind::new(parts + 1);
    let mut ways = Vec::new();
    for (_, one, other) in meetings {
        if sets.join(labels[one as usize], labels[other as usize]) {
            let back = |from: u32| {
                let step = |&index: &u32| {
                    let previous = before[index as usize];
                    (previous != index).then_some(previous)
                };
                let way = std::iter::successors(Some(from), step);
                way.map(|index| grid.point(index as usize))
            };
            let mut way: Vec<Point> = back(one).collect();
            way.reverse();
            way.extend(back(other));
            ways.push(way);
        }
    }
    ways
}

/// The ends of a way and the cells where it turns.
fn corners(way: &[Point]) -> Vec<Point> {
    let turns = way.windows(3).filter_map(|three| {
        let is_straight = three[0].x == three[2].x || three[0].y == three[2].y;
        (!is_straight).then_some(three[1])
    });
    let ends = (way.first().copied(), way.last().copied());
    ends.0.into_iter().chain(turns).chain(ends.1).collect()
}
