//! Beats over time as straight pieces, before any loop.
//!
//! The curve never falls. It is flat in stops and delays, and it jumps where a
//! warp skips beats: then two pieces meet in time and not in position.

use super::moment::{FURTHEST, Moment};
use super::rate::Rate;

/// From a moment on, position grows at a rate or is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    /// First moment of the piece.
    pub(super) start: Moment,
    /// Position there, in nano-beats.
    pub(super) position: i64,
    /// The tempo in force, also while held.
    pub(super) rate: Rate,
    /// Whether the position stays as it is.
    pub(super) held: bool,
}

impl Piece {
    fn position_at(&self, flicks: i64) -> i128 {
        if self.held {
            return i128::from(self.position);
        }
        let since = i128::from(flicks) * self.start.denominator - self.start.numerator;
        let moved = (since * self.rate.nanos).div_euclid(self.start.denominator * self.rate.flicks);
        i128::from(self.position) + moved
    }

    /// First whole flick with at least this position, by this piece alone.
    fn reaches(&self, position: i64) -> Option<i128> {
        if self.held {
            return None;
        }
        let nanos = i128::from(position) - i128::from(self.position);
        let flicks = nanos * self.rate.flicks * self.start.denominator
            + self.start.numerator * self.rate.nanos;
        Some(-(-flicks).div_euclid(self.rate.nanos * self.start.denominator))
    }
}

/// Pieces in order of time and position; the first reaches back for ever, the
/// last on for ever, and neither is held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Curve {
    pub(super) pieces: Vec<Piece>,
}

impl Curve {
    /// The piece in force at a moment: the last one that has begun.
    pub(super) fn piece_at(&self, flicks: i64) -> &Piece {
        let begun = self
            .pieces
            .partition_point(|piece| piece.start.is_reached_by(flicks));
        &self.pieces[begun.saturating_sub(1)]
    }

    /// Position at a moment, rounded down.
    pub(super) fn position(&self, flicks: i64) -> i64 {
        let flicks = flicks.clamp(-FURTHEST, FURTHEST);
        saturated(self.piece_at(flicks).position_at(flicks))
    }

    /// Position that is come close to before a moment, without what jumps or
    /// changes right there.
    pub(super) fn position_before(&self, flicks: i64) -> i64 {
        let flicks = flicks.clamp(-FURTHEST, FURTHEST);
        saturated(self.piece_at(flicks - 1).position_at(flicks)).min(self.position(flicks))
    }

    /// First flick with at least this position.
    pub(super) fn time_of(&self, position: i64) -> i64 {
        let below = self
            .pieces
            .partition_point(|piece| piece.position < position)
            .saturating_sub(1);
        let jump = self
            .pieces
            .get(below + 1)
            .map(|next| next.start.rounded_up());
        let reached = self.pieces[below].reaches(position);
        let first = match (reached, jump) {
            (Some(reached), Some(jump)) => reached.min(jump),
            (Some(flicks), None) | (None, Some(flicks)) => flicks,
            (None, None) => i128::from(i64::MAX),
        };
        saturated(first)
    }
}

/// The nearest number of 64 bits.
pub(super) fn saturated(wide: i128) -> i64 {
    wide.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64
}
