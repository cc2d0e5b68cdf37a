//! The `beat` table: musical time, and what carts want of it.
//!
//! What carts ask for is noted and carried out after the call; what they read
//! is the moment of the call, so that inside `BEAT` it is the beat's own.

mod keys;
mod options;
mod program;

use conductor::{BeatPosition, MOST_PLAYERS, Moment, Verdict};
use vm::{Args, Call, Kind, Raise};

use crate::beat::BeatRequest;
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// Timers that a cart may have waiting.
const MOST_TIMERS: usize = 1_000;

/// Beats between two calls of a timer, at least.
const SHORTEST: f64 = 0.01;

/// The furthest place, in beats, that a cart may name.
const FURTHEST: f64 = 1_000_000.0;

pub use keys::code as key_code;
pub(super) use program::start;

pub(super) fn stop(cx: &mut Call<'_, World>) -> Outcome {
    let world = cx.host();
    world.beat.requests.push(BeatRequest::Stop);
    world.beat.program = None;
    world.beat.moment = Moment::default();
    world.beat.chances = [None; MOST_PLAYERS];
    Ok(0)
}

pub(super) fn pause(cx: &mut Call<'_, World>) -> Outcome {
    let beat = &mut cx.host().beat;
    beat.requests.push(BeatRequest::Pause);
    beat.moment.paused = beat.moment.runs;
    Ok(0)
}

pub(super) fn resume(cx: &mut Call<'_, World>) -> Outcome {
    let beat = &mut cx.host().beat;
    beat.requests.push(BeatRequest::Resume);
    beat.moment.paused = false;
    Ok(0)
}

pub(super) fn seek(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let position = place(args, 1, "beat.seek", "beats")?;
    if world.beat.program.is_none() {
        return Err(Raise::from(
            "beat.seek: there is no music; call beat.start first",
        ));
    }
    world.beat.requests.push(BeatRequest::Seek(position));
    Ok(0)
}

pub(super) fn now(cx: &mut Call<'_, World>) -> Outcome {
    let beats = cx.host().beat.moment.position.beats();
    cx.push_number(beats);
    Ok(1)
}

pub(super) fn index(cx: &mut Call<'_, World>) -> Outcome {
    let index = cx.host().beat.moment.position.index();
    cx.push_integer(index);
    Ok(1)
}

pub(super) fn phase(cx: &mut Call<'_, World>) -> Outcome {
    let phase = cx.host().beat.moment.position.phase();
    cx.push_number(BeatPosition(phase).beats());
    Ok(1)
}

pub(super) fn bar(cx: &mut Call<'_, World>) -> Outcome {
    let moment = cx.host().beat.moment;
    cx.push_integer(moment.bar);
    cx.push_integer(moment.beat_in_bar);
    cx.push_integer(moment.beats_per_bar);
    Ok(3)
}

pub(super) fn bpm(cx: &mut Call<'_, World>) -> Outcome {
    let bpm = cx.host().beat.moment.bpm;
    cx.push_number(bpm);
    Ok(1)
}

pub(super) fn time(cx: &mut Call<'_, World>) -> Outcome {
    let seconds = cx.host().beat.moment.time.seconds();
    cx.push_number(seconds);
    Ok(1)
}

pub(super) fn verdict(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let player = player(args, 1, "beat.verdict")?;
    let name = world.beat.moment.verdicts[player].name();
    cx.push_bytes(name.as_bytes());
    Ok(1)
}

pub(super) fn error(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let player = player(args, 1, "beat.error")?;
    let Some(offset) = world.beat.moment.offsets[player] else {
        cx.push_nil();
        return Ok(1);
    };
    cx.push_number(offset.beats.beats());
    cx.push_number(offset.time.milliseconds());
    Ok(2)
}

pub(super) fn judge(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let player = player(args, 2, "beat.judge")?;
    let Some(name) = args.bytes(1) else {
        return Err(Raise::from(
            "beat.judge: the action must be a name of beat.start's actions, such as \"up\"",
        ));
    };
    let Some(program) = &world.beat.program else {
        return Err(Raise::from(
            "beat.judge: there is no music; call beat.start first",
        ));
    };
    let number = (program.actions.iter()).position(|action| action.as_bytes() == name);
    let Some(action) = number else {
        return Err(Raise::from(format!(
            "beat.judge: there is no action '{}'; beat.start has {}",
            String::from_utf8_lossy(name),
            program.actions.join(", ")
        )));
    };
    if player >= program.song.players {
        return Err(Raise::from(format!(
            "beat.judge: player must be 1 to {}, got {}; beat.start's players says how many",
            program.song.players,
            player + 1
        )));
    }
    let chance = world.beat.chances[player];
    let verdict = chance.unwrap_or(Verdict::None);
    if chance.is_some() {
        world.beat.chances[player] = Some(Verdict::Rejected);
        world.beat.requests.push(BeatRequest::Judge {
            player,
            action: action as u16,
        });
    }
    cx.push_bytes(verdict.name().as_bytes());
    Ok(1)
}

pub(super) fn every(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let beats = args.number_opt(1).filter(|_| args.kind(1) == Kind::Number);
    let Some(beats) = beats.filter(|beats| (SHORTEST..=FURTHEST).contains(beats)) else {
        return Err(Raise::from(format!(
            "beat.every: beats must be {SHORTEST} to {FURTHEST}, got {}",
            shown(args, 1)
        )));
    };
    let every = BeatPosition::of_beats(beats);
    timer(cx, "beat.every", BeatPosition::default(), Some(every))
}

pub(super) fn at(cx: &mut Call<'_, World>) -> Outcome {
    let place = place(cx.args(), 1, "beat.at", "beats")?;
    timer(cx, "beat.at", place, None)
}

#[allow(clippy::unnecessary_wraps, reason = "the signature of host functions")]
pub(super) fn calibrate(cx: &mut Call<'_, World>) -> Outcome {
    cx.host().ask_to_calibrate();
    Ok(0)
}

pub(super) fn cancel(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let Some(id) = args.integer(1).and_then(|id| u32::try_from(id).ok()) else {
        return Err(Raise::from(format!(
            "beat.cancel: the timer must be what beat.every or beat.at gave, got {}",
            shown(args, 1)
        )));
    };
    // One that has fired, or was never there, needs no canceling.
    world.beat.timers.retain(|timer| *timer != id);
    world.beat.requests.push(BeatRequest::Cancel(id));
    Ok(0)
}

fn timer(
    cx: &mut Call<'_, World>,
    function: &str,
    at: BeatPosition,
    every: Option<BeatPosition>,
) -> Outcome {
    let (world, args) = cx.parts();
    if args.kind(2) != Kind::Function {
        return Err(Raise::from(format!(
            "{function}: the second argument must be a function, got {}",
            shown(args, 2)
        )));
    }
    if world.beat.timers.len() >= MOST_TIMERS {
        return Err(Raise::from(format!(
            "{function}: there are {MOST_TIMERS} timers; end some with beat.cancel"
        )));
    }
    let id = world.beat.new_timer(every.is_none());
    let request = BeatRequest::Timer { id, at, every };
    world.beat.requests.push(request);
    cx.hold(2, i64::from(id));
    cx.push_integer(i64::from(id));
    Ok(1)
}

/// A place in beats in argument `i`.
fn place(args: Args<'_>, i: usize, function: &str, name: &str) -> Result<BeatPosition, Raise> {
    let beats = args.number_opt(i).filter(|_| args.kind(i) == Kind::Number);
    match beats.filter(|beats| (-FURTHEST..=FURTHEST).contains(beats)) {
        Some(beats) => Ok(BeatPosition::of_beats(beats)),
        None => Err(Raise::from(format!(
            "{function}: {name} must be -{FURTHEST} to {FURTHEST}, got {}",
            shown(args, i)
        ))),
    }
}

/// The player in argument `i`, counted from 0; the first if there is none.
fn player(args: Args<'_>, i: usize, function: &str) -> Result<usize, Raise> {
    if matches!(args.kind(i), Kind::None | Kind::Nil) {
        return Ok(0);
    }
    match args.integer(i) {
        Some(player) if (1..=MOST_PLAYERS as i64).contains(&player) => Ok(player as usize - 1),
        _ => Err(Raise::from(format!(
            "{function}: player must be 1 to {MOST_PLAYERS}, got {}",
            shown(args, i)
        ))),
    }
}

/// What stands in argument `i`, for messages.
fn shown(args: Args<'_>, i: usize) -> String {
    match args.kind(i) {
        Kind::None => "nothing".to_owned(),
        Kind::Nil => "nil".to_owned(),
        Kind::Boolean => args.boolean(i).to_string(),
        Kind::Number => options::shown_number(args.number(i)),
        Kind::String => options::quoted(args.bytes(i).unwrap_or_default()),
        Kind::Table => "a table".to_owned(),
        Kind::Function => "a function".to_owned(),
        Kind::Other => "something else".to_owned(),
    }
}
