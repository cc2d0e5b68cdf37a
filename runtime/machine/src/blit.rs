//! Copying tiles to the screen: color keys, the palette map, turns and scales.
//!
//! What is done to a color is a small function that the loops over rows are
//! compiled for, so that the usual ones handle the eight pixels of a row at
//! once: no key, one or two keys, the palette map as it is.

use crate::clip::Clip;
use crate::screen::{Canvas, IDENTITY, Video};
use crate::sheet::{TILE, Tile};

/// The colors that are not drawn, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ColorKeys(pub u16);

impl ColorKeys {
    /// No color is left out.
    pub const NONE: ColorKeys = ColorKeys(0);

    /// One color is left out; numbers outside 0..=15 name none.
    #[inline]
    pub fn one(color: i32) -> ColorKeys {
        ColorKeys::NONE.with(color)
    }

    /// Leaves out one more color; numbers outside 0..=15 name none.
    #[must_use]
    #[inline]
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

/// The colors of a tile as they are drawn.
#[derive(Clone, Copy)]
pub(crate) struct Ink {
    /// What each color is drawn as, a nibble each.
    map: u64,
    keys: ColorKeys,
    way: Way,
}

/// The quickest way to draw a row.
#[derive(Clone, Copy)]
enum Way {
    /// All colors are drawn as they are.
    Plain,
    /// One color is left out, the others are drawn as they are.
    OneKey(u8),
    /// Two colors are left out, the others are drawn as they are.
    TwoKeys(u8, u8),
    /// Colors are changed, or more are left out.
    Any,
}

impl Ink {
    /// The palette map of a bank with keys.
    #[inline]
    pub(crate) fn new(video: &Video, keys: ColorKeys) -> Ink {
        let first = keys.0.trailing_zeros() as u8;
        let others = keys.0 & keys.0.wrapping_sub(1);
        let second = others.trailing_zeros() as u8;
        let more = others & others.wrapping_sub(1);
        let map = u64::from_le_bytes(video.palette_map());
        let way = if map != IDENTITY || more != 0 {
            Way::Any
        } else if others != 0 {
            Way::TwoKeys(first, second)
        } else if keys.0 != 0 {
            Way::OneKey(first)
        } else {
            Way::Plain
        };
        Ink { map, keys, way }
    }

    /// What a color is drawn as, unless it is left out.
    #[inline]
    pub(crate) fn color(&self, color: u8) -> Option<u8> {
        let drawn = (self.map >> ((color & 15) * 4)) as u8 & 15;
        (!self.keys.has(color)).then_some(drawn)
    }

    /// The same for all colors, where there are many to look up.
    #[inline]
    pub(crate) fn table(&self) -> InkTable {
        InkTable(std::array::from_fn(|color| {
            self.color(color as u8).unwrap_or(NOTHING)
        }))
    }
}

/// Marks a color that is left out.
const NOTHING: u8 = 0xff;

/// What each of the 16 colors is drawn as, or `NOTHING`.
#[derive(Clone, Copy)]
pub(crate) struct InkTable([u8; 16]);

impl InkTable {
    /// What a color is drawn as, unless it is left out.
    #[inline]
    pub(crate) fn color(&self, color: u8) -> Option<u8> {
        let drawn = self.0[usize::from(color & 15)];
        (drawn != NOTHING).then_some(drawn)
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
    #[inline]
    pub(crate) fn new(flip: i32, rotate: i32) -> Turn {
        // Quarter turns mirror: the first across, the third down, the second
        // both ways.
        let (across, down) = ((rotate.wrapping_add(1)) & 2, rotate & 2);
        let mirror_x = (flip << 1 & 2) != across;
        let mirror_y = (flip & 2) != down;
        let swap = rotate & 1 != 0;
        Turn {
            mirror_x,
            mirror_y,
            swap,
        }
    }

    /// Whether a tile stays as it is.
    #[inline]
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
        let (rows, _) = tile.as_chunks::<TILE>();
        let mut turned = [0; TILE * TILE];
        let (targets, _) = turned.as_chunks_mut::<TILE>();
        let columns: [[u8; TILE]; TILE];
        let rows = if self.swap {
            columns = std::array::from_fn(|x| std::array::from_fn(|y| rows[y][x]));
            &columns[..]
        } else {
            rows
        };
        for (y, target) in targets.iter_mut().enumerate() {
            *target = rows[if self.mirror_y { TILE - 1 - y } else { y }];
            if self.mirror_x {
                target.reverse();
            }
        }
        turned
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
    if turn.is_none() && scale == 1 {
        copy_tile(canvas, tile, x, y, ink);
    } else {
        draw_altered(canvas, tile, x, y, ink, scale, turn);
    }
}

/// Draws a tile that is turned or scaled.
#[inline(never)]
fn draw_altered(
    canvas: &mut Canvas<'_>,
    tile: &Tile,
    x: i32,
    y: i32,
    ink: &Ink,
    scale: i32,
    turn: Turn,
) {
    let turned;
    let tile = if turn.is_none() {
        tile
    } else {
        turned = turn.turned(tile);
        &turned
    };
    match scale {
        1 => copy_tile(canvas, tile, x, y, ink),
        2..=WIDEST => stretch_tile(canvas, tile, x, y, ink, scale),
        _ => draw_blocks(canvas, tile, x, y, ink, scale),
    }
}

/// Draws a tile at scale 1.
fn copy_tile(canvas: &mut Canvas<'_>, tile: &Tile, x: i32, y: i32, ink: &Ink) {
    let side = TILE as i32;
    let Some(part) = canvas.clip.visible(x, y, side, side) else {
        return;
    };
    match ink.way {
        Way::Plain => copy_rows(canvas, tile, x, y, part, Some),
        Way::OneKey(key) => {
            let shown = |color| (color != key).then_some(color);
            copy_rows(canvas, tile, x, y, part, shown);
        }
        Way::TwoKeys(first, second) => {
            // Without a jump between the comparisons, so that all eight pixels
            // of a row are compared at once.
            let shown = |color| {
                let left_out = u8::from(color == first) | u8::from(color == second);
                (left_out == 0).then_some(color)
            };
            copy_rows(canvas, tile, x, y, part, shown);
        }
        Way::Any => {
            let table = ink.table();
            copy_rows(canvas, tile, x, y, part, |color| table.color(color));
        }
    }
}

/// Copies the visible part of a tile; `shown` says what a color is drawn as.
#[inline]
fn copy_rows(
    canvas: &mut Canvas<'_>,
    tile: &Tile,
    x: i32,
    y: i32,
    part: Clip,
    shown: impl Fn(u8) -> Option<u8>,
) {
    let Clip {
        left,
        top,
        right,
        bottom,
    } = part;
    let (rows, _) = tile.as_chunks::<TILE>();
    let rows = &rows[(top - y) as usize..(bottom - y) as usize];
    let mut start = top as usize * canvas.width + left as usize;
    if right - left == TILE as i32 {
        for row in rows {
            let target = canvas.eight(start);
            for (target, &color) in target.iter_mut().zip(row) {
                *target = shown(color).unwrap_or(*target);
            }
            start += canvas.width;
        }
    } else {
        let (first, count) = ((left - x) as usize, (right - left) as usize);
        for row in rows {
            let target = &mut canvas.pixels[start..start + count];
            for (target, &color) in target.iter_mut().zip(&row[first..]) {
                *target = shown(color).unwrap_or(*target);
            }
            start += canvas.width;
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
        let step = scale as usize;
        for (column, &color) in row.iter().enumerate() {
            let (color, draw) = ink.color(color).map_or((0, 0), |color| (color, 0xff));
            colors[column * step..][..step].fill(color);
            drawn[column * step..][..step].fill(draw);
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
