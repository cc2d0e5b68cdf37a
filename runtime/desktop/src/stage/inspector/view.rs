//! The pages of the inspector on the screen.

use console::Console;

use super::{Inspector, MEMORY, Page, ROW_BYTES, WIDTH, region};
use crate::frame::{Color, DARK, Frame, GRAY, WHITE, YELLOW, text_width};

/// Where the lines begin, and their distance.
pub(super) const TOP: i32 = 13;
pub(super) const ROW: i32 = 8;
const LEFT: i32 = 4;
const CHOSEN: Color = [0x33, 0x3c, 0x57];
const BLUE: Color = [0x73, 0xef, 0xf7];
/// The sound registers and the bytes of one.
const REGISTERS: usize = 0x0FF9C;
const REGISTER: usize = 18;

impl Inspector {
    /// Draws it from a column of the frame to its right edge.
    pub(crate) fn draw(&mut self, frame: &mut Frame, left: i32, console: &Console) {
        let height = frame.height as i32;
        self.shown = ((height - TOP - 2) / ROW).max(1) as usize;
        frame.fill(left, 0, WIDTH, height, DARK);
        let heading = match self.page {
            Page::Variables => "Variables",
            Page::State => "Tracked state",
            Page::Memory => "Memory",
            Page::Sound => "Sound",
        };
        frame.text(left + LEFT, 3, heading, YELLOW);
        let tab = "Tab";
        frame.text(left + WIDTH - 3 - text_width(tab), 3, tab, GRAY);
        match self.page {
            Page::Variables | Page::State => self.draw_lines(frame, left),
            Page::Memory => self.draw_memory(frame, left, console),
            Page::Sound => draw_sound(frame, left, console),
        }
    }

    fn draw_lines(&self, frame: &mut Frame, left: i32) {
        if self.lines.is_empty() {
            let text = match self.page {
                Page::State => ["no table is tracked:", "rollback.track(table)"],
                _ => ["the cart has no", "variables yet"],
            };
            frame.text(left + LEFT, TOP, text[0], GRAY);
            frame.text(left + LEFT, TOP + ROW, text[1], GRAY);
        }
        let first = self.first();
        let shown = self.lines.iter().enumerate().skip(first).take(self.shown);
        for (at, line) in shown {
            let y = TOP + (at - first) as i32 * ROW;
            if at == self.selected {
                frame.fill(left, y - 1, WIDTH, ROW, CHOSEN);
            }
            let x = left + LEFT + line.depth as i32 * 6;
            let sign = match line.kind {
                "table" if self.open.contains(&line.path) => "-",
                "table" => "+",
                _ => "",
            };
            frame.text(x, y, sign, GRAY);
            let is_new = self.changed.contains(&line.path);
            let color = if line.is_local { GRAY } else { WHITE };
            let room = WIDTH - LEFT - line.depth as i32 * 6 - 9;
            let value = cut(&line.text, room * 3 / 5);
            let name = cut(&line.name, room - text_width(&value) - 4);
            frame.text(x + 6, y, &name, color);
            let value_color = if is_new { YELLOW } else { BLUE };
            frame.text(
                left + WIDTH - 3 - text_width(&value),
                y,
                &value,
                value_color,
            );
        }
    }

    fn draw_memory(&self, frame: &mut Frame, left: i32, console: &Console) {
        for row in 0..self.shown as i32 - 1 {
            let address = self.address + row as usize * ROW_BYTES;
            if address >= MEMORY {
                return;
            }
            let y = TOP + (row + 1) * ROW;
            let begins = row == 0 || region(address) != region(address - 1);
            let color = if begins { YELLOW } else { GRAY };
            small(frame, left + LEFT, y, &format!("{address:05X}"), color);
            for byte in 0..ROW_BYTES {
                let value = console.machine().peek((address + byte) as i32, 8);
                let text = format!("{value:02X}");
                let x = left + LEFT + 25 + byte as i32 * 12;
                small(frame, x, y, &text, if value == 0 { GRAY } else { WHITE });
            }
        }
        frame.text(
            left + LEFT,
            TOP,
            region(self.address + ROW_BYTES - 1),
            WHITE,
        );
    }
}

fn draw_sound(frame: &mut Frame, left: i32, console: &Console) {
    let machine = console.machine();
    let byte = |at: usize| usize::from(machine.peek(at as i32, 8));
    for channel in 0..4 {
        let at = REGISTERS + channel * REGISTER;
        let frequency = byte(at) | (byte(at + 1) & 15) << 8;
        let volume = byte(at + 1) >> 4;
        let y = TOP + channel as i32 * 50;
        let title = format!("{channel}  {frequency} Hz");
        let color = if volume > 0 { WHITE } else { GRAY };
        frame.text(left + LEFT, y, &title, color);
        let x = left + WIDTH - 3 - 15 * 3;
        for step in 0..15 {
            let color = if step < volume { YELLOW } else { CHOSEN };
            frame.fill(x + step as i32 * 3, y, 2, 5, color);
        }
        let (x, y, wide) = (left + LEFT, y + 10, 3);
        frame.fill(x, y, 32 * wide + 20, 34, CHOSEN);
        let silent = (0..16).all(|part| byte(at + 2 + part) == 0);
        if silent {
            frame.text(
                x + 4,
                y + 14,
                if volume > 0 { "noise" } else { "silent" },
                GRAY,
            );
            continue;
        }
        let level = |index: usize| (byte(at + 2 + index / 2) >> (index % 2 * 4) & 15) as i32;
        for index in 0..32 {
            let top = y + 31 - level(index) * 2;
            let place = x + 10 + index as i32 * wide;
            frame.fill(place, top, wide, 2, BLUE);
            let next = y + 31 - level((index + 1) % 32) * 2;
            let (high, low) = (top.min(next), top.max(next));
            frame.fill(place + wide - 1, high, 1, low - high + 2, BLUE);
        }
    }
}

/// Writes hexadecimal digits in columns of four pixels, so that they stand
/// below each other.
fn small(frame: &mut Frame, x: i32, y: i32, text: &str, color: Color) {
    for (at, digit) in text.chars().enumerate() {
        let rows = DIGITS[digit.to_digit(16).unwrap_or(0) as usize];
        for row in 0..5 {
            for column in 0..3 {
                if rows >> (14 - row * 3 - column) & 1 == 1 {
                    frame.fill(x + at as i32 * 4 + column, y + row, 1, 1, color);
                }
            }
        }
    }
}

/// Digits of three by five pixels, from the left top one on.
const DIGITS: [u32; 16] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_011_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_001_010_010,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
    0b010_101_111_101_101,
    0b110_101_110_101_110,
    0b011_100_100_100_011,
    0b110_101_101_101_110,
    0b111_100_110_100_111,
    0b111_100_110_100_100,
];

/// As much of a text as fits.
fn cut(text: &str, room: i32) -> String {
    let mut text = text.to_owned();
    while text_width(&text) > room && text.pop().is_some() {}
    text
}
