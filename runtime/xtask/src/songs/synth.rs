//! One note of a voice: oscillator, envelope, filters.
//!
//! Every note begins anew, noise too, so that a bar that comes again sounds the
//! same to the last bit: that is what lets a song repeat without a seam.

use std::f64::consts::TAU;

use super::notes::Note;
use super::pitch;
use super::score::{UNITS_A_BAR, Voice, Wave};

/// Frames for which a pitch stands.
const CONTROL: usize = 16;
/// Where a note is over: 80 dB down.
const SILENCE: f64 = 1e-4;
/// Seconds from one note to the next in a slide.
const SLIDE: f64 = 0.07;
/// How far the two of a detuned voice stand apart.
const WIDTH: f64 = 0.4;

/// Gives a note's frames to `sink`, left and right, one after the other.
/// `frames` is how long it is held.
pub(super) fn play(
    voice: &Voice,
    note: &Note,
    rate: f64,
    frames: usize,
    mut sink: impl FnMut(usize, f64, f64),
) {
    let mut strings = strings(voice, note);
    let mut envelope = Envelope::new(voice, rate, frames);
    let mut noise = Noise::new(note);
    let loudness = voice.level * note.force / (note_count(voice, note) as f64).sqrt();
    for frame in 0.. {
        let Some(height) = envelope.next() else {
            break;
        };
        let time = frame as f64 / rate;
        if frame % CONTROL == 0 {
            let bend = bend(voice, note, time);
            for string in &mut strings {
                string.tune(voice, note, time, bend, rate);
            }
        }
        let (mut left, mut right) = (0.0, 0.0);
        for string in &mut strings {
            let mut sample = string.sample(voice.wave, time);
            if voice.noise > 0.0 || voice.wave == Wave::Noise {
                let share = if voice.wave == Wave::Noise {
                    1.0
                } else {
                    voice.noise
                };
                sample = sample * (1.0 - share) + noise.sample(string.step) * share;
            }
            let sample = string.filter(voice, sample, rate) * height * loudness;
            left += sample * string.sides.0;
            right += sample * string.sides.1;
        }
        sink(frame, left, right);
    }
}

fn note_count(voice: &Voice, note: &Note) -> usize {
    let tones = if voice.arp > 0.0 {
        1
    } else {
        note.pitches.len()
    };
    if voice.detune > 0.0 { tones * 2 } else { tones }
}

/// Something that swings: one for each tone, two if they are detuned.
struct Oscillator {
    /// Its tones, of which it plays one at a time.
    tones: Vec<i32>,
    cents: f64,
    sides: (f64, f64),
    phase: f64,
    /// Of the phase, each frame.
    step: f64,
    low: [f64; 2],
    high: f64,
}

fn strings(voice: &Voice, note: &Note) -> Vec<Oscillator> {
    let groups: Vec<Vec<i32>> = if voice.arp > 0.0 {
        vec![note.pitches.clone()]
    } else {
        note.pitches.iter().map(|&pitch| vec![pitch]).collect()
    };
    let detuned: &[f64] = if voice.detune > 0.0 {
        &[-0.5, 0.5]
    } else {
        &[0.0]
    };
    let mut strings = Vec::new();
    for tones in groups {
        for &side in detuned {
            let pan = (voice.pan + side * 2.0 * WIDTH).clamp(-1.0, 1.0);
            let angle = (pan + 1.0) * TAU / 8.0;
            strings.push(Oscillator {
                tones: tones.clone(),
                cents: voice.detune * side,
                sides: (dice::maths::cos(angle), dice::maths::sin(angle)),
                phase: 0.0,
                step: 0.0,
                low: [0.0; 2],
                high: 0.0,
            });
        }
    }
    strings
}

/// How many semitones a note is off its pitch at a time in seconds.
fn bend(voice: &Voice, note: &Note, time: f64) -> f64 {
    let (semitones, fall) = voice.sweep;
    let mut bend = 0.0;
    if semitones != 0.0 {
        bend += semitones * dice::maths::pow(10.0, -3.0 * time / fall);
    }
    let (swings, cents, delay) = voice.vibrato;
    if cents > 0.0 && time > delay {
        // It opens over a fifth of a second.
        let depth = ((time - delay) * 5.0).min(1.0) * cents / 100.0;
        bend += depth * dice::maths::sin(TAU * swings * (time - delay));
    }
    if let (Some(from), Some(&to)) = (note.from, note.pitches.first()) {
        bend += f64::from(from - to) * (1.0 - time / SLIDE).max(0.0);
    }
    bend
}

impl Oscillator {
    fn tune(&mut self, voice: &Voice, note: &Note, time: f64, bend: f64, rate: f64) {
        let at = match voice.arp {
            0.0 => 0,
            arp => (time / arp) as usize % self.tones.len(),
        };
        let tone = self.tones.get(at).or(note.pitches.first());
        let pitch = f64::from(tone.copied().unwrap_or(voice.floor));
        let hertz = pitch::hertz(pitch + bend + self.cents / 100.0);
        self.step = (hertz / rate).min(0.45);
    }

    fn sample(&mut self, wave: Wave, time: f64) -> f64 {
        let phase = self.phase;
        self.phase = (phase + self.step).fract();
        match wave {
            Wave::Pulse(duty) => self.saw(phase) - self.saw((phase + duty).fract()),
            Wave::Saw => self.saw(phase),
            Wave::Triangle => 1.0 - 4.0 * ((phase + 0.25).fract() - 0.5).abs(),
            Wave::Sine => dice::maths::sin(TAU * phase),
            Wave::Bell => {
                let depth = 1.4 * dice::maths::exp(-time * 7.0) + 0.15;
                dice::maths::sin(TAU * phase + depth * dice::maths::sin(TAU * phase * 3.0))
            }
            Wave::Noise => 0.0,
        }
    }

    /// A falling step each period, rounded over the two frames beside it, so
    /// that little of what a frame cannot hold is folded back.
    fn saw(&self, phase: f64) -> f64 {
        let step = self.step;
        let corner = if phase < step {
            let x = phase / step;
            x + x - x * x - 1.0
        } else if phase > 1.0 - step {
            let x = (phase - 1.0) / step;
            x * x + x + x + 1.0
        } else {
            0.0
        };
        2.0 * phase - 1.0 - corner
    }

    /// Two poles for the lows that pass, one for the highs.
    fn filter(&mut self, voice: &Voice, sample: f64, rate: f64) -> f64 {
        let mut sample = sample;
        if voice.tone > 0.0 {
            let part = pole(voice.tone, rate);
            for low in &mut self.low {
                *low += (sample - *low) * part;
                sample = *low;
            }
        }
        if voice.bright > 0.0 {
            self.high += (sample - self.high) * pole(voice.bright, rate);
            sample -= self.high;
        }
        sample
    }
}

/// How far a filter with a corner in Hz follows in a frame.
pub(super) fn pole(hertz: f64, rate: f64) -> f64 {
    let turn = TAU * hertz / rate;
    turn / (1.0 + turn)
}

/// Loudness over the time of a note.
struct Envelope {
    frame: usize,
    held: usize,
    attack: f64,
    sustain: f64,
    /// What is left of the distance to the sustain after a frame.
    decay: f64,
    release: f64,
    above: f64,
    let_go: f64,
}

impl Envelope {
    fn new(voice: &Voice, rate: f64, held: usize) -> Envelope {
        let fall = |seconds: f64| dice::maths::pow(10.0, -3.0 / (seconds * rate).max(1.0));
        Envelope {
            frame: 0,
            held,
            attack: (voice.attack * rate).max(1.0),
            sustain: voice.sustain,
            decay: fall(voice.decay),
            release: fall(voice.release),
            above: 1.0 - voice.sustain,
            let_go: 1.0,
        }
    }

    /// The height of the next frame; none when the note is over.
    fn next(&mut self) -> Option<f64> {
        let frame = self.frame as f64;
        let rise = ((frame + 1.0) / self.attack).min(1.0);
        if rise >= 1.0 {
            self.above *= self.decay;
        }
        if self.frame >= self.held {
            self.let_go *= self.release;
        }
        self.frame += 1;
        let height = rise * (self.sustain + self.above) * self.let_go;
        (rise < 1.0 || height > SILENCE).then_some(height)
    }
}

/// Values drawn anew 16 times a period.
struct Noise {
    state: u64,
    phase: f64,
    value: f64,
}

impl Noise {
    /// Each place of a bar has its own, the same in every bar.
    fn new(note: &Note) -> Noise {
        let place = (note.start % UNITS_A_BAR) as u64 + 1;
        let mut noise = Noise {
            state: place.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            phase: 0.0,
            value: 0.0,
        };
        noise.draw();
        noise
    }

    fn sample(&mut self, step: f64) -> f64 {
        self.phase += step * 16.0;
        if self.phase >= 1.0 {
            self.phase = self.phase.fract();
            self.draw();
        }
        self.value
    }

    fn draw(&mut self) {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        self.value = (self.state >> 11) as f64 / (1_u64 << 52) as f64 - 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::songs::score::Score;

    fn heard(settings: &str, note: &Note) -> Vec<f64> {
        let text = format!("voice it {settings}\nsection a 1\nchords C\norder a");
        let score = Score::read(&text).expect("it is in order");
        let mut heard = Vec::new();
        play(&score.voices[0], note, 48_000.0, 4800, |_, left, _| {
            heard.push(left);
        });
        heard
    }

    fn note() -> Note {
        Note {
            start: 0,
            length: 48,
            pitches: vec![69],
            from: None,
            force: 1.0,
        }
    }

    #[test]
    fn a_note_has_its_pitch_and_ends() {
        for wave in ["pulse:50", "saw", "triangle", "sine"] {
            let heard = heard(&format!("wave={wave} sustain=100"), &note());
            let rises = heard[..4800].windows(2);
            let rises = rises.filter(|it| it[0] < 0.0 && it[1] >= 0.0).count();
            assert!((43..=45).contains(&rises), "{wave}: {rises} in 44 periods");
            assert!((4800..9600).contains(&heard.len()), "{wave}");
            assert!(heard.last().is_some_and(|it| it.abs() < 0.001), "{wave}");
        }
    }

    #[test]
    fn noise_has_no_mean_and_is_the_same_again() {
        let heard_noise = heard("wave=noise sustain=100", &note());
        let mean = heard_noise.iter().sum::<f64>() / heard_noise.len() as f64;
        assert!(mean.abs() < 0.03, "{mean}");
        let later = Note {
            start: UNITS_A_BAR * 3,
            ..note()
        };
        assert_eq!(heard("wave=noise sustain=100", &later), heard_noise);
    }
}
