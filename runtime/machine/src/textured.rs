//! Textured triangles: affine, or in perspective with a depth test.
//!
//! They share the pixel-center rule and the weights of plain triangles. With
//! depths, what is interpolated is divided by depth first and restored after.

use std::ops::Range;

use crate::blit::{ColorKeys, InkTable};
use crate::machine::Machine;
use crate::number::{floor, nearest};
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

/// Visits the drawn spans: the weights at their row, their first column, and
/// their pixels' place in the bank.
#[inline]
fn visit(mut weights: Weights, width: usize, mut draw: impl FnMut(&Weights, i32, Range<usize>)) {
    let bounds = weights.bounds;
    for y in bounds.top..bounds.bottom {
        let (left, right) = weights.span();
        if left < right {
            let start = y as usize * width;
            let place = start + left as usize..start + right as usize;
            draw(&weights, left, place);
        }
        weights.next_row();
    }
}

/// A value that changes evenly over a triangle.
///
/// What is drawn is decided by weights that were rounded at every step. Moving
/// the mixed value itself is quicker and as good wherever the difference, which
/// is bounded, cannot matter.
struct Gradient {
    corners: [f64; 3],
    /// Change from a column to the next.
    step: f64,
    /// The largest difference to the value by stepped weights.
    error: f64,
}

impl Gradient {
    /// A value by its corners; the weights are those of the first row.
    fn new(weights: &Weights, corners: [f64; 3]) -> Gradient {
        let columns = f64::from(weights.bounds.right - weights.bounds.left);
        let reach = mix(&weights.reach(), &corners.map(f64::abs));
        Gradient {
            corners,
            step: mix(weights.change(), &corners),
            error: 4.0 * (columns + 16.0) * f64::EPSILON * reach,
        }
    }

    /// The value at a column of the current row.
    #[inline]
    fn at(&self, weights: &Weights, column: i32) -> f64 {
        let columns = f64::from(column - weights.bounds.left);
        mix(weights.row(), &self.corners) + self.step * columns
    }

    /// The value as it is with stepped weights.
    #[inline]
    fn exactly(&self, weights: &[f64; 3]) -> f64 {
        mix(weights, &self.corners)
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
        let (u, v) = (Gradient::new(&weights, u), Gradient::new(&weights, v));
        let fixed = Fixed::new(&weights, &u, &v);
        visit(weights, width, |weights, left, place| {
            let row = &mut pixels[place];
            let done = fixed.as_ref().map_or(0, |fixed| {
                let (u, v) = (u.at(weights, left), v.at(weights, left));
                fixed.fill(row, u, v, texture, &ink)
            });
            if done == row.len() {
                return;
            }
            let mut at = weights.stepped(left + done as i32);
            for pixel in &mut row[done..] {
                let color = texture.color(floor(u.exactly(&at)), floor(v.exactly(&at)));
                *pixel = ink.color(color).unwrap_or(*pixel);
                weights.step(&mut at);
            }
        });
    }
}

/// Steps of a texture position in 32.32 fixed point.
struct Fixed {
    u: i64,
    v: i64,
    /// How close to a whole number a position is uncertain.
    margin: u32,
}

impl Fixed {
    const ONE: f64 = 4_294_967_296.0;

    /// Steps with little error; `None` if positions are too large for that, or
    /// no numbers.
    fn new(weights: &Weights, u: &Gradient, v: &Gradient) -> Option<Fixed> {
        let columns = weights.bounds.right - weights.bounds.left;
        // Each step is cut off to a whole unit, and so is the start.
        let margin = (u.error + v.error) * Fixed::ONE + f64::from(2 * columns + 16);
        (margin < 65_536.0).then_some(Fixed {
            u: (u.step * Fixed::ONE) as i64,
            v: (v.step * Fixed::ONE) as i64,
            margin: margin as u32,
        })
    }

    /// Fills pixels up to the first that is uncertain; returns their count.
    #[inline]
    fn fill(
        &self,
        row: &mut [u8],
        u: f64,
        v: f64,
        texture: &impl Texture,
        ink: &InkTable,
    ) -> usize {
        // With the margin added, uncertain fractions are the smallest.
        let start = |value: f64| (value * Fixed::ONE) as i64 + i64::from(self.margin);
        let (mut u, mut v) = (start(u), start(v));
        let uncertain = 2 * self.margin;
        for (done, pixel) in row.iter_mut().enumerate() {
            if (u as u32) < uncertain || (v as u32) < uncertain {
                return done;
            }
            let color = texture.color((u >> 32) as i32, (v >> 32) as i32);
            *pixel = ink.color(color).unwrap_or(*pixel);
            u = u.wrapping_add(self.u);
            v = v.wrapping_add(self.v);
        }
        row.len()
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
        // A half is taken off, so that the nearest whole number is the one
        // below, and the rest tells how close that was.
        let less = |values: [f64; 3]| std::array::from_fn(|i| values[i] - near[i] / 2.0);
        let (less_u, less_v) = (
            Gradient::new(&weights, less(u)),
            Gradient::new(&weights, less(v)),
        );
        let certain = certain_rest(&weights, &[u, v], &near);
        visit(weights, width, |weights, left, place| {
            let row = pixels[place.clone()].iter_mut().zip(&mut buffer[place]);
            let mut at = weights.stepped(left);
            let mut position = [less_u.at(weights, left), less_v.at(weights, left)];
            for (pixel, depth) in row {
                let nearness = mix(&at, &near);
                if *depth >= nearness as f32 {
                    // Something nearer is there.
                } else {
                    let restore = 1.0 / nearness;
                    let (column, rest_u) = nearest(position[0] * restore);
                    let (line, rest_v) = nearest(position[1] * restore);
                    let color = if (rest_u.abs() < certain) & (rest_v.abs() < certain) {
                        texture.color(column, line)
                    } else {
                        let exactly = |values: &[f64; 3]| floor(mix(&at, values) / nearness);
                        texture.color(exactly(&u), exactly(&v))
                    };
                    if let Some(color) = ink.color(color) {
                        *depth = nearness as f32;
                        *pixel = color;
                    }
                }
                weights.step(&mut at);
                position[0] += less_u.step;
                position[1] += less_v.step;
            }
        });
    }
}

/// Up to which rest a whole number by gradients is the one by stepped weights:
/// a little below one half, or nothing at all for values out of the ordinary.
fn certain_rest(weights: &Weights, values: &[[f64; 3]; 2], near: &[f64; 3]) -> f64 {
    let farthest = near.iter().copied().fold(f64::INFINITY, f64::min);
    let near_error = Gradient::new(weights, *near).error;
    let doubt = values.map(|values| {
        let error = Gradient::new(weights, values).error;
        // Positions inside the triangle are between those of its corners.
        let largest = std::array::from_fn::<f64, 3, _>(|i| (values[i] / near[i]).abs());
        let largest = largest.into_iter().fold(1.0, f64::max);
        let doubt = 4.0 * (error + near_error * largest) / farthest + largest * 8.0 * f64::EPSILON;
        if largest < 1e9 { doubt } else { f64::NAN }
    });
    let doubt = doubt[0] + doubt[1];
    if doubt < 0.001 { 0.5 - doubt } else { -1.0 }
}
