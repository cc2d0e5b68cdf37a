//! Songs: argument rules, and which file is meant; the host plays it.

use conductor::{BeatPosition, SongTime};
use vm::{Call, Kind, Raise, Tree, TreeLimits};

use crate::songs::SongOptions;
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// How sound files end, in lower case.
const ENDINGS: [&str; 4] = ["ogg", "mp3", "flac", "wav"];

/// What opening a file is counted as: a few milliseconds.
const OPENING: i64 = 300_000;

pub(super) fn play(cx: &mut Call<'_, World>) -> Outcome {
    let options = options(cx);
    let Some(name) = cx.args().bytes(1) else {
        return Err(Raise::from(
            "song.play: the file must be a string, such as \"music/cave.ogg\"",
        ));
    };
    let options = options?;
    let name = String::from_utf8_lossy(name).into_owned();
    begin(cx, &name, options).map_err(|why| Raise::from(format!("song.play: {why}")))?;
    Ok(0)
}

/// Plays a file of the cart's, or says why it cannot.
pub(super) fn begin(
    cx: &mut Call<'_, World>,
    name: &str,
    options: SongOptions,
) -> Result<(), String> {
    let world = cx.host();
    let unplayable = || format!("{name} is no sound file we can play (ogg, mp3, flac, wav)");
    if !is_sound_file(name) {
        return Err(unplayable());
    }
    if !world.song_files.contains_key(name) {
        return Err(format!("the cart has no {name}"));
    }
    world.play_song(name, options).map_err(|_| unplayable())?;
    cx.charge(OPENING);
    Ok(())
}

/// Whether the name ends as those of sound files do.
pub(crate) fn is_sound_file(name: &str) -> bool {
    ends_like(name, &ENDINGS)
}

/// Whether the name ends as those of charts do.
pub(crate) fn is_chart(name: &str) -> bool {
    ends_like(name, &["sm", "ssc", "osu", "mid", "midi"])
}

fn ends_like(name: &str, endings: &[&str]) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| endings.contains(&ending.to_ascii_lowercase().as_str()))
}

/// The table in the second argument, all of it understood.
fn options(cx: &mut Call<'_, World>) -> Result<SongOptions, Raise> {
    /// More than options ever need.
    const LIMITS: TreeLimits = TreeLimits {
        depth: 2,
        size: 1000,
    };
    const FORM: &str = "song.play: options are a table, such as {loop=true, volume=0.5}";
    let mut options = SongOptions::default();
    let mut at = None;
    let given = match cx.args().kind(2) {
        Kind::None | Kind::Nil => return Ok(options),
        Kind::Table => cx.tree(2, LIMITS).map_err(|_| Raise::from(FORM))?,
        _ => return Err(Raise::from(FORM)),
    };
    let named = match given {
        Tree::Map(named) => named,
        Tree::List(list) if list.is_empty() => return Ok(options),
        _ => {
            return Err(Raise::from(
                "song.play: options are named, such as {loop=true, volume=0.5}",
            ));
        }
    };
    for (name, value) in named {
        match &name[..] {
            b"loop" => {
                (options.repeats, options.region) = repeats(&value).ok_or_else(|| {
                    Raise::from(
                        "song.play: loop must be true or false, or from where to where the \
                         song repeats in seconds, such as {4.5, 60}",
                    )
                })?;
            }
            b"volume" => {
                let level = number(&value).filter(|level| (0.0..=1.0).contains(level));
                options.volume = level
                    .ok_or_else(|| Raise::from("song.play: volume must be a number from 0 to 1"))?
                    as f32;
            }
            b"at" => {
                let beats = number(&value).filter(|beats| beats.abs() <= 1e6);
                at = Some(beats.ok_or_else(|| {
                    Raise::from("song.play: at must be -1000000 to 1000000 beats")
                })?);
            }
            other => {
                return Err(Raise::from(format!(
                    "song.play: there is no option {}; there are at, loop and volume",
                    String::from_utf8_lossy(other)
                )));
            }
        }
    }
    let Some(at) = at else {
        return Ok(options);
    };
    let beat = &cx.host().beat;
    let Some(program) = beat.program.as_ref().filter(|_| !beat.moment.paused) else {
        return Err(Raise::from(
            "song.play: at needs a beat that runs; call beat.start first",
        ));
    };
    // A song that should have begun already begins in its middle.
    let begins = program.song.map.time_of(BeatPosition::of_beats(at));
    Ok(options.at(beat.ahead - begins))
}

/// Whether a song repeats, and what of it; none if the value says neither.
fn repeats(value: &Tree) -> Option<(bool, Option<(SongTime, SongTime)>)> {
    match value {
        Tree::Boolean(repeats) => Some((*repeats, None)),
        Tree::List(ends) => {
            let [from, to] = &ends[..] else {
                return None;
            };
            let (from, to) = (number(from)?, number(to)?);
            let region = (SongTime::of_seconds(from), SongTime::of_seconds(to));
            (from >= 0.0 && region.0 < region.1).then_some((true, Some(region)))
        }
        _ => None,
    }
}

/// A number of either kind.
fn number(value: &Tree) -> Option<f64> {
    match *value {
        Tree::Integer(number) => Some(number as f64),
        Tree::Number(number) => Some(number),
        _ => None,
    }
}

pub(super) fn stop(cx: &mut Call<'_, World>) -> Outcome {
    cx.host().stop_song();
    Ok(0)
}

pub(super) fn pause(cx: &mut Call<'_, World>) -> Outcome {
    cx.host().songs.pause();
    Ok(0)
}

pub(super) fn resume(cx: &mut Call<'_, World>) -> Outcome {
    cx.host().songs.resume();
    Ok(0)
}

pub(super) fn seek(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let seconds = args.number_opt(1).filter(|seconds| seconds.is_finite());
    let seconds = seconds.ok_or_else(|| {
        Raise::from("song.seek: the time must be a number of seconds, such as 12.5")
    })?;
    world.songs.seek(SongTime::of_seconds(seconds));
    Ok(0)
}

pub(super) fn volume(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    match (args.kind(1), args.number_opt(1)) {
        (Kind::None | Kind::Nil, _) => {}
        (_, Some(level)) if (0.0..=1.0).contains(&level) => world.songs.set_volume(level),
        _ => {
            return Err(Raise::from(
                "song.volume: the level must be a number from 0 to 1",
            ));
        }
    }
    let level = world.songs.volume();
    cx.push_number(level);
    Ok(1)
}

pub(super) fn position(cx: &mut Call<'_, World>) -> Outcome {
    let position = cx.host().songs.position() as i64;
    cx.push_integer(position);
    Ok(1)
}

pub(super) fn playing(cx: &mut Call<'_, World>) -> Outcome {
    let playing = cx.host().songs.is_playing();
    cx.push_boolean(playing);
    Ok(1)
}
