//! `voronoi`: sites are strewn over the map, and every cell belongs to the
//! nearest one. Where a region meets one of a greater number it has a wall, so
//! that walls are one cell thick whichever way they run. Doors make a spanning
//! tree of the regions, and more of them loops.

mod sites;

use std::ops::Range;

use dice::{Seed, Stream};
use serde::Serialize;

use crate::caves::{Bits, Cavern};
use crate::draw::chance;
use crate::map::{Map, Structure};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Point, UnionFind};
use sites::{Metric, SQUARE, Sites};

/// The regions of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Regions {
    /// The sites by number.
    pub sites: Vec<Site>,
    /// For each cell, walls too, the number of its site, row by row.
    pub numbers: Vec<u32>,
    /// Where one can go from one region to another.
    pub passages: Vec<Passage>,
}

/// The point that a region lies around.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Site {
    /// Its number, from 0.
    pub id: u32,
    /// Where it is, wall or not.
    #[serde(flatten)]
    pub point: Point,
    /// Open cells of its region; 0 for one that is all walls.
    pub open: u32,
}

/// A door between two regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Passage {
    /// The smaller number of the two.
    pub from: u32,
    /// The greater one.
    pub to: u32,
    /// Where it is.
    #[serde(flatten)]
    pub point: Point,
}

/// The generator `voronoi`.
#[derive(Clone, Debug)]
pub struct Voronoi {
    width: u32,
    height: u32,
    sites: Sites,
    rounds: u32,
    loops: u32,
    hangs_doors: bool,
    ways: Stream,
    chosen: Stream,
    phase: Phase,
    numbers: Vec<u32>,
    cavern: Cavern,
    passages: Vec<Passage>,
    doors: Vec<Point>,
    start: Option<Point>,
    exit: Option<Point>,
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// In this round the squares from this row on are next.
    Assign {
        round: u32,
        top: u32,
    },
    Relax(u32),
    Walls,
    Clean,
    Doors,
    Join,
    Special,
}

impl Algorithm for Voronoi {
    const INFO: Info = Info {
        name: "voronoi",
        version: 1,
        about: "regions around sites, with a wall between any two and doors through it",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::choice(
                "metric",
                &["euclidean", "manhattan", "chebyshev"],
                "how far a site is: straight, along rows and columns, or as a king goes",
            ),
            Parameter::automatic(
                "sites",
                1,
                1 << 20,
                "regions, at most one for nine cells; by itself, one for every 120 cells",
            ),
            Parameter::integer(
                "relax",
                0,
                8,
                1,
                "how often each site moves to the middle of its region",
            ),
            Parameter::chance("loops", 250, "that two regions get a door they do not need"),
            Parameter::choice(
                "ways",
                &["doors", "gaps"],
                "what leads from region to region",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Voronoi, GenError> {
        let stream = |stage: &str| seed.derive("voronoi").derive(stage).stream();
        let (width, height) = (settings.number("w"), settings.number("h"));
        let metric = match settings.text("metric") {
            "manhattan" => Metric::Manhattan,
            "chebyshev" => Metric::Chebyshev,
            _ => Metric::Euclidean,
        };
        let count = sites::count(width, height, settings.chosen("sites"));
        Ok(Voronoi {
            width,
            height,
            sites: Sites::new(width, height, metric, count, &mut stream("sites")),
            rounds: settings.number("relax"),
            loops: settings.number("loops"),
            hangs_doors: settings.text("ways") == "doors",
            ways: stream("doors"),
            chosen: stream("special"),
            phase: Phase::Assign { round: 0, top: 0 },
            numbers: vec![0; width as usize * height as usize],
            cavern: Cavern::of(Bits::new(width, height)),
            passages: Vec::new(),
            doors: Vec::new(),
            start: None,
            exit: None,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Assign { round, top } if top < self.height => {
                for left in (0..self.width).step_by(SQUARE as usize) {
                    self.sites.assign(left, top, &mut self.numbers);
                }
                let bottom = (top + SQUARE).min(self.height);
                self.show_rows(canvas, top..bottom);
                canvas.step(StepKind::Split, || {
                    let last = bottom - 1;
                    format!("The cells of rows {top} to {last} go to their nearest sites.")
                });
                Phase::Assign { round, top: bottom }
            }
            Phase::Assign { round, .. } if round < self.rounds => Phase::Relax(round),
            Phase::Assign { .. } => Phase::Walls,
            Phase::Relax(round) => {
                let points = self.sites.points();
                let middles = sites::middles(points, &self.numbers, self.width, self.height);
                self.sites.move_to(middles);
                canvas.step(StepKind::Generation, || {
                    let count = self.sites.points().len();
                    format!("All {count} sites move to the middle of their regions.")
                });
                Phase::Assign {
                    round: round + 1,
                    top: 0,
                }
            }
            Phase::Walls => {
                self.build_walls();
                self.cavern.show(canvas);
                canvas.step(StepKind::Carve, || {
                    "Walls are built where a region meets one of a greater number.".to_owned()
                });
                Phase::Clean
            }
            Phase::Clean => {
                self.cavern.keep_largest(&self.numbers);
                self.cavern.walls.draw(canvas);
                canvas.step(StepKind::Remove, || {
                    "Corners that are cut off from their region are filled in.".to_owned()
                });
                Phase::Doors
            }
            Phase::Doors => {
                self.open_ways(canvas);
                Phase::Join
            }
            Phase::Join => {
                // Regions between which a wall is too thick for a door.
                self.cavern.join();
                self.cavern.draw_tunnels(canvas);
                canvas.step(StepKind::Connect, || {
                    let count = self.cavern.dug().len();
                    format!("What no door leads to is joined by {count} tunnels.")
                });
                self.hang_doors(canvas);
                Phase::Special
            }
            Phase::Special => {
                self.choose(canvas);
                return Ok(Progress::Done);
            }
        };
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.start = self.start;
        map.exit = self.exit;
        map.doors = self.doors;
        let mut open = vec![0; self.sites.points().len()];
        for (&number, &cell) in self.numbers.iter().zip(map.grid.cells()) {
            open[number as usize] += u32::from(Cell::is_open_byte(cell));
        }
        let sites = (0..).zip(self.sites.points()).zip(open);
        map.structure = Structure::Regions(Regions {
            sites: sites
                .map(|((id, &point), open)| Site { id, point, open })
                .collect(),
            numbers: self.numbers,
            passages: self.passages,
        });
    }
}

impl Voronoi {
    /// Shows regions by kinds of ground, if anybody watches.
    fn show_rows<R: Recorder>(&self, canvas: &mut Canvas<R>, rows: Range<u32>) {
        const GROUND: [Cell; 4] = [Cell::Sand, Cell::Grass, Cell::Forest, Cell::Rock];
        if !R::LISTENS {
            return;
        }
        for y in rows {
            let start = y as usize * self.width as usize;
            let row = &self.numbers[start..start + self.width as usize];
            let bytes = row.iter().map(|number| GROUND[*number as usize % 4].byte());
            canvas.write_row(y, &bytes.collect::<Vec<_>>());
        }
    }

    /// Opens all cells that have no neighbor with a greater number.
    fn build_walls(&mut self) {
        let width = self.width as usize;
        let mut open = vec![0; self.numbers.len()];
        for y in 1..self.height as usize - 1 {
            for x in 1..width - 1 {
                let index = y * width + x;
                let around = [index - width, index + 1, index + width, index - 1];
                let most = around.map(|next| self.numbers[next]);
                let is_wall = most.iter().any(|&other| other > self.numbers[index]);
                open[index] = u8::from(!is_wall);
            }
        }
        self.cavern.walls.open_where(&open, |open| open == 1);
    }

    /// For each two regions that meet, walls with one on each side: one of
    /// them becomes a door, if the two are not joined already, or by chance.
    fn open_ways<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let mut walls: Vec<(u32, u32, Point)> = Vec::new();
        for y in 1..self.height - 1 {
            for x in 1..self.width - 1 {
                if !self.cavern.walls.is_wall(y, x) {
                    continue;
                }
                let point = Point::new(x, y);
                let pairs = [[(x - 1, y), (x + 1, y)], [(x, y - 1), (x, y + 1)]];
                for pair in pairs {
                    if pair.iter().any(|&(x, y)| self.cavern.walls.is_wall(y, x)) {
                        continue;
                    }
                    let [one, other] = pair
                        .map(|(x, y)| self.numbers[y as usize * self.width as usize + x as usize]);
                    if one != other {
                        walls.push((one.min(other), one.max(other), point));
                    }
                }
            }
        }
        walls.sort_unstable();
        let mut groups: Vec<&[(u32, u32, Point)]> = walls
            .chunk_by(|one, other| (one.0, one.1) == (other.0, other.1))
            .collect();
        self.ways.shuffle(&mut groups);
        let mut sets = UnionFind::new(self.sites.points().len() as u32);
        for group in groups {
            let Some((from, to, point)) = sites::any(group, &mut self.ways) else {
                continue;
            };
            if !sets.join(from, to) && !chance(&mut self.ways, self.loops) {
                continue;
            }
            self.passages.push(Passage { from, to, point });
            // A gap is as wide as the wall on both sides of it allows.
            let reach = u32::from(!self.hangs_doors);
            for &(.., other) in group {
                if other.x.abs_diff(point.x).max(other.y.abs_diff(point.y)) <= reach {
                    self.cavern.walls.open(other.y, other.x, other.x + 1);
                    canvas.set(other, Cell::Corridor);
                }
            }
            canvas.step(StepKind::Door, || {
                let Point { x, y } = point;
                format!("A way from region {from} to region {to} at ({x}, {y}).")
            });
        }
    }

    /// Hangs doors where a way is narrow.
    fn hang_doors<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        if !self.hangs_doors {
            return;
        }
        for passage in &self.passages {
            let point = passage.point;
            if canvas.is_doorway(point) && canvas.cell(point) == Cell::Corridor {
                canvas.set(point, Cell::Door);
                self.doors.push(point);
            }
        }
        canvas.step(StepKind::Door, || {
            let count = self.doors.len();
            format!("{count} doors are hung where a wall is on both sides.")
        });
    }

    /// Puts start and exit on floor, far from each other.
    fn choose<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let (start, exit) = self.cavern.special(canvas, &mut self.chosen);
        (self.start, self.exit) = (Some(start), Some(exit));
        self.doors.retain(|&door| door != start && door != exit);
    }
}
