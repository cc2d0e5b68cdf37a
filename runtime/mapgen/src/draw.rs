//! Random numbers as generators draw them: `u32` ranges and thousandths.
//!
//! Nothing is drawn from a `usize`, whose width differs between machines.

use dice::Stream;

use crate::Point;
use crate::Rect;

/// A number from `low` to `high`, both included; `low` when the range is empty.
#[inline]
pub(crate) fn between(stream: &mut Stream, low: u32, high: u32) -> u32 {
    if high <= low {
        return low;
    }
    stream.int(i64::from(low), i64::from(high)) as u32
}

/// True in so many of a thousand draws.
#[inline]
pub(crate) fn chance(stream: &mut Stream, thousandths: u32) -> bool {
    stream.int(0, 999) < i64::from(thousandths)
}

/// A cell of the rectangle.
#[inline]
pub(crate) fn point_in(stream: &mut Stream, rect: Rect) -> Point {
    let x = between(stream, rect.x, rect.x + rect.w.saturating_sub(1));
    let y = between(stream, rect.y, rect.y + rect.h.saturating_sub(1));
    Point::new(x, y)
}
