//! How a Lua value becomes the number a TIC-80 function works with.
//!
//! Every API number goes through `lua_tonumber` (nil and tables give 0, numeric
//! strings convert) and is then cut to 32 bits the way x86-64 does it: toward
//! zero, and everything that does not fit gives the smallest integer. Rust's
//! own cast saturates instead, so the rule is spelled out here once.

use vm::{Args, Numeric};

/// Cuts a float to 32 bits as x86-64's `cvttsd2si` does.
///
/// Infinities, NaN and values outside the range give `i32::MIN`.
#[inline]
pub(crate) fn to_i32(value: f64) -> i32 {
    if value > -2_147_483_649.0 && value < 2_147_483_648.0 {
        value as i32
    } else {
        i32::MIN
    }
}

/// Argument `i` as a 32-bit integer; 0 where there is no number.
#[inline]
pub(crate) fn int(args: Args<'_>, i: usize) -> i32 {
    match args.numeric(i) {
        // What does not fit gives the smallest, as in `to_i32`.
        Some(Numeric::Integer(value)) => i32::try_from(value).unwrap_or(i32::MIN),
        Some(Numeric::Float(value)) => to_i32(value),
        None => 0,
    }
}

/// Argument `i` as an integer, or `default` where fewer arguments were given.
#[inline]
pub(crate) fn int_or(args: Args<'_>, i: usize, default: i32) -> i32 {
    if args.count() >= i {
        int(args, i)
    } else {
        default
    }
}

/// Argument `i` as a truth value, or `false` where it was not given.
#[inline]
pub(crate) fn flag(args: Args<'_>, i: usize) -> bool {
    args.count() >= i && args.boolean(i)
}

/// Argument `i` as a single-precision number, the form in which lines and
/// triangles are drawn.
#[inline]
pub(crate) fn float(args: Args<'_>, i: usize) -> f32 {
    args.number(i) as f32
}

/// A whole integer argument as Lua sees it, wrapped to 32 bits.
///
/// Unlike [`int`] this takes `lua_tointeger`'s rule: a float with a fraction
/// counts as 0. `pmem` is the one function that works so.
#[inline]
pub(crate) fn whole(args: Args<'_>, i: usize) -> u32 {
    args.integer(i).unwrap_or(0) as u32
}

#[cfg(test)]
mod tests {
    use super::to_i32;

    #[test]
    fn cuts_toward_zero_and_gives_the_smallest_integer_out_of_range() {
        let cases = [
            (0.0, 0),
            (1.9, 1),
            (-1.9, -1),
            (2_147_483_647.0, i32::MAX),
            (2_147_483_648.0, i32::MIN),
            (-2_147_483_648.0, i32::MIN),
            (-2_147_483_648.9, i32::MIN),
            (4_294_967_299.0, i32::MIN),
            (f64::INFINITY, i32::MIN),
            (f64::NEG_INFINITY, i32::MIN),
            (f64::NAN, i32::MIN),
        ];
        for (value, expected) in cases {
            assert_eq!(to_i32(value), expected, "{value}");
        }
    }
}
