//! Text: `print` with the system fonts in memory, `font` with sprites.
//!
//! Proportional glyphs are trimmed to the columns that show something in the
//! colors asked for, so a glyph that is all transparent counts as blank.

use crate::address::{FONT, FONT_PARAMETERS, SMALL_FONT_PARAMETERS};
use crate::blit::{ColorKeys, Ink, visible};
use crate::machine::Machine;
use crate::screen::Canvas;
use crate::sheet::{Segment, TILE, Tile};

/// Glyphs of one font: where the alternate font begins.
const GLYPHS: usize = 128;

/// How a text is laid out.
#[derive(Clone, Copy)]
struct Layout {
    /// Where lines begin.
    x: i32,
    /// Where the first line begins.
    y: i32,
    /// Advance of fixed and blank glyphs.
    advance: i32,
    /// Height of a line.
    line: i32,
    fixed: bool,
    scale: i32,
}

impl Machine {
    /// Prints text with a system font and returns the width of its longest
    /// line. Colors are not changed by the palette map; negative ones count by
    /// their remainder, of which -1 is transparent.
    pub fn print(
        &mut self,
        text: &[u8],
        x: i32,
        y: i32,
        color: i32,
        fixed: bool,
        scale: i32,
        small: bool,
    ) -> i32 {
        let at = if small {
            SMALL_FONT_PARAMETERS
        } else {
            FONT_PARAMETERS
        };
        let width = i32::from(self.ram.byte(at));
        let layout = Layout {
            x,
            y,
            // Blank glyphs of proportional text are narrower.
            advance: if fixed { width } else { width - 2 },
            line: i32::from(self.ram.byte(at + 1)),
            fixed,
            scale,
        };
        let first = if small { GLYPHS } else { 0 };
        let shows = color % 16 != -1;
        let color = (color & 15) as u8;
        let Machine { ram, screen, .. } = self;
        layout.place(text, |code, x, y, fixed, scale| {
            // Codes wrap at the end of the small font.
            let number = (first + usize::from(code)) % (2 * GLYPHS);
            let rows = if shows {
                ram.array(FONT + number * TILE)
            } else {
                [0; TILE]
            };
            let glyph = Glyph::new(rows, fixed);
            let mut canvas = screen.canvas();
            if scale != 1 || !glyph.stamp(&mut canvas, x, y, color) {
                glyph.draw(&mut canvas, x, y, scale, |_, _| color);
            }
            glyph.width
        })
    }

    /// Draws text whose glyphs are sprites and returns the width of its longest
    /// line. Glyphs are the tiles of the other bank of the blit segment.
    pub fn font(
        &mut self,
        text: &[u8],
        x: i32,
        y: i32,
        key: i32,
        width: i32,
        height: i32,
        fixed: bool,
        scale: i32,
        alternate: bool,
    ) -> i32 {
        let layout = Layout {
            x,
            y,
            advance: width,
            line: height,
            fixed,
            scale,
        };
        let first = if alternate { GLYPHS } else { 0 };
        let ink = self.ink(ColorKeys::one(key));
        let segment = Segment::other_bank(self.screen.video().segment());
        let Machine {
            sheet, ram, screen, ..
        } = self;
        layout.place(text, |code, x, y, fixed, scale| {
            let number = (first + usize::from(code)) % (2 * GLYPHS);
            let unpacked;
            let tile = if let Some(tile) = segment.plain(sheet, number as i32) {
                tile
            } else {
                unpacked = segment.local_tile(sheet, ram, number);
                &unpacked
            };
            let glyph = Glyph::new(shown_rows(tile, &ink), fixed);
            glyph.draw(&mut screen.canvas(), x, y, scale, |row, column| {
                ink.color(tile[row * TILE + column]).unwrap_or(0)
            });
            glyph.width
        })
    }
}

impl Layout {
    /// Gives each glyph its place, asks it for its width, and returns the width
    /// of the longest line, the gap behind its last glyph included.
    fn place(self, text: &[u8], mut glyph: impl FnMut(u8, i32, i32, bool, i32) -> i32) -> i32 {
        let Layout {
            x, scale, fixed, ..
        } = self;
        let (mut pen, mut y) = (x, self.y);
        let mut longest = x;
        for &code in text {
            if code == b'\n' {
                longest = longest.max(pen);
                pen = x;
                y = y.wrapping_add(self.line.wrapping_mul(scale));
                continue;
            }
            let width = glyph(code, pen, y, fixed, scale);
            let advance = if fixed || width == 0 {
                self.advance
            } else {
                width + 1
            };
            pen = pen.wrapping_add(advance.wrapping_mul(scale));
        }
        // Only line ends count: a negative width steps back in between.
        longest.max(pen).wrapping_sub(x)
    }
}

/// For each row of a glyph, the bytes of its pixels that show, all ones each.
static SPREAD: [u64; 256] = {
    let mut spread = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut column = 0;
        while column < TILE {
            if bits >> column & 1 != 0 {
                spread[bits] |= 0xff << (column * 8);
            }
            column += 1;
        }
        bits += 1;
    }
    spread
};

/// A glyph: in each row the bits of the pixels that show, bit 0 left.
struct Glyph {
    rows: [u8; TILE],
    /// Columns that were trimmed off at the left.
    first: usize,
    /// Columns that are drawn.
    width: i32,
}

impl Glyph {
    /// A glyph of all its columns, or of those that show something.
    #[inline]
    fn new(rows: [u8; TILE], fixed: bool) -> Glyph {
        if fixed {
            return Glyph {
                rows,
                first: 0,
                width: TILE as i32,
            };
        }
        // All rows as one number, whose bytes are folded into the lowest.
        let wide = u64::from_le_bytes(rows);
        let used = wide | wide >> 32;
        let used = used | used >> 16;
        let used = (used | used >> 8) as u8;
        let first = used.trailing_zeros();
        let width = 8_u32.saturating_sub(first + used.leading_zeros());
        Glyph {
            // What moves into the row before are unused columns, all zero.
            rows: (wide >> (first & 7)).to_le_bytes(),
            first: first as usize,
            width: width as i32,
        }
    }

    /// Draws the glyph in one color at scale 1, if its whole tile is visible.
    #[inline]
    fn stamp(&self, canvas: &mut Canvas<'_>, x: i32, y: i32, color: u8) -> bool {
        let clip = canvas.clip;
        let side = TILE as i32;
        if x < clip.left || x > clip.right - side || y < clip.top || y > clip.bottom - side {
            return false;
        }
        let colors = u64::from_le_bytes([color; TILE]);
        let mut start = y as usize * canvas.width + x as usize;
        for row in self.rows {
            if row != 0 {
                let target = canvas.eight(start);
                let below = u64::from_le_bytes(*target);
                let shown = SPREAD[usize::from(row)];
                *target = (below ^ (below ^ colors) & shown).to_le_bytes();
            }
            start += canvas.width;
        }
        true
    }

    /// Draws the glyph; only its visible pixels cost. `color` is asked with the
    /// row and the column of the untrimmed glyph's pixels.
    fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        x: i32,
        y: i32,
        scale: i32,
        color: impl Fn(usize, usize) -> u8,
    ) {
        if scale < 1 {
            return;
        }
        let clip = canvas.clip;
        let step = i64::from(scale);
        let (left, right) = visible(x, step, self.width, clip.left, clip.right);
        let (top, bottom) = visible(y, step, TILE as i32, clip.top, clip.bottom);
        let inside = (1_u32 << right) - (1 << left);
        for row in top..bottom {
            let mut bits = u32::from(self.rows[row as usize]) & inside;
            let y = (i64::from(y) + i64::from(row) * step) as i32;
            while bits != 0 {
                let column = bits.trailing_zeros() as i32;
                bits &= bits - 1;
                let x = (i64::from(x) + i64::from(column) * step) as i32;
                let color = color(row as usize, self.first + column as usize);
                if scale == 1 {
                    canvas.pixels[y as usize * canvas.width + x as usize] = color;
                } else {
                    canvas.rectangle(x, y, scale, scale, color);
                }
            }
        }
    }
}

/// In each row of a tile the bits of the pixels that are not left out.
fn shown_rows(tile: &Tile, ink: &Ink) -> [u8; TILE] {
    let (rows, _) = tile.as_chunks::<TILE>();
    std::array::from_fn(|row| {
        let shown = rows[row].iter().rev();
        shown.fold(0, |bits, &color| {
            bits << 1 | u8::from(ink.color(color).is_some())
        })
    })
}
