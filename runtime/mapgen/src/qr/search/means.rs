//! Means of rectangles of a picture, four sums each: what is darker than its
//! surroundings, how far shades reach, and whether any edge is sharp.

use crate::qr::picture::Gray;

/// Sums of all pixels to the left and above; a picture has at most 2048x2048.
pub(super) struct Means {
    width: usize,
    height: usize,
    sums: Vec<u32>,
}

impl Means {
    pub(super) fn new(picture: &Gray) -> Means {
        let (width, height) = (picture.width, picture.height);
        let mut sums = vec![0; (width + 1) * (height + 1)];
        for y in 0..height {
            let mut row = 0;
            for x in 0..width {
                row += u32::from(picture.at(x, y));
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row;
            }
        }
        Means {
            width,
            height,
            sums,
        }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Pixels on the longer side.
    pub(super) fn longest(&self) -> usize {
        self.width.max(self.height)
    }

    /// The sum of the pixels up to `reach` away, and how many they are.
    fn around(&self, x: usize, y: usize, reach: usize) -> (u32, u32) {
        let (left, top) = (x.saturating_sub(reach), y.saturating_sub(reach));
        let right = (x + reach + 1).min(self.width);
        let bottom = (y + reach + 1).min(self.height);
        let sum = |x: usize, y: usize| self.sums[y * (self.width + 1) + x];
        let inside = sum(right, bottom) + sum(left, top) - sum(right, top) - sum(left, bottom);
        (inside, ((right - left) * (bottom - top)) as u32)
    }

    /// Which pixels, after smoothing, are a twentieth darker than the mean of
    /// their surroundings.
    pub(super) fn dark(&self, smooth: usize, reach: usize) -> Vec<bool> {
        let places = (0..self.height).flat_map(|y| (0..self.width).map(move |x| (x, y)));
        let is_dark = |(x, y)| {
            let (shade, few) = self.around(x, y, smooth);
            let (all, many) = self.around(x, y, reach.max(4));
            u64::from(shade) * u64::from(many) * 20 < u64::from(all) * u64::from(few) * 19
        };
        places.map(is_dark).collect()
    }

    /// The shades that one pixel in a hundred is darker and lighter than.
    pub(super) fn span(&self) -> (u8, u8) {
        let mut counts = [0_usize; 256];
        for y in 0..self.height {
            for x in 0..self.width {
                counts[usize::from(self.smoothed(x, y))] += 1;
            }
        }
        let few = self.width * self.height / 100;
        let first = |mut shades: &mut dyn Iterator<Item = u8>| {
            let mut seen = 0;
            let mut is_over = |&shade: &u8| {
                seen += counts[usize::from(shade)];
                seen > few
            };
            Iterator::find(&mut shades, &mut is_over).unwrap_or_default()
        };
        (first(&mut (0..=255)), first(&mut (0..=255).rev()))
    }

    /// True if one pixel in a thousand is on an edge that rises by a third of
    /// the contrast within four pixels.
    pub(super) fn is_sharp(&self, contrast: u8) -> bool {
        let mut edges = 0;
        for y in 4..self.height {
            for x in 4..self.width {
                let here = self.smoothed(x, y);
                let rise = here.abs_diff(self.smoothed(x - 4, y));
                let rise = rise.max(here.abs_diff(self.smoothed(x, y - 4)));
                edges += usize::from(rise > contrast / 3);
            }
        }
        edges * 1000 >= self.width * self.height
    }

    fn smoothed(&self, x: usize, y: usize) -> u8 {
        let (sum, count) = self.around(x, y, 1);
        (sum / count) as u8
    }
}
