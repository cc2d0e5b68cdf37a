//! What is shown when a cart has failed: its message and traceback, and how
//! to go on. The text is wrapped and scrolls, as tracebacks are long and the
//! screen is small.

use crate::frame::{Frame, GRAY, LINE, RED, WHITE, YELLOW, text_width, wrap};

const LEFT: i32 = 12;
const TOP: i32 = 22;
const BOTTOM: i32 = 20;

/// A cart's failure on the screen.
pub(crate) struct ErrorScreen {
    message: String,
    traceback: String,
    /// How to go on.
    keys: &'static str,
    scroll: usize,
}

impl ErrorScreen {
    /// Shows a message and its traceback, and the keys to go on with.
    pub(crate) fn new(message: &str, traceback: &str, keys: &'static str) -> Self {
        Self {
            message: message.into(),
            traceback: traceback.into(),
            keys,
            scroll: 0,
        }
    }

    /// Scrolls by lines, down if positive.
    pub(crate) fn scroll(&mut self, lines: i32) {
        self.scroll = self.scroll.saturating_add_signed(lines as isize);
    }

    /// Draws over a darkened frame.
    pub(crate) fn draw(&mut self, frame: &mut Frame) {
        let (width, height) = (frame.width as i32, frame.height as i32);
        let room = width - 2 * LEFT;
        let lines: Vec<_> = wrap(&self.message, room)
            .into_iter()
            .map(|line| (line, WHITE))
            .chain(
                wrap(&self.traceback, room)
                    .into_iter()
                    .map(|line| (line, GRAY)),
            )
            .collect();
        let shown = ((height - TOP - BOTTOM) / LINE).max(1) as usize;
        self.scroll = self.scroll.min(lines.len().saturating_sub(shown));
        frame.text(LEFT, 8, "The cart has stopped", RED);
        for (row, (line, color)) in lines.iter().skip(self.scroll).take(shown).enumerate() {
            frame.text(LEFT, TOP + row as i32 * LINE, line, *color);
        }
        let foot = height - 14;
        let end = frame.text(LEFT, foot, self.keys, YELLOW);
        if lines.len() > shown {
            let more = "Up, Down: more";
            let left = width - LEFT - text_width(more);
            let y = if left > end { foot } else { 8 };
            frame.text(left, y, more, GRAY);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrolling_stops_at_both_ends() {
        let mut screen = ErrorScreen::new("demo.lua:1: oops", &"line\n".repeat(40), "");
        let mut frame = Frame {
            width: 256,
            height: 144,
            rgba: vec![0; 256 * 144 * 4],
        };
        screen.scroll(-5);
        screen.draw(&mut frame);
        assert_eq!(screen.scroll, 0);
        screen.scroll(1000);
        screen.draw(&mut frame);
        assert_eq!(screen.scroll, 41 - 12);
    }
}
