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

#[test]
fn saves_and_loads_fall_into_every_phase_of_a_collection() {
    let mut vm = graphs();
    run(
        &mut vm,
        "collectgarbage('incremental', 100) collectgarbage('setstepmul', 1)
         local function part(n) return {n = n, list = {{n}, {n + 1}}, [{n}] = 'key',
           weak = setmetatable({{n}, [{}] = {n}}, {__mode = n % 2 == 0 and 'k' or 'v'})} end
         -- `before` and `between` are steps of the collector.
         function phase(before, between)
           collectgarbage()
           local game = {old = part(1)}
           collectgarbage('step', 0)
           for i = 1, before do collectgarbage('step', 0) end
           game.new = part(2)
           local m = mark(game) local then_ = picture(game)
           local old = game.old
           old.list[1], old[next(old)], game.old, game.more = nil, nil, nil, part(3)
           for i = 1, 20 do old[i] = {i} end
           old = nil
           for i = 1, between do collectgarbage('step', 0) end
           back(m) m = nil
           -- The graph lives on by itself now, whatever the collector had seen.
           for i = 1, 3 do game.old.list[i] = {i} end
           game.old.list[3] = nil
           game.old.list[1], game.old.list[2] = {1}, {2}
           collectgarbage() collectgarbage()
           assert(game.old.n == 1 and game.new.n == 2 and game.more == nil)
           assert(game.old.list[2][1] == 2 and #game.new.list == 2 and then_)
         end",
    );
    for before in 0..160 {
        for between in [0, 1, 7, before, 160 - before] {
            vm.call(&mut (), "phase", &[before, between]).unwrap();
        }
    }
}
