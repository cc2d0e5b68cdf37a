//! What a cart did that shows outside its picture, as values and as lines of
//! a trace file.

use std::fmt::Write;

use crate::failure::CartFailure;

/// Something that happened in a tick, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Happening {
    /// `trace(text, color)`.
    Trace {
        /// Bytes of the text.
        text: Vec<u8>,
        /// The color, unmasked.
        color: u8,
    },
    /// `exit()` was called.
    Exit,
    /// An error stopped the cart.
    Error(CartFailure),
}

impl Happening {
    /// The line of a trace file: `T FRAME COLOR TEXT`, `E FRAME TEXT` or
    /// `X FRAME`, with the text on one line of printable ASCII: `\\` for a
    /// backslash, `\n` for a line break, `\xNN` for other bytes.
    pub fn trace_line(&self, frame: u64) -> String {
        match self {
            Happening::Trace { text, color } => format!("T {frame} {color} {}", escaped(text)),
            Happening::Exit => format!("X {frame}"),
            Happening::Error(failure) => format!("E {frame} {}", escaped(&failure.raw)),
        }
    }
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'\\' => text.push_str("\\\\"),
            b'\n' => text.push_str("\\n"),
            32..=126 => text.push(char::from(byte)),
            _ => write!(text, "\\x{byte:02x}").expect("a string takes everything"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Happening;

    #[test]
    fn text_is_escaped_onto_one_line() {
        let trace = Happening::Trace {
            text: b"a\\b\nc\td\xff".to_vec(),
            color: 15,
        };
        assert_eq!(trace.trace_line(3), "T 3 15 a\\\\b\\nc\\x09d\\xff");
        assert_eq!(Happening::Exit.trace_line(7), "X 7");
    }
}
