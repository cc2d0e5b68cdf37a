//! Where the picture lies in the window: as large as a whole number allows,
//! centered, the rest black. A window smaller than the picture shows it
//! shrunk to fit. Both presenters and the mouse use this one answer, with
//! integer arithmetic, so they agree to the pixel.

/// The rectangle of the window that shows the picture, in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    /// Left edge.
    pub(crate) x: u32,
    /// Top edge.
    pub(crate) y: u32,
    /// Width, a whole multiple of the picture's unless the window is small.
    pub(crate) width: u32,
    /// Height, likewise.
    pub(crate) height: u32,
    picture: (u32, u32),
}

impl Layout {
    /// Fits a picture into a window.
    pub(crate) fn fit(picture: (u32, u32), window: (u32, u32)) -> Self {
        let picture = (picture.0.max(1), picture.1.max(1));
        let scale = (window.0 / picture.0).min(window.1 / picture.1);
        let (width, height) = if scale >= 1 {
            (picture.0 * scale, picture.1 * scale)
        } else {
            shrink(picture, window)
        };
        Self {
            x: (window.0.saturating_sub(width)) / 2,
            y: (window.1.saturating_sub(height)) / 2,
            width,
            height,
            picture,
        }
    }

    /// How often the picture's pixels are enlarged; 0 when it is shrunk.
    pub(crate) fn scale(&self) -> u32 {
        self.width / self.picture.0
    }

    /// The picture's column shown in a column of the rectangle.
    pub(crate) fn column(&self, x: u32) -> u32 {
        (u64::from(x) * u64::from(self.picture.0) / u64::from(self.width.max(1))) as u32
    }

    /// The picture's row shown in a row of the rectangle.
    pub(crate) fn row(&self, y: u32) -> u32 {
        (u64::from(y) * u64::from(self.picture.1) / u64::from(self.height.max(1))) as u32
    }

    /// The picture's pixel under a point of the window, if any.
    pub(crate) fn picture_at(&self, x: f64, y: f64) -> Option<(u32, u32)> {
        let inside = |at: f64, start: u32, size: u32| {
            let at = at.floor() - f64::from(start);
            (at >= 0.0 && at < f64::from(size)).then_some(at as u32)
        };
        let x = inside(x, self.x, self.width)?;
        let y = inside(y, self.y, self.height)?;
        Some((self.column(x), self.row(y)))
    }
}

fn shrink(picture: (u32, u32), window: (u32, u32)) -> (u32, u32) {
    let window = (window.0.max(1), window.1.max(1));
    let part = |side: u32, of: u32, by: u32| {
        ((u64::from(side) * u64::from(of) / u64::from(by)) as u32).max(1)
    };
    let by_width = (window.0, part(picture.1, window.0, picture.0));
    if by_width.1 <= window.1 {
        by_width
    } else {
        (part(picture.0, window.1, picture.1), window.1)
    }
}

/// The scale of a new window: 3 times the picture of the standard screen,
/// about as large for others, more on a dense display, less on a small one.
pub(crate) fn first_scale(
    picture: (u32, u32),
    wanted: Option<u32>,
    density: f64,
    monitor: Option<(u32, u32)>,
) -> u32 {
    let fits = |side: (u32, u32)| (side.0 / picture.0.max(1)).min(side.1 / picture.1.max(1));
    let standard = wanted.unwrap_or_else(|| fits((768, 768)).max(1));
    let mut scale = (f64::from(standard) * density.clamp(0.5, 8.0)).round() as u32;
    if let Some((width, height)) = monitor {
        // Room for the title bar and the desktop's own bars.
        scale = scale.min(fits((width, height - height / 10)));
    }
    scale.clamp(1, 64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(window: (u32, u32), expected: (u32, u32, u32, u32)) {
        let layout = Layout::fit((256, 144), window);
        assert_eq!(
            (layout.x, layout.y, layout.width, layout.height),
            expected,
            "{window:?}"
        );
    }

    #[test]
    fn the_largest_whole_number_is_taken_and_centered() {
        check((768, 432), (0, 0, 768, 432));
        check((769, 433), (0, 0, 768, 432));
        check((800, 600), (16, 84, 768, 432));
        check((1920, 1080), (64, 36, 1792, 1008));
        check((256, 144), (0, 0, 256, 144));
    }

    #[test]
    fn a_small_window_shows_all_of_the_picture() {
        check((128, 144), (0, 36, 128, 72));
        check((255, 100), (39, 0, 177, 100));
        check((1, 1), (0, 0, 1, 1));
        check((0, 0), (0, 0, 1, 1));
    }

    #[test]
    fn the_mouse_finds_its_pixel() {
        let layout = Layout::fit((256, 144), (800, 600));
        assert_eq!(layout.picture_at(16.0, 84.0), Some((0, 0)));
        assert_eq!(layout.picture_at(18.9, 86.9), Some((0, 0)));
        assert_eq!(layout.picture_at(19.0, 87.0), Some((1, 1)));
        assert_eq!(layout.picture_at(783.5, 515.5), Some((255, 143)));
        assert_eq!(layout.picture_at(15.9, 84.0), None);
        assert_eq!(layout.picture_at(784.0, 100.0), None);
    }

    #[test]
    fn a_new_window_suits_its_display() {
        let standard = (256, 144);
        assert_eq!(first_scale(standard, None, 1.0, None), 3);
        assert_eq!(first_scale(standard, None, 2.0, Some((3840, 2160))), 6);
        assert_eq!(first_scale(standard, None, 1.5, Some((2560, 1440))), 5);
        assert_eq!(first_scale(standard, None, 1.0, Some((640, 480))), 2);
        assert_eq!(first_scale(standard, Some(1), 1.0, None), 1);
        assert_eq!(first_scale((80, 72), None, 1.0, None), 9);
        assert_eq!(first_scale((4000, 9), None, 1.0, Some((100, 100))), 1);
    }
}
