//! Other sample rates: a windowed sinc, its phases in a table.
//!
//! 96 taps under a Kaiser window keep what is folded back 90 dB down and let
//! pass what is under 19.4 kHz of a song at 44.1 kHz. Made of sums, products
//! and roots alone, the table has the same bits on every platform.

use super::decoder::Frame;

/// Taps on either side at a rate that does not fall.
const HALF: f64 = 48.0;
/// Phases between two frames of the song, for the same.
const PHASES: f64 = 512.0;
/// Where half is let through, as a part of the lower of both Nyquist rates.
const CUTOFF: f64 = 0.94;
/// Shape of the window, for 90 dB.
const BETA: f64 = 8.96;
/// Products that are summed side by side.
const LANES: usize = 4;

/// A filter from one sample rate to another.
pub(super) struct Kernel {
    from: u32,
    to: u32,
    half: usize,
    phases: usize,
    table: Vec<f32>,
}

impl Kernel {
    /// A filter between rates in Hz.
    pub(super) fn new(from: u32, to: u32) -> Kernel {
        let ratio = (f64::from(to) / f64::from(from)).min(1.0);
        let half = ((HALF / ratio).ceil() as usize).next_multiple_of(LANES);
        let phases = (PHASES * ratio).ceil() as usize;
        let mut table = Vec::with_capacity((phases + 1) * half * 2);
        let summit = bessel(BETA);
        for phase in 0..=phases {
            let offset = phase as f64 / phases as f64;
            let row: Vec<f64> = (0..half * 2)
                .map(|tap| {
                    let at = tap as f64 - (half - 1) as f64 - offset;
                    let edge = at / half as f64;
                    let window = bessel(BETA * (1.0 - edge * edge).max(0.0).sqrt()) / summit;
                    sinc(at * ratio * CUTOFF) * window
                })
                .collect();
            // What is constant stays as it is, in every phase.
            let sum: f64 = row.iter().sum();
            table.extend(row.iter().map(|weight| (weight / sum) as f32));
        }
        Kernel {
            from,
            to,
            half,
            phases,
            table,
        }
    }

    /// Whether it is for these rates.
    pub(super) fn is_for(&self, from: u32, to: u32) -> bool {
        (self.from, self.to) == (from, to)
    }

    /// Frames of the song that are needed before and after a place.
    pub(super) fn half(&self) -> usize {
        self.half
    }

    /// The frame at `part / to` behind the frame in the middle of `frames`,
    /// which are twice `half`: the one at `half - 1` is the middle.
    pub(super) fn frame(&self, frames: &[Frame], part: u64) -> Frame {
        let at = part * self.phases as u64;
        let phase = (at / u64::from(self.to)) as usize;
        let between = (at % u64::from(self.to)) as f32 / self.to as f32;
        let taps = self.half * 2;
        let rows = &self.table[phase * taps..(phase + 2) * taps];
        let (row, next) = rows.split_at(taps);
        let mut sums = [[0.0_f32; 2]; LANES];
        let groups = row.chunks_exact(LANES).zip(next.chunks_exact(LANES));
        for ((row, next), frames) in groups.zip(frames.chunks_exact(LANES)) {
            for lane in 0..LANES {
                let weight = row[lane] + (next[lane] - row[lane]) * between;
                sums[lane][0] += weight * frames[lane][0];
                sums[lane][1] += weight * frames[lane][1];
            }
        }
        [0, 1].map(|side| sums.iter().map(|sum| sum[side]).sum())
    }
}

/// sin(pi x) / (pi x).
fn sinc(x: f64) -> f64 {
    if x == 0.0 {
        return 1.0;
    }
    let pi = std::f64::consts::PI;
    // The sine repeats with the other sign; within a quarter turn its series
    // is exact after a dozen terms.
    let nearest = x.round();
    let angle = (x - nearest) * pi;
    let square = angle * angle;
    let mut term = angle;
    let mut sine = angle;
    for step in 1..12 {
        let step = f64::from(step);
        term *= -square / ((2.0 * step) * (2.0 * step + 1.0));
        sine += term;
    }
    let sign = if nearest % 2.0 == 0.0 { 1.0 } else { -1.0 };
    sign * sine / (pi * x)
}

/// The modified Bessel function of order 0, of which the window is made.
fn bessel(x: f64) -> f64 {
    let quarter = x * x / 4.0;
    let mut term = 1.0;
    let mut sum = 1.0;
    for step in 1..32 {
        term *= quarter / f64::from(step * step);
        sum += term;
    }
    sum
}
