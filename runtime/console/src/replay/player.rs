//! A replay as it is played: tick by tick, what to give to the console.

use machine::Input;
use script::conductor::{BeatPosition, FLICKS_A_TICK, SongTime};
use script::{Control, Press, Timing};
use thiserror::Error;

use super::{HandedOver, Held, Replay, ReplayEvent, ReplayPress};
use crate::{Console, Status};

/// Where the mouse is before it moves: the middle of the 256x144 picture.
const MIDDLE: (u8, u8) = (128, 72);

/// What a replay wants and the cart does not have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("presses[{index}]: {what}")]
pub struct ReplayFault {
    /// Which press, counted from 0.
    pub index: usize,
    /// What is wrong with it.
    pub what: String,
}

/// Plays a replay, from its first tick on.
#[derive(Debug, Clone)]
pub struct ReplayPlayer {
    replay: Replay,
    tick: u64,
    held: Input,
    next_input: usize,
    next_clocks: usize,
    next_event: usize,
    next_unix: usize,
    next_handed: usize,
    /// Presses with a tick in the order of that, by their places, and how many
    /// have come.
    arriving: Vec<usize>,
    next_arrival: usize,
    /// Taps that have not come yet, by their places.
    waiting: Vec<usize>,
    taps: Vec<Tap>,
}

/// A tap that is held.
#[derive(Debug, Clone, Copy)]
struct Tap {
    /// Its place among the presses.
    index: usize,
    what: Control,
    at: SongTime,
    until: SongTime,
}

impl ReplayPlayer {
    /// At the start of a replay.
    pub fn new(replay: Replay) -> ReplayPlayer {
        let all = 0..replay.presses.len();
        let arrives = |index: &usize| replay.presses[*index].tick.is_some();
        let (mut arriving, waiting): (Vec<usize>, Vec<usize>) = all.partition(arrives);
        arriving.sort_by_key(|index| replay.presses[*index].tick);
        ReplayPlayer {
            arriving,
            next_arrival: 0,
            waiting,
            replay,
            tick: 0,
            held: Input {
                mouse_x: MIDDLE.0,
                mouse_y: MIDDLE.1,
                ..Input::default()
            },
            next_input: 0,
            next_clocks: 0,
            next_event: 0,
            next_unix: 0,
            next_handed: 0,
            taps: Vec::new(),
        }
    }

    /// The replay.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The replay, which is not played on.
    pub(crate) fn into_replay(self) -> Replay {
        self.replay
    }

    /// How many ticks have been played.
    pub fn ticks(&self) -> u64 {
        self.tick
    }

    /// Plays the next tick.
    ///
    /// # Errors
    /// A press of an action that the cart does not have.
    pub fn step(&mut self, console: &mut Console) -> Result<Status, ReplayFault> {
        self.events(console);
        while let Some(&[_, seconds]) =
            (self.replay.unix.get(self.next_unix)).filter(|time| time[0] <= self.tick)
        {
            console.set_unix_time(Some(seconds));
            self.next_unix += 1;
        }
        let (input, timing) = self.next_input(console)?;
        let status = console.tick_timed(&input, &timing);
        if self.tick >= self.replay.ticks {
            // What was done after the last tick.
            self.events(console);
        }
        Ok(status)
    }

    /// Adds a tap to what is still to come.
    pub(crate) fn add_tap(&mut self, press: ReplayPress) {
        self.waiting.push(self.replay.presses.len());
        self.replay.presses.push(press);
    }

    /// Ends the taps that hold a control, or all, with the next tick; false if
    /// there are none.
    pub(crate) fn end_taps(&mut self, what: Option<Control>) -> bool {
        let now = SongTime::of_tick(self.tick as i64);
        let mut found = false;
        let taps = self.taps.iter_mut();
        for tap in taps.filter(|tap| what.is_none_or(|what| what == tap.what)) {
            tap.until = now;
            let length = (now - tap.at).seconds().max(0.0);
            self.replay.presses[tap.index].seconds = Some(length);
            found = true;
        }
        found
    }

    /// Changes what is held from the next tick on, or one later, beside taps.
    pub(crate) fn add_held(&mut self, held: Held) {
        let inputs = &mut self.replay.inputs;
        let place = inputs.partition_point(|other| other.tick < held.tick);
        match inputs
            .get_mut(place)
            .filter(|other| other.tick == held.tick)
        {
            Some(other) => *other = held,
            None => inputs.insert(place, held),
        }
    }

    /// Hands something over in the next tick.
    pub(crate) fn add_handed(&mut self, handed: HandedOver) {
        self.replay.handed.push(handed);
    }

    /// Chooses in the cart's menu before the next tick.
    pub(crate) fn add_choice(&mut self, index: usize) {
        self.replay.events.push(ReplayEvent {
            tick: self.tick,
            reset: false,
            menu: Some(index),
        });
    }

    /// What the player did before the tick that comes.
    fn events(&mut self, console: &mut Console) {
        while let Some(event) =
            (self.replay.events.get(self.next_event)).filter(|event| event.tick <= self.tick)
        {
            if let Some(index) = event.menu {
                console.choose_menu(index);
            }
            if event.reset {
                console.reset();
            }
            self.next_event += 1;
        }
    }

    /// What to give to the console for its next tick.
    pub(crate) fn next_input(&mut self, console: &Console) -> Result<(Input, Timing), ReplayFault> {
        let tick = self.tick;
        self.tick += 1;
        while let Some(held) =
            (self.replay.inputs.get(self.next_input)).filter(|held| held.tick <= tick)
        {
            self.held = held.apply(self.held);
            self.next_input += 1;
        }
        let (clock, display) = self.clocks(tick);
        let mut timing = Timing {
            clock,
            display,
            presses: Vec::new(),
            handed: Vec::new(),
        };
        while let Some(handed) =
            (self.replay.handed.get(self.next_handed)).filter(|handed| handed.tick <= tick)
        {
            // Whoever has read the replay has checked it.
            timing.handed.extend(handed.handed());
            self.next_handed += 1;
        }
        self.arrive(tick, &mut timing, console)?;
        if !(self.taps.is_empty() && self.waiting.is_empty()) {
            self.let_go(&mut timing);
            self.tap(&mut timing, console)?;
            timing.presses.sort_by_key(|press| press.at);
        }
        let mut input = self.held;
        for tap in &self.taps {
            hold(&mut input, tap.what);
        }
        Ok((input, timing))
    }

    /// The clock and the display of a tick.
    fn clocks(&mut self, tick: u64) -> (SongTime, SongTime) {
        let own = SongTime::of_tick(tick as i64);
        let Some(clocks) = self.replay.timings.get(self.next_clocks) else {
            return (own, own);
        };
        let place = tick.checked_sub(clocks.tick).map(|place| place as usize);
        let offset = place.and_then(|place| clocks.clock.get(place));
        let times = offset.map_or((own, own), |offset| {
            let clock = own + SongTime(*offset);
            let display = place.and_then(|place| clocks.displays.get(place));
            (clock, clock + SongTime(*display.unwrap_or(&clocks.display)))
        });
        if place.is_some_and(|place| place + 1 >= clocks.clock.len()) {
            self.next_clocks += 1;
        }
        times
    }

    /// Taps end.
    fn let_go(&mut self, timing: &mut Timing) {
        self.taps.retain(|tap| {
            let ends = tap.until <= timing.clock;
            if ends {
                timing.presses.push(Press {
                    at: tap.until,
                    what: tap.what,
                    down: false,
                });
            }
            !ends
        });
    }

    /// Presses arrive, in the order in which they stand.
    fn arrive(
        &mut self,
        tick: u64,
        timing: &mut Timing,
        console: &Console,
    ) -> Result<(), ReplayFault> {
        while let Some(&index) = self.arriving.get(self.next_arrival) {
            let press = &self.replay.presses[index];
            if press.tick.is_some_and(|arrives| arrives > tick) {
                break;
            }
            self.next_arrival += 1;
            // A time in beats goes with taps only.
            let Some(at) = time_of(press, console) else {
                continue;
            };
            let what = control(press, console).map_err(|what| ReplayFault { index, what })?;
            let down = press.down;
            timing.presses.push(Press { at, what, down });
        }
        Ok(())
    }

    /// Taps begin.
    fn tap(&mut self, timing: &mut Timing, console: &Console) -> Result<(), ReplayFault> {
        let mut begun = Vec::new();
        for &index in &self.waiting {
            let press = &self.replay.presses[index];
            let Some(at) = time_of(press, console).filter(|at| *at <= timing.clock) else {
                continue;
            };
            let what = control(press, console).map_err(|what| ReplayFault { index, what })?;
            begun.push((index, at, what));
        }
        self.waiting
            .retain(|index| begun.iter().all(|it| it.0 != *index));
        for (index, at, what) in begun {
            let press = &self.replay.presses[index];
            let down = press.down;
            timing.presses.push(Press { at, what, down });
            // Long enough to be seen by the cart: until the next tick.
            let shortest = timing.clock + SongTime(1);
            let length = press
                .seconds
                .map_or(SongTime(FLICKS_A_TICK), SongTime::of_seconds);
            self.taps.push(Tap {
                index,
                what,
                at,
                until: (at + length).max(shortest),
            });
        }
        Ok(())
    }
}

/// When a press is, on the console's clock; none as long as the music does
/// not play.
fn time_of(press: &ReplayPress, console: &Console) -> Option<SongTime> {
    match (press.flicks, press.at, press.at_beat) {
        (Some(flicks), _, _) => Some(SongTime(flicks)),
        (_, Some(seconds), _) => Some(SongTime::of_seconds(seconds)),
        (_, _, Some(beats)) => {
            let position = BeatPosition::of_beats(beats);
            console.music().conductor().clock_of(position)
        }
        _ => None,
    }
}

/// What is pressed.
fn control(press: &ReplayPress, console: &Console) -> Result<Control, String> {
    if let Some(button) = press.button {
        return Ok(Control::Button(button));
    }
    if let Some(code) = press.key_code() {
        return Ok(Control::Key(code));
    }
    let name = press.press.as_deref().unwrap_or_default();
    let player = usize::from(press.player.unwrap_or(1)) - 1;
    let music = console.music();
    music.control_of(name, player).ok_or_else(|| {
        let actions = music.actions().join(", ");
        format!(
            "the cart has no action '{name}' of player {}; it has {actions}",
            player + 1
        )
    })
}

fn hold(input: &mut Input, control: Control) {
    match control {
        Control::Button(button) => input.pads |= 1 << button,
        Control::Key(code) => {
            if !input.keys.contains(&code)
                && let Some(free) = input.keys.iter_mut().find(|key| **key == 0)
            {
                *free = code;
            }
        }
    }
}
