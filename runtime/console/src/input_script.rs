//! Scripted input: text lines that say what is held in which frames.
//!
//! `FROM TO GAMEPADHEX MX MY BUTTONS K1 K2 K3 K4`, frames counted from 0 and
//! both included; values missing at the end are 0, `#` begins a comment line.
//! Lines may overlap: buttons are OR-ed, a key of a later line replaces one
//! in the same place, and a mouse position of `0 0` changes nothing.

use machine::Input;
use thiserror::Error;

/// Where the mouse is without any line: the middle of the 256x144 picture.
const MIDDLE: (u8, u8) = (128, 72);

/// A line that does not follow the format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {what} is '{text}'; a line is FROM TO GAMEPADHEX MX MY BUTTONS K1 K2 K3 K4")]
pub struct InputScriptError {
    /// The line, counted from 1.
    pub line: usize,
    /// Which value it is.
    pub what: &'static str,
    /// What stands there.
    pub text: String,
}

/// A script of inputs, one line a stretch of frames.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct InputScript {
    lines: Vec<Line>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Line {
    from: u64,
    to: u64,
    pads: u32,
    mouse: (u8, u8),
    buttons: u16,
    keys: [u8; 4],
}

impl InputScript {
    /// Reads a script.
    ///
    /// # Errors
    /// The first line with a value that is no number or too large, or with
    /// too few or too many values.
    pub fn parse(text: &str) -> Result<InputScript, InputScriptError> {
        let lines = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty() && !line.trim_start().starts_with('#'))
            .map(|(index, line)| Line::parse(index + 1, line))
            .collect::<Result<_, _>>()?;
        Ok(InputScript { lines })
    }

    /// The input of a frame, counted from 0.
    pub fn input(&self, frame: u64) -> Input {
        let mut input = Input {
            mouse_x: MIDDLE.0,
            mouse_y: MIDDLE.1,
            ..Input::default()
        };
        for line in self
            .lines
            .iter()
            .filter(|line| (line.from..=line.to).contains(&frame))
        {
            input.pads |= line.pads;
            input.mouse_buttons |= line.buttons;
            if line.mouse != (0, 0) {
                (input.mouse_x, input.mouse_y) = line.mouse;
            }
            for (held, key) in input.keys.iter_mut().zip(line.keys) {
                if key != 0 {
                    *held = key;
                }
            }
        }
        input
    }

    /// The number of frames until nothing is held any more.
    pub fn frames(&self) -> u64 {
        self.lines.iter().map(|line| line.to + 1).max().unwrap_or(0)
    }
}

impl Line {
    fn parse(line: usize, text: &str) -> Result<Line, InputScriptError> {
        let mut values = Values {
            line,
            words: text.split_whitespace(),
        };
        let from = values.next("FROM", 10)?;
        let to = values.next("TO", 10)?;
        let (Some(from), Some(to)) = (from, to) else {
            return Err(values.error("the line", text));
        };
        let mut byte = |what| values.next(what, if what == "GAMEPADHEX" { 16 } else { 10 });
        let pads = byte("GAMEPADHEX")?.unwrap_or(0);
        let mouse = (byte("MX")?.unwrap_or(0), byte("MY")?.unwrap_or(0));
        let buttons = byte("BUTTONS")?.unwrap_or(0);
        let mut keys = [0; 4];
        for (key, what) in keys.iter_mut().zip(["K1", "K2", "K3", "K4"]) {
            *key = byte(what)?.unwrap_or(0);
        }
        if let Some(extra) = values.words.next() {
            return Err(values.error("an eleventh value", extra));
        }
        let fits = |what, value: u64, most: u64| {
            if value <= most {
                Ok(value)
            } else {
                Err(values.error(what, &value.to_string()))
            }
        };
        Ok(Line {
            from,
            to: fits("TO", to, u64::MAX - 1)?,
            pads: fits("GAMEPADHEX", pads, u64::from(u32::MAX))? as u32,
            mouse: (
                fits("MX", mouse.0, 255)? as u8,
                fits("MY", mouse.1, 255)? as u8,
            ),
            buttons: fits("BUTTONS", buttons, u64::from(u16::MAX))? as u16,
            keys: [
                fits("K1", keys[0], 94)? as u8,
                fits("K2", keys[1], 94)? as u8,
                fits("K3", keys[2], 94)? as u8,
                fits("K4", keys[3], 94)? as u8,
            ],
        })
    }
}

/// The words of a line, read as numbers one after the other.
struct Values<'a> {
    line: usize,
    words: std::str::SplitWhitespace<'a>,
}

impl Values<'_> {
    fn next(&mut self, what: &'static str, radix: u32) -> Result<Option<u64>, InputScriptError> {
        let Some(word) = self.words.next() else {
            return Ok(None);
        };
        let digits = if radix == 16 {
            word.trim_start_matches("0x")
        } else {
            word
        };
        u64::from_str_radix(digits, radix)
            .map(Some)
            .map_err(|_| self.error(what, word))
    }

    fn error(&self, what: &'static str, text: &str) -> InputScriptError {
        InputScriptError {
            line: self.line,
            what,
            text: text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::InputScript;

    #[test]
    fn lines_that_overlap_are_merged() {
        let script = InputScript::parse("# a comment\n0 5 3\n4 9 10 60 70 1 48\n5 5 0 0 0 4 0 2\n")
            .expect("parses");
        let input = script.input(5);
        assert_eq!(input.pads, 0x13);
        assert_eq!((input.mouse_x, input.mouse_y), (60, 70));
        assert_eq!(input.mouse_buttons, 5);
        assert_eq!(input.keys, [48, 2, 0, 0]);
        assert_eq!(script.input(10).pads, 0);
        assert_eq!(
            (script.input(10).mouse_x, script.input(10).mouse_y),
            (128, 72)
        );
        assert_eq!(script.frames(), 10);
    }

    #[test]
    fn a_bad_value_is_named_with_its_line() {
        let check = |text: &str, expected: &str| {
            let message = InputScript::parse(text).expect_err(text).to_string();
            assert!(message.starts_with(expected), "{text}: {message}");
        };
        check("0 5 3\nx 9", "line 2: FROM is 'x'");
        check("7", "line 1: the line is '7'");
        check("0 1 zz", "line 1: GAMEPADHEX is 'zz'");
        check("0 1 0 256 0", "line 1: MX is '256'");
        check("0 1 0 0 0 0 95", "line 1: K1 is '95'");
        check("0 1 0 0 0 0 1 2 3 4 5", "line 1: an eleventh value is '5'");
    }
}
