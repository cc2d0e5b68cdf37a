//! The older textured triangle (`textri`): scanlines in 16.16 fixed point.
//!
//! Its edges are walked in single precision and cut off to whole pixels, so it
//! covers other pixels than `ttri`; carts that use it count on that.

use crate::blit::{ColorKeys, InkTable};
use crate::clip::Clip;
use crate::machine::Machine;
use crate::number::truncate_single;
use crate::texture::{Fill, Sources, Texture, TextureSource};

/// What `textri` draws.
#[derive(Clone, Copy, Debug)]
pub struct ScannedTriangle {
    /// The corners on the screen.
    pub corners: [[f32; 2]; 3],
    /// The corners in the texture, in pixels.
    pub texture: [[f32; 2]; 3],
    /// Whether pixels come from the map, not from tiles.
    pub from_map: bool,
    /// Colors that are not drawn, before the palette map.
    pub keys: ColorKeys,
}

/// A corner: position and texture position.
#[derive(Clone, Copy)]
struct Corner {
    x: f32,
    y: f32,
    u: f32,
    v: f32,
}

/// What the edges leave in a row.
#[derive(Clone, Copy)]
struct Row {
    left: i32,
    right: i32,
    /// Texture position at the left end, 16.16.
    u: i32,
    v: i32,
}

/// A row no edge has touched.
const UNTOUCHED: Row = Row {
    left: i32::MAX,
    right: i32::MIN,
    u: 0,
    v: 0,
};

impl Machine {
    /// Draws a textured triangle by scanlines. Work is bounded by the screen.
    pub fn textri(&mut self, triangle: &ScannedTriangle) {
        let corner = |index: usize| {
            let ([x, y], [u, v]) = (triangle.corners[index], triangle.texture[index]);
            Corner { x, y, u, v }
        };
        let [a, b, c] = [corner(0), corner(1), corner(2)];
        let area = (a.x - c.x) * (b.y - c.y) - (b.x - c.x) * (a.y - c.y);
        if area == 0.0 {
            return;
        }
        let inverse = 1.0 / area;
        let slope = |value: fn(&Corner) -> f32| {
            let (a_value, b_value, c_value) = (value(&a), value(&b), value(&c));
            let change = (a_value - c_value) * (b.y - c.y) - (b_value - c_value) * (a.y - c.y);
            truncate_single(change * inverse * 65536.0)
        };
        let steps = (slope(|corner| corner.u), slope(|corner| corner.v));

        let mut rows = vec![UNTOUCHED; self.screen.size.height()];
        for (from, to) in [(a, b), (b, c), (c, a)] {
            walk_edge(&mut rows, from, to);
        }
        self.fill_rows(&rows, steps, triangle);
    }

    fn fill_rows(&mut self, rows: &[Row], steps: (i32, i32), triangle: &ScannedTriangle) {
        let ink = self.ink(triangle.keys).table();
        let segment = self.segment();
        let source = if triangle.from_map {
            TextureSource::Map
        } else {
            TextureSource::Tiles
        };
        let (size, clip) = (self.screen.size, self.screen.clip);
        let Machine {
            screen, sheet, ram, ..
        } = self;
        let (target, other, _) = screen.parts();
        let sources = Sources {
            segment,
            sheet,
            ram,
            other,
            size,
        };
        let pixels = &mut target.pixels[..];
        let width = size.width();
        sources.fill(
            source,
            Scanlines {
                rows,
                steps,
                clip,
                width,
                ink,
                pixels,
            },
        );
    }
}

/// Rows that are filled with steps through a texture.
struct Scanlines<'a> {
    rows: &'a [Row],
    steps: (i32, i32),
    clip: Clip,
    width: usize,
    ink: InkTable,
    pixels: &'a mut [u8],
}

impl Fill for Scanlines<'_> {
    fn fill(self, texture: &impl Texture) {
        let Scanlines {
            rows,
            steps,
            clip,
            width,
            ink,
            pixels,
        } = self;
        for y in clip.top..clip.bottom {
            let row = rows[y as usize];
            let left = row.left.max(clip.left);
            let right = row.right.min(clip.right);
            if left >= right {
                continue;
            }
            let skipped = left.wrapping_sub(row.left);
            let mut u = row.u.wrapping_add(steps.0.wrapping_mul(skipped));
            let mut v = row.v.wrapping_add(steps.1.wrapping_mul(skipped));
            let start = y as usize * width;
            for pixel in &mut pixels[start + left as usize..start + right as usize] {
                let color = ink.color(texture.color(u >> 16, v >> 16));
                *pixel = color.unwrap_or(*pixel);
                u = u.wrapping_add(steps.0);
                v = v.wrapping_add(steps.1);
            }
        }
    }
}

/// Widens the rows an edge crosses.
fn walk_edge(rows: &mut [Row], from: Corner, to: Corner) {
    let (top, bottom) = if to.y < from.y {
        (to, from)
    } else {
        (from, to)
    };
    let height = bottom.y - top.y;
    let step = Corner {
        x: (bottom.x - top.x) / height,
        y: 1.0,
        u: (bottom.u - top.u) / height,
        v: (bottom.v - top.v) / height,
    };
    let mut at = top;
    if at.y < 0.0 {
        let above = 0.0 - at.y;
        at.x += step.x * above;
        at.u += step.u * above;
        at.v += step.v * above;
        at.y = 0.0;
    }
    let last = truncate_single(bottom.y).min(rows.len() as i32) as f32;
    while at.y < last {
        let x = truncate_single(at.x);
        if let Some(row) = rows.get_mut(truncate_single(at.y) as usize) {
            if x < row.left {
                row.left = x;
                row.u = truncate_single(at.u * 65536.0);
                row.v = truncate_single(at.v * 65536.0);
            }
            row.right = row.right.max(x);
        }
        at.x += step.x;
        at.u += step.u;
        at.v += step.v;
        at.y += 1.0;
    }
}
