//! The collapse: choose where the least is open, rule out what no longer fits,
//! and so on until every place is decided.
//!
//! Where nothing fits any more, the places around are put back to the beginning
//! and decided anew; again and again in the same region, more of them. That
//! costs what the region costs, so it comes before the whole map is begun anew,
//! which on a large map would end as before. After so many of both the map is
//! given up, with an error.

use dice::Stream;

use super::picture::Picture;
use super::wave::{Contradiction, Wave};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Point, Rect};

/// How far around a contradiction everything is put back, at the least.
const NEAR: u32 = 2;
/// The same, at the most.
const FAR: u32 = 24;
/// Places on a side of the regions where contradictions are counted.
const REGION: u32 = 8;

/// How hard a collapse was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effort {
    /// Patterns that were chosen, also those that were taken back.
    pub choices: u32,
    /// Times that nothing fitted at a place.
    pub contradictions: u32,
    /// Times that the places around were decided anew.
    pub repairs: u32,
    /// Times that the whole map was begun anew.
    pub restarts: u32,
}

/// How a step ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    /// There are places to decide.
    More,
    /// All places are decided.
    Done,
    /// No more is tried.
    GivenUp,
}

/// A wave on its way to a map.
#[derive(Debug)]
pub(super) struct Collapse {
    wave: Box<dyn Wave>,
    stream: Stream,
    places: (u32, u32),
    trouble: Option<Contradiction>,
    /// Contradictions in each region since the last beginning.
    heat: Vec<u32>,
    repairs: u32,
    most_repairs: u32,
    most_restarts: u32,
    /// Places that were decided or put back since the last beginning, and how
    /// many may be.
    work: u32,
    most_work: u32,
    effort: Effort,
}

impl Collapse {
    pub(super) fn new(
        wave: Box<dyn Wave>,
        places: (u32, u32),
        stream: Stream,
        most_repairs: u32,
        most_restarts: u32,
    ) -> Collapse {
        let regions = places.0.div_ceil(REGION) * places.1.div_ceil(REGION);
        Collapse {
            wave,
            stream,
            places,
            trouble: None,
            heat: vec![0; regions as usize],
            repairs: 0,
            most_repairs,
            most_restarts,
            work: 0,
            // Enough to decide everything a few times.
            most_work: 2_000 + 6 * places.0 * places.1,
            effort: Effort::default(),
        }
    }

    pub(super) fn effort(&self) -> Effort {
        self.effort
    }

    /// Draws all places that are decided.
    pub(super) fn draw<R: Recorder>(&self, picture: &Picture, canvas: &mut Canvas<R>) {
        let (columns, rows) = self.places;
        for place in Rect::new(0, 0, columns, rows).points() {
            picture.draw(canvas, place, self.wave.decided(place));
        }
    }

    /// One choice with what follows from it, or what a contradiction needs.
    pub(super) fn step<R: Recorder>(
        &mut self,
        picture: &Picture,
        canvas: &mut Canvas<R>,
    ) -> Outcome {
        match self.trouble.take() {
            None => self.choose(picture, canvas),
            Some(at) if self.can_repair() => self.repair(at.0, picture, canvas),
            Some(_) if self.effort.restarts < self.most_restarts => self.restart(picture, canvas),
            Some(_) => Outcome::GivenUp,
        }
    }

    fn can_repair(&self) -> bool {
        self.repairs < self.most_repairs && self.work < self.most_work
    }

    fn choose<R: Recorder>(&mut self, picture: &Picture, canvas: &mut Canvas<R>) -> Outcome {
        let Some(choice) = self.wave.choose(&mut self.stream) else {
            return Outcome::Done;
        };
        self.effort.choices += 1;
        self.work += 1;
        if R::LISTENS {
            picture.draw(canvas, choice.place, self.wave.decided(choice.place));
        }
        canvas.step(StepKind::Collapse, || {
            let Point { x, y } = choice.place;
            format!(
                "One of the {} patterns that fit in column {x}, row {y} is chosen.",
                choice.among
            )
        });
        self.propagate(picture, canvas)
    }

    fn propagate<R: Recorder>(&mut self, picture: &Picture, canvas: &mut Canvas<R>) -> Outcome {
        match self.wave.propagate() {
            Ok(effect) => {
                if R::LISTENS && effect.places > 1 {
                    for place in self.wave.fresh() {
                        picture.draw(canvas, place, self.wave.decided(place));
                    }
                    canvas.step(StepKind::Propagate, || {
                        let places = effect.places - 1;
                        format!("Around it, {places} places have fewer patterns that fit.")
                    });
                }
            }
            Err(contradiction) => {
                self.effort.contradictions += 1;
                self.trouble = Some(contradiction);
            }
        }
        Outcome::More
    }

    fn repair<R: Recorder>(
        &mut self,
        at: Point,
        picture: &Picture,
        canvas: &mut Canvas<R>,
    ) -> Outcome {
        self.repairs += 1;
        self.effort.repairs += 1;
        let region = at.y / REGION * self.places.0.div_ceil(REGION) + at.x / REGION;
        let heat = &mut self.heat[region as usize];
        let radius = (NEAR + *heat / 2).min(FAR);
        *heat += 1;
        let cleared = self.wave.clear(at, radius);
        self.work += cleared;
        if R::LISTENS {
            self.draw(picture, canvas);
        }
        canvas.step(StepKind::Backtrack, || {
            let Point { x, y } = at;
            format!(
                "Nothing fits in column {x}, row {y}: {cleared} places around are decided anew."
            )
        });
        self.propagate(picture, canvas)
    }

    fn restart<R: Recorder>(&mut self, picture: &Picture, canvas: &mut Canvas<R>) -> Outcome {
        self.effort.restarts += 1;
        self.work = 0;
        self.repairs = 0;
        self.heat.fill(0);
        self.wave.restart();
        if R::LISTENS {
            self.draw(picture, canvas);
        }
        canvas.step(StepKind::Restart, || {
            "Nothing fits and too much was decided anew: all places begin again.".to_owned()
        });
        Outcome::More
    }
}
