//! The cart's banks: loading, storing, resetting.

use crate::{Bank, Input, Machine, Size, SyncError, section};

/// Two banks that differ in every section.
fn banks() -> Vec<Bank> {
    (1..=2u8)
        .map(|number| {
            let mut bank = Bank::default();
            bank.tiles.fill(number);
            bank.sprites.fill(number + 10);
            bank.map.fill(number + 20);
            bank.waves.fill(number + 30);
            bank.sfx.fill(number + 40);
            bank.patterns.fill(number + 50);
            bank.tracks.fill(number + 60);
            bank.flags.fill(number + 70);
            bank.palettes[0].fill(number + 80);
            bank
        })
        .collect()
}

/// The first byte of each section and of the palette.
fn view(machine: &Machine) -> Vec<u8> {
    [
        0x4000, 0x6000, 0x8000, 0xFFE4, 0x100E4, 0x11164, 0x13E64, 0x14404, 0x3FC0,
    ]
    .map(|at| machine.peek(at, 8))
    .to_vec()
}

#[test]
fn sections_come_from_their_bank_once_a_tick() {
    let mut machine = Machine::new(Size::default(), banks());
    assert_eq!(view(&machine), [1, 11, 21, 31, 41, 51, 61, 71, 81]);
    let mask = (section::TILES | section::SFX | section::PALETTE) as i32;
    machine.sync(mask, 1, false).unwrap();
    assert_eq!(view(&machine), [2, 11, 21, 32, 42, 51, 61, 71, 82]);
    machine.sync(0, 0, false).unwrap();
    assert_eq!(view(&machine), [2, 11, 21, 32, 42, 51, 61, 71, 82]);
    machine.begin_tick(&Input::default());
    machine.sync(0, 1, false).unwrap();
    assert_eq!(view(&machine), [2, 12, 22, 32, 42, 52, 62, 72, 82]);
    assert_eq!(machine.sync(0, 8, false), Err(SyncError(8)));
    assert_eq!(machine.sync(0, -1, false), Err(SyncError(-1)));
}

#[test]
fn storing_leaves_other_machines_alone() {
    let mut machine = Machine::new(Size::default(), banks());
    let mut other = machine.clone();
    machine.memset(0x4000, 99, 10);
    machine.sync(1, 0, true).unwrap();
    machine.memset(0x4000, 0, 10);
    machine.reset();
    other.reset();
    assert_eq!((machine.peek(0x4000, 8), other.peek(0x4000, 8)), (99, 1));
}

#[test]
fn reset_keeps_the_picture_and_bank_1() {
    let mut machine = Machine::new(Size::default(), banks());
    machine.poke(0x3FC0, 5, 8);
    machine.vbank(1);
    machine.poke(0x3FC0, 6, 8);
    machine.cls(3);
    machine.poke(0x14604 + 8 * 65, 255, 8);
    machine.set_pmem(0, 7);
    machine.reset();
    assert_eq!(
        (machine.pix(5, 5), machine.peek(0x3FC0, 8), machine.pmem(0)),
        (3, 6, 7)
    );
    assert_ne!(machine.peek(0x14604 + 8 * 65, 8), 255);
    machine.vbank(0);
    assert_eq!(machine.peek(0x3FC0, 8), 81);
}

#[test]
fn a_cover_is_the_first_picture() {
    let mut bank = Bank::default();
    bank.screen[0] = 0x21;
    let machine = Machine::new(Size::default(), vec![bank]);
    assert_eq!((machine.pix(0, 0), machine.pix(1, 0)), (1, 2));
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    assert!(Size::new(64, 64).is_ok() && Size::new(480, 68).is_ok());
    for (width, height) in [(0, 10), (10, 0), (65, 64), (240, 137), (65534, 2)] {
        assert!(Size::new(width, height).is_err(), "{width}x{height}");
    }
}
