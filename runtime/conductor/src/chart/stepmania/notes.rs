//! The rows of a level: measures of four beats, cut into as many rows as the
//! finest note needs, one character a lane.

use crate::chart::{ChartError, Note, check_notes};
use crate::time::{BeatPosition, NANOS_A_BEAT};

/// Most lanes of a level.
const MOST_LANES: usize = 64;

/// Beats of a measure, whatever the time signature.
const MEASURE: i64 = 4;

/// How many lanes there are, and the taps and hold heads in them.
pub(super) fn notes(file: &str, data: &str) -> Result<(u8, Vec<Note>), ChartError> {
    let mut lanes = 1;
    let mut notes: Vec<Note> = Vec::new();
    let mut held: Vec<Option<usize>> = vec![None; MOST_LANES];
    // Notes of a second player come after an ampersand.
    let data = data.split('&').next().unwrap_or_default();
    for (measure, rows) in data.split(',').enumerate() {
        let rows: Vec<&str> = rows
            .lines()
            .map(str::trim)
            .filter(|row| !row.is_empty())
            .collect();
        for (index, row) in rows.iter().enumerate() {
            let beats = measure as i64 * MEASURE * NANOS_A_BEAT;
            let within = index as i128 * i128::from(MEASURE * NANOS_A_BEAT);
            let count = rows.len() as i128;
            let position = BeatPosition(beats + ((within + count / 2) / count) as i64);
            for (lane, kind) in cells(row).take(MOST_LANES).enumerate() {
                lanes = lanes.max(lane as u8 + 1);
                match kind {
                    '1' | '2' | '4' => {
                        held[lane] = (kind != '1').then_some(notes.len());
                        notes.push(Note {
                            position,
                            lane: lane as u8,
                            end: None,
                        });
                    }
                    '3' => {
                        if let Some(head) = held[lane].take() {
                            notes[head].end = Some(position);
                        }
                    }
                    _ => {}
                }
            }
            check_notes(file, notes.len())?;
        }
    }
    Ok((lanes, notes))
}

/// The characters of a row, without what is in brackets: sounds and attacks.
fn cells(row: &str) -> impl Iterator<Item = char> {
    let mut depth = 0_usize;
    row.chars().filter(move |c| match c {
        '[' | '{' | '<' => {
            depth += 1;
            false
        }
        ']' | '}' | '>' => {
            depth = depth.saturating_sub(1);
            false
        }
        c => depth == 0 && !c.is_whitespace(),
    })
}
