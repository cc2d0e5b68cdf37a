//! The two system fonts as they lie in memory when a cart starts.
//!
//! The glyphs are data; they are decoded once, at compile time, into the 2 KiB
//! that are copied to memory. Line 127 of each font holds its parameters.

use crate::address::FONTS_SIZE;

/// The memory image of both fonts.
pub(crate) static FONTS: [u8; FONTS_SIZE] = decode(include_bytes!("../data/fonts.txt"));

/// Reads lines of `CCC hhhhhhhhhhhhhhhh`; lines that begin with `#` are notes.
const fn decode(text: &[u8]) -> [u8; FONTS_SIZE] {
    let mut fonts = [0; FONTS_SIZE];
    let mut at = 0;
    while at < text.len() {
        if text[at] != b'#' {
            let code = digit(text[at]) * 100 + digit(text[at + 1]) * 10 + digit(text[at + 2]);
            let mut row = 0;
            while row < 8 {
                let high = digit(text[at + 4 + row * 2]);
                let low = digit(text[at + 5 + row * 2]);
                fonts[code * 8 + row] = (high * 16 + low) as u8;
                row += 1;
            }
        }
        while text[at] != b'\n' {
            at += 1;
        }
        at += 1;
    }
    fonts
}

/// The value of a decimal or lower-case hexadecimal digit.
const fn digit(letter: u8) -> usize {
    match letter {
        b'0'..=b'9' => (letter - b'0') as usize,
        b'a'..=b'f' => (letter - b'a') as usize + 10,
        _ => panic!("fonts.txt has a letter where a digit belongs"),
    }
}
