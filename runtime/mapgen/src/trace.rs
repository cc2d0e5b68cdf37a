//! A recorded generation: its steps, each with a kind, a sentence and the
//! cells it changed, and the map at any of them without generating again.

use std::ops::Range;

use crate::recorder::{Change, Recorder, StepKind};
use crate::{Grid, Map};

/// One step of a generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What happened.
    pub kind: StepKind,
    /// What happened, in a sentence.
    pub text: String,
    changes: Range<usize>,
}

/// Notes every step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tape {
    steps: Vec<Step>,
    changes: Vec<Change>,
}

impl Recorder for Tape {
    const LISTENS: bool = true;

    fn change(&mut self, change: Change) {
        self.changes.push(change);
    }

    fn step(&mut self, kind: StepKind, text: impl FnOnce() -> String) {
        let start = self.steps.last().map_or(0, |last| last.changes.end);
        self.steps.push(Step {
            kind,
            text: text(),
            changes: start..self.changes.len(),
        });
    }
}

/// A map with the steps that led to it, and a grid that goes back and forth.
#[derive(Clone, PartialEq, Debug)]
pub struct Trace {
    map: Map,
    tape: Tape,
    grid: Grid,
    at: usize,
}

impl Trace {
    /// The trace of a finished map; it shows the end.
    pub(crate) fn new(map: Map, tape: Tape) -> Trace {
        Trace {
            grid: map.grid.clone(),
            at: tape.steps.len(),
            map,
            tape,
        }
    }

    /// The finished map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// All steps.
    pub fn steps(&self) -> &[Step] {
        &self.tape.steps
    }

    /// The cells that a step changed, in the order of their changes.
    pub fn changes(&self, step: &Step) -> &[Change] {
        self.tape
            .changes
            .get(step.changes.clone())
            .unwrap_or_default()
    }

    /// How many steps the shown grid has done, from 0 to all.
    pub fn position(&self) -> usize {
        self.at
    }

    /// The grid after so many steps; costs the changes in between.
    pub fn show(&mut self, position: usize) -> &Grid {
        let position = position.min(self.tape.steps.len());
        let place = |at: usize| {
            at.checked_sub(1)
                .map_or(0, |i| self.tape.steps[i].changes.end)
        };
        let (from, to) = (place(self.at), place(position));
        for change in self.tape.changes.get(from..to).unwrap_or_default() {
            self.grid.set(change.point, change.after);
        }
        let back = self.tape.changes.get(to..from).unwrap_or_default();
        for change in back.iter().rev() {
            self.grid.set(change.point, change.before);
        }
        self.at = position;
        &self.grid
    }

    /// The grid one step further; at the end it stays.
    pub fn forward(&mut self) -> &Grid {
        self.show(self.at.saturating_add(1))
    }

    /// The grid one step back; at the beginning it stays.
    pub fn back(&mut self) -> &Grid {
        self.show(self.at.saturating_sub(1))
    }
}
