//! A replay on the stage: it gives the console what the player of then gave
//! it, and the keys of now only stop it and go to another time.
//!
//! Forward, ticks are run without pictures; backward, all is run again from
//! the start, since a replay holds what was done and no states.

use std::time::{Duration, Instant};

use console::{Cart, Console, Options, Replay, ReplayPlayer, RerunError, Status};
use winit::keyboard::KeyCode;

use super::Stage;
use crate::frame::{DARK, Frame, GRAY, WHITE, YELLOW, text_width};
use crate::options::Outside;

/// Ticks that the arrow keys go.
const JUMP: u64 = 5 * 60;
/// How long ticks are run at once on the way to another time.
const AT_ONCE: Duration = Duration::from_millis(12);
/// Ticks between two looks at the time.
const FEW: u64 = 8;
/// Height of the bar at the bottom.
const BAR: i32 = 3;

/// A replay that is watched.
pub(super) struct Watching {
    player: ReplayPlayer,
    cart: Cart,
    options: Options,
    is_paused: bool,
    /// Where it goes.
    target: Option<u64>,
}

impl Watching {
    fn ticks(&self) -> u64 {
        self.player.ticks()
    }

    fn last(&self) -> u64 {
        self.player.replay().ticks
    }

    fn is_over(&self) -> bool {
        self.ticks() >= self.last()
    }

    /// Goes on from where it is, or is on its way to.
    fn jump(&mut self, to: u64) {
        self.target = Some(to.min(self.last()));
    }

    fn place(&self) -> u64 {
        self.target.unwrap_or(self.ticks())
    }

    /// Draws the bar, and the time where the replay stands.
    pub(super) fn draw(&self, frame: &mut Frame) {
        let (width, height) = (frame.width as i32, frame.height as i32);
        let part = |ticks: u64| (ticks * width as u64 / self.last().max(1)) as i32;
        let top = height - BAR;
        frame.fill(0, top, width, BAR, DARK);
        frame.fill(0, top + 1, part(self.place()), BAR - 1, GRAY);
        frame.fill(0, top + 1, part(self.ticks()), BAR - 1, YELLOW);
        if self.is_paused || self.target.is_some() || self.is_over() {
            let text = format!("{} / {}", clock(self.place()), clock(self.last()));
            let left = width - text_width(&text) - 3;
            frame.fill(left - 2, top - 9, text_width(&text) + 5, 9, DARK);
            frame.text(left, top - 7, &text, WHITE);
        }
    }
}

/// Minutes, seconds and ticks.
fn clock(ticks: u64) -> String {
    format!("{}:{:02}.{:02}", ticks / 3600, ticks / 60 % 60, ticks % 60)
}

/// A console for a replay, and the replay in it.
pub(crate) fn begin(
    replay: &Replay,
    cart: &Cart,
    outside: &Outside,
) -> Result<Console, RerunError> {
    replay.check_cart(cart)?;
    let mut console = Console::at_start_of(
        replay,
        cart.clone(),
        outside.options,
        Box::new(outside.host()),
    );
    console.set_quiet(true);
    Ok(console)
}

impl Stage {
    /// Watches a replay in the console that is there, made by [`begin`].
    pub(super) fn watch(&mut self, replay: Replay) {
        self.watching = Some(Watching {
            cart: self.console.cart().clone(),
            options: self.outside.options,
            player: ReplayPlayer::new(replay),
            is_paused: false,
            target: None,
        });
    }

    /// A tick of the replay; of time, not always one of the console's.
    pub(super) fn tick_watching(&mut self, due: Instant) {
        self.clock.rest(due);
        let Some(watching) = &mut self.watching else {
            return;
        };
        self.dirty = true;
        if let Some(target) = watching.target {
            self.sound.rest();
            self.go_on_to(target);
            return;
        }
        if watching.is_paused || watching.is_over() {
            self.sound.rest();
            return;
        }
        self.console.set_quick(false);
        self.play_watched();
        self.sound.push(self.console.sound());
        self.ring.push(self.console.picture());
    }

    /// Plays a tick; what stops it is shown.
    fn play_watched(&mut self) {
        let Some(watching) = &mut self.watching else {
            return;
        };
        match watching.player.step(&mut self.console) {
            Ok(Status::Running | Status::Exited) => {}
            Ok(Status::Failed) => {
                watching.is_paused = true;
                watching.target = None;
                self.show_failure();
            }
            Err(fault) => {
                watching.is_paused = true;
                watching.target = None;
                self.say(fault.to_string());
            }
        }
    }

    /// Runs ticks toward another one for as long as a frame takes.
    fn go_on_to(&mut self, target: u64) {
        let begun = Instant::now();
        if self.watching.as_ref().is_some_and(|it| it.ticks() > target) {
            self.watch_again();
        }
        while begun.elapsed() < AT_ONCE {
            for _ in 0..FEW {
                let Some(watching) = &mut self.watching else {
                    return;
                };
                if watching.ticks() >= target || watching.target.is_none() {
                    watching.target = None;
                    return;
                }
                // The last one is to be seen.
                let is_quick = watching.ticks() + 1 < target;
                self.console.set_quick(is_quick);
                self.play_watched();
            }
        }
    }

    /// Back to the start.
    fn watch_again(&mut self) {
        let Some(watching) = &mut self.watching else {
            return;
        };
        let replay = watching.player.replay().clone();
        let (cart, options) = (watching.cart.clone(), watching.options);
        let host = Box::new(self.outside.host());
        self.console = Console::at_start_of(&replay, cart, options, host);
        self.console.set_quiet(true);
        watching.player = ReplayPlayer::new(replay);
        self.error = None;
    }

    /// What the keys do while a replay is watched.
    pub(super) fn key_on_watching(&mut self, place: KeyCode) {
        let Some(watching) = &mut self.watching else {
            return;
        };
        let at = watching.place();
        match place {
            KeyCode::Space => watching.is_paused = !watching.is_paused,
            KeyCode::ArrowLeft => watching.jump(at.saturating_sub(JUMP)),
            KeyCode::ArrowRight => watching.jump(at + JUMP),
            KeyCode::Home => watching.jump(0),
            KeyCode::End => watching.jump(u64::MAX),
            KeyCode::Period => {
                watching.is_paused = true;
                watching.jump(at + 1);
            }
            KeyCode::Comma => {
                watching.is_paused = true;
                watching.jump(at.saturating_sub(1));
            }
            _ => return,
        }
        self.error = None;
        self.dirty = true;
    }

    /// Watches from the start again, if a replay is what is on the stage.
    pub(super) fn watches_again(&mut self) -> bool {
        let Some(watching) = &mut self.watching else {
            return false;
        };
        watching.is_paused = false;
        watching.jump(0);
        self.begin_anew();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_in_minutes_seconds_and_ticks() {
        assert_eq!(clock(0), "0:00.00");
        assert_eq!(clock(3600 + 61), "1:01.01");
    }
}
