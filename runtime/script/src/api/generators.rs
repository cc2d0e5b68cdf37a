//! `gen.NAME` for every generator there is: made by walking the registry, so
//! that a new one is there by itself.
//!
//! A host function captures nothing, so each generator has a function of its
//! own, told apart by its number; names are put together by the compiler.

use mapgen::{GENERATORS, Generator};
use vm::{Call, Raise, Text, Vm, VmError};

use super::{Function, maps};
use crate::world::World;

/// Numbers that there are functions for.
const MOST: usize = 48;

/// The longest name with what stands around it.
const LONGEST: usize = 64;

/// The generators as functions, in the order of the registry.
pub const GENERATOR_FUNCTIONS: &[Function] = ALL.split_at(GENERATORS.len()).0;

macro_rules! numbered {
    ($($number:literal)*) => { &[$(Numbered::<$number>::FUNCTION),*] };
}

const ALL: &[Function; MOST] = numbered!(
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23
    24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
);

/// The generator with a number.
struct Numbered<const N: usize>;

impl<const N: usize> Numbered<N> {
    const NAME: &'static Joined = &Joined::new(["gen.", name(N), ""]);
    const SIGNATURE: &'static Joined = &Joined::new(["gen.", name(N), "([parameters]) -> map"]);
    const FUNCTION: Function = Function {
        name: Self::NAME.text(),
        signature: Self::SIGNATURE.text(),
        doc: about(N),
        topic: "Generators",
        register: Self::register,
    };

    fn register(vm: &mut Vm<World>) -> Result<(), VmError> {
        vm.register(Some("gen"), name(N), Text::None, Self::generate)
    }

    fn generate(cx: &mut Call<'_, World>) -> Result<usize, Raise> {
        match GENERATORS.get(N) {
            Some(generator) => maps::generate(cx, generator),
            None => Ok(0),
        }
    }
}

const fn name(number: usize) -> &'static str {
    match of(number) {
        Some(generator) => generator.info.name,
        None => "",
    }
}

const fn about(number: usize) -> &'static str {
    match of(number) {
        Some(generator) => generator.info.about,
        None => "",
    }
}

const fn of(number: usize) -> Option<&'static Generator> {
    if number < GENERATORS.len() {
        Some(&GENERATORS[number])
    } else {
        None
    }
}

/// Texts put together while compiling.
struct Joined {
    bytes: [u8; LONGEST],
    length: usize,
}

impl Joined {
    const fn new(parts: [&str; 3]) -> Joined {
        let mut joined = Joined {
            bytes: [0; LONGEST],
            length: 0,
        };
        let mut part = 0;
        while part < parts.len() {
            let bytes = parts[part].as_bytes();
            let mut at = 0;
            while at < bytes.len() {
                joined.bytes[joined.length] = bytes[at];
                joined.length += 1;
                at += 1;
            }
            part += 1;
        }
        joined
    }

    const fn text(&'static self) -> &'static str {
        match std::str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => panic!("names of generators are texts"),
        }
    }
}
