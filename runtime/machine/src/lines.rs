//! Straight lines with fractional ends.
//!
//! The walk is in single precision, one step a pixel along the longer axis:
//! carts see every rounding of it, so the order of operations is part of the
//! behavior. Triangle outlines are three such lines.

use crate::number::truncate_pixel;
use crate::screen::{Canvas, Screen};

impl Screen {
    /// Draws a line; the end that is not on the driving axis' upper side comes
    /// first, so that both directions give the same pixels.
    pub(crate) fn line(&mut self, x0: f32, y0: f32, x1: f32, y1: f32, color: i32) {
        let color = self.video().mapped(color);
        // The walk ends at the longer side of the screen on both axes.
        let limit = self.size.width().max(self.size.height()) as f32;
        let mut canvas = self.canvas();
        if (x0 - x1).abs() < (y0 - y1).abs() {
            walk(
                &mut canvas,
                limit,
                [y0, x0],
                [y1, x1],
                |canvas, along, across| {
                    canvas.set(truncate_pixel(across), truncate_pixel(along), color);
                },
            );
        } else {
            walk(
                &mut canvas,
                limit,
                [x0, y0],
                [x1, y1],
                |canvas, along, across| {
                    canvas.set(truncate_pixel(along), truncate_pixel(across), color);
                },
            );
        }
    }

    /// Draws the three sides of a triangle.
    pub(crate) fn triangle_outline(&mut self, corners: [[f32; 2]; 3], color: i32) {
        for (a, b) in [(0, 1), (1, 2), (2, 0)] {
            let ([x0, y0], [x1, y1]) = (corners[a], corners[b]);
            self.line(x0, y0, x1, y1, color);
        }
    }
}

/// Visits a line from its lower to its upper end on the driving axis, which is
/// the first coordinate of both. At most `limit` steps and the end point.
fn walk(
    canvas: &mut Canvas<'_>,
    limit: f32,
    mut start: [f32; 2],
    mut end: [f32; 2],
    plot: impl Fn(&mut Canvas<'_>, f32, f32),
) {
    if start[0] > end[0] {
        std::mem::swap(&mut start, &mut end);
    }
    let slope = (end[1] - start[1]) / (end[0] - start[0]);
    let [mut along, mut across] = start;
    if along < 0.0 {
        across -= slope * along;
        along = 0.0;
    }
    let last = if end[0] > limit { limit } else { end[0] };
    while along < last {
        plot(canvas, along, across);
        along += 1.0;
        across += slope;
    }
    plot(canvas, last, end[1]);
}
