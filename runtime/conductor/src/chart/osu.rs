//! osu! beatmaps: rosu-map reads the lines of the sections, the general
//! settings and the timing points.
//!
//! Hit objects are taken apart here, because all that is wanted of them is when
//! and in which lane; of timing points only those that set a tempo are handed
//! on, and only so many, because rosu-map inserts each into a sorted list.

use std::convert::Infallible;

use rosu_map::section::general::GameMode;
use rosu_map::section::timing_points::{TimingPoints, TimingPointsState};
use rosu_map::{DecodeBeatmap, DecodeState};

use super::{Chart, ChartError, Level, MOST_NOTES, Note, check_notes, name_of};
use crate::tempo_map::{Section, TempoMap};
use crate::time::{BeatPosition, FLICKS_A_SECOND, NANOS_A_BEAT, SongTime};

/// Most timing points that set a tempo.
const MOST_POINTS: usize = 5_000;

/// Furthest time that is read, in milliseconds.
const FURTHEST: f64 = 1.0e9;

/// Reads a beatmap, which is one level of a song.
pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Chart, ChartError> {
    let file = || name.to_owned();
    let map: Beatmap = rosu_map::from_bytes(bytes).map_err(|error| ChartError::Damaged {
        file: file(),
        reason: error.to_string(),
        remedy: "save it as UTF-8",
    })?;
    if map.points > MOST_POINTS {
        return Err(ChartError::Damaged {
            file: file(),
            reason: "more than 5000 timing points that set a tempo".to_owned(),
            remedy: "remove some",
        });
    }
    check_notes(name, map.hits.len())?;
    let sections: Vec<Section> = map
        .timing
        .control_points
        .timing_points
        .iter()
        .filter(|point| point.time.abs() <= FURTHEST)
        .map(|point| Section {
            start: moment(point.time),
            bpm: 60_000.0 / point.beat_len,
            beats_per_bar: i64::from(point.time_signature.numerator.get()).min(100),
        })
        .collect();
    if sections.is_empty() {
        return Err(ChartError::NoTempo {
            file: file(),
            remedy: "a line like 0,500,4,1,0,100,1,0 under [TimingPoints]",
        });
    }
    let tempo = TempoMap::from_sections(&sections).map_err(|error| ChartError::Tempo {
        file: file(),
        error,
    })?;
    let (style, lanes) = match map.timing.mode {
        GameMode::Osu => ("osu", 1),
        GameMode::Taiko => ("taiko", 1),
        GameMode::Catch => ("catch", 1),
        GameMode::Mania => ("mania", map.keys),
    };
    let mut notes: Vec<Note> = map
        .hits
        .iter()
        .map(|hit| Note {
            position: snapped(&tempo, hit.time),
            lane: (hit.across * i32::from(lanes) / 512) as u8,
            end: hit.end.map(|end| snapped(&tempo, end)),
        })
        .collect();
    notes.sort_unstable();
    Ok(Chart {
        title: name_of(&map.title),
        artist: name_of(&map.artist),
        audio: Some(name_of(&map.timing.audio_file)).filter(|audio| !audio.is_empty()),
        offset: tempo.time_of(BeatPosition::of_beat(0)),
        map: tempo,
        levels: vec![Level {
            name: name_of(&map.version),
            style: style.to_owned(),
            lanes,
            map: None,
            notes,
        }],
    })
}

fn moment(milliseconds: f64) -> SongTime {
    SongTime((milliseconds * (FLICKS_A_SECOND / 1000) as f64).round() as i64)
}

/// The place of a moment that was cut to whole milliseconds: the 48th of a beat
/// that it must have been, where one is that near.
fn snapped(map: &TempoMap, milliseconds: f64) -> BeatPosition {
    const GRID: i128 = 48;
    let time = moment(milliseconds);
    let position = map.position(time);
    let nanos = i128::from(NANOS_A_BEAT);
    let step = (i128::from(position.0) * GRID + nanos / 2).div_euclid(nanos);
    let near = BeatPosition((step * nanos).div_euclid(GRID) as i64);
    let away = map.time_of(near) - time;
    if away.0.abs() <= FLICKS_A_SECOND / 1000 {
        near
    } else {
        position
    }
}

/// A circle, or the head of a slider or hold.
struct Hit {
    /// In milliseconds.
    time: f64,
    /// Across the field: 0 to 511.
    across: i32,
    /// End of a hold, in milliseconds.
    end: Option<f64>,
}

impl Hit {
    /// From a line `x,y,time,type,sound,...`; none for spinners and for what
    /// cannot be understood, which osu! skips too.
    fn of_line(line: &str) -> Option<Hit> {
        const CIRCLE_OR_SLIDER: i64 = 1 | 2;
        const HOLD: i64 = 128;
        let mut fields = line.split(',');
        let across: f64 = fields.next()?.trim().parse().ok()?;
        let time = time_of(fields.nth(1)?)?;
        let kind: i64 = fields.next()?.trim().parse().ok()?;
        let end = if kind & HOLD != 0 {
            let end = fields.nth(1)?.split(':').next()?;
            Some(time_of(end)?).filter(|&end| end > time)
        } else if kind & CIRCLE_OR_SLIDER != 0 {
            None
        } else {
            return None;
        };
        Some(Hit {
            time,
            across: across.clamp(0.0, 511.0) as i32,
            end,
        })
    }
}

fn time_of(text: &str) -> Option<f64> {
    let time: f64 = text.trim().parse().ok()?;
    (time.abs() <= FURTHEST).then_some(time)
}

/// What is read of a beatmap.
struct Beatmap {
    timing: TimingPoints,
    points: usize,
    title: String,
    artist: String,
    version: String,
    keys: u8,
    hits: Vec<Hit>,
}

/// A beatmap that is being read.
struct BeatmapState {
    timing: TimingPointsState,
    points: usize,
    title: String,
    artist: String,
    version: String,
    keys: u8,
    hits: Vec<Hit>,
}

impl DecodeState for BeatmapState {
    fn create(version: i32) -> Self {
        BeatmapState {
            timing: TimingPointsState::create(version),
            points: 0,
            title: String::new(),
            artist: String::new(),
            version: String::new(),
            keys: 4,
            hits: Vec::new(),
        }
    }
}

impl From<BeatmapState> for Beatmap {
    fn from(state: BeatmapState) -> Beatmap {
        Beatmap {
            timing: state.timing.into(),
            points: state.points,
            title: state.title,
            artist: state.artist,
            version: state.version,
            keys: state.keys,
            hits: state.hits,
        }
    }
}

// rosu-map skips a line whose parser returns an error, as osu! does; nothing
// here has a use for that.
impl DecodeBeatmap for Beatmap {
    type Error = Infallible;
    type State = BeatmapState;

    fn parse_general(state: &mut BeatmapState, line: &str) -> Result<(), Infallible> {
        let _ = TimingPoints::parse_general(&mut state.timing, line);
        Ok(())
    }

    fn parse_metadata(state: &mut BeatmapState, line: &str) -> Result<(), Infallible> {
        if let Some((key, value)) = line.split_once(':') {
            match key.trim() {
                "Title" => state.title = name_of(value),
                "Artist" => state.artist = name_of(value),
                "Version" => state.version = name_of(value),
                _ => {}
            }
        }
        Ok(())
    }

    fn parse_difficulty(state: &mut BeatmapState, line: &str) -> Result<(), Infallible> {
        if let Some((key, value)) = line.split_once(':')
            && key.trim() == "CircleSize"
            && let Ok(keys) = value.trim().parse::<f64>()
        {
            state.keys = keys.clamp(1.0, 18.0) as u8;
        }
        Ok(())
    }

    fn parse_timing_points(state: &mut BeatmapState, line: &str) -> Result<(), Infallible> {
        let sets_tempo = line
            .split(',')
            .nth(6)
            .is_none_or(|flag| flag.trim_start().starts_with('1'));
        if sets_tempo {
            state.points += 1;
            if state.points <= MOST_POINTS {
                let _ = TimingPoints::parse_timing_points(&mut state.timing, line);
            }
        }
        Ok(())
    }

    fn parse_hit_objects(state: &mut BeatmapState, line: &str) -> Result<(), Infallible> {
        // One more than is allowed, so that too many are noticed.
        if state.hits.len() <= MOST_NOTES {
            state.hits.extend(Hit::of_line(line));
        }
        Ok(())
    }

    fn parse_editor(_: &mut BeatmapState, _: &str) -> Result<(), Infallible> {
        Ok(())
    }

    fn parse_events(_: &mut BeatmapState, _: &str) -> Result<(), Infallible> {
        Ok(())
    }

    fn parse_colors(_: &mut BeatmapState, _: &str) -> Result<(), Infallible> {
        Ok(())
    }

    fn parse_variables(_: &mut BeatmapState, _: &str) -> Result<(), Infallible> {
        Ok(())
    }

    fn parse_catch_the_beat(_: &mut BeatmapState, _: &str) -> Result<(), Infallible> {
        Ok(())
    }

    fn parse_mania(_: &mut BeatmapState, _: &str) -> Result<(), Infallible> {
        Ok(())
    }
}
