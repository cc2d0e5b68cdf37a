//! A map from patterns, whatever they are: collapse, joining, start and exit.
//!
//! Both generators are this with rules of their own.

use dice::Seed;

use super::collapse::{Collapse, Effort, Outcome};
use super::ending::Ending;
use super::picture::Picture;
use super::rules::Rules;
use super::wave::{self, Contradiction};
use crate::map::Map;
use crate::parameter::{Kind, Parameter, Settings};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::run::Progress;
use crate::{Cell, GenError, Point};

/// The words of a switch, and what they are first.
pub(super) const YES: Kind = Kind::Choice {
    options: &["yes", "no"],
};
pub(super) const NO: Kind = Kind::Choice {
    options: &["no", "yes"],
};

/// Parameters of both generators.
pub(super) const EDGE: Parameter = Parameter::choice(
    "edge",
    &["wall", "frame"],
    "wall: patterns at the edge have walls there; frame: any, and a wall around them",
);
pub(super) const JOIN: Parameter = Parameter {
    name: "join",
    kind: YES,
    about: "whether parts are joined through the thinnest walls",
};
pub(super) const REPAIRS: Parameter = Parameter::automatic(
    "repairs",
    0,
    1_000_000,
    "how often a contradiction is repaired nearby before all begins again; by itself, by size",
);
pub(super) const RESTARTS: Parameter = Parameter::integer(
    "restarts",
    0,
    100,
    8,
    "how often all begins again before the map is given up",
);

/// Which stage is under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Phase {
    Learn,
    Collapse,
    Draw,
    Join,
    Special,
}

/// A map that is put together.
#[derive(Debug)]
pub(super) struct Assembly {
    name: &'static str,
    picture: Picture,
    patterns: u32,
    collapse: Collapse,
    ending: Ending,
    phase: Phase,
}

impl Assembly {
    /// The assembly before its first step; `remedies` says what to change if
    /// the patterns fit no map of this size.
    pub(super) fn new(
        name: &'static str,
        settings: &Settings,
        seed: Seed,
        picture: Picture,
        rules: &Rules,
        remedies: &str,
    ) -> Result<Assembly, GenError> {
        let places = picture.places();
        let wave = wave::begun(rules, places.0, places.1).map_err(|Contradiction(place)| {
            let (w, h) = picture.size;
            let Point { x, y } = place;
            impossible(
                name,
                format!("no pattern fits in column {x}, row {y} of a map of {w}x{h}; {remedies}"),
            )
        })?;
        let stream = |stage: &str| seed.derive(name).derive(stage).stream();
        let by_itself = 64 + places.0 * places.1 / 8;
        let repairs = settings.chosen("repairs").unwrap_or(by_itself);
        let restarts = settings.number("restarts");
        Ok(Assembly {
            name,
            picture,
            patterns: rules.len(),
            collapse: Collapse::new(wave, places, stream("collapse"), repairs, restarts),
            ending: Ending::new(settings.text("join") == "yes", stream("special")),
            phase: Phase::Learn,
        })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        self.picture.size
    }

    pub(super) fn effort(&self) -> Effort {
        self.collapse.effort()
    }

    pub(super) fn is_collapsed(&self) -> bool {
        matches!(self.phase, Phase::Join | Phase::Special)
    }

    pub(super) fn step<R: Recorder>(
        &mut self,
        canvas: &mut Canvas<R>,
        remedies: &str,
    ) -> Result<Progress, GenError> {
        self.phase = match self.phase {
            Phase::Learn => {
                canvas.fill(canvas.grid().bounds(), Cell::Wall);
                canvas.step(StepKind::Learn, || {
                    let (count, side) = (self.patterns, self.picture.side);
                    format!("There are {count} different patterns of {side}x{side} cells.")
                });
                Phase::Collapse
            }
            Phase::Collapse => match self.collapse.step(&self.picture, canvas) {
                Outcome::More => Phase::Collapse,
                Outcome::Done => Phase::Draw,
                Outcome::GivenUp => {
                    let Effort {
                        contradictions,
                        restarts,
                        ..
                    } = self.collapse.effort();
                    let (w, h) = self.picture.size;
                    return Err(impossible(
                        self.name,
                        format!(
                            "no map of {w}x{h} after {contradictions} contradictions and {restarts} restarts; {remedies}"
                        ),
                    ));
                }
            },
            Phase::Draw => {
                self.collapse.draw(&self.picture, canvas);
                Phase::Join
            }
            Phase::Join => {
                self.ending.join(canvas);
                Phase::Special
            }
            Phase::Special => {
                self.ending.choose(canvas);
                return Ok(Progress::Done);
            }
        };
        Ok(Progress::More)
    }

    pub(super) fn finish(self, map: &mut Map) {
        self.ending.finish(map);
    }
}

/// The error of a map that cannot be.
pub(super) fn impossible(generator: &'static str, what: String) -> GenError {
    GenError::Impossible { generator, what }
}
