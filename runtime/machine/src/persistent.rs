//! Persistent memory and sprite flags: small tables carts keep numbers in.
//!
//! Both are plain memory; these are the ways to them that check their index.

use crate::address::{FLAGS, FLAGS_SIZE, PERSISTENT, PERSISTENT_SIZE};
use crate::machine::Machine;

/// Numbers in persistent memory.
pub const PERSISTENT_NUMBERS: usize = PERSISTENT_SIZE / 4;

impl Machine {
    /// A number of persistent memory, 0 outside 0..=255.
    pub fn pmem(&self, index: usize) -> u32 {
        if index < PERSISTENT_NUMBERS {
            u32::from_le_bytes(self.ram.array(PERSISTENT + index * 4))
        } else {
            0
        }
    }

    /// Sets a number of persistent memory; indices outside 0..=255 are ignored.
    pub fn set_pmem(&mut self, index: usize, value: u32) {
        if index < PERSISTENT_NUMBERS {
            let bytes = value.to_le_bytes();
            self.ram
                .slice_mut(PERSISTENT + index * 4, 4)
                .copy_from_slice(&bytes);
        }
    }

    /// All of persistent memory, to be saved.
    pub fn pmem_bytes(&self) -> &[u8; PERSISTENT_SIZE] {
        self.ram
            .slice(PERSISTENT, PERSISTENT_SIZE)
            .try_into()
            .expect("the slice has the length of persistent memory")
    }

    /// Replaces persistent memory; missing bytes are 0, further ones ignored.
    pub fn load_pmem(&mut self, bytes: &[u8]) {
        let target = self.ram.slice_mut(PERSISTENT, PERSISTENT_SIZE);
        target.fill(0);
        let length = bytes.len().min(PERSISTENT_SIZE);
        target[..length].copy_from_slice(&bytes[..length]);
    }

    /// Whether a sprite has a flag; false outside 512 sprites and 8 flags.
    #[inline]
    pub fn fget(&self, sprite: i32, flag: i32) -> bool {
        flag_place(sprite, flag).is_some_and(|(at, mask)| self.ram.byte(at) & mask != 0)
    }

    /// Sets or clears a sprite's flag; what does not exist is ignored.
    pub fn fset(&mut self, sprite: i32, flag: i32, value: bool) {
        if let Some((at, mask)) = flag_place(sprite, flag) {
            let flags = self.ram.byte(at);
            self.ram
                .set_byte(at, if value { flags | mask } else { flags & !mask });
        }
    }
}

/// The byte and the bit of a flag.
#[inline]
fn flag_place(sprite: i32, flag: i32) -> Option<(usize, u8)> {
    let sprite = usize::try_from(sprite)
        .ok()
        .filter(|&sprite| sprite < FLAGS_SIZE)?;
    (0..8).contains(&flag).then(|| (FLAGS + sprite, 1 << flag))
}
