//! Triangles by the pixel-center rule.
//!
//! A pixel belongs to a triangle when its three weights are not negative. The
//! weights are accumulated in double precision from the box's corner, step by
//! step: which pixels of a shared edge are drawn hangs on their last bits.

use crate::clip::Clip;
use crate::number::{floor, truncate};
use crate::screen::Screen;

/// The weights of a triangle's corners over the pixels of its box.
pub(crate) struct Weights {
    /// First column and row, and those behind the last.
    pub(crate) bounds: Clip,
    /// Which corner each weight belongs to: winding is evened out by a swap.
    pub(crate) order: [usize; 3],
    /// The weights at the first pixel of the current row.
    row: [f64; 3],
    /// Change of the weights from a column to the next.
    right: [f64; 3],
    down: [f64; 3],
}

impl Weights {
    /// Prepares the walk; `None` if no pixel can be drawn.
    pub(crate) fn new(corners: &[[f64; 2]; 3], clip: Clip) -> Option<Weights> {
        let [a, b, c] = *corners;
        let least = |axis: usize| smaller(smaller(a[axis], b[axis]), c[axis]).floor();
        let most = |axis: usize| larger(larger(a[axis], b[axis]), c[axis]).ceil();
        let bounds = Clip {
            left: truncate(least(0)).max(clip.left),
            top: truncate(least(1)).max(clip.top),
            right: truncate(most(0)).min(clip.right),
            bottom: truncate(most(1)).min(clip.bottom),
        };
        if bounds.is_empty() {
            return None;
        }
        let mut area = edge(a, b, c);
        // Anything thinner than one square unit with this winding is nothing.
        if truncate(area.floor()) == 0 {
            return None;
        }
        let mut order = [0, 1, 2];
        if area < 0.0 {
            order.swap(0, 1);
            area = -area;
        }
        let offset = 0.5 - f64::from(f32::EPSILON);
        let first = [
            f64::from(bounds.left) + offset,
            f64::from(bounds.top) + offset,
        ];
        let mut weights = Weights {
            bounds,
            order,
            row: [0.0; 3],
            right: [0.0; 3],
            down: [0.0; 3],
        };
        for corner in 0..3 {
            let next = corners[order[(corner + 1) % 3]];
            let last = corners[order[(corner + 2) % 3]];
            weights.right[corner] = (next[1] - last[1]) / area;
            weights.down[corner] = (last[0] - next[0]) / area;
            weights.row[corner] = edge(next, last, first) / area;
        }
        Some(weights)
    }

    /// The weights at the first column of the current row.
    pub(crate) fn row(&self) -> [f64; 3] {
        self.row
    }

    /// Moves on to the next row.
    pub(crate) fn next_row(&mut self) {
        for corner in 0..3 {
            self.row[corner] += self.down[corner];
        }
    }

    /// The columns of the current row that are drawn.
    ///
    /// A weight crosses zero where a division says, except that the rounding of
    /// every single step counts. The error of that is bounded, so only when a
    /// crossing lies that close to a whole column the steps are really taken.
    pub(crate) fn span(&self) -> (i32, i32) {
        let columns = self.bounds.right - self.bounds.left;
        let limit = f64::from(columns);
        let (mut first, mut behind) = (0, columns);
        for (start, step) in self.row.into_iter().zip(self.right) {
            if step == 0.0 {
                if start > -f64::EPSILON {
                    continue;
                }
                return (0, 0);
            }
            let crossing = (-f64::EPSILON - start) / step;
            let error = (start.abs() / step.abs() + limit) * (limit + 8.0) * f64::EPSILON;
            let crossing = crossing.clamp(-2.5, limit + 2.5);
            let column = floor(crossing);
            let past = crossing - f64::from(column);
            // What is not a number is as uncertain as what is too close.
            let certain = past > error && 1.0 - past > error;
            if !certain {
                return self.stepped_span();
            }
            if step > 0.0 {
                first = first.max(column + 1);
            } else {
                behind = behind.min(column + 1);
            }
        }
        if first >= behind {
            return (0, 0);
        }
        let left = self.bounds.left;
        (left + first, left + behind)
    }

    /// The same columns, found by taking every step.
    fn stepped_span(&self) -> (i32, i32) {
        let mut at = self.row;
        let mut x = self.bounds.left;
        // Each weight only grows or only falls along a row, so the pixels that
        // are inside follow each other.
        while x < self.bounds.right && !Weights::inside(&at) {
            self.step(&mut at);
            x += 1;
        }
        let first = x;
        while x < self.bounds.right && Weights::inside(&at) {
            self.step(&mut at);
            x += 1;
        }
        (first, x)
    }

    /// Moves weights on to the next column.
    #[inline]
    pub(crate) fn step(&self, at: &mut [f64; 3]) {
        for (weight, step) in at.iter_mut().zip(self.right) {
            *weight += step;
        }
    }

    /// Whether a pixel with these weights is drawn.
    #[inline]
    pub(crate) fn inside(weights: &[f64; 3]) -> bool {
        weights[0] > -f64::EPSILON && weights[1] > -f64::EPSILON && weights[2] > -f64::EPSILON
    }
}

/// Twice the signed area of a triangle.
fn edge(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// The smaller of two; the second if they do not compare.
fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

/// The larger of two; the second if they do not compare.
fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

impl Screen {
    /// Fills a triangle. At most one visit to each pixel of the clip rectangle.
    pub(crate) fn triangle(&mut self, corners: [[f32; 2]; 3], color: i32) {
        let color = self.video().mapped(color);
        let corners = corners.map(|corner| corner.map(f64::from));
        let Some(mut weights) = Weights::new(&corners, self.clip) else {
            return;
        };
        let (top, bottom) = (weights.bounds.top, weights.bounds.bottom);
        let mut canvas = self.canvas();
        for y in top..bottom {
            let (left, right) = weights.span();
            canvas.fill(y, left, right, color);
            weights.next_row();
        }
    }
}
