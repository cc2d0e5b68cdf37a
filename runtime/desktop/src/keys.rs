//! The keyboard: which physical key is which key of the console, and what it
//! is called on the screen and in the settings. Physical places are used, not
//! letters, so that a game's keys lie where its author meant on any layout.

use winit::keyboard::KeyCode;

/// One physical key.
pub(crate) struct Key {
    /// The key as the window reports it.
    pub(crate) place: KeyCode,
    /// The console's key code, 1 to 94.
    pub(crate) code: u8,
    /// Name on a common keyboard.
    pub(crate) name: &'static str,
}

const fn key(place: KeyCode, code: u8, name: &'static str) -> Key {
    Key { place, code, name }
}

/// All keys the console knows.
pub(crate) const KEYS: &[Key] = &[
    key(KeyCode::KeyA, 1, "A"),
    key(KeyCode::KeyB, 2, "B"),
    key(KeyCode::KeyC, 3, "C"),
    key(KeyCode::KeyD, 4, "D"),
    key(KeyCode::KeyE, 5, "E"),
    key(KeyCode::KeyF, 6, "F"),
    key(KeyCode::KeyG, 7, "G"),
    key(KeyCode::KeyH, 8, "H"),
    key(KeyCode::KeyI, 9, "I"),
    key(KeyCode::KeyJ, 10, "J"),
    key(KeyCode::KeyK, 11, "K"),
    key(KeyCode::KeyL, 12, "L"),
    key(KeyCode::KeyM, 13, "M"),
    key(KeyCode::KeyN, 14, "N"),
    key(KeyCode::KeyO, 15, "O"),
    key(KeyCode::KeyP, 16, "P"),
    key(KeyCode::KeyQ, 17, "Q"),
    key(KeyCode::KeyR, 18, "R"),
    key(KeyCode::KeyS, 19, "S"),
    key(KeyCode::KeyT, 20, "T"),
    key(KeyCode::KeyU, 21, "U"),
    key(KeyCode::KeyV, 22, "V"),
    key(KeyCode::KeyW, 23, "W"),
    key(KeyCode::KeyX, 24, "X"),
    key(KeyCode::KeyY, 25, "Y"),
    key(KeyCode::KeyZ, 26, "Z"),
    key(KeyCode::Digit0, 27, "0"),
    key(KeyCode::Digit1, 28, "1"),
    key(KeyCode::Digit2, 29, "2"),
    key(KeyCode::Digit3, 30, "3"),
    key(KeyCode::Digit4, 31, "4"),
    key(KeyCode::Digit5, 32, "5"),
    key(KeyCode::Digit6, 33, "6"),
    key(KeyCode::Digit7, 34, "7"),
    key(KeyCode::Digit8, 35, "8"),
    key(KeyCode::Digit9, 36, "9"),
    key(KeyCode::Minus, 37, "-"),
    key(KeyCode::Equal, 38, "="),
    key(KeyCode::BracketLeft, 39, "["),
    key(KeyCode::BracketRight, 40, "]"),
    key(KeyCode::Backslash, 41, "\\"),
    key(KeyCode::IntlBackslash, 41, "Extra \\"),
    key(KeyCode::Semicolon, 42, ";"),
    key(KeyCode::Quote, 43, "'"),
    key(KeyCode::Backquote, 44, "`"),
    key(KeyCode::Comma, 45, ","),
    key(KeyCode::Period, 46, "."),
    key(KeyCode::Slash, 47, "/"),
    key(KeyCode::Space, 48, "Space"),
    key(KeyCode::Tab, 49, "Tab"),
    key(KeyCode::Enter, 50, "Return"),
    key(KeyCode::Backspace, 51, "Backspace"),
    key(KeyCode::Delete, 52, "Delete"),
    key(KeyCode::Insert, 53, "Insert"),
    key(KeyCode::PageUp, 54, "Page up"),
    key(KeyCode::PageDown, 55, "Page down"),
    key(KeyCode::Home, 56, "Home"),
    key(KeyCode::End, 57, "End"),
    key(KeyCode::ArrowUp, 58, "Up"),
    key(KeyCode::ArrowDown, 59, "Down"),
    key(KeyCode::ArrowLeft, 60, "Left"),
    key(KeyCode::ArrowRight, 61, "Right"),
    key(KeyCode::CapsLock, 62, "Caps lock"),
    key(KeyCode::ControlLeft, 63, "Left ctrl"),
    key(KeyCode::ControlRight, 63, "Right ctrl"),
    key(KeyCode::ShiftLeft, 64, "Left shift"),
    key(KeyCode::ShiftRight, 64, "Right shift"),
    key(KeyCode::AltLeft, 65, "Left alt"),
    key(KeyCode::AltRight, 65, "Right alt"),
    key(KeyCode::Escape, 66, "Esc"),
    key(KeyCode::F1, 67, "F1"),
    key(KeyCode::F2, 68, "F2"),
    key(KeyCode::F3, 69, "F3"),
    key(KeyCode::F4, 70, "F4"),
    key(KeyCode::F5, 71, "F5"),
    key(KeyCode::F6, 72, "F6"),
    key(KeyCode::F7, 73, "F7"),
    key(KeyCode::F8, 74, "F8"),
    key(KeyCode::F9, 75, "F9"),
    key(KeyCode::F10, 76, "F10"),
    key(KeyCode::F11, 77, "F11"),
    key(KeyCode::F12, 78, "F12"),
    key(KeyCode::Numpad0, 79, "Num 0"),
    key(KeyCode::Numpad1, 80, "Num 1"),
    key(KeyCode::Numpad2, 81, "Num 2"),
    key(KeyCode::Numpad3, 82, "Num 3"),
    key(KeyCode::Numpad4, 83, "Num 4"),
    key(KeyCode::Numpad5, 84, "Num 5"),
    key(KeyCode::Numpad6, 85, "Num 6"),
    key(KeyCode::Numpad7, 86, "Num 7"),
    key(KeyCode::Numpad8, 87, "Num 8"),
    key(KeyCode::Numpad9, 88, "Num 9"),
    key(KeyCode::NumpadAdd, 89, "Num +"),
    key(KeyCode::NumpadSubtract, 90, "Num -"),
    key(KeyCode::NumpadMultiply, 91, "Num *"),
    key(KeyCode::NumpadDivide, 92, "Num /"),
    key(KeyCode::NumpadEnter, 93, "Enter"),
    key(KeyCode::NumpadDecimal, 94, "Num ."),
];

/// The console's key code of a physical key.
pub(crate) fn code(place: KeyCode) -> Option<u8> {
    KEYS.iter()
        .find(|key| key.place == place)
        .map(|key| key.code)
}

/// The name of a physical key.
pub(crate) fn name(place: KeyCode) -> Option<&'static str> {
    KEYS.iter()
        .find(|key| key.place == place)
        .map(|key| key.name)
}

/// The physical key of a name.
pub(crate) fn named(name: &str) -> Option<KeyCode> {
    KEYS.iter()
        .find(|key| key.name == name)
        .map(|key| key.place)
}

/// The keys that are pad buttons without any setting, in button order.
pub(crate) const PAD_KEYS: [KeyCode; 8] = [
    KeyCode::ArrowUp,
    KeyCode::ArrowDown,
    KeyCode::ArrowLeft,
    KeyCode::ArrowRight,
    KeyCode::KeyZ,
    KeyCode::KeyX,
    KeyCode::KeyA,
    KeyCode::KeyS,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_code_of_the_console_has_a_key_and_names_are_unique() {
        let codes: BTreeSet<u8> = KEYS.iter().map(|key| key.code).collect();
        assert_eq!(codes, (1..=94).collect());
        let names: BTreeSet<&str> = KEYS.iter().map(|key| key.name).collect();
        assert_eq!(names.len(), KEYS.len());
    }

    #[test]
    fn known_keys_have_the_codes_of_the_specification() {
        assert_eq!(code(KeyCode::KeyZ), Some(26));
        assert_eq!(code(KeyCode::Digit0), Some(27));
        assert_eq!(code(KeyCode::Space), Some(48));
        assert_eq!(code(KeyCode::ArrowUp), Some(58));
        assert_eq!(code(KeyCode::F12), Some(78));
        assert_eq!(code(KeyCode::F13), None);
    }

    #[test]
    fn names_lead_back_to_their_keys() {
        for key in KEYS {
            assert_eq!(named(key.name), Some(key.place));
            assert_eq!(name(key.place), Some(key.name));
        }
    }
}
