//! The state of a world beside its machine, at rest: small, plain values.
//!
//! Kept once a tick, so what most carts never use takes no room.

use crate::beat::Beat;
use crate::handed::Handed;
use crate::rewind::Rewind;
use crate::songs::SongState;
use crate::sound_ledger::SoundLedger;
use crate::store::Stored;
use crate::timing::Timing;
use crate::world::World;
use vm::Tree;

/// Bytes that a note may take.
const NOTE: usize = 8192;

/// What to give to [`World::restore`].
#[derive(Debug, Clone)]
pub struct WorldState {
    tick: u64,
    unix_time: u64,
    timing: Timing,
    arrivals_seen: usize,
    reach: u64,
    note: Option<Tree>,
    stored: Stored,
    /// None if the beat, songs or the ledger are as they were at first.
    beat: Option<Box<Beat>>,
    songs: Option<Box<SongState>>,
    sounds: Option<Box<SoundLedger>>,
}

impl WorldState {
    /// The time of the tick that led to this state.
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// Takes over what a tick is given beside inputs, from the tick that led
    /// to this state.
    pub fn give_to(&self, world: &mut World) {
        world.unix_time = self.unix_time;
        world.rewind.reach = self.reach;
        world.rewind.note.clone_from(&self.note);
    }

    /// Bytes of memory that it takes beside its own and beside what the state
    /// of the tick before has too.
    pub fn size_beside(&self, earlier: Option<&WorldState>) -> usize {
        let presses = size_of_val(self.timing.presses.as_slice());
        let handed = self.timing.handed.iter().map(Handed::size).sum::<usize>();
        let beat = self.beat.as_ref().map_or(0, |beat| beat.size());
        let songs = (self.songs.as_ref()).map_or(0, |_| size_of::<SongState>() + 64);
        let sounds = self.sounds.as_ref().map_or(0, |sounds| sounds.size());
        let stored = (self.stored).size_beside(earlier.map(|earlier| &earlier.stored));
        let note = self.note.as_ref().map_or(0, |_| NOTE);
        note + presses + handed + beat + songs + sounds + stored
    }
}

impl World {
    /// The state beside the machine, between two ticks.
    pub fn state(&self) -> WorldState {
        // Taken apart, so that no field is ever forgotten.
        let World {
            // An image holds it.
            machine: _,
            tick,
            unix_time,
            timing,
            beat,
            songs,
            sounds,
            store,
            arrivals_seen,
            // The same in the whole run.
            tic80: _,
            modules: _,
            song_files: _,
            chart_files: _,
            tester: _,
            rewind:
                Rewind {
                    reach,
                    note,
                    asked: _,
                },
            // Nothing between two ticks.
            unix_time_read: _,
            events: _,
            traced: _,
            asked: _,
            // Memory that holds nothing which a cart sees.
            sight: _,
            paths: _,
            field: _,
            fan: _,
        } = self;
        let songs = songs.state();
        WorldState {
            tick: *tick,
            unix_time: *unix_time,
            timing: timing.clone(),
            arrivals_seen: *arrivals_seen,
            reach: *reach,
            note: note.clone(),
            stored: store.stored(),
            beat: unless_default(beat),
            songs: unless_default(&songs),
            sounds: (!sounds.is_blank()).then(|| Box::new(sounds.clone())),
        }
    }

    /// Goes back to a state, for which the machine's image is loaded too.
    pub fn restore(&mut self, state: &WorldState) {
        state.give_to(self);
        self.tick = state.tick;
        self.timing.clone_from(&state.timing);
        self.arrivals_seen = state.arrivals_seen;
        self.store.restore(&state.stored);
        self.beat = state.beat.as_deref().cloned().unwrap_or_default();
        self.sounds = state.sounds.as_deref().cloned().unwrap_or_default();
        self.restore_songs(state);
        self.rewind.asked = None;
        self.take_events();
    }

    /// Puts back the songs alone.
    pub fn restore_songs(&mut self, state: &WorldState) {
        let none = SongState::default();
        let songs = state.songs.as_deref().unwrap_or(&none);
        // What played then can be decoded still.
        self.songs.restore(songs, &self.song_files).ok();
    }
}

fn unless_default<T: Clone + Default + PartialEq>(value: &T) -> Option<Box<T>> {
    (*value != T::default()).then(|| Box::new(value.clone()))
}
