//! Conversion of floating-point coordinates to integers.
//!
//! Numbers that do not fit give the smallest integer, as x86-64 does, on every
//! platform; Rust's own casts saturate and turn NaN into 0.

/// Truncates toward zero; what does not fit gives `i32::MIN`.
#[inline]
pub(crate) fn truncate(value: f64) -> i32 {
    if value > -2_147_483_649.0 && value < 2_147_483_648.0 {
        value as i32
    } else {
        i32::MIN
    }
}

/// Truncates a single-precision number toward zero, as `truncate` does.
#[inline]
pub(crate) fn truncate_single(value: f32) -> i32 {
    truncate(f64::from(value))
}

/// Truncates the coordinate of a pixel toward zero; what is outside every
/// screen, or no number, stays outside.
#[inline]
pub(crate) fn truncate_pixel(value: f32) -> i32 {
    // Screens are narrower than 16 bits, where a cast that saturates is quick.
    if value > -1.0 {
        i32::from(value as u16)
    } else {
        i32::MIN
    }
}

/// The nearest whole number and what is left over it, from -0.5 to 0.5. For
/// numbers that do not fit both are nonsense, except that nothing is left over
/// if they are too large to have a fraction, and no number if they are none.
#[inline]
pub(crate) fn nearest(value: f64) -> (i32, f64) {
    // Adding it leaves the nearest whole number in the lowest bits.
    const SHIFT: f64 = 6_755_399_441_055_744.0;
    let shifted = value + SHIFT;
    (shifted.to_bits() as i32, value - (shifted - SHIFT))
}

/// Rounds down; what does not fit gives `i32::MIN`.
#[inline]
pub(crate) fn floor(value: f64) -> i32 {
    if value.abs() < 2_147_483_647.0 {
        let (nearest, rest) = nearest(value);
        nearest - i32::from(rest < 0.0)
    } else {
        let whole = truncate(value);
        if f64::from(whole) > value {
            whole.wrapping_sub(1)
        } else {
            whole
        }
    }
}
