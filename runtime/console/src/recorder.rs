//! Writes down what a console is given, tick by tick, as the replay of the
//! run so far; with a sum of the state after each tick, by which a run that
//! parts from it is found out at once.

mod journal;
mod slots;
#[cfg(test)]
mod tests;

use machine::Input;
use script::Timing;
use script::conductor::SongTime;
use serde_json::Value;

pub use journal::{Journal, Sessions};
pub use slots::{Slot, SlotError, Slots};

use crate::console::Console;
use crate::digest::{Digest, SUM};
use crate::picture::hex;
use crate::replay::{
    Clocks, Digests, HandedOver, Held, Replay, ReplayCart, ReplayEvent, ReplayPress,
};
use cart::Dialect;
use script::Control;

/// Ticks between two whole digests, and in a row of clocks.
pub(crate) const EVERY: u64 = 60;

/// The replay of a run that goes on.
#[derive(Debug, Clone)]
pub struct Recorder {
    replay: Replay,
    held: Input,
    /// Whether the cart can know of clocks and of when exactly it was pressed.
    has_clocks: bool,
    frames: Frames,
    /// The console's frame after the last tick.
    after: u64,
    /// Changes whenever what was written down is not only added to.
    revision: u64,
}

/// Which frame each tick was, which are not the same once a cart has gone back
/// in time: the ticks from which on they are counted from another frame.
#[derive(Debug, Clone, Default)]
pub(crate) struct Frames(Vec<(u64, u64)>);

impl Frames {
    /// A tick begins with this frame.
    pub(crate) fn note(&mut self, tick: u64, frame: u64) {
        let last = self.0.last();
        let goes_on = last.is_some_and(|&(since, first)| first + (tick - since) == frame);
        if !goes_on {
            self.0.push((tick, frame));
        }
    }

    /// How many ticks had been played when one ended with this frame, the last
    /// time that it was so.
    fn ticks_at(&self, frame: u64, ticks: u64) -> u64 {
        let mut end = ticks;
        for &(tick, first) in self.0.iter().rev() {
            if first < frame && frame - first <= end - tick {
                return tick + (frame - first);
            }
            end = tick;
        }
        0
    }
}

/// What a console was given in a tick, and how it came out of it.
pub(crate) struct Tick<'a> {
    pub(crate) input: &'a Input,
    pub(crate) timing: &'a Timing,
    /// The time that the cart asked for.
    pub(crate) unix_time: Option<u64>,
    /// The console's frame before it.
    pub(crate) frame: u64,
    pub(crate) digest: &'a Digest,
}

impl Recorder {
    /// Goes on with a replay that was run again; none if it has no sums, as one
    /// written by hand.
    pub(crate) fn resumed(
        replay: Replay,
        frames: Frames,
        after: u64,
        dialect: Dialect,
    ) -> Option<Recorder> {
        let digests = replay.digests.as_ref()?;
        if digests.every != EVERY || digests.ticks.len() as u64 != replay.ticks * SUM as u64 {
            return None;
        }
        let held = (replay.inputs.iter()).fold(nothing_held(), |held, it| it.apply(held));
        Some(Recorder {
            replay,
            held,
            has_clocks: dialect == Dialect::Downbeat,
            frames,
            after,
            revision: 0,
        })
    }

    /// The replay so far.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// How many ticks it has.
    pub fn ticks(&self) -> u64 {
        self.replay.ticks
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether the next tick is one with a whole digest.
    pub(crate) fn wants_whole(&self) -> bool {
        (self.replay.ticks + 1).is_multiple_of(EVERY)
    }

    pub(crate) fn tick(&mut self, given: &Tick<'_>) {
        let tick = self.replay.ticks;
        self.frames.note(tick, given.frame);
        self.take_held(tick, given.input);
        if self.has_clocks {
            self.take_clocks(tick, given.timing);
            self.take_presses(tick, given.timing);
            let handed = given.timing.handed.iter();
            let handed = handed.map(|handed| HandedOver::of(tick, handed));
            self.replay.handed.extend(handed);
        }
        if let Some(seconds) = given.unix_time
            && self.replay.unix.last().is_none_or(|it| it[1] != seconds)
        {
            self.replay.unix.push([tick, seconds]);
        }
        let is_whole = self.wants_whole();
        let digests = self.replay.digests.get_or_insert_with(no_digests);
        digests.ticks.push_str(&given.digest.sum());
        if is_whole {
            digests.values.push(given.digest.whole());
        }
        self.replay.ticks += 1;
    }

    pub(crate) fn note_reset(&mut self) {
        self.note(true, None);
    }

    pub(crate) fn note_menu(&mut self, index: usize) {
        self.note(false, Some(index));
    }

    fn note(&mut self, reset: bool, menu: Option<usize>) {
        let tick = self.replay.ticks;
        self.replay.events.push(ReplayEvent { tick, reset, menu });
    }

    /// Forgets everything after the last tick that ended with this frame: the
    /// console has gone back there, and is played on from there.
    pub fn go_back_to(&mut self, frame: u64) {
        self.truncate(self.frames.ticks_at(frame, self.replay.ticks));
    }

    fn truncate(&mut self, ticks: u64) {
        let replay = &mut self.replay;
        if ticks >= replay.ticks && replay.events.last().is_none_or(|it| it.tick < ticks) {
            return;
        }
        replay.ticks = ticks;
        replay.events.retain(|event| event.tick < ticks);
        replay.unix.retain(|time| time[0] < ticks);
        replay.inputs.retain(|held| held.tick < ticks);
        replay
            .presses
            .retain(|press| press.tick.is_none_or(|tick| tick < ticks));
        replay.handed.retain(|handed| handed.tick < ticks);
        replay.timings.retain(|clocks| clocks.tick < ticks);
        if let Some(last) = replay.timings.last_mut() {
            let kept = (ticks - last.tick) as usize;
            last.clock.truncate(kept);
            last.displays.truncate(kept);
        }
        if let Some(digests) = &mut replay.digests {
            digests.values.truncate((ticks / EVERY) as usize);
            digests.ticks.truncate(ticks as usize * SUM);
        }
        self.held = (self.replay.inputs.iter()).fold(nothing_held(), |held, it| it.apply(held));
        self.frames.0.retain(|&(tick, _)| tick < ticks);
        self.revision += 1;
    }

    fn take_held(&mut self, tick: u64, input: &Input) {
        let before = std::mem::replace(&mut self.held, *input);
        if before == *input {
            return;
        }
        let changed = |is: bool| is.then_some(());
        self.replay.inputs.push(Held {
            tick,
            pads: changed(before.pads != input.pads).map(|()| input.pads),
            keys: changed(before.keys != input.keys).map(|()| {
                let end = input.keys.iter().rposition(|key| *key != 0);
                input.keys[..end.map_or(0, |end| end + 1)].to_vec()
            }),
            mouse: changed((before.mouse_x, before.mouse_y) != (input.mouse_x, input.mouse_y))
                .map(|()| [input.mouse_x, input.mouse_y]),
            buttons: changed(before.mouse_buttons != input.mouse_buttons)
                .map(|()| input.mouse_buttons),
        });
    }

    fn take_clocks(&mut self, tick: u64, timing: &Timing) {
        let offset = (timing.clock - SongTime::of_tick(tick as i64)).0;
        let display = (timing.display - timing.clock).0;
        let begins = tick.is_multiple_of(EVERY);
        let open = (self.replay.timings.last_mut())
            .filter(|row| !begins && row.tick + row.clock.len() as u64 == tick);
        match open {
            _ if offset == 0 && display == 0 => {}
            Some(row) => row.add(offset, display),
            None => self.replay.timings.push(Clocks {
                tick,
                clock: vec![offset],
                display,
                displays: Vec::new(),
            }),
        }
    }

    fn take_presses(&mut self, tick: u64, timing: &Timing) {
        let presses = timing.presses.iter().map(|press| {
            let (button, key) = match press.what {
                Control::Button(button) => (Some(button), None),
                Control::Key(code) => (None, Some(Value::from(code))),
            };
            ReplayPress {
                tick: Some(tick),
                flicks: Some(press.at.0),
                button,
                key,
                down: press.down,
                ..ReplayPress::default()
            }
        });
        self.replay.presses.extend(presses);
    }
}

impl Clocks {
    fn add(&mut self, offset: i64, display: i64) {
        if self.displays.is_empty() && display != self.display {
            self.displays = vec![self.display; self.clock.len()];
            self.display = 0;
        }
        if !self.displays.is_empty() {
            self.displays.push(display);
        }
        self.clock.push(offset);
    }
}

impl Console {
    /// Writes down everything from the first tick on. Does nothing once the
    /// cart has run.
    pub fn record(&mut self) {
        if self.frame > 0 || self.recorder.is_some() {
            return;
        }
        let mut replay = Replay::new(0);
        replay.cart = Some(ReplayCart::of(&self.cart));
        replay.seed = self.options.script.seed.number();
        let defaults = script::Options::default();
        let script = &self.options.script;
        for (name, number, default) in [
            ("memory", script.memory as u64, defaults.memory as u64),
            (
                "boot_budget",
                script.boot_budget as u64,
                defaults.boot_budget as u64,
            ),
            (
                "tick_budget",
                script.tick_budget as u64,
                defaults.tick_budget as u64,
            ),
        ] {
            if number != default {
                replay.options.insert(name.to_owned(), number.into());
            }
        }
        let memory = self.world.machine.pmem_bytes();
        let end = memory.iter().rposition(|byte| *byte != 0);
        replay.memory = hex(&memory[..end.map_or(0, |end| end + 1)]);
        let tables = self.world.store.tables().iter();
        replay.store = tables
            .map(|(name, json)| (name.clone(), String::from_utf8_lossy(json).into_owned()))
            .collect();
        replay.digests = Some(no_digests());
        self.recorder = Some(Recorder {
            replay,
            held: nothing_held(),
            has_clocks: self.cart.dialect == Dialect::Downbeat,
            frames: Frames::default(),
            after: 0,
            revision: 0,
        });
    }

    /// What has been written down, if [`Console::record`] was called.
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_ref()
    }

    /// Goes on with another recording: the one that led to the state which
    /// the console has been put into.
    pub fn set_recorder(&mut self, recorder: Option<Recorder>) {
        let revision = self.recorder.as_ref().map_or(0, Recorder::revision);
        self.recorder = recorder;
        if let Some(recorder) = &mut self.recorder {
            recorder.revision = recorder.revision.max(revision) + 1;
        }
    }

    /// A tick is about to be played: if the player has gone back in time since
    /// the last one, what came after is forgotten.
    pub(crate) fn begin_recorded_tick(&mut self) {
        let frame = self.frame;
        if let Some(recorder) = (self.recorder.as_mut()).filter(|it| it.after != frame) {
            recorder.go_back_to(frame);
        }
    }

    /// Writes down the tick that has been played.
    pub(crate) fn record_tick(
        &mut self,
        input: &Input,
        timing: &Timing,
        unix_time: Option<u64>,
        frame: u64,
    ) {
        let Some(mut recorder) = self.recorder.take() else {
            return;
        };
        let digest = if recorder.wants_whole() {
            self.digest()
        } else {
            self.quick_digest()
        };
        recorder.tick(&Tick {
            input,
            timing,
            unix_time,
            frame,
            digest: &digest,
        });
        recorder.after = self.frame;
        self.recorder = Some(recorder);
    }
}

fn no_digests() -> Digests {
    Digests {
        every: EVERY,
        values: Vec::new(),
        ticks: String::new(),
    }
}

/// As every replay begins: the mouse is in the middle.
fn nothing_held() -> Input {
    Input {
        mouse_x: 128,
        mouse_y: 72,
        ..Input::default()
    }
}
