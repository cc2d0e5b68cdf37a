//! The names of keys, as options give them: those of TIC-80's key table in
//! lower case, or what the key types.

/// Names by code, from code 1 on; a key may have several.
const NAMES: [&str; 94] = [
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
    "g",
    "h",
    "i",
    "j",
    "k",
    "l",
    "m",
    "n",
    "o",
    "p",
    "q",
    "r",
    "s",
    "t",
    "u",
    "v",
    "w",
    "x",
    "y",
    "z",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "7",
    "8",
    "9",
    "minus -",
    "equals =",
    "leftbracket [",
    "rightbracket ]",
    "backslash \\",
    "semicolon ;",
    "apostrophe '",
    "grave `",
    "comma ,",
    "period .",
    "slash /",
    "space",
    "tab",
    "return",
    "backspace",
    "delete",
    "insert",
    "pageup",
    "pagedown",
    "home",
    "end",
    "up",
    "down",
    "left",
    "right",
    "capslock",
    "ctrl",
    "shift",
    "alt",
    "esc escape",
    "f1",
    "f2",
    "f3",
    "f4",
    "f5",
    "f6",
    "f7",
    "f8",
    "f9",
    "f10",
    "f11",
    "f12",
    "kp0",
    "kp1",
    "kp2",
    "kp3",
    "kp4",
    "kp5",
    "kp6",
    "kp7",
    "kp8",
    "kp9",
    "kpplus kp+",
    "kpminus kp-",
    "kpmultiply kp*",
    "kpdivide kp/",
    "kpenter",
    "kpperiod kp.",
];

/// The code of a key, 1 to 94, by its name in any case; `numpad` and `kp` are
/// the same.
pub fn code(name: &str) -> Option<u8> {
    let name = name.to_ascii_lowercase().replace("numpad", "kp");
    let place = NAMES
        .iter()
        .position(|names| names.split(' ').any(|other| other == name))?;
    u8::try_from(place + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn keys_have_the_codes_of_the_key_function() {
        for (name, expected) in [
            ("a", 1),
            ("W", 23),
            ("0", 27),
            ("-", 37),
            ("space", 48),
            ("up", 58),
            ("right", 61),
            ("esc", 66),
            ("f12", 78),
            ("kp0", 79),
            ("numpad7", 86),
            ("kp.", 94),
        ] {
            assert_eq!(code(name), Some(expected), "{name}");
        }
        assert_eq!(code("hyper"), None);
        assert_eq!(code(""), None);
    }
}
