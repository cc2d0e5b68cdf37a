//! Textured triangles: affine, or in perspective with a depth test.
//!
//! They share the pixel-center rule and the weights of plain triangles. With
//! depths, what is interpolated is divided by depth first and restored after.

use crate::address::{MAP, MAP_HEIGHT, MAP_WIDTH};
use crate::blit::{ColorKeys, Ink};
use crate::machine::Machine;
use crate::number::floor;
use crate::ram::Ram;
use crate::screen::Video;
use crate::sheet::{Segment, Sheet};
use crate::size::Size;
use crate::triangles::Weights;

/// Where the pixels of a textured triangle come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextureSource {
    /// Tiles and sprites, 128 pixels wide and 256 high, repeated.
    Tiles,
    /// The map, 1920 x 1088 pixels, repeated.
    Map,
    /// The screen of the video bank that is not chosen, repeated.
    OtherBank,
}

impl TextureSource {
    /// The source of a number: 0 tiles, 1 map, 2 the other video bank.
    pub fn from_number(number: i32) -> Option<TextureSource> {
        match number {
            0 => Some(TextureSource::Tiles),
            1 => Some(TextureSource::Map),
            2 => Some(TextureSource::OtherBank),
            _ => None,
        }
    }
}

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

/// Reads pixels of a texture; positions are any integers.
pub(crate) struct Texture<'a> {
    pub(crate) source: TextureSource,
    pub(crate) segment: Segment,
    pub(crate) sheet: &'a Sheet,
    pub(crate) ram: &'a Ram,
    /// The video bank that is not chosen.
    pub(crate) other: &'a Video,
    pub(crate) size: Size,
}

impl Texture<'_> {
    /// The color at a position.
    #[inline]
    pub(crate) fn color(&self, u: i32, v: i32) -> u8 {
        match self.source {
            TextureSource::Tiles => self.segment.pixel(self.sheet, self.ram, u, v),
            TextureSource::Map => {
                let u = u.rem_euclid(MAP_WIDTH as i32 * 8) as usize;
                let v = v.rem_euclid(MAP_HEIGHT as i32 * 8) as usize;
                let tile = usize::from(self.ram.byte(MAP + v / 8 * MAP_WIDTH + u / 8));
                let segment = self.segment;
                segment.local_pixel(self.sheet, self.ram, tile, u % 8, v % 8)
            }
            TextureSource::OtherBank => {
                let (width, height) = (self.size.width(), self.size.height());
                let u = u.rem_euclid(width as i32) as usize;
                let v = v.rem_euclid(height as i32) as usize;
                self.other.pixels[v * width + u]
            }
        }
    }
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
        let ink = self.ink(triangle.keys);
        let segment = self.segment();
        let size = self.screen.size;
        let (first, second) = self.screen.banks.split_at_mut(1);
        let (target, other) = if self.screen.current == 0 {
            (&mut first[0], &second[0])
        } else {
            (&mut second[0], &first[0])
        };
        let texture = Texture {
            source: triangle.source,
            segment,
            sheet: &self.sheet,
            ram: &self.ram,
            other,
            size,
        };
        let pixels = &mut target.pixels[..];
        if let Some(depths) = depths {
            let buffer = self.screen.depth.values(size);
            perspective(weights, triangle, depths, &texture, &ink, pixels, buffer);
        } else {
            affine(weights, triangle, &texture, &ink, pixels);
        }
    }
}

/// The sum of three values by their weights, from the first on.
#[inline]
fn mix(weights: &[f64; 3], values: &[f64; 3]) -> f64 {
    weights[0] * values[0] + weights[1] * values[1] + weights[2] * values[2]
}

/// Visits the drawn pixels with their index in the bank and their weights.
fn visit(mut weights: Weights, width: usize, mut draw: impl FnMut(usize, &[f64; 3])) {
    let bounds = weights.bounds;
    for y in bounds.top..bounds.bottom {
        let (left, right) = weights.span();
        let mut at = weights.row();
        for _ in bounds.left..left {
            weights.step(&mut at);
        }
        let start = y as usize * width;
        for x in left..right {
            draw(start + x as usize, &at);
            weights.step(&mut at);
        }
        weights.next_row();
    }
}

fn affine(
    weights: Weights,
    triangle: &TexturedTriangle,
    texture: &Texture<'_>,
    ink: &Ink,
    pixels: &mut [u8],
) {
    let u = weights
        .order
        .map(|corner| f64::from(triangle.texture[corner][0]));
    let v = weights
        .order
        .map(|corner| f64::from(triangle.texture[corner][1]));
    visit(weights, texture.size.width(), |index, at| {
        let color = texture.color(floor(mix(at, &u)), floor(mix(at, &v)));
        if let Some(color) = ink.color(color) {
            pixels[index] = color;
        }
    });
}

fn perspective(
    weights: Weights,
    triangle: &TexturedTriangle,
    depths: [f32; 3],
    texture: &Texture<'_>,
    ink: &Ink,
    pixels: &mut [u8],
    buffer: &mut [f32],
) {
    let depth = weights.order.map(|corner| f64::from(depths[corner]));
    let near = depth.map(|z| 1.0 / z);
    let over_depth = |axis: usize| {
        let mut values = weights
            .order
            .map(|corner| f64::from(triangle.texture[corner][axis]));
        for (value, z) in values.iter_mut().zip(depth) {
            *value /= z;
        }
        values
    };
    let (u, v) = (over_depth(0), over_depth(1));
    visit(weights, texture.size.width(), |index, at| {
        let nearness = mix(at, &near);
        if buffer[index] >= nearness as f32 {
            return;
        }
        let u = floor(mix(at, &u) / nearness);
        let v = floor(mix(at, &v) / nearness);
        let color = texture.color(u, v);
        if let Some(color) = ink.color(color) {
            buffer[index] = nearness as f32;
            pixels[index] = color;
        }
    });
}
