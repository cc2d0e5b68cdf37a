//! Random graphs: shared and cyclic references, tables as keys, weak tables,
//! finalizers, blocks; saved, changed, collected at any phase and put back.

use super::{machine_with, run};
use vm::{Limits, Vm};

const CART: &[u8] = include_bytes!("../carts/graphs.lua");

/// Runs the lives of graphs with these seeds; `weak` is the cart's.
fn check(seeds: std::ops::Range<i64>, weak: i64) {
    let mut vm = graphs();
    for seed in seeds {
        if let Err(failure) = vm.call(&mut (), "run", &[seed, weak]) {
            panic!("seed {seed}: {failure}");
        }
    }
}

fn graphs() -> Vm<()> {
    let mut vm = machine_with(Limits::default());
    vm.run(&mut (), CART, "@graphs.lua").unwrap();
    vm
}

#[test]
fn graphs_are_as_their_copies_in_plain_lua() {
    check(1..1200, 0);
}

#[test]
fn graphs_that_nothing_but_their_marks_hold_are_as_their_pictures() {
    check(10_000..11_200, 1);
}

#[test]
fn a_whole_snapshot_with_marks_alive_goes_on_as_before() {
    let mut vm = graphs();
    for seed in 1..60 {
        vm.call(&mut (), "prepare", &[seed]).unwrap();
        run(&mut vm, "MARK = mark() load(1) save(3)");
        let snapshot = vm.snapshot();
        let code = "state_now() assert(STATE == 'saved', STATE)
            back(MARK) state_now() assert(STATE == 'changed', STATE)
            load(3) state_now() assert(STATE == 'saved', STATE)
            ROOT[1], ROOT.x, MARK = nil, {}, nil
            collectgarbage() forget(3) forget(1) collectgarbage()";
        run(&mut vm, code);
        vm.restore(&snapshot);
        run(&mut vm, code);
        vm.restore(&snapshot);
    }
}
