//! Pulse Code in the real program's window, played on the beat for half a
//! minute by keys that xdotool presses: most verdicts are great.
//!
//! The program writes the session down, a second at a time. From what it has
//! written the test knows where the song is, and in the end how every press
//! was judged.
#![allow(
    clippy::disallowed_methods,
    reason = "tests run programs, read files and wait"
)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use console::conductor::{BeatPosition, FLICKS_A_SECOND, Verdict};
use console::{Console, NullHost, Options, Replay, ReplayPlayer};
use tests::display::{self, Display};
use tests::lateness::{Lateness, now};
use tests::player::Player;

/// Presses: half a minute at 80 beats a minute.
const PRESSES: i64 = 40;
/// Presses of a hundred that are to be great.
const MOSTLY: usize = 80;
/// Milliseconds that the machine may be busy around a press for it to count.
const CALM: f64 = 15.0;
/// Runs to find the machine calm in.
const ATTEMPTS: usize = 2;

/// What a session has written so far, played again.
fn played(file: &Path, mut each: impl FnMut(&Console)) -> Console {
    let text = std::fs::read_to_string(file).expect("the session is on disk");
    let replay = Replay::parse(&text).expect("it is a replay");
    let cart = console::load_cart(&cart()).expect("a cart");
    let options = Options::default();
    let mut console = Console::at_start_of(&replay, cart, options, Box::new(NullHost));
    let ticks = replay.ticks;
    let mut player = ReplayPlayer::new(replay);
    while player.ticks() < ticks {
        player.step(&mut console).expect("its actions are there");
        each(&console);
    }
    console
}

fn cart() -> PathBuf {
    tests::root().join("carts/pulse_code")
}

/// Plays; how each press that the machine was calm for was judged, none if it
/// was not at all.
fn play(display: &Display, file: &Path) -> Vec<Option<Verdict>> {
    let _ = std::fs::remove_file(file);
    let name = file.to_string_lossy();
    let mut player = Player::play(display, &cart(), &["--replay", &name]);
    let mut zero: i128 = player.line("clock 0 was at").parse().expect("a number");
    thread::sleep(Duration::from_secs(2));
    let press = |key: &str| {
        display
            .xdotool(&["keydown", "--delay", "0", key])
            .expect("a key press");
        let at = now();
        display
            .xdotool(&["keyup", "--delay", "0", key])
            .expect("a key release");
        at
    };
    // Any key begins; then the song of the first room plays.
    press("Return");
    thread::sleep(Duration::from_secs(4));
    let console = played(file, |_| {});
    let conductor = console.music().conductor();
    // Nanoseconds from the clock's 0 to a beat.
    let moment = |beat: i64| {
        let time = conductor.clock_of(BeatPosition::of_beat(beat));
        let flicks = i128::from(time.expect("a song plays").0);
        flicks * 1_000_000_000 / i128::from(FLICKS_A_SECOND)
    };
    let lateness = Lateness::watch();
    let mut calm = Vec::new();
    let first = (0..100_000).find(|&beat| zero + moment(beat) > now() + 1_000_000_000);
    let first = first.expect("time goes on");
    for beat in first..first + PRESSES {
        if let Some(moved) = player.last("clock 0 was at") {
            zero = i128::from(moved);
        }
        let due = zero + moment(beat) - 4_000_000;
        thread::sleep(Duration::from_nanos(
            u64::try_from(due - now()).unwrap_or(0),
        ));
        let from = now();
        let at = press(if beat % 2 == 0 { "d" } else { "a" });
        if lateness.around(from, at) < CALM {
            calm.push(beat);
        }
    }
    // The last verdict is written down within a second.
    thread::sleep(Duration::from_secs(2));
    display.xdotool(&["key", "ctrl+q"]).expect("a shortcut");
    player.wait_for_end();
    let mut verdicts = BTreeMap::new();
    played(file, |console| {
        for judged in console.music().reports() {
            let report = &judged.report;
            if judged.action.is_some() && calm.contains(&report.beat) {
                verdicts.insert(report.beat, report.verdict);
            }
        }
    });
    let verdict = |beat| verdicts.get(beat).copied();
    calm.iter().map(verdict).collect()
}

#[test]
fn on_the_beat_is_mostly_great() {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let file = tests::target().join("tests/pulse-code-session.json");
    for _ in 0..ATTEMPTS {
        let verdicts = play(&display, &file);
        if verdicts.len() < PRESSES as usize / 2 {
            tests::skipped("the machine was busy around most presses");
            continue;
        }
        let great = verdicts
            .iter()
            .filter(|it| **it == Some(Verdict::Great))
            .count();
        assert!(
            great * 100 >= verdicts.len() * MOSTLY,
            "{great} are great: {verdicts:?}"
        );
        return;
    }
}
