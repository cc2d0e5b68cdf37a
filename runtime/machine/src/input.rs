//! Pads, keys and mouse: registers in memory, and how long things are held.
//!
//! Carts see the registers themselves, pokes included; only the states of the
//! previous tick and the hold counters are kept apart from memory.

use crate::address::{BUTTON_MAPPING, GAMEPADS, KEYBOARD, MOUSE};
use crate::hash::Fingerprint;
use crate::image::imaged;
use crate::machine::Machine;

/// Number of key codes, the unused code 0 included.
pub const KEYS: usize = 95;
/// Buttons of all pads.
pub const BUTTONS: usize = 32;
/// Keys that can be down at once.
pub const KEYS_AT_ONCE: usize = 4;

/// What the player does in one tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Input {
    /// 32 buttons: pad * 8 + {up, down, left, right, A, B, X, Y}.
    pub pads: u32,
    /// Column of the mouse in the picture with its border.
    pub mouse_x: u8,
    /// Row of the mouse in the picture with its border.
    pub mouse_y: u8,
    /// Bits 0-2 left, middle, right; 3-8 and 9-14 wheels; 15 relative.
    pub mouse_buttons: u16,
    /// Codes of up to 4 keys that are down; 0 is none.
    pub keys: [u8; KEYS_AT_ONCE],
}

/// The mouse as carts read it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mouse {
    /// Column on the screen; negative in the border.
    pub x: i32,
    /// Row on the screen; negative in the border.
    pub y: i32,
    /// The left button.
    pub left: bool,
    /// The middle button.
    pub middle: bool,
    /// The right button.
    pub right: bool,
    /// Turns of the horizontal wheel, -32 to 31.
    pub scroll_x: i32,
    /// Turns of the vertical wheel, -32 to 31.
    pub scroll_y: i32,
}

/// The last tick's states, and since when things are held.
#[derive(Clone, Debug)]
pub(crate) struct History {
    pads: u32,
    keys: [u8; KEYS_AT_ONCE],
    pad_holds: [u32; BUTTONS],
    key_holds: [u32; KEYS],
}

imaged!(History {
    pads,
    keys,
    pad_holds,
    key_holds
});

impl Default for History {
    fn default() -> History {
        History {
            pads: 0,
            keys: [0; KEYS_AT_ONCE],
            pad_holds: [0; BUTTONS],
            key_holds: [0; KEYS],
        }
    }
}

impl History {
    /// Mixes the history into a fingerprint.
    pub(crate) fn mix(&self, print: &mut Fingerprint) {
        print.number(u64::from(self.pads));
        print.bytes(&self.keys);
        for &hold in self.pad_holds.iter().chain(&self.key_holds) {
            print.number(u64::from(hold));
        }
    }
}

impl Machine {
    /// Writes the registers and counts how long things have been held.
    pub(crate) fn begin_input(&mut self, input: &Input) {
        let mapping: [u8; BUTTONS] = self.ram.array(BUTTON_MAPPING);
        let mut pads = input.pads;
        for (button, code) in mapping.into_iter().enumerate() {
            if code != 0 && input.keys.contains(&code) {
                pads |= 1 << button;
            }
        }
        self.ram
            .slice_mut(GAMEPADS, 4)
            .copy_from_slice(&pads.to_le_bytes());
        let [low, high] = input.mouse_buttons.to_le_bytes();
        self.ram
            .slice_mut(MOUSE, 4)
            .copy_from_slice(&[input.mouse_x, input.mouse_y, low, high]);
        self.ram
            .slice_mut(KEYBOARD, KEYS_AT_ONCE)
            .copy_from_slice(&input.keys);

        let history = &mut self.history;
        for (button, hold) in history.pad_holds.iter_mut().enumerate() {
            let held = pads & history.pads & 1 << button != 0;
            *hold = if held { hold.saturating_add(1) } else { 0 };
        }
        for (code, hold) in history.key_holds.iter_mut().enumerate().skip(1) {
            let code = code as u8;
            let held = input.keys.contains(&code) && history.keys.contains(&code);
            *hold = if held { hold.saturating_add(1) } else { 0 };
        }
    }

    /// Remembers the registers, pokes included, as the last tick's states.
    pub(crate) fn end_input(&mut self) {
        self.history.pads = self.buttons();
        self.history.keys = self.keys();
    }

    /// The state of all 32 buttons.
    #[inline]
    pub fn buttons(&self) -> u32 {
        u32::from_le_bytes(self.ram.array(GAMEPADS))
    }

    /// Whether a button is down; numbers wrap at 32.
    #[inline]
    pub fn btn(&self, id: i32) -> bool {
        self.buttons() >> (id & 31) & 1 != 0
    }

    /// The buttons that went down in this tick.
    pub fn buttons_pressed(&self) -> u32 {
        self.buttons() & !self.history.pads
    }

    /// Whether a button went down in this tick or repeats: after `hold` ticks,
    /// every `period` ticks. Negative times never repeat.
    pub fn btnp(&self, id: i32, hold: i32, period: i32) -> bool {
        let button = (id & 31) as usize;
        let held = self.history.pad_holds[button];
        let before = self.history.pads >> button & 1 != 0;
        self.btn(id) && repeats(held, before, hold, period)
    }

    /// The codes of the keys that are down.
    pub fn keys(&self) -> [u8; KEYS_AT_ONCE] {
        self.ram.array(KEYBOARD)
    }

    /// Whether any key is down.
    pub fn any_key(&self) -> bool {
        self.keys() != [0; KEYS_AT_ONCE]
    }

    /// Whether a key is down.
    pub fn key(&self, code: u8) -> bool {
        code != 0 && self.keys().contains(&code)
    }

    /// Whether any key went down in this tick.
    pub fn any_key_pressed(&self) -> bool {
        self.keys()
            .iter()
            .any(|&code| code != 0 && !self.history.keys.contains(&code))
    }

    /// Whether a key went down in this tick or repeats, as `btnp` does. Codes
    /// that do not exist are never down.
    pub fn keyp(&self, code: u8, hold: i32, period: i32) -> bool {
        let held = self
            .history
            .key_holds
            .get(usize::from(code))
            .copied()
            .unwrap_or(0);
        let before = self.history.keys.contains(&code);
        self.key(code) && repeats(held, before, hold, period)
    }

    /// The mouse; positions are on the screen.
    pub fn mouse(&self) -> Mouse {
        let [x, y, low, high]: [u8; 4] = self.ram.array(MOUSE);
        let buttons = i16::from_le_bytes([low, high]);
        // Six bits each, moved up to the sign and down again.
        let (columns, rows) = self.screen.size.border();
        let wheel = |shift: u32| i32::from(buttons << (10 - shift) >> 10);
        Mouse {
            x: i32::from(x) - columns as i32,
            y: i32::from(y) - rows as i32,
            left: buttons & 1 != 0,
            middle: buttons & 2 != 0,
            right: buttons & 4 != 0,
            scroll_x: wheel(3),
            scroll_y: wheel(9),
        }
    }
}

/// Whether something that is down counts as pressed in this tick.
fn repeats(held: u32, before: bool, hold: i32, period: i32) -> bool {
    let (Ok(hold), Ok(period)) = (u32::try_from(hold), u32::try_from(period)) else {
        return !before;
    };
    if held >= hold {
        period == 0 || held.is_multiple_of(period)
    } else {
        !before
    }
}
