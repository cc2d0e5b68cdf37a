//! A ring of states behind a machine: whatever was gone back to runs on as the
//! straight run did, with the arena growing, shrinking and being collected.

use dice::Seed;
use vm::{Limits, Scalar, Timeline, Value, Vm};

const CART: &[u8] = include_bytes!("carts/torture.lua");
/// States of the ring.
const RING: usize = 100;
/// Frames before the first rewind, so that the ring has gone around.
const FRAMES: usize = 150;

fn machine(mode: &str) -> Vm<()> {
    let mut vm = Vm::new(Limits::default()).unwrap();
    vm.set_global(None, "MODE", Value::Bytes(mode.as_bytes()))
        .unwrap();
    vm.seed(7).unwrap();
    vm.run(&mut (), CART, "@torture.lua").unwrap();
    vm
}

fn integer(vm: &mut Vm<()>, name: &str) -> i64 {
    match vm.global(name) {
        Some(Scalar::Integer(number)) => number,
        other => panic!("{name} is {other:?}"),
    }
}

/// Runs one frame, pushes its state and gives the digest of what the cart saw.
fn frame(vm: &mut Vm<()>, timeline: &mut Timeline, number: usize) -> i64 {
    vm.call(&mut (), "frame", &[number as i64]).unwrap();
    vm.push_state(timeline);
    integer(vm, "DIGEST")
}

/// Rewinds at random, forth again at times, and compares the frames after it
/// with the straight run.
fn check(mode: &str, rewinds: usize) {
    let mut straight = machine(mode);
    let mut ignored = Timeline::new(1);
    let digests: Vec<i64> = (0..FRAMES + 20)
        .map(|number| frame(&mut straight, &mut ignored, number))
        .collect();
    let mut vm = machine(mode);
    let mut timeline = Timeline::new(RING);
    for (number, &digest) in digests.iter().take(FRAMES).enumerate() {
        assert_eq!(frame(&mut vm, &mut timeline, number), digest);
    }
    assert_eq!(timeline.older(), RING - 1);
    let mut stream = Seed::from_text(mode).stream();
    // The frame whose state the timeline is at.
    let mut at = FRAMES - 1;
    for _ in 0..rewinds {
        at -= timeline.rewind(stream.index(RING).unwrap());
        at += timeline.forward(stream.index(10).unwrap());
        vm.restore_state(&timeline);
        assert_eq!(integer(&mut vm, "DIGEST"), digests[at], "{mode}: {at}");
        // The oldest of all stays in reach, since what is pushed was dropped.
        let end = (at + stream.index(12).unwrap()).min(digests.len() - 1);
        for (number, &digest) in digests.iter().enumerate().take(end + 1).skip(at + 1) {
            let got = frame(&mut vm, &mut timeline, number);
            assert_eq!(got, digest, "{mode}: {at}..{number}");
        }
        at = end;
    }
}

#[test]
fn rewinds_with_the_incremental_collector() {
    check("incremental", 350);
}

#[test]
fn rewinds_with_the_generational_collector() {
    check("generational", 350);
}

#[test]
fn rewinds_while_the_collectors_take_turns() {
    check("switching", 300);
}

/// Runs source code as a cart and pushes a state after each call of `step`.
struct Run {
    vm: Vm<()>,
    timeline: Timeline,
}

impl Run {
    fn new(source: &str) -> Run {
        let mut vm = Vm::new(Limits::default()).unwrap();
        vm.run(&mut (), source.as_bytes(), "@run.lua").unwrap();
        let mut timeline = Timeline::new(1000);
        vm.push_state(&mut timeline);
        Run { vm, timeline }
    }

    fn step(&mut self, argument: i64) {
        self.vm.call(&mut (), "step", &[argument]).unwrap();
        self.vm.push_state(&mut self.timeline);
    }

    fn rewind(&mut self, states: usize) {
        assert_eq!(self.timeline.rewind(states), states);
        self.vm.restore_state(&self.timeline);
    }
}

#[test]
fn an_arena_that_has_grown_shrinks_and_grows_again() {
    let mut run = Run::new(
        "held = {}
         function step(count)
           for _ = 1, count do held[#held + 1] = {#held, tostring(#held)} end
           total = #held
         end",
    );
    let small = run.vm.high_water();
    run.step(10);
    run.step(40_000);
    let large = run.vm.high_water();
    let state = run.timeline.state().to_vec();
    run.step(5);
    assert!(large > small);
    run.rewind(3);
    assert_eq!(run.vm.high_water(), small);
    assert_eq!(run.timeline.forward(2), 2);
    run.vm.restore_state(&run.timeline);
    assert_eq!(run.vm.high_water(), large);
    assert_eq!(integer(&mut run.vm, "total"), 40_010);
    run.rewind(1);
    run.step(40_000);
    assert_eq!(run.vm.high_water(), large);
    assert!(run.timeline.state() == state, "the second run differs");
}

#[test]
fn another_way_can_be_taken_from_an_earlier_state() {
    let mut run = Run::new("way = 1 function step(by) way = way * 10 + by end");
    for by in [2, 3, 4] {
        run.step(by);
    }
    run.rewind(2);
    run.step(7);
    assert_eq!(integer(&mut run.vm, "way"), 127);
    run.step(8);
    run.rewind(1);
    assert_eq!(integer(&mut run.vm, "way"), 127);
    run.rewind(1);
    assert_eq!(integer(&mut run.vm, "way"), 12);
    assert_eq!(run.timeline.newer(), 2);
}

#[test]
fn limits_are_those_of_now() {
    let mut run = Run::new("function step() kept = ('x'):rep(300000) end");
    let limits = Limits {
        memory: 100_000,
        ..Limits::default()
    };
    run.step(1);
    run.rewind(1);
    run.vm.set_limits(limits);
    run.vm.restore_state(&run.timeline);
    assert!(run.vm.call(&mut (), "step", &[]).is_err());
}

#[test]
#[should_panic(expected = "the machine it came from")]
fn a_state_of_another_machine_is_refused() {
    let run = Run::new("function step() end");
    let mut other = Run::new("function step() end");
    other.vm.restore_state(&run.timeline);
}

#[test]
#[should_panic(expected = "the machine it came from")]
fn bytes_that_are_no_state_are_refused() {
    let mut timeline = Timeline::new(2);
    timeline.push(&[0; 10_000]);
    let mut run = Run::new("function step() end");
    run.vm.restore_state(&timeline);
}

#[test]
#[should_panic(expected = "the machine it began with")]
fn a_timeline_is_not_shared_between_machines() {
    let mut run = Run::new("function step() end");
    let other = Run::new("function step() end");
    other.vm.push_state(&mut run.timeline);
}
