//! Keeps the ring about as full as it should be. Ticks follow the wall clock
//! and the device its own crystal, so the ring slowly fills or empties. What
//! counts is the lowest level in a while: that is the time a late tick may
//! take. While it stays in a wide band nothing is touched, and samples pass
//! bit for bit; else the missing or superfluous frames are spread over a
//! second or more by playing at most 0.5 % faster or slower.

/// Most and least change of speed. Half a percent is a twelfth of a semitone.
const MOST: f64 = 0.005;
const LEAST: f64 = 0.001;
/// Frames over which the lowest level is taken: two seconds.
const WINDOW: u32 = 96_000;
/// Frames to have left when the ring is at its lowest: one tick.
const CUSHION: usize = 800;
/// Half of that may be missing, or be there once more, before it matters.
const BAND: i64 = 400;
/// Frames that the cushion grows by when it was too thin, and its limit.
const GROWTH: usize = 400;
const THICKEST: usize = 3_200;
/// Windows without trouble after which it shrinks by a step.
const CALM: u32 = 30;

/// Decides how fast the ring is emptied.
pub(super) struct Drift {
    cushion: usize,
    lowest: usize,
    passed: u32,
    calm: u32,
    /// Frames still to be left out, or, if negative, to be stretched over.
    owed: i64,
    speed: f64,
    part: f64,
}

impl Drift {
    /// Nothing is owed yet.
    pub(super) fn new() -> Self {
        Self {
            cushion: CUSHION,
            lowest: usize::MAX,
            passed: 0,
            calm: 0,
            owed: 0,
            speed: 0.0,
            part: 0.0,
        }
    }

    /// Frames that should be left when the ring is at its lowest.
    pub(super) fn cushion(&self) -> usize {
        self.cushion
    }

    /// The ring ran empty: the cushion was too thin.
    pub(super) fn starved(&mut self) {
        self.cushion = (self.cushion + GROWTH).min(THICKEST);
        self.calm = 0;
    }

    /// The ring was filled anew; what was known no longer holds.
    pub(super) fn restart(&mut self) {
        self.lowest = usize::MAX;
        self.passed = 0;
        self.owed = 0;
        self.part = 0.0;
    }

    /// A frame is about to be played with so many in the ring; answers how
    /// much faster than usual to play, as a part of the speed.
    pub(super) fn step(&mut self, level: usize) -> f64 {
        if self.owed != 0 {
            let change = if self.owed > 0 {
                self.speed
            } else {
                -self.speed
            };
            self.part += self.speed;
            if self.part >= 1.0 {
                self.part -= 1.0;
                self.pay();
            }
            return change;
        }
        self.lowest = self.lowest.min(level);
        self.passed += 1;
        if self.passed >= WINDOW {
            self.close_window();
        }
        0.0
    }

    /// Whether a frame may be left out (positive) or repeated (negative) in
    /// silence, where nobody hears it.
    pub(super) fn owed(&self) -> i64 {
        self.owed
    }

    /// A whole frame was left out or repeated.
    pub(super) fn pay(&mut self) {
        self.owed -= self.owed.signum();
        if self.owed == 0 {
            self.restart();
        }
    }

    fn close_window(&mut self) {
        let surplus = self.lowest as i64 - self.cushion as i64;
        self.restart();
        if surplus.abs() > BAND {
            self.owed = surplus;
            self.speed = (surplus.abs() as f64 / 96_000.0).clamp(LEAST, MOST);
        }
        self.calm += 1;
        if self.calm >= CALM && self.cushion > CUSHION {
            self.cushion -= GROWTH;
            self.calm = 0;
        }
    }
}
