//! A run in which an operation is taken back and run again sounds from then on
//! like a plain run with other calls.

use machine::{Bank, EffectCall, Input, Machine, MusicCall, Size, SoundError};

use super::SoundLedger;
use crate::songs::SongOptions;
use crate::world::World;

/// Something a cart asks for.
#[derive(Clone, Copy)]
enum Ask {
    Effect(EffectCall),
    Music(MusicCall),
    Song(&'static str),
    SongStop,
}
use Ask::{Effect, Music, Song, SongStop};

const fn effect(id: i32, channel: i32, note: i32, duration: i32) -> Ask {
    Effect(EffectCall {
        id,
        note: Some(note),
        duration,
        channel,
        volume: [15; 2],
        speed: None,
    })
}

const fn music(track: i32) -> Ask {
    Music(MusicCall {
        track,
        frame: -1,
        row: -1,
        looped: true,
        sustain: false,
        tempo: 240,
        speed: 3,
    })
}

/// A hit and its like: another note, another channel, shorter, another sound.
const HIT: Ask = effect(0, 0, 40, -1);
const HIGH: Ask = effect(0, 0, 52, -1);
const ASIDE: Ask = effect(0, 1, 40, -1);
const SHORT: Ask = effect(0, 0, 40, 2);
const OTHER: Ask = effect(1, 0, 40, -1);
const DRONE: Ask = effect(1, 0, 30, 20);
const QUIET: Ask = effect(-1, 0, 0, -1);
const TUNE: Ask = music(0);
const DIRGE: Ask = music(1);
const STILL: Ask = music(-1);
const MISTAKE: Ask = music(8);

/// Effects 0 and 1 fall in volume at different speeds over changing chords;
/// tracks 0 and 1 have two notes each.
fn world() -> World {
    let mut bank = Bank::default();
    bank.waves[16..32].fill(0xf0);
    for id in 0..2 {
        for step in 0..30 {
            let at = id * 66 + step * 2;
            bank.sfx[at] = 0x10 | (step / (1 + id)).min(14) as u8;
            bank.sfx[at + 1] = (step * 5 % 16) as u8;
        }
        bank.patterns[id * 192..id * 192 + 3].copy_from_slice(&[4 + id as u8, 0, 3 << 5]);
        bank.patterns[id * 192 + 15..id * 192 + 18].copy_from_slice(&[9, 0, 4 << 5 | 1]);
        bank.tracks[id * 51] = 1 + id as u8;
    }
    let mut world = World::new(Machine::new(Size::default(), vec![bank]));
    for name in ["cave.ogg", "end.ogg"] {
        world.song_files.insert(name.to_owned(), [].into());
    }
    world
}

fn ask(world: &mut World, asks: &[Ask]) {
    for ask in asks {
        match ask {
            // Mistakes are errors of the cart, and stop the music.
            Effect(call) => world.sfx(call).unwrap_or(()),
            Music(call) => world.music(call).unwrap_or(()),
            Song(name) => world.play_song(name, SongOptions::default()).unwrap(),
            SongStop => world.stop_song(),
        }
    }
}

fn operation(world: &mut World, number: u64, asks: &[Ask]) {
    world.sounds.begin(number);
    ask(world, asks);
    world.sounds.end();
}

/// Takes operation 1 back and runs it again.
fn again(world: &mut World, asks: &[Ask]) {
    world.sounds.begin_rerun(&[1]);
    operation(world, 1, asks);
    world.finish_rerun();
}

/// One tick; returns registers, stereo, music state and the song's place.
fn tick(world: &mut World) -> Vec<u8> {
    world.machine.begin_tick(&Input::default());
    world.songs.pass();
    let sounds = (0xFF9C..0xFFE4)
        .chain(0x14000..0x14004)
        .chain(0x13FFC..0x14000);
    let mut sounds: Vec<u8> = sounds.map(|at| world.machine.peek(at, 8)).collect();
    let song = world.songs.state().song;
    sounds.extend(song.iter().flat_map(|song| song.name.bytes()));
    sounds.extend(song.iter().flat_map(|song| song.ticks.to_le_bytes()));
    world.machine.end_tick();
    sounds
}

/// The ticks in which the parts of a case run, and in which it ends.
const BEFORE: usize = 1;
const FIRST: usize = 3;
const MEANWHILE: usize = 5;
const SECOND: usize = 7;
const END: usize = 60;

/// A case: what TIC asks for before the operation and after it, what the
/// operation asks for first and when it is run again.
#[derive(Clone, Copy, Default)]
struct Case {
    before: &'static [Ask],
    first: &'static [Ask],
    meanwhile: &'static [Ask],
    second: &'static [Ask],
}

/// Compares what is heard from the second run on with a plain run.
#[track_caller]
fn check(case: Case, expected: &[(usize, Ask)]) {
    let mut world = world();
    let mut plain = self::world();
    for at in 0..END {
        let heard = tick(&mut world);
        let wanted = tick(&mut plain);
        if at > SECOND {
            assert_eq!(heard, wanted, "tick {at}");
        }
        match at {
            BEFORE => ask(&mut world, case.before),
            FIRST => operation(&mut world, 1, case.first),
            MEANWHILE => ask(&mut world, case.meanwhile),
            SECOND => again(&mut world, case.second),
            _ => {}
        }
        for (_, sound) in expected.iter().filter(|(tick, _)| *tick == at) {
            ask(&mut plain, &[*sound]);
        }
    }
}

fn runs(first: &'static [Ask], second: &'static [Ask]) -> Case {
    Case {
        first,
        second,
        ..Case::default()
    }
}

#[test]
fn sounds_that_recur_keep_their_phase() {
    check(runs(&[HIT], &[HIT]), &[(FIRST, HIT)]);
    check(runs(&[SHORT], &[SHORT]), &[(FIRST, SHORT)]);
    check(runs(&[TUNE], &[TUNE]), &[(FIRST, TUNE)]);
    check(
        runs(&[Song("cave.ogg")], &[Song("cave.ogg")]),
        &[(FIRST, Song("cave.ogg"))],
    );
    check(
        runs(&[HIT, ASIDE], &[ASIDE, HIT]),
        &[(FIRST, HIT), (FIRST, ASIDE)],
    );
}

#[test]
fn sounds_that_no_longer_happen_are_cut() {
    check(runs(&[HIT], &[]), &[]);
    check(runs(&[TUNE], &[]), &[(SECOND, STILL)]);
    check(runs(&[Song("cave.ogg")], &[]), &[]);
    check(runs(&[HIT, ASIDE], &[ASIDE]), &[(FIRST, ASIDE)]);
}

#[test]
fn new_sounds_start_when_they_are_known() {
    check(runs(&[], &[HIT]), &[(SECOND, HIT)]);
    check(runs(&[HIT], &[HIGH]), &[(SECOND, HIGH)]);
    check(
        runs(&[HIT], &[HIT, ASIDE]),
        &[(FIRST, HIT), (SECOND, ASIDE)],
    );
    check(runs(&[TUNE], &[DIRGE]), &[(SECOND, DIRGE)]);
    check(
        runs(&[Song("cave.ogg")], &[Song("end.ogg")]),
        &[(SECOND, Song("end.ogg"))],
    );
    check(runs(&[TUNE], &[MISTAKE]), &[(FIRST, TUNE), (SECOND, STILL)]);
}

#[test]
fn the_last_call_on_a_channel_counts() {
    check(runs(&[HIT, HIT], &[HIT]), &[(FIRST, HIT)]);
    check(runs(&[HIT], &[HIT, HIT]), &[(FIRST, HIT)]);
    check(runs(&[HIT, OTHER], &[OTHER]), &[(FIRST, OTHER)]);
    check(runs(&[HIT, OTHER], &[HIT]), &[(SECOND, HIT)]);
    check(runs(&[HIT, OTHER], &[OTHER, HIT]), &[(SECOND, HIT)]);
    check(runs(&[HIT, OTHER], &[]), &[]);
}

#[test]
fn what_tic_started_meanwhile_is_left_alone() {
    let replaced = |second| Case {
        first: &[HIT],
        meanwhile: &[OTHER],
        second,
        ..Case::default()
    };
    check(replaced(&[]), &[(MEANWHILE, OTHER)]);
    check(replaced(&[HIT]), &[(MEANWHILE, OTHER)]);
    check(replaced(&[HIGH]), &[(SECOND, HIGH)]);
    // The same call again is another sound.
    let restarted = Case {
        first: &[HIT, TUNE],
        meanwhile: &[HIT, TUNE],
        ..Case::default()
    };
    check(restarted, &[(MEANWHILE, HIT), (MEANWHILE, TUNE)]);
}

#[test]
fn what_a_vanished_sound_displaced_goes_on_where_it_would_be() {
    let case = |before, first| Case {
        before,
        first,
        ..Case::default()
    };
    check(case(&[DRONE], &[HIT]), &[(BEFORE, DRONE)]);
    check(case(&[DRONE], &[QUIET]), &[(BEFORE, DRONE)]);
    check(case(&[DRONE], &[HIT, OTHER]), &[(BEFORE, DRONE)]);
    check(case(&[SHORT], &[HIT]), &[(BEFORE, SHORT)]);
    check(case(&[TUNE], &[STILL]), &[(BEFORE, TUNE)]);
    check(case(&[TUNE], &[DIRGE]), &[(BEFORE, TUNE)]);
    check(
        case(&[Song("cave.ogg")], &[SongStop]),
        &[(BEFORE, Song("cave.ogg"))],
    );
    check(
        case(&[Song("cave.ogg")], &[Song("end.ogg")]),
        &[(BEFORE, Song("cave.ogg"))],
    );
    // A stop that recurs goes on too.
    let stays = Case {
        second: &[STILL],
        ..case(&[TUNE], &[STILL])
    };
    check(stays, &[(BEFORE, TUNE), (FIRST, STILL)]);
}

/// What is heard in the ticks that follow.
fn rest(world: &mut World) -> Vec<Vec<u8>> {
    (0..30).map(|_| tick(world)).collect()
}

/// A world with a drone and, over it, what operation 1 started.
fn begun() -> World {
    let mut world = world();
    ask(&mut world, &[DRONE]);
    tick(&mut world);
    operation(&mut world, 1, &[HIT, TUNE]);
    tick(&mut world);
    world
}

#[test]
fn a_rerun_that_is_canceled_leaves_everything() {
    let mut world = begun();
    world.sounds.begin_rerun(&[1]);
    operation(&mut world, 2, &[OTHER, STILL]);
    world.sounds.cancel_rerun();
    let mut plain = begun();
    assert_eq!(rest(&mut world), rest(&mut plain));
    // The operation can still be taken back.
    again(&mut world, &[]);
    again(&mut plain, &[]);
    assert_eq!(rest(&mut world), rest(&mut plain));
    assert_eq!(world.machine.peek(0x13FFF, 8) & 6, 0);
}

#[test]
fn an_operation_can_be_taken_back_twice() {
    let mut world = begun();
    again(&mut world, &[HIGH, TUNE]);
    tick(&mut world);
    again(&mut world, &[TUNE]);
    let mut plain = self::world();
    ask(&mut plain, &[DRONE]);
    tick(&mut plain);
    ask(&mut plain, &[TUNE]);
    tick(&mut plain);
    tick(&mut plain);
    assert_eq!(rest(&mut world), rest(&mut plain));
}

#[test]
fn operations_are_taken_back_together() {
    let mut world = begun();
    operation(&mut world, 2, &[OTHER]);
    tick(&mut world);
    world.sounds.begin_rerun(&[1, 2]);
    operation(&mut world, 3, &[]);
    operation(&mut world, 1, &[TUNE]);
    operation(&mut world, 2, &[]);
    world.finish_rerun();
    let mut plain = begun();
    tick(&mut plain);
    again(&mut plain, &[TUNE]);
    assert_eq!(rest(&mut world), rest(&mut plain));
}

#[test]
fn what_is_final_is_not_taken_back() {
    let mut world = begun();
    world.sounds.forget(&[1]);
    again(&mut world, &[]);
    assert_eq!(rest(&mut world), rest(&mut begun()));
    assert!(world.sounds.notes.is_empty());
}

#[test]
fn the_ledger_goes_back_with_a_snapshot() {
    let mut world = begun();
    let sounds = world.sounds.clone();
    let mut image = Vec::new();
    world.machine.image(&mut image);
    again(&mut world, &[]);
    let heard = rest(&mut world);
    ask(&mut world, &[HIT, HIT, TUNE]);
    world.machine.load_image(&image);
    world.sounds = sounds;
    again(&mut world, &[]);
    assert_eq!(rest(&mut world), heard);
}

#[test]
fn mistakes_are_told_while_calls_are_captured() {
    let mut world = world();
    world.sounds.begin_rerun(&[1]);
    let Effect(call) = HIT else { unreachable!() };
    let call = EffectCall { channel: 4, ..call };
    assert_eq!(world.sfx(&call), Err(SoundError::Channel(4)));
    let Music(call) = MISTAKE else { unreachable!() };
    assert_eq!(world.music(&call), Err(SoundError::Track(8)));
}

#[test]
fn an_operation_that_sounds_without_end_fills_no_memory() {
    let mut world = world();
    let many: Vec<Ask> = (0..9000).map(|at| effect(0, at % 4, at % 90, -1)).collect();
    operation(&mut world, 1, &many);
    assert_eq!(world.sounds.notes.len(), 4);
    again(&mut world, &many);
    assert_eq!(world.sounds.notes.len(), 4);
    world.sounds = SoundLedger::default();
    ask(&mut world, &many);
    assert!(world.sounds.notes.is_empty());
}
