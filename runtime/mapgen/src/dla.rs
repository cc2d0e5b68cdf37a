//! `dla`: diffusion-limited aggregation. One particle after the other walks at
//! random until it touches the floor, and stays there as a cell of it, which
//! grows branches as frost does. Over empty ground particles stride instead of
//! step (`strides`); one that walks for too long goes straight, and when all
//! have moved enough together, the edge grows by itself up to the wished share.

mod strides;

use dice::{Seed, Stream};

use crate::draw::{between, point_in};
use crate::ends;
use crate::ground::Ground;
use crate::map::Map;
use crate::parameter::{Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Direction, GenError, Point};
use strides::Strides;

/// Moves and strides of one particle before it goes straight.
const WALK: u32 = 1024;
/// Tries to find a wall where a particle can begin.
const TRIES: u32 = 16;
/// Moves of all particles for each cell of the map before the edge grows.
const PATIENCE: u64 = 64;

/// The generator `dla`.
#[derive(Clone, Debug)]
pub struct Dla {
    width: u32,
    height: u32,
    /// Cells to dig.
    wished: u32,
    method: Method,
    /// Mirrored left to right, and top to bottom.
    mirrors: [bool; 2],
    begins: Stream,
    moves: Stream,
    ground: Ground,
    /// Of the cells that particles look for: floor, or walls if they walk on it.
    strides: Strides,
    has_begun: bool,
    /// Moves that are left until the edge grows by itself.
    patience: u64,
    ends: Option<[Point; 2]>,
}

/// How particles move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Method {
    Inward,
    Outward,
    Attractor,
}

impl Algorithm for Dla {
    const INFO: Info = Info {
        name: "dla",
        version: 1,
        about: "branches around the middle, from particles that stay where they touch",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::choice(
                "method",
                &["inward", "outward", "attractor"],
                "particles walk in from anywhere, out from the middle, or straight to it",
            ),
            Parameter::chance("floor", 250, "share of the map that becomes floor"),
            Parameter::choice(
                "mirror",
                &["none", "across", "upright", "both"],
                "left like right, top like bottom, or both",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<Dla, GenError> {
        let (width, height) = (settings.number("w"), settings.number("h"));
        let ground = Ground::new(width, height);
        let method = match settings.text("method") {
            "outward" => Method::Outward,
            "attractor" => Method::Attractor,
            _ => Method::Inward,
        };
        let stream = |stage: &str| seed.derive("dla").derive(stage).stream();
        Ok(Dla {
            width,
            height,
            wished: ground.share(settings.number("floor")),
            method,
            mirrors: match settings.text("mirror") {
                "across" => [true, false],
                "upright" => [false, true],
                "both" => [true, true],
                _ => [false, false],
            },
            begins: stream("begins"),
            moves: stream("moves"),
            ground,
            strides: if method == Method::Outward {
                Strides::full(width, height)
            } else {
                Strides::new(width, height)
            },
            has_begun: false,
            patience: PATIENCE * u64::from(width) * u64::from(height),
            ends: None,
        })
    }

    fn begin_on(settings: &Settings, seed: Seed, before: &Map) -> Result<Dla, GenError> {
        let mut dla = Dla {
            ground: Ground::on(&before.grid),
            ..Dla::begin(settings, seed)?
        };
        for point in before.grid.bounds().points() {
            if before.grid.is_open(point) {
                dla.met(point);
            }
        }
        Ok(dla)
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        if !self.has_begun {
            self.has_begun = true;
            self.begin_in_middle(canvas);
        } else if self.ground.open() < self.wished {
            self.add_particle(canvas);
        } else {
            self.ends = Some(ends::anywhere(canvas, self.ground.origin()));
            return Ok(Progress::Done);
        }
        Ok(Progress::More)
    }

    fn finish(self, map: &mut Map) {
        [map.start, map.exit] = self.ends.map_or([None; 2], |ends| ends.map(Some));
    }
}

impl Dla {
    /// Digs what the first particle touches: the cell in the middle, and those
    /// that mirroring makes of it.
    fn begin_in_middle<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        self.dig(canvas, self.ground.origin());
        canvas.step(StepKind::Carve, || {
            let Point { x, y } = self.ground.origin();
            format!("The floor begins in the middle, at ({x}, {y}).")
        });
    }

    /// One particle: it begins, walks and stays.
    fn add_particle<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let found = if self.patience == 0 {
            None
        } else {
            match self.method {
                Method::Inward => self
                    .anywhere(canvas)
                    .and_then(|at| self.walk_in(canvas, at)),
                Method::Outward => self.walk_out(canvas),
                Method::Attractor => self.anywhere(canvas).and_then(|at| self.pull(canvas, at)),
            }
        };
        if let Some(point) = found {
            self.dig(canvas, point);
            canvas.step(StepKind::Carve, || {
                format!("A particle stays at ({}, {}).", point.x, point.y)
            });
        } else if let Some((_, wall)) = self.ground.edge(canvas, &mut self.begins) {
            self.dig(canvas, wall);
            canvas.step(StepKind::Carve, || {
                format!("The edge grows by itself at ({}, {}).", wall.x, wall.y)
            });
        } else if self.patience == 0 {
            // What is left lies behind parts of a map before this one.
            self.wished = self.ground.open();
        }
    }

    /// A wall where a particle can begin, if chance finds one.
    fn anywhere<R: Recorder>(&mut self, canvas: &Canvas<R>) -> Option<Point> {
        for _ in 0..TRIES {
            self.spend(1);
            let point = point_in(&mut self.begins, self.ground.inner());
            if !canvas.is_open(point) {
                return Some(point);
            }
        }
        None
    }

    /// Walks over walls at random; the last before the floor is the place.
    fn walk_in<R: Recorder>(&mut self, canvas: &Canvas<R>, mut here: Point) -> Option<Point> {
        let inner = self.ground.inner();
        for moved in 0..WALK {
            let shift = self.strides.shift(here);
            if shift > 0 {
                here = self.leap(here, shift);
                continue;
            }
            let next = here.wrapped(self.any_way());
            if inner.contains(next) {
                if canvas.is_open(next) {
                    self.spend(moved);
                    return Some(here);
                }
                here = next;
            }
        }
        self.spend(WALK);
        self.pull(canvas, here)
    }

    /// Walks over the floor at random from the middle; the first wall is the
    /// place. After a long walk it goes on straight.
    fn walk_out<R: Recorder>(&mut self, canvas: &Canvas<R>) -> Option<Point> {
        let inner = self.ground.inner();
        let mut here = self.ground.origin();
        let mut way = Direction::Up;
        let mut moved = 0;
        loop {
            moved += 1;
            let is_walking = moved < WALK;
            if is_walking {
                let shift = self.strides.shift(here);
                if shift > 0 {
                    here = self.leap(here, shift);
                    continue;
                }
                way = self.any_way();
            }
            let next = here.wrapped(way);
            let is_inside = inner.contains(next);
            if is_inside && canvas.is_open(next) {
                here = next;
            } else if is_inside || !is_walking {
                self.spend(moved);
                return is_inside.then_some(next);
            }
        }
    }

    /// Goes straight to the middle; the last wall before the floor is the place.
    fn pull<R: Recorder>(&mut self, canvas: &Canvas<R>, from: Point) -> Option<Point> {
        let middle = self.ground.origin();
        let (across, down) = (from.x.abs_diff(middle.x), from.y.abs_diff(middle.y));
        let all = across + down;
        // The point after so many of all moves, which are spread evenly.
        let at = |moved: u32| {
            let half = u64::from(all / 2);
            let x = ((u64::from(moved) * u64::from(across) + half) / u64::from(all)) as u32;
            let y = moved - x;
            Point::new(
                if from.x < middle.x {
                    from.x + x
                } else {
                    from.x - x
                },
                if from.y < middle.y {
                    from.y + y
                } else {
                    from.y - y
                },
            )
        };
        let (mut here, mut moved, mut strides) = (from, 0, 0);
        while moved < all {
            strides += 1;
            moved = (moved + (1 << self.strides.shift(here))).min(all);
            let next = at(moved);
            if canvas.is_open(next) {
                self.spend(strides);
                return Some(here);
            }
            here = next;
        }
        None
    }

    /// A random point 2^`shift` columns or rows away, where nothing is missed.
    fn leap(&mut self, here: Point, shift: u32) -> Point {
        let stride = 1 << shift;
        // The cells of the way around are counted from the upper left corner.
        let around = between(&mut self.moves, 0, 8 * stride - 1);
        let (side, along) = (around >> (shift + 1), around & (2 * stride - 1));
        let (right, down) = match side {
            0 => (along, 0),
            1 => (2 * stride, along),
            2 => (2 * stride - along, 2 * stride),
            _ => (0, 2 * stride - along),
        };
        let inner = self.ground.inner();
        let moved = |from: u32, by: u32, low: u32, end: u32| {
            (from + by).saturating_sub(stride).clamp(low, end - 1)
        };
        Point::new(
            moved(here.x, right, inner.x, inner.right()),
            moved(here.y, down, inner.y, inner.bottom()),
        )
    }

    fn any_way(&mut self) -> Direction {
        Direction::ALL[between(&mut self.moves, 0, 3) as usize]
    }

    /// Opens a cell and its mirror images.
    fn dig<R: Recorder>(&mut self, canvas: &mut Canvas<R>, point: Point) {
        let across = Point::new(self.width - 1 - point.x, point.y);
        let upright = Point::new(point.x, self.height - 1 - point.y);
        let both = Point::new(across.x, upright.y);
        let [is_across, is_upright] = self.mirrors;
        let images = [
            (point, true),
            (across, is_across),
            (upright, is_upright),
            (both, is_across && is_upright),
        ];
        for (image, is_wished) in images {
            if is_wished && self.ground.dig(canvas, image) {
                self.met(image);
            }
        }
    }

    /// A cell is open: particles look for it, or for walls and not for it.
    fn met(&mut self, point: Point) {
        if self.method == Method::Outward {
            self.strides.remove(point);
        } else {
            self.strides.add(point);
        }
    }

    fn spend(&mut self, moves: u32) {
        self.patience = self.patience.saturating_sub(moves.into());
    }
}
