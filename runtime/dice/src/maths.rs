//! Sine and its relatives, computed by the crate `libm` on every platform.
//!
//! Basic operations and square roots are exact by IEEE 754; these are not, and
//! C libraries differ in the last bit, which is enough to break a replay.

/// Sine of an angle in radians.
pub fn sin(x: f64) -> f64 {
    libm::sin(x)
}

/// Cosine of an angle in radians.
pub fn cos(x: f64) -> f64 {
    libm::cos(x)
}

/// Tangent of an angle in radians.
pub fn tan(x: f64) -> f64 {
    libm::tan(x)
}

/// Angle in -pi/2..=pi/2 with this sine; NaN outside -1..=1.
pub fn asin(x: f64) -> f64 {
    libm::asin(x)
}

/// Angle in 0..=pi with this cosine; NaN outside -1..=1.
pub fn acos(x: f64) -> f64 {
    libm::acos(x)
}

/// Angle in -pi/2..=pi/2 with this tangent.
pub fn atan(x: f64) -> f64 {
    libm::atan(x)
}

/// Angle in -pi..=pi of the point (x, y).
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Hyperbolic sine.
pub fn sinh(x: f64) -> f64 {
    libm::sinh(x)
}

/// Hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    libm::cosh(x)
}

/// Hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    libm::tanh(x)
}

/// e to the power of `x`.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm; minus infinity at 0, NaN below.
pub fn log(x: f64) -> f64 {
    libm::log(x)
}

/// Logarithm to base 2, exact for powers of two.
pub fn log2(x: f64) -> f64 {
    libm::log2(x)
}

/// Logarithm to base 10, exact for powers of ten.
pub fn log10(x: f64) -> f64 {
    libm::log10(x)
}

/// `x` to the power of `y`.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, value: f64, bits: u64) {
        assert_eq!(
            value.to_bits(),
            bits,
            "{name}: {value} is {:#018x}",
            value.to_bits()
        );
    }

    #[test]
    fn the_bits_never_change() {
        check("sin", sin(1.0), 0x3fea_ed54_8f09_0cee);
        check("cos", cos(1.0), 0x3fe1_4a28_0fb5_068c);
        check("tan", tan(1.0), 0x3ff8_eb24_5cbe_e3a6);
        check("asin", asin(0.5), 0x3fe0_c152_382d_7366);
        check("acos", acos(0.5), 0x3ff0_c152_382d_7366);
        check("atan", atan(0.5), 0x3fdd_ac67_0561_bb4f);
        check("atan2", atan2(-1.0, 0.0), 0xbff9_21fb_5444_2d18);
        check("sinh", sinh(1.0), 0x3ff2_cd9f_c44e_b982);
        check("cosh", cosh(1.0), 0x3ff8_b075_51d9_f551);
        check("tanh", tanh(1.0), 0x3fe8_5efa_b514_f394);
        check("exp", exp(1.0), 0x4005_bf0a_8b14_576a);
        check("log", log(10.0), 0x4002_6bb1_bbb5_5516);
        check("log2", log2(8.0), 0x4008_0000_0000_0000);
        check("log10", log10(1000.0), 0x4008_0000_0000_0000);
        check("pow", pow(2.0, 0.5), 0x3ff6_a09e_667f_3bcd);
        check("sin of a large angle", sin(1e22), 0xbfeb_453a_b76b_f397);
    }

    #[test]
    fn edges_follow_the_c_standard() {
        assert!(log(-1.0).is_nan() && asin(2.0).is_nan() && acos(-2.0).is_nan());
        check("log of zero", log(0.0), f64::NEG_INFINITY.to_bits());
        check("nan to the zeroth", pow(f64::NAN, 0.0), 1.0_f64.to_bits());
        check("exp far below", exp(-1000.0), 0);
        assert!(sin(f64::INFINITY).is_nan());
    }
}
