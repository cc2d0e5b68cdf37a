//! Circles and ellipses, filled and outlined.
//!
//! The shapes are those of Zingl's integer midpoint walk over the bounding
//! rectangle. Its length is that of the radii, so ellipses far larger than any
//! screen are computed row by row instead, which only the visible rows cost.

use crate::screen::{Canvas, Screen};

/// The largest radius that is walked; 64 times the usual screen.
const WALKED_RADIUS: i32 = 16_384;

impl Screen {
    /// Fills an ellipse around a pixel; a negative radius draws nothing.
    pub(crate) fn ellipse(&mut self, x: i32, y: i32, a: i32, b: i32, color: i32) {
        let color = self.video().mapped(color);
        let mut canvas = self.canvas();
        if a < 0 || b < 0 || !touches(&canvas, x, y, a, b) {
            return;
        }
        if a.max(b) > WALKED_RADIUS {
            fill_rows(&mut canvas, x, y, a, b, color);
            return;
        }
        // The walk narrows, so the first visit of a row is its whole width.
        let mut previous = i64::MIN;
        walk(x, y, a, b, |left, right, lower, upper| {
            if lower != previous {
                previous = lower;
                let length = (right - left + 1) as i32;
                canvas.span(left as i32, lower as i32, length, color);
                canvas.span(left as i32, upper as i32, length, color);
            }
        });
    }

    /// Draws the outline of an ellipse; a negative radius draws nothing.
    pub(crate) fn ellipse_outline(&mut self, x: i32, y: i32, a: i32, b: i32, color: i32) {
        let color = self.video().mapped(color);
        let mut canvas = self.canvas();
        if a < 0 || b < 0 || !touches(&canvas, x, y, a, b) {
            return;
        }
        if a.max(b) > WALKED_RADIUS {
            outline_rows(&mut canvas, x, y, a, b, color);
            return;
        }
        walk(x, y, a, b, |left, right, lower, upper| {
            for row in [lower, upper] {
                canvas.set(left as i32, row as i32, color);
                canvas.set(right as i32, row as i32, color);
            }
        });
    }
}

/// Whether the bounding rectangle and the clip rectangle have pixels in common.
fn touches(canvas: &Canvas<'_>, x: i32, y: i32, a: i32, b: i32) -> bool {
    let overlaps = |center: i32, radius: i32, low: i32, high: i32| {
        let (center, radius) = (i64::from(center), i64::from(radius));
        center + radius >= i64::from(low) && center - radius < i64::from(high)
    };
    let clip = canvas.clip;
    !clip.is_empty()
        && overlaps(x, a, clip.left, clip.right)
        && overlaps(y, b, clip.top, clip.bottom)
}

/// Visits the outline as (left, right, lower row, upper row), from the middle
/// rows outward. Radii are at most `WALKED_RADIUS`, so nothing overflows.
fn walk(x: i32, y: i32, a: i32, b: i32, mut visit: impl FnMut(i64, i64, i64, i64)) {
    let (mut left, mut right) = (i64::from(x) - i64::from(a), i64::from(x) + i64::from(a));
    let (width, height) = (2 * i64::from(a), 2 * i64::from(b));
    // The height is even, so both middle rows are the same one.
    let (mut lower, mut upper) = (i64::from(y), i64::from(y));
    let mut step_x = 4 * (1 - width) * height * height;
    let mut step_y = 4 * width * width;
    let mut error = step_x + step_y;
    let (grow_y, grow_x) = (8 * width * width, 8 * height * height);
    loop {
        visit(left, right, lower, upper);
        let doubled = 2 * error;
        if doubled <= step_y {
            lower += 1;
            upper -= 1;
            step_y += grow_y;
            error += step_y;
        }
        if doubled >= step_x || 2 * error > step_y {
            left += 1;
            right -= 1;
            step_x += grow_x;
            error += step_x;
        }
        if left > right {
            break;
        }
    }
    // A very flat ellipse ends the walk before its tips are reached.
    while lower - upper < height {
        visit(left - 1, right + 1, lower, upper);
        lower += 1;
        upper -= 1;
    }
}

/// Half the width of the row at a distance from the middle row.
fn half_width(a: i32, b: i32, distance: i64) -> Option<i64> {
    let (a, b) = (i64::from(a), i64::from(b));
    if distance > b {
        return None;
    }
    if b == 0 {
        return Some(a);
    }
    let area = (b - distance) as f64 * (b + distance) as f64;
    Some((a as f64 * area.sqrt() / b as f64 + 0.5) as i64)
}

/// Fills the visible rows of a huge ellipse.
fn fill_rows(canvas: &mut Canvas<'_>, x: i32, y: i32, a: i32, b: i32, color: u8) {
    let clip = canvas.clip;
    for row in clip.top..clip.bottom {
        let distance = (i64::from(row) - i64::from(y)).abs();
        if let Some(half) = half_width(a, b, distance) {
            let center = i64::from(x);
            wide_span(canvas, row, center - half, center + half + 1, color);
        }
    }
}

/// Draws the visible rows of the outline of a huge ellipse.
fn outline_rows(canvas: &mut Canvas<'_>, x: i32, y: i32, a: i32, b: i32, color: u8) {
    let clip = canvas.clip;
    for row in clip.top..clip.bottom {
        let distance = (i64::from(row) - i64::from(y)).abs();
        let Some(half) = half_width(a, b, distance) else {
            continue;
        };
        let inner = half_width(a, b, distance + 1).map_or(0, |next| (next + 1).min(half));
        let center = i64::from(x);
        wide_span(canvas, row, center - half, center - inner + 1, color);
        wide_span(canvas, row, center + inner, center + half + 1, color);
    }
}

/// Fills a visible row between two columns that may be far outside.
fn wide_span(canvas: &mut Canvas<'_>, row: i32, left: i64, right: i64, color: u8) {
    let (low, high) = (i64::from(canvas.clip.left), i64::from(canvas.clip.right));
    canvas.fill(
        row,
        left.clamp(low, high) as i32,
        right.clamp(low, high) as i32,
        color,
    );
}
