//! The arena: one range of memory that holds everything Lua has.
//!
//! It is aligned to 4 GiB and starts with a [`Header`], so the header is found
//! from any `lua_State` by masking its address, and an object's low 32 bits
//! are its offset wherever the arena lies. All bytes beyond `high` are zero.
#![allow(
    clippy::cast_ptr_alignment,
    reason = "the arena starts at a multiple of 4 GiB"
)]

mod heap;
mod pages;
mod spread;
#[cfg(test)]
mod tests;

pub(crate) use heap::lua_alloc;
pub use spread::Layout;
pub(crate) use spread::spread_alloc;

use crate::blocks::{KINDS, KindSlot};
use crate::report::Report;
use heap::Heap;
use mlua::ffi::lua_State;
use pages::Pages;
use std::ffi::c_void;
use std::{ptr, slice};

/// The arena's alignment, and the most it can ever hold.
const ALIGNMENT: usize = 4 << 30;

/// Granularity of `high`.
const PAGE: usize = 4096;

/// What the arena starts with; those up to `serial` are known to the C side.
#[repr(C)]
pub(crate) struct Header {
    /// Units of work left in this outermost call; negative when spent.
    pub(crate) budget: i64,
    /// The thread whose code runs now.
    pub(crate) running: *mut lua_State,
    /// Bits of `FLAG_*`.
    pub(crate) flags: i32,
    /// How many of `kinds` there are.
    pub(crate) kind_count: u32,
    pub(crate) kinds: [KindSlot; KINDS],
    /// What a service function of ours works on; null at rest.
    pub(crate) order: *mut c_void,
    /// Where `marks.c` finds its tables, and the state of `math.random`.
    marks: [*mut c_void; 4],
    mark_size: u32,
    /// The last serial number given to an object.
    pub(crate) serial: u32,
    /// Bytes from the start that may be other than zero, a multiple of `PAGE`.
    pub(crate) high: usize,
    /// Bytes of the whole arena.
    pub(crate) capacity: usize,
    /// Bytes Lua has allocated, by its own count.
    pub(crate) used: usize,
    /// The most `used` may become.
    pub(crate) limit: usize,
    /// The same without the reserve that describing an error is granted.
    pub(crate) usual_limit: usize,
    /// Allocations to come until one fails, for tests; `usize::MAX` for never.
    pub(crate) failing_after: usize,
    /// The host of the outermost call; null at rest.
    pub(crate) host: *mut c_void,
    /// Where errors of the outermost call are noted; null at rest.
    pub(crate) report: *mut Report,
    /// Random numbers of a layout for tests.
    spread: u64,
    heap: Heap,
}

/// Refuse `<const>` and `<close>`, as Lua 5.3 does.
pub(crate) const FLAG_NO_ATTRIBUTES: i32 = 1;

impl Header {
    /// The header of the arena that `inside` points into.
    pub(crate) fn of<T>(inside: *mut T) -> *mut Header {
        inside
            .map_addr(|address| address & !(ALIGNMENT - 1))
            .cast::<Header>()
    }

    /// Whether a table is tracked.
    pub(crate) fn tracks(&self) -> bool {
        !self.tracked().is_null()
    }

    /// The table that is tracked, or null.
    pub(crate) fn tracked(&self) -> *mut c_void {
        let [_, _, tracked, _] = self.marks;
        tracked
    }

    /// The four words of `math.random`.
    pub(crate) fn random(&self) -> *mut [u64; 4] {
        let [_, _, _, random] = self.marks;
        random.cast::<[u64; 4]>()
    }
}

/// An arena; dropping it unmaps the memory.
pub(crate) struct Arena {
    pages: Pages,
}

impl Arena {
    /// An arena of `capacity` bytes with nothing in it.
    pub(crate) fn new(capacity: usize, limit: usize, layout: Layout) -> std::io::Result<Arena> {
        let capacity = capacity.clamp(1 << 20, ALIGNMENT).next_multiple_of(PAGE);
        let arena = Arena {
            pages: Pages::new(capacity, ALIGNMENT)?,
        };
        // The sanitizer remembers an earlier arena at this address.
        heap::unpoison(arena.pages.start(), capacity);
        let header = arena.header();
        let high = size_of::<Header>().next_multiple_of(PAGE) + layout.skipped();
        // SAFETY: the pages are ours, zeroed, aligned, and at least 1 MiB, so
        // the header fits; nothing else refers to them yet.
        unsafe {
            ptr::write(&raw mut (*header).budget, i64::MAX);
            ptr::write(&raw mut (*header).high, high);
            ptr::write(&raw mut (*header).capacity, capacity);
            ptr::write(&raw mut (*header).limit, limit);
            ptr::write(&raw mut (*header).usual_limit, limit);
            ptr::write(&raw mut (*header).failing_after, usize::MAX);
            ptr::write(&raw mut (*header).spread, layout.seed);
            ptr::write(&raw mut (*header).heap, Heap::new());
        }
        Ok(arena)
    }

    /// The header; valid for as long as the arena.
    pub(crate) fn header(&self) -> *mut Header {
        self.pages.start().cast::<Header>()
    }

    /// Bytes from the start that may be other than zero.
    pub(crate) fn high(&self) -> usize {
        // SAFETY: the header is initialized and only read here.
        unsafe { (*self.header()).high }
    }

    /// Shows the used part, while nothing runs.
    pub(crate) fn read<R>(&self, see: impl FnOnce(&[u8]) -> R) -> R {
        let high = self.high();
        heap::unpoison(self.pages.start(), high);
        // SAFETY: `high` bytes of the arena are mapped and initialized, and
        // nobody writes to them while a shared reference to it is alive.
        unsafe {
            let seen = see(slice::from_raw_parts(self.pages.start(), high));
            heap::repoison(self.header());
            seen
        }
    }

    /// Makes the arena what [`Arena::read`] showed of it earlier.
    ///
    /// Pages that are the same are not written: they stay in the processor's
    /// caches, and most are.
    ///
    /// # Safety
    ///
    /// `bytes` came from `read` of this same arena, and no reference into the
    /// arena is alive.
    pub(crate) unsafe fn write(&mut self, bytes: &[u8]) {
        let start = self.pages.start();
        let high = self.high();
        let length = high.max(bytes.len());
        heap::unpoison(start, length);
        // SAFETY: both lengths are at most the capacity, so the bytes are
        // mapped; they are initialized and belong to this arena alone.
        unsafe {
            let used = slice::from_raw_parts_mut(start, length);
            let (kept, beyond) = used.split_at_mut(bytes.len());
            for (page, saved) in kept.chunks_mut(PAGE).zip(bytes.chunks(PAGE)) {
                if page != saved {
                    page.copy_from_slice(saved);
                }
            }
            // Blocks handed out later must not differ from those of the
            // straight run, so the rest becomes zero again.
            beyond.fill(0);
            heap::repoison(self.header());
        }
    }
}
