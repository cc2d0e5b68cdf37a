//! Bars of a score, and the notes that they are once chords and lengths are
//! known.

use anyhow::{Result, bail, ensure};

use super::pitch::{self, Chord};
use super::score::{Score, UNITS_A_BAR, Voice};

/// A bar as it is written: steps of equal length.
pub(super) type Bar = Vec<Step>;

/// What happens in a step.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Step {
    Rest,
    /// The note before goes on.
    Hold,
    Play(Tone, Touch),
}

/// What is played.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Tone {
    Note(i32),
    /// A tone of the chord, counted from 0; past its tones, an octave higher.
    Degree(usize),
    /// The whole chord.
    Chord,
    /// The note of a drum.
    Drum,
}

/// How it is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Touch {
    pub(super) force: f64,
    /// Comes from the note before without a new stroke of pitch.
    pub(super) slides: bool,
}

const PLAIN: Touch = Touch {
    force: 0.82,
    slides: false,
};
const ACCENT: f64 = 1.0;
const SOFT: f64 = 0.5;

/// A note that is to sound.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Note {
    /// In units from the start of the song.
    pub(super) start: usize,
    pub(super) length: usize,
    pub(super) pitches: Vec<i32>,
    /// The pitch it slides from.
    pub(super) from: Option<i32>,
    pub(super) force: f64,
}

/// Reads a bar. Words are steps; of a drum, each letter is one.
pub(super) fn bar(text: &str, is_drum: bool) -> Result<Bar> {
    let steps: Result<Bar> = if is_drum {
        let letters = text.chars().filter(|it| !it.is_whitespace());
        letters.map(drum_step).collect()
    } else {
        text.split_whitespace().map(step).collect()
    };
    let steps = steps?;
    ensure!(
        !steps.is_empty() && UNITS_A_BAR.is_multiple_of(steps.len()),
        "{} steps do not divide a bar",
        steps.len()
    );
    Ok(steps)
}

fn drum_step(letter: char) -> Result<Step> {
    let force = match letter {
        '.' => return Ok(Step::Rest),
        'x' => PLAIN.force,
        'X' => ACCENT,
        'o' => SOFT,
        _ => bail!("no stroke of a drum: {letter}"),
    };
    let touch = Touch { force, ..PLAIN };
    Ok(Step::Play(Tone::Drum, touch))
}

fn step(word: &str) -> Result<Step> {
    match word {
        "." => return Ok(Step::Rest),
        "-" => return Ok(Step::Hold),
        _ => {}
    }
    let mut touch = PLAIN;
    let mut rest = word;
    if let Some(behind) = rest.strip_prefix('~') {
        touch.slides = true;
        rest = behind;
    }
    if let Some(before) = rest.strip_suffix('!') {
        touch.force = ACCENT;
        rest = before;
    } else if let Some(before) = rest.strip_suffix('\'') {
        touch.force = SOFT;
        rest = before;
    }
    let tone = if rest == "*" {
        Tone::Chord
    } else if let Ok(degree) = rest.parse() {
        Tone::Degree(degree)
    } else {
        Tone::Note(pitch::note(rest)?)
    };
    Ok(Step::Play(tone, touch))
}

/// The notes of each voice, in the order of their starts, of sections that are
/// played one after the other.
pub(super) fn notes(score: &Score, order: &[usize]) -> Vec<Vec<Note>> {
    let mut notes: Vec<Vec<Note>> = score.voices.iter().map(|_| Vec::new()).collect();
    let mut bar_start = 0;
    for &section in order {
        let section = &score.sections[section];
        for bar in 0..section.bars {
            let chords = &section.chords[bar % section.chords.len()];
            for (voice, bars) in &section.lines {
                let steps = &bars[bar % bars.len()];
                let length = UNITS_A_BAR / steps.len();
                for (at, step) in steps.iter().enumerate() {
                    let chord = &chords[at * chords.len() / steps.len()];
                    let start = bar_start + at * length;
                    let voice_notes = &mut notes[*voice];
                    add(
                        voice_notes,
                        &score.voices[*voice],
                        step,
                        chord,
                        start,
                        length,
                    );
                }
            }
            bar_start += UNITS_A_BAR;
        }
    }
    notes
}

fn add(
    notes: &mut Vec<Note>,
    voice: &Voice,
    step: &Step,
    chord: &Chord,
    start: usize,
    length: usize,
) {
    let (tone, touch) = match step {
        Step::Rest => return,
        Step::Hold => {
            // Nothing goes on where nothing was.
            if let Some(last) = notes.last_mut().filter(|it| it.start + it.length == start) {
                last.length += length;
            }
            return;
        }
        Step::Play(tone, touch) => (tone, touch),
    };
    let tones = if voice.rooted {
        chord.stacked(voice.floor)
    } else {
        chord.voiced(voice.floor)
    };
    let pitches = match tone {
        Tone::Note(note) => vec![*note],
        Tone::Degree(at) => vec![tones[at % tones.len()] + 12 * (at / tones.len()) as i32],
        Tone::Chord => tones,
        Tone::Drum => vec![voice.floor],
    };
    let before = notes.last().and_then(|it| it.pitches.first());
    notes.push(Note {
        start,
        length,
        from: before.copied().filter(|_| touch.slides),
        pitches,
        force: touch.force,
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_become_notes() {
        let text = "voice lead floor=c4
voice bass root=c2
voice kick drum=c2
section a 2
chords C F | G
lead c5! - . ~d5 | - 0 1 3'
bass 0 2 0 2 | 0
kick x.o. | X
order a";
        let score = Score::read(text).expect("it is in order");
        let notes = notes(&score, &score.order);
        let told = |voice: usize| -> Vec<(usize, usize, i32)> {
            let of = |it: &Note| (it.start, it.length, it.pitches[0]);
            notes[voice].iter().map(of).collect()
        };
        // The slide is held over the bar line; the G chord over c4 is D, G, B.
        assert_eq!(
            told(0),
            [
                (0, 96, 72),
                (144, 96, 74),
                (240, 48, 62),
                (288, 48, 67),
                (336, 48, 74)
            ]
        );
        assert_eq!(notes[0][1].from, Some(72));
        assert_eq!(
            told(1),
            [
                (0, 48, 36),
                (48, 48, 43),
                (96, 48, 41),
                (144, 48, 48),
                (192, 192, 43)
            ]
        );
        assert_eq!(told(2), [(0, 48, 36), (96, 48, 36), (192, 192, 36)]);
        let forces: Vec<f64> = notes[2].iter().map(|it| it.force).collect();
        assert_eq!(forces, [0.82, 0.5, 1.0]);
    }
}
