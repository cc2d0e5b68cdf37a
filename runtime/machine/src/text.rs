//! Text: `print` with the system fonts in memory, `font` with sprites.
//!
//! Proportional glyphs are trimmed to the columns that show something in the
//! colors asked for, so a glyph that is all transparent counts as blank.

use crate::address::{FONT_PARAMETERS, SMALL_FONT_PARAMETERS};
use crate::machine::Machine;
use crate::screen::Canvas;
use crate::sheet::{Segment, TILE, Tile};
use crate::sprites::{ColorKeys, visible};

/// Marks a color that is not drawn.
const NOTHING: u8 = 255;
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
        let color = match color % 16 {
            -1 => NOTHING,
            color => (color & 15) as u8,
        };
        let mut colors = [NOTHING; 16];
        colors[1] = color;
        self.text(
            text,
            Segment::new(1),
            if small { GLYPHS } else { 0 },
            &layout,
            &colors,
        )
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
        let mut colors = self.screen.video().color_map();
        let keys = ColorKeys::one(key);
        for (color, drawn) in colors.iter_mut().enumerate() {
            if keys.has(color as u8) {
                *drawn = NOTHING;
            }
        }
        let segment = Segment::other_bank(self.screen.video().segment());
        self.text(
            text,
            segment,
            if alternate { GLYPHS } else { 0 },
            &layout,
            &colors,
        )
    }

    fn text(
        &mut self,
        text: &[u8],
        segment: Segment,
        first: usize,
        layout: &Layout,
        colors: &[u8; 16],
    ) -> i32 {
        let Layout { x, scale, .. } = *layout;
        let (mut pen, mut y) = (x, layout.y);
        let mut longest = x;
        for &code in text {
            if code == b'\n' {
                pen = x;
                y = y.wrapping_add(layout.line.wrapping_mul(scale));
                continue;
            }
            let tile = segment.local_tile(&self.sheet, &self.ram, first + usize::from(code));
            let columns = if layout.fixed {
                (0, TILE as i32)
            } else {
                used_columns(&tile, colors)
            };
            draw_glyph(
                &mut self.screen.canvas(),
                &tile,
                columns,
                pen,
                y,
                scale,
                colors,
            );
            let used = columns.1 - columns.0;
            let advance = if layout.fixed || used == 0 {
                layout.advance
            } else {
                used + 1
            };
            pen = pen.wrapping_add(advance.wrapping_mul(scale));
            longest = longest.max(pen);
        }
        longest.wrapping_sub(x)
    }
}

/// The first column that shows something and the one behind the last.
fn used_columns(tile: &Tile, colors: &[u8; 16]) -> (i32, i32) {
    let shows = |column: &usize| {
        (0..TILE).any(|row| colors[usize::from(tile[row * TILE + column])] != NOTHING)
    };
    let first = (0..TILE).find(shows);
    let last = (0..TILE).rev().find(shows);
    first
        .zip(last)
        .map_or((0, 0), |(first, last)| (first as i32, last as i32 + 1))
}

/// Draws some columns of a glyph; only the visible pixels cost.
fn draw_glyph(
    canvas: &mut Canvas<'_>,
    tile: &Tile,
    (first, behind): (i32, i32),
    x: i32,
    y: i32,
    scale: i32,
    colors: &[u8; 16],
) {
    if scale < 1 {
        return;
    }
    let clip = canvas.clip;
    let step = i64::from(scale);
    let (left, right) = visible(x, step, behind - first, clip.left, clip.right);
    let (top, bottom) = visible(y, step, TILE as i32, clip.top, clip.bottom);
    for row in top..bottom {
        for column in left..right {
            let color = colors[usize::from(tile[(row * TILE as i32 + first + column) as usize])];
            if color != NOTHING {
                let x = (i64::from(x) + i64::from(column) * step) as i32;
                let y = (i64::from(y) + i64::from(row) * step) as i32;
                canvas.rectangle(x, y, scale, scale, color);
            }
        }
    }
}
