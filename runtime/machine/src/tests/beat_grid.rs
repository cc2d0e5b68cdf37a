//! Beat grids: lengths that no formula gives, jumps, seams and ends. That they
//! agree with playing is tested end to end, with the carts of the suite.

use super::machine;
use crate::GridEnd::{Repeats, Stops, Unknown};
use crate::{GridEnd, MusicCall, SoundError};

const LOOP: MusicCall = MusicCall {
    track: 0,
    frame: -1,
    row: -1,
    looped: true,
    sustain: false,
    tempo: 140,
    speed: 6,
};

/// Where track 0 and its first pattern lie.
const TRACK: i32 = 0x13E64;
const PATTERN: i32 = 0x11164;

/// The grid of a track of so many frames of pattern 1, cut by some rows, with
/// a command on a row: how many rows, the tick and place of the last, the end.
#[track_caller]
fn check(
    (frames, cut): (i32, i32),
    jump: Option<(i32, i32, i32)>,
    call: &MusicCall,
    expected: (usize, (u32, u8, u8), GridEnd),
) {
    let mut machine = machine(240, 136);
    for frame in 0..frames {
        machine.poke(TRACK + frame * 3, 1, 8);
    }
    machine.poke(TRACK + 49, cut, 8);
    if let Some((row, frame, beat)) = jump {
        machine.poke(PATTERN + row * 3, frame << 4, 8);
        machine.poke(PATTERN + row * 3 + 1, 3 << 4 | beat, 8);
    }
    let grid = machine.beat_grid(call).unwrap();
    let last = grid.rows.last().unwrap();
    let last = (last.tick, last.frame, last.row);
    assert_eq!((grid.rows.len(), last, grid.end), expected);
}

#[test]
fn frames_are_whole_ticks_long() {
    let once = MusicCall {
        looped: false,
        ..LOOP
    };
    // 64 rows at 140 are 411.4 ticks; row 63 is due after 405 of them.
    let end = Repeats {
        from_tick: 1,
        to_tick: 413,
    };
    check((1, 0), None, &LOOP, (64, (406, 0, 63), end));
    check((1, 0), None, &once, (64, (406, 0, 63), Stops(413)));
    let end = Repeats {
        from_tick: 1,
        to_tick: 825,
    };
    check((2, 0), None, &LOOP, (128, (818, 1, 63), end));
    check((2, 0), None, &once, (128, (818, 1, 63), Stops(825)));
    // 16 rows are 102.9 ticks.
    let end = Repeats {
        from_tick: 1,
        to_tick: 1 + 3 * 103,
    };
    check((3, 48), None, &LOOP, (48, (1 + 2 * 103 + 97, 2, 15), end));
}

#[test]
fn a_seam_may_lie_after_the_start() {
    // From frame 1 on: frame 0 is reached at the loop only.
    let call = MusicCall { frame: 1, ..LOOP };
    let end = Repeats {
        from_tick: 1,
        to_tick: 1 + 2 * 103,
    };
    check((2, 48), None, &call, (32, (1 + 103 + 97, 0, 15), end));
    // Row 12 jumps to frame 1, beat 2; row 12 again from there on.
    let end = Repeats {
        from_tick: 85,
        to_tick: 118,
    };
    check((2, 0), Some((12, 1, 2)), &LOOP, (18, (112, 1, 12), end));
}

#[test]
fn music_without_an_end_has_no_known_one() {
    let call = MusicCall { tempo: 0, ..LOOP };
    check((1, 0), None, &call, (1, (1, 0, 0), Unknown(216_000)));
}

#[test]
fn calls_that_play_nothing_have_no_rows() {
    let machine = machine(240, 136);
    let grid = machine.beat_grid(&MusicCall { track: -1, ..LOOP }).unwrap();
    assert_eq!((grid.rows.len(), grid.end), (0, Stops(0)));
    assert_eq!(
        machine.beat_grid(&MusicCall { track: 8, ..LOOP }),
        Err(SoundError::Track(8))
    );
}
