//! Names of notes and chords, as musicians write them: `c#4`, `Bbmaj7/D`.
//!
//! Notes are numbered as MIDI does it: 60 is the middle C, `c4`, 69 the A of
//! 440 Hz.

use anyhow::{Context, Result, bail};

/// Semitones over the root, by how the chord is called behind its letter.
const CHORDS: &[(&str, &[i32])] = &[
    ("", &[0, 4, 7]),
    ("m", &[0, 3, 7]),
    ("5", &[0, 7]),
    ("6", &[0, 4, 7, 9]),
    ("m6", &[0, 3, 7, 9]),
    ("7", &[0, 4, 7, 10]),
    ("m7", &[0, 3, 7, 10]),
    ("maj7", &[0, 4, 7, 11]),
    ("add9", &[0, 2, 4, 7]),
    ("madd9", &[0, 2, 3, 7]),
    ("sus2", &[0, 2, 7]),
    ("sus4", &[0, 5, 7]),
    ("7sus4", &[0, 5, 7, 10]),
    ("dim", &[0, 3, 6]),
    ("dim7", &[0, 3, 6, 9]),
    ("m7b5", &[0, 3, 6, 10]),
    ("7b9", &[0, 1, 4, 7, 10]),
    ("aug", &[0, 4, 8]),
];

/// A chord: its tones as semitones over C, from the root up.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Chord {
    tones: Vec<i32>,
    /// What the bass plays: the root, unless something stands behind a slash.
    bass: i32,
}

impl Chord {
    pub(super) fn read(text: &str) -> Result<Chord> {
        let (chord, bass) = match text.split_once('/') {
            Some((chord, bass)) => (chord, Some(bass)),
            None => (text, None),
        };
        let (root, kind) = letter(chord).with_context(|| format!("no chord: {text}"))?;
        let Some((_, intervals)) = CHORDS.iter().find(|(name, _)| *name == kind) else {
            bail!("no chord we know: {text}");
        };
        let bass = match bass {
            Some(bass) => match letter(bass) {
                Some((bass, "")) => bass,
                _ => bail!("no note behind the slash: {text}"),
            },
            None => root,
        };
        let tones = intervals.iter().map(|interval| root + interval);
        Ok(Chord {
            tones: tones.collect(),
            bass,
        })
    }

    /// Its tones as notes, each at the lowest place from `floor` on, in order.
    /// So neighbors in a progression have their tones near each other.
    pub(super) fn voiced(&self, floor: i32) -> Vec<i32> {
        let mut notes: Vec<i32> = self.tones.iter().map(|&it| above(it, floor)).collect();
        notes.sort_unstable();
        notes
    }

    /// Its bass, as low as `floor` lets it, and the other tones over that.
    pub(super) fn stacked(&self, floor: i32) -> Vec<i32> {
        let bass = above(self.bass, floor);
        let mut notes: Vec<i32> = self.tones.iter().map(|&it| above(it, bass)).collect();
        if !notes.contains(&bass) {
            notes.push(bass);
        }
        notes.sort_unstable();
        notes
    }
}

/// The number of a note such as `c4`, `f#3`, `bb5`.
pub(super) fn note(text: &str) -> Result<i32> {
    let (class, octave) = letter(text).with_context(|| format!("no note: {text}"))?;
    let octave: i32 = octave.parse().with_context(|| format!("no note: {text}"))?;
    Ok(class + 12 * (octave + 1))
}

/// How many times a second a note swings.
pub(super) fn hertz(note: f64) -> f64 {
    440.0 * dice::maths::pow(2.0, (note - 69.0) / 12.0)
}

/// The lowest note of a class that is not under a floor.
fn above(class: i32, floor: i32) -> i32 {
    floor + (class - floor).rem_euclid(12)
}

/// The letter at the front with its accidental, and what follows. The `b` of
/// `b4` is a letter, that of `bb4` a flat.
fn letter(text: &str) -> Option<(i32, &str)> {
    let class = match text.bytes().next()?.to_ascii_lowercase() {
        b'c' => 0,
        b'd' => 2,
        b'e' => 4,
        b'f' => 5,
        b'g' => 7,
        b'a' => 9,
        b'b' => 11,
        _ => return None,
    };
    let rest = &text[1..];
    if let Some(rest) = rest.strip_prefix('#') {
        Some((class + 1, rest))
    } else if let Some(rest) = rest.strip_prefix('b') {
        Some((class - 1, rest))
    } else {
        Some((class, rest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_have_their_numbers() {
        for (text, number) in [("c4", 60), ("a4", 69), ("bb3", 58), ("b3", 59), ("f#2", 42)] {
            assert_eq!(note(text).ok(), Some(number), "{text}");
        }
        for text in ["", "h4", "c", "c#", "4"] {
            assert!(note(text).is_err(), "{text}");
        }
    }

    #[test]
    fn chords_lie_where_they_are_wanted() {
        let check = |text: &str, voiced: &[i32], stacked: &[i32]| {
            let chord = Chord::read(text).expect("it is a chord");
            assert_eq!(chord.voiced(60), voiced, "{text}");
            assert_eq!(chord.stacked(36), stacked, "{text}");
        };
        check("C", &[60, 64, 67], &[36, 40, 43]);
        check("Am", &[60, 64, 69], &[45, 48, 52]);
        check("C/E", &[60, 64, 67], &[40, 43, 48]);
        check("C/D", &[60, 64, 67], &[38, 40, 43, 48]);
        check("Bbmaj7", &[62, 65, 69, 70], &[46, 50, 53, 57]);
        assert!(Chord::read("Hm").is_err());
        assert!(Chord::read("Cx").is_err());
        assert!(Chord::read("C/9").is_err());
    }
}
