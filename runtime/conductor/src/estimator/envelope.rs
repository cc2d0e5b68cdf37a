//! The clock by the times of callbacks alone. They come late or in time but
//! never early, so the line goes along the earliest of them, and does not
//! shift when the computer gets busy, as a mean would.

use std::collections::VecDeque;

use super::line::{Line, MOST_SKEW, Outliers};
use super::{JITTER, SNAP};

/// Seconds of a block, of which the earliest callback counts.
const BLOCK: f64 = 0.25;
/// Blocks that are kept.
const BLOCKS: usize = 96;
/// Blocks with which the line is drawn.
const SETTLED: usize = 4;
/// How much the skew that was known before counts, in square seconds: as
/// much as blocks of some seconds.
const STIFFNESS: f64 = 4.0;
/// Passes of the fit, and how far above its line a block may lie, in seconds,
/// to be in the next one.
const PASSES: usize = 4;
const ABOVE: f64 = 0.000_05;

/// Follows the earliest callbacks.
#[derive(Default)]
pub(super) struct Envelope {
    line: Option<Line>,
    /// The skew at the last start.
    known: f64,
    /// Moment and offset of the earliest of each block.
    blocks: VecDeque<(f64, f64)>,
    earliest: Option<(f64, f64)>,
    /// This is the first block, which does not count: a device takes its first
    /// buffers before it plays.
    fresh: bool,
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
        self.known = skew;
        self.blocks.clear();
        self.earliest = None;
        self.fresh = true;
        self.block_start = at;
        self.outliers.clear();
    }

    fn close_block(&mut self, at: f64) {
        self.block_start = at;
        let earliest = self.earliest.take();
        if std::mem::take(&mut self.fresh) {
            return;
        }
        self.blocks.extend(earliest);
        if self.blocks.len() > BLOCKS {
            self.blocks.pop_front();
        }
        if self.is_settled() {
            self.line = Some(lower_line(self.blocks.make_contiguous(), at, self.known));
        }
    }
}

/// The line along the lowest of some points, at a moment: drawn through all,
/// then through those that do not lie above it, and so on.
fn lower_line(points: &[(f64, f64)], at: f64, known: f64) -> Line {
    let mut points = points.to_vec();
    let mut line = fit(&points, known);
    for _ in 1..PASSES {
        let lies_low = |&&(then, offset): &&(f64, f64)| offset - line.offset_at(then) <= ABOVE;
        let low: Vec<_> = points.iter().filter(lies_low).copied().collect();
        if low.len() < SETTLED {
            break;
        }
        points = low;
        line = fit(&points, known);
    }
    Line {
        at,
        offset: line.offset_at(at),
        skew: line.skew,
    }
}

/// Least squares, with a skew that is known a little.
fn fit(points: &[(f64, f64)], known: f64) -> Line {
    let count = points.len().max(1) as f64;
    let at = points.iter().map(|point| point.0).sum::<f64>() / count;
    let offset = points.iter().map(|point| point.1).sum::<f64>() / count;
    let (mut square, mut product) = (STIFFNESS, STIFFNESS * known);
    for point in points {
        square += (point.0 - at) * (point.0 - at);
        product += (point.0 - at) * (point.1 - offset);
    }
    let skew = (product / square).clamp(-MOST_SKEW, MOST_SKEW);
    Line { at, offset, skew }
}
