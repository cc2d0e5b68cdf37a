//! Charts of other rhythm games, read for their tempo map and their notes:
//! `StepMania`, osu! and MIDI.
//!
//! A chart is somebody else's file. Whatever is in it, reading ends with a
//! chart or with an error that says where to look, in bounded time and memory.

mod error;
mod midi;
mod osu;
mod stepmania;

use crate::tempo_map::TempoMap;
use crate::time::{BeatPosition, SongTime};
pub use error::ChartError;

/// Largest chart that is read, in bytes.
const LARGEST: usize = 16 << 20;

/// Most notes in one file, over all levels.
const MOST_NOTES: usize = 200_000;

/// Longest title, artist or file name, in characters.
const LONGEST_NAME: usize = 200;

/// What a chart says about a song.
#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    /// Name of the song; empty where the chart gives none.
    pub title: String,
    /// Who made the song; empty where the chart gives none.
    pub artist: String,
    /// File name of the song, as written; none in MIDI.
    pub audio: Option<String>,
    /// When beat 0 is, in the time of the song's file.
    pub offset: SongTime,
    /// The song's beats.
    pub map: TempoMap,
    /// The levels of difficulty, in the order of the file; none in MIDI.
    pub levels: Vec<Level>,
}

/// Notes for one difficulty.
#[derive(Debug, Clone, PartialEq)]
pub struct Level {
    /// What the chart calls the difficulty.
    pub name: String,
    /// What it is made for: `dance-single`, `osu`, `mania`.
    pub style: String,
    /// How many lanes it has, at least 1.
    pub lanes: u8,
    /// Beats of its own, where they differ from the song's.
    pub map: Option<TempoMap>,
    /// In order of position and lane.
    pub notes: Vec<Note>,
}

/// A tap, or the start of a hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// When it is due.
    pub position: BeatPosition,
    /// Which lane, from 0.
    pub lane: u8,
    /// When a hold ends.
    pub end: Option<BeatPosition>,
}

impl Chart {
    /// Reads a chart. What it is follows from its content, or else from its
    /// name: `.sm`, `.ssc`, `.osu`, `.mid` or `.midi`.
    ///
    /// # Errors
    ///
    /// Another kind of file, one of more than 16 MiB or 200,000 notes, and what
    /// cannot be understood, with its line.
    ///
    /// # Examples
    ///
    /// ```
    /// use conductor::chart::Chart;
    /// use conductor::{BeatPosition, SongTime};
    ///
    /// let file = b"#TITLE:Drift; #OFFSET:-0.5; #BPMS:0=120;";
    /// let chart = Chart::read("drift.sm", file).unwrap();
    /// let beat = BeatPosition::of_beat(1);
    /// assert_eq!(chart.map.time_of(beat), SongTime::of_seconds(1.0));
    /// ```
    pub fn read(name: &str, bytes: &[u8]) -> Result<Chart, ChartError> {
        let file = name.to_owned();
        if bytes.len() > LARGEST {
            return Err(ChartError::TooLarge {
                file,
                size: bytes.len(),
            });
        }
        match Form::of(name, bytes) {
            Some(Form::StepMania) => stepmania::read(name, bytes),
            Some(Form::Osu) => osu::read(name, bytes),
            Some(Form::Midi) => midi::read(name, bytes),
            None => Err(ChartError::Unknown { file }),
        }
    }
}

/// Which game wrote a chart.
enum Form {
    StepMania,
    Osu,
    Midi,
}

impl Form {
    fn of(name: &str, bytes: &[u8]) -> Option<Form> {
        if bytes.starts_with(b"MThd") {
            return Some(Form::Midi);
        }
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if text.trim_ascii_start().starts_with(b"osu file format") {
            return Some(Form::Osu);
        }
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "sm" | "ssc" => Some(Form::StepMania),
            "osu" => Some(Form::Osu),
            "mid" | "midi" => Some(Form::Midi),
            _ => None,
        }
    }
}

/// A name out of a chart: trimmed, of one line and of bounded length.
fn name_of(text: &str) -> String {
    text.trim()
        .chars()
        .filter(|c| !c.is_control())
        .take(LONGEST_NAME)
        .collect()
}

/// That a file does not have too many notes; called for each that is added.
fn check_notes(file: &str, count: usize) -> Result<(), ChartError> {
    if count > MOST_NOTES {
        return Err(ChartError::TooManyNotes {
            file: file.to_owned(),
        });
    }
    Ok(())
}
