//! The shown picture: both video banks, palettes, offsets and the border.
//!
//! It is made row by row, because carts change colors and offsets between
//! rows; whatever the registers hold when a row is composed is what it shows.

use crate::address::PALETTE_SIZE;
use crate::machine::Machine;
use crate::screen::Video;
use crate::size::{BORDER_COLUMNS, BORDER_ROWS, Size};

/// A picture with its border: rows from the top, 4 bytes R, G, B, 255 a pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row, border included.
    pub width: usize,
    /// Rows, border included.
    pub height: usize,
    /// The bytes of all pixels.
    pub rgba: Vec<u8>,
}

impl Picture {
    /// A black picture for a screen size.
    pub(crate) fn new(size: Size) -> Picture {
        let (width, height) = (size.picture_width(), size.picture_height());
        let mut rgba = vec![0; width * height * 4];
        for pixel in rgba.chunks_exact_mut(4) {
            pixel[3] = 255;
        }
        Picture {
            width,
            height,
            rgba,
        }
    }

    /// The bytes of the inner picture, without the border.
    pub fn screen(&self) -> Vec<u8> {
        let inner = (self.width - 2 * BORDER_COLUMNS) * 4;
        self.rgba
            .chunks_exact(self.width * 4)
            .skip(BORDER_ROWS)
            .take(self.height - 2 * BORDER_ROWS)
            .flat_map(|row| &row[BORDER_COLUMNS * 4..BORDER_COLUMNS * 4 + inner])
            .copied()
            .collect()
    }
}

impl Machine {
    /// Composes a row of the picture, 0 to height + 7, from what the video
    /// registers hold now. Rows outside are ignored.
    pub fn compose_row(&mut self, row: usize) {
        let size = self.screen.size;
        let (width, height) = (size.width(), size.height());
        let length = self.picture.width * 4;
        let Some(target) = self.picture.rgba.chunks_exact_mut(length).nth(row) else {
            return;
        };
        let [below, above] = &self.screen.banks;
        let colors = colors(below);
        let border = colors[usize::from(below.border())];
        let y = row.wrapping_sub(BORDER_ROWS);
        if y >= height {
            paint(target, border);
            return;
        }
        let (left, rest) = target.split_at_mut(BORDER_COLUMNS * 4);
        let (inner, right) = rest.split_at_mut(width * 4);
        paint(left, border);
        paint(right, border);

        let (lower, upper) = (ShownRow::new(below, y, size), ShownRow::new(above, y, size));
        let clear = above.border();
        let both = both_palettes(colors, self::colors(above));
        let (inner, _) = inner.as_chunks_mut::<4>();
        if lower.first != 0 || upper.first != 0 {
            for (x, pixel) in inner.iter_mut().enumerate() {
                *pixel = both[layered(lower.at(x), upper.at(x), clear)];
            }
        } else if upper.is_all(clear) {
            for (pixel, &color) in inner.iter_mut().zip(lower.pixels) {
                *pixel = both[usize::from(color & 15)];
            }
        } else {
            for ((pixel, &lower), &upper) in inner.iter_mut().zip(lower.pixels).zip(upper.pixels) {
                *pixel = both[layered(lower, upper, clear)];
            }
        }
    }

    /// The picture as far as it has been composed.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }
}

/// The 16 colors of a bank as pixels.
fn colors(video: &Video) -> [[u8; 4]; 16] {
    let palette: &[u8; PALETTE_SIZE] = video
        .palette()
        .try_into()
        .expect("the palette has this length");
    let mut colors = [[0, 0, 0, 255]; 16];
    for (color, bytes) in colors.iter_mut().zip(palette.chunks_exact(3)) {
        color[..3].copy_from_slice(bytes);
    }
    colors
}

/// The colors of bank 0 followed by those of bank 1.
fn both_palettes(below: [[u8; 4]; 16], above: [[u8; 4]; 16]) -> [[u8; 4]; 32] {
    let mut both = [[0; 4]; 32];
    both[..16].copy_from_slice(&below);
    both[16..].copy_from_slice(&above);
    both
}

/// Which of the 32 colors is shown: bank 1's pixel unless it is transparent.
#[inline]
fn layered(lower: u8, upper: u8, clear: u8) -> usize {
    usize::from(if upper == clear {
        lower & 15
    } else {
        upper & 15 | 16
    })
}

/// A row of a bank as it is shown: moved by the bank's offset, wrapping.
struct ShownRow<'a> {
    pixels: &'a [u8],
    /// The pixel that is shown first.
    first: usize,
}

impl<'a> ShownRow<'a> {
    fn new(video: &'a Video, y: usize, size: Size) -> ShownRow<'a> {
        let (width, height) = (size.width(), size.height());
        let (offset_x, offset_y) = video.offset();
        let y = (y as i64 + i64::from(offset_y)).rem_euclid(height as i64) as usize;
        ShownRow {
            pixels: &video.pixels[y * width..(y + 1) * width],
            first: i64::from(offset_x).rem_euclid(width as i64) as usize,
        }
    }

    /// Whether all pixels have one color.
    fn is_all(&self, color: u8) -> bool {
        self.pixels
            .iter()
            .fold(0, |different, &pixel| different | (pixel ^ color))
            == 0
    }

    /// The pixel of a column.
    #[inline]
    fn at(&self, x: usize) -> u8 {
        let at = x + self.first;
        let width = self.pixels.len();
        self.pixels[if at < width { at } else { at - width }]
    }
}

/// Fills pixels with one color.
fn paint(pixels: &mut [u8], color: [u8; 4]) {
    for pixel in pixels.chunks_exact_mut(4) {
        pixel.copy_from_slice(&color);
    }
}
