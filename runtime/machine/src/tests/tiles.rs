//! Sprites and the tile map.

use super::check;
use crate::{ColorKeys, Machine, MapView, Sprite};

/// The arrow tile with a flip and a turn.
fn arrow(machine: &mut Machine, x: i32, flip: i32, rotate: i32) {
    let keys = ColorKeys::one(0);
    machine.spr(&Sprite {
        id: 1,
        x,
        y: 0,
        keys,
        scale: 1,
        flip,
        rotate,
        width: 1,
        height: 1,
    });
}

#[test]
fn quarter_turns_are_clockwise() {
    check(
        |m| (0..4).for_each(|turn| arrow(m, turn * 9, 0, turn)),
        "
        22222222.22222222........2.2........
        2333.........3332..3.....2.2.....3..
        233...........332...3....2.2....3...
        23.3.........3.32....3...2.2...3....
        2...3.......3...2.....3.32.23.3.....
        2....3.....3....2......332.233......
        2.....3...3.....2.....3332.2333.....
        2...............2.22222222.22222222.",
    );
}

#[test]
fn flips_come_after_turns() {
    check(
        |m| (0..4).for_each(|flip| arrow(m, flip * 9, flip, 0)),
        "
        22222222.22222222.2...............2.
        2333.........3332.2.....3...3.....2.
        233...........332.2....3.....3....2.
        23.3.........3.32.2...3.......3...2.
        2...3.......3...2.23.3.........3.32.
        2....3.....3....2.233...........332.
        2.....3...3.....2.2333.........3332.
        2...............2.22222222.22222222.",
    );
    check(
        |m| (0..4).for_each(|flip| arrow(m, flip * 9, flip, 1)),
        "
        22222222.22222222........2.2........
        ....3332.2333......3.....2.2.....3..
        .....332.233........3....2.2....3...
        ....3.32.23.3........3...2.2...3....
        ...3...2.2...3........3.32.23.3.....
        ..3....2.2....3........332.233......
        .3.....2.2.....3......3332.2333.....
        .......2.2........22222222.22222222.",
    );
}

#[test]
fn turned_composites_keep_their_tiles_together() {
    let draw = |m: &mut Machine, rotate| {
        for tile in 0..2 {
            m.memset(0x4000 + (1 + tile) * 32, 0x11 * (tile + 4), 32);
        }
        let keys = ColorKeys::NONE;
        m.spr(&Sprite {
            id: 1,
            x: 0,
            y: 0,
            keys,
            scale: 1,
            flip: 0,
            rotate,
            width: 2,
            height: 1,
        });
        (m.pix(0, 0), m.pix(15, 0), m.pix(0, 15))
    };
    for (rotate, expected) in [
        (0, (4, 5, 0)),
        (1, (4, 0, 5)),
        (2, (5, 4, 0)),
        (3, (5, 0, 4)),
    ] {
        assert_eq!(draw(&mut super::machine(16, 16), rotate), expected);
    }
}

#[test]
fn scaled_sprites_are_cut_at_edges() {
    check(
        |m| {
            let keys = ColorKeys::one(2);
            let (scale, flip, rotate) = (2, 0, 0);
            m.spr(&Sprite {
                id: 1,
                x: -2,
                y: -2,
                keys,
                scale,
                flip,
                rotate,
                width: 1,
                height: 1,
            });
        },
        "
        333333........
        333333........
        3333..........
        3333..........
        33..33........
        33..33........
        ......33......
        ......33......
        ........33....
        ........33....
        ..........33..
        ..........33..
        ..............
        ..............",
    );
}

#[test]
fn keys_compare_before_the_palette_map() {
    check(
        |m| {
            m.poke(0x3FF0 * 2 + 3, 2, 4);
            m.poke(0x3FF0 * 2 + 2, 5, 4);
            let keys = ColorKeys::one(2).with(0).with(16);
            let (scale, flip, rotate) = (1, 0, 0);
            m.spr(&Sprite {
                id: 1,
                x: 0,
                y: 0,
                keys,
                scale,
                flip,
                rotate,
                width: 1,
                height: 1,
            });
        },
        "
        ........
        .222....
        .22.....
        .2.2....
        ....2...
        .....2..
        ......2.
        ........",
    );
}

#[test]
fn segments_with_fewer_bits_split_pixels() {
    check(
        |m| {
            m.poke(0x4000, 0xE4, 8);
            m.poke(0x4001, 0x1B, 8);
            let (keys, scale, flip, rotate) = (ColorKeys::NONE, 1, 0, 0);
            for (segment, x) in [(2, 0), (4, 8), (8, 16)] {
                m.poke(0x3FFC, segment, 8);
                m.spr(&Sprite {
                    id: 0,
                    x,
                    y: 0,
                    keys,
                    scale,
                    flip,
                    rotate,
                    width: 1,
                    height: 1,
                });
            }
        },
        "
        4eb1.....123321...1..111
        ........................
        ........................
        ........................
        ........................
        ........................
        ........................
        ........................",
    );
}

#[test]
fn map_cells_wrap() {
    check(
        |m| {
            m.mset(239, 135, 3);
            m.mset(0, 0, 4);
            m.mset(1, 0, 1);
            m.map(&MapView {
                x: -1,
                y: -1,
                width: 3,
                height: 2,
                screen_x: -6,
                screen_y: -6,
                keys: ColorKeys::NONE,
                scale: 1,
            });
        },
        "
        33................
        33................
        ..4444444422222222
        ..444444442333....
        ..44444444233.....
        ..4444444423.3....
        ..444444442...3...
        ..444444442....3..
        ..444444442.....3.
        ..444444442.......",
    );
    assert_eq!(Machine::wrapped_cell(-1, 136), (239, 0));
}

#[test]
fn cells_outside_the_map() {
    let mut machine = super::machine(16, 16);
    machine.mset(-1, 0, 5);
    machine.mset(240, 0, 5);
    machine.mset(0, 136, 5);
    machine.mset(239, 135, 300);
    assert_eq!(
        (
            machine.mget(-1, 0),
            machine.mget(240, 0),
            machine.mget(0, 136)
        ),
        (0, 0, 0)
    );
    assert_eq!(machine.mget(239, 135), 44);
}
