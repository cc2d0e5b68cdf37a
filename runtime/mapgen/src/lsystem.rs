//! `lsystem`: a drawing by a grammar (Lindenmayer system): rules replace the
//! letters of an axiom again and again, and a turtle walks what comes out, in
//! quarter turns, so that all it draws hangs together. The drawing is as large
//! as the map allows; left to itself the generator stops before lines get so
//! close that nothing is between them. It may be corridors with rooms, caves, or
//! a river through grass, with bridges.

mod ends;
mod grammar;
mod turtle;

use dice::{Seed, Stream};

use crate::caves::Bits;
use crate::draw::between;
use crate::map::{Corridors, Map, Room, RoomKind};
use crate::parameter::{Kind, Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::{Algorithm, Info, Progress};
use crate::{Cell, GenError, Point, Rect};
use grammar::{Grammar, Preset};
use turtle::{Extent, Turtle};

/// Most rewritings that the generator does by itself.
const ROUNDS: u32 = 24;
/// Most symbols of a drawing, whatever its size.
const MOST_SYMBOLS: usize = 1 << 22;
/// Most turns of a corridor that are kept; of one with more, only its ends.
const MOST_TURNS: usize = 64;

/// The generator `lsystem`.
#[derive(Clone, Debug)]
pub struct LSystem {
    width: u32,
    height: u32,
    grammar: Grammar,
    rounds: Option<u32>,
    least_step: u32,
    /// Drawn on a map that was there.
    is_on_map: bool,
    style: Style,
    thickness: u32,
    rewriting: Stream,
    turning: Stream,
    brush: Stream,
    chosen: Stream,
    phase: Phase,
    symbols: Vec<u8>,
    extent: Extent,
    step: u32,
    pen: Pen,
    stack: Vec<Pen>,
    /// Open where a room is, or was refused.
    free: Bits,
    /// Where the turtle turned or made a room, each with the one before it.
    turns: Vec<(Point, usize)>,
    rooms: Vec<Room>,
    corridors: Corridors,
    doors: Vec<Point>,
    start: Option<Point>,
    exit: Option<Point>,
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    Corridors,
    Caves,
    River,
}

/// The turtle with what it remembers of its way.
#[derive(Clone, Copy, Debug, Default)]
struct Pen {
    turtle: Turtle,
    /// The last of the turns on its way.
    turn: usize,
    /// The last room on its way, and the turn at which it was.
    room: Option<(u32, usize)>,
    has_turned: bool,
}

/// Which stage is under way.
#[derive(Clone, Copy, Debug)]
enum Phase {
    Rewrite(u32),
    Fit,
    /// The symbol at this place is next.
    Draw(usize),
    Doors,
    Special,
}

impl Algorithm for LSystem {
    const INFO: Info = Info {
        name: "lsystem",
        version: 1,
        about: "a drawing by rules that replace letters: dungeon, plant, curve or river",
        parameters: &[
            Parameter::integer("w", 4, 4096, 80, "columns of the map"),
            Parameter::integer("h", 4, 4096, 50, "rows of the map"),
            Parameter::choice(
                "preset",
                &[
                    "dungeon", "plant", "koch", "island", "crystal", "dragon", "hilbert",
                ],
                "axiom and rules, as long as none are given",
            ),
            Parameter {
                name: "axiom",
                kind: Kind::Text {
                    most: 256,
                    default: "",
                },
                about: "what there is at first: F G draw, R a room, + - | turn, [ ] a branch",
            },
            Parameter {
                name: "rules",
                kind: Kind::Text {
                    most: 4096,
                    default: "",
                },
                about: "such as F=F+F-F-F+F; X:2=F[X] has the weight 2 among the rules for X",
            },
            Parameter::automatic(
                "iterations",
                0,
                32,
                "how often letters are replaced; by itself, as often as there is room for",
            ),
            Parameter::choice(
                "style",
                &["corridors", "caves", "river"],
                "what is drawn; a river flows through grass and has bridges",
            ),
            Parameter::integer(
                "width",
                1,
                16,
                1,
                "cells across a line; caves: at most so many more",
            ),
        ],
    };

    fn begin(settings: &Settings, seed: Seed) -> Result<LSystem, GenError> {
        let stream = |stage: &str| seed.derive("lsystem").derive(stage).stream();
        let preset = Preset::named(settings.text("preset"));
        let given = |name: &str, or: &'static str| {
            let text = settings.text(name);
            let is_empty = text.trim().is_empty();
            if is_empty {
                or.to_owned()
            } else {
                text.to_owned()
            }
        };
        let (axiom, rules) = (given("axiom", preset.axiom), given("rules", preset.rules));
        let grammar = Grammar::read(&axiom, &rules)?;
        let thickness = settings.number("width");
        Ok(LSystem {
            width: settings.number("w"),
            height: settings.number("h"),
            symbols: grammar.axiom.clone(),
            grammar,
            rounds: settings.chosen("iterations"),
            least_step: preset.step + thickness - 1,
            is_on_map: false,
            style: match settings.text("style") {
                "caves" => Style::Caves,
                "river" => Style::River,
                _ => Style::Corridors,
            },
            thickness,
            rewriting: stream("rules"),
            turning: stream("direction"),
            brush: stream("brush"),
            chosen: stream("special"),
            phase: Phase::Rewrite(0),
            extent: Extent::default(),
            step: 0,
            pen: Pen::default(),
            stack: Vec::new(),
            free: Bits::new(settings.number("w"), settings.number("h")),
            turns: Vec::new(),
            rooms: Vec::new(),
            corridors: Corridors::default(),
            doors: Vec::new(),
            start: None,
            exit: None,
        })
    }

    /// Draws over the map, and joins parts of it that it does not touch.
    fn begin_on(settings: &Settings, seed: Seed, _: &Map) -> Result<LSystem, GenError> {
        let mut system = LSystem::begin(settings, seed)?;
        system.is_on_map = true;
        Ok(system)
    }

    fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    fn step<R: Recorder>(&mut self, canvas: &mut Canvas<R>) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Rewrite(round) => {
                if self.rewrite(canvas, round) {
                    Phase::Rewrite(round + 1)
                } else {
                    Phase::Fit
                }
            }
            Phase::Fit => {
                self.fit(canvas);
                Phase::Draw(0)
            }
            Phase::Draw(at) if at < self.symbols.len() => Phase::Draw(self.draw(canvas, at)),
            Phase::Draw(_) => Phase::Doors,
            Phase::Doors => {
                self.finish_lines(canvas);
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
        map.rooms = self.rooms;
        map.corridors = self.corridors;
        map.doors = self.doors;
        map.start = self.start;
        map.exit = self.exit;
    }
}

impl LSystem {
    /// All cells but the map's edge.
    const fn inside(&self) -> Rect {
        Rect::new(1, 1, self.width - 2, self.height - 2)
    }

    /// Most symbols: a drawing on a small map needs few.
    fn most(&self) -> usize {
        (4 * self.width as usize * self.height as usize).clamp(4096, MOST_SYMBOLS)
    }

    /// Cells a unit, whichever way the drawing is turned.
    fn best_step(&self, extent: Extent) -> u32 {
        let (across, down) = extent.sides();
        let area = self.inside();
        Extent::step((across, down), area).max(Extent::step((down, across), area))
    }

    /// Replaces all letters once; false if it is enough.
    fn rewrite<R: Recorder>(&mut self, canvas: &mut Canvas<R>, round: u32) -> bool {
        if round >= self.rounds.unwrap_or(ROUNDS) {
            return false;
        }
        let most = self.most();
        let next = self
            .grammar
            .rewrite(&self.symbols, most, &mut self.rewriting);
        let Some(next) = next.filter(|next| *next != self.symbols) else {
            return false;
        };
        if self.rounds.is_none() {
            let extent = Extent::of(&next, Turtle::default());
            if self.best_step(extent) < self.least_step {
                return false;
            }
        }
        self.symbols = next;
        canvas.step(StepKind::Generation, || {
            let (round, count) = (round + 1, self.symbols.len());
            format!("Rewriting {round}: the rules make {count} symbols.")
        });
        true
    }

    /// Turns the drawing so that it is as large as can be, and any way of equal
    /// ones.
    fn fit<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let (across, down) = Extent::of(&self.symbols, Turtle::default()).sides();
        let area = self.inside();
        let upright = Extent::step((across, down), area);
        let lying = Extent::step((down, across), area);
        let turns = between(&mut self.turning, 0, 3) as u8;
        let turns = match upright.cmp(&lying) {
            std::cmp::Ordering::Greater => turns & 2,
            std::cmp::Ordering::Less => turns | 1,
            std::cmp::Ordering::Equal => turns,
        };
        let mirrored = between(&mut self.turning, 0, 1) == 1;
        self.pen.turtle = Turtle::looking(turns, mirrored);
        self.extent = Extent::of(&self.symbols, self.pen.turtle);
        self.step = Extent::step(self.extent.sides(), area);
        self.turns.push((self.here(), 0));
        if self.style == Style::River && !self.is_on_map {
            canvas.fill(canvas.grid().bounds(), Cell::Rock);
            canvas.fill(area, Cell::Grass);
        }
        canvas.step(StepKind::Check, || {
            let (across, down) = self.extent.sides();
            let step = self.step;
            format!("The drawing is {across}x{down} steps large, of {step} cells each.")
        });
    }

    /// The cell where the turtle is.
    fn here(&self) -> Point {
        self.extent.place(self.pen.turtle, self.step, self.inside())
    }

    /// Follows symbols up to the next line or room; the place after it.
    fn draw<R: Recorder>(&mut self, canvas: &mut Canvas<R>, from: usize) -> usize {
        for at in from..self.symbols.len() {
            let symbol = self.symbols[at];
            match symbol {
                b'[' => self.stack.push(self.pen),
                b']' => self.pen = self.stack.pop().unwrap_or(self.pen),
                b'+' | b'-' | b'|' => {
                    self.pen.turtle.follow(symbol);
                    self.pen.has_turned = true;
                }
                b'F' | b'G' => {
                    self.line(canvas, symbol);
                    return at + 1;
                }
                b'R' => {
                    self.room(canvas);
                    return at + 1;
                }
                _ => {}
            }
        }
        self.symbols.len()
    }

    /// Draws a line of one unit.
    fn line<R: Recorder>(&mut self, canvas: &mut Canvas<R>, symbol: u8) {
        let from = self.here();
        if self.pen.has_turned {
            self.turn(from);
        }
        self.pen.turtle.follow(symbol);
        let to = self.here();
        let (left, top) = (from.x.min(to.x), from.y.min(to.y));
        let (right, bottom) = (from.x.max(to.x), from.y.max(to.y));
        let margins = if self.style == Style::Caves {
            [(); 4].map(|()| between(&mut self.brush, 0, self.thickness))
        } else {
            let more = self.thickness - 1;
            [more / 2, more / 2, more.div_ceil(2), more.div_ceil(2)]
        };
        let x = left.saturating_sub(margins[0]).max(1);
        let y = top.saturating_sub(margins[1]).max(1);
        let right = (right + margins[2]).min(self.width - 2);
        let bottom = (bottom + margins[3]).min(self.height - 2);
        let cell = match self.style {
            Style::Corridors => Cell::Corridor,
            Style::Caves => Cell::Floor,
            Style::River => Cell::Water,
        };
        for point in Rect::new(x, y, right + 1 - x, bottom + 1 - y).points() {
            if self.style == Style::River || !canvas.is_open(point) {
                canvas.set(point, cell);
            }
        }
        canvas.step(StepKind::Tunnel, || {
            format!(
                "A line from ({}, {}) to ({}, {}).",
                from.x, from.y, to.x, to.y
            )
        });
    }

    /// Remembers that the way bends here.
    fn turn(&mut self, point: Point) {
        self.turns.push((point, self.pen.turn));
        self.pen.turn = self.turns.len() - 1;
        self.pen.has_turned = false;
    }

    /// Makes a room around the turtle, if no other is in the way.
    fn room<R: Recorder>(&mut self, canvas: &mut Canvas<R>) {
        let here = self.here();
        let most = self.step.saturating_mul(2).saturating_sub(3).max(3);
        let mut side = |at: u32, length: u32| {
            let size = between(&mut self.brush, most.div_ceil(2).max(3), most).min(length - 2);
            let before = between(&mut self.brush, size / 3, size - 1 - size / 3);
            (at.saturating_sub(before).clamp(1, length - 1 - size), size)
        };
        let (x, w) = side(here.x, self.width);
        let (y, h) = side(here.y, self.height);
        let rect = Rect::new(x, y, w, h);
        if self.style == Style::River {
            canvas.fill(rect, Cell::Water);
            canvas.step(StepKind::Carve, || {
                format!("A lake of {w}x{h} cells at ({x}, {y}).")
            });
            return;
        }
        let mut rows = y - 1..y + h + 1;
        let is_taken = !self.free.is_wall(here.y, here.x)
            || rows.any(|row| !self.free.is_closed(row, x - 1, x + w + 1));
        if is_taken {
            // Once refused, a place is not tried again.
            self.free.open(here.y, here.x, here.x + 1);
            canvas.step(StepKind::Skip, || {
                format!("There is no space for a room at ({}, {}).", here.x, here.y)
            });
            return;
        }
        for row in y..y + h {
            self.free.open(row, x, x + w);
        }
        let id = self.rooms.len() as u32;
        self.rooms.push(Room {
            id,
            rect,
            kind: RoomKind::Ordinary,
        });
        canvas.fill(rect, Cell::Floor);
        self.turn(here);
        if let Some((from, turn)) = self.pen.room {
            let mut points = vec![here];
            let mut at = self.pen.turn;
            while at != turn && points.len() < MOST_TURNS {
                at = self.turns[at].1;
                points.push(self.turns[at].0);
            }
            if at != turn {
                points = vec![here, self.turns[turn].0];
            }
            points.reverse();
            self.corridors.push(from, Some(id), &points);
        }
        self.pen.room = Some((id, self.pen.turn));
        canvas.step(StepKind::PlaceRoom, || {
            format!("Room {id} of {w}x{h} cells at ({x}, {y}).")
        });
    }
}
