//! What comes after a collapse: the parts of the map are joined through the
//! thinnest walls, and start and exit are put far apart.
//!
//! A sample does not say that all of a map hangs together, only what it looks
//! like in every corner.

use dice::Stream;

use crate::draw::between;
use crate::map::{Map, Thing};
use crate::pass::tunnels;
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Grid, Neighbors, Point, Rect};

/// A map whose largest part has fewer cells gets a chamber.
const CHAMBER: u32 = 4;

/// The steps after a collapse.
#[derive(Clone, Debug)]
pub(super) struct Ending {
    joins: bool,
    stream: Stream,
    start: Option<Point>,
    exit: Option<Point>,
}

impl Ending {
    pub(super) fn new(joins: bool, stream: Stream) -> Ending {
        Ending {
            joins,
            stream,
            start: None,
            exit: None,
        }
    }

    /// Makes one part of all that is open.
    pub(super) fn join<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let mut parts = canvas.grid().components(Neighbors::Four);
        if parts.sizes.iter().all(|&size| size < CHAMBER) {
            let (w, h) = (canvas.grid().width(), canvas.grid().height());
            let (across, down) = ((w - 2).min(6), (h - 2).min(4));
            let chamber = Rect::new((w - across) / 2, (h - down) / 2, across, down);
            canvas.fill(chamber, Cell::Floor);
            canvas.step(StepKind::PlaceRoom, || {
                "There is hardly a place to stand, so a chamber is dug in the middle.".to_owned()
            });
            parts = canvas.grid().components(Neighbors::Four);
        }
        if !self.joins {
            return;
        }
        let count = parts.sizes.len();
        let ways = tunnels(canvas.grid(), parts.labels, count as u32);
        let mut dug = 0;
        for &point in ways.iter().flatten() {
            if !canvas.is_open(point) {
                canvas.set(point, Cell::Corridor);
                dug += 1;
            }
        }
        for door in doors(canvas.grid()) {
            if !canvas.is_doorway(door) {
                canvas.set(door, Cell::Corridor);
            }
        }
        canvas.step(StepKind::Connect, || {
            format!("{count} parts are made one: {dug} cells are dug where the walls are thinnest.")
        });
    }

    /// Puts the start and, far away from it, the exit.
    pub(super) fn choose<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let grid = canvas.grid();
        let parts = grid.components(Neighbors::Four);
        let largest = parts.sizes.iter().max();
        let largest = parts.sizes.iter().position(|size| Some(size) == largest);
        let largest = largest.map_or(0, |index| index as u32 + 1);
        let inside = |index: &usize| parts.labels[*index] == largest;
        let is_ground = |index: &usize| grid.cell(grid.point(*index)).is_ground();
        let open: Vec<usize> = (0..parts.labels.len()).filter(inside).collect();
        let ground: Vec<usize> = open.iter().copied().filter(is_ground).collect();
        // Where things lie everywhere, two of them have to go.
        let places = if ground.len() < 2 { open } else { ground };
        let farthest = |from: usize| {
            let distances = grid.distances(grid.point(from));
            let far = |index: &&usize| (distances[**index], std::cmp::Reverse(**index));
            places.iter().max_by_key(far).copied().unwrap_or(from)
        };
        let last = places.len().saturating_sub(1) as u32;
        let any = places[between(&mut self.stream, 0, last) as usize];
        let start = farthest(any);
        let exit = farthest(start);
        let [start, exit] = [start, exit].map(|index| grid.point(index));
        (self.start, self.exit) = (Some(start), Some(exit));
        canvas.set(start, Cell::Start);
        canvas.set(exit, Cell::Exit);
        canvas.step(StepKind::Special, || {
            "Start and exit are put as far from each other as one can walk.".to_owned()
        });
    }

    /// Puts start, exit, doors and things into the map.
    pub(super) fn finish(self, map: &mut Map) {
        map.start = self.start;
        map.exit = self.exit;
        map.doors = doors(&map.grid);
        let things = map.grid.bounds().points().filter_map(|point| {
            let kind = map.grid.cell(point);
            let is_thing = matches!(
                kind,
                Cell::Key | Cell::Treasure | Cell::Shop | Cell::Enemy | Cell::Loot | Cell::Goal
            );
            is_thing.then_some(Thing {
                kind,
                point,
                room: None,
            })
        });
        map.things = things.collect();
    }
}

fn doors(grid: &Grid) -> Vec<Point> {
    grid.find(Cell::Door.byte()).collect()
}
