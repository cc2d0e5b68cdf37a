//! Timelines: many states of a range of bytes, of which only one is whole.
//!
//! The others are [deltas](crate::delta) from one to the next. As these lead
//! both ways, the whole one can move back and forth; what is newer is dropped
//! when another state is pushed. The oldest is forgotten by dropping a delta.

#[cfg(test)]
mod tests;

use crate::delta::{Delta, Shadow};
use std::collections::VecDeque;

/// The last states of a [`crate::Vm`], or of other bytes, and a place in them.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The number of the `Vm` whose states these are; 0 for other bytes.
    owner: u64,
    /// The state at the place; nothing if there is none.
    shadow: Option<Shadow>,
    /// From each state to the next.
    deltas: VecDeque<Delta>,
    /// How many of these lie before the place.
    older: usize,
    most: usize,
    /// What the deltas take.
    size: usize,
}

impl Timeline {
    /// An empty timeline that keeps so many states, at least one.
    pub fn new(most: usize) -> Timeline {
        Timeline {
            owner: 0,
            shadow: None,
            deltas: VecDeque::new(),
            older: 0,
            most: most.max(1),
            size: 0,
        }
    }

    /// Adds a state behind the one at the place, drops what was newer, and
    /// goes to it. The oldest is forgotten if there are too many.
    ///
    /// # Panics
    ///
    /// When the timeline holds states of a `Vm`.
    pub fn push(&mut self, bytes: &[u8]) {
        self.push_of(0, bytes);
    }

    /// The same for a state of a `Vm` with this number.
    pub(crate) fn push_of(&mut self, owner: u64, bytes: &[u8]) {
        let Some(shadow) = &mut self.shadow else {
            self.owner = owner;
            self.shadow.insert(Shadow::default()).copy(bytes);
            return;
        };
        assert!(
            self.owner == owner,
            "a timeline can only hold states of the machine it began with"
        );
        for dropped in self.deltas.drain(self.older..) {
            self.size -= dropped.size();
        }
        let delta = shadow.advance(bytes);
        self.size += delta.size();
        self.deltas.push_back(delta);
        self.older += 1;
        while self.deltas.len() >= self.most {
            self.forget_oldest();
        }
    }

    /// Goes back by so many states, or to the oldest; returns by how many.
    pub fn rewind(&mut self, states: usize) -> usize {
        let states = states.min(self.older);
        if let Some(shadow) = &mut self.shadow {
            let passed = self.deltas.range(self.older - states..self.older);
            passed.rev().for_each(|delta| shadow.undo(delta));
        }
        self.older -= states;
        states
    }

    /// Goes forth by so many states, or to the newest; returns by how many.
    pub fn forward(&mut self, states: usize) -> usize {
        let states = states.min(self.newer());
        if let Some(shadow) = &mut self.shadow {
            let passed = self.deltas.range(self.older..self.older + states);
            passed.for_each(|delta| shadow.redo(delta));
        }
        self.older += states;
        states
    }

    /// The state at the place; no bytes if the timeline is empty.
    pub fn state(&self) -> &[u8] {
        self.shadow.as_ref().map_or(&[], Shadow::bytes)
    }

    /// The state at the place, if it is one of the `Vm` with this number.
    pub(crate) fn state_of(&self, owner: u64) -> Option<&[u8]> {
        let shadow = self.shadow.as_ref()?;
        (self.owner == owner).then(|| shadow.bytes())
    }

    /// States that can be gone back to.
    pub fn older(&self) -> usize {
        self.older
    }

    /// States that were gone back from.
    pub fn newer(&self) -> usize {
        self.deltas.len() - self.older
    }

    /// Forgets the oldest state, but not the one at the place; whether it did.
    /// The time it takes does not depend on how many there are.
    pub fn forget_oldest(&mut self) -> bool {
        if self.older == 0 {
            return false;
        }
        self.older -= 1;
        if let Some(delta) = self.deltas.pop_front() {
            self.size -= delta.size();
        }
        true
    }

    /// Forgets everything, whose states they were too.
    pub fn clear(&mut self) {
        *self = Timeline::new(self.most);
    }

    /// Bytes of memory that it takes.
    pub fn size(&self) -> usize {
        self.size + self.shadow.as_ref().map_or(0, Shadow::size)
    }
}
