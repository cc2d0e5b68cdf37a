//! Images: a machine's whole changing state as plain bytes.
//!
//! The same thing lies at the same place in every image of a machine, so that two
//! ticks are compared word by word. What need not be there comes last: banks
//! that `sync` has stored into, and depths. The composed picture is left out,
//! since composing the tick again makes it.

use std::sync::Arc;

use crate::address::{
    EFFECTS_SIZE, FLAGS_SIZE, MAP_SIZE, PALETTE_SIZE, PATTERNS_SIZE, SCREEN_SIZE, SHEET_SIZE,
    TRACKS_SIZE, WAVES_SIZE,
};
use crate::bank::Bank;
use crate::machine::Machine;
use crate::nibbles::{pack, unpack};
use crate::screen::{PIXELS, REGISTERS_SIZE, Screen, Video};
use crate::sheet::NIBBLES;
use crate::size::Size;

/// A struct, field by field; those in braces of their own hold no state.
macro_rules! imaged {
    ($name:ident { $($field:ident),* $(,)? } $({ $($left_out:ident),* })?) => {
        impl $crate::image::Imaged for $name {
            #[inline]
            fn write(&self, out: &mut $crate::image::Writer<'_>) {
                // Taken apart, so that no field is ever forgotten.
                let $name { $($field,)* $($($left_out: _,)*)? } = self;
                $($crate::image::Imaged::write($field, out);)*
            }

            #[inline]
            fn read(&mut self, from: &mut $crate::image::Reader<'_>) {
                let $name { $($field,)* $($($left_out: _,)*)? } = self;
                $($crate::image::Imaged::read($field, from);)*
            }
        }
    };
}
pub(crate) use imaged;

/// Bytes of the part in front, which is small state: counters, input, sound.
const STATE: usize = 2048;
/// Bytes of a bank.
const BANK: usize = SHEET_SIZE * 2
    + MAP_SIZE
    + WAVES_SIZE
    + EFFECTS_SIZE
    + PATTERNS_SIZE
    + TRACKS_SIZE
    + FLAGS_SIZE
    + PALETTE_SIZE * 2
    + SCREEN_SIZE;

impl Machine {
    /// Writes all state that changes, replacing what `out` held.
    ///
    /// To be called between two ticks. Nothing is allocated if `out` held an
    /// image of this machine before.
    pub fn image(&self, out: &mut Vec<u8>) {
        let extras = Extras::of(self);
        out.resize(extras.length(self), 0);
        let mut sections = Writer(out);
        let mut state = Writer(sections.next(STATE));
        extras.write(&mut state);
        self.write(&mut state);
        self.screen.write(&mut state);
        state.0.fill(0);
        let ram = self.ram.all();
        sections.next(ram.len()).copy_from_slice(ram);
        pack(&self.sheet.nibbles[..], sections.next(NIBBLES / 2));
        for Video { pixels, registers } in &self.screen.banks {
            pack(&pixels[..], sections.next(PIXELS / 2));
            sections.next(REGISTERS_SIZE).copy_from_slice(registers);
        }
        for (index, bank) in self.banks.iter().enumerate() {
            if extras.has_bank(index) {
                bank.write(&mut sections);
            }
        }
        if extras.depths != 0 {
            self.screen.depth.write(&mut sections);
        }
    }

    /// Becomes the machine that an image was made of, except for the composed
    /// picture.
    ///
    /// # Panics
    ///
    /// When the image is not one of a machine that was made with the same
    /// banks.
    pub fn load_image(&mut self, bytes: &[u8]) {
        let mut sections = Reader(bytes);
        let mut state = Reader(sections.next(STATE.min(bytes.len())));
        let mut extras = Extras::default();
        extras.read(&mut state);
        if let Ok(size) = Size::new(extras.width as u16, extras.height as u16) {
            self.set_size(size);
        }
        assert!(
            bytes.len() == extras.length(self),
            "an image can only be loaded into a machine like the one it came from"
        );
        self.read(&mut state);
        self.screen.read(&mut state);
        let ram = self.ram.all_mut();
        ram.copy_from_slice(sections.next(ram.len()));
        unpack(sections.next(NIBBLES / 2), &mut self.sheet.nibbles[..]);
        for Video { pixels, registers } in &mut self.screen.banks {
            unpack(sections.next(PIXELS / 2), &mut pixels[..]);
            registers.copy_from_slice(sections.next(REGISTERS_SIZE));
        }
        let banks = self.banks.iter_mut().zip(&self.first_banks);
        for (index, (bank, first)) in banks.enumerate() {
            if extras.has_bank(index) {
                Arc::make_mut(bank).read(&mut sections);
            } else {
                bank.clone_from(first);
            }
        }
        let Screen { size, depth, .. } = &mut self.screen;
        if extras.depths == 0 {
            depth.clear();
        } else {
            depth.read(*size, &mut sections);
        }
    }
}

/// What decides how long an image is: what it has only if it is needed, and the
/// size of the screen.
#[derive(Clone, Copy, Default)]
struct Extras {
    width: u32,
    height: u32,
    /// A bit for each bank that has been stored into.
    banks: u32,
    /// 1 if there are depths.
    depths: u32,
}

impl Extras {
    fn of(machine: &Machine) -> Extras {
        let banks = machine.banks.iter().zip(&machine.first_banks);
        let changed = banks.map(|(bank, first)| u32::from(!Arc::ptr_eq(bank, first)));
        let size = machine.screen.size;
        Extras {
            width: size.width() as u32,
            height: size.height() as u32,
            banks: changed.rev().fold(0, |mask, changed| mask << 1 | changed),
            depths: u32::from(machine.screen.depth.is_used()),
        }
    }

    fn has_bank(self, index: usize) -> bool {
        self.banks >> index & 1 != 0
    }

    /// Bytes of an image.
    fn length(self, machine: &Machine) -> usize {
        let ram = &machine.ram;
        let always = STATE + ram.all().len() + NIBBLES / 2 + (PIXELS / 2 + REGISTERS_SIZE) * 2;
        let depths = (self.width * self.height) as usize * size_of::<f32>();
        always + self.banks.count_ones() as usize * BANK + self.depths as usize * depths
    }
}

imaged!(Extras {
    width,
    height,
    banks,
    depths
});
// The rest of a machine has sections of its own, is made anew, or stays.
imaged!(Machine { synced, below_overlay, history, counters, effects, music, chip }
    { screen, sheet, ram, banks, first_banks, picture, pairs });
imaged!(Screen { current, clip } { size, banks, depth });
imaged!(Bank {
    tiles,
    sprites,
    map,
    waves,
    sfx,
    patterns,
    tracks,
    flags,
    palettes,
    screen
});

/// State that has a fixed place in an image, in a fixed order.
pub(crate) trait Imaged {
    /// Writes the state.
    fn write(&self, out: &mut Writer<'_>);
    /// Becomes what was written.
    fn read(&mut self, from: &mut Reader<'_>);
}

/// Where an image is written.
pub(crate) struct Writer<'a>(&'a mut [u8]);

impl<'a> Writer<'a> {
    /// The next bytes, to be filled.
    #[inline]
    pub(crate) fn next(&mut self, length: usize) -> &'a mut [u8] {
        self.0
            .split_off_mut(..length)
            .expect("an image is as long as what is written")
    }
}

/// What is left of an image to be read.
pub(crate) struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes.
    #[inline]
    pub(crate) fn next(&mut self, length: usize) -> &'a [u8] {
        self.0
            .split_off(..length)
            .expect("an image is as long as what was written")
    }
}

/// A section of a bank.
impl<const N: usize> Imaged for Box<[u8; N]> {
    fn write(&self, out: &mut Writer<'_>) {
        out.next(N).copy_from_slice(&self[..]);
    }

    fn read(&mut self, from: &mut Reader<'_>) {
        self.copy_from_slice(from.next(N));
    }
}

/// Numbers: little-endian.
macro_rules! imaged_numbers {
    ($($number:ty)*) => {$(
        impl $crate::image::Imaged for $number {
            #[inline]
            fn write(&self, out: &mut Writer<'_>) {
                let bytes = self.to_le_bytes();
                out.next(bytes.len()).copy_from_slice(&bytes);
            }

            #[inline]
            fn read(&mut self, from: &mut Reader<'_>) {
                let mut bytes = [0; size_of::<$number>()];
                bytes.copy_from_slice(from.next(size_of::<$number>()));
                *self = <$number>::from_le_bytes(bytes);
            }
        }
    )*};
}
imaged_numbers!(u8 i8 u32 i32 u64 i64);

impl<T: Imaged, const N: usize> Imaged for [T; N] {
    #[inline]
    fn write(&self, out: &mut Writer<'_>) {
        for part in self {
            part.write(out);
        }
    }

    #[inline]
    fn read(&mut self, from: &mut Reader<'_>) {
        for part in self {
            part.read(from);
        }
    }
}

impl<A: Imaged, B: Imaged> Imaged for (A, B) {
    fn write(&self, out: &mut Writer<'_>) {
        self.0.write(out);
        self.1.write(out);
    }

    fn read(&mut self, from: &mut Reader<'_>) {
        self.0.read(from);
        self.1.read(from);
    }
}

/// Nothing takes as much room as something.
impl<T: Imaged + Default> Imaged for Option<T> {
    fn write(&self, out: &mut Writer<'_>) {
        u32::from(self.is_some()).write(out);
        match self {
            Some(inner) => inner.write(out),
            None => T::default().write(out),
        }
    }

    fn read(&mut self, from: &mut Reader<'_>) {
        let mut is_some = 0_u32;
        is_some.read(from);
        let mut inner = T::default();
        inner.read(from);
        *self = (is_some != 0).then_some(inner);
    }
}

/// Places in memory.
impl Imaged for usize {
    #[inline]
    fn write(&self, out: &mut Writer<'_>) {
        (*self as u64).write(out);
    }

    #[inline]
    fn read(&mut self, from: &mut Reader<'_>) {
        let mut number = 0_u64;
        number.read(from);
        *self = number as usize;
    }
}
