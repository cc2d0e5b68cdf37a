//! The stage in time: going back while a key is held, save states, and the
//! timeline of developer mode. What it decides is in `rewinding.rs`,
//! `slots.rs`, `scrubber.rs` and `inspector.rs`.
//!
//! After each jump the clock begins anew at the console's tick, so that what is
//! heard from then on counts as what it is.

use std::time::Instant;

use console::conductor::SongTime;
use console::{Cart, Status};
use winit::keyboard::KeyCode;

use super::rewinding::{Motion, PATIENCE};
use super::scrubber::{self, Scrubber, Step};
use super::slots::digit;
use super::timing::Clock;
use super::{Stage, inspector};
use crate::bindings::Control;
use crate::edges::Switch;
use crate::events::{Event, Stamped};
use crate::frame::{Frame, size};
use crate::layout::Layout;

impl Stage {
    /// Takes keys that turn time back; false if an event is for others too.
    pub(super) fn turns_back(&mut self, event: &Event) -> bool {
        match *event {
            Event::Key {
                place: KeyCode::Backspace,
                down,
                ..
            } => {
                let patience = if reads_backspace(self.console.cart()) {
                    PATIENCE
                } else {
                    0
                };
                self.hold(Switch::Key(KeyCode::Backspace), down, patience)
            }
            Event::Pad { pad, control, down } => {
                let turns = matches!(control, Control::LeftShoulder | Control::LeftTrigger)
                    && self.bindings.control_bit(control).is_none();
                turns && self.hold(Switch::Pad(pad, control), down, 0)
            }
            Event::PadGone(gone) => {
                let of_pad = |switch| matches!(switch, Switch::Pad(pad, _) if pad == gone);
                self.rewinding.release_where(of_pad);
                false
            }
            Event::FocusLost => {
                self.rewinding.release_where(|_| true);
                false
            }
            _ => false,
        }
    }

    fn hold(&mut self, switch: Switch, down: bool, patience: u32) -> bool {
        if !down {
            self.rewinding.release_where(|held| held == switch);
            return false;
        }
        let elsewhere =
            self.calibrating.is_some() || self.watching.is_some() || self.retrieving.is_some();
        if self.menu.is_some() || elsewhere || self.scrubber.is_paused() {
            return false;
        }
        if let Some(reason) = self.forbids_going_back() {
            if !std::mem::replace(&mut self.refused, true) {
                self.say(reason.into());
            }
            return false;
        }
        self.rewinding.press(switch, patience);
        patience == 0
    }

    /// Why the player may not go back in time.
    fn forbids_going_back(&self) -> Option<&'static str> {
        if self.watching.is_some() {
            Some("A replay has keys of its own")
        } else if self.no_rewind {
            Some("Time does not go back: --no-rewind")
        } else if !self.console.may_rewind() {
            Some("This cart does not let time go back")
        } else {
            None
        }
    }

    /// Goes back if a key for that is held; false if the game plays on.
    pub(super) fn goes_back(&mut self, due: Instant, now: Instant) -> bool {
        let was_on = self.rewinding.is_on();
        let motion = self
            .rewinding
            .tick(self.console.frame(), &self.console.kept());
        match motion {
            Motion::Forward => return false,
            Motion::Land => {
                self.land(now);
                return false;
            }
            Motion::Stay => {}
            Motion::Back(tick) => {
                if self.console.scrub_to(tick).is_ok() {
                    self.error = None;
                }
                self.log_tick();
                self.ring.push(self.console.picture());
            }
        }
        if !was_on {
            // The cart has seen it go down while it was not clear what for.
            let event = Event::Key {
                place: KeyCode::Backspace,
                letter: None,
                down: false,
            };
            self.controls
                .apply(&Stamped { at: now, event }, &self.bindings);
        }
        self.sound.rest();
        self.clock.rest(due);
        self.dirty = true;
        true
    }

    /// The console is at another tick than the one that follows: presses from
    /// before are dropped, and the clock goes by this tick.
    pub(super) fn land(&mut self, now: Instant) {
        self.controls.take_edges();
        let tick = SongTime::of_tick(self.console.frame() as i64);
        let base = self.sound.pushed() - tick;
        let start = tick + self.lead.max(SongTime::ZERO);
        self.clock = Clock::new(now, base, start, self.clock.latencies());
        self.clock_logged = None;
        self.music_epoch = self.console.music().conductor().epoch();
        self.scrubber.forget_after(self.console.frame());
        self.error = None;
        if self.console.status() == Status::Failed {
            self.show_failure();
        }
        self.log_tick();
        self.dirty = true;
    }

    /// Tells which tick is shown, for tests.
    fn log_tick(&self) {
        if let Some(log) = &self.clock_log {
            log(&format!("tick {}", self.console.frame()));
        }
    }

    /// Saves into a slot, and says so.
    pub(super) fn save_slot(&mut self, slot: usize) {
        let now = Instant::now();
        let text = match self.slots.save(slot, &self.console, now) {
            Ok(true) => format!("Saved in {}", digit(slot)),
            Ok(false) if self.outside.saves.is_none() => {
                format!(
                    "Saved in {} until you quit: there is no data folder",
                    digit(slot)
                )
            }
            Ok(false) => {
                format!(
                    "Saved in {} until you quit: this session is not recorded",
                    digit(slot)
                )
            }
            Err(error) => format!("Not saved: {error}"),
        };
        if let Some(menu) = &mut self.menu {
            menu.set_slots(self.slots.rows(now));
        }
        self.say(text);
    }

    /// Goes to what a slot holds, at once if it is in memory; false if it does
    /// not, or not yet.
    pub(super) fn load_slot(&mut self, slot: usize) -> bool {
        if let Some(reason) = self.forbids_going_back() {
            self.say(reason.into());
            return false;
        }
        match self.slots.load(slot, &mut self.console) {
            Ok(true) => {
                self.sound.rest();
                // What was recorded since then has not been.
                self.flush_journal();
                self.land(Instant::now());
                self.say(format!("Loaded {}", digit(slot)));
                return true;
            }
            Ok(false) => {}
            Err(error) => {
                self.complain(format!("{} cannot be loaded: {error}", digit(slot)));
                return false;
            }
        }
        if let Err(text) = self.retrieve(slot) {
            self.complain(text);
        }
        if let Some(menu) = &mut self.menu {
            menu.set_slots(self.slots.rows(Instant::now()));
        }
        false
    }

    /// Stops the game at the timeline, or lets it go on from where it is.
    pub(super) fn toggle_pause(&mut self) {
        if self.watching.is_some() {
            return;
        }
        let pause = !self.scrubber.is_paused();
        self.scrubber.set_paused(pause);
        if pause {
            self.rewinding.release_where(|_| true);
            if self.error.take().is_some() {
                let before = self.console.frame().saturating_sub(1);
                self.scrub(before);
            }
        } else {
            self.land(Instant::now());
        }
        self.send_pointer();
        self.dirty = true;
    }

    /// Whether the tools stand around the game.
    pub(super) fn has_bench(&self) -> bool {
        self.watching.is_none() && (self.inspecting || self.scrubber.is_paused())
    }

    /// Shows a kept tick.
    fn scrub(&mut self, tick: u64) {
        if tick != self.console.frame() && self.console.scrub_to(tick).is_ok() {
            self.log_tick();
        }
        self.dirty = true;
    }

    /// Answers to a key while the tools are on the screen; false if it is the
    /// game's.
    pub(super) fn key_on_bench(&mut self, place: KeyCode) -> bool {
        let paused = self.scrubber.is_paused();
        self.dirty = true;
        if self.inspector.key(place, paused) {
            return true;
        }
        if !paused {
            return false;
        }
        match Scrubber::key(place, self.console.frame(), &self.console.kept()) {
            Some(Step::To(tick)) => self.scrub(tick),
            Some(Step::Play) => {
                let input = self.controls.tick(&self.bindings);
                self.console.tick(&input);
                self.scrubber
                    .note(self.console.frame(), self.console.picture());
                self.log_tick();
            }
            None => {}
        }
        true
    }

    /// Answers to the mouse on the tools; false if it is on the game.
    pub(super) fn mouse_on_bench(&mut self, down: Option<bool>) -> bool {
        if !self.has_bench() {
            return false;
        }
        let (width, height) = Frame::room_size(size(self.console.picture()));
        let (width, height) = (width as i32, height as i32);
        let Some((x, y)) = self.bench_pixel() else {
            return false;
        };
        let kept = self.console.kept();
        let to = match down {
            Some(true) if x >= width => {
                self.inspector.click(y);
                self.dirty = true;
                return true;
            }
            Some(true) => self.scrubber.grab((x, y - height), width, &kept),
            Some(false) => {
                self.scrubber.let_go();
                None
            }
            None => self.scrubber.drag(x, width, &kept),
        };
        if let Some(tick) = to {
            if !self.scrubber.is_paused() {
                self.toggle_pause();
                self.scrubber.grab((x, y - height), width, &kept);
            }
            self.scrub(tick);
        }
        self.scrubber.is_paused() || x >= width || y >= height
    }

    /// The pixel of the frame with the tools that is under the mouse.
    fn bench_pixel(&self) -> Option<(i32, i32)> {
        let (x, y) = self.view.pointer?;
        let room = Frame::room_size(size(self.console.picture()));
        let whole = bench_size(room);
        let (x, y) = Layout::fit(whole, self.view.size).picture_at(x, y)?;
        Some((x as i32, y as i32))
    }

    /// The pixel of the game's picture at a point of the window.
    pub(super) fn picture_at(&self, point: (f64, f64)) -> Option<(u32, u32)> {
        let picture = size(self.console.picture());
        if !self.has_bench() {
            return Layout::fit(picture, self.view.size).picture_at(point.0, point.1);
        }
        let room = Frame::room_size(picture);
        let (x, y) = self.bench_pixel()?;
        let inside = (x as u32) < room.0 && (y as u32) < room.1;
        let scale = (room.0 / picture.0.max(1)).max(1);
        inside.then_some((x as u32 / scale, y as u32 / scale))
    }

    /// Draws the tools around the game.
    pub(super) fn draw_bench(&mut self) {
        let (width, height) = (self.frame.width, self.frame.height);
        self.inspector.look(&mut self.console);
        self.frame.enlarge(bench_size((width, height)));
        self.inspector
            .draw(&mut self.frame, width as i32, &self.console);
        self.scrubber.draw(
            &mut self.frame,
            (0, height as i32),
            width as i32,
            self.console.frame(),
            &self.console.kept(),
        );
    }
}

fn bench_size(room: (u32, u32)) -> (u32, u32) {
    let (right, below) = (inspector::WIDTH as u32, scrubber::HEIGHT as u32);
    (room.0 + right, room.1 + below)
}

/// Whether a cart asks for the Backspace key: by its number, or for any key.
fn reads_backspace(cart: &Cart) -> bool {
    let code: Vec<u8> = (cart.code.iter().copied())
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let calls: [&[u8]; 4] = [b"key(51", b"keyp(51", b"key()", b"keyp()"];
    calls
        .iter()
        .any(|call| code.windows(call.len()).any(|part| part == *call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carts_for_text_are_told_by_their_calls() {
        let reads = |code: &[u8]| reads_backspace(&Cart::from_bytes("a.lua", code).unwrap());
        assert!(reads(b"function TIC() if keyp( 51, 30, 3) then end end"));
        assert!(reads(b"function TIC() if keyp() then end end"));
        assert!(!reads(b"function TIC() if key(5) or btnp(4) then end end"));
    }
}
