//! The position as it is told: pieces of straight line that join, so that
//! what was answered for a moment stays true, and never goes back within an
//! epoch. Corrections bend the next piece rather than move it.

use std::collections::VecDeque;

/// Pieces that are kept, for questions about the past: half a second at the
/// least.
const PIECES: usize = 128;
/// Most that a correction makes the position faster and slower, as a part of
/// its speed.
const FASTER: f64 = 0.5;
const SLOWER: f64 = 0.1;

#[derive(Clone, Copy)]
struct Piece {
    from: f64,
    position: f64,
    rate: f64,
    /// Seconds to add within a time, evenly.
    correction: f64,
    within: f64,
    /// The position stays below this.
    cap: f64,
    epoch: u32,
}

impl Piece {
    fn at(&self, at: f64) -> f64 {
        let passed = at - self.from;
        let part = (passed / self.within).clamp(0.0, 1.0);
        let free = self.position + self.rate * passed + self.correction * part;
        free.min(self.cap.max(self.position))
    }
}

/// Positions in seconds over moments in seconds.
#[derive(Default)]
pub(super) struct Course {
    pieces: VecDeque<Piece>,
}

impl Course {
    /// The position and its epoch at a moment.
    pub(super) fn at(&self, at: f64) -> Option<(f64, u32)> {
        let holds = |piece: &&Piece| piece.from <= at;
        let piece = self.pieces.iter().rev().find(holds);
        let piece = piece.or_else(|| self.pieces.front())?;
        Some((piece.at(at), piece.epoch))
    }

    /// Goes on from a new position, in a new epoch.
    pub(super) fn jump(&mut self, from: f64, position: f64, rate: f64, cap: f64, epoch: u32) {
        self.push(Piece {
            from,
            position,
            rate,
            correction: 0.0,
            within: 1.0,
            cap,
            epoch,
        });
    }

    /// Goes on from where it is, and makes an error in seconds good within a
    /// time, or as much of it as can be without a jerk.
    pub(super) fn steer(&mut self, from: f64, error: f64, rate: f64, within: f64, cap: f64) {
        let Some((position, epoch)) = self.at(from) else {
            return;
        };
        self.push(Piece {
            from,
            position,
            rate,
            correction: error.clamp(-SLOWER * within, FASTER * within),
            within,
            cap,
            epoch,
        });
    }

    fn push(&mut self, piece: Piece) {
        if self.pieces.len() >= PIECES {
            self.pieces.pop_front();
        }
        self.pieces.push_back(piece);
    }
}
