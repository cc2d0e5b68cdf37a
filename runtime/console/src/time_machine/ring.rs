//! The states of the last ticks: arena and image as deltas, the rest as it is.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use machine::Machine;
use script::{Script, Timeline};

use super::state::State;

/// Ten minutes of ticks; tests have less time.
const MOST: usize = if cfg!(test) { 500 } else { 36_000 };

/// States that room is made for at once.
const ROOM: usize = 1024;

/// States of consecutive ticks, within a number of bytes.
pub(crate) struct Ring {
    budget: usize,
    /// The states of both stand at the same place.
    arena: Timeline,
    image: Timeline,
    /// Room for an image, kept so that it is not made anew in every tick.
    buffer: Vec<u8>,
    states: VecDeque<State>,
    /// The tick of the first one.
    first: u64,
    /// What the states take beside their own room.
    size: usize,
}

impl Ring {
    /// An empty ring of so many bytes.
    pub(super) fn new(budget: usize) -> Ring {
        Ring {
            budget,
            arena: Timeline::new(MOST),
            image: Timeline::new(MOST),
            buffer: Vec::new(),
            states: VecDeque::new(),
            first: 0,
            size: 0,
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Ring::new(self.budget);
    }

    /// The ticks whose states and those before them are kept.
    pub(super) fn ticks(&self) -> RangeInclusive<u64> {
        match self.states.len() as u64 {
            0 => RangeInclusive::new(1, 0),
            states => self.first + 1..=self.first + states - 1,
        }
    }

    /// How many ticks can be gone back at the end of a tick that is played now
    /// from the end of this one.
    pub(super) fn reach(&self, tick: u64) -> u64 {
        if self.states.is_empty() {
            0
        } else {
            tick.saturating_sub(self.first)
        }
    }

    /// The state at the end of a tick.
    pub(super) fn state(&self, tick: u64) -> Option<&State> {
        let place = usize::try_from(tick.checked_sub(self.first)?).ok()?;
        self.states.get(place)
    }

    /// Bytes of memory that it takes.
    pub(super) fn size(&self) -> usize {
        let states = self.states.capacity() * size_of::<State>() + self.size;
        self.arena.size() + self.image.size() + states + self.buffer.capacity()
    }

    /// Adds the state at the end of a tick and drops what was newer.
    pub(super) fn push(&mut self, tick: u64, state: State, script: &Script, machine: &Machine) {
        if self.seek(tick.wrapping_sub(1)) {
            let kept = (tick - self.first) as usize;
            while self.states.len() > kept {
                self.drop_newest();
            }
        } else {
            self.clear();
            self.first = tick;
        }
        machine.image(&mut self.buffer);
        if script.state_size() + self.buffer.len() > self.budget {
            self.clear();
            return;
        }
        script.push_state(&mut self.arena);
        self.image.push(&self.buffer);
        self.size += state.size_beside(self.states.back());
        if self.states.len() == self.states.capacity() {
            self.states.reserve_exact(ROOM);
        }
        self.states.push_back(state);
        while self.size() > self.budget || self.arena.older() + 1 < self.states.len() {
            if !self.forget_oldest() {
                self.clear();
                return;
            }
        }
    }

    /// Loads the arena and the image at the end of a tick that is kept.
    pub(super) fn load(&mut self, tick: u64, script: &mut Script, machine: &mut Machine) {
        if self.seek(tick) {
            script.restore_state(&self.arena);
            machine.load_image(self.image.state());
        }
    }

    /// Goes to the state of a tick, if it is kept.
    fn seek(&mut self, tick: u64) -> bool {
        if self.state(tick).is_none() {
            return false;
        }
        let place = (tick - self.first) as usize;
        for timeline in [&mut self.arena, &mut self.image] {
            timeline.rewind(timeline.older().saturating_sub(place));
            timeline.forward(place.saturating_sub(timeline.older()));
        }
        true
    }

    fn drop_newest(&mut self) {
        if let Some(state) = self.states.pop_back() {
            self.size -= state.size_beside(self.states.back());
        }
    }

    /// Whether there was one beside the newest.
    fn forget_oldest(&mut self) -> bool {
        if self.states.len() < 2 {
            return false;
        }
        // Too many states were one too many for the timelines as well.
        if self.arena.older() + 1 == self.states.len() {
            self.arena.forget_oldest();
            self.image.forget_oldest();
        }
        let beside = |states: &VecDeque<State>, place: usize| {
            let earlier = place.checked_sub(1).and_then(|place| states.get(place));
            states
                .get(place)
                .map_or(0, |state| state.size_beside(earlier))
        };
        self.size -= beside(&self.states, 0) + beside(&self.states, 1);
        self.states.pop_front();
        self.size += beside(&self.states, 0);
        self.first += 1;
        true
    }
}
