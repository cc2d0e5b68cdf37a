//! `terrain`: a landscape from two layers of noise. Heights say where the sea,
//! the beaches and the rock are, moisture where grass becomes forest, each by
//! shares of the map; rivers run down to the sea. One can walk on sand, grass
//! and in the forest: small islands and hollows are taken away, and the others
//! are joined by bridges over water and passes through rock, which are
//! corridors. The map's edge is water or rock.

mod rivers;

use dice::{Seed, Stream};

use crate::caves::{Bits, Cavern};
use crate::draw::between;
use crate::map::{Map, Structure};
use crate::noise::{Field, Histogram};
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Grid, Point};
use rivers::Slopes;

/// Cells of the map for one river, if their number is left to the generator.
const FOR_A_RIVER: u64 = 1000;
/// Draws for the source of a river, of which the highest counts.
const TRIES: u32 = 6;

/// The generator `terrain`.
pub struct Terrain {
    width: u32,
    height: u32,
    shape: Shape,
    heights: Vec<u8>,
    moisture: Vec<u8>,
    ground: Field,
    rain: Field,
    shares: Shares,
    levels: Levels,
    rivers: u32,
    pocket: u32,
    sources: Stream,
    chosen: Stream,
    phase: Phase,
    slopes: Option<Slopes>,
    /// Open where a river is.
    dry: Bits,
    cavern: Cavern,
    start: Option<Point>,
    exit: Option<Point>,
}

/// What the land does towards the map's edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// It sinks into the sea.
    Island,
    /// It rises to rock.
    Valley,
    /// It goes on.
    Open,
}

/// Thousandths of the map, or of its land.
#[derive(Clone, Copy, Debug)]
struct Shares {
    water: u32,
    rock: u32,
    sand: u32,
    forest: u32,
}

/// Heights from which on there is something else.
#[derive(Clone, Copy, Debug, Default)]
struct Levels {
    land: u16,
    grass: u16,
    rock: u16,
    /// Moisture from which on there is forest.
    forest: u16,
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// The heights of this row are next.
    Heights(u32),
    Levels,
    /// This river is next.
    Rivers(u32),
    Islands,
    Bridges,
    Special,
}

impl Algorithm for Terrain {
    const INFO: Info = Info {
        name: "terrain",
        version: 1,
        about: "a landscape of water, sand, grass, forest and rock, with rivers and bridges",
        parameters: &[
            Parameter::integer("w", 4, 4096, 120, "columns of the map"),
            Parameter::integer("h", 4, 4096, 80, "rows of the map"),
            Parameter::choice(
                "shape",
                &["island", "valley", "open"],
                "towards the edge the land sinks into the sea, rises to rock, or goes on",
            ),
            Parameter::integer("octaves", 1, 8, 4, "layers of noise, each twice as fine"),
            Parameter::chance(
                "frequency",
                30,
                "waves a cell; smaller numbers give larger hills",
            ),
            Parameter::chance("water", 350, "how much of the map is sea or lakes"),
            Parameter::chance("rock", 100, "how much of the map is rock"),
            Parameter::chance("sand", 150, "how much of the rest is sand, the lowest"),
            Parameter::chance(
                "forest",
                400,
                "how much of the rest is forest, the moistest",
            ),
            Parameter::automatic(
                "rivers",
                0,
                4096,
                "rivers; by itself, one for every 1000 cells",
            ),
            Parameter::integer(
                "pocket",
                0,
                4096,
                12,
                "islands and hollows of fewer cells are taken away",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Terrain, GenError> {
        let stream = |stage: &str| seed.derive("terrain").derive(stage).stream();
        let (width, height) = (settings.number("w"), settings.number("h"));
        let cells = width as usize * height as usize;
        let field = |stage: &str| {
            let (octaves, frequency) = (settings.number("octaves"), settings.number("frequency"));
            Field::new("simplex", octaves, frequency, &mut stream(stage))
        };
        let by_area = (cells as u64 / FOR_A_RIVER) as u32;
        Ok(Terrain {
            width,
            height,
            shape: match settings.text("shape") {
                "valley" => Shape::Valley,
                "open" => Shape::Open,
                _ => Shape::Island,
            },
            heights: vec![0; cells],
            moisture: vec![0; cells],
            ground: field("heights"),
            rain: field("moisture"),
            shares: Shares {
                water: settings.number("water"),
                rock: settings.number("rock"),
                sand: settings.number("sand"),
                forest: settings.number("forest"),
            },
            levels: Levels::default(),
            rivers: settings.chosen("rivers").unwrap_or(by_area),
            pocket: settings.number("pocket"),
            sources: stream("rivers"),
            chosen: stream("special"),
            phase: Phase::Heights(0),
            slopes: None,
            dry: Bits::new(width, height),
            cavern: Cavern::of(Bits::new(width, height)),
            start: None,
            exit: None,
        })
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Heights(y) if y < self.height => {
                self.measure(y);
                if R::LISTENS {
                    let row = self.row(y).map(|index| self.heights[index]);
                    let bytes: Vec<u8> = row.map(|height| HIGH[usize::from(height / 64)]).collect();
                    canvas.write_row(y, &bytes);
                }
                canvas.step(StepKind::Carve, || {
                    format!("Row {y} gets its heights and its moisture.")
                });
                Phase::Heights(y + 1)
            }
            Phase::Heights(_) => Phase::Levels,
            Phase::Levels => {
                self.find_levels();
                self.show(canvas);
                canvas.step(StepKind::Carve, || {
                    let Levels { land, rock, .. } = self.levels;
                    format!("All below {land} is water, all from {rock} on is rock.")
                });
                Phase::Rivers(0)
            }
            Phase::Rivers(river) if river < self.rivers => {
                self.river(canvas, river);
                Phase::Rivers(river + 1)
            }
            Phase::Rivers(_) => Phase::Islands,
            Phase::Islands => {
                self.cavern.fill_pockets(self.pocket, false);
                self.show(canvas);
                canvas.step(StepKind::Remove, || {
                    let pocket = self.pocket;
                    format!("Islands and hollows of fewer than {pocket} cells are taken away.")
                });
                Phase::Bridges
            }
            Phase::Bridges => {
                self.cavern.join();
                self.paint(canvas);
                self.cavern.draw_tunnels(canvas);
                canvas.step(StepKind::Connect, || {
                    let count = self.cavern.dug().len();
                    format!("The land is joined: {count} bridges and passes, the shortest first.")
                });
                Phase::Special
            }
            Phase::Special => {
                let (start, exit) = self.cavern.special(canvas, &mut self.chosen);
                (self.start, self.exit) = (Some(start), Some(exit));
                return Ok(Progress::Done);
            }
        };
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        map.start = self.start;
        map.exit = self.exit;
        let heights = Grid::from_cells(self.width, self.height, self.heights);
        map.structure = Structure::Heights(heights.unwrap_or_default());
    }
}

/// What a quarter of the heights looks like as long as nothing is decided.
const HIGH: [u8; 4] = [
    Cell::Water.byte(),
    Cell::Sand.byte(),
    Cell::Grass.byte(),
    Cell::Rock.byte(),
];

impl Terrain {
    /// The places of a row's cells.
    fn row(&self, y: u32) -> std::ops::Range<usize> {
        let start = y as usize * self.width as usize;
        start..start + self.width as usize
    }

    /// Heights and moisture of a row.
    fn measure(&mut self, y: u32) {
        let row = self.row(y);
        self.rain.row(y, &mut self.moisture[row.clone()]);
        let heights = &mut self.heights[row];
        self.ground.row(y, heights);
        if self.shape == Shape::Open {
            return;
        }
        // 0 in the middle, 256 at the edge.
        let far = |at: u32, side: u32| {
            let off = (2 * at + 1).abs_diff(side) * 256 / side;
            off * off / 256
        };
        let down = far(y, self.height);
        for (x, height) in (0..).zip(heights) {
            let inland = (256 - far(x, self.width)) * (256 - down) / 256;
            let slope = match self.shape {
                Shape::Valley => 255 - inland.min(255),
                Shape::Island | Shape::Open => inland.min(255),
            };
            *height = u32::midpoint(u32::from(*height), slope) as u8;
        }
    }

    /// Where water, sand, grass and rock begin, and what is open.
    fn find_levels(&mut self) {
        let all = Histogram::of(self.heights.iter().copied());
        let land = all.level(self.shares.water);
        let rock = all.level(1000 - self.shares.rock).max(land);
        let is_land = |height: u8| (land..rock).contains(&u16::from(height));
        let heights = self.heights.iter().copied();
        let grass = Histogram::of(heights.filter(|&height| is_land(height)));
        let grass = grass.level(self.shares.sand).max(land);
        let moist = self.heights.iter().zip(&self.moisture);
        let moist = moist.filter(|&(&height, _)| is_land(height) && u16::from(height) >= grass);
        let moist = Histogram::of(moist.map(|(_, &moisture)| moisture));
        self.levels = Levels {
            land,
            grass,
            rock,
            forest: moist.level(1000 - self.shares.forest),
        };
        self.cavern.walls.open_where(&self.heights, is_land);
        if self.rivers > 0 {
            let slopes = Slopes::new(self.width, self.height, &self.heights, land);
            self.slopes = Some(slopes);
        }
    }

    /// Lets a river run from a high place down to water.
    fn river<R: Recorder>(&mut self, canvas: &mut Canvas<R>, number: u32) {
        let Some(slopes) = &self.slopes else {
            return;
        };
        let mut source = Point::new(0, 0);
        let mut highest = 0;
        for _ in 0..TRIES {
            let x = between(&mut self.sources, 1, self.width - 2);
            let y = between(&mut self.sources, 1, self.height - 2);
            let height = self.heights[y as usize * self.width as usize + x as usize];
            if height >= highest && u16::from(height) < self.levels.rock {
                (source, highest) = (Point::new(x, y), height);
            }
        }
        let mut length = 0;
        let mut here = Some(source);
        while let Some(point) = here.filter(|point| self.dry.is_wall(point.y, point.x)) {
            let height = self.heights[point.y as usize * self.width as usize + point.x as usize];
            if u16::from(height) < self.levels.land {
                break;
            }
            self.dry.open(point.y, point.x, point.x + 1);
            self.cavern.walls.close(point.y, point.x, point.x + 1);
            if R::LISTENS {
                canvas.set(point, Cell::Water);
            }
            length += 1;
            here = slopes.down(point);
        }
        canvas.step(StepKind::Tunnel, || {
            let Point { x, y } = source;
            format!("River {number} runs from ({x}, {y}) down to water: {length} cells.")
        });
    }

    /// What a cell is, whose heights and moisture are at `index`.
    fn cell(&self, x: u32, y: u32, index: usize) -> Cell {
        let height = u16::from(self.heights[index]);
        let Levels {
            land,
            grass,
            rock,
            forest,
        } = self.levels;
        if !self.cavern.walls.is_wall(y, x) {
            let is_forest = u16::from(self.moisture[index]) >= forest;
            return match height {
                _ if height < grass => Cell::Sand,
                _ if is_forest => Cell::Forest,
                _ => Cell::Grass,
            };
        }
        // Land that was taken away is water, but a hollow between rocks is rock.
        let is_river = !self.dry.is_wall(y, x);
        let is_high = height >= rock || height > land + (rock - land) * 3 / 4;
        if is_high && !is_river {
            Cell::Rock
        } else {
            Cell::Water
        }
    }

    /// Draws if anybody watches; otherwise the end is drawn alone.
    fn show<R: Recorder>(&self, canvas: &mut Canvas<R>) {
        if R::LISTENS {
            self.paint(canvas);
        }
    }

    /// Draws all cells.
    fn paint<R: Recorder>(&self, canvas: &mut Canvas<R>) {
        let mut bytes = Vec::with_capacity(self.width as usize);
        for y in 0..self.height {
            bytes.clear();
            for (x, index) in (0..).zip(self.row(y)) {
                bytes.push(self.cell(x, y, index).byte());
            }
            canvas.write_row(y, &bytes);
        }
    }
}
