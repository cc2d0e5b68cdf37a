//! Directions of whole numbers: what a ray crosses next is then a comparison of
//! whole numbers too.

/// The larger number of a direction is this to twice this.
const LONG: f64 = (1 << 28) as f64;

/// A direction: whole numbers that are not both 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heading {
    x: i32,
    y: i32,
}

impl Heading {
    /// The direction of (x, y), of any length: exact for numbers with up to 28
    /// bits, and to 1 part in 200 million for others. `None` if both are 0, or
    /// one is not finite.
    pub fn new(mut x: f64, mut y: f64) -> Option<Heading> {
        let long = |x: f64, y: f64| x.abs().max(y.abs());
        if !x.is_finite() || !y.is_finite() || long(x, y) == 0.0 {
            return None;
        }
        // Doubling and halving are exact.
        while long(x, y) < LONG {
            (x, y) = (x * 2.0, y * 2.0);
        }
        while long(x, y) >= LONG * 2.0 {
            (x, y) = (x * 0.5, y * 0.5);
        }
        Some(Heading {
            x: x.round() as i32,
            y: y.round() as i32,
        })
    }

    /// The direction of an angle in radians: 0 is right, a quarter turn more is
    /// down. `None` if it is not finite.
    pub fn of_angle(angle: f64) -> Option<Heading> {
        if !angle.is_finite() {
            return None;
        }
        let whole = |part: f64| (part * LONG).round() as i32;
        Some(Heading {
            x: whole(dice::maths::cos(angle)),
            y: whole(dice::maths::sin(angle)),
        })
    }

    /// To the right.
    pub const fn x(self) -> i32 {
        self.x
    }

    /// Down.
    pub const fn y(self) -> i32 {
        self.y
    }

    /// The square of its length.
    pub(super) fn square(self) -> u64 {
        let square = |side: i32| u64::from(side.unsigned_abs()).pow(2);
        square(self.x) + square(self.y)
    }
}
