//! Songs: argument rules, and which file is meant; the host plays it.

use vm::{Args, Call, Field, Kind, Raise};

use crate::songs::SongOptions;
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// How sound files end, in lower case.
const ENDINGS: [&str; 4] = ["ogg", "mp3", "flac", "wav"];

/// What opening a file is counted as: a few milliseconds.
const OPENING: i64 = 300_000;

pub(super) fn play(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let Some(name) = args.bytes(1) else {
        return Err(Raise::from(
            "song.play: the file must be a string, such as \"music/cave.ogg\"",
        ));
    };
    let options = options(args)?;
    let name = String::from_utf8_lossy(name);
    let unplayable = || {
        Raise::from(format!(
            "song.play: {name} is no sound file we can play (ogg, mp3, flac, wav)"
        ))
    };
    if !is_sound_file(&name) {
        return Err(unplayable());
    }
    if !world.song_files.contains_key(&*name) {
        return Err(Raise::from(format!("song.play: the cart has no {name}")));
    }
    world.play_song(&name, options).map_err(|_| unplayable())?;
    cx.charge(OPENING);
    Ok(0)
}

/// Whether the name ends as those of sound files do.
pub(crate) fn is_sound_file(name: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| ENDINGS.contains(&ending.to_ascii_lowercase().as_str()))
}

/// The table in the second argument, all of it understood.
fn options(args: Args<'_>) -> Result<SongOptions, Raise> {
    let mut options = SongOptions::default();
    match args.kind(2) {
        Kind::Table => {}
        Kind::None | Kind::Nil => return Ok(options),
        _ => {
            return Err(Raise::from(
                "song.play: options are a table, such as {loop=true, volume=0.5}",
            ));
        }
    }
    args.fields(2, |key, field| {
        match (key, field) {
            (Some(b"loop"), Field::Boolean(repeats)) => options.repeats = repeats,
            (Some(b"loop"), _) => {
                return Err(Raise::from("song.play: loop must be true or false"));
            }
            (Some(b"volume"), Field::Number(volume)) if (0.0..=1.0).contains(&volume) => {
                options.volume = volume as f32;
            }
            (Some(b"volume"), _) => {
                return Err(Raise::from(
                    "song.play: volume must be a number from 0 to 1",
                ));
            }
            (Some(other), _) => {
                return Err(Raise::from(format!(
                    "song.play: there is no option {}; there are loop and volume",
                    String::from_utf8_lossy(other)
                )));
            }
            (None, _) => {
                return Err(Raise::from(
                    "song.play: options are named, such as {loop=true, volume=0.5}",
                ));
            }
        }
        Ok(())
    })?;
    Ok(options)
}

pub(super) fn stop(cx: &mut Call<'_, World>) -> Outcome {
    cx.host().stop_song();
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
