//! The last step of a song: as loud as all others, without a mean, its peaks
//! rounded.
//!
//! The console's own four channels reach a fifth of the scale each. A song is
//! a little softer than one of them, so that effects are heard above it.

use std::fmt;

use super::synth::pole;

/// Loudness of every song: the root of the mean square, 22 dB under the top.
const LOUDNESS: f64 = 0.08;
/// No sample is beyond this; 7 dB are left for effects and for the encoder.
const CEILING: f64 = 0.45;
/// From here on peaks are rounded.
const KNEE: f64 = 0.32;
/// Under this, in Hz, nothing is to be heard, and nothing is let through.
const LOWEST: f64 = 18.0;

/// What came out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Levels {
    peak: f64,
    loudness: f64,
    gain: f64,
}

impl fmt::Display for Levels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decibels = |it: f64| 20.0 * dice::maths::log10(it);
        write!(
            f,
            "peak {:.1} dB, loudness {:.1} dB, gain {:.1} dB",
            decibels(self.peak),
            decibels(self.loudness),
            decibels(self.gain)
        )
    }
}

/// Brings frames to the common loudness.
pub(super) fn master(frames: &[[f64; 2]], rate: f64) -> (Vec<[i16; 2]>, Levels) {
    let frames = without_mean(frames, rate);
    let mut gain = 1.0;
    // Rounding takes a little loudness, which a little gain gives back.
    for _ in 0..8 {
        let loudness = loudness(&frames, gain);
        if loudness > 0.0 {
            gain *= LOUDNESS / loudness;
        }
    }
    let out = |sample: &f64| (rounded(sample * gain) * 32_767.0).round() as i16;
    let peak = frames.iter().flatten().fold(0.0_f64, |peak, sample| {
        peak.max(rounded(sample * gain).abs())
    });
    let levels = Levels {
        peak,
        loudness: loudness(&frames, gain),
        gain,
    };
    let frames = frames.iter().map(|[left, right]| [out(left), out(right)]);
    (frames.collect(), levels)
}

fn without_mean(frames: &[[f64; 2]], rate: f64) -> Vec<[f64; 2]> {
    let part = pole(LOWEST, rate);
    let mut mean = [0.0; 2];
    let through = frames.iter().map(|frame| {
        let mut out = [0.0; 2];
        for side in 0..2 {
            mean[side] += (frame[side] - mean[side]) * part;
            out[side] = frame[side] - mean[side];
        }
        out
    });
    through.collect()
}

fn loudness(frames: &[[f64; 2]], gain: f64) -> f64 {
    let squares = frames.iter().flatten();
    let squares: f64 = squares
        .map(|it| rounded(it * gain) * rounded(it * gain))
        .sum();
    (squares / (frames.len() * 2).max(1) as f64).sqrt()
}

/// Straight up to the knee, then ever flatter towards the ceiling.
fn rounded(sample: f64) -> f64 {
    let size = sample.abs();
    if size <= KNEE {
        return sample;
    }
    let over = (size - KNEE) / (CEILING - KNEE);
    let rounded = KNEE + (CEILING - KNEE) * over / (1.0 + over);
    rounded.copysign(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loud_and_soft_come_out_alike() {
        for height in [0.01, 1.0, 30.0] {
            let wave = |n: usize| {
                if (n / 50).is_multiple_of(2) {
                    height
                } else {
                    -height
                }
            };
            let frames: Vec<[f64; 2]> = (0..20_000).map(|n| [wave(n) + height; 2]).collect();
            let (frames, levels) = master(&frames, 48_000.0);
            assert!((levels.loudness - LOUDNESS).abs() < 0.001, "{levels}");
            let sum: i64 = frames[10_000..].iter().map(|it| i64::from(it[0])).sum();
            assert!((sum / 10_000).abs() < 100, "{sum}");
        }
    }

    #[test]
    fn peaks_stay_under_the_ceiling() {
        for sample in [0.0, 0.3, 0.33, 1.0, 1000.0] {
            assert!(rounded(sample) <= CEILING);
            assert!((rounded(-sample) + rounded(sample)).abs() < 1e-12);
        }
        assert!((rounded(0.3) - 0.3).abs() < 1e-12);
    }
}
