//! The shape of a step without aliases: a sinc under a Kaiser window, sampled
//! at 256 places between two frames.
//!
//! It is worked out by the compiler from basic arithmetic alone, which gives
//! the same numbers everywhere; the program holds integers only.

/// Frames that a change spreads over.
pub(super) const TAPS: usize = 16;
/// Places between two frames.
pub(super) const PHASES: usize = 256;
/// The sum of the taps of every phase: a change arrives whole.
pub(super) const UNIT: i32 = 1 << SHIFT;
/// The unit as a power of two. With one bit more, sources that swing against
/// each other at their loudest might not fit 32 bits.
pub(super) const SHIFT: u32 = 14;

/// Where the strength is halved, as a part of the sample rate. The recorded
/// loudness of noise shows that TIC-80 rounds about as much.
const CUTOFF: f64 = 0.31;
/// Sharpness of the window: what is left beyond half the sample rate is 70 dB
/// down.
const BETA: f64 = 6.8;

/// Tap by tap for each phase.
pub(super) static KERNEL: [[i16; TAPS]; PHASES] = kernel();

/// Places from the middle of the kernel to its end.
const HALF: usize = TAPS / 2 * PHASES;

const fn kernel() -> [[i16; TAPS]; PHASES] {
    let half = half();
    let mut kernel = [[0; TAPS]; PHASES];
    let mut phase = 0;
    while phase < PHASES {
        let mut sum = 0.0;
        let mut tap = 0;
        while tap < TAPS {
            sum += half[distance(tap, phase)];
            tap += 1;
        }
        let mut rest = UNIT;
        tap = 0;
        while tap < TAPS {
            let scaled = half[distance(tap, phase)] / sum * UNIT as f64;
            let rounded = (scaled + if scaled < 0.0 { -0.5 } else { 0.5 }) as i16;
            kernel[phase][tap] = rounded;
            rest -= rounded as i32;
            tap += 1;
        }
        // What rounding took goes where it is smallest by comparison.
        let middle = TAPS / 2 - if phase < PHASES / 2 { 1 } else { 0 };
        kernel[phase][middle] += rest as i16;
        phase += 1;
    }
    kernel
}

/// Places between a tap and the middle of a kernel that begins at a phase.
const fn distance(tap: usize, phase: usize) -> usize {
    (tap * PHASES).abs_diff((TAPS / 2 - 1) * PHASES + phase)
}

/// The right half of the kernel before it is scaled.
#[allow(
    clippy::large_stack_arrays,
    reason = "the compiler calls it, not the program"
)]
const fn half() -> [f64; HALF + 1] {
    let angle = std::f64::consts::TAU * CUTOFF / PHASES as f64;
    // Their series; for so small an angle, what follows is below the last bit.
    let square = angle * angle;
    let sine = angle * (1.0 - square / 6.0 * (1.0 - square / 20.0 * (1.0 - square / 42.0)));
    let cosine = 1.0 - square / 2.0 * (1.0 - square / 12.0 * (1.0 - square / 30.0));
    let mut half = [0.0; HALF + 1];
    half[0] = angle;
    let (mut before, mut here) = (0.0, sine);
    let mut place = 1;
    while place <= HALF {
        half[place] = here / place as f64 * window(place);
        (before, here) = (here, 2.0 * cosine * here - before);
        place += 1;
    }
    half[0] *= window(0);
    half
}

/// The Kaiser window, not scaled: the series of a Bessel function.
const fn window(place: usize) -> f64 {
    let part = place as f64 / HALF as f64;
    let square = BETA * BETA / 4.0 * (1.0 - part * part);
    let (mut sum, mut term, mut index) = (1.0, 1.0, 1.0);
    while index < 30.0 {
        term *= square / (index * index);
        sum += term;
        index += 1.0;
    }
    sum
}
