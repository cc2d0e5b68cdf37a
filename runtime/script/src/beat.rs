//! The musical side of a cart's world: what carts are told about the music,
//! and what they ask of the conductor.
//!
//! Requests are collected here and carried out by the console when the call
//! is over, because the conductor is what calls the cart. All of it is plain
//! data and goes with saves of the whole console.

use std::sync::Arc;

use conductor::{Action, BeatPosition, MOST_PLAYERS, Moment, Song, SongTime, Verdict};
use machine::MusicCall;

use crate::timing::{Control, Press};

/// What the `beat` table reads and writes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Beat {
    /// The music at the moment of the call that runs.
    pub moment: Moment,
    /// What the cart has asked for since the last call.
    pub requests: Vec<BeatRequest>,
    /// What `beat.start` was last asked to conduct, until `beat.stop`.
    pub program: Option<Arc<Program>>,
    /// The song time at which the sound of the next tick begins.
    pub ahead: SongTime,
    /// What an input of each player would be judged at the start of the tick;
    /// none without music that runs.
    pub chances: [Option<Verdict>; MOST_PLAYERS],
    /// Timers that wait.
    pub timers: Vec<u32>,
    pub(crate) last_timer: u32,
}

/// Something a cart asks of the conductor.
#[derive(Debug, Clone, PartialEq)]
pub enum BeatRequest {
    /// Begin, in place of what plays.
    Start(Arc<Program>),
    /// End.
    Stop,
    /// Hold.
    Pause,
    /// Go on after a pause.
    Resume,
    /// Jump to a place.
    Seek(BeatPosition),
    /// An input at the start of the tick.
    Judge {
        /// Whose, counted from 0.
        player: usize,
        /// Which, of the program's actions.
        action: Action,
    },
    /// Call a held function at a place, and again after every so many beats.
    Timer {
        /// Its number, also that of the function.
        id: u32,
        /// Where.
        at: BeatPosition,
        /// How often; none is once.
        every: Option<BeatPosition>,
    },
    /// Forget a timer.
    Cancel(u32),
}

impl BeatRequest {
    /// Whether it ends the song that plays.
    pub fn ends_song(&self) -> bool {
        matches!(self, BeatRequest::Start(_) | BeatRequest::Stop)
    }

    /// Whether it is for the song that plays alone, and void once that ends.
    pub fn leads_song(&self) -> bool {
        use BeatRequest::{Judge, Pause, Resume, Seek};
        matches!(self, Pause | Resume | Seek(_) | Judge { .. })
    }
}

/// All that `beat.start` was given.
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    /// What is conducted.
    pub song: Song,
    /// The names of the actions, in order.
    pub actions: Vec<String>,
    /// What stands for which action.
    pub bindings: Vec<Binding>,
    /// What is heard with it.
    pub sounding: Sounding,
}

/// A control that stands for an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Binding {
    /// A key, or a button of every pad: 0 to 7.
    pub control: Control,
    /// Whose, counted from 0; a button is that of the pad's own player.
    pub player: usize,
    /// For which action.
    pub action: Action,
}

/// What is heard while the conductor conducts.
#[derive(Debug, Clone, PartialEq)]
pub enum Sounding {
    /// Nothing of ours: a silent metronome.
    Nothing,
    /// A file of the cart, from its first frame at song time 0.
    File,
    /// A track of the cart.
    Track {
        /// How it begins.
        call: MusicCall,
        /// When each row is heard, up to the end or to where it repeats.
        rows: Vec<TrackRow>,
    },
}

/// A row of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrackRow {
    /// When it is heard.
    pub time: SongTime,
    /// The frame it is in.
    pub frame: u8,
    /// Its place in the frame.
    pub row: u8,
}

/// A timer that fires once has this bit in its number.
const ONCE: u32 = 1 << 31;

impl Beat {
    /// A number for a timer.
    pub(crate) fn new_timer(&mut self, once: bool) -> u32 {
        self.last_timer = (self.last_timer + 1) % ONCE;
        let id = self.last_timer | if once { ONCE } else { 0 };
        self.timers.push(id);
        id
    }

    /// Bytes of memory that it takes; the program is shared.
    pub(crate) fn size(&self) -> usize {
        size_of::<Beat>() + size_of_val(&*self.requests) + size_of_val(&*self.timers)
    }

    /// Whether a timer fires once only.
    pub fn is_once(timer: u32) -> bool {
        timer & ONCE != 0
    }
}

impl Program {
    /// The actions that a press stands for, with their players from 0.
    pub fn actions_of(&self, press: &Press) -> impl Iterator<Item = (usize, Action)> {
        let (control, pad) = match press.what {
            Control::Button(button) => (Control::Button(button % 8), Some(button / 8)),
            key @ Control::Key(_) => (key, None),
        };
        (self.bindings.iter())
            .filter(move |binding| binding.control == control)
            .map(move |it| (pad.map_or(it.player, usize::from), it.action))
    }

    /// The name of an action.
    pub fn action_name(&self, action: Action) -> &str {
        let name = self.actions.get(usize::from(action));
        name.map_or("", String::as_str)
    }
}
