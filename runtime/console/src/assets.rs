//! What the machine needs of a cart: its banks and its screen size.

use cart::{Cart, Section};
use machine::{Bank, Size};

/// The assets of all banks, in the machine's form.
pub(crate) fn banks(cart: &Cart) -> Vec<Bank> {
    cart.banks.iter().map(bank).collect()
}

/// The screen size the cart asks for. A header that asks for one that does
/// not fit was refused when the cart was read.
pub(crate) fn size(cart: &Cart) -> Size {
    let screen = cart.header.screen_size();
    Size::new(screen.width, screen.height).unwrap_or_default()
}

fn bank(from: &cart::Bank) -> Bank {
    let mut bank = Bank::default();
    bank.tiles.copy_from_slice(from.get(Section::Tiles));
    bank.sprites.copy_from_slice(from.get(Section::Sprites));
    bank.map.copy_from_slice(from.get(Section::Map));
    bank.waves.copy_from_slice(from.get(Section::Waves));
    bank.sfx.copy_from_slice(from.get(Section::Sfx));
    bank.patterns.copy_from_slice(from.get(Section::Patterns));
    bank.tracks.copy_from_slice(from.get(Section::Tracks));
    bank.flags.copy_from_slice(from.get(Section::Flags));
    bank.screen.copy_from_slice(from.get(Section::Screen));
    let palettes = from.get(Section::Palette);
    for (palette, bytes) in bank.palettes.iter_mut().zip(palettes.chunks_exact(48)) {
        palette.copy_from_slice(bytes);
    }
    bank
}
