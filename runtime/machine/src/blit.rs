//! Copying tiles to the screen: color keys, the palette map, turns and scales.
//!
//! A row of a tile is eight bytes, so whole rows are masked and merged as one
//! 64-bit number. Nibbles leave the upper bits free, which makes finding the
//! bytes that equal a key a matter of one addition.

use crate::screen::{Canvas, IDENTITY, Video};
use crate::sheet::{TILE, Tile};

/// The colors that are not drawn, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColorKeys(pub u16);

impl ColorKeys {
    /// No color is left out.
    pub const NONE: ColorKeys = ColorKeys(0);

    /// One color is left out; numbers outside 0..=15 name none.
    pub fn one(color: i32) -> ColorKeys {
        ColorKeys::NONE.with(color)
    }

    /// Leaves out one more color; numbers outside 0..=15 name none.
    #[must_use]
    pub fn with(self, color: i32) -> ColorKeys {
        if (0..16).contains(&color) {
            ColorKeys(self.0 | 1 << color)
        } else {
            self
        }
    }

    /// Whether a color is left out.
    #[inline]
    pub fn has(self, color: u8) -> bool {
        self.0 >> (color & 15) & 1 != 0
    }
}

/// Every byte 1.
const ONES: u64 = 0x0101_0101_0101_0101;

/// Marks a color that is left out.
const NOTHING: u8 = 0xff;

/// The colors of a tile as they are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    /// What each color is drawn as, or `NOTHING`.
    table: [u8; 16],
    way: Way,
}

/// The quickest way to draw a row.
#[derive(Clone, Copy)]
enum Way {
    /// All colors are drawn as they are.
    Plain,
    /// The color in every byte is left out, the others are drawn as they are.
    OneKey(u64),
    /// Colors are changed, or several are left out.
    Table,
}

impl Ink {
    /// The palette map of a bank with keys.
    #[inline]
    pub(crate) fn new(video: &Video, keys: ColorKeys) -> Ink {
        let way = match (video.palette_map() == IDENTITY, keys.0.count_ones()) {
            (true, 0) => Way::Plain,
            (true, 1) => Way::OneKey(u64::from(keys.0.trailing_zeros()) * ONES),
            _ => Way::Table,
        };
        let mut table = video.color_map();
        for (color, drawn) in table.iter_mut().enumerate() {
            if keys.has(color as u8) {
                *drawn = NOTHING;
            }
        }
        Ink { table, way }
    }

    /// What a color is drawn as, unless it is left out.
    #[inline]
    pub(crate) fn color(&self, color: u8) -> Option<u8> {
        let drawn = self.table[usize::from(color & 15)];
        (drawn != NOTHING).then_some(drawn)
    }

    /// A row of a tile and the bytes of it that are drawn, all ones each.
    #[inline]
    fn row(&self, row: [u8; TILE]) -> (u64, u64) {
        let colors = u64::from_le_bytes(row);
        match self.way {
            Way::Plain => (colors, u64::MAX),
            Way::OneKey(key) => {
                // A byte that differs is 1 to 15 and reaches the upper bit.
                let differs = ((colors ^ key) + 0x7f * ONES) >> 7 & ONES;
                (colors, differs * 0xff)
            }
            Way::Table => {
                let mapped = row.map(|color| self.table[usize::from(color & 15)]);
                let drawn = mapped.map(|color| if color == NOTHING { 0 } else { 0xff });
                (u64::from_le_bytes(mapped), u64::from_le_bytes(drawn))
            }
        }
    }
}

/// How a tile is turned: its drawn axes are mirrored, then exchanged.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    mirror_x: bool,
    mirror_y: bool,
    pub(crate) swap: bool,
}

impl Turn {
    /// Quarter turns clockwise come first, then flips.
    pub(crate) fn new(flip: i32, rotate: i32) -> Turn {
        let (horizontal, vertical) = (flip & 1 != 0, flip & 2 != 0);
        let (mirror_x, mirror_y, swap) = match rotate & 3 {
            0 => (horizontal, vertical, false),
            1 => (!horizontal, vertical, true),
            2 => (!horizontal, !vertical, false),
            _ => (horizontal, !vertical, true),
        };
        Turn {
            mirror_x,
            mirror_y,
            swap,
        }
    }

    /// Whether a tile stays as it is.
    pub(crate) fn is_none(self) -> bool {
        !(self.mirror_x || self.mirror_y || self.swap)
    }

    /// The source position of a drawn position, in a source of a given size.
    #[inline]
    pub(crate) fn source(self, x: i32, y: i32, width: i32, height: i32) -> (i32, i32) {
        let (across, down) = if self.swap {
            (height, width)
        } else {
            (width, height)
        };
        let x = if self.mirror_x { across - 1 - x } else { x };
        let y = if self.mirror_y { down - 1 - y } else { y };
        if self.swap { (y, x) } else { (x, y) }
    }

    /// A tile after the turn.
    pub(crate) fn turned(self, tile: &Tile) -> Tile {
        let side = TILE as i32;
        std::array::from_fn(|at| {
            let at = at as i32;
            let (x, y) = self.source(at % side, at / side, side, side);
            tile[(y * side + x) as usize]
        })
    }
}

/// The positions of equal steps from `start` that touch `low..high`.
#[inline]
pub(crate) fn visible(start: i32, step: i64, count: i32, low: i32, high: i32) -> (i32, i32) {
    let count = i64::from(count.max(0));
    let (before, until) = (
        i64::from(low) - i64::from(start),
        i64::from(high) - i64::from(start),
    );
    let first = if before <= 0 {
        0
    } else {
        (before / step).min(count)
    };
    let behind = if until <= 0 {
        0
    } else {
        ((until + step - 1) / step).min(count)
    };
    (first as i32, behind.max(first) as i32)
}

/// Draws a tile with its upper left corner at a position.
#[inline]
pub(crate) fn draw_tile(
    canvas: &mut Canvas<'_>,
    tile: &Tile,
    x: i32,
    y: i32,
    ink: &Ink,
    scale: i32,
    turn: Turn,
) {
    if turn.is_none() {
        draw_scaled(canvas, tile, x, y, ink, scale);
    } else {
        draw_scaled(canvas, &turn.turned(tile), x, y, ink, scale);
    }
}

fn draw_scaled(canvas: &mut Canvas<'_>, tile: &Tile, x: i32, y: i32, ink: &Ink, scale: i32) {
    match scale {
        1 => copy_tile(canvas, tile, x, y, ink),
        2..=WIDEST => stretch_tile(canvas, tile, x, y, ink, scale),
        _ => draw_blocks(canvas, tile, x, y, ink, scale),
    }
}

/// Copies the visible rows of a tile at scale 1.
fn copy_tile(canvas: &mut Canvas<'_>, tile: &Tile, x: i32, y: i32, ink: &Ink) {
    let (left, right) = canvas.clip.columns(x, TILE as i32);
    let (top, bottom) = canvas.clip.rows(y, TILE as i32);
    let (rows, _) = tile.as_chunks::<TILE>();
    if right - left == TILE as i32 {
        for row in top..bottom {
            let (colors, drawn) = ink.row(rows[(row - y) as usize]);
            let target = canvas.eight(row, left);
            let below = u64::from_le_bytes(*target);
            *target = (below & !drawn | colors & drawn).to_le_bytes();
        }
    } else if left < right {
        for row in top..bottom {
            let source = &rows[(row - y) as usize][(left - x) as usize..];
            for (target, &color) in canvas.row(row, left, right).iter_mut().zip(source) {
                if let Some(color) = ink.color(color) {
                    *target = color;
                }
            }
        }
    }
}

/// The largest scale whose rows are stretched in a buffer.
const WIDEST: i32 = 16;

/// Draws a tile at a moderate scale: each of its rows is stretched once and
/// then merged into as many rows of the screen as the scale says.
fn stretch_tile(canvas: &mut Canvas<'_>, tile: &Tile, x: i32, y: i32, ink: &Ink, scale: i32) {
    const LENGTH: usize = TILE * WIDEST as usize;
    let side = TILE as i32 * scale;
    let (left, right) = canvas.clip.columns(x, side);
    if left >= right {
        return;
    }
    let (first, behind) = ((left - x) as usize, (right - x) as usize);
    let (mut colors, mut drawn) = ([0; LENGTH], [0; LENGTH]);
    let (rows, _) = tile.as_chunks::<TILE>();
    for (number, row) in rows.iter().enumerate() {
        let (top, bottom) = canvas
            .clip
            .rows(y.saturating_add(number as i32 * scale), scale);
        if top >= bottom {
            continue;
        }
        let (row_colors, row_drawn) = ink.row(*row);
        if row_drawn == 0 {
            continue;
        }
        let pairs = row_colors
            .to_le_bytes()
            .into_iter()
            .zip(row_drawn.to_le_bytes());
        let step = scale as usize;
        for (column, (color, draw)) in pairs.enumerate() {
            for at in column * step..(column + 1) * step {
                colors[at] = color;
                drawn[at] = draw;
            }
        }
        let (colors, drawn) = (&colors[first..behind], &drawn[first..behind]);
        for y in top..bottom {
            let target = canvas.row(y, left, right);
            for ((target, color), drawn) in target.iter_mut().zip(colors).zip(drawn) {
                *target = *target & !drawn | color & drawn;
            }
        }
    }
}

/// Draws a tile at a large scale, a rectangle for each visible pixel.
fn draw_blocks(canvas: &mut Canvas<'_>, tile: &Tile, x: i32, y: i32, ink: &Ink, scale: i32) {
    let step = i64::from(scale);
    let clip = canvas.clip;
    let (left, right) = visible(x, step, TILE as i32, clip.left, clip.right);
    let (top, bottom) = visible(y, step, TILE as i32, clip.top, clip.bottom);
    for row in top..bottom {
        let y = (i64::from(y) + i64::from(row) * step) as i32;
        for column in left..right {
            if let Some(color) = ink.color(tile[row as usize * TILE + column as usize]) {
                let x = (i64::from(x) + i64::from(column) * step) as i32;
                canvas.rectangle(x, y, scale, scale, color);
            }
        }
    }
}
