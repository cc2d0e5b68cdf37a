//! The plain bytes of memory: everything from the map on.
//!
//! Video memory and tiles have their own forms; this is the rest of the
//! address space, stored as it is addressed.

use crate::address::{MAP, MEMORY_SIZE};
use crate::bank::zeros;

/// Bytes from the map to the end of memory.
const SIZE: usize = MEMORY_SIZE - MAP;

/// Memory from 0x08000 to 0x17FFF.
#[derive(Clone, Debug)]
pub(crate) struct Ram {
    bytes: Box<[u8; SIZE]>,
}

impl Ram {
    /// Zeroed memory.
    pub(crate) fn new() -> Ram {
        Ram { bytes: zeros() }
    }

    /// All bytes.
    pub(crate) fn all(&self) -> &[u8] {
        &self.bytes[..]
    }

    /// All bytes, to be written.
    pub(crate) fn all_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[..]
    }

    /// The byte at an address from `MAP` on.
    #[inline]
    pub(crate) fn byte(&self, address: usize) -> u8 {
        self.bytes[address - MAP]
    }

    /// Sets the byte at an address from `MAP` on.
    #[inline]
    pub(crate) fn set_byte(&mut self, address: usize, value: u8) {
        self.bytes[address - MAP] = value;
    }

    /// The bytes of a region.
    #[inline]
    pub(crate) fn slice(&self, address: usize, length: usize) -> &[u8] {
        &self.bytes[address - MAP..address - MAP + length]
    }

    /// The bytes of a region, to be written.
    #[inline]
    pub(crate) fn slice_mut(&mut self, address: usize, length: usize) -> &mut [u8] {
        &mut self.bytes[address - MAP..address - MAP + length]
    }

    /// A region of known length as an array.
    #[inline]
    pub(crate) fn array<const N: usize>(&self, address: usize) -> [u8; N] {
        let mut array = [0; N];
        array.copy_from_slice(self.slice(address, N));
        array
    }
}
