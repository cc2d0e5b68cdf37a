//! What the API functions work on: the machine, and what a cart asks of the
//! console.
//!
//! Requests and traces are collected here and read by the console when the
//! call is over, so that no API function reaches the outside.

use std::collections::BTreeMap;
use std::sync::Arc;

use machine::Machine;

use crate::api::is_sound_file;
use crate::songs::{NullSongs, Songs};

/// Something a cart did that the console passes on to the outside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Event {
    /// `trace(text, color)`: the bytes of the text, and the color unmasked.
    Trace {
        /// The text, bytes as the cart made them.
        text: Vec<u8>,
        /// The low byte of the color argument.
        color: u8,
    },
    /// `exit()` was called.
    Exit,
    /// `reset()` was called.
    Reset,
}

/// The most events kept for one call of a cart; more are dropped, so that a
/// cart which traces without end cannot fill the console's memory.
pub const MOST_EVENTS: usize = 10_000;

/// The machine and the rest of what a cart can reach.
pub struct World {
    /// The fantasy hardware.
    pub machine: Machine,
    /// Whether functions behave as TIC-80's to the last quirk.
    pub tic80: bool,
    /// Ticks since the cart was started, the source of `time()`.
    pub tick: u64,
    /// Unix time in seconds at the start of the tick, the source of `tstamp()`.
    pub unix_time: u64,
    /// Lua modules that `require` finds, by name.
    pub modules: BTreeMap<String, Vec<u8>>,
    /// The cart's sound files, by their path in its folder.
    pub song_files: BTreeMap<String, Arc<[u8]>>,
    /// What plays them.
    pub songs: Box<dyn Songs + Send>,
    events: Vec<Event>,
}

impl World {
    /// A world around a machine, at tick 0.
    pub fn new(machine: Machine) -> World {
        World {
            machine,
            tic80: true,
            tick: 0,
            unix_time: 0,
            modules: BTreeMap::new(),
            song_files: BTreeMap::new(),
            songs: Box::<NullSongs>::default(),
            events: Vec::new(),
        }
    }

    /// Takes over those of a cart's files that can be songs.
    pub fn set_song_files<'a>(&mut self, files: impl Iterator<Item = (&'a String, &'a Vec<u8>)>) {
        self.song_files = files
            .filter(|(name, _)| is_sound_file(name))
            .map(|(name, bytes)| (name.clone(), Arc::from(bytes.as_slice())))
            .collect();
    }

    /// Milliseconds since the cart started: whole microseconds of
    /// `tick / 60 s`, so that every run of a cart sees the same numbers.
    pub fn milliseconds(&self) -> f64 {
        (self.tick * 1_000_000 / 60) as f64 / 1000.0
    }

    /// Takes what has been traced and asked for since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn push(&mut self, event: Event) {
        if self.events.len() < MOST_EVENTS || event == Event::Exit || event == Event::Reset {
            self.events.push(event);
        }
    }
}
