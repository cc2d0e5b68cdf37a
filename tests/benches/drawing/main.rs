//! What each drawing and memory function of the machine costs without Lua:
//! `cargo bench -p tests --bench drawing [FILTER]`.
//!
//! One call a measurement, of a middling size and all of it on the screen, so
//! that a change to one function shows in one line.

mod memory;
mod picture;
mod shapes;
mod text;
mod textures;
mod tiles;

use machine::{Bank, Machine, Size};

fn main() {
    divan::main();
}

/// A machine whose tiles, sprites and map are full of all sixteen colors, and
/// on whose screen something shows.
fn machine() -> Machine {
    let mut bank = Bank::default();
    for bytes in [
        &mut bank.tiles[..],
        &mut bank.sprites[..],
        &mut bank.map[..],
        &mut bank.screen[..],
    ] {
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = (index * 37 + index / 32 * 11) as u8;
        }
    }
    for (index, byte) in bank.palettes[0].iter_mut().enumerate() {
        *byte = (index * 5) as u8;
    }
    Machine::new(Size::default(), vec![bank])
}
