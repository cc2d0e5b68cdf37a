//! Tests of the arena and its allocator, without Lua.

use super::*;
use std::ffi::c_void;

const MIB: usize = 1 << 20;

fn arena(capacity: usize) -> Arena {
    Arena::new(capacity, usize::MAX).unwrap()
}

fn alloc(arena: &Arena, block: *mut u8, old: usize, new: usize) -> *mut u8 {
    // SAFETY: the tests pass blocks with the sizes they were allocated with.
    unsafe { lua_alloc(arena.header().cast::<c_void>(), block.cast(), old, new).cast() }
}

#[test]
fn a_block_that_doubles_again_and_again_finds_room() {
    let arena = arena(64 * MIB);
    let mut size = 40 * 16;
    let mut block = alloc(&arena, ptr::null_mut(), 0, size);
    while size < 16 * MIB {
        block = alloc(&arena, block, size, size * 2);
        assert!(!block.is_null(), "no room for {}", size * 2);
        size *= 2;
    }
}
