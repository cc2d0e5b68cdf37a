//! What the player has put on the eight buttons of a pad. The console itself
//! turns the arrows, Z, X, A and S into player 1's pad; a key chosen here
//! presses the pad button directly, on top of that. If it is one of those
//! eight keys it is no longer sent as a key, or it would press two buttons.

use serde::{Deserialize, Serialize};
use winit::keyboard::KeyCode;

use crate::keys;

/// Pads, and so players.
pub(crate) const PADS: usize = 4;

/// Names of a pad's buttons, in the order of their bits.
pub(crate) const BUTTONS: [&str; 8] = ["Up", "Down", "Left", "Right", "A", "B", "X", "Y"];

/// A button, trigger or stick direction of a real gamepad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Control {
    /// Directional pad.
    Up,
    /// Directional pad.
    Down,
    /// Directional pad.
    Left,
    /// Directional pad.
    Right,
    /// Lowest of the four action buttons.
    South,
    /// Rightmost of the four action buttons.
    East,
    /// Leftmost of the four action buttons.
    West,
    /// Highest of the four action buttons.
    North,
    /// Left shoulder.
    LeftShoulder,
    /// Right shoulder.
    RightShoulder,
    /// Left trigger.
    LeftTrigger,
    /// Right trigger.
    RightTrigger,
    /// Left stick pressed.
    LeftStick,
    /// Right stick pressed.
    RightStick,
    /// Select, back or share.
    Select,
    /// Start or menu: opens the pause menu, never a game button.
    Start,
    /// Left stick pushed up.
    StickUp,
    /// Left stick pushed down.
    StickDown,
    /// Left stick pushed left.
    StickLeft,
    /// Left stick pushed right.
    StickRight,
}

impl Control {
    /// Name on the screen.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Up => "Pad up",
            Self::Down => "Pad down",
            Self::Left => "Pad left",
            Self::Right => "Pad right",
            Self::South => "Lower button",
            Self::East => "Right button",
            Self::West => "Left button",
            Self::North => "Upper button",
            Self::LeftShoulder => "L1",
            Self::RightShoulder => "R1",
            Self::LeftTrigger => "L2",
            Self::RightTrigger => "R2",
            Self::LeftStick => "L3",
            Self::RightStick => "R3",
            Self::Select => "Select",
            Self::Start => "Start",
            Self::StickUp => "Stick up",
            Self::StickDown => "Stick down",
            Self::StickLeft => "Stick left",
            Self::StickRight => "Stick right",
        }
    }
}

const PAD_DEFAULTS: [Control; 8] = [
    Control::Up,
    Control::Down,
    Control::Left,
    Control::Right,
    Control::South,
    Control::East,
    Control::West,
    Control::North,
];

/// Keys and gamepad controls put on pad buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bindings {
    keys: [[Option<KeyCode>; 8]; PADS],
    pad: [Control; 8],
}

impl Default for Bindings {
    fn default() -> Self {
        Self {
            keys: [[None; 8]; PADS],
            pad: PAD_DEFAULTS,
        }
    }
}

impl Bindings {
    /// The key put on a button, if one was chosen.
    pub(crate) fn key(&self, player: usize, button: usize) -> Option<KeyCode> {
        self.keys[player][button]
    }

    /// The gamepad control on a button, for all pads.
    pub(crate) fn control(&self, button: usize) -> Control {
        self.pad[button]
    }

    /// Puts a key on a button and takes it off any other.
    pub(crate) fn bind_key(&mut self, player: usize, button: usize, place: KeyCode) {
        for bound in self.keys.iter_mut().flatten() {
            if *bound == Some(place) {
                *bound = None;
            }
        }
        self.keys[player][button] = Some(place);
    }

    /// Puts a gamepad control on a button; two buttons swap if it was taken.
    pub(crate) fn bind_control(&mut self, button: usize, control: Control) {
        let old = self.pad[button];
        for bound in &mut self.pad {
            if *bound == control {
                *bound = old;
            }
        }
        self.pad[button] = control;
    }

    /// Forgets all choices.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }

    /// The bit of the pad button that a key presses, of 32.
    pub(crate) fn key_bit(&self, place: KeyCode) -> Option<usize> {
        self.keys
            .iter()
            .flatten()
            .position(|bound| *bound == Some(place))
    }

    /// Whether a key is still sent to the console as a key.
    pub(crate) fn sends_key(&self, place: KeyCode) -> bool {
        self.key_bit(place).is_none() || !keys::PAD_KEYS.contains(&place)
    }

    /// The bit of the button that a control of a pad presses, of 8.
    pub(crate) fn control_bit(&self, control: Control) -> Option<usize> {
        let stick = match control {
            Control::StickUp => Some(0),
            Control::StickDown => Some(1),
            Control::StickLeft => Some(2),
            Control::StickRight => Some(3),
            _ => None,
        };
        self.pad
            .iter()
            .position(|bound| *bound == control)
            .or(stick)
    }

    /// Names of the chosen keys, as the settings keep them.
    pub(crate) fn key_names(&self) -> Vec<Vec<Option<String>>> {
        let name = |place: &Option<KeyCode>| place.and_then(keys::name).map(str::to_owned);
        self.keys
            .iter()
            .map(|pad| pad.iter().map(name).collect())
            .collect()
    }

    /// The controls, as the settings keep them.
    pub(crate) fn controls(&self) -> Vec<Control> {
        self.pad.to_vec()
    }

    /// Reads what the settings keep; what is missing or unknown is default.
    pub(crate) fn from_names(names: &[Vec<Option<String>>], controls: &[Control]) -> Self {
        let mut bindings = Self::default();
        for (player, pad) in names.iter().take(PADS).enumerate() {
            for (button, name) in pad.iter().take(8).enumerate() {
                if let Some(place) = name.as_deref().and_then(keys::named) {
                    bindings.bind_key(player, button, place);
                }
            }
        }
        if controls.len() == 8 {
            for (button, &control) in controls.iter().enumerate() {
                if control != Control::Start {
                    bindings.pad[button] = control;
                }
            }
        }
        bindings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_key_presses_its_button_and_only_that() {
        let mut bindings = Bindings::default();
        assert_eq!(bindings.key_bit(KeyCode::Space), None);
        bindings.bind_key(0, 4, KeyCode::Space);
        bindings.bind_key(1, 0, KeyCode::KeyW);
        assert_eq!(bindings.key_bit(KeyCode::Space), Some(4));
        assert_eq!(bindings.key_bit(KeyCode::KeyW), Some(8));
        bindings.bind_key(0, 5, KeyCode::Space);
        assert_eq!(bindings.key_bit(KeyCode::Space), Some(5));
        assert_eq!(bindings.key(0, 4), None);
    }

    #[test]
    fn a_default_pad_key_that_was_moved_is_not_sent_as_well() {
        let mut bindings = Bindings::default();
        assert!(bindings.sends_key(KeyCode::KeyZ));
        bindings.bind_key(0, 7, KeyCode::KeyZ);
        bindings.bind_key(0, 4, KeyCode::Space);
        assert!(!bindings.sends_key(KeyCode::KeyZ));
        assert!(bindings.sends_key(KeyCode::Space));
    }

    #[test]
    fn gamepad_buttons_go_by_place_and_can_be_swapped() {
        let mut bindings = Bindings::default();
        assert_eq!(bindings.control_bit(Control::South), Some(4));
        assert_eq!(bindings.control_bit(Control::North), Some(7));
        assert_eq!(bindings.control_bit(Control::StickLeft), Some(2));
        assert_eq!(bindings.control_bit(Control::Start), None);
        bindings.bind_control(4, Control::East);
        assert_eq!(bindings.control_bit(Control::East), Some(4));
        assert_eq!(bindings.control_bit(Control::South), Some(5));
    }

    #[test]
    fn names_bring_the_choices_back() {
        let mut bindings = Bindings::default();
        bindings.bind_key(2, 3, KeyCode::Slash);
        bindings.bind_control(6, Control::LeftShoulder);
        let again = Bindings::from_names(&bindings.key_names(), &bindings.controls());
        assert_eq!(again, bindings);
        let odd = Bindings::from_names(&[vec![Some("No such key".into())]], &[Control::Up]);
        assert_eq!(odd, Bindings::default());
    }
}
