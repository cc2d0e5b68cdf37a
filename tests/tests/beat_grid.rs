//! The beat grid against the music as it plays: for every track of the
//! conformance carts, and for tracks made here that jump, are short or run at
//! odd tempos, the position in memory changes in the ticks the grid tells.
#![allow(clippy::disallowed_methods, reason = "tests read carts from files")]

use console::{Console, NullHost, Options};
use machine::{Bank, BeatGrid, GridEnd, Input, Machine, MusicCall, Size};

/// The state of the music in memory: track, frame, row, flags.
const STATE: i32 = 0x13FFC;
/// The first of the eight tracks, and the bytes of one.
const TRACKS: i32 = 0x13E64;
const TRACK_SIZE: i32 = 51;
/// The most ticks a track is played for.
const MOST_TICKS: u32 = 20_000;

const CALL: MusicCall = MusicCall {
    track: 0,
    frame: -1,
    row: -1,
    looped: false,
    sustain: false,
    tempo: -1,
    speed: -1,
};

/// A change of the position: tick, and frame and row or the end.
type Change = (u32, Option<(u8, u8)>);

/// The changes that memory shows when the call is made now.
fn played(mut machine: Machine, call: &MusicCall, ticks: u32) -> Vec<Change> {
    machine.music(call).expect("the track exists");
    let mut changes: Vec<Change> = Vec::new();
    for tick in 1..ticks {
        machine.begin_tick(&Input::default());
        let [frame, row, flags] = [1, 2, 3].map(|at| machine.peek(STATE + at, 8));
        machine.end_tick();
        let place = (flags & 6 != 0).then_some((frame, row));
        if changes.last().map(|last| last.1) != Some(place) {
            changes.push((tick, place));
        }
        if place.is_none() {
            break;
        }
    }
    changes
}

/// The changes that the grid tells, its repeats unrolled.
fn told(grid: &BeatGrid, ticks: u32) -> Vec<Change> {
    let rows = |from: u32| grid.rows.iter().filter(move |row| row.tick >= from);
    let place =
        |shift: u32| move |row: &machine::GridRow| (row.tick + shift, Some((row.frame, row.row)));
    let mut changes: Vec<Change> = rows(0).map(place(0)).collect();
    match grid.end {
        GridEnd::Stops(tick) => changes.push((tick, None)),
        GridEnd::Repeats { from_tick, to_tick } => {
            let period = to_tick - from_tick;
            for pass in 1..=ticks / period {
                changes.extend(rows(from_tick).map(place(pass * period)));
            }
        }
        GridEnd::Unknown(_) => {}
    }
    changes.dedup_by_key(|change| change.1);
    changes.retain(|change| change.0 < ticks);
    changes
}

/// Compares playing and grid for a call; returns how many changes there were.
fn check(name: &str, machine: &Machine, call: &MusicCall) -> usize {
    let before = machine.state_hash();
    let grid = machine.beat_grid(call).expect("the track exists");
    assert_eq!(
        machine.state_hash(),
        before,
        "{name}: asking changes nothing"
    );
    let ticks = match grid.end {
        GridEnd::Stops(tick) => tick + 100,
        GridEnd::Repeats { from_tick, to_tick } => 3 * to_tick - 2 * from_tick + 100,
        GridEnd::Unknown(_) => MOST_TICKS,
    };
    let ticks = ticks.min(MOST_TICKS);
    let played = played(machine.clone(), call, ticks);
    let told = told(&grid, ticks);
    let differs = played.iter().zip(&told).position(|(a, b)| a != b);
    assert!(
        played == told,
        "{name}: {call:?}: change {differs:?}: played {:?}, told {:?}",
        differs.map(|at| &played[at]),
        differs.map(|at| &told[at]),
    );
    played.len()
}

/// The ways a track is called.
fn calls(track: i32) -> Vec<MusicCall> {
    let mut calls = Vec::new();
    for looped in [false, true] {
        for sustain in [false, true] {
            let call = MusicCall {
                track,
                looped,
                sustain,
                ..CALL
            };
            calls.push(call);
            calls.push(MusicCall {
                frame: 1,
                row: 9,
                ..call
            });
            calls.push(MusicCall {
                tempo: 140,
                speed: 6,
                ..call
            });
            calls.push(MusicCall {
                row: 60,
                tempo: 233,
                speed: 1,
                ..call
            });
        }
    }
    calls
}

#[test]
fn the_tracks_of_the_conformance_carts_change_place_when_the_grid_says() {
    let folder = tests::root().join("tests/conformance/tic80");
    let mut carts = 0;
    let mut changes = 0;
    for entry in std::fs::read_dir(&folder).expect("the suite is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if path.extension().is_none_or(|ending| ending != "lua")
            || !std::fs::read_to_string(&path)
                .unwrap_or_default()
                .contains("music(")
        {
            continue;
        }
        let cart = console::load_cart(&path).expect("the suite's carts load");
        let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
        // Some carts write their tracks themselves.
        for _ in 0..3 {
            console.tick(&Input::default());
        }
        let machine = console.machine();
        for track in 0..8 {
            let first = TRACKS + track * TRACK_SIZE;
            if (first..first + 48).any(|at| machine.peek(at, 8) != 0) {
                for call in calls(track) {
                    changes += check(name, machine, &call);
                }
            }
        }
        carts += 1;
    }
    assert!(carts >= 14, "{carts} carts with music");
    assert!(changes > 10_000, "{changes} changes");
}

/// A track: pattern of the first channel by frame, rows cut off, tempo and
/// speed as offsets from 150 and 6, and rows with a command as pattern, row,
/// command, parameters.
struct Made {
    name: &'static str,
    frames: &'static [u8],
    cut: u8,
    tempo: i8,
    speed: i8,
    rows: &'static [(usize, usize, u8, u8, u8)],
}

const JUMP: u8 = 3;
const DELAY: u8 = 7;

#[rustfmt::skip]
const MADE: [Made; 14] = [
    Made { name: "140, speed 6", frames: &[1, 1], cut: 0, tempo: -10, speed: 0, rows: &[] },
    Made { name: "all frames", frames: &[1; 16], cut: 32, tempo: 0, speed: -3, rows: &[] },
    Made { name: "short frames", frames: &[1, 2, 3], cut: 57, tempo: 13, speed: 0, rows: &[] },
    Made { name: "one row", frames: &[1], cut: 63, tempo: 0, speed: 0, rows: &[] },
    Made { name: "one row, frames", frames: &[1, 2], cut: 63, tempo: 0, speed: 0, rows: &[] },
    Made { name: "no rows", frames: &[1, 2], cut: 64, tempo: 0, speed: 0, rows: &[] },
    Made { name: "fast", frames: &[1, 2], cut: 0, tempo: 100, speed: -5, rows: &[] },
    Made { name: "slow", frames: &[1], cut: 48, tempo: -120, speed: 60, rows: &[] },
    Made { name: "speed 0", frames: &[1, 2], cut: 0, tempo: 0, speed: -6, rows: &[] },
    Made { name: "backward", frames: &[1, 2], cut: 0, tempo: 0, speed: -9, rows: &[] },
    Made { name: "seam after the start", frames: &[1, 2, 3], cut: 32, tempo: 0, speed: 0,
        rows: &[(3, 31, JUMP, 1, 2)] },
    Made { name: "jump to its own row", frames: &[1], cut: 0, tempo: 0, speed: 0,
        rows: &[(1, 4, JUMP, 0, 1)] },
    Made { name: "jump past the rows", frames: &[1, 2, 3], cut: 40, tempo: 7, speed: -1,
        rows: &[(1, 5, JUMP, 2, 12), (3, 7, JUMP, 9, 0)] },
    Made { name: "a delay that hides a jump", frames: &[1, 2], cut: 32, tempo: 0, speed: 0,
        rows: &[(1, 4, DELAY, 0, 3), (1, 5, JUMP, 0, 0), (2, 9, JUMP, 0, 3)] },
];

#[test]
fn made_tracks_change_place_when_the_grid_says() {
    for made in &MADE {
        let mut bank = Bank::default();
        for (frame, pattern) in made.frames.iter().enumerate() {
            bank.tracks[frame * 3] = *pattern;
        }
        bank.tracks[48] = made.tempo as u8;
        bank.tracks[49] = made.cut;
        bank.tracks[50] = made.speed as u8;
        for &(pattern, row, command, first, second) in made.rows {
            let at = (pattern - 1) * 192 + row * 3;
            bank.patterns[at] = 4 | first << 4;
            bank.patterns[at + 1] = command << 4 | second;
        }
        let machine = Machine::new(Size::default(), vec![bank]);
        for call in calls(0) {
            check(made.name, &machine, &call);
        }
    }
}
