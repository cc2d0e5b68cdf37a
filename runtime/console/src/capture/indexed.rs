//! A picture as palette indices. GIF has no other form, and a cart's picture
//! rarely shows more than 16 colors, so indices are also what is kept in
//! memory. More than 256 colors (a palette changed on every row can do that)
//! lose their lowest bits until they fit.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::Picture;

/// A picture of at most 256 colors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Indexed {
    /// Width in pixels.
    pub(crate) width: usize,
    /// Height in pixels.
    pub(crate) height: usize,
    /// Red, green, blue of every color, in order of first appearance.
    pub(crate) palette: Vec<[u8; 3]>,
    /// One palette index a pixel, row by row.
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    /// Finds the colors of a picture; exact up to 256 of them.
    pub(crate) fn new(picture: &Picture) -> Self {
        let mut mask = 0xff_u8;
        loop {
            if let Some((palette, pixels)) = index(&picture.rgba, mask) {
                return Self {
                    width: picture.width,
                    height: picture.height,
                    palette,
                    pixels,
                };
            }
            // Two bits a channel are 64 colors, so this ends.
            mask <<= 1;
        }
    }
}

impl Indexed {
    /// The picture in the middle of one with this size, a whole number of times
    /// as large, or made smaller; what is left over is black.
    pub(crate) fn fitted(self, width: usize, height: usize) -> Self {
        if (self.width, self.height) == (width, height) {
            return self;
        }
        let scale = (width / self.width).min(height / self.height);
        // Without a whole scale every so manieth pixel is shown.
        let step = self.width.div_ceil(width).max(self.height.div_ceil(height));
        let shown = |side: usize| {
            if scale > 0 {
                side * scale
            } else {
                side.div_ceil(step)
            }
        };
        let (left, top) = (
            (width - shown(self.width)) / 2,
            (height - shown(self.height)) / 2,
        );
        let mut palette = self.palette;
        let black = palette.iter().position(|&color| color == [0; 3]);
        let black = black.unwrap_or_else(|| {
            // A full palette gives up its last color, of which there is least.
            palette.truncate(255);
            palette.push([0; 3]);
            palette.len() - 1
        });
        let mut pixels = vec![black as u8; width * height];
        for y in 0..shown(self.height) {
            for x in 0..shown(self.width) {
                let from = |at: usize| at.checked_div(scale).unwrap_or(at * step);
                pixels[(top + y) * width + left + x] = self.pixels[from(y) * self.width + from(x)];
            }
        }
        Self {
            width,
            height,
            palette,
            pixels,
        }
    }
}

fn index(rgba: &[u8], mask: u8) -> Option<(Vec<[u8; 3]>, Vec<u8>)> {
    let mut palette: Vec<[u8; 3]> = Vec::new();
    let mut known: BTreeMap<[u8; 3], u8> = BTreeMap::new();
    let mut pixels = Vec::with_capacity(rgba.len() / 4);
    // Neighbors mostly share their color, so the map is asked at changes only.
    let mut last: Option<([u8; 3], u8)> = None;
    for pixel in rgba.chunks_exact(4) {
        let color = [pixel[0] & mask, pixel[1] & mask, pixel[2] & mask];
        let found = match last {
            Some((same, found)) if same == color => found,
            _ => match known.entry(color) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => {
                    let next = u8::try_from(palette.len()).ok()?;
                    palette.push(color);
                    *entry.insert(next)
                }
            },
        };
        last = Some((color, found));
        pixels.push(found);
    }
    Some((palette, pixels))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(colors: &[[u8; 3]]) -> Picture {
        let rgba: Vec<u8> = colors
            .iter()
            .flat_map(|color| [color[0], color[1], color[2], 255])
            .collect();
        crate::capture::still::tests::picture(colors.len(), 1, rgba)
    }

    #[test]
    fn colors_are_numbered_as_they_appear() {
        let indexed = Indexed::new(&picture(&[[9, 9, 9], [1, 2, 3], [9, 9, 9]]));
        assert_eq!(indexed.palette, [[9, 9, 9], [1, 2, 3]]);
        assert_eq!(indexed.pixels, [0, 1, 0]);
    }

    #[test]
    fn a_picture_of_another_size_is_fitted_into_the_middle() {
        let two = Indexed::new(&picture(&[[9, 9, 9], [1, 2, 3]]));
        let large = two.clone().fitted(5, 4);
        assert_eq!(large.palette, [[9, 9, 9], [1, 2, 3], [0, 0, 0]]);
        let rows: Vec<&[u8]> = large.pixels.chunks(5).collect();
        assert_eq!(rows, [[2; 5], [0, 0, 1, 1, 2], [0, 0, 1, 1, 2], [2; 5]]);
        assert_eq!(two.clone().fitted(2, 1), two);
        assert_eq!(two.fitted(1, 1).pixels, [0]);
    }

    #[test]
    fn too_many_colors_lose_low_bits() {
        let colors: Vec<[u8; 3]> = (0..1000)
            .map(|n| [(n % 256) as u8, (n / 4) as u8, 7])
            .collect();
        let indexed = Indexed::new(&picture(&colors));
        assert!(indexed.palette.len() <= 256);
        assert_eq!(indexed.pixels.len(), 1000);
    }
}
