//! The sound of a cart against the recorded facts: loudness of each tick and
//! pitch of each lone note, within the tolerances of the suite's README.

use std::f64::consts::TAU;

/// The sample rate of the recordings.
pub const RATE: u32 = 44_100;
/// Frames of a tick at that rate.
const FRAMES: usize = RATE as usize / 60;
/// Points of a spectrum; a line is two thirds of a hertz wide.
const POINTS: usize = 1 << 16;
/// The lowest pitch that is compared, in Hz.
const LOWEST: f64 = 30.0;

/// What NAME.wav.json says.
#[derive(Debug, serde::Deserialize)]
pub struct SoundFacts {
    sample_rate: u32,
    ticks: usize,
    audio_delay_ticks: usize,
    rms_left_right: Vec<[f64; 2]>,
    notes: Vec<Note>,
}

/// Ticks in which one channel alone sounds with unchanged registers.
#[derive(Debug, serde::Deserialize)]
struct Note {
    from: usize,
    ticks: usize,
    dominant_hz: Option<f64>,
}

/// What differs, at most one line for the loudness and one for the pitch;
/// `sound` is all frames, left and right by turns.
pub fn faults(facts: &SoundFacts, sound: &[i16]) -> Vec<String> {
    let frames = facts.ticks * FRAMES;
    if facts.sample_rate != RATE || sound.len() != frames * 2 {
        let got = sound.len() / 2;
        return vec![format!("{got} frames of sound, {frames} expected")];
    }
    loudness_fault(facts, sound)
        .into_iter()
        .chain(pitch_fault(facts, sound))
        .collect()
}

fn loudness_fault(facts: &SoundFacts, sound: &[i16]) -> Option<String> {
    let expected = &facts.rms_left_right;
    let silent = |tick: usize| expected[tick] == [0.0, 0.0];
    (0..facts.ticks)
        // The first tick after silence begins wherever the wave happened to be.
        .filter(|&tick| silent(tick) || (tick > 0 && !silent(tick - 1)))
        .find_map(|tick| {
            let got = rms(&sound[tick * FRAMES * 2..][..FRAMES * 2]);
            let off = (0..2).any(|side| {
                let want = expected[tick][side];
                (got[side] - want).abs() > want * 0.1 + 100.0
            });
            off.then(|| {
                let want = expected[tick];
                format!("loudness of tick {tick}: {got:.0?}, expected {want:.0?}")
            })
        })
}

fn pitch_fault(facts: &SoundFacts, sound: &[i16]) -> Option<String> {
    facts.notes.iter().find_map(|note| {
        let want = note.dominant_hz.filter(|&pitch| pitch >= LOWEST)?;
        // Its first tick swings with what came before.
        let first = (note.from + facts.audio_delay_ticks + 1) * FRAMES;
        let got = strongest(&sound[first * 2..][..(note.ticks - 1) * FRAMES * 2]);
        ((got - want).abs() > want * 0.02)
            .then(|| format!("pitch at tick {}: {got:.1} Hz, expected {want}", note.from))
    })
}

/// Root of the mean square, left and right.
fn rms(frames: &[i16]) -> [f64; 2] {
    [0, 1].map(|side| {
        let samples = frames.iter().skip(side).step_by(2);
        let sum: f64 = samples.map(|&sample| f64::from(sample).powi(2)).sum();
        (sum / (frames.len() / 2) as f64).sqrt()
    })
}

/// The strongest frequency of both sides together.
fn strongest(frames: &[i16]) -> f64 {
    let length = (frames.len() / 2).min(POINTS);
    let sum = |frame: &[i16]| f64::from(frame[0]) + f64::from(frame[1]);
    // A constant would spread into the lowest notes.
    let mean = frames.chunks(2).map(sum).sum::<f64>() / length as f64;
    let mut points = vec![(0.0, 0.0); POINTS];
    for (index, (point, frame)) in points.iter_mut().zip(frames.chunks(2)).enumerate() {
        let window = 0.5 - 0.5 * (TAU * index as f64 / length as f64).cos();
        point.0 = window * (sum(frame) - mean);
    }
    transform(&mut points);
    let hertz = f64::from(RATE) / POINTS as f64;
    let power = |line: usize| points[line].0.powi(2) + points[line].1.powi(2);
    let lowest = (LOWEST / hertz) as usize;
    (lowest..POINTS / 2)
        .max_by(|&a, &b| power(a).total_cmp(&power(b)))
        .map_or(0.0, |line| line as f64 * hertz)
}

/// A Fourier transform in place, of a power of two of points.
fn transform(points: &mut [(f64, f64)]) {
    let bits = points.len().ilog2();
    for index in 0..points.len() {
        let mirrored = index.reverse_bits() >> (usize::BITS - bits);
        if index < mirrored {
            points.swap(index, mirrored);
        }
    }
    let mut size = 2;
    while size <= points.len() {
        let turns: Vec<(f64, f64)> = (0..size / 2)
            .map(|index| (-TAU * index as f64 / size as f64).sin_cos())
            .collect();
        for block in points.chunks_mut(size) {
            let (low, high) = block.split_at_mut(size / 2);
            for ((low, high), &(sine, cosine)) in low.iter_mut().zip(high).zip(&turns) {
                let turned = (
                    high.0 * cosine - high.1 * sine,
                    high.0 * sine + high.1 * cosine,
                );
                *high = (low.0 - turned.0, low.1 - turned.1);
                *low = (low.0 + turned.0, low.1 + turned.1);
            }
        }
        size *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::{FRAMES, Note, RATE, SoundFacts, TAU, faults};

    /// Four ticks of a sine of 440 Hz after a silent one.
    fn sine() -> Vec<i16> {
        (0..FRAMES * 5)
            .flat_map(|frame| {
                let turn = TAU * 440.0 * frame as f64 / f64::from(RATE);
                let loud = if frame < FRAMES { 0.0 } else { 5000.0 };
                [(turn.sin() * loud) as i16; 2]
            })
            .collect()
    }

    fn facts(loudness: f64, pitch: f64) -> SoundFacts {
        let mut rms_left_right = vec![[loudness; 2]; 5];
        rms_left_right[0] = [0.0; 2];
        let notes = vec![Note {
            from: 0,
            ticks: 4,
            dominant_hz: Some(pitch),
        }];
        SoundFacts {
            sample_rate: RATE,
            ticks: 5,
            audio_delay_ticks: 1,
            rms_left_right,
            notes,
        }
    }

    #[test]
    fn what_agrees_has_no_fault() {
        assert!(faults(&facts(3535.0, 440.0), &sine()).is_empty());
    }

    #[test]
    fn loudness_pitch_and_length_are_compared() {
        assert!(faults(&facts(4200.0, 440.0), &sine())[0].starts_with("loudness of tick 2"));
        assert!(faults(&facts(3535.0, 460.0), &sine())[0].starts_with("pitch at tick 0"));
        assert!(faults(&facts(3535.0, 440.0), &[0; 10])[0].starts_with("5 frames"));
    }
}
