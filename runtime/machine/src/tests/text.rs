//! Text: layout, widths, and which colors glyphs take.

use super::{check, machine};

#[test]
fn glyphs_of_both_fonts() {
    check(
        |m| m.print(b"Aa1", 0, 0, 7, false, 1, false),
        "
        .777.........77..
        77..7..7777.777..
        77..7.7..77..77..
        77777.7..77..77..
        77..7..7777.7777.
        .................
        .................
        .................",
    );
    check(
        |m| m.print(b"Aa1", 0, 0, 7, true, 1, false),
        "
        .777..........77..
        77..7..7777..777..
        77..7.7..77...77..
        77777.7..77...77..
        77..7..7777..7777.
        ..................
        ..................
        ..................",
    );
    check(
        |m| m.print(b"Aa1", 0, 0, 7, false, 1, true),
        "
        .7.......7..
        7.7.77..77..
        777..77..7..
        7.7.7.7..7..
        7.7.777.777.
        ............
        ............
        ............",
    );
    check(
        |m| m.print(b"i\nl", 1, 0, 7, false, 2, true),
        "
        .77.......
        .77.......
        ..........
        ..........
        .77.......
        .77.......
        .77.......
        .77.......
        .77.......
        .77.......
        ..........
        ..........
        .7777.....
        .7777.....
        ...77.....
        ...77.....",
    );
}

#[test]
fn widths_are_those_of_the_longest_line() {
    let mut m = machine(64, 64);
    let mut width =
        |text: &str, fixed, scale, small| m.print(text.as_bytes(), 0, 0, 15, fixed, scale, small);
    assert_eq!(width("Hello", false, 1, false), 28);
    assert_eq!(width("Hello", true, 1, false), 30);
    assert_eq!(width("Hello", false, 1, true), 20);
    assert_eq!(width("Hello", false, 2, false), 56);
    assert_eq!(width("i", false, 1, false), 3);
    assert_eq!(width("", false, 1, false), 0);
    assert_eq!(width(" ", false, 1, false), 4);
    assert_eq!(width("a b", false, 1, false), 16);
    assert_eq!(width("Hello\ni\n", false, 1, false), 28);
}

#[test]
fn print_ignores_the_palette_map_and_font_takes_it() {
    check(
        |m| {
            m.poke(0x3FF0 * 2 + 7, 9, 4);
            m.print(b"i", 0, 0, 7, false, 1, false);
            assert_eq!(m.font(b"A", 4, 0, 0, 8, 8, false, 1, false), 4);
        },
        "
        77..999...
        ....999...
        77..999...
        77..999...
        77..999...
        ....999...
        ....999...
        ....999...",
    );
}

#[test]
fn a_transparent_color_leaves_blank_glyphs() {
    let mut m = machine(16, 16);
    assert_eq!(m.print(b"WW", 0, 0, -1, false, 1, false), 8);
    assert_eq!(m.font(b"BB", 0, 0, 0, 8, 8, false, 1, false), 16);
}
