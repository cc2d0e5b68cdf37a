//! The functions of `dice::maths` under the names that Lua's C sources call,
//! so that `math.sin` and `^` have the same bits on every platform.

use dice::maths;

macro_rules! export {
    ($($name:ident($($argument:ident),+) = $function:ident;)+) => {$(
        #[unsafe(no_mangle)]
        extern "C" fn $name($($argument: f64),+) -> f64 {
            maths::$function($($argument),+)
        }
    )+};
}

export! {
    downbeat_sin(x) = sin;
    downbeat_cos(x) = cos;
    downbeat_tan(x) = tan;
    downbeat_asin(x) = asin;
    downbeat_acos(x) = acos;
    downbeat_atan2(y, x) = atan2;
    downbeat_sinh(x) = sinh;
    downbeat_cosh(x) = cosh;
    downbeat_tanh(x) = tanh;
    downbeat_exp(x) = exp;
    downbeat_log(x) = log;
    downbeat_log2(x) = log2;
    downbeat_log10(x) = log10;
    downbeat_pow(x, y) = pow;
}
