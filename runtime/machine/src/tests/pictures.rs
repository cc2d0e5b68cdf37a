//! Composing: palettes, border, offsets and the two video banks.

use super::machine;
use crate::{Machine, Size};

/// The red values of a composed row, divided by 17.
fn row(machine: &mut Machine, row: usize) -> Vec<u8> {
    machine.compose_row(row);
    let picture = machine.picture();
    let start = row * picture.width * 4;
    picture.rgba[start..start + picture.width * 4]
        .chunks_exact(4)
        .map(|pixel| pixel[0] / 17)
        .collect()
}

#[test]
fn border_offset_and_transparency() {
    let mut machine = machine(240, 136);
    for x in 0..4 {
        machine.set_pix(x, 0, x + 1);
    }
    machine.set_pix(239, 0, 6);
    machine.poke(0x3FF8, 9, 8);
    assert_eq!(row(&mut machine, 0), [9; 256]);
    // The border on both sides, the first five pixels and the last.
    let ends = |at: usize, machine: &mut Machine| {
        let row = row(machine, at);
        assert_eq!((&row[..8], &row[248..]), (&[9; 8][..], &[9; 8][..]));
        let [a, b, c, d, e] = std::array::from_fn(|x| row[8 + x]);
        [a, b, c, d, e, row[247]]
    };
    assert_eq!(ends(4, &mut machine), [1, 2, 3, 4, 0, 6]);
    machine.poke(0x3FF9, 1, 8);
    assert_eq!(ends(4, &mut machine), [2, 3, 4, 0, 0, 1]);
    machine.poke(0x3FF9, -1, 8);
    machine.poke(0x3FFA, 1, 8);
    assert_eq!(ends(4 + 135, &mut machine), [6, 1, 2, 3, 4, 0]);
    machine.vbank(1);
    machine.cls(5);
    machine.poke(0x3FF8, 5, 8);
    machine.set_pix(2, 135, 12);
    machine.poke(0x3FC0 + 36, 7 * 17, 8);
    assert_eq!(ends(4 + 135, &mut machine), [6, 1, 7, 3, 4, 0]);
}

#[test]
fn a_screen_of_another_size_has_no_border() {
    let mut machine = machine(4, 2);
    machine.set_pix(3, 1, 6);
    machine.poke(0x3FF8, 9, 8);
    assert_eq!(row(&mut machine, 1), [0, 0, 0, 6]);
    assert_eq!(machine.picture().height, 2);
    machine.set_size(Size::default());
    assert_eq!(
        (machine.picture().width, machine.picture().height),
        (256, 144)
    );
    assert_eq!(machine.pix(3, 1), 0, "another size is a black screen");
}

#[test]
fn colors_are_read_when_a_row_is_composed() {
    let mut machine = machine(4, 2);
    machine.cls(1);
    assert_eq!(row(&mut machine, 0)[0], 1);
    machine.poke(0x3FC3, 8 * 17, 8);
    assert_eq!(row(&mut machine, 1)[0], 8);
    assert_eq!(machine.picture().screen().rgba[..4], [17, 17, 17, 255]);
}

#[test]
fn the_overlay_returns_to_the_chosen_bank() {
    let mut machine = machine(4, 2);
    machine.cls(3);
    machine.begin_overlay();
    assert_eq!((machine.pix(0, 0), machine.vbank(-1)), (0, 1));
    machine.set_pix(1, 0, 6);
    machine.end_overlay();
    assert_eq!((machine.pix(1, 0), machine.vbank(-1)), (3, 0));
    assert_eq!(row(&mut machine, 0), [3, 6, 3, 3]);
}
