//! What the player presses: shortcuts first, then the menu or the error
//! screen if one is open, then the cart.

use std::path::Path;
use std::time::Instant;

use console::{Dialect, Handed};
use winit::keyboard::KeyCode;

use super::Stage;
use super::slots::SLOTS;
use crate::bindings::Control;
use crate::events::{Event, Request, Stamped};
use crate::frame::{Frame, size};
use crate::layout::Layout;
use crate::loudness::Loudness;
use crate::menu::{Command, Press};

/// Lines that Page up and Page down scroll an error.
const PAGE: i32 = 10;

/// Modifier keys held down, tracked apart from what the cart is told.
#[derive(Default)]
pub(super) struct Modifiers {
    control: bool,
    alt: bool,
    shift: bool,
}

impl Modifiers {
    /// Whether a key is a shortcut that holds whatever is on the screen, with
    /// the modifiers that are down.
    pub(super) fn is_general(&mut self, place: KeyCode, letter: Option<char>) -> bool {
        self.apply(place, true);
        matches!(
            shortcut(place, letter, self, false),
            Some(Shortcut::Fullscreen | Shortcut::Quit)
        )
    }

    fn apply(&mut self, place: KeyCode, down: bool) {
        match place {
            KeyCode::ControlLeft | KeyCode::ControlRight => self.control = down,
            // On a Mac the command key is what control is elsewhere.
            KeyCode::SuperLeft | KeyCode::SuperRight if cfg!(target_os = "macos") => {
                self.control = down;
            }
            KeyCode::AltLeft | KeyCode::AltRight => self.alt = down,
            KeyCode::ShiftLeft | KeyCode::ShiftRight => self.shift = down,
            _ => {}
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Shortcut {
    Overlay,
    Inspector,
    Timeline,
    SaveSlot(usize),
    LoadSlot(usize),
    Fullscreen,
    Picture,
    Animation,
    Reset,
    Quit,
}

/// The shortcut of a key, if it has one. Those of developers are else the
/// cart's.
fn shortcut(
    place: KeyCode,
    letter: Option<char>,
    modifiers: &Modifiers,
    developer: bool,
) -> Option<Shortcut> {
    match place {
        KeyCode::F2 if developer => Some(Shortcut::Inspector),
        KeyCode::F3 if developer => Some(Shortcut::Overlay),
        KeyCode::F4 | KeyCode::Pause if developer => Some(Shortcut::Timeline),
        KeyCode::F8 => Some(Shortcut::Picture),
        KeyCode::F9 => Some(Shortcut::Animation),
        KeyCode::F11 => Some(Shortcut::Fullscreen),
        KeyCode::Enter if modifiers.alt => Some(Shortcut::Fullscreen),
        // Letters of shortcuts go by what the layout types.
        _ if modifiers.control && letter == Some('r') => Some(Shortcut::Reset),
        _ if modifiers.control && letter == Some('q') => Some(Shortcut::Quit),
        // Digits go by their places: not every layout types them plainly.
        _ if modifiers.control && modifiers.shift => slot(place).map(Shortcut::SaveSlot),
        _ if modifiers.control => slot(place).map(Shortcut::LoadSlot),
        _ => None,
    }
}

/// The save state of a key: those of the digits, from 1 to 9 and 0.
fn slot(place: KeyCode) -> Option<usize> {
    const DIGITS: [KeyCode; SLOTS] = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
        KeyCode::Digit6,
        KeyCode::Digit7,
        KeyCode::Digit8,
        KeyCode::Digit9,
        KeyCode::Digit0,
    ];
    DIGITS.iter().position(|&digit| digit == place)
}

impl Stage {
    /// Answers to one event.
    pub(super) fn handle(&mut self, stamped: Stamped) {
        if self.taps_along(&stamped) {
            return;
        }
        if !self.turns_back(&stamped.event) && self.is_for_the_cart(&stamped.event) {
            self.controls.apply(&stamped, &self.bindings);
        }
        match stamped.event {
            Event::Key { .. } | Event::Pad { .. } | Event::Button(..) => {}
            Event::Wheel(_, up) => {
                if let Some(error) = &mut self.error {
                    error.scroll(-(up.round() as i32));
                    self.dirty = true;
                } else if self.has_bench() {
                    self.inspector.scroll(-(up.round() as isize) * 3);
                    self.dirty = true;
                }
            }
            Event::Pointer(point) => {
                self.view.pointer = point;
                if let Some(row) = self.row_under_pointer() {
                    self.press(Press::Hover(row));
                } else {
                    self.mouse_on_bench(None);
                }
            }
            Event::PadArrived(pad, name) => self.say(format!("Gamepad {}: {name}", pad + 1)),
            Event::PadGone(pad) => self.say(format!("Gamepad {} is gone", pad + 1)),
            Event::FocusLost => {
                self.modifiers = Modifiers::default();
                self.view.focused = false;
                self.set_gain();
            }
            Event::FocusGained => {
                self.view.focused = true;
                self.set_gain();
            }
            Event::Resized(width, height) => {
                self.view.size = (width, height);
                self.dirty = true;
            }
            Event::Hidden(hidden) => {
                self.view.hidden = hidden;
                self.dirty = true;
            }
            Event::Fullscreen(fullscreen) => {
                self.view.fullscreen = fullscreen;
                if let Some(menu) = &mut self.menu {
                    menu.set_fullscreen(fullscreen);
                }
                self.dirty = true;
            }
            Event::Text(text) => {
                if self.hears_the_player() {
                    self.console.hand(Handed::text(&text));
                }
            }
            Event::Dropped(path) => self.take_dropped(&path),
            Event::Output(output) => {
                self.output = output;
                self.dirty = true;
            }
            Event::Message(text) => self.say(text),
            Event::Quit => self.over = true,
        }
    }

    /// Whether an event is the cart's; what is not is answered to here. What
    /// is let go always is: it may have been pressed before.
    fn is_for_the_cart(&mut self, event: &Event) -> bool {
        match *event {
            Event::Key {
                place,
                letter,
                down,
            } => {
                self.modifiers.apply(place, down);
                !down || self.key_is_for_the_cart(place, letter)
            }
            Event::Pad { control, down, .. } => !down || self.control_is_for_the_cart(control),
            Event::Button(button, down) => {
                let clear = self.menu.is_none() && self.error.is_none();
                let on_bench = clear && button == 0 && self.mouse_on_bench(Some(down));
                !down || (!on_bench && self.button_is_for_the_cart(button))
            }
            Event::Wheel(..) => self.menu.is_none() && self.error.is_none() && !self.has_bench(),
            Event::PadGone(_) | Event::FocusLost => true,
            _ => false,
        }
    }

    fn key_is_for_the_cart(&mut self, place: KeyCode, letter: Option<char>) -> bool {
        let shortcut = shortcut(place, letter, &self.modifiers, self.developer);
        let is_general = matches!(shortcut, Some(Shortcut::Fullscreen | Shortcut::Quit));
        if self.retrieving.is_some() && !is_general {
            self.key_on_retrieving(place);
            return false;
        }
        if let Some(shortcut) = shortcut {
            self.take_shortcut(shortcut);
            return false;
        }
        if self.menu.is_some() {
            self.press(Press::Key(place));
            return false;
        }
        if self.error.is_some() {
            self.key_on_error(place);
            return false;
        }
        if place == KeyCode::Escape {
            self.open_menu();
            return false;
        }
        if self.watching.is_some() {
            self.key_on_watching(place);
            return false;
        }
        !(self.has_bench() && self.key_on_bench(place))
    }

    fn control_is_for_the_cart(&mut self, control: Control) -> bool {
        if self.retrieving.is_some() {
            if matches!(control, Control::Start | Control::East) {
                self.leave_retrieving();
            }
            return false;
        }
        if self.menu.is_some() {
            self.press(Press::Pad(control));
            return false;
        }
        if self.error.is_some() {
            match control {
                Control::Start | Control::South => self.start_again(),
                Control::Up | Control::StickUp => self.scroll_error(-1),
                Control::Down | Control::StickDown => self.scroll_error(1),
                _ => {}
            }
            return false;
        }
        if control == Control::Start {
            self.open_menu();
            return false;
        }
        true
    }

    fn button_is_for_the_cart(&mut self, button: u8) -> bool {
        if self.retrieving.is_some() {
            return false;
        }
        if self.menu.is_some() {
            if let Some(row) = self.row_under_pointer().filter(|_| button == 0) {
                self.press(Press::Click(row));
            }
            return false;
        }
        self.error.is_none()
    }

    fn key_on_error(&mut self, place: KeyCode) {
        match place {
            KeyCode::ArrowLeft | KeyCode::Comma => self.key_on_watching(place),
            KeyCode::F5 => self.start_again(),
            KeyCode::Escape => self.over = true,
            KeyCode::ArrowUp => self.scroll_error(-1),
            KeyCode::ArrowDown => self.scroll_error(1),
            KeyCode::PageUp => self.scroll_error(-PAGE),
            KeyCode::PageDown => self.scroll_error(PAGE),
            _ => {}
        }
    }

    fn scroll_error(&mut self, lines: i32) {
        if let Some(error) = &mut self.error {
            error.scroll(lines);
            self.dirty = true;
        }
    }

    fn take_shortcut(&mut self, shortcut: Shortcut) {
        match shortcut {
            Shortcut::Overlay => {
                self.overlay.toggle();
                self.dirty = true;
            }
            Shortcut::Inspector if self.scrubber.is_paused() => {
                self.inspecting = false;
                self.toggle_pause();
            }
            Shortcut::Inspector => {
                self.inspecting ^= true;
                self.dirty = true;
            }
            Shortcut::Timeline if self.menu.is_none() => self.toggle_pause(),
            Shortcut::Timeline => {}
            Shortcut::SaveSlot(slot) => self.save_slot(slot),
            Shortcut::LoadSlot(slot) => self.load_slot_and_play(slot),
            Shortcut::Fullscreen => self.outbox.send(Request::ToggleFullscreen),
            Shortcut::Picture => self.save_picture(),
            Shortcut::Animation => {
                let recording = self.ring.recording();
                if recording.is_empty() {
                    self.say("Nothing was played yet".into());
                } else {
                    self.say("Saving the last seconds...".into());
                    let name = self.cart_name().to_owned();
                    self.keepsakes.save_animation(&name, recording);
                }
            }
            Shortcut::Reset if self.error.is_some() => self.start_again(),
            Shortcut::Reset => self.reset(),
            Shortcut::Quit => self.over = true,
        }
    }

    fn press(&mut self, press: Press) {
        let Some(menu) = &mut self.menu else { return };
        let command = menu.press(press, &mut self.bindings);
        self.dirty = true;
        match command {
            None => {}
            Some(Command::Resume) => self.close_menu(),
            Some(Command::CartEntry(index)) => {
                self.close_menu();
                self.console.choose_menu(index);
            }
            Some(Command::SaveSlot(slot)) => self.save_slot(slot),
            Some(Command::LoadSlot(slot)) => self.load_slot_and_play(slot),
            Some(Command::Reset) => self.reset(),
            Some(Command::Calibrate) => {
                self.close_menu();
                self.calibrate();
            }
            Some(Command::Screenshot) => self.save_picture(),
            Some(Command::Fullscreen) => self.outbox.send(Request::ToggleFullscreen),
            Some(Command::Quit) => self.over = true,
            Some(Command::Loudness(loudness)) => self.set_loudness(loudness),
            Some(Command::Save) => {
                self.store.settings().bindings = self.bindings.clone();
                self.save_settings();
            }
        }
    }

    fn set_loudness(&mut self, loudness: Loudness) {
        let before = std::mem::replace(&mut self.loudness, loudness);
        self.set_gain();
        {
            let kept = &mut self.store.settings().loudness;
            // Silence asked for on the command line is not kept.
            let muted = if before.muted == loudness.muted {
                kept.muted
            } else {
                loudness.muted
            };
            *kept = Loudness { muted, ..loudness };
        }
        self.save_settings();
    }

    pub(super) fn save_settings(&mut self) {
        if let Err(error) = self.store.save() {
            self.say(format!("Not saved: {error}"));
        }
    }

    fn load_slot_and_play(&mut self, slot: usize) {
        if self.load_slot(slot) && self.menu.is_some() {
            self.close_menu();
        }
    }

    fn close_menu(&mut self) {
        self.menu = None;
        self.controls.release_all(Instant::now());
        self.send_pointer();
    }

    fn row_under_pointer(&self) -> Option<usize> {
        let menu = self.menu.as_ref()?;
        let room = Frame::room_size(size(self.console.picture()));
        let (x, y) = self.view.pointer?;
        let pixel = Layout::fit(room, self.view.size).picture_at(x, y)?;
        menu.row_at(room, pixel, &self.bindings)
    }

    fn save_picture(&mut self) {
        let name = self.cart_name().to_owned();
        self.keepsakes.save_picture(&name, self.console.picture());
    }

    fn reset(&mut self) {
        if self.watches_again() {
            return;
        }
        self.console.reset();
        self.overlay.clear();
        self.begin_anew();
    }

    /// Starts a failed cart again, with what its file holds by now.
    fn start_again(&mut self) {
        if self.watches_again() {
            return;
        }
        match self.file.clone() {
            Some(file) => self.load(&file),
            None => self.reset(),
        }
    }

    /// Whether what is typed is the cart's.
    fn hears_the_player(&self) -> bool {
        self.menu.is_none()
            && self.error.is_none()
            && self.watching.is_none()
            && self.retrieving.is_none()
            && !self.scrubber.is_paused()
    }

    /// A cart is loaded; a picture that is none goes to the cart that plays.
    fn take_dropped(&mut self, path: &Path) {
        let is_own = self.console.cart().dialect == Dialect::Downbeat;
        if is_own
            && is_picture(path)
            && self.hears_the_player()
            && console::load_cart(path).is_err()
        {
            self.picture_reader.read(path.to_owned());
            self.say("Looking for a QR code in the picture...".into());
        } else {
            self.load(path);
        }
    }

    /// Hands over the pictures that have been read.
    pub(super) fn hand_over(&mut self) {
        for handed in self.picture_reader.take() {
            if let Handed::Picture {
                code: Err(problem), ..
            } = &handed
            {
                self.say(problem.clone());
            }
            self.console.hand(handed);
        }
    }

    /// Loads another cart; if it cannot be read, the old one goes on.
    fn load(&mut self, path: &Path) {
        match console::load_cart(path) {
            Ok(cart) => self.put_on(cart, path),
            Err(error) => {
                let text = error.to_string();
                (self.outside.log)(&text);
                self.say(text);
            }
        }
    }
}

/// True for names that pictures have which may hold a QR code.
fn is_picture(path: &Path) -> bool {
    let extension = path.extension().and_then(std::ffi::OsStr::to_str);
    let extension = extension.unwrap_or_default().to_ascii_lowercase();
    matches!(extension.as_str(), "png" | "jpg" | "jpeg")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shortcuts_go_by_letter_and_modifier() {
        let mut modifiers = Modifiers::default();
        let ask = |modifiers: &Modifiers, place, letter| shortcut(place, letter, modifiers, false);
        assert!(ask(&modifiers, KeyCode::KeyR, Some('r')).is_none());
        assert!(ask(&modifiers, KeyCode::Enter, None).is_none());
        modifiers.apply(KeyCode::ControlRight, true);
        assert!(ask(&modifiers, KeyCode::KeyR, Some('r')) == Some(Shortcut::Reset));
        // On a French keyboard Q lies where A is elsewhere.
        assert!(ask(&modifiers, KeyCode::KeyA, Some('q')) == Some(Shortcut::Quit));
        modifiers.apply(KeyCode::ControlRight, false);
        modifiers.apply(KeyCode::AltLeft, true);
        assert!(ask(&modifiers, KeyCode::Enter, None) == Some(Shortcut::Fullscreen));
        assert!(ask(&modifiers, KeyCode::F3, None).is_none());
        let for_developers = shortcut(KeyCode::F3, None, &modifiers, true);
        assert!(for_developers == Some(Shortcut::Overlay));
    }
}
