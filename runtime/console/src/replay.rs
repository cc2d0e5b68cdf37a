//! Replays: what was held and pressed in a run, and what time it was, as JSON.
//!
//! Only changes are written, so that hours fit, and a person can write one:
//! `docs/replay-format.md` describes it. Everything is checked when it is
//! read; what depends on the cart, such as the time of a beat, while it plays.

mod content;
mod handed;
mod loading;
mod part;
mod player;
mod rerun;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use machine::Input;
use serde::{Deserialize, Serialize};
use serde_json::{Deserializer, Value};
use thiserror::Error;

pub use handed::HandedOver;
pub use loading::Loading;
pub(crate) use part::{Part, Written};
pub use player::{ReplayFault, ReplayPlayer};
pub use rerun::{Rerun, RerunError};
use script::key_code;

use crate::digest::{SUM, WHOLE};

/// The version that is written, and the newest that is read.
const VERSION: u32 = 1;

/// Ticks of the longest replay: about eighteen days.
const MOST_TICKS: u64 = 100_000_000;

/// Bytes of Lua memory that a replay can ask for.
const MOST_MEMORY: usize = 1 << 30;

/// Furthest press, in seconds or beats.
const FURTHEST: f64 = 1_000_000.0;

/// A run of a cart, from its first tick on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// What kind of file it is: `replay`.
    pub downbeat: String,
    /// The version of the format.
    pub version: u32,
    /// The cart it is of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cart: Option<ReplayCart>,
    /// Seed of the run.
    #[serde(default)]
    pub seed: u64,
    /// How the console was set, where that is not the usual way.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, Value>,
    /// How many ticks it has.
    pub ticks: u64,
    /// The persistent memory that the run began with, in hex without the zeros
    /// at its end.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub memory: String,
    /// The stored tables that it began with, as JSON text by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub store: BTreeMap<String, String>,
    /// What the player did to the console between two ticks, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<ReplayEvent>,
    /// The tick and the seconds since 1970, where the cart asked for them and
    /// they were others than the last time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unix: Vec<[u64; 2]>,
    /// What is held, where that changes, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Held>,
    /// What the clocks said, where they did not go as ticks do, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub timings: Vec<Clocks>,
    /// What went down or up, and when exactly.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub presses: Vec<ReplayPress>,
    /// What was typed, pasted or dropped, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handed: Vec<HandedOver>,
    /// Digests of the state, to compare with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digests: Option<Digests>,
}

/// Which cart a replay is of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayCart {
    /// Its name, for people.
    pub name: String,
    /// The MD5 of its content, in hex.
    pub md5: String,
}

/// What is held from a tick on; what is not given stays as it was.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// From which tick on, counted from 0.
    pub tick: u64,
    /// The 32 buttons as bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pads: Option<u32>,
    /// The codes of up to four keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<u8>>,
    /// The mouse in the picture with its border.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mouse: Option<[u8; 2]>,
    /// The bits of the mouse's buttons and wheels.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buttons: Option<u16>,
}

/// The clocks of ticks in a row, in flicks of 1/705,600,000 s. Ticks of no
/// row have the time of the tick on both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clocks {
    /// The first of the ticks.
    pub tick: u64,
    /// For each tick, the clock less the tick's own time.
    pub clock: Vec<i64>,
    /// How far the display is ahead of the clock, in all of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub display: i64,
    /// The same for each of them, where it is not the same for all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub displays: Vec<i64>,
}

/// What the player did to the console before a tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayEvent {
    /// Before which tick.
    pub tick: u64,
    /// The cart was started anew.
    #[serde(default, skip_serializing_if = "is_false")]
    pub reset: bool,
    /// An entry of the cart's menu was chosen, counted from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub menu: Option<usize>,
}

/// Something goes down or up: what, when, and in which tick that arrives.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayPress {
    /// In which tick it arrives. Without it, it is a tap: in the tick that the
    /// time is in, held and let go by the console.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tick: Option<u64>,
    /// When, in flicks of the console's clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flicks: Option<i64>,
    /// When, in seconds of that clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// When, in beats of the music that plays then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_beat: Option<f64>,
    /// A button, 0 to 31.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<u8>,
    /// A key, by its code or name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Value>,
    /// An action of the cart's, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub press: Option<String>,
    /// Whose action it is, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<u8>,
    /// Down, or up.
    #[serde(default = "down", skip_serializing_if = "is_down")]
    pub down: bool,
    /// For how many seconds a tap is held; a tick if not given.
    #[serde(default, rename = "for", skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
}

/// Digests of the console's state after ticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digests {
    /// A whole one is taken after every so many ticks.
    pub every: u64,
    /// The whole ones, in order: four characters for each piece of the state.
    pub values: Vec<String>,
    /// Six characters for each tick.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub ticks: String,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(number: &i64) -> bool {
    *number == 0
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

fn down() -> bool {
    true
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_down(down: &bool) -> bool {
    *down
}

/// Why a file is no replay.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// It is not JSON, or not of this form.
    #[error("line {line}, column {column}: {message}")]
    Form {
        /// Counted from 1.
        line: usize,
        /// Counted from 1.
        column: usize,
        /// What is wrong there.
        message: String,
    },
    /// It says to be something else.
    #[error("it is no replay: a replay begins with {{\"downbeat\": \"replay\", \"version\": 1")]
    Kind,
    /// A newer version.
    #[error(
        "it is of version {0}, and this program reads up to version {VERSION}; update Downbeat"
    )]
    Version(u32),
    /// A value that cannot be.
    #[error("{place}: {what}")]
    Value {
        /// Where: `inputs[3]`, counted from 0.
        place: String,
        /// What is wrong with it.
        what: String,
    },
}

/// What every version has, to tell a newer one before its fields are unknown.
#[derive(Default, Deserialize)]
struct Head {
    downbeat: Option<Value>,
    version: Option<u32>,
}

impl Held {
    /// What is held then, after what was.
    pub(crate) fn apply(&self, before: Input) -> Input {
        let keys = self.keys.as_ref().map(|keys| {
            let key = |at| keys.get(at).copied().unwrap_or(0);
            std::array::from_fn(key)
        });
        let [mouse_x, mouse_y] = self.mouse.unwrap_or([before.mouse_x, before.mouse_y]);
        Input {
            pads: self.pads.unwrap_or(before.pads),
            keys: keys.unwrap_or(before.keys),
            mouse_x,
            mouse_y,
            mouse_buttons: self.buttons.unwrap_or(before.mouse_buttons),
        }
    }
}

impl Replay {
    /// An empty run of so many ticks.
    pub fn new(ticks: u64) -> Replay {
        Replay {
            downbeat: "replay".to_owned(),
            version: VERSION,
            cart: None,
            seed: 0,
            options: BTreeMap::new(),
            ticks,
            memory: String::new(),
            store: BTreeMap::new(),
            events: Vec::new(),
            unix: Vec::new(),
            inputs: Vec::new(),
            timings: Vec::new(),
            presses: Vec::new(),
            handed: Vec::new(),
            digests: None,
        }
    }

    /// Reads a replay. The file of a session that was cut off may have a last
    /// line that is not whole, which is left out.
    ///
    /// # Errors
    /// The first thing that is wrong, with its place.
    pub fn parse(text: &str) -> Result<Replay, ReplayError> {
        let mut heads = Deserializer::from_str(text).into_iter::<Head>();
        let head = heads.next().unwrap_or(Ok(Head::default()));
        let head = head.map_err(|error| form(&error, 0))?;
        let end = heads.byte_offset();
        if head.downbeat != Some(Value::from("replay")) {
            return Err(ReplayError::Kind);
        }
        match head.version {
            Some(version) if version > VERSION => return Err(ReplayError::Version(version)),
            None | Some(0) => return Err(ReplayError::Kind),
            Some(_) => {}
        }
        let (first, rest) = text.split_at(end);
        let mut replay: Replay = serde_json::from_str(first).map_err(|error| form(&error, 0))?;
        for part in Deserializer::from_str(rest).into_iter::<Part>() {
            match part {
                Ok(part) => part.add_to(&mut replay),
                Err(error) if error.is_eof() => break,
                Err(error) => return Err(form(&error, first.lines().count() - 1)),
            }
        }
        replay.check()?;
        Ok(replay)
    }

    /// As text, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("its keys are strings and its numbers are finite")
    }

    fn check(&self) -> Result<(), ReplayError> {
        let value = |place: String, what: &str| ReplayError::Value {
            place,
            what: what.to_owned(),
        };
        if self.ticks > MOST_TICKS {
            return Err(value("ticks".to_owned(), "a replay has at most 100000000"));
        }
        let mut last = None;
        for (index, held) in self.inputs.iter().enumerate() {
            let place = format!("inputs[{index}]");
            if last.is_some_and(|last| held.tick <= last) {
                return Err(value(place, "its tick does not come after the one before"));
            }
            last = Some(held.tick);
            let keys = held.keys.as_deref().unwrap_or_default();
            if keys.len() > 4 || keys.iter().any(|key| *key > 94) {
                return Err(value(place, "keys are up to four codes from 1 to 94"));
            }
        }
        let mut next = 0;
        for (index, clocks) in self.timings.iter().enumerate() {
            let place = format!("timings[{index}]");
            if clocks.tick < next {
                return Err(value(place, "its tick is within those before"));
            }
            next = clocks.tick.saturating_add(clocks.clock.len() as u64);
            let far = |offset: &i64| offset.unsigned_abs() > 1 << 60;
            let offsets = clocks.clock.iter().chain(&clocks.displays);
            if offsets.chain([&clocks.display]).any(far) {
                return Err(value(place, "a clock is too far from its tick"));
            }
            if !clocks.displays.is_empty() && clocks.displays.len() != clocks.clock.len() {
                return Err(value(place, "there is not one of displays for each clock"));
            }
        }
        let unordered = |ticks: &mut dyn Iterator<Item = u64>| !ticks.is_sorted();
        if unordered(&mut self.events.iter().map(|event| event.tick)) {
            return Err(value("events".to_owned(), "they are not in order"));
        }
        if unordered(&mut self.unix.iter().map(|time| time[0])) {
            return Err(value("unix".to_owned(), "its ticks are not in order"));
        }
        if self.memory_bytes().is_none() {
            let what = "it must be the hex of at most 1024 bytes";
            return Err(value("memory".to_owned(), what));
        }
        for (index, press) in self.presses.iter().enumerate() {
            press
                .check()
                .map_err(|what| value(format!("presses[{index}]"), what))?;
        }
        if unordered(&mut self.handed.iter().map(|handed| handed.tick)) {
            return Err(value("handed".to_owned(), "they are not in order"));
        }
        for (index, handed) in self.handed.iter().enumerate() {
            handed
                .handed()
                .map_err(|what| value(format!("handed[{index}]"), what))?;
        }
        self.check_digests()
            .map_err(|what| value("digests".to_owned(), what))
    }

    fn check_digests(&self) -> Result<(), &'static str> {
        let Some(digests) = &self.digests else {
            return Ok(());
        };
        if digests.every == 0 {
            return Err("every must be at least 1");
        }
        if digests.values.len() as u64 != self.ticks / digests.every {
            return Err("there is not one of values for every so many of the ticks");
        }
        let whole = |value: &String| value.len() == WHOLE && value.is_ascii();
        if !digests.values.iter().all(whole) {
            return Err("a value is not whole");
        }
        let sums = &digests.ticks;
        let expected = self.ticks as usize * SUM;
        if !sums.is_empty() && (sums.len() != expected || !sums.is_ascii()) {
            return Err("ticks must have six characters for each tick");
        }
        Ok(())
    }

    /// Sets the limits of the Lua state as they were.
    pub(crate) fn set_limits(&self, options: &mut script::Options) {
        let number = |name: &str| self.options.get(name)?.as_u64();
        if let Some(memory) = number("memory") {
            options.memory = (memory as usize).min(MOST_MEMORY);
        }
        if let Some(budget) = number("boot_budget") {
            options.boot_budget = budget as i64;
        }
        if let Some(budget) = number("tick_budget") {
            options.tick_budget = budget as i64;
        }
    }

    /// The persistent memory that the run began with, as far as it is given.
    pub(crate) fn memory_bytes(&self) -> Option<Vec<u8>> {
        let pairs = self.memory.as_bytes().chunks(2);
        let byte = |pair: &[u8]| {
            let text = std::str::from_utf8(pair).ok()?;
            let is_hex = pair.len() == 2 && text.bytes().all(|it| it.is_ascii_hexdigit());
            is_hex.then(|| u8::from_str_radix(text, 16).ok()).flatten()
        };
        let bytes: Option<Vec<u8>> = pairs.map(byte).collect();
        bytes.filter(|bytes| bytes.len() <= 1024)
    }
}

impl ReplayPress {
    fn check(&self) -> Result<(), &'static str> {
        let times = [
            self.flicks.is_some(),
            self.at.is_some(),
            self.at_beat.is_some(),
        ];
        if times.into_iter().filter(|given| *given).count() != 1 {
            return Err("give one of at (seconds), at_beat and flicks");
        }
        let things = [
            self.button.is_some(),
            self.key.is_some(),
            self.press.is_some(),
        ];
        if things.into_iter().filter(|given| *given).count() != 1 {
            return Err("give one of button, key and press (an action)");
        }
        if self
            .at
            .or(self.at_beat)
            .is_some_and(|time| time.abs() > FURTHEST)
            || self
                .flicks
                .is_some_and(|time| time.unsigned_abs() > 1 << 60)
        {
            return Err("the time is too far away");
        }
        if self.button.is_some_and(|button| button > 31) {
            return Err("button must be 0 to 31");
        }
        if self.key.is_some() && self.key_code().is_none() {
            return Err("key must be a code from 1 to 94, or a name such as \"space\"");
        }
        if self.player.is_some_and(|player| !(1..=4).contains(&player)) {
            return Err("player must be 1 to 4");
        }
        if self.player.is_some() && self.press.is_none() {
            return Err("player goes with press; a button is that of its pad");
        }
        if self.tick.is_some() && (self.at_beat.is_some() || self.press.is_some()) {
            return Err("at_beat and press cannot have a tick: it follows from the music");
        }
        if self.tick.is_none() && !self.down {
            return Err("only presses with a tick go up; a tap is let go by itself");
        }
        match self.seconds {
            Some(_) if self.tick.is_some() => Err("only taps, without a tick, have for"),
            Some(seconds) if !(0.0..=FURTHEST).contains(&seconds) => {
                Err("for must be 0 to 1000000 seconds")
            }
            _ => Ok(()),
        }
    }

    fn key_code(&self) -> Option<u8> {
        match self.key.as_ref()? {
            Value::String(name) => key_code(name),
            other => (other.as_u64())
                .filter(|code| (1..=94).contains(code))
                .map(|code| code as u8),
        }
    }
}

/// `lines` is how many come before the text of the error.
fn form(error: &serde_json::Error, lines: usize) -> ReplayError {
    // The place is a part of the text, which has it at its end.
    let text = error.to_string();
    let message = text.split(" at line ").next().unwrap_or(&text).to_owned();
    ReplayError::Form {
        line: error.line() + lines,
        column: error.column(),
        message,
    }
}
