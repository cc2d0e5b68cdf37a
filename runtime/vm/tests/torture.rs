//! A state that was gone back to must run on exactly as it did the first
//! time: random restores of a cart that holds all kinds of state are compared
//! with its straight run.

use dice::Seed;
use vm::{Limits, Scalar, Snapshot, Value, Vm};

const CART: &[u8] = include_bytes!("carts/torture.lua");
const FRAMES: usize = 150;

fn machine(mode: &str) -> Vm<()> {
    let mut vm = Vm::new(Limits::default()).unwrap();
    vm.set_global(None, "MODE", Value::Bytes(mode.as_bytes()))
        .unwrap();
    vm.seed(7).unwrap();
    vm.run(&mut (), CART, "@torture.lua").unwrap();
    vm
}

/// Runs one frame and gives the digest of what the cart saw.
fn frame(vm: &mut Vm<()>, number: usize) -> i64 {
    vm.call(&mut (), "frame", &[number as i64]).unwrap();
    match vm.global("DIGEST") {
        Some(Scalar::Integer(digest)) => digest,
        other => panic!("no digest: {other:?}"),
    }
}

/// Restores at random and compares some frames after it with the straight run.
fn check(mode: &str, restores: usize) {
    let mut vm = machine(mode);
    let mut snapshots: Vec<Snapshot> = Vec::new();
    let mut digests: Vec<i64> = Vec::new();
    for number in 0..FRAMES {
        snapshots.push(vm.snapshot());
        digests.push(frame(&mut vm, number));
    }
    let mut stream = Seed::from_text(mode).stream();
    let mut again = Snapshot::new();
    for _ in 0..restores {
        let start = stream.index(FRAMES).unwrap();
        let end = (start + 1 + stream.index(8).unwrap()).min(FRAMES);
        vm.restore(&snapshots[start]);
        for (number, &digest) in digests.iter().enumerate().take(end).skip(start) {
            assert_eq!(frame(&mut vm, number), digest, "{mode}: {start}..{number}");
        }
        if end < FRAMES {
            vm.snapshot_into(&mut again);
            assert_eq!(
                again.size(),
                snapshots[end].size(),
                "{mode}: {start}..{end}"
            );
        }
    }
}

#[test]
fn restores_with_the_incremental_collector() {
    check("incremental", 350);
}

#[test]
fn restores_with_the_generational_collector() {
    check("generational", 350);
}

#[test]
fn restores_while_the_collectors_take_turns() {
    check("switching", 300);
}

#[test]
fn two_machines_at_different_addresses_agree_on_every_frame() {
    let mut first = machine("switching");
    let mut second = machine("switching");
    for number in 0..FRAMES {
        assert_eq!(
            frame(&mut first, number),
            frame(&mut second, number),
            "frame {number}"
        );
    }
    assert_eq!(first.high_water(), second.high_water());
}

#[test]
fn a_snapshot_does_not_disturb_the_run() {
    let mut plain = machine("generational");
    let mut watched = machine("generational");
    for number in 0..40 {
        let before = watched.snapshot();
        watched.restore(&before);
        assert_eq!(frame(&mut plain, number), frame(&mut watched, number));
    }
}
