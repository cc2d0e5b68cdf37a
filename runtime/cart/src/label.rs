//! The picture of a .png cart: a cartridge with the cover screen on its
//! label. A cart without a cover gets a pattern that its content decides, so
//! that two carts can be told apart in a file browser.

use md5::{Digest, Md5};

use crate::cart::Cart;
use crate::picture::Rgba;
use crate::section::Section;

/// Width and height of the picture.
const SIDE: usize = 256;

/// Place and size of the label: a whole screen.
const LABEL: (usize, usize, usize, usize) = (8, 16, 240, 136);

/// Side of a square of the pattern: 15 by 8.5 of them fill the label.
const SQUARE: usize = 16;

const BODY: [u8; 3] = [0x33, 0x3c, 0x57];
const EDGE: [u8; 3] = [0x1a, 0x1c, 0x2c];
const RIDGE: [u8; 3] = [0x29, 0x36, 0x6f];

/// Draws the picture of a cart.
pub(crate) fn draw(cart: &Cart) -> Rgba {
    let mut canvas = Canvas(vec![0; SIDE * SIDE * 4]);
    canvas.fill(0, 0, SIDE, SIDE, EDGE);
    canvas.fill(2, 2, SIDE - 4, SIDE - 4, BODY);
    // The upper corners are cut, as with a cartridge.
    for y in 0..10 {
        canvas.clear(0, y, 10 - y);
        canvas.clear(SIDE - (10 - y), y, 10 - y);
    }
    let (x, y, w, h) = LABEL;
    canvas.fill(x - 4, y - 4, w + 8, h + 8, EDGE);
    let bank = &cart.banks[0];
    let colors = bank.colors();
    if bank.is_used(Section::Screen) {
        let screen = bank.get(Section::Screen);
        for at in 0..w * h {
            let nibble = screen[at / 2] >> (at % 2 * 4) & 15;
            canvas.fill(x + at % w, y + at / w, 1, 1, colors[usize::from(nibble)]);
        }
    } else {
        draw_pattern(&mut canvas, cart, &colors);
    }
    for (index, color) in colors.into_iter().enumerate() {
        canvas.fill(16 + index * 14, 172, 14, 14, color);
    }
    for ridge in 0..6 {
        canvas.fill(32, 200 + ridge * 8, SIDE - 64, 3, RIDGE);
    }
    Rgba {
        width: SIDE,
        height: SIDE,
        bytes: canvas.0,
    }
}

/// Squares in two of the cart's colors, the same left and right.
fn draw_pattern(canvas: &mut Canvas, cart: &Cart, colors: &[[u8; 3]; 16]) {
    let mut hash = Md5::new();
    hash.update(&cart.code);
    hash.update(cart.banks[0].bytes());
    let hash = hash.finalize();
    let (left, top, width, height) = LABEL;
    let ground = colors[usize::from(hash[0] & 15)];
    // An odd distance, so that the two are never the same color number.
    let ink = colors[usize::from((hash[0] & 15) ^ (hash[0] >> 4 | 1))];
    canvas.fill(left, top, width, height, ground);
    for y in (0..height).step_by(SQUARE) {
        for x in (0..width / 2).step_by(SQUARE) {
            let bit = y / SQUARE * 8 + x / SQUARE;
            if hash[1 + bit / 8] >> (bit % 8) & 1 == 1 {
                let tall = SQUARE.min(height - y);
                let wide = SQUARE.min(width / 2 - x);
                canvas.fill(left + x, top + y, wide, tall, ink);
                canvas.fill(left + width - x - wide, top + y, wide, tall, ink);
            }
        }
    }
}

/// Pixels of a square picture.
struct Canvas(Vec<u8>);

impl Canvas {
    fn fill(&mut self, x: usize, y: usize, w: usize, h: usize, [r, g, b]: [u8; 3]) {
        for row in y..y + h {
            let start = (row * SIDE + x) * 4;
            for pixel in self.0[start..start + w * 4].chunks_exact_mut(4) {
                pixel.copy_from_slice(&[r, g, b, 255]);
            }
        }
    }

    fn clear(&mut self, x: usize, y: usize, w: usize) {
        let start = (y * SIDE + x) * 4;
        self.0[start..start + w * 4].fill(0);
    }
}
