//! Effects and music, seen in the registers they write.

use crate::{Bank, EffectCall, Input, Machine, MusicCall, Size, SoundError};

const EFFECT: EffectCall = EffectCall {
    id: 0,
    note: None,
    duration: -1,
    channel: 0,
    volume: [15; 2],
    speed: None,
};

const MUSIC: MusicCall = MusicCall {
    track: 0,
    frame: -1,
    row: -1,
    looped: true,
    sustain: false,
    tempo: -1,
    speed: -1,
};

/// Effect 0 plays C-4 with falling volume, chord 0 and 7 and wave 1; track 0
/// has one frame of four rows with a C on the first and a stop on the third.
fn machine() -> Machine {
    let mut bank = Bank::default();
    bank.waves[16..32].fill(0xf0);
    for step in 0..30 {
        bank.sfx[step * 2] = 0x10 | step.min(15) as u8;
        bank.sfx[step * 2 + 1] = if step % 2 == 1 { 7 } else { 0 };
    }
    bank.sfx[60] = 3;
    // The chord loops over its first two steps.
    bank.sfx[64] = 0x20;
    bank.patterns[..3].copy_from_slice(&[4, 0, 3 << 5]);
    bank.patterns[6] = 1;
    bank.tracks[0] = 1;
    bank.tracks[49] = 60;
    Machine::new(Size::default(), vec![bank])
}

/// One tick; returns frequency and volume of the first channel.
fn tick(machine: &mut Machine) -> (i32, u8) {
    machine.begin_tick(&Input::default());
    machine.end_tick();
    let (low, high) = (machine.peek(0xFF9C, 8), machine.peek(0xFF9D, 8));
    (i32::from(low) | i32::from(high & 15) << 8, high >> 4)
}

#[test]
fn an_effect_sounds_from_the_next_tick_until_its_end() {
    let mut machine = machine();
    machine
        .sfx(&EffectCall {
            duration: 4,
            ..EFFECT
        })
        .unwrap();
    assert_eq!(machine.peek(0xFF9D, 8), 0);
    // C-4 is 131 Hz, seven half tones above 196 Hz.
    assert_eq!(tick(&mut machine), (131, 15));
    assert_eq!(machine.peek(0xFF9E, 8), 0xf0);
    assert_eq!(tick(&mut machine), (196, 14));
    assert_eq!(
        [0xFF8C, 0xFF8D, 0xFF8E].map(|at| machine.peek(at, 8)),
        [1, 1, 1]
    );
    assert_eq!(tick(&mut machine), (131, 13));
    assert_eq!(machine.peek(0xFF8E, 8), 0);
    assert_eq!(tick(&mut machine), (0, 0));
    assert_eq!(machine.peek(0xFF8C, 8), 255);
}

#[test]
fn speeds_walk_faster_or_slower() {
    let volumes = |speed: i32| {
        let mut machine = machine();
        machine
            .sfx(&EffectCall {
                speed: Some(speed),
                ..EFFECT
            })
            .unwrap();
        [(); 5].map(|()| tick(&mut machine).1)
    };
    assert_eq!(volumes(0), [15, 14, 13, 12, 11]);
    assert_eq!(volumes(3), [15, 11, 7, 3, 0]);
    assert_eq!(volumes(-1), [15, 15, 14, 14, 13]);
    assert_eq!(volumes(9), volumes(0));
}

#[test]
fn volume_goes_to_the_stereo_nibbles() {
    let mut machine = machine();
    machine
        .sfx(&EffectCall {
            channel: 2,
            volume: [3, 9],
            ..EFFECT
        })
        .unwrap();
    tick(&mut machine);
    assert_eq!(
        [0x14000, 0x14002].map(|at| machine.peek(at, 8)),
        [0xff, 0x93]
    );
    machine.poke(0x100E4 + 61, 0x10, 8);
    tick(&mut machine);
    assert_eq!(machine.peek(0x14002, 8), 0x90);
}

#[test]
fn effects_lie_over_music() {
    let mut machine = machine();
    machine.music(&MUSIC).unwrap();
    machine
        .sfx(&EffectCall {
            note: Some(57),
            ..EFFECT
        })
        .unwrap();
    assert_eq!(tick(&mut machine).0, 440);
    machine.sfx(&EffectCall { id: -1, ..EFFECT }).unwrap();
    assert_eq!(tick(&mut machine).0, 196);
}

#[test]
fn a_track_plays_its_rows_and_ends() {
    let mut machine = machine();
    machine
        .music(&MusicCall {
            looped: false,
            ..MUSIC
        })
        .unwrap();
    let state = |machine: &Machine| [0, 1, 2, 3].map(|at| machine.peek(0x13FFC + at, 8));
    assert_eq!(state(&machine), [0, 0, 255, 4]);
    // Six ticks a row: the note falls silent with the third row.
    let sounds: String = (0..26)
        .map(|_| if tick(&mut machine).1 > 0 { '1' } else { '.' })
        .collect();
    assert_eq!(sounds, "111111111111..............");
    assert_eq!(state(&machine), [255, 1, 3, 0]);

    machine.music(&MusicCall { row: 2, ..MUSIC }).unwrap();
    tick(&mut machine);
    assert_eq!(state(&machine), [0, 0, 2, 5]);
    machine.music(&MusicCall { track: -1, ..MUSIC }).unwrap();
    assert_eq!(state(&machine), [255, 0, 2, 1]);
}

#[test]
fn arguments_that_name_nothing_are_errors() {
    let mut machine = machine();
    assert_eq!(
        machine.sfx(&EffectCall { id: 64, ..EFFECT }),
        Err(SoundError::Effect(64))
    );
    assert_eq!(
        machine.sfx(&EffectCall {
            channel: 4,
            ..EFFECT
        }),
        Err(SoundError::Channel(4))
    );
    assert_eq!(
        machine.music(&MusicCall { track: 8, ..MUSIC }),
        Err(SoundError::Track(8))
    );
}
