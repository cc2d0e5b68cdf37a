//! Tests of the arena and its allocator, without Lua.

use super::*;
use dice::Seed;
use std::ffi::c_void;

const MIB: usize = 1 << 20;

fn alloc(arena: &Arena, block: *mut u8, old: usize, new: usize) -> *mut u8 {
    // SAFETY: the tests pass blocks with the sizes they were allocated with.
    unsafe { lua_alloc(arena.header().cast::<c_void>(), block.cast(), old, new).cast() }
}

fn used(arena: &Arena) -> usize {
    // SAFETY: the header is valid and only read.
    unsafe { (*arena.header()).used }
}

/// A block that knows what it should hold.
struct Block {
    start: *mut u8,
    size: usize,
    mark: u8,
}

impl Block {
    fn fill(&self) {
        // SAFETY: the block is allocated with this size.
        unsafe { ptr::write_bytes(self.start, self.mark, self.size) };
    }

    fn holds(&self, size: usize) -> bool {
        // SAFETY: the block is allocated with at least this size.
        let bytes = unsafe { std::slice::from_raw_parts(self.start, size) };
        bytes.iter().all(|&byte| byte == self.mark)
    }
}

#[test]
fn the_arena_is_aligned_and_zero_beyond_its_header() {
    let arena = Arena::new(MIB, MIB, Layout::default()).unwrap();
    assert_eq!(arena.header().addr() % ALIGNMENT, 0);
    assert_eq!(
        Header::of(alloc(&arena, ptr::null_mut(), 0, 16)),
        arena.header()
    );
}

#[test]
fn a_block_that_doubles_again_and_again_finds_room() {
    let arena = Arena::new(64 * MIB, usize::MAX, Layout::default()).unwrap();
    let mut size = 40 * 16;
    let mut block = alloc(&arena, ptr::null_mut(), 0, size);
    while size < 16 * MIB {
        block = alloc(&arena, block, size, size * 2);
        assert!(!block.is_null(), "no room for {}", size * 2);
        size *= 2;
    }
}

#[test]
fn the_limit_counts_every_byte() {
    let arena = Arena::new(4 * MIB, 1000, Layout::default()).unwrap();
    assert!(alloc(&arena, ptr::null_mut(), 0, 1001).is_null());
    let block = alloc(&arena, ptr::null_mut(), 0, 600);
    assert!(alloc(&arena, ptr::null_mut(), 0, 401).is_null());
    assert!(alloc(&arena, block, 600, 1001).is_null());
    let block = alloc(&arena, block, 600, 1000);
    assert_eq!(used(&arena), 1000);
    assert!(alloc(&arena, ptr::null_mut(), 0, usize::MAX).is_null());
    alloc(&arena, block, 1000, 0);
    assert_eq!(used(&arena), 0);
}

#[test]
fn a_full_arena_says_so_and_recovers() {
    let arena = Arena::new(MIB, usize::MAX, Layout::default()).unwrap();
    let mut blocks = Vec::new();
    loop {
        let block = alloc(&arena, ptr::null_mut(), 0, 100);
        if block.is_null() {
            break;
        }
        blocks.push(block);
    }
    assert!(blocks.len() > 5000, "{}", blocks.len());
    // Shrinking never fails, wherever the room for the smaller block is.
    let last = blocks.pop().unwrap();
    let last = alloc(&arena, last, 100, 20);
    assert!(!last.is_null());
    alloc(&arena, last, 20, 0);
    for block in blocks {
        alloc(&arena, block, 100, 0);
    }
    assert!(!alloc(&arena, ptr::null_mut(), 0, 100).is_null());
}

#[test]
fn blocks_keep_their_bytes_through_anything() {
    let mut arena = Arena::new(32 * MIB, usize::MAX, Layout::default()).unwrap();
    let mut stream = Seed::new(3).stream();
    let mut blocks: Vec<Block> = Vec::new();
    let mut snapshot = Vec::new();
    for round in 0..20_000 {
        let size = match stream.int(0, 9) {
            0 => stream.int(1, 50_000) as usize,
            1..=3 => stream.int(1, 1500) as usize,
            _ => stream.int(1, 200) as usize,
        };
        match stream.index(blocks.len()) {
            Some(index) if blocks.len() > 300 || stream.int(0, 2) == 0 => {
                let mut block = blocks.swap_remove(index);
                assert!(block.holds(block.size), "round {round}");
                let new = if stream.int(0, 1) == 0 { 0 } else { size };
                let start = alloc(&arena, block.start, block.size, new);
                if new > 0 {
                    let kept = block.size.min(new);
                    block.start = start;
                    assert!(block.holds(kept), "round {round}");
                    block.size = new;
                    block.fill();
                    blocks.push(block);
                }
            }
            _ => {
                let start = alloc(&arena, ptr::null_mut(), 0, size);
                assert_eq!(start.addr() % 16, 0);
                let mark = stream.int(0, 255) as u8;
                let block = Block { start, size, mark };
                block.fill();
                blocks.push(block);
            }
        }
        if round % 4000 == 0 {
            arena.read(|bytes| bytes.clone_into(&mut snapshot));
            // SAFETY: the bytes are this arena's; blocks are raw pointers.
            unsafe { arena.write(&snapshot) };
        }
    }
    assert_eq!(
        used(&arena),
        blocks.iter().map(|block| block.size).sum::<usize>()
    );
    assert!(blocks.iter().all(|block| block.holds(block.size)));
}

#[test]
fn going_back_restores_bytes_and_clears_the_rest() {
    let mut arena = Arena::new(8 * MIB, usize::MAX, Layout::default()).unwrap();
    let block = alloc(&arena, ptr::null_mut(), 0, 100);
    // SAFETY: the block has 100 bytes.
    unsafe { ptr::write_bytes(block, 1, 100) };
    let mut snapshot = Vec::new();
    arena.read(|bytes| bytes.clone_into(&mut snapshot));
    let high = arena.high();
    let large = alloc(&arena, ptr::null_mut(), 0, 2 * MIB);
    // SAFETY: both blocks have these sizes.
    unsafe {
        ptr::write_bytes(large, 2, 2 * MIB);
        ptr::write_bytes(block, 3, 100);
    }
    let grown = arena.high();
    assert!(grown > high);
    // SAFETY: the bytes are this arena's, and only raw pointers lead into it.
    unsafe {
        arena.write(&snapshot);
        assert_eq!(*block.add(99), 1);
        let rest = std::slice::from_raw_parts(arena.header().cast::<u8>().add(high), grown - high);
        assert!(rest.iter().all(|&byte| byte == 0));
    }
    assert_eq!(alloc(&arena, ptr::null_mut(), 0, 2 * MIB), large);
}
