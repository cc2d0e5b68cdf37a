//! The allocator inside the arena.
//!
//! Blocks up to 1 KiB come from lists of equal blocks, 16 bytes apart in size;
//! larger ones from `rlsf`. Every byte of its state is in the header, so that
//! copying the arena copies the allocator. Work is charged to the budget.
#![allow(clippy::cast_ptr_alignment, reason = "blocks are aligned to 16 bytes")]

use super::{Header, PAGE};
use mlua::ffi::lua_State;
use rlsf::Tlsf;
use std::alloc::Layout;
use std::ffi::{c_int, c_void};
use std::ptr::{self, NonNull};

/// The largest block that comes from a list.
const SMALL: usize = 1024;
/// Lists: one for each multiple of 16 up to `SMALL`, and an unused first.
const CLASSES: usize = SMALL / 16 + 1;
/// What a list of small blocks takes at a time, less the header of `rlsf`.
const SLAB: usize = 4096 - 16;
/// The same for blocks above 256 bytes.
const LARGE_SLAB: usize = 16384 - 16;
/// The arena's used part grows by multiples of this.
const GROWTH: usize = 64 * 1024;
/// With this many first levels `rlsf` joins neighboring pools, which it does
/// not when its largest block is smaller than the address space.
const FIRST_LEVELS: usize = 59;

type Large = Tlsf<'static, u64, u16, FIRST_LEVELS, 16>;

/// The allocator's state, kept in the arena's header.
#[repr(C)]
pub(super) struct Heap {
    free: [*mut u8; CLASSES],
    /// Part of a slab that no block has been taken from yet.
    fresh: [*mut u8; CLASSES],
    fresh_end: [*mut u8; CLASSES],
    large: Large,
    /// Whether `large` has its first pool, which later ones extend.
    started: bool,
}

impl Heap {
    pub(super) const fn new() -> Heap {
        Heap {
            free: [ptr::null_mut(); CLASSES],
            fresh: [ptr::null_mut(); CLASSES],
            fresh_end: [ptr::null_mut(); CLASSES],
            large: Large::new(),
            started: false,
        }
    }
}

unsafe extern "C" {
    /// Makes the running thread look at the budget at its next instruction.
    fn downbeat_hurry(running: *mut lua_State);
}

/// Lua's allocation function; `data` is the arena's header.
///
/// # Safety
///
/// Called by Lua only: `block` and `old` belong together.
pub(crate) unsafe extern "C" fn lua_alloc(
    data: *mut c_void,
    block: *mut c_void,
    old: usize,
    new: usize,
) -> *mut c_void {
    // SAFETY: see above.
    unsafe { allocate::<Dense>(data, block, old, new) }
}

/// Where blocks come from, and the bookkeeping is not.
pub(super) trait Source {
    /// A block of `size` bytes or more; null if there is none.
    ///
    /// # Safety
    ///
    /// `header` is the header of a live arena, for all three.
    unsafe fn take(header: *mut Header, size: usize) -> *mut u8;
    /// Takes a block back, of `size` bytes or more, that nobody uses.
    unsafe fn release(header: *mut Header, block: *mut u8, size: usize);
    /// Makes a block of `old` bytes one of `new`; null if there is none.
    unsafe fn resize(header: *mut Header, block: *mut u8, old: usize, new: usize) -> *mut u8;
}

/// Blocks side by side.
pub(super) struct Dense;

impl Source for Dense {
    #[inline]
    unsafe fn take(header: *mut Header, size: usize) -> *mut u8 {
        // SAFETY: the caller's.
        unsafe { take(header, size) }
    }

    #[inline]
    unsafe fn release(header: *mut Header, block: *mut u8, size: usize) {
        // SAFETY: the caller's.
        unsafe { release(header, block, size) }
    }

    #[inline]
    unsafe fn resize(header: *mut Header, block: *mut u8, old: usize, new: usize) -> *mut u8 {
        // SAFETY: the caller's.
        unsafe { resize(header, block, old, new) }
    }
}

/// What `lua_alloc` does, with blocks from any source.
///
/// # Safety
///
/// As `lua_alloc`; all blocks of an arena come from one source.
#[inline]
pub(super) unsafe fn allocate<S: Source>(
    data: *mut c_void,
    block: *mut c_void,
    old: usize,
    new: usize,
) -> *mut c_void {
    let header = data.cast::<Header>();
    let block = block.cast::<u8>();
    // For a new block Lua passes its kind instead of an old size.
    let old = if block.is_null() { 0 } else { old };
    // SAFETY: the header is the one given to `lua_newstate`, which is valid as
    // long as its state; `block` was allocated here with size `old`.
    unsafe {
        if new == 0 {
            if !block.is_null() {
                (*header).used -= old;
                S::release(header, block, old);
            }
            return ptr::null_mut();
        }
        if new > old && !admit(header, new - old) {
            return ptr::null_mut();
        }
        let moved = if block.is_null() {
            S::take(header, new)
        } else {
            S::resize(header, block, old, new)
        };
        if moved.is_null() {
            // Lua relies on shrinking never to fail; the block stays as it is,
            // and later joins the list of its new size.
            if new > old {
                return ptr::null_mut();
            }
            (*header).used -= old - new;
            return block.cast();
        }
        (*header).used = (*header).used + new - old;
        moved.cast()
    }
}

/// Whether a heap just collected is too full to go on with, for `size` bytes
/// more: a thirty-second of the limit is to be free.
///
/// # Safety
///
/// Called by Lua only, with a running thread.
#[unsafe(no_mangle)]
unsafe extern "C" fn downbeat_full(state: *mut lua_State, size: usize) -> c_int {
    let header = Header::of(state);
    // SAFETY: the header is valid as long as its threads.
    let (used, limit) = unsafe { ((*header).used, (*header).limit) };
    c_int::from(used.saturating_add(size) > limit - limit / 32)
}

/// Whether the limit leaves room for `more` bytes; charges the budget.
///
/// # Safety
///
/// `header` is the header of a live arena.
#[inline]
unsafe fn admit(header: *mut Header, more: usize) -> bool {
    // SAFETY: see above; `running` is null or a thread in this arena.
    unsafe {
        if (*header).failing_after != usize::MAX {
            if (*header).failing_after == 0 {
                return false;
            }
            (*header).failing_after -= 1;
        }
        // Checked without overflow: `more` may be any number.
        if more > (*header).limit.saturating_sub((*header).used) {
            return false;
        }
        (*header).budget = (*header).budget.saturating_sub((more >> 6) as i64);
        if (*header).budget < 0 {
            downbeat_hurry((*header).running);
        }
        true
    }
}

#[inline]
fn class(size: usize) -> usize {
    size.div_ceil(16)
}

#[inline]
unsafe fn take(header: *mut Header, size: usize) -> *mut u8 {
    // SAFETY: the header is valid; a block in a free list is at least 16
    // bytes and starts with the address of the next one.
    unsafe {
        if size > SMALL {
            return take_large(header, size);
        }
        let class = class(size);
        let block = (*header).heap.free[class];
        if block.is_null() {
            return take_fresh(header, class);
        }
        unpoison(block, class * 16);
        (*header).heap.free[class] = *block.cast::<*mut u8>();
        block
    }
}

#[cold]
#[inline(never)]
unsafe fn take_fresh(header: *mut Header, class: usize) -> *mut u8 {
    let size = class * 16;
    // SAFETY: the header is valid; `fresh..fresh_end` is unused memory of a
    // slab, or both are null.
    unsafe {
        let heap = &mut (*header).heap;
        let block = heap.fresh[class];
        if heap.fresh_end[class].addr() - block.addr() >= size {
            heap.fresh[class] = block.add(size);
            unpoison(block, size);
            return block;
        }
        let length = if size > 256 { LARGE_SLAB } else { SLAB };
        let slab = take_large(header, length);
        if slab.is_null() {
            return slab;
        }
        let heap = &mut (*header).heap;
        heap.fresh[class] = slab.add(size);
        heap.fresh_end[class] = slab.add(length);
        poison(slab, length);
        unpoison(slab, size);
        slab
    }
}

#[cold]
#[inline(never)]
unsafe fn take_large(header: *mut Header, size: usize) -> *mut u8 {
    let Ok(layout) = Layout::from_size_align(size, 16) else {
        return ptr::null_mut();
    };
    // SAFETY: the header is valid, and the bytes between `high` and
    // `capacity` are mapped and belong to nobody.
    unsafe {
        loop {
            if let Some(block) = (*header).heap.large.allocate(layout) {
                return block.as_ptr();
            }
            // `rlsf` rounds sizes up to its lists' granularity, a sixteenth.
            let wanted = (size + size / 8 + PAGE).next_multiple_of(GROWTH);
            let high = (*header).high;
            if wanted > (*header).capacity - high {
                return ptr::null_mut();
            }
            let start = header.cast::<u8>().add(high);
            let Some(pool) = NonNull::new(ptr::slice_from_raw_parts_mut(start, wanted)) else {
                return ptr::null_mut();
            };
            (*header).high = high + wanted;
            let heap = &mut (*header).heap;
            if heap.started {
                heap.large.append_free_block_ptr(pool);
            } else {
                heap.started = true;
                heap.large.insert_free_block_ptr(pool);
            }
        }
    }
}

#[inline]
unsafe fn release(header: *mut Header, block: *mut u8, size: usize) {
    // SAFETY: the header is valid and the block, of `size` bytes or more, is
    // no longer used by anybody.
    unsafe {
        if size <= SMALL {
            let class = class(size);
            *block.cast::<*mut u8>() = (*header).heap.free[class];
            (*header).heap.free[class] = block;
            poison(block, class * 16);
        } else {
            (*header)
                .heap
                .large
                .deallocate(NonNull::new_unchecked(block), 16);
        }
    }
}

unsafe fn resize(header: *mut Header, block: *mut u8, old: usize, new: usize) -> *mut u8 {
    // SAFETY: the header is valid, the block has `old` bytes and is not null.
    unsafe {
        if old <= SMALL && new <= SMALL && class(old) == class(new) {
            return block;
        }
        if old > SMALL && new > SMALL {
            let Ok(layout) = Layout::from_size_align(new, 16) else {
                return ptr::null_mut();
            };
            let large = &mut (*header).heap.large;
            if let Some(moved) = large.reallocate(NonNull::new_unchecked(block), layout) {
                return moved.as_ptr();
            }
        }
        let moved = take(header, new);
        if !moved.is_null() {
            ptr::copy_nonoverlapping(block, moved, old.min(new));
            release(header, block, old);
        }
        moved
    }
}

#[cfg(lua_asan)]
unsafe extern "C" {
    fn __asan_poison_memory_region(start: *const u8, size: usize);
    fn __asan_unpoison_memory_region(start: *const u8, size: usize);
}

/// In a build with `AddressSanitizer`: nobody may touch this memory.
#[inline]
fn poison(_start: *const u8, _size: usize) {
    // SAFETY: only the sanitizer's own bookkeeping changes.
    #[cfg(lua_asan)]
    unsafe {
        __asan_poison_memory_region(_start, _size);
    }
}

/// In a build with `AddressSanitizer`: this memory may be used again.
#[inline]
pub(super) fn unpoison(_start: *const u8, _size: usize) {
    // SAFETY: only the sanitizer's own bookkeeping changes.
    #[cfg(lua_asan)]
    unsafe {
        __asan_unpoison_memory_region(_start, _size);
    }
}

/// In a build with `AddressSanitizer`: poisons what the free lists hold.
///
/// # Safety
///
/// `header` is the header of a live arena with nothing in it poisoned.
#[inline]
pub(super) unsafe fn repoison(_header: *mut Header) {
    #[cfg(lua_asan)]
    // SAFETY: free blocks form lists through their first words, which are read
    // before the block is poisoned.
    unsafe {
        for class in 1..CLASSES {
            let heap = &(*_header).heap;
            let mut block = heap.free[class];
            while !block.is_null() {
                let next = *block.cast::<*mut u8>();
                poison(block, class * 16);
                block = next;
            }
            let fresh = heap.fresh[class];
            poison(fresh, heap.fresh_end[class].addr() - fresh.addr());
        }
    }
}
