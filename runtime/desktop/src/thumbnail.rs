//! Small pictures of a cart's screen: for save states and the timeline.

use console::Picture;

use crate::frame::{Frame, size};

/// A picture made smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thumbnail {
    /// Width in pixels.
    pub(crate) width: usize,
    /// Height in pixels.
    pub(crate) height: usize,
    /// Red, green, blue.
    pixels: Vec<[u8; 3]>,
}

impl Thumbnail {
    /// Makes a picture about this wide; each pixel is the mean of those it
    /// stands for, so that single dots do not come and go.
    pub(crate) fn of(picture: &Picture, width: usize) -> Self {
        let (full_width, full_height) = size(picture);
        let (full_width, full_height) = (full_width as usize, full_height as usize);
        let width = width.clamp(1, full_width.max(1));
        let height = (full_height * width / full_width.max(1)).max(1);
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            let rows = y * full_height / height..((y + 1) * full_height / height).max(1);
            for x in 0..width {
                let columns = x * full_width / width..((x + 1) * full_width / width).max(1);
                let mut sum = [0_usize; 3];
                for row in rows.clone() {
                    for column in columns.clone() {
                        let at = (row * full_width + column) * 4;
                        let Some(pixel) = picture.rgba.get(at..at + 3) else {
                            continue;
                        };
                        for (sum, &part) in sum.iter_mut().zip(pixel) {
                            *sum += usize::from(part);
                        }
                    }
                }
                let count = (rows.len() * columns.len()).max(1);
                pixels.push(sum.map(|sum| (sum / count) as u8));
            }
        }
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Draws it with its left top corner there.
    pub(crate) fn draw(&self, frame: &mut Frame, x: i32, y: i32) {
        for (at, &color) in self.pixels.iter().enumerate() {
            let (column, row) = ((at % self.width) as i32, (at / self.width) as i32);
            frame.fill(x + column, y + row, 1, 1, color);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pixels_are_the_mean_of_what_they_stand_for() {
        let mut console = console::Console::new(
            console::Cart::from_bytes("a.lua", b"function TIC() cls(0) rect(0,0,120,136,12) end")
                .unwrap(),
            console::Options::default(),
            Box::new(console::NullHost),
        );
        console.tick(&console::Input::default());
        let thumbnail = Thumbnail::of(console.picture(), 32);
        assert_eq!((thumbnail.width, thumbnail.height), (32, 18));
        assert_eq!(thumbnail.pixels[32 * 9 + 8], [0xf4, 0xf4, 0xf4]);
        assert_eq!(thumbnail.pixels[32 * 9 + 24], [0x1a, 0x1c, 0x2c]);
        assert_eq!(Thumbnail::of(console.picture(), 0).width, 1);
    }
}
