//! Blocks at other places than usual, for tests: nothing that a cart sees may
//! depend on where an object lies or on how the allocator rounds sizes.
//!
//! Each block has a random gap before it, and in the gap's last words what was
//! taken for both. Growing or shrinking always moves it.

use super::heap::{Dense, Source, allocate};
use super::{Header, PAGE};
use std::ffi::c_void;
use std::ptr;

/// Where blocks lie; the default is side by side, from the start.
#[derive(Clone, Copy, Default, Debug)]
pub struct Layout {
    /// Chooses the gaps between blocks; 0 for none.
    pub seed: u64,
    /// Pages that are left unused before the first block.
    pub pages: usize,
}

impl Layout {
    pub(super) fn skipped(self) -> usize {
        self.pages * PAGE
    }

    pub(crate) fn is_spread(self) -> bool {
        self.seed != 0
    }
}

/// Sizes are rounded up to multiples of this, unlike the usual ones.
const ROUNDING: usize = 80;

/// What lies before a block; aligned as blocks are.
#[repr(C, align(16))]
struct Gap {
    /// Bytes from the beginning of what was taken.
    before: usize,
    /// Bytes taken.
    whole: usize,
}

/// Lua's allocation function with gaps; `data` is the arena's header.
///
/// # Safety
///
/// Called by Lua only: `block` and `old` belong together.
pub(crate) unsafe extern "C" fn spread_alloc(
    data: *mut c_void,
    block: *mut c_void,
    old: usize,
    new: usize,
) -> *mut c_void {
    // SAFETY: see above.
    unsafe { allocate::<Spread>(data, block, old, new) }
}

struct Spread;

impl Source for Spread {
    unsafe fn take(header: *mut Header, size: usize) -> *mut u8 {
        // SAFETY: the header is valid; the block lies inside what is taken,
        // with room for a `Gap` before it.
        unsafe {
            let mut random = (*header).spread;
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (*header).spread = random;
            let before = size_of::<Gap>() * (1 + (random >> 32) as usize % 7);
            let whole = (before + size).next_multiple_of(ROUNDING);
            let start = Dense::take(header, whole);
            if start.is_null() {
                return start;
            }
            let block = start.add(before);
            let gap = block.cast::<Gap>().sub(1);
            ptr::write(gap, Gap { before, whole });
            block
        }
    }

    unsafe fn release(header: *mut Header, block: *mut u8, _size: usize) {
        // SAFETY: the block came from `take`.
        unsafe {
            let Gap { before, whole } = ptr::read(block.cast::<Gap>().sub(1));
            Dense::release(header, block.sub(before), whole);
        }
    }

    unsafe fn resize(header: *mut Header, block: *mut u8, old: usize, new: usize) -> *mut u8 {
        // SAFETY: the block came from `take` with `old` bytes.
        unsafe {
            let moved = Spread::take(header, new);
            if !moved.is_null() {
                ptr::copy_nonoverlapping(block, moved, old.min(new));
                Spread::release(header, block, old);
            }
            moved
        }
    }
}
