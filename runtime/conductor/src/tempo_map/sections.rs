//! A tempo map from stretches of the song that each start on a beat, as osu!
//! times its songs.
//!
//! The beats of one section rarely fill it to the flick. As at the seam of a
//! loop, a fraction too few is jumped over, and one too many is held below the
//! beat that starts the next section: that beat is where the chart puts it.

use super::builder::{check_count, check_loop};
use super::curve::{Curve, Piece};
use super::moment::Moment;
use super::rate::Rate;
use super::{TempoError, TempoMap};
use crate::time::{FLICKS_A_SECOND, NANOS_A_BEAT, SongTime};

/// A stretch of a song that starts with a beat and a bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Section {
    /// When it starts.
    pub start: SongTime,
    /// Beats a minute, 1 to 10,000, rounded to a millionth.
    pub bpm: f64,
    /// Beats to the bar, 1 to 100.
    pub beats_per_bar: i64,
}

impl Section {
    /// Whole beats until a moment, of which none comes within half a beat.
    fn beats_until(&self, end: SongTime) -> i64 {
        let rate = Rate::of_bpm(self.bpm);
        let flicks = i128::from(end.0) - i128::from(self.start.0);
        let nanos = (flicks * rate.nanos).div_euclid(rate.flicks);
        ((nanos + i128::from(NANOS_A_BEAT / 2)) / i128::from(NANOS_A_BEAT)) as i64
    }
}

/// Sections in any order; one that is over within half a beat gives way to the
/// one after it. Beat 0 starts the first, which also reaches back.
pub(super) fn map_of(sections: &[Section]) -> Result<TempoMap, TempoError> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut signatures = Vec::new();
    let mut beat = 0;
    let kept = checked(sections)?;
    for (index, section) in kept.iter().enumerate() {
        let piece = Piece {
            start: Moment::of_flicks(section.start.0),
            position: beat * NANOS_A_BEAT,
            rate: Rate::of_bpm(section.bpm),
            held: false,
        };
        pieces.push(piece);
        signatures.push((beat, section.beats_per_bar));
        let Some(next) = kept.get(index + 1) else {
            break;
        };
        beat += section.beats_until(next.start);
        let last = beat * NANOS_A_BEAT - 1;
        let full = piece.start.after(last - piece.position, piece.rate)?;
        if full.is_reached_by(next.start.0 - 1) {
            pieces.push(Piece {
                start: full,
                position: last,
                held: true,
                ..piece
            });
        }
    }
    TempoMap::of_curve(Curve { pieces }, Vec::new()).with_signatures(&signatures)
}

fn checked(sections: &[Section]) -> Result<Vec<Section>, TempoError> {
    check_count("section", sections.len())?;
    for (index, &Section { start, bpm, .. }) in sections.iter().enumerate() {
        if !(1.0..=10_000.0).contains(&bpm) {
            return Err(TempoError::Bpm {
                entry: index + 1,
                bpm,
            });
        }
        check_loop(start, start + SongTime(FLICKS_A_SECOND)).map_err(|_| TempoError::TooLong)?;
    }
    let mut sorted = sections.to_vec();
    sorted.sort_by_key(|section| section.start);
    let mut kept: Vec<Section> = Vec::new();
    for section in sorted {
        while kept
            .last()
            .is_some_and(|last| last.beats_until(section.start) == 0)
        {
            kept.pop();
        }
        kept.push(section);
    }
    if kept.is_empty() {
        return Err(TempoError::TooFewBeats { count: 0 });
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::{Section, TempoMap};
    use crate::time::{BeatPosition, FLICKS_A_SECOND, NANOS_A_BEAT, SongTime};
    use dice::Seed;

    #[test]
    fn each_section_starts_on_its_beat_and_bar() {
        let mut stream = Seed::from_text("sections").stream();
        for _ in 0..500 {
            let mut start = SongTime(stream.int(-FLICKS_A_SECOND, FLICKS_A_SECOND));
            let sections: Vec<Section> = (0..stream.int(1, 8))
                .map(|_| {
                    let bpm = stream.int(20_000, 900_000) as f64 / 1000.0;
                    let beat = (60.0 / bpm * FLICKS_A_SECOND as f64) as i64;
                    let section = Section {
                        start,
                        bpm,
                        beats_per_bar: stream.int(1, 7),
                    };
                    start.0 += stream.int(beat, 20 * beat);
                    section
                })
                .collect();
            let map = TempoMap::from_sections(&sections).unwrap();
            for section in &sections {
                let position = map.position(section.start);
                assert_eq!(position.phase(), 0);
                assert_eq!(map.time_of(position), section.start);
                assert_eq!(map.bar_of(position.index()).beat_in_bar, 0);
            }
            // Between them, quarter beats come in order and each comes once.
            let mut last = map.time_of(BeatPosition::of_beat(-4));
            for quarter in -15..200 {
                let position = BeatPosition(quarter * NANOS_A_BEAT / 4);
                let time = map.time_of(position);
                assert!(time >= last && map.position(time) >= position);
                assert!(map.position(SongTime(time.0 - 1)) < position);
                last = time;
            }
        }
    }

    #[test]
    fn a_section_that_is_over_at_once_gives_way() {
        let section = |start, bpm| Section {
            start: SongTime::of_seconds(start),
            bpm,
            beats_per_bar: 4,
        };
        let map = TempoMap::from_sections(&[
            section(2.0, 120.0),
            section(0.0, 60.0),
            section(1.99, 240.0),
            section(2.0, 60.0),
        ])
        .unwrap();
        for (seconds, beats) in [(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)] {
            let position = map.position(SongTime::of_seconds(seconds));
            assert_eq!(position, BeatPosition::of_beats(beats), "{seconds} s");
        }
    }
}
