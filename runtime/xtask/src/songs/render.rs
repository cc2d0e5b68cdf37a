//! All notes of a score together, with echo, as the frames of a file.
//!
//! Behind the last bar come the first ones of the part that repeats, once more.
//! A song is repeated from the end of these bars where they first stand to the
//! end of the file: at both places the same has rung for two bars, so that the
//! seam is not one, tails and echoes included.

use std::fmt;

use super::levels;
use super::notes::{self, Note};
use super::score::{Score, UNITS_A_BAR};
use super::synth;

/// Bars that stand twice.
const TWICE: usize = 2;
const BEATS_A_BAR: usize = 4;
/// Seconds in which a voice that made room for the kick is back.
const DUCKED: f64 = 0.3;

/// A song as frames.
pub(super) struct Song {
    pub(super) title: String,
    pub(super) quality: String,
    pub(super) rate: u32,
    pub(super) frames: Vec<[i16; 2]>,
    /// Beats from which to which it repeats; the latter is its end.
    repeat: (usize, usize),
    levels: levels::Levels,
}

impl fmt::Display for Song {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = self.repeat;
        let seconds = self.frames.len() as f64 / f64::from(self.rate);
        write!(
            f,
            "{:.1} s at {} Hz, loop={{{from}, {to}}}, {}",
            seconds, self.rate, self.levels
        )
    }
}

/// Left and right.
type Frame = [f64; 2];

/// Renders a score.
pub(super) fn song(score: &Score) -> Song {
    let bars = |order: &[usize]| -> usize { order.iter().map(|&it| score.sections[it].bars).sum() };
    let intro = bars(&score.order[..score.again]);
    let all = bars(&score.order);
    let order = [&score.order[..], &score.order[score.again..]].concat();
    let unit = score.frames_a_unit();
    let count = (all + TWICE) * UNITS_A_BAR * unit;

    let notes = notes::notes(score, &order);
    let kicks = score.voices.iter().zip(&notes);
    let kicks = kicks.filter(|(voice, _)| voice.name == "kick");
    let kicks: Vec<&Note> = kicks.flat_map(|(_, notes)| notes).collect();
    let room = room(&kicks, count, unit, f64::from(score.rate));

    let mut frames: Vec<Frame> = vec![[0.0; 2]; count];
    let mut sent = vec![0.0; count];
    let rate = f64::from(score.rate);
    for (voice, notes) in score.voices.iter().zip(&notes) {
        for note in notes {
            let start = swung(note.start, score.swing, unit);
            let end = swung(note.start + note.length, score.swing, unit);
            let held = ((end - start) as f64 * voice.gate) as usize;
            if start >= count {
                continue;
            }
            synth::play(voice, note, rate, held, |at, left, right| {
                let Some(frame) = frames.get_mut(start + at) else {
                    return;
                };
                let height = 1.0 - voice.duck * room[start + at];
                frame[0] += left * height;
                frame[1] += right * height;
                sent[start + at] += (left + right) * voice.echo * height;
            });
        }
    }
    echo(score, &sent, &mut frames);
    let (frames, levels) = levels::master(&frames, rate);
    Song {
        title: score.title.clone(),
        quality: score.quality.clone(),
        rate: score.rate,
        frames,
        repeat: ((intro + TWICE) * BEATS_A_BAR, (all + TWICE) * BEATS_A_BAR),
        levels,
    }
}

/// The frame of a place in units. Swing moves what is within an eighth, never
/// a beat.
fn swung(place: usize, swing: f64, unit: usize) -> usize {
    const EIGHTH: usize = UNITS_A_BAR / 8;
    let (eighth, within) = (place / EIGHTH, (place % EIGHTH) as f64);
    let half = EIGHTH as f64 / 2.0;
    let within = if within < half {
        within * 2.0 * swing
    } else {
        EIGHTH as f64 * swing + (within - half) * 2.0 * (1.0 - swing)
    };
    eighth * EIGHTH * unit + (within * unit as f64).round() as usize
}

/// How much room the kick wants at each frame: all of it when it strikes.
fn room(kicks: &[&Note], count: usize, unit: usize, rate: f64) -> Vec<f64> {
    let fall = dice::maths::pow(10.0, -3.0 / (DUCKED * rate));
    let mut room = vec![0.0; count];
    for kick in kicks {
        if let Some(frame) = room.get_mut(kick.start * unit) {
            *frame = 1.0;
        }
    }
    let mut now = 0.0_f64;
    for frame in &mut room {
        now = (now * fall).max(*frame);
        *frame = now;
    }
    room
}

/// What was sent comes back from the left, then from the right, and so on.
fn echo(score: &Score, sent: &[f64], frames: &mut [Frame]) {
    let delay = score.echo.steps * (UNITS_A_BAR / 16) * score.frames_a_unit();
    let part = synth::pole(score.echo.tone, f64::from(score.rate));
    let mut back: Vec<Frame> = vec![[0.0; 2]; frames.len()];
    let mut low = [0.0; 2];
    for at in delay..frames.len() {
        let before = back[at - delay];
        let again = before.map(|it| it * score.echo.feedback);
        let inputs = [sent[at - delay] + again[1], again[0]];
        for side in 0..2 {
            low[side] += (inputs[side] - low[side]) * part;
            frames[at][side] += low[side];
        }
        back[at] = low;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swing_leaves_beats_where_they_are() {
        for beat in 0..4 {
            assert_eq!(swung(beat * 48, 0.6, 10), beat * 480);
            assert_eq!(swung(beat * 48 + 12, 0.6, 10), beat * 480 + 144);
            assert_eq!(swung(beat * 48 + 24, 0.6, 10), beat * 480 + 240);
        }
        assert_eq!(swung(12, 0.5, 10), 120);
    }

    #[test]
    fn a_repeat_goes_on_as_the_song_does() {
        let text = "bpm 120
rate 12000
echo steps=3 feedback=30
voice lead wave=pulse:25 echo=40 release=200
voice kick drum=c2 wave=sine sweep=24:40 decay=200 sustain=0
voice hat drum=c6 wave=noise decay=60 sustain=0
section intro 1
chords C
lead c5 d5 e5 f5
section body 3
chords C | F | G
lead * c4 e4 g4 | * d4 f4 a4 | g4 . . .
kick x.x.
hat .x.x.xxx
order intro |: body body";
        let score = Score::read(text).expect("it is in order");
        let song = song(&score);
        assert_eq!(song.repeat, (12, 36));
        let bar = 24_000;
        assert_eq!(song.frames.len(), 9 * bar);
        // The body's third bar is what would come behind the end: its first
        // frames, and its last before the seam, are those at the seam.
        let (from, to) = (3 * bar, 9 * bar);
        let far = |a: Frame16, b: Frame16| (a[0] - b[0]).abs().max((a[1] - b[1]).abs());
        let worst = (1..=bar / 4).map(|back| {
            let (a, b) = (song.frames[from - back], song.frames[to - back]);
            far(a.map(i32::from), b.map(i32::from))
        });
        assert!(worst.max().is_some_and(|it| it < 40));
        // That would not hold for bars that differ.
        let other = (1..=bar / 4).map(|back| {
            let (a, b) = (song.frames[from - back], song.frames[to - bar - back]);
            far(a.map(i32::from), b.map(i32::from))
        });
        assert!(other.max().is_some_and(|it| it > 1000));
    }

    type Frame16 = [i32; 2];
}
