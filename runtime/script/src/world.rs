//! What the API functions work on: the machine, and what a cart asks of the
//! console.
//!
//! Requests and traces are collected here and read by the console when the
//! call is over, so that no API function reaches the outside.

mod state;

pub use state::WorldState;

use std::collections::BTreeMap;
use std::sync::Arc;

use conductor::SongTime;
use machine::Machine;

use crate::api::{is_chart, is_sound_file};
use crate::beat::Beat;
use crate::handed::Handed;
use crate::rewind::Rewind;
use crate::songs::{NullSongs, SongFiles, Songs};
use crate::sound_ledger::SoundLedger;
use crate::store::Store;
use crate::testing::Tester;
use crate::timing::{Press, Timing};

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
    /// `beat.calibrate()` was called.
    Calibrate,
}

/// Something that an event of the cart tells of.
pub(crate) enum Arrival {
    Press(Press),
    Handed(Handed),
}

/// The most traces, and the most bytes of them, that are kept for one tick of
/// a cart. The rest is dropped, so that a cart which traces without end cannot
/// fill the console's memory.
const MOST_EVENTS: usize = 10_000;
const MOST_BYTES: usize = 16 << 20;

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
    /// Whether the cart has asked for it in this tick.
    pub unix_time_read: bool,
    /// The time of the tick, and what was pressed since the last one.
    pub timing: Timing,
    /// Lua modules that `require` finds, by name.
    pub modules: BTreeMap<String, Vec<u8>>,
    /// The cart's sound files, by their path in its folder.
    pub song_files: SongFiles,
    /// Its charts, likewise.
    pub chart_files: SongFiles,
    /// Musical time, and what the cart wants of it.
    pub beat: Beat,
    /// What plays them.
    pub songs: Box<dyn Songs + Send>,
    /// Which sounds were asked for by game code that may be taken back.
    pub sounds: SoundLedger,
    /// The tables the cart keeps for its next run.
    pub store: Store,
    /// How far back in time the cart can go, and what it wants of that.
    pub rewind: Rewind,
    /// Answers the tests of the cart, if it is being tested.
    pub tester: Option<Box<dyn Tester>>,
    /// Memory for looking around in grids; holds nothing that a cart sees.
    pub(crate) sight: mapgen::Sight,
    /// The same, for looking for ways.
    pub(crate) paths: mapgen::Paths,
    /// The same, for distances.
    pub(crate) field: mapgen::Field,
    /// The same, for rays.
    pub(crate) fan: mapgen::Fan,
    events: Vec<Event>,
    traced: usize,
    asked: Asked,
    /// How many of the tick's arrivals the cart has seen.
    arrivals_seen: usize,
}

impl World {
    /// A world around a machine, at tick 0.
    pub fn new(machine: Machine) -> World {
        World {
            machine,
            tic80: true,
            tick: 0,
            unix_time: 0,
            unix_time_read: false,
            timing: Timing::default(),
            modules: BTreeMap::new(),
            song_files: SongFiles::new(),
            chart_files: SongFiles::new(),
            beat: Beat::default(),
            songs: Box::<NullSongs>::default(),
            sounds: SoundLedger::default(),
            store: Store::default(),
            rewind: Rewind::default(),
            tester: None,
            sight: mapgen::Sight::default(),
            paths: mapgen::Paths::default(),
            field: mapgen::Field::default(),
            fan: mapgen::Fan::default(),
            events: Vec::new(),
            traced: 0,
            asked: Asked::default(),
            arrivals_seen: 0,
        }
    }

    /// Takes over the time of a new tick.
    pub fn begin_tick(&mut self, timing: &Timing) {
        self.timing.clone_from(timing);
        self.arrivals_seen = 0;
        self.unix_time_read = false;
    }

    /// What has arrived next in this tick that the cart has not seen: first
    /// what was handed over, then presses and releases.
    pub(crate) fn next_arrival(&mut self) -> Option<Arrival> {
        let Timing {
            presses, handed, ..
        } = &self.timing;
        let seen = self.arrivals_seen;
        let arrival = match handed.get(seen) {
            Some(handed) => Arrival::Handed(handed.clone()),
            None => Arrival::Press(*presses.get(seen - handed.len())?),
        };
        self.arrivals_seen += 1;
        Some(arrival)
    }

    /// When a press of this tick was, in seconds since the cart started: on
    /// the clock of `time()`, which stands still within a tick.
    pub(crate) fn seconds_of(&self, press: &Press) -> f64 {
        (SongTime::of_tick(self.tick as i64) + (press.at - self.timing.clock)).seconds()
    }

    /// Takes over those of a cart's files that can be songs or charts.
    pub fn set_files<'a>(&mut self, files: impl Iterator<Item = (&'a String, &'a Vec<u8>)>) {
        for (name, bytes) in files {
            let kept = match name {
                name if is_sound_file(name) => &mut self.song_files,
                name if is_chart(name) => &mut self.chart_files,
                _ => continue,
            };
            kept.insert(name.clone(), Arc::from(bytes.as_slice()));
        }
    }

    /// Milliseconds since the cart started: whole microseconds of
    /// `tick / 60 s`, so that every run of a cart sees the same numbers.
    pub fn milliseconds(&self) -> f64 {
        (self.tick * 1_000_000 / 60) as f64 / 1000.0
    }

    /// Takes what has been traced and asked for since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.traced = 0;
        self.asked = Asked::default();
        std::mem::take(&mut self.events)
    }

    /// Keeps a trace, if there is room for it.
    pub(crate) fn trace(&mut self, text: &[u8], color: u8) {
        let traced = self.traced.saturating_add(text.len());
        if self.events.len() < MOST_EVENTS && traced <= MOST_BYTES {
            self.traced = traced;
            let text = text.to_vec();
            self.events.push(Event::Trace { text, color });
        }
    }

    /// Asks for the end of the cart; asking again changes nothing.
    pub(crate) fn exit(&mut self) {
        if !std::mem::replace(&mut self.asked.exit, true) {
            self.events.push(Event::Exit);
        }
    }

    /// Asks for a new start of the cart; asking again changes nothing.
    pub(crate) fn reset(&mut self) {
        if !std::mem::replace(&mut self.asked.reset, true) {
            self.events.push(Event::Reset);
        }
    }

    /// Asks for the page of calibration; asking again changes nothing.
    pub(crate) fn ask_to_calibrate(&mut self) {
        if !std::mem::replace(&mut self.asked.calibration, true) {
            self.events.push(Event::Calibrate);
        }
    }
}

/// What is among the events already.
#[derive(Default)]
struct Asked {
    exit: bool,
    reset: bool,
    calibration: bool,
}

#[cfg(test)]
mod tests {
    use super::{Event, MOST_BYTES, MOST_EVENTS, World};
    use machine::{Machine, Size};

    fn world() -> World {
        World::new(Machine::new(Size::default(), Vec::new()))
    }

    #[test]
    fn a_cart_that_asks_and_traces_without_end_fills_no_memory() {
        let mut world = world();
        for _ in 0..3 * MOST_EVENTS {
            world.trace(b"x", 15);
            world.exit();
            world.reset();
        }
        let events = world.take_events();
        assert!(events.len() <= MOST_EVENTS + 2, "{}", events.len());
        assert_eq!(
            events.iter().filter(|event| **event == Event::Exit).count(),
            1
        );

        let long = vec![b'x'; MOST_BYTES / 3 * 2];
        world.trace(&long, 15);
        world.trace(&long, 15);
        assert_eq!(world.take_events().len(), 1);
        world.trace(&long, 15);
        assert_eq!(world.take_events().len(), 1, "a new tick has room again");
    }
}
