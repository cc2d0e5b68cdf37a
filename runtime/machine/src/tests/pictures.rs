//! Composing: palettes, border, offsets and the two video banks.

use super::machine;
use crate::Machine;

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
    let mut machine = machine(4, 2);
    for x in 0..4 {
        machine.set_pix(x, 0, x + 1);
    }
    machine.poke(0x3FF8, 9, 8);
    assert_eq!(row(&mut machine, 0), [9; 20]);
    let with_border = |inner: [u8; 4]| [&[9; 8][..], &inner, &[9; 8]].concat();
    assert_eq!(row(&mut machine, 4), with_border([1, 2, 3, 4]));
    machine.poke(0x3FF9, 1, 8);
    assert_eq!(row(&mut machine, 4), with_border([2, 3, 4, 1]));
    machine.poke(0x3FF9, -1, 8);
    machine.poke(0x3FFA, 1, 8);
    assert_eq!(row(&mut machine, 5), with_border([4, 1, 2, 3]));
    machine.vbank(1);
    machine.cls(5);
    machine.poke(0x3FF8, 5, 8);
    machine.set_pix(2, 1, 12);
    machine.poke(0x3FC0 + 36, 7 * 17, 8);
    assert_eq!(row(&mut machine, 5), with_border([4, 1, 7, 3]));
}

#[test]
fn colors_are_read_when_a_row_is_composed() {
    let mut machine = machine(4, 2);
    machine.cls(1);
    assert_eq!(row(&mut machine, 4)[8], 1);
    machine.poke(0x3FC3, 8 * 17, 8);
    assert_eq!(row(&mut machine, 5)[8], 8);
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
    assert_eq!(row(&mut machine, 4)[8..12], [3, 6, 3, 3]);
}
