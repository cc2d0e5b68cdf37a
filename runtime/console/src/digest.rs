//! The digest of a console's state: a fingerprint for each piece of it, so
//! that two runs are compared, and a difference has a name.
//!
//! It holds what a cart can see, and neither addresses nor the composed
//! picture: equal states have equal digests on every platform.

use std::fmt::Write;

use machine::{Concern, PIECES};

use crate::console::Console;

/// Pieces of the console outside its machine.
const OWN_PIECES: [&str; 6] = [
    "tick",
    "math.random",
    "music position",
    "song",
    "tracked table",
    "stored tables",
];
/// All pieces.
const COUNT: usize = PIECES.len() + OWN_PIECES.len();

/// What the characters of a tick's sum are about; the last is about it all.
const SUMS: [&str; 6] = [
    "what is held",
    "the picture",
    "memory",
    "sound",
    "the game's own state",
    "something",
];
/// Characters of a tick's sum.
pub(crate) const SUM: usize = SUMS.len();
/// Characters of a piece in a whole digest.
const PIECE: usize = 4;
/// Characters of a whole digest.
pub(crate) const WHOLE: usize = COUNT * PIECE;

/// Six bits each.
const LETTERS: &[u8; 64] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-";

/// An odd constant with evenly spread bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// The state of a console after a tick, piece by piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Digest {
    prints: [u64; COUNT],
}

impl Digest {
    /// The names of the pieces, in order.
    pub fn names() -> impl Iterator<Item = &'static str> {
        PIECES.iter().map(|piece| piece.1).chain(OWN_PIECES)
    }

    /// All of it in one number.
    pub fn number(&self) -> u64 {
        (self.prints.iter()).fold(0, |all, print| mixed(all ^ print))
    }

    /// The name of each piece that is not the same.
    pub fn differences(&self, other: &Digest) -> Vec<&'static str> {
        let pairs = self.prints.iter().zip(&other.prints);
        (Digest::names().zip(pairs))
            .filter(|(_, (one, two))| one != two)
            .map(|(name, _)| name)
            .collect()
    }

    /// Six characters that tell of a difference, and what it is about.
    pub(crate) fn sum(&self) -> String {
        let own = self.prints.iter().skip(PIECES.len());
        let of = |concern: Concern| {
            let pieces = self.prints.iter().zip(&PIECES);
            let some = pieces.filter(|(_, piece)| piece.0 == concern);
            some.fold(0, |all, (print, _)| mixed(all ^ print))
        };
        // Tables are walked once a second only, which is a piece of whole digests.
        let game = own.take(4).fold(0, |all, print| mixed(all ^ print));
        let sums = [
            of(Concern::Input),
            of(Concern::Screen),
            of(Concern::Memory),
            of(Concern::Sound),
            game,
        ];
        let all = sums.iter().fold(1, |all, sum| mixed(all ^ sum));
        let letters = sums.iter().chain([&all]).map(|sum| letter(sum >> 58));
        letters.collect()
    }

    /// Every piece, four characters each.
    pub(crate) fn whole(&self) -> String {
        let bits = |print: &u64| mixed(*print) >> 40;
        let letters = (self.prints.iter()).flat_map(|print| {
            let bits = bits(print);
            [18, 12, 6, 0].map(|shift| letter(bits >> shift))
        });
        letters.collect()
    }

    /// What the sums of two states say to be different.
    pub(crate) fn compare_sums(one: &str, other: &str) -> Option<String> {
        let pairs = one.bytes().zip(other.bytes());
        let mut differing = (SUMS.iter().zip(pairs))
            .filter(|(_, (one, other))| one != other)
            .map(|(name, _)| *name);
        let first = differing.next()?;
        let names: Vec<&str> = differing.filter(|name| *name != "something").collect();
        let mut text = first.to_owned();
        for name in names {
            write!(text, ", {name}").expect("a string takes everything");
        }
        Some(text)
    }

    /// The names of the pieces in which two whole digests differ.
    pub(crate) fn compare_wholes(one: &str, other: &str) -> Vec<&'static str> {
        let pieces = |text: &str| -> Vec<Vec<u8>> {
            (text.as_bytes().chunks(PIECE))
                .map(<[u8]>::to_vec)
                .collect()
        };
        let (one, other) = (pieces(one), pieces(other));
        (Digest::names().zip(one.iter().zip(&other)))
            .filter(|(_, (one, other))| one != other)
            .map(|(name, _)| name)
            .collect()
    }
}

impl Console {
    /// A digest of all that the cart can see of the state. Nothing changes by
    /// it. A tracked table is walked, which may take milliseconds.
    pub fn digest(&mut self) -> Digest {
        let mut digest = self.quick_digest();
        let [.., tracked, stored] = &mut digest.prints;
        *tracked = (self.script.as_mut().and_then(script::Script::digest)).unwrap_or(0);
        for (name, json) in self.world.store.tables() {
            for bytes in [name.as_bytes(), json] {
                *stored = mixed(*stored ^ print(bytes));
            }
        }
        digest
    }

    /// The same without the tables, which takes a few microseconds.
    pub(crate) fn quick_digest(&self) -> Digest {
        let mut prints = [0; COUNT];
        let (machine, own) = prints.split_at_mut(PIECES.len());
        machine.copy_from_slice(&self.world.machine.prints());
        let random = self.script.as_ref().map(script::Script::random_state);
        let random = random.unwrap_or_default().into_iter();
        let songs = &self.world.songs;
        let song = songs.time().0 as u64 ^ u64::from(songs.is_playing());
        let music = if self.stage.is_idle(&self.world) {
            0
        } else {
            let conductor = self.stage.music().conductor();
            // What a cart can ask for; floats are written the same everywhere.
            let moment = &self.world.beat.moment;
            let seen = format!("{moment:?} {:?}", conductor.tally());
            print(seen.as_bytes())
        };
        own.copy_from_slice(&[
            mixed(self.frame ^ self.world.tick << 32),
            random.fold(0, |all, word| mixed(all ^ word)),
            music,
            mixed(song ^ songs.volume().to_bits()),
            0,
            0,
        ]);
        Digest { prints }
    }
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 32).wrapping_mul(SPREAD);
    (number ^ number >> 29).wrapping_mul(SPREAD)
}

fn print(bytes: &[u8]) -> u64 {
    let length = bytes.len() as u64;
    (bytes.iter()).fold(length, |all, byte| mixed(all ^ u64::from(*byte)))
}

fn letter(bits: u64) -> char {
    char::from(LETTERS[(bits & 63) as usize])
}

#[cfg(test)]
mod tests {
    use crate::{Cart, Console, Input, NullHost, Options};

    fn console(code: &str) -> Console {
        let cart = Cart::from_bytes("game.lua", code.as_bytes()).expect("it is a cart");
        Console::new(cart, Options::default(), Box::new(NullHost))
    }

    #[test]
    fn a_difference_has_the_name_of_its_piece() {
        let check = |code: &str, expected: &[&str]| {
            let [mut one, mut other] = ["", code].map(|more| {
                let mut console = console(&format!("function TIC() {more} end"));
                console.tick(&Input::default());
                console
            });
            let differences = one.digest().differences(&other.digest());
            assert_eq!(differences, expected, "{code}");
            let wholes = [one.digest().whole(), other.digest().whole()];
            let named = super::Digest::compare_wholes(&wholes[0], &wholes[1]);
            assert_eq!(named, expected, "{code}");
        };
        check("local x = {}", &[]);
        check("pix(17, 42, 3)", &["screen of video bank 0"]);
        check(
            "vbank(1) pix(1, 1, 3) vbank(0)",
            &["screen of video bank 1"],
        );
        check("poke(0x3fc0, 9)", &["palette of video bank 0"]);
        check("poke(0x4000, 1)", &["tiles and sprites"]);
        check("mset(3, 4, 5)", &["map"]);
        check("pmem(7, 1)", &["persistent memory"]);
        check("poke(0x17fff, 1)", &["free memory"]);
        check("poke(0xff9c, 1)", &["sound registers"]);
        check("math.random()", &["math.random"]);
    }

    #[test]
    fn asking_changes_nothing() {
        let code = "-- console: downbeat
            t = {} rollback.track(t)
            function TIC() t[#t + 1] = {tostring({})} trace(collectgarbage('count')) end";
        let traces = [false, true].map(|asks| {
            let mut console = console(code);
            let mut traced = Vec::new();
            for _ in 0..200 {
                console.tick(&Input::default());
                traced.extend(console.happenings().to_vec());
                if asks {
                    console.digest();
                }
            }
            assert_eq!(console.failure(), None);
            traced
        });
        assert_eq!(traces[0], traces[1]);
    }
}
