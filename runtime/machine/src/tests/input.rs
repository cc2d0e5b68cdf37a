//! Pads, keys and mouse over several ticks.

use super::machine;
use crate::{Input, Machine};

/// One tick with the given input; the check runs in its middle.
fn tick(machine: &mut Machine, input: Input, check: impl FnOnce(&mut Machine)) {
    machine.begin_tick(&input);
    check(machine);
    machine.end_tick();
}

/// In which ticks of `held` after the press something counts as pressed.
fn presses(hold: i32, period: i32) -> String {
    let mut machine = machine(16, 16);
    let mut text = String::new();
    for at in 0..16 {
        let input = if at < 2 {
            Input::default()
        } else {
            Input {
                pads: 4,
                ..Input::default()
            }
        };
        tick(&mut machine, input, |machine| {
            text.push(if machine.btnp(2, hold, period) {
                '1'
            } else {
                '.'
            });
        });
    }
    text
}

#[test]
fn btnp_holds_and_repeats() {
    assert_eq!(presses(-1, -1), "..1.............");
    assert_eq!(presses(5, -1), "..1.............");
    assert_eq!(presses(0, 1), "..11111111111111");
    assert_eq!(presses(5, 3), "..1.....1..1..1.");
    assert_eq!(presses(4, 0), "..1...1111111111");
}

#[test]
fn keys_press_mapped_buttons() {
    let mut machine = machine(16, 16);
    let input = Input {
        keys: [60, 26, 7, 0],
        ..Input::default()
    };
    tick(&mut machine, input, |machine| {
        assert_eq!(machine.buttons(), 0b1_0100);
        assert!(machine.key(7) && machine.keyp(7, -1, -1) && machine.any_key());
        assert!(!machine.key(0) && !machine.key(8));
        machine.poke(0x14E04 + 4, 5, 8);
    });
    tick(&mut machine, input, |machine| {
        assert_eq!(machine.buttons(), 0b100);
        assert!(machine.key(7) && !machine.keyp(7, -1, -1) && !machine.any_key_pressed());
    });
}

#[test]
fn pokes_into_registers_count_for_one_tick() {
    let mut machine = machine(16, 16);
    tick(&mut machine, Input::default(), |machine| {
        machine.poke(0xFF80, 0x15, 8);
        assert_eq!((machine.buttons(), machine.buttons_pressed()), (0x15, 0x15));
        assert!(machine.btn(34) && !machine.btn(-1));
    });
    tick(
        &mut machine,
        Input {
            pads: 0x17,
            ..Input::default()
        },
        |machine| {
            assert_eq!(machine.buttons_pressed(), 2);
        },
    );
}

#[test]
fn mouse_wheels_are_signed() {
    let mut machine = machine(240, 136);
    let input = Input {
        mouse_x: 3,
        mouse_y: 255,
        mouse_buttons: 63 << 9 | 1 << 3 | 0b101,
        ..Input::default()
    };
    tick(&mut machine, input, |machine| {
        let mouse = machine.mouse();
        assert_eq!((mouse.x, mouse.y), (-5, 251));
        assert_eq!((mouse.left, mouse.middle, mouse.right), (true, false, true));
        assert_eq!((mouse.scroll_x, mouse.scroll_y), (1, -1));
    });
}
