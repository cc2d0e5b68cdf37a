//! Images: a machine that was loaded goes on as the one it came from.

use super::{Numbers, bank, machine};
use crate::{
    Bank, ColorKeys, EffectCall, Input, Machine, MusicCall, Size, TextureSource, TexturedTriangle,
};

fn image(machine: &Machine) -> Vec<u8> {
    let mut image = Vec::new();
    machine.image(&mut image);
    image
}

/// Two banks with sounds and music made of noise.
fn banks() -> Vec<Bank> {
    let mut n = Numbers(9);
    (0..2)
        .map(|_| {
            let mut bank = bank();
            let noise = [
                &mut bank.sfx[..],
                &mut bank.patterns[..],
                &mut bank.tracks[..],
                &mut bank.waves[..],
            ];
            for byte in noise.into_iter().flatten() {
                *byte = n.between(0, 255) as u8;
            }
            bank
        })
        .collect()
}

fn fresh() -> Machine {
    Machine::new(Size::default(), banks())
}

/// Does one thing that a cart can do.
fn act(machine: &mut Machine, n: &mut Numbers) {
    let (x, y) = (n.between(-20, 260), n.between(-20, 150));
    let color = n.between(0, 15);
    match n.between(0, 15) {
        0..4 => machine.poke(n.between(0, 0x17fff), n.between(0, 255), 8),
        4 => machine.circ(x, y, n.between(1, 40), color),
        5 => machine.rect(x, y, n.between(1, 90), n.between(1, 90), color),
        6 => drop(machine.print(b"image", x, y, color, false, 1, false)),
        7 => drop(machine.vbank(n.between(0, 1))),
        8 => machine.clip((n.between(0, 1) == 0).then_some((x, y, 100, 60))),
        9 => machine.cls(color),
        10 => {
            let _ = machine.sfx(&EffectCall {
                id: n.between(-1, 63),
                note: Some(n.between(0, 95)),
                duration: n.between(-1, 90),
                channel: n.between(0, 3),
                volume: [n.between(0, 15) as u8, 9],
                speed: None,
            });
        }
        11 if n.between(0, 3) == 0 => {
            let _ = machine.music(&MusicCall {
                track: n.between(-1, 7),
                frame: n.between(-1, 3),
                row: n.between(-1, 20),
                looped: true,
                sustain: n.between(0, 1) == 0,
                tempo: -1,
                speed: -1,
            });
        }
        12 => drop(machine.sync(n.between(0, 255), n.between(0, 2), n.between(0, 3) == 0)),
        13 => machine.ttri(&TexturedTriangle {
            corners: std::array::from_fn(|_| [n.between(0, 240) as f32, n.between(0, 136) as f32]),
            texture: [[0.0, 0.0], [64.0, 0.0], [0.0, 64.0]],
            source: TextureSource::Tiles,
            keys: ColorKeys::default(),
            depths: (n.between(0, 1) == 0).then(|| std::array::from_fn(|_| n.between(1, 9) as f32)),
        }),
        _ => machine.set_pix(x, y, color),
    }
}

/// A tick; what is seen and heard of it.
fn tick(machine: &mut Machine, n: &mut Numbers) -> (Vec<u8>, Vec<i16>) {
    machine.begin_tick(&Input {
        pads: n.between(0, 255) as u32,
        keys: [n.between(0, 40) as u8, 0, 0, 0],
        ..Input::default()
    });
    for _ in 0..n.between(0, 12) {
        act(machine, n);
    }
    machine.begin_overlay();
    machine.rect(3, 3, 9, 9, 4);
    machine.end_overlay();
    machine.end_tick();
    for row in 0..machine.picture().height {
        machine.compose_row(row);
    }
    let mut sound = Vec::new();
    machine.render(44_101, &mut sound);
    (machine.picture().rgba.clone(), sound)
}

#[test]
fn a_loaded_machine_goes_on_like_the_original() {
    for seed in 0..8 {
        let mut n = Numbers(seed);
        let mut straight = fresh();
        let mut again = fresh();
        let mut numbers = Numbers(seed);
        for number in 0..120 {
            let expected = tick(&mut straight, &mut n);
            let got = tick(&mut again, &mut numbers);
            assert!(got == expected, "seed {seed}, tick {number}");
            assert_eq!(again.state_hash(), straight.state_hash());
            let before = image(&again);
            assert!(before == image(&straight), "seed {seed}, tick {number}");
            if number % 7 == 6 {
                again = fresh();
                // What is loaded covers all that is there.
                for _ in 0..n.0 % 3 {
                    tick(&mut again, &mut Numbers(number));
                }
                again.load_image(&before);
                assert!(image(&again) == before, "seed {seed}, tick {number}");
            }
        }
    }
}

#[test]
fn a_bank_that_was_stored_into_is_the_carts_again_in_an_earlier_image() {
    let mut machine = fresh();
    let before = image(&machine);
    machine.memset(0x4000, 0x99, 32);
    machine.sync(1, 0, true).unwrap();
    let after = image(&machine);
    assert!(after.len() > before.len());
    machine.load_image(&before);
    machine.reset();
    assert_eq!(machine.peek(0x4000, 8), fresh().peek(0x4000, 8));
    machine.load_image(&after);
    machine.memset(0x4000, 0, 32);
    machine.reset();
    assert_eq!(machine.peek(0x4000, 8), 0x99);
}

#[test]
fn an_image_takes_no_notice_of_what_its_bytes_were() {
    let machine = fresh();
    let mut bytes = vec![0xaa; 500_000];
    machine.image(&mut bytes);
    assert!(bytes == image(&machine));
    bytes.fill(0xaa);
    machine.image(&mut bytes);
    assert!(bytes == image(&machine));
}

#[test]
fn the_same_thing_lies_at_the_same_place_in_every_image() {
    let mut machine = fresh();
    machine.sync(0, 1, true).unwrap();
    let mut before = image(&machine);
    machine.begin_tick(&Input::default());
    machine.set_pix(100, 50, 7);
    machine.end_tick();
    let after = image(&machine);
    before.resize(after.len(), 0);
    let differ = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert!(differ < 40, "{differ} bytes differ");
}

#[test]
#[should_panic(expected = "like the one it came from")]
fn an_image_that_is_cut_off_is_refused() {
    let mut machine = machine(64, 64);
    let cut = image(&machine);
    machine.load_image(&cut[..5000]);
}
