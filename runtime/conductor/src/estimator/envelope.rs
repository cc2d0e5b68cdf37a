//! The clock by the times of callbacks alone. They come late or in time but
//! never early, so the line goes along the earliest of them, and does not
//! shift when the computer gets busy, as a mean would.

use std::collections::VecDeque;

use super::line::{Line, MOST_SKEW, Outliers};
use super::{JITTER, SNAP};

/// Seconds of a block, of which the earliest callback counts.
const BLOCK: f64 = 0.25;
/// Blocks that are kept.
const BLOCKS: usize = 48;
/// Blocks with which the line is drawn, and with which it may tilt.
const SETTLED: usize = 4;
const TILTS: usize = 24;
/// Passes of the fit, and how far above its line a block may lie, in seconds,
/// to be in the next one.
const PASSES: usize = 3;
const ABOVE: f64 = 0.000_05;

/// Follows the earliest callbacks.
#[derive(Default)]
pub(super) struct Envelope {
    line: Option<Line>,
    /// Moment and offset of the earliest of each block.
    blocks: VecDeque<(f64, f64)>,
    earliest: Option<(f64, f64)>,
    block_start: f64,
    outliers: Outliers,
    /// The last residuals.
    recent: [f64; 4],
}

impl Envelope {
    /// A callback at `at` that is `offset` seconds behind the frames handed
    /// over, with buffers of `step` seconds; true if it has begun anew.
    pub(super) fn take(&mut self, at: f64, offset: f64, step: f64) -> bool {
        let Some(line) = self.line else {
            self.start(at, offset, 0.0);
            return false;
        };
        let predicted = line.offset_at(at);
        let residual = offset - predicted;
        self.recent.rotate_left(1);
        self.recent[3] = residual;
        // A host that polls a position which moves in steps is late by a part
        // of a step at any time.
        let most = JITTER.max(step / 4.0);
        if residual.abs() > most && (residual > 0.0 || self.is_settled()) {
            let Some(least) = self.outliers.take(residual, most.max(SNAP / 2.0)) else {
                return false;
            };
            self.start(at, predicted + least, line.skew);
            return true;
        }
        self.outliers.clear();
        let earlier = |&(then, seen): &(f64, f64)| offset - seen < line.skew * (at - then);
        if self.earliest.as_ref().is_none_or(earlier) {
            self.earliest = Some((at, offset));
        }
        if !self.is_settled() {
            self.line = Some(Line {
                at,
                offset: predicted.min(offset),
                skew: line.skew,
            });
        }
        if at - self.block_start >= BLOCK {
            self.close_block(at);
        }
        false
    }

    /// The course; along the start of time before there is any.
    pub(super) fn line(&self) -> Line {
        self.line.unwrap_or_default()
    }

    /// Whether there is enough to draw a line by.
    pub(super) fn is_settled(&self) -> bool {
        self.blocks.len() >= SETTLED
    }

    /// The smallest of the last four residuals, each against the line of its
    /// time.
    pub(super) fn lowest(&self) -> f64 {
        self.recent.iter().copied().fold(f64::INFINITY, f64::min)
    }

    fn start(&mut self, at: f64, offset: f64, skew: f64) {
        self.line = Some(Line { at, offset, skew });
        self.blocks.clear();
        self.earliest = None;
        self.block_start = at;
        self.outliers.clear();
    }

    fn close_block(&mut self, at: f64) {
        self.block_start = at;
        self.blocks.extend(self.earliest.take());
        if self.blocks.len() > BLOCKS {
            self.blocks.pop_front();
        }
        if self.is_settled() {
            let skew = self.line().skew;
            let free = self.blocks.len() >= TILTS;
            self.line = Some(lower_line(self.blocks.make_contiguous(), at, skew, free));
        }
    }
}

/// The line along the lowest of some points, at a moment: drawn through all,
/// then through those that do not lie above it, and so on. Its skew is given,
/// or `free`.
fn lower_line(points: &[(f64, f64)], at: f64, skew: f64, free: bool) -> Line {
    let mut points = points.to_vec();
    let mut line = fit(&points, skew, free);
    for _ in 1..PASSES {
        let lies_low = |&&(then, offset): &&(f64, f64)| offset - line.offset_at(then) <= ABOVE;
        let low: Vec<_> = points.iter().filter(lies_low).copied().collect();
        if low.len() < SETTLED {
            break;
        }
        points = low;
        line = fit(&points, skew, free);
    }
    Line {
        at,
        offset: line.offset_at(at),
        skew: line.skew,
    }
}

/// Least squares.
fn fit(points: &[(f64, f64)], skew: f64, free: bool) -> Line {
    let count = points.len().max(1) as f64;
    let at = points.iter().map(|point| point.0).sum::<f64>() / count;
    let offset = points.iter().map(|point| point.1).sum::<f64>() / count;
    let (mut square, mut product) = (0.0, 0.0);
    for point in points {
        square += (point.0 - at) * (point.0 - at);
        product += (point.0 - at) * (point.1 - offset);
    }
    let skew = if free && square > 0.0 {
        (product / square).clamp(-MOST_SKEW, MOST_SKEW)
    } else {
        skew
    };
    Line { at, offset, skew }
}
