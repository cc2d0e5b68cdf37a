//! The depth buffer of textured triangles: one reciprocal depth a pixel.
//!
//! Most carts never use it, so it takes no memory until the first triangle
//! with depths, and a copy of a cleared buffer is free.

use crate::clip::Clip;
use crate::hash::Fingerprint;
use crate::image::{Reader, Writer};
use crate::size::Size;

/// The nearest reciprocal depth that was drawn at each pixel; 0 is nothing.
#[derive(Debug, Default)]
pub(crate) struct DepthBuffer {
    values: Vec<f32>,
    used: bool,
}

impl DepthBuffer {
    /// All values, one a pixel, to be tested and written.
    pub(crate) fn values(&mut self, size: Size) -> &mut [f32] {
        self.values.resize(size.width() * size.height(), 0.0);
        self.used = true;
        &mut self.values
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        if self.used {
            self.values.fill(0.0);
            self.used = false;
        }
    }

    /// Forgets the pixels inside a rectangle.
    pub(crate) fn clear_rectangle(&mut self, clip: Clip, size: Size) {
        if self.used {
            for y in clip.top..clip.bottom {
                let start = y as usize * size.width();
                self.values[start + clip.left as usize..start + clip.right as usize].fill(0.0);
            }
        }
    }

    /// Whether anything was drawn with depths since all were forgotten.
    pub(crate) fn is_used(&self) -> bool {
        self.used
    }

    /// Writes all values.
    pub(crate) fn write(&self, out: &mut Writer<'_>) {
        let (out, _) = out.next(size_of_val(&self.values[..])).as_chunks_mut();
        for (out, value) in out.iter_mut().zip(&self.values) {
            *out = value.to_le_bytes();
        }
    }

    /// Becomes the buffer that was written.
    pub(crate) fn read(&mut self, size: Size, from: &mut Reader<'_>) {
        let values = self.values(size);
        let (from, _) = from.next(size_of_val(values)).as_chunks();
        for (value, from) in values.iter_mut().zip(from) {
            *value = f32::from_le_bytes(*from);
        }
    }

    /// Mixes the depths into a fingerprint.
    pub(crate) fn mix(&self, print: &mut Fingerprint) {
        if self.used {
            for value in &self.values {
                print.number(u64::from(value.to_bits()));
            }
        }
    }
}

impl Clone for DepthBuffer {
    fn clone(&self) -> DepthBuffer {
        let values = if self.used {
            self.values.clone()
        } else {
            Vec::new()
        };
        DepthBuffer {
            values,
            used: self.used,
        }
    }
}
