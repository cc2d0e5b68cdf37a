//! Fingerprints of the machine's state, to compare runs: of all of it, and of
//! each piece, so that a difference has a name.
//!
//! Two machines that went through the same calls have the same numbers on every
//! platform. It is no protection against intent, only against accidents.

use crate::address::{
    BUTTON_MAPPING, EFFECT_STATE, FLAGS, FLAGS_SIZE, FONT, FONTS_SIZE, GAMEPADS, MAP, MEMORY_SIZE,
    MUSIC_STATE, PERSISTENT, PERSISTENT_SIZE, SAMPLES, SAMPLES_SIZE, WAVES,
};
use crate::machine::Machine;

/// An odd constant with evenly spread bits: 2 to the 64 over the golden ratio.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Mixes bytes into a number, eight at a time.
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// Mixes in a number.
    pub(crate) fn number(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(SPREAD).rotate_left(29);
    }

    /// Mixes in bytes and their length.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        // Four rows at once: one alone would wait for each multiplication.
        let (wide, rest) = bytes.as_chunks::<32>();
        let mut rows = [1, 2, 3, 4].map(Fingerprint);
        for chunk in wide {
            let (words, _) = chunk.as_chunks::<8>();
            for (row, word) in rows.iter_mut().zip(words) {
                row.number(u64::from_le_bytes(*word));
            }
        }
        for row in rows {
            self.number(row.0);
        }
        for &byte in rest {
            self.number(u64::from(byte));
        }
    }
}

/// What a piece of the machine is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concern {
    /// What is held.
    Input,
    /// What is drawn and shown.
    Screen,
    /// What is stored.
    Memory,
    /// What sounds.
    Sound,
}

/// The pieces of the machine's state, in the order of [`Machine::prints`].
pub const PIECES: [(Concern, &str); 19] = [
    (Concern::Input, "buttons, mouse and keys"),
    (Concern::Input, "how long buttons are held"),
    (Concern::Screen, "screen of video bank 0"),
    (Concern::Screen, "palette of video bank 0"),
    (Concern::Screen, "screen of video bank 1"),
    (Concern::Screen, "palette of video bank 1"),
    (Concern::Screen, "clip rectangle, depths and chosen bank"),
    (Concern::Memory, "tiles and sprites"),
    (Concern::Memory, "map"),
    (Concern::Memory, "waves, effects and music data"),
    (Concern::Memory, "persistent memory"),
    (Concern::Memory, "sprite flags"),
    (Concern::Memory, "fonts"),
    (Concern::Memory, "button mapping"),
    (Concern::Memory, "free memory"),
    (Concern::Sound, "sound registers"),
    (Concern::Sound, "stereo and sample registers"),
    (Concern::Sound, "effects that play"),
    (Concern::Sound, "music that plays"),
];

impl Machine {
    /// A fingerprint of each of the [`PIECES`].
    pub fn prints(&self) -> [u64; PIECES.len()] {
        let of = |bytes: &[u8]| {
            let mut print = Fingerprint(0);
            print.bytes(bytes);
            print.0
        };
        let ram = |from: usize, to: usize| of(self.ram.slice(from, to - from));
        let mixed = |mix: &dyn Fn(&mut Fingerprint)| {
            let mut print = Fingerprint(0);
            mix(&mut print);
            print.0
        };
        let [first, second] = &self.screen.banks;
        [
            ram(GAMEPADS, EFFECT_STATE),
            mixed(&|print| self.history.mix(print)),
            of(&first.pixels[..]),
            of(&first.registers),
            of(&second.pixels[..]),
            of(&second.registers),
            mixed(&|print| self.mix_drawing(print)),
            of(&self.sheet.nibbles[..]),
            ram(MAP, GAMEPADS),
            ram(WAVES, MUSIC_STATE),
            ram(PERSISTENT, PERSISTENT + PERSISTENT_SIZE),
            ram(FLAGS, FLAGS + FLAGS_SIZE),
            ram(FONT, FONT + FONTS_SIZE),
            ram(BUTTON_MAPPING, SAMPLES),
            ram(SAMPLES + SAMPLES_SIZE, MEMORY_SIZE),
            ram(EFFECT_STATE, WAVES),
            mixed(&|print| {
                print.bytes(self.ram.slice(MUSIC_STATE, PERSISTENT - MUSIC_STATE));
                print.bytes(self.ram.slice(SAMPLES, SAMPLES_SIZE));
            }),
            mixed(&|print| self.effects.iter().for_each(|voice| voice.mix(print))),
            mixed(&|print| self.music.mix(print)),
        ]
    }

    fn mix_drawing(&self, print: &mut Fingerprint) {
        print.number(self.screen.current as u64);
        print.number(u64::from(self.synced));
        let size = self.screen.size;
        print.number((size.width() << 16 | size.height()) as u64);
        let clip = self.screen.clip;
        for side in [clip.left, clip.top, clip.right, clip.bottom] {
            print.number(side as u64);
        }
        self.screen.depth.mix(print);
    }

    /// A fingerprint of all state a cart can see, now or later; the composed
    /// picture and the cart's banks are left out.
    pub fn state_hash(&self) -> u64 {
        let mut print = Fingerprint(0);
        for video in &self.screen.banks {
            print.bytes(&video.pixels[..]);
            print.bytes(&video.registers);
        }
        print.bytes(&self.sheet.nibbles[..]);
        print.bytes(self.ram.all());
        self.mix_drawing(&mut print);
        self.history.mix(&mut print);
        for voice in &self.effects {
            voice.mix(&mut print);
        }
        self.music.mix(&mut print);
        print.0
    }
}
