//! The clip rectangle, and the arithmetic of cutting spans to it.
//!
//! Every primitive cuts its rows here before it loops, so the work of a call
//! is bounded by the screen, whatever numbers a cart passes.

use crate::image::imaged;
use crate::size::Size;

/// The part of the screen that drawing may change; right and bottom exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clip {
    /// First column.
    pub left: i32,
    /// First row.
    pub top: i32,
    /// Column behind the last.
    pub right: i32,
    /// Row behind the last.
    pub bottom: i32,
}

imaged!(Clip {
    left,
    top,
    right,
    bottom
});

impl Clip {
    /// The whole screen.
    pub fn full(size: Size) -> Clip {
        Clip {
            left: 0,
            top: 0,
            right: size.width() as i32,
            bottom: size.height() as i32,
        }
    }

    /// A rectangle cut to the screen; negative sizes leave nothing.
    pub fn rectangle(size: Size, x: i32, y: i32, width: i32, height: i32) -> Clip {
        let full = Clip::full(size);
        let (left, right) = cut(x, width, full.left, full.right);
        let (top, bottom) = cut(y, height, full.top, full.bottom);
        Clip {
            left,
            top,
            right,
            bottom,
        }
    }

    /// Whether a pixel may be drawn.
    #[inline]
    pub fn contains(&self, x: i32, y: i32) -> bool {
        x >= self.left && x < self.right && y >= self.top && y < self.bottom
    }

    /// Whether nothing can be drawn at all.
    pub fn is_empty(&self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }

    /// The part of a small rectangle that is visible. Most are so as a whole, which
    /// takes no more than four comparisons.
    #[inline]
    pub(crate) fn visible(&self, x: i32, y: i32, width: i32, height: i32) -> Option<Clip> {
        let inside =
            x >= self.left && x <= self.right - width && y >= self.top && y <= self.bottom - height;
        let visible = if inside {
            Clip {
                left: x,
                top: y,
                right: x + width,
                bottom: y + height,
            }
        } else {
            let (left, right) = self.columns(x, width);
            let (top, bottom) = self.rows(y, height);
            Clip {
                left,
                top,
                right,
                bottom,
            }
        };
        (!visible.is_empty()).then_some(visible)
    }

    /// The columns of a span of `length` pixels from `x` that are visible.
    #[inline]
    pub fn columns(&self, x: i32, length: i32) -> (i32, i32) {
        cut(x, length, self.left, self.right)
    }

    /// The rows of a span of `length` pixels from `y` that are visible.
    #[inline]
    pub fn rows(&self, y: i32, length: i32) -> (i32, i32) {
        cut(y, length, self.top, self.bottom)
    }
}

/// First and behind-last position of a span inside the bounds; empty spans give
/// two equal positions. The end is computed wide, because it may overflow.
#[inline]
fn cut(start: i32, length: i32, low: i32, high: i32) -> (i32, i32) {
    let end = i64::from(start) + i64::from(length);
    let end = end.clamp(i64::from(low), i64::from(high)) as i32;
    let start = start.clamp(low, high);
    (start, end.max(start))
}
