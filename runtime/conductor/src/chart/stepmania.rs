//! `StepMania` songs, `.sm` and `.ssc`: tags of the song, then levels.
//!
//! The two differ little: in `.sm` a level is one tag of six fields, in `.ssc`
//! a group of tags that may bring a tempo map of its own. Both are understood
//! in either file.

mod notes;
mod tags;
mod timing;

use super::{Chart, ChartError, Level, check_notes, name_of};
use crate::time::BeatPosition;
use tags::{Tag, each_tag};
use timing::Timing;

/// Reads a song with all its levels.
pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Chart, ChartError> {
    let text = String::from_utf8_lossy(bytes);
    let mut song = Song::default();
    each_tag(&text, |tag| song.take(name, &tag))?;
    song.finish_level(name)?;
    let timing = song.timing.unwrap_or_default();
    let map = timing.map(name)?;
    Ok(Chart {
        title: song.title,
        artist: song.artist,
        audio: Some(song.audio).filter(|audio| !audio.is_empty()),
        offset: map.time_of(BeatPosition::of_beat(0)),
        map,
        levels: song.levels,
    })
}

/// A song that is being read.
#[derive(Default)]
struct Song {
    title: String,
    artist: String,
    audio: String,
    version: Option<f64>,
    /// Notes in all levels.
    notes: usize,
    /// The song's timing: what its tags said before the first level.
    timing: Option<Timing>,
    current: Timing,
    level: Option<Level>,
    levels: Vec<Level>,
}

impl Song {
    fn take(&mut self, file: &str, tag: &Tag) -> Result<(), ChartError> {
        match tag.name.as_str() {
            "TITLE" => self.title = name_of(&tag.text),
            "ARTIST" => self.artist = name_of(&tag.text),
            "MUSIC" => self.audio = name_of(&tag.text),
            "VERSION" => self.version = tag.text.trim().parse().ok(),
            "NOTEDATA" => {
                self.finish_level(file)?;
                self.level = Some(empty_level());
            }
            "STEPSTYPE" => self.on_level(|level| level.style = name_of(&tag.text)),
            "DIFFICULTY" => self.on_level(|level| level.name = name_of(&tag.text)),
            "NOTES" | "NOTES2" => self.take_notes(file, tag)?,
            _ => self.current.take(file, tag, self.version)?,
        }
        Ok(())
    }

    fn on_level(&mut self, change: impl FnOnce(&mut Level)) {
        if let Some(level) = &mut self.level {
            change(level);
        }
    }

    fn take_notes(&mut self, file: &str, tag: &Tag) -> Result<(), ChartError> {
        // Style, description, difficulty, meter, radar values, notes.
        let fields: Vec<&str> = tag.text.splitn(6, ':').collect();
        let data = if let [style, _, difficulty, _, _, data] = fields[..] {
            self.finish_level(file)?;
            let mut level = empty_level();
            level.style = name_of(style);
            level.name = name_of(difficulty);
            self.level = Some(level);
            data
        } else {
            &tag.text
        };
        let Some(level) = &mut self.level else {
            return Ok(());
        };
        let (lanes, notes) = notes::notes(file, data)?;
        self.notes += notes.len();
        check_notes(file, self.notes)?;
        level.lanes = lanes;
        level.notes = notes;
        Ok(())
    }

    /// Puts the level under way with the others, and takes the tags before the
    /// first one for the song's.
    fn finish_level(&mut self, file: &str) -> Result<(), ChartError> {
        let current = std::mem::take(&mut self.current);
        let Some(song) = &self.timing else {
            self.timing = Some(current);
            return Ok(());
        };
        let Some(mut level) = self.level.take() else {
            return Ok(());
        };
        if current.has_tempo() {
            level.map = Some(current.or_offset_of(song).map(file)?);
        }
        self.levels.push(level);
        // Levels without notes count too, so that there is an end to them.
        check_notes(file, self.levels.len())
    }
}

fn empty_level() -> Level {
    Level {
        name: String::new(),
        style: String::new(),
        lanes: 1,
        map: None,
        notes: Vec::new(),
    }
}
