//! Memory: every region reads back what was written, in all widths.

use super::{Numbers, machine};
use crate::address::MEMORY_SIZE;
use crate::{Machine, Size};

fn full() -> Machine {
    Machine::new(Size::default(), Vec::new())
}

/// All bytes of memory.
fn bytes(machine: &Machine) -> Vec<u8> {
    (0..MEMORY_SIZE as i32)
        .map(|at| machine.peek(at, 8))
        .collect()
}

#[test]
fn every_byte_reads_back() {
    let mut machine = full();
    for at in 0..MEMORY_SIZE as i32 {
        machine.poke(at, at * 7 + 3, 8);
    }
    for (at, byte) in bytes(&machine).into_iter().enumerate() {
        assert_eq!(byte, (at * 7 + 3) as u8, "address {at:#x}");
    }
}

#[test]
fn fields_are_the_bits_of_bytes() {
    let mut machine = full();
    let mut numbers = Numbers(1);
    for _ in 0..4000 {
        let at = numbers.between(0, MEMORY_SIZE as i32 - 1);
        let byte = numbers.between(0, 255);
        machine.poke(at, byte, 8);
        for (bits, count) in [(4, 2), (2, 4), (1, 8)] {
            let width = i32::from(bits);
            let joined: i32 = (0..count)
                .map(|field| i32::from(machine.peek(at * count + field, bits)) << (field * width))
                .sum();
            assert_eq!(joined, byte);
            let field = numbers.between(0, count - 1);
            let value = numbers.between(-300, 300);
            machine.poke(at * count + field, value, bits);
            let mask = (1 << width) - 1;
            assert_eq!(
                i32::from(machine.peek(at * count + field, bits)),
                value & mask
            );
            machine.poke(at, byte, 8);
        }
    }
}

#[test]
fn memcpy_moves_like_one_copy() {
    let mut machine = full();
    let mut numbers = Numbers(2);
    for at in 0..MEMORY_SIZE as i32 {
        machine.poke(at, numbers.between(0, 255), 8);
    }
    for _ in 0..200 {
        let mut expected = bytes(&machine);
        let length = numbers.between(0, 3000);
        let near = numbers.between(0, MEMORY_SIZE as i32 - 8000);
        let (target, source) = (
            near + numbers.between(0, 5000),
            near + numbers.between(0, 5000),
        );
        expected.copy_within(source as usize..(source + length) as usize, target as usize);
        machine.memcpy(target, source, length);
        assert!(
            bytes(&machine) == expected,
            "memcpy {target:#x} {source:#x} {length}"
        );
    }
}

#[test]
fn ranges_that_leave_memory_are_ignored() {
    let mut machine = full();
    let before = bytes(&machine);
    machine.memset(MEMORY_SIZE as i32 - 2, 9, 3);
    machine.memset(-1, 9, 3);
    machine.memcpy(MEMORY_SIZE as i32 - 3, 0x14604, 4);
    machine.memcpy(0, MEMORY_SIZE as i32 - 3, 4);
    machine.poke(MEMORY_SIZE as i32, 1, 8);
    machine.poke(MEMORY_SIZE as i32 * 8, 1, 1);
    assert!(bytes(&machine) == before);
    assert_eq!(machine.peek(-1, 4), 0);
    assert_eq!(machine.peek(0x14604 + 33 * 8, 3), 0);
}

#[test]
fn pixels_are_nibbles_of_screen_memory() {
    let mut machine = machine(64, 64);
    machine.set_pix(3, 2, 9);
    assert_eq!(machine.peek(2 * 64 + 3, 4), 9);
    assert_eq!(machine.peek(64 + 1, 8), 0x90);
    machine.poke(5 * 32, 0x21, 8);
    assert_eq!((machine.pix(0, 5), machine.pix(1, 5)), (1, 2));
}

#[test]
fn video_banks_have_their_own_window() {
    let mut machine = machine(64, 64);
    machine.poke(0, 0x11, 8);
    machine.poke(0x3FC0, 7, 8);
    assert_eq!(machine.vbank(1), 0);
    assert_eq!((machine.peek(0, 8), machine.peek(0x3FC0, 8)), (0, 0));
    machine.poke(0x8000, 5, 8);
    assert_eq!(machine.vbank(2), 1);
    assert_eq!(machine.vbank(0), 1);
    assert_eq!((machine.peek(0, 8), machine.peek(0x8000, 8)), (0x11, 5));
}

#[test]
fn flags_and_persistent_numbers() {
    let mut machine = full();
    machine.fset(3, 1, true);
    machine.fset(3, 7, true);
    machine.fset(3, 1, false);
    assert!(machine.fget(3, 7) && !machine.fget(3, 1));
    assert_eq!(machine.peek(0x14404 + 3, 8), 0x80);
    machine.fset(512, 0, true);
    machine.fset(0, 8, true);
    assert!(!machine.fget(512, 0) && !machine.fget(0, 8) && !machine.fget(-1, 0));

    machine.set_pmem(255, 0xdead_beef);
    assert_eq!(machine.pmem(255), 0xdead_beef);
    assert_eq!(machine.peek(0x14004 + 255 * 4, 8), 0xef);
    let saved = *machine.pmem_bytes();
    let mut other = full();
    other.load_pmem(&saved);
    assert_eq!(other.pmem(255), 0xdead_beef);
    other.load_pmem(&[1]);
    assert_eq!((other.pmem(0), other.pmem(255)), (1, 0));
}

#[test]
fn state_hash_sees_a_single_bit() {
    let mut machine = machine(64, 64);
    let before = machine.state_hash();
    assert_eq!(machine.clone().state_hash(), before);
    machine.poke(0x17FFF * 8, 1, 1);
    assert_ne!(machine.state_hash(), before);
}
