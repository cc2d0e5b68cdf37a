//! The shown picture: both video banks, palettes, offsets and the border.
//!
//! It is made row by row, because carts change colors and offsets between
//! rows; whatever the registers hold when a row is composed is what it shows.

use crate::address::PALETTE_SIZE;
use crate::machine::Machine;
use crate::nibbles::pack;
use crate::screen::Video;
use crate::size::Size;

/// A picture with its border: rows from the top, 4 bytes R, G, B, 255 a pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Pixels in a row, border included.
    pub width: usize,
    /// Rows, border included.
    pub height: usize,
    /// The bytes of all pixels.
    pub rgba: Vec<u8>,
    /// Columns of border left and right, rows of it above and below.
    pub border: (usize, usize),
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
            border: size.border(),
        }
    }

    /// The inner picture, without the border.
    #[must_use]
    pub fn screen(&self) -> Picture {
        let (columns, rows) = self.border;
        let (width, height) = (self.width - 2 * columns, self.height - 2 * rows);
        let inner = self
            .rgba
            .chunks_exact(self.width * 4)
            .skip(rows)
            .take(height);
        Picture {
            width,
            height,
            rgba: inner
                .flat_map(|row| &row[columns * 4..(columns + width) * 4])
                .copied()
                .collect(),
            border: (0, 0),
        }
    }
}

impl Machine {
    /// Composes a row of the picture, 0 to height + 7, from what the video
    /// registers hold now. Rows outside are ignored.
    pub fn compose_row(&mut self, row: usize) {
        let size = self.screen.size;
        let (width, height) = (size.width(), size.height());
        let (columns, rows) = size.border();
        let length = self.picture.width * 4;
        let Some(target) = self.picture.rgba.chunks_exact_mut(length).nth(row) else {
            return;
        };
        let [below, above] = &self.screen.banks;
        let border = color(below.palette(), usize::from(below.border()));
        let y = row.wrapping_sub(rows);
        if y >= height {
            paint(target, border);
            return;
        }
        let (left, rest) = target.split_at_mut(columns * 4);
        let (inner, right) = rest.split_at_mut(width * 4);
        paint(left, border);
        paint(right, border);

        let (lower, upper) = (ShownRow::new(below, y, size), ShownRow::new(above, y, size));
        let clear = above.border();
        if upper.is_all(clear) {
            let pairs = self.pairs.of(below.palette());
            expand_pairs(inner, &lower, pairs);
        } else {
            let colors = both_palettes(below.palette(), above.palette());
            expand_layers(inner, &lower, &upper, clear, &colors);
        }
    }

    /// The picture as far as it has been composed.
    pub fn picture(&self) -> &Picture {
        &self.picture
    }
}

/// A pixel as it is shown: R, G, B, 255.
type Pixel = [u8; 4];
/// Two pixels side by side.
type Pair = [u8; 8];

/// The shown pixels of every packed byte of screen memory: two are written at
/// once. It follows a palette and is made again when that has changed.
#[derive(Clone, Debug)]
pub(crate) struct Pairs {
    palette: [u8; PALETTE_SIZE],
    table: Box<[Pair; 256]>,
}

impl Default for Pairs {
    /// The pairs of a black palette.
    fn default() -> Pairs {
        Pairs {
            palette: [0; PALETTE_SIZE],
            table: Box::new([[0, 0, 0, 255, 0, 0, 0, 255]; 256]),
        }
    }
}

impl Pairs {
    /// The pairs of a palette.
    fn of(&mut self, palette: &[u8; PALETTE_SIZE]) -> &[Pair; 256] {
        if self.palette != *palette {
            self.palette = *palette;
            let colors: [Pixel; 16] = std::array::from_fn(|number| color(palette, number));
            let (lines, _) = self.table.as_chunks_mut::<16>();
            for (line, right) in lines.iter_mut().zip(colors) {
                for (pair, left) in line.iter_mut().zip(colors) {
                    pair[..4].copy_from_slice(&left);
                    pair[4..].copy_from_slice(&right);
                }
            }
        }
        &self.table
    }
}

/// A color of a palette as a pixel.
#[inline]
fn color(palette: &[u8; PALETTE_SIZE], number: usize) -> Pixel {
    let at = number * 3;
    [palette[at], palette[at + 1], palette[at + 2], 255]
}

/// The colors of bank 0 followed by those of bank 1.
fn both_palettes(below: &[u8; PALETTE_SIZE], above: &[u8; PALETTE_SIZE]) -> [Pixel; 32] {
    let mut both = [[0; 4]; 32];
    let (first, second) = both.split_at_mut(16);
    for number in 0..16 {
        first[number] = color(below, number);
        second[number] = color(above, number);
    }
    both
}

/// Pixels that are composed at once, in buffers on the stack: a usual row.
const BLOCK: usize = 240;

/// Shows a row of one bank.
fn expand_pairs(target: &mut [u8], row: &ShownRow<'_>, pairs: &[Pair; 256]) {
    let mut moved = [0; BLOCK];
    for (number, target) in target.chunks_mut(BLOCK * 4).enumerate() {
        let count = target.len() / 4;
        let pixels = row.block(number * BLOCK, count, &mut moved);
        // Screens have an even width, so no pixel is left over.
        let mut packed = [0; BLOCK / 2];
        pack(pixels, &mut packed[..count / 2]);
        let (target, _) = target.as_chunks_mut::<8>();
        for (pair, byte) in target.iter_mut().zip(&packed) {
            *pair = pairs[usize::from(*byte)];
        }
    }
}

/// Shows a row of both banks: bank 1's pixels unless they are transparent.
fn expand_layers(
    target: &mut [u8],
    lower: &ShownRow<'_>,
    upper: &ShownRow<'_>,
    clear: u8,
    colors: &[Pixel; 32],
) {
    let (mut lower_moved, mut upper_moved) = ([0; BLOCK], [0; BLOCK]);
    for (number, target) in target.chunks_mut(BLOCK * 4).enumerate() {
        let (start, count) = (number * BLOCK, target.len() / 4);
        let lower = lower.block(start, count, &mut lower_moved);
        let upper = upper.block(start, count, &mut upper_moved);
        // Choosing is a loop of its own, for many pixels at once.
        let mut layered = [0; BLOCK];
        for ((shown, &lower), &upper) in layered.iter_mut().zip(lower).zip(upper) {
            *shown = if upper == clear { lower } else { upper | 16 };
        }
        let (target, _) = target.as_chunks_mut::<4>();
        for (pixel, number) in target.iter_mut().zip(&layered) {
            *pixel = colors[usize::from(*number & 31)];
        }
    }
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

    /// The pixels of `count` columns from `start` on; where they wrap they are
    /// put together in the buffer.
    #[inline]
    fn block<'b>(&self, start: usize, count: usize, buffer: &'b mut [u8; BLOCK]) -> &'b [u8]
    where
        'a: 'b,
    {
        let width = self.pixels.len();
        let start = self.first + start;
        let start = if start < width { start } else { start - width };
        if let Some(pixels) = self.pixels.get(start..start + count) {
            return pixels;
        }
        let buffer = &mut buffer[..count];
        let (head, tail) = buffer.split_at_mut(width - start);
        head.copy_from_slice(&self.pixels[start..]);
        tail.copy_from_slice(&self.pixels[..tail.len()]);
        buffer
    }
}

/// Fills pixels with one color.
fn paint(pixels: &mut [u8], color: [u8; 4]) {
    for pixel in pixels.chunks_exact_mut(4) {
        pixel.copy_from_slice(&color);
    }
}
