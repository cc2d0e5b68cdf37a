//! A fingerprint of the machine's state, to compare runs.
//!
//! Two machines that went through the same calls have the same number on every
//! platform. It is no protection against intent, only against accidents.

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
        let (chunks, rest) = bytes.as_chunks::<8>();
        for chunk in chunks {
            self.number(u64::from_le_bytes(*chunk));
        }
        for &byte in rest {
            self.number(u64::from(byte));
        }
    }
}

impl Machine {
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
        print.number(self.screen.current as u64);
        print.number(u64::from(self.synced));
        let clip = self.screen.clip;
        for side in [clip.left, clip.top, clip.right, clip.bottom] {
            print.number(side as u64);
        }
        self.screen.depth.mix(&mut print);
        self.history.mix(&mut print);
        for voice in &self.effects {
            voice.mix(&mut print);
        }
        self.music.mix(&mut print);
        print.0
    }
}
