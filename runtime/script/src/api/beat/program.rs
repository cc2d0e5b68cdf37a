//! `beat.start`: from its options to what is conducted.

use std::sync::Arc;

use conductor::chart::Chart;
use conductor::{BeatPosition, MOST_PLAYERS, Song, SongTime, TempoMap, Windows};
use machine::{GridEnd, MusicCall};
use vm::{Call, Raise, Tree};

use super::Outcome;
use super::keys;
use super::options::{Options, pair, shown, whole};
use crate::api::song;
use crate::beat::{Beat, BeatRequest, Binding, Program, Sounding, TrackRow};
use crate::songs::SongOptions;
use crate::timing::Control;
use crate::world::World;

/// The options there are.
const KNOWN: [&str; 19] = [
    "song",
    "chart",
    "music",
    "bpm",
    "offset",
    "beats_per_bar",
    "tempo",
    "stops",
    "loop",
    "volume",
    "count_in",
    "windows",
    "actions",
    "players",
    "rows_per_beat",
    "frame",
    "row",
    "sustain",
    "speed",
];

/// Those that only music of the cart's own tracks has, and those it has not.
const ONLY_TRACKS: [&str; 5] = ["rows_per_beat", "frame", "row", "sustain", "speed"];
const NOT_TRACKS: [&str; 6] = ["song", "chart", "bpm", "offset", "stops", "volume"];

/// Those that a chart has in it.
const NOT_CHARTS: [&str; 4] = ["bpm", "offset", "tempo", "stops"];

/// What opening a chart is counted as, for each byte.
const UNITS_A_BYTE: i64 = 8;

/// Actions there may be.
const MOST_ACTIONS: usize = 256;

pub(in crate::api) fn start(cx: &mut Call<'_, World>) -> Outcome {
    let result = read(cx);
    let program = Arc::new(result.map_err(|why| Raise::from(format!("beat.start: {why}")))?);
    let world = cx.host();
    let beat = &mut world.beat;
    // What the rest of the call reads is the music as it will begin.
    beat.moment = program.song.moment(program.song.start);
    beat.ahead = program.song.start;
    beat.chances = Beat::default().chances;
    beat.program = Some(Arc::clone(&program));
    beat.requests.push(BeatRequest::Start(program));
    Ok(0)
}

/// Reads the options, and starts the song's file.
fn read(cx: &mut Call<'_, World>) -> Result<Program, String> {
    let mut options = Options::read(cx, &KNOWN)?;
    let count_in = options.number("count_in", 0.0..=64.0)?.unwrap_or(0.0);
    let players = (options.whole("players", 1..=MOST_PLAYERS as i64)?).unwrap_or(1) as usize;
    let windows = windows(options.take("windows"))?;
    let (actions, bindings) = actions(options.take("actions"), players)?;
    let bar = options.whole("beats_per_bar", 1..=100)?;
    let (map, start, sounding) = if options.has("music") {
        track(cx, options, count_in)?
    } else {
        if let Some(name) = ONLY_TRACKS.iter().find(|name| options.has(name)) {
            return Err(format!("{name} is an option of music, which is not given"));
        }
        // Checked before a song starts.
        let bar = bar.unwrap_or(4);
        song_or_metronome(cx, options, count_in, bar)?
    };
    let map = match bar {
        Some(bar) => (map.with_signatures(&[(0, bar)])).map_err(|error| error.to_string())?,
        None => map,
    };
    Ok(Program {
        song: Song {
            map,
            windows,
            players,
            start,
        },
        actions,
        bindings,
        sounding,
    })
}

/// Where the beats are, when to begin, and what sounds: a file, or nothing.
fn song_or_metronome(
    cx: &mut Call<'_, World>,
    mut options: Options,
    count_in: f64,
    bar: i64,
) -> Result<(TempoMap, SongTime, Sounding), String> {
    let mut file = options.text("song", "music/cave.ogg")?;
    let volume = options.number("volume", 0.0..=1.0)?.unwrap_or(1.0);
    let map = match options.text("chart", "charts/cave.sm")? {
        Some(name) => {
            if let Some(other) = NOT_CHARTS.iter().find(|name| options.has(name)) {
                return Err(format!("chart and {other} exclude each other"));
            }
            let chart = chart(cx, &name)?;
            let inside = chart.audio.map(|audio| beside(cx.host(), &name, &audio));
            file = file.or(inside);
            chart.map
        }
        None => written_map(&mut options, bar)?,
    };
    let (repeats, region) = match options.take("loop") {
        None | Some(Tree::Boolean(false)) => (false, None),
        Some(Tree::Boolean(true)) if file.is_some() => (true, None),
        Some(Tree::Boolean(true)) => {
            return Err("loop must be {from, to} in beats where there is no song".to_owned());
        }
        Some(value) => match pair(&value) {
            Some((from, to)) if from < to && from.abs() <= 1e6 && to.abs() <= 1e6 => {
                let time = |beats| map.time_of(BeatPosition::of_beats(beats));
                (true, Some((time(from), time(to))))
            }
            _ => {
                return Err(format!(
                    "loop must be true or {{from, to}} in beats, got {}",
                    shown(&value)
                ));
            }
        },
    };
    let start = if count_in > 0.0 {
        let first = map.time_of(BeatPosition::of_beats(-count_in));
        first.min(SongTime::ZERO)
    } else {
        SongTime::ZERO
    };
    let Some(file) = file else {
        let map = match region {
            Some((from, to)) => map.with_loop(from, to).map_err(|error| error.to_string())?,
            None => map,
        };
        return Ok((map, start, Sounding::Nothing));
    };
    if let Some((from, _)) = region.filter(|(from, _)| from.0 < 0) {
        return Err(format!(
            "loop must begin within the song, not {} s before it",
            -from.seconds()
        ));
    }
    let options = SongOptions {
        repeats,
        volume: volume as f32,
        region,
        ..SongOptions::default()
    };
    song::begin(cx, &file, options.at(start))?;
    // The song repeats at frames of its file, which the beats follow.
    let map = match cx.host().songs.loop_points() {
        Some((from, to)) if repeats => map.with_loop(from, to),
        _ => Ok(map),
    };
    let map = map.map_err(|error| error.to_string())?;
    Ok((map, start, Sounding::File))
}

/// The tempo map that the options write out.
fn written_map(options: &mut Options, bar: i64) -> Result<TempoMap, String> {
    let offset = options.number("offset", -3600.0..=3600.0)?.unwrap_or(0.0);
    let mut builder = TempoMap::builder()
        .offset(SongTime::of_seconds(offset))
        .signature(0, bar);
    if let Some(bpm) = options.number("bpm", 1.0..=10000.0)? {
        builder = builder.tempo(0.0, bpm);
    }
    for (beat, bpm) in options.pairs("tempo", "{beat, bpm}")? {
        builder = builder.tempo(beat, bpm);
    }
    for (beat, seconds) in options.pairs("stops", "{beat, seconds}")? {
        builder = builder.stop(beat, seconds);
    }
    builder.build().map_err(|error| error.to_string())
}

/// Reads a chart of the cart's.
fn chart(cx: &mut Call<'_, World>, name: &str) -> Result<Chart, String> {
    let Some(bytes) = cx.host().chart_files.get(name).cloned() else {
        return Err(format!("the cart has no {name}"));
    };
    cx.charge(bytes.len() as i64 * UNITS_A_BYTE);
    Chart::read(name, &bytes).map_err(|error| error.to_string())
}

/// The path of a file that a chart names: beside the chart, or from the top.
fn beside(world: &World, chart: &str, file: &str) -> String {
    let near = match chart.rsplit_once('/') {
        Some((folder, _)) => format!("{folder}/{file}"),
        None => file.to_owned(),
    };
    if world.song_files.contains_key(file) && !world.song_files.contains_key(&near) {
        file.to_owned()
    } else {
        near
    }
}

/// The beats of a track: every so many rows, as the sequencer plays them.
fn track(
    cx: &mut Call<'_, World>,
    mut options: Options,
    count_in: f64,
) -> Result<(TempoMap, SongTime, Sounding), String> {
    if let Some(name) = NOT_TRACKS.iter().find(|name| options.has(name)) {
        return Err(format!("music and {name} exclude each other"));
    }
    let mut whole = |name, range| options.whole(name, range).map(|it| it.map(|it| it as i32));
    let mut call = MusicCall {
        track: whole("music", 0..=7)?.unwrap_or(0),
        frame: whole("frame", 0..=15)?.unwrap_or(-1),
        row: whole("row", 0..=63)?.unwrap_or(-1),
        looped: true,
        sustain: false,
        tempo: whole("tempo", 1..=255)?.unwrap_or(-1),
        speed: whole("speed", 1..=31)?.unwrap_or(-1),
    };
    let rows_a_beat = whole("rows_per_beat", 1..=64)?.unwrap_or(4) as usize;
    call.looped = options.flag("loop")?.unwrap_or(true);
    call.sustain = options.flag("sustain")?.unwrap_or(false);
    let grid = (cx.host().machine.beat_grid(&call)).map_err(|error| error.to_string())?;
    // A row of tick t is heard with the sound of the tick after it.
    let heard = |tick: u32| SongTime::of_tick(i64::from(tick));
    let rows: Vec<TrackRow> = (grid.rows.iter())
        .map(|row| TrackRow {
            time: heard(row.tick),
            frame: row.frame,
            row: row.row,
        })
        .collect();
    let mut beats: Vec<SongTime> = rows.iter().step_by(rows_a_beat).map(|it| it.time).collect();
    let (GridEnd::Stops(end) | GridEnd::Repeats { to_tick: end, .. } | GridEnd::Unknown(end)) =
        grid.end;
    if rows.len().is_multiple_of(rows_a_beat) && !rows.is_empty() {
        beats.push(heard(end));
    }
    if beats.len() < 2 {
        return Err(format!(
            "track {} has {} rows, too few for a beat of {rows_a_beat}",
            call.track,
            rows.len()
        ));
    }
    let mut map = TempoMap::from_beats(&beats).map_err(|error| error.to_string())?;
    if let GridEnd::Repeats { from_tick, to_tick } = grid.end {
        let looped = map.with_loop(heard(from_tick), heard(to_tick));
        map = looped.map_err(|error| error.to_string())?;
    }
    // The track starts with a tick, so that a count-in is whole ticks long.
    let length =
        map.time_of(BeatPosition::default()) - map.time_of(BeatPosition::of_beats(-count_in));
    let ticks = length.0 / SongTime::of_tick(1).0;
    let start = SongTime::of_tick(-ticks);
    Ok((map, start, Sounding::Track { call, rows }))
}

fn windows(value: Option<Tree>) -> Result<Windows, String> {
    let mut distances = [0.06, 0.12, 0.18, 0.25];
    let names = ["great", "good", "okay", "close"];
    match value {
        None => {}
        Some(Tree::List(list)) if list.is_empty() => {}
        Some(Tree::Map(map)) => {
            for (key, value) in &map {
                let known = names.iter().position(|name| name.as_bytes() == key);
                let Some(place) = known else {
                    return Err(format!(
                        "windows has no {}; it has {}",
                        String::from_utf8_lossy(key),
                        names.join(", ")
                    ));
                };
                distances[place] = super::options::number(value).ok_or_else(|| {
                    format!(
                        "windows.{} must be a number, got {}",
                        names[place],
                        shown(value)
                    )
                })?;
            }
        }
        Some(other) => {
            return Err(format!(
                "windows must be a table, such as {{great=0.06}}, got {}",
                shown(&other)
            ));
        }
    }
    let [great, good, okay, close] = distances;
    Windows::new(great, good, okay, close).map_err(|error| error.to_string())
}

/// Names of the actions in the order of the alphabet, and what stands for them.
fn actions(value: Option<Tree>, players: usize) -> Result<(Vec<String>, Vec<Binding>), String> {
    let map = match value {
        None => ["up", "down", "left", "right"]
            .into_iter()
            .zip(0..)
            .map(|(name, button)| (name.as_bytes().to_vec(), Tree::Integer(button)))
            .collect(),
        Some(Tree::Map(map)) => map,
        Some(other) => {
            return Err(format!(
                "actions must be a table, such as {{up=0, down=1, jump=\"space\"}}, got {}",
                shown(&other)
            ));
        }
    };
    if map.len() > MOST_ACTIONS {
        return Err(format!(
            "actions must be at most {MOST_ACTIONS}, got {}",
            map.len()
        ));
    }
    let mut names = Vec::new();
    let mut bindings = Vec::new();
    for (action, (key, value)) in (0..).zip(map) {
        let name = String::from_utf8_lossy(&key).into_owned();
        let controls = match &value {
            Tree::List(list) => list.as_slice(),
            other => std::slice::from_ref(other),
        };
        for value in controls {
            let (control, player) = control(&name, value, players)?;
            bindings.push(Binding {
                control,
                player,
                action,
            });
        }
        names.push(name);
    }
    Ok((names, bindings))
}

/// A button 0 to 7, a key's name, or `{key=, player=}`.
fn control(action: &str, value: &Tree, players: usize) -> Result<(Control, usize), String> {
    let key = |name: &[u8]| {
        let name = String::from_utf8_lossy(name).into_owned();
        keys::code(&name).map(Control::Key).ok_or_else(|| {
            format!("actions.{action}: there is no key '{name}'; keys are a to z, 0 to 9, space, up, kp7 ...")
        })
    };
    match value {
        Tree::Bytes(name) => return Ok((key(name)?, 0)),
        Tree::Map(map) => {
            let player = map.get(&b"player"[..]).map_or(Some(1), whole);
            if let (Some(Tree::Bytes(name)), Some(player)) = (map.get(&b"key"[..]), player)
                && map.keys().all(|key| key == b"key" || key == b"player")
            {
                if !(1..=players as i64).contains(&player) {
                    return Err(format!(
                        "actions.{action}: player must be 1 to {players}, got {player}"
                    ));
                }
                return Ok((key(name)?, player as usize - 1));
            }
        }
        other => {
            if let Some(button) = whole(other).filter(|button| (0..8).contains(button)) {
                return Ok((Control::Button(button as u8), 0));
            }
        }
    }
    Err(format!(
        "actions.{action} must be a button 0 to 7, a key such as \"w\", {{key=\"w\", player=2}}, or a list of these, got {}",
        shown(value)
    ))
}
