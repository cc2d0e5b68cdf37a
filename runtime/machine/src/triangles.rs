//! Triangles by the pixel-center rule.
//!
//! A pixel belongs to a triangle when its three weights are not negative. The
//! weights are accumulated in double precision from the box's corner, step by
//! step: which pixels of a shared edge are drawn hangs on their last bits.

use crate::clip::Clip;
use crate::number::{nearest, truncate};
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
    /// Columns a weight takes to change by one: one over `right`.
    columns: [f64; 3],
    /// How far from a whole column a computed crossing is certain; nothing is
    /// if this is larger than one half.
    doubt: f64,
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
            columns: [0.0; 3],
            doubt: 1.0,
        };
        for corner in 0..3 {
            let next = corners[order[(corner + 1) % 3]];
            let last = corners[order[(corner + 2) % 3]];
            weights.right[corner] = (next[1] - last[1]) / area;
            weights.down[corner] = (last[0] - next[0]) / area;
            weights.row[corner] = edge(next, last, first) / area;
            weights.columns[corner] = 1.0 / weights.right[corner];
        }
        weights.doubt = weights.doubt();
        Some(weights)
    }

    /// How uncertain the crossings of `span` are.
    ///
    /// A step rounds by half a last bit of the weight, and a weight that gets
    /// to zero in the box is never more than the box's columns away from it,
    /// counted in steps. Numbers that are not of an ordinary size, or not
    /// numbers, leave nothing certain.
    fn doubt(&self) -> f64 {
        let ordinary = |value: f64| value == 0.0 || (1e-100..1e100).contains(&value.abs());
        let all = self.row.iter().chain(&self.right).chain(&self.down);
        if !all.copied().all(ordinary) {
            return 1.0;
        }
        let columns = f64::from(self.bounds.right - self.bounds.left) + 8.0;
        2.0 * columns * columns * f64::EPSILON
    }

    /// The weights at the first column of the current row.
    #[inline]
    pub(crate) fn row(&self) -> &[f64; 3] {
        &self.row
    }

    /// Change of the weights from a column to the next.
    pub(crate) fn change(&self) -> &[f64; 3] {
        &self.right
    }

    /// The weights at a column of the current row, with the rounding of every
    /// step that leads there.
    #[inline]
    pub(crate) fn stepped(&self, column: i32) -> [f64; 3] {
        let mut at = self.row;
        for _ in self.bounds.left..column {
            self.step(&mut at);
        }
        at
    }

    /// How large each weight can be in the box, seen from the current row, the
    /// first one.
    pub(crate) fn reach(&self) -> [f64; 3] {
        let columns = f64::from(self.bounds.right - self.bounds.left);
        let rows = f64::from(self.bounds.bottom - self.bounds.top);
        std::array::from_fn(|corner| {
            self.row[corner].abs()
                + self.right[corner].abs() * columns
                + self.down[corner].abs() * rows
        })
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
    /// every single step counts. The error of that is bounded, so only when the
    /// first or last crossing lies that close to a whole column the steps are
    /// really taken.
    #[inline]
    pub(crate) fn span(&self) -> (i32, i32) {
        // Half a column outside the box, as far from whole ones as can be.
        let mut first = -0.5;
        let mut last = f64::from(self.bounds.right - self.bounds.left) - 0.5;
        for corner in 0..3 {
            let start = self.row[corner];
            let crossing = (-f64::EPSILON - start) * self.columns[corner];
            let step = self.right[corner];
            if step > 0.0 {
                first = larger(crossing, first);
            } else if step < 0.0 {
                last = smaller(crossing, last);
            } else if start <= -f64::EPSILON {
                return (0, 0);
            }
        }
        if first > last + 1.0 && self.doubt < 0.5 {
            return (0, 0);
        }
        let (left, after_left) = nearest(first);
        let (right, after_right) = nearest(last);
        if after_left.abs() > self.doubt && after_right.abs() > self.doubt {
            // Both ends are the whole columns below, plus one.
            let left = left + i32::from(after_left > 0.0);
            let right = right + i32::from(after_right > 0.0);
            let start = self.bounds.left;
            (start + left, start + right.max(left))
        } else {
            self.stepped_span()
        }
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
