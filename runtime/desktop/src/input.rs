//! From keys, gamepads and the mouse to the console's input of one tick, and
//! to the edges in it, which have times of their own.

use std::time::Instant;

use console::Input;
use winit::keyboard::KeyCode;

use crate::bindings::{Bindings, Control};
use crate::edges::{Edge, Edges, Switch};
use crate::events::{Event, Stamped};
use crate::keys;
use crate::latch::Latch;

/// Mouse coordinates that mean "not on the picture".
const OUTSIDE: u8 = 255;

/// Everything held down, and where the mouse is.
pub(crate) struct Controls {
    keys: Latch<KeyCode>,
    pads: Latch<(usize, Control)>,
    buttons: Latch<u8>,
    edges: Edges,
    mouse: (u8, u8),
    wheel: (f64, f64),
}

impl Default for Controls {
    fn default() -> Self {
        Self {
            keys: Latch::default(),
            pads: Latch::default(),
            buttons: Latch::default(),
            edges: Edges::default(),
            mouse: (OUTSIDE, OUTSIDE),
            wheel: (0.0, 0.0),
        }
    }
}

impl Controls {
    /// Takes in an event; what is no input changes nothing.
    pub(crate) fn apply(&mut self, stamped: &Stamped, bindings: &Bindings) {
        let at = stamped.at;
        match stamped.event {
            Event::Key { place, down, .. } => {
                self.switch(at, Switch::Key(place), down, bindings);
                if down {
                    self.keys.press(place);
                } else {
                    self.keys.release(place);
                }
            }
            Event::Pad { pad, control, down } => {
                self.switch(at, Switch::Pad(pad, control), down, bindings);
                if down {
                    self.pads.press((pad, control));
                } else {
                    self.pads.release((pad, control));
                }
            }
            Event::PadGone(gone) => {
                let is_gone = |switch| matches!(switch, Switch::Pad(pad, _) if pad == gone);
                self.edges.release_where(at, is_gone);
                self.pads.release_where(|(pad, _)| pad == gone);
            }
            Event::Button(button, true) => self.buttons.press(button),
            Event::Button(button, false) => self.buttons.release(button),
            Event::Wheel(x, y) => self.wheel = (self.wheel.0 + x, self.wheel.1 + y),
            Event::FocusLost => self.release_all(at),
            _ => {}
        }
    }

    fn switch(&mut self, at: Instant, switch: Switch, down: bool, bindings: &Bindings) {
        if down {
            self.edges.press(at, switch, bindings);
        } else {
            self.edges.release_where(at, |held| held == switch);
        }
    }

    /// What went down and up since this was asked last.
    pub(crate) fn take_edges(&mut self) -> Vec<Edge> {
        self.edges.take()
    }

    /// Puts the mouse on a pixel of the picture, or off it.
    pub(crate) fn point_at(&mut self, pixel: Option<(u32, u32)>) {
        let side = |at: u32| at.min(u32::from(OUTSIDE) - 1) as u8;
        self.mouse = pixel.map_or((OUTSIDE, OUTSIDE), |(x, y)| (side(x), side(y)));
    }

    /// Lets go of everything.
    pub(crate) fn release_all(&mut self, at: Instant) {
        self.edges.release_where(at, |_| true);
        self.keys.release_all();
        self.pads.release_all();
        self.buttons.release_all();
        self.wheel = (0.0, 0.0);
    }

    /// The input of this tick; then the next tick begins.
    pub(crate) fn tick(&mut self, bindings: &Bindings) -> Input {
        let mut input = Input {
            pads: self.pad_bits(bindings),
            mouse_x: self.mouse.0,
            mouse_y: self.mouse.1,
            mouse_buttons: self.mouse_bits(),
            keys: [0; 4],
        };
        let mut slots = input.keys.iter_mut();
        let mut sent = Vec::with_capacity(4);
        for place in self.keys.seen().filter(|&place| bindings.sends_key(place)) {
            let Some(code) = keys::code(place).filter(|code| !sent.contains(code)) else {
                continue;
            };
            let Some(slot) = slots.next() else { break };
            *slot = code;
            sent.push(code);
        }
        self.keys.end_tick();
        self.pads.end_tick();
        self.buttons.end_tick();
        input
    }

    fn pad_bits(&self, bindings: &Bindings) -> u32 {
        let from_keys = self.keys.seen().filter_map(|place| bindings.key_bit(place));
        let from_pads = self
            .pads
            .seen()
            .filter_map(|(pad, control)| Some(pad * 8 + bindings.control_bit(control)?));
        from_keys
            .chain(from_pads)
            .fold(0, |bits, bit| bits | 1 << bit)
    }

    /// Buttons and whole wheel steps as at 0x0FF86; parts of steps add up.
    fn mouse_bits(&mut self) -> u16 {
        let buttons = self
            .buttons
            .seen()
            .fold(0, |bits, button| bits | 1 << button);
        let step = |wheel: &mut f64| {
            let whole = wheel.trunc().clamp(-32.0, 31.0);
            *wheel -= wheel.trunc();
            whole as i16 as u16 & 0x3f
        };
        buttons | step(&mut self.wheel.0) << 3 | step(&mut self.wheel.1) << 9
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(place: KeyCode, down: bool) -> Event {
        Event::Key {
            place,
            letter: None,
            down,
        }
    }

    fn apply(controls: &mut Controls, event: Event, bindings: &Bindings) {
        let at = Instant::now();
        controls.apply(&Stamped { at, event }, bindings);
    }

    #[test]
    fn four_keys_in_the_order_of_their_presses() {
        let mut controls = Controls::default();
        for place in [
            KeyCode::KeyE,
            KeyCode::KeyA,
            KeyCode::ShiftLeft,
            KeyCode::ShiftRight,
        ] {
            apply(&mut controls, key(place, true), &Bindings::default());
        }
        assert_eq!(controls.tick(&Bindings::default()).keys, [5, 1, 64, 0]);
        for place in [KeyCode::ArrowUp, KeyCode::KeyZ] {
            apply(&mut controls, key(place, true), &Bindings::default());
        }
        assert_eq!(controls.tick(&Bindings::default()).keys, [5, 1, 64, 58]);
        apply(
            &mut controls,
            key(KeyCode::KeyE, false),
            &Bindings::default(),
        );
        assert_eq!(controls.tick(&Bindings::default()).keys, [1, 64, 58, 26]);
    }

    #[test]
    fn chosen_keys_and_gamepads_press_pad_buttons() {
        let mut bindings = Bindings::default();
        bindings.bind_key(1, 4, KeyCode::KeyX);
        let mut controls = Controls::default();
        apply(&mut controls, key(KeyCode::KeyX, true), &bindings);
        apply(
            &mut controls,
            Event::Pad {
                pad: 2,
                control: Control::South,
                down: true,
            },
            &bindings,
        );
        apply(
            &mut controls,
            Event::Pad {
                pad: 0,
                control: Control::StickUp,
                down: true,
            },
            &bindings,
        );
        let input = controls.tick(&bindings);
        assert_eq!(input.pads, 1 << 12 | 1 << 20 | 1);
        assert_eq!(input.keys, [0; 4]);
        apply(&mut controls, Event::PadGone(2), &bindings);
        assert_eq!(controls.tick(&bindings).pads, 1 << 12 | 1);
    }

    #[test]
    fn the_mouse_and_its_wheel() {
        let mut controls = Controls::default();
        let bindings = Bindings::default();
        let input = controls.tick(&bindings);
        assert_eq!((input.mouse_x, input.mouse_y), (255, 255));
        controls.point_at(Some((8, 4)));
        apply(&mut controls, Event::Button(2, true), &bindings);
        apply(&mut controls, Event::Wheel(0.0, -1.0), &bindings);
        apply(&mut controls, Event::Wheel(0.5, 0.0), &bindings);
        let input = controls.tick(&bindings);
        assert_eq!((input.mouse_x, input.mouse_y), (8, 4));
        assert_eq!(input.mouse_buttons, 4 | 0x3f << 9);
        apply(&mut controls, Event::Wheel(0.5, 0.0), &bindings);
        assert_eq!(controls.tick(&bindings).mouse_buttons, 4 | 1 << 3);
        controls.point_at(Some((400, 300)));
        assert_eq!(controls.tick(&bindings).mouse_x, 254);
    }

    #[test]
    fn losing_the_focus_lets_go_of_everything() {
        let mut controls = Controls::default();
        apply(
            &mut controls,
            key(KeyCode::KeyA, true),
            &Bindings::default(),
        );
        controls.tick(&Bindings::default());
        apply(&mut controls, Event::FocusLost, &Bindings::default());
        assert_eq!(controls.tick(&Bindings::default()).keys, [0; 4]);
    }
}
