//! A replay as it is played: tick by tick, what to give to the console.

use machine::Input;
use script::conductor::{BeatPosition, FLICKS_A_TICK, SongTime};
use script::{Control, Press, Timing};
use thiserror::Error;

use super::{Replay, ReplayPress};
use crate::Console;

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
    /// Presses that have not come yet, by their places.
    waiting: Vec<usize>,
    /// What taps hold, and up to which time.
    taps: Vec<(Control, SongTime)>,
}

impl ReplayPlayer {
    /// At the start of a replay.
    pub fn new(replay: Replay) -> ReplayPlayer {
        ReplayPlayer {
            waiting: (0..replay.presses.len()).collect(),
            replay,
            tick: 0,
            held: Input {
                mouse_x: MIDDLE.0,
                mouse_y: MIDDLE.1,
                ..Input::default()
            },
            next_input: 0,
            next_clocks: 0,
            taps: Vec::new(),
        }
    }

    /// The replay.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// What to give to the console for its next tick. Called once a tick.
    ///
    /// # Errors
    /// A press of an action that the cart does not have.
    pub fn tick(&mut self, console: &Console) -> Result<(Input, Timing), ReplayFault> {
        let tick = self.tick;
        self.tick += 1;
        while let Some(held) =
            (self.replay.inputs.get(self.next_input)).filter(|held| held.tick <= tick)
        {
            self.held.pads = held.pads.unwrap_or(self.held.pads);
            if let Some(keys) = &held.keys {
                self.held.keys = std::array::from_fn(|at| keys.get(at).copied().unwrap_or(0));
            }
            if let Some([x, y]) = held.mouse {
                (self.held.mouse_x, self.held.mouse_y) = (x, y);
            }
            self.held.mouse_buttons = held.buttons.unwrap_or(self.held.mouse_buttons);
            self.next_input += 1;
        }
        let (clock, display) = self.clocks(tick);
        let mut timing = Timing {
            clock,
            display,
            presses: Vec::new(),
        };
        self.let_go(&mut timing);
        self.press(tick, &mut timing, console)?;
        let mut input = self.held;
        for (control, _) in &self.taps {
            hold(&mut input, *control);
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
            (clock, clock + SongTime(clocks.display))
        });
        if place.is_some_and(|place| place + 1 >= clocks.clock.len()) {
            self.next_clocks += 1;
        }
        times
    }

    /// Taps end.
    fn let_go(&mut self, timing: &mut Timing) {
        self.taps.retain(|(what, until)| {
            let ends = *until <= timing.clock;
            if ends {
                timing.presses.push(Press {
                    at: *until,
                    what: *what,
                    down: false,
                });
            }
            !ends
        });
    }

    /// Presses arrive.
    fn press(
        &mut self,
        tick: u64,
        timing: &mut Timing,
        console: &Console,
    ) -> Result<(), ReplayFault> {
        let mut arrived = Vec::new();
        for &index in &self.waiting {
            let press = &self.replay.presses[index];
            let Some(at) = time_of(press, console) else {
                continue;
            };
            match press.tick {
                Some(arrives) if arrives > tick => continue,
                None if at > timing.clock => continue,
                _ => {}
            }
            let what = control(press, console).map_err(|what| ReplayFault { index, what })?;
            arrived.push((index, at, what));
        }
        self.waiting
            .retain(|index| arrived.iter().all(|it| it.0 != *index));
        for (index, at, what) in arrived {
            let press = &self.replay.presses[index];
            let down = press.down;
            timing.presses.push(Press { at, what, down });
            if press.tick.is_none() {
                // Long enough to be seen by the cart: until the next tick.
                let shortest = timing.clock + SongTime(1);
                let length = press
                    .seconds
                    .map_or(SongTime(FLICKS_A_TICK), SongTime::of_seconds);
                self.taps.push((what, (at + length).max(shortest)));
            }
        }
        timing.presses.sort_by_key(|press| press.at);
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
