//! Memory that runs out at every allocation, budgets that end at every count:
//! the graph is as before or put back whole, and everything goes on.

use super::{machine_with, run};
use vm::{FailureKind, Limits, MarkError, Scalar, Vm};

const CART: &[u8] = include_bytes!("../carts/graphs.lua");

fn prepared(seed: i64) -> Vm<()> {
    let mut vm = machine_with(Limits::default());
    vm.run(&mut (), CART, "@graphs.lua").unwrap();
    vm.call(&mut (), "prepare", &[seed]).unwrap();
    vm
}

fn state_of(vm: &mut Vm<()>) -> String {
    vm.call(&mut (), "state_now", &[]).unwrap();
    match vm.global("STATE") {
        Some(Scalar::Bytes(state)) => String::from_utf8(state).unwrap(),
        other => panic!("no state: {other:?}"),
    }
}

/// Lets memory run out after every number of allocations in `act`, until it
/// gets through; gives how often it did not.
fn starve(seed: i64, after: &str, act: impl Fn(&mut Vm<()>) -> bool) -> usize {
    let mut vm = prepared(seed);
    assert_eq!(state_of(&mut vm), "changed");
    let start = vm.snapshot();
    for count in 0..10_000 {
        vm.restore(&start);
        vm.fail_allocation_after(Some(count));
        let done = act(&mut vm);
        vm.fail_allocation_after(None);
        let state = state_of(&mut vm);
        assert_eq!(
            state,
            if done { after } else { "changed" },
            "{seed}: {count}"
        );
        // The mark of before is whole, and what failed can be done.
        run(&mut vm, "collectgarbage('step')");
        assert!(act(&mut vm), "{seed}: {count}");
        assert_eq!(state_of(&mut vm), after, "{seed}: {count}");
        run(&mut vm, "collectgarbage() forget(2) collectgarbage()");
        if done {
            return count;
        }
    }
    panic!("it never gets through");
}

/// Calls a function of the cart; false if memory ran out.
fn call(vm: &mut Vm<()>, function: &str) -> bool {
    match vm.call(&mut (), function, &[]) {
        Ok(_) => true,
        Err(failure) => {
            assert_eq!(failure.kind, FailureKind::Memory, "{failure}");
            false
        }
    }
}

#[test]
fn memory_may_run_out_at_every_allocation_of_a_save() {
    let mut starved = 0;
    for seed in 1..40 {
        for function in ["try_save", "try_mark", "try_digest"] {
            starved += starve(seed, "changed", |vm| call(vm, function));
        }
        starved += starve(seed, "changed", |vm| match vm.save_slot(2) {
            Ok(()) => true,
            Err(error) => {
                assert_eq!(error, MarkError::Memory);
                false
            }
        });
    }
    assert!(starved > 500, "only {starved} allocations failed");
}

#[test]
fn a_save_without_memory_leaves_what_the_slot_held() {
    let mut vm = prepared(5);
    let start = vm.snapshot();
    for count in 0.. {
        vm.restore(&start);
        vm.fail_allocation_after(Some(count));
        let done = call(&mut vm, "try_save_over");
        vm.fail_allocation_after(None);
        vm.load_slot(1).unwrap();
        assert_eq!(state_of(&mut vm), if done { "changed" } else { "saved" });
        if done {
            assert!(count > 0);
            return;
        }
    }
}

#[test]
fn memory_may_run_out_at_every_allocation_of_a_load() {
    let mut starved = 0;
    for seed in 1..60 {
        starved += starve(seed, "saved", |vm| call(vm, "try_load"));
        starved += starve(seed, "saved", |vm| match vm.load_slot(1) {
            Ok(()) => true,
            Err(error) => {
                assert_eq!(error, MarkError::Memory);
                false
            }
        });
    }
    assert!(starved > 500, "only {starved} allocations failed");
}

#[test]
fn a_load_without_memory_keeps_none() {
    let mut failed = 0;
    for seed in 1..30 {
        let mut vm = prepared(seed);
        for count in 0.. {
            let before = vm.memory_used();
            vm.fail_allocation_after(Some(count));
            let ended = vm.load_slot(1);
            vm.fail_allocation_after(None);
            if ended.is_ok() {
                break;
            }
            assert!(vm.memory_used() <= before, "{seed}: {count}");
            failed += 1;
        }
    }
    assert!(failed > 100, "only {failed} allocations failed");
}

#[test]
fn the_budget_may_end_at_every_count() {
    let whole = Limits::default();
    let code = b"for i = 1, 3 do save(2) load(1) mark() digest() load(2) end";
    let mut stopped = 0;
    for seed in 1..8 {
        let mut vm = prepared(seed);
        let start = vm.snapshot();
        for budget in (0..).step_by(37) {
            vm.restore(&start);
            vm.set_limits(Limits { budget, ..whole });
            let ended = vm.run(&mut (), code, "@m.lua");
            vm.set_limits(whole);
            let state = state_of(&mut vm);
            assert!(
                ["saved", "changed"].contains(&state.as_str()),
                "{seed}: {budget}"
            );
            vm.load_slot(1).unwrap();
            assert_eq!(state_of(&mut vm), "saved", "{seed}: {budget}");
            match ended {
                Ok(()) => break,
                Err(failure) => assert_eq!(failure.kind, FailureKind::Budget, "{failure}"),
            }
            stopped += 1;
        }
    }
    assert!(stopped > 100, "only {stopped} budgets ended early");
}

#[test]
fn a_save_collects_garbage_before_it_gives_up() {
    let mut vm = machine_with(Limits {
        memory: 4 << 20,
        ..Limits::default()
    });
    run(
        &mut vm,
        "game = {} for i = 1, 20000 do game[i] = i end track(game) save(1)
         function fill() collectgarbage('stop')
           local rest for i = 1, 40000 do rest = {i} end collectgarbage('restart') end",
    );
    for round in 0..20 {
        run(
            &mut vm,
            "fill() game[#game + 1] = {} save(2) mark() digest()",
        );
        vm.save_slot(3).unwrap();
        vm.load_slot(1).unwrap();
        assert!(vm.memory_used() <= 4 << 20, "{round}");
    }
}

#[test]
fn marks_count_against_the_memory_limit() {
    let mut vm = machine_with(Limits {
        memory: 8 << 20,
        ..Limits::default()
    });
    run(
        &mut vm,
        "game = {} for i = 1, 10000 do game[i] = i end track(game)",
    );
    let code = b"local marks = {}\nfor i = 1, 1000 do marks[i] = mark() end";
    let failure = vm.run(&mut (), code, "@m.lua").unwrap_err();
    assert_eq!(
        String::from_utf8_lossy(&failure.message),
        "m.lua:2: not enough memory (a cart has 8 MiB)"
    );
    // Dropped marks are collected, and so are slots that are written again.
    run(&mut vm, "for i = 1, 1000 do mark() save(1) load(1) end");
}

#[test]
fn saves_are_paid_for() {
    let mut vm = machine_with(Limits::default());
    run(
        &mut vm,
        "game = {} for i = 1, 100000 do game[i] = i end track(game)",
    );
    for code in ["save(1)", "mark()", "load(1)", "digest()"] {
        run(&mut vm, code);
        let spent = Limits::default().budget - vm.budget_left();
        assert!(spent > 25_000, "{code}: {spent}");
    }
    let failure = vm
        .run(&mut (), b"while true do pcall(save, 1) end", "@m.lua")
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Budget);
}
