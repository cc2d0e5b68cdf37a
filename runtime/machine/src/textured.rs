//! Textured triangles: affine, or in perspective with a depth test.
//!
//! They share the pixel-center rule and the weights of plain triangles. With
//! depths, what is interpolated is divided by depth first and restored after.

use crate::blit::{ColorKeys, InkTable};
use crate::machine::Machine;
use crate::number::floor;
use crate::texture::{Fill, Sources, Texture, TextureSource};
use crate::triangles::Weights;

/// What `ttri` draws.
#[derive(Clone, Copy, Debug)]
pub struct TexturedTriangle {
    /// The corners on the screen.
    pub corners: [[f32; 2]; 3],
    /// The corners in the texture, in pixels.
    pub texture: [[f32; 2]; 3],
    /// Where pixels come from.
    pub source: TextureSource,
    /// Colors that are not drawn, before the palette map.
    pub keys: ColorKeys,
    /// Depths of the corners; below the smallest positive step of a float
    /// around 1 in any corner means none.
    pub depths: Option<[f32; 3]>,
}

impl Machine {
    /// Draws a textured triangle. At most one visit to each pixel of the clip
    /// rectangle.
    pub fn ttri(&mut self, triangle: &TexturedTriangle) {
        let corners = triangle.corners.map(|corner| corner.map(f64::from));
        let Some(weights) = Weights::new(&corners, self.screen.clip) else {
            return;
        };
        let depths = triangle
            .depths
            .filter(|depths| depths.iter().all(|&z| z >= f32::EPSILON));
        let ink = self.ink(triangle.keys).table();
        let segment = self.segment();
        let size = self.screen.size;
        let width = size.width();
        let Machine {
            screen, sheet, ram, ..
        } = self;
        let (target, other, depth_buffer) = screen.parts();
        let sources = Sources {
            segment,
            sheet,
            ram,
            other,
            size,
        };
        let coordinates = |axis: usize| {
            weights
                .order
                .map(|corner| f64::from(triangle.texture[corner][axis]))
        };
        let (u, v) = (coordinates(0), coordinates(1));
        let pixels = &mut target.pixels[..];
        if let Some(depths) = depths {
            let depth = weights.order.map(|corner| f64::from(depths[corner]));
            let over_depth =
                |values: [f64; 3]| std::array::from_fn(|corner| values[corner] / depth[corner]);
            let near = depth.map(|z| 1.0 / z);
            let (u, v) = (over_depth(u), over_depth(v));
            let buffer = depth_buffer.values(size);
            let work = Perspective {
                weights,
                width,
                u,
                v,
                near,
                ink,
                pixels,
                buffer,
            };
            sources.fill(triangle.source, work);
        } else {
            let work = Affine {
                weights,
                width,
                u,
                v,
                ink,
                pixels,
            };
            sources.fill(triangle.source, work);
        }
    }
}

/// The sum of three values by their weights, from the first on.
#[inline]
fn mix(weights: &[f64; 3], values: &[f64; 3]) -> f64 {
    weights[0] * values[0] + weights[1] * values[1] + weights[2] * values[2]
}

/// Visits the drawn pixels with their index in the bank and their weights.
#[inline]
fn visit(mut weights: Weights, width: usize, mut draw: impl FnMut(usize, &[f64; 3])) {
    let bounds = weights.bounds;
    for y in bounds.top..bounds.bottom {
        let (left, right) = weights.span();
        if left < right {
            let mut at = weights.row();
            for _ in bounds.left..left {
                weights.step(&mut at);
            }
            let start = y as usize * width;
            for x in left..right {
                draw(start + x as usize, &at);
                weights.step(&mut at);
            }
        }
        weights.next_row();
    }
}

/// Texture positions mixed by weights alone.
struct Affine<'a> {
    weights: Weights,
    width: usize,
    u: [f64; 3],
    v: [f64; 3],
    ink: InkTable,
    pixels: &'a mut [u8],
}

impl Fill for Affine<'_> {
    fn fill(self, texture: &impl Texture) {
        let Affine {
            weights,
            width,
            u,
            v,
            ink,
            pixels,
        } = self;
        visit(weights, width, |index, at| {
            let color = texture.color(floor(mix(at, &u)), floor(mix(at, &v)));
            let pixel = &mut pixels[index];
            *pixel = ink.color(color).unwrap_or(*pixel);
        });
    }
}

/// Texture positions over depth, and the reciprocal depth that restores them.
struct Perspective<'a> {
    weights: Weights,
    width: usize,
    u: [f64; 3],
    v: [f64; 3],
    near: [f64; 3],
    ink: InkTable,
    pixels: &'a mut [u8],
    buffer: &'a mut [f32],
}

impl Fill for Perspective<'_> {
    fn fill(self, texture: &impl Texture) {
        let Perspective {
            weights,
            width,
            u,
            v,
            near,
            ink,
            pixels,
            buffer,
        } = self;
        visit(weights, width, |index, at| {
            let nearness = mix(at, &near);
            if buffer[index] >= nearness as f32 {
                return;
            }
            let color = texture.color(floor(mix(at, &u) / nearness), floor(mix(at, &v) / nearness));
            if let Some(color) = ink.color(color) {
                buffer[index] = nearness as f32;
                pixels[index] = color;
            }
        });
    }
}
