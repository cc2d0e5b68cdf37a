//! What is shown: the console's picture as it is, or enlarged with something
//! written over it in the console's own font. Small screens are enlarged
//! first, so that a menu has room on a 64x64 cart too.

use std::sync::OnceLock;

use console::{Machine, Picture, Size};

/// A color of what is drawn here, red, green, blue.
pub(crate) type Color = [u8; 3];

/// Text that is read.
pub(crate) const WHITE: Color = [0xf4, 0xf4, 0xf4];
/// Text that is less important.
pub(crate) const GRAY: Color = [0x94, 0xb0, 0xc2];
/// What is chosen.
pub(crate) const YELLOW: Color = [0xff, 0xcd, 0x75];
/// Errors.
pub(crate) const RED: Color = [0xef, 0x7d, 0x57];
/// Behind text.
pub(crate) const DARK: Color = [0x1a, 0x1c, 0x2c];

/// Where the font is; 8 bytes a letter, 127 of them.
const FONT_ADDRESS: i32 = 0x14604;
const FONT_SIZE: usize = 127 * 8;
/// Least width of a frame that is written on.
const ROOM: u32 = 240;
/// Largest side of an enlarged picture.
const LARGEST: u32 = 4096;
/// Distance of the baselines of two rows of text.
pub(crate) const LINE: i32 = 8;

/// An image in RGBA, a whole number of times as large as the picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Frame {
    /// Width in pixels.
    pub(crate) width: u32,
    /// Height in pixels.
    pub(crate) height: u32,
    /// Four bytes a pixel.
    pub(crate) rgba: Vec<u8>,
}

impl Frame {
    /// Takes the picture as it is.
    pub(crate) fn show(&mut self, picture: &Picture) {
        (self.width, self.height) = size(picture);
        self.rgba.clear();
        self.rgba.extend_from_slice(&picture.rgba);
    }

    /// Takes the picture, enlarged to give text room.
    pub(crate) fn show_with_room(&mut self, picture: &Picture) {
        let (width, height) = size(picture);
        let scale = Self::room_scale((width, height));
        if scale == 1 {
            return self.show(picture);
        }
        (self.width, self.height) = Self::room_size((width, height));
        self.rgba.clear();
        if scale == 0 {
            self.rgba = [0, 0, 0, 255].repeat((self.width * self.height) as usize);
            return;
        }
        for row in picture.rgba.chunks_exact(width as usize * 4) {
            let start = self.rgba.len();
            for pixel in row.chunks_exact(4) {
                for _ in 0..scale {
                    self.rgba.extend_from_slice(pixel);
                }
            }
            let end = self.rgba.len();
            for _ in 1..scale {
                self.rgba.extend_from_within(start..end);
            }
        }
    }

    /// Adds room to the right and below, which is black.
    pub(crate) fn enlarge(&mut self, (width, height): (u32, u32)) {
        let mut rgba = [0, 0, 0, 255].repeat((width * height) as usize);
        let rows = rgba.chunks_exact_mut(width as usize * 4);
        for (row, old) in rows.zip(self.rgba.chunks_exact(self.width as usize * 4)) {
            row[..old.len()].copy_from_slice(old);
        }
        (self.width, self.height, self.rgba) = (width, height, rgba);
    }

    /// Size of the enlarged picture.
    pub(crate) fn room_size(picture: (u32, u32)) -> (u32, u32) {
        match Self::room_scale(picture) {
            0 => (256, 144),
            scale => (picture.0 * scale, picture.1 * scale),
        }
    }

    /// How often a picture is enlarged; 0 if its shape leaves no room at all.
    fn room_scale(picture: (u32, u32)) -> u32 {
        let scale = ROOM
            .div_ceil(picture.0.max(1))
            .max((ROOM / 2).div_ceil(picture.1.max(1)))
            .max(1);
        if picture.0.max(picture.1).saturating_mul(scale) > LARGEST {
            return 0;
        }
        scale
    }

    /// Dims everything, so that text on it can be read.
    pub(crate) fn darken(&mut self) {
        self.shade(0, 0, self.width as i32, self.height as i32);
    }

    /// Dims a rectangle.
    pub(crate) fn shade(&mut self, x: i32, y: i32, width: i32, height: i32) {
        let clip = |at: i32, size: u32| at.clamp(0, size as i32) as usize;
        let (left, right) = (clip(x, self.width), clip(x + width, self.width));
        for row in clip(y, self.height)..clip(y + height, self.height) {
            let start = row * self.width as usize;
            let pixels = &mut self.rgba[(start + left) * 4..(start + right) * 4];
            for pixel in pixels.chunks_exact_mut(4) {
                for channel in &mut pixel[..3] {
                    *channel = (u16::from(*channel) * 4 / 16) as u8;
                }
            }
        }
    }

    /// Fills a rectangle.
    pub(crate) fn fill(&mut self, x: i32, y: i32, width: i32, height: i32, color: Color) {
        for row in y..y + height {
            for column in x..x + width {
                self.plot(column, row, color);
            }
        }
    }

    /// Writes one line of text; answers where it ends.
    pub(crate) fn text(&mut self, x: i32, y: i32, text: &str, color: Color) -> i32 {
        let mut pen = x;
        for letter in text.chars() {
            let glyph = Glyph::of(letter);
            for (row, bits) in glyph.rows.iter().enumerate() {
                for column in 0..glyph.width {
                    if bits >> (glyph.left + column) & 1 == 1 {
                        self.plot(pen + column as i32, y + row as i32, color);
                    }
                }
            }
            pen += glyph.advance();
        }
        pen
    }

    fn plot(&mut self, x: i32, y: i32, color: Color) {
        if x >= 0 && y >= 0 && (x as u32) < self.width && (y as u32) < self.height {
            let at = (y as usize * self.width as usize + x as usize) * 4;
            self.rgba[at..at + 3].copy_from_slice(&color);
        }
    }
}

/// Width and height of a picture.
pub(crate) fn size(picture: &Picture) -> (u32, u32) {
    (picture.width as u32, picture.height as u32)
}

/// Width of one line of text in pixels.
pub(crate) fn text_width(text: &str) -> i32 {
    text.chars().map(|letter| Glyph::of(letter).advance()).sum()
}

/// Breaks text into lines no wider than `width`, at spaces where it can.
pub(crate) fn wrap(text: &str, width: i32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.replace('\t', "  ").split_inclusive(' ') {
            if !line.is_empty() && text_width(&line) + text_width(word.trim_end()) > width {
                lines.push(std::mem::take(&mut line));
            }
            for letter in word.chars() {
                if letter != ' ' && text_width(&line) + Glyph::of(letter).advance() > width {
                    lines.push(std::mem::take(&mut line));
                }
                line.push(letter);
            }
        }
        lines.push(line);
    }
    lines
}

/// The console's font as it lies in memory when a cart starts. A running
/// cart's own memory is not asked: it may have other letters there.
fn font() -> &'static [u8; FONT_SIZE] {
    static FONT: OnceLock<[u8; FONT_SIZE]> = OnceLock::new();
    FONT.get_or_init(|| {
        let machine = Machine::new(Size::default(), Vec::new());
        std::array::from_fn(|at| machine.peek(FONT_ADDRESS + at as i32, 8))
    })
}

struct Glyph {
    rows: [u8; 8],
    left: u32,
    width: u32,
}

impl Glyph {
    fn of(letter: char) -> Self {
        let code = u8::try_from(letter)
            .ok()
            .filter(|code| (32..127).contains(code));
        let start = usize::from(code.unwrap_or(b'?')) * 8;
        let mut rows = [0; 8];
        rows.copy_from_slice(&font()[start..start + 8]);
        let used = rows.iter().fold(0, |used, row| used | row);
        let left = if used == 0 { 0 } else { used.trailing_zeros() };
        Self {
            rows,
            left,
            width: 8 - used.leading_zeros() - left,
        }
    }

    fn advance(&self) -> i32 {
        match self.width {
            // A blank is two less than the font's width of six.
            0 => 4,
            width => width as i32 + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blank(width: u32, height: u32) -> Frame {
        Frame {
            width,
            height,
            rgba: [0, 0, 0, 255].repeat((width * height) as usize),
        }
    }

    #[test]
    fn text_is_as_wide_as_the_console_prints_it() {
        assert_eq!(text_width("Hello"), 28);
        assert_eq!(text_width("a b"), 16);
        assert_eq!(text_width(""), 0);
        assert_eq!(blank(60, 8).text(2, 0, "Hello", WHITE), 30);
    }

    #[test]
    fn text_outside_is_cut_and_odd_letters_are_shown() {
        let mut frame = blank(4, 4);
        frame.text(-3, -3, "WM", WHITE);
        frame.text(0, 0, "\u{e9}\u{1F600}", WHITE);
        frame.fill(-5, -5, 100, 100, RED);
        frame.shade(9, -9, 2, 2);
        assert!(frame.rgba.chunks(4).all(|pixel| pixel[..3] == RED));
    }

    #[test]
    fn long_text_is_broken_at_spaces_or_within_words() {
        assert_eq!(wrap("aa bb cc", 26), ["aa ", "bb ", "cc"]);
        assert_eq!(wrap("one\n\ttwo", 200), ["one", "  two"]);
        let lines = wrap(&"x".repeat(100), 60);
        assert!(lines.len() > 5);
        assert!(lines.iter().all(|line| text_width(line) <= 60));
        assert_eq!(wrap("a", 0).concat(), "a");
    }

    #[test]
    fn small_and_odd_screens_get_room() {
        assert_eq!(Frame::room_size((256, 144)), (256, 144));
        assert_eq!(Frame::room_size((80, 72)), (240, 216));
        assert_eq!(Frame::room_size((18, 16_328)), (256, 144));
    }
}
