//! Moments between flicks, as fractions.
//!
//! A beat at 122 bpm is no whole number of flicks, so where a tempo change lies
//! is kept as a fraction. Odd tempi in a row would let its denominator grow for
//! ever; past a bound it is rounded down, which never makes a beat late.

use super::{TempoError, rate::Rate};

/// Furthest moment a map works with, in flicks: three years.
pub(super) const FURTHEST: i64 = 1 << 56;

/// Finest fraction of a flick that is kept: keeps all products within 128 bits.
const FINEST: i128 = 1 << 32;

/// A moment in flicks, as a fraction in lowest terms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) numerator: i128,
    pub(super) denominator: i128,
}

impl Moment {
    /// A whole number of flicks.
    pub(super) fn of_flicks(flicks: i64) -> Moment {
        Moment {
            numerator: i128::from(flicks),
            denominator: 1,
        }
    }

    /// The first whole flick at or after this moment.
    pub(super) fn rounded_up(self) -> i128 {
        -(-self.numerator).div_euclid(self.denominator)
    }

    /// Whether this moment is at or before a whole flick.
    pub(super) fn is_reached_by(self, flicks: i64) -> bool {
        self.numerator <= i128::from(flicks) * self.denominator
    }

    /// The moment so many nano-beats later at a rate.
    pub(super) fn after(self, nanos: i64, rate: Rate) -> Result<Moment, TempoError> {
        self.plus(fraction(i128::from(nanos) * rate.flicks, rate.nanos))
    }

    /// The sum of two moments; an error past [`FURTHEST`].
    pub(super) fn plus(self, other: Moment) -> Result<Moment, TempoError> {
        let shared = greatest_common_divisor(self.denominator, other.denominator);
        let scale = other.denominator / shared;
        let sum = fraction(
            self.numerator * scale + other.numerator * (self.denominator / shared),
            self.denominator * scale,
        );
        if sum.numerator.abs() > i128::from(FURTHEST) * sum.denominator {
            return Err(TempoError::TooLong);
        }
        Ok(sum)
    }

    /// This moment, or the other one where that is later.
    pub(super) fn or_later(self, other: Moment) -> Moment {
        if self.numerator * other.denominator < other.numerator * self.denominator {
            other
        } else {
            self
        }
    }

    /// The moment mirrored at 0.
    pub(super) fn negated(self) -> Moment {
        Moment {
            numerator: -self.numerator,
            denominator: self.denominator,
        }
    }
}

/// A fraction in lowest terms, rounded down where it would be too fine.
fn fraction(numerator: i128, denominator: i128) -> Moment {
    let shared = greatest_common_divisor(numerator, denominator);
    let (numerator, denominator) = (numerator / shared, denominator / shared);
    if denominator <= FINEST {
        return Moment {
            numerator,
            denominator,
        };
    }
    let whole = numerator.div_euclid(denominator);
    let rest = numerator.rem_euclid(denominator);
    fraction(whole * FINEST + rest * FINEST / denominator, FINEST)
}

/// Of two numbers of which one is not 0; positive.
pub(super) fn greatest_common_divisor(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
