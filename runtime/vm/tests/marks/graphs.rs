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

/// A cart with a graph that is saved, cut and put back between steps of the
/// collector, each as small as can be; a cycle is ended by steps as well, since
/// a full collection would begin it anew.
const PHASES: &str = "
SLOT = 0
local function part(n) return {n = n, list = {{n}, {n + 1}}, [{n}] = 'key',
  weak = setmetatable({{n}, [{}] = {n}}, {__mode = n % 2 == 0 and 'k' or 'v'})} end
local function steps(n) for i = 1, n do collectgarbage('step', 0) end end
local function finish()
  if MODE == 'generational' then steps(2)
  else repeat until collectgarbage('step', 0) end
end
local function is_whole(p, n)
  assert(p.n == n and #p.list == 2 and p.list[1][1] == n and p.list[2][1] == n + 1)
  for k in next, p do if type(k) == 'table' then assert(k[1] == n) end end
end
local function cut(game)
  local old = game.old
  old.list[1], old.list[2] = nil, nil
  for k in next, old do if type(k) == 'table' then old[k] = nil end end
  game.old, game.more = nil, part(3)
  for i = 1, 20 do old[i] = {i} end
end
-- Parts that a collection must not free, held weakly: freed memory may look
-- whole for a while.
local function witness(game)
  return setmetatable({game.old.list[1], game.new.list[2]}, {__mode = 'v'})
end
-- The mark is let go at once: what it put back lives by the graph alone.
local function by_mark(before, between)
  local game = {old = part(1), kept = part(4)}
  finish() steps(before)
  game.new = part(2)
  local m = mark(game)
  local seen = witness(game)
  seen[3] = game.kept.list[1]
  game.kept.list[1] = nil
  cut(game) steps(between) back(m) m = nil
  finish() finish()
  assert(seen[1] == game.old.list[1] and seen[2] == game.new.list[2])
  assert(seen[3] and seen[3] == game.kept.list[1])
  is_whole(game.old, 1) is_whole(game.new, 2) assert(game.more == nil)
end
-- The slot alone holds what was cut, in a new mark or in an old one.
local function by_slot(before, between, again)
  local game = {old = part(1)}
  SLOT = SLOT + 1
  if again then save(SLOT, game) end
  finish() steps(before)
  game.new, game.old = part(2), part(1)
  save(SLOT, game)
  local seen = witness(game)
  cut(game) game.new = nil
  steps(between) finish() finish()
  assert(seen[1] and seen[2])
  load(SLOT)
  assert(seen[1] == game.old.list[1] and seen[2] == game.new.list[2])
  is_whole(game.old, 1) is_whole(game.new, 2)
  finish() finish()
  is_whole(game.old, 1) is_whole(game.new, 2)
  forget(SLOT)
end
-- The collector has been through the tables already when what was cut comes back,
-- and not yet at the mark, which only the stack holds: it goes through that last.
function late(between)
  GAME = {kept = part(4)}
  local m = mark(GAME)
  local seen = setmetatable({GAME.kept.list[1]}, {__mode = 'v'})
  GAME.kept.list[1] = nil
  finish() steps(between)
  back(m) m = nil
  finish() finish()
  assert(seen[1] and seen[1] == GAME.kept.list[1])
  is_whole(GAME.kept, 4)
end
function phase(before, between)
  by_mark(before, between)
  by_slot(before, between, false)
  by_slot(before, between, true)
end
function set_mode(generational)
  MODE = generational == 1 and 'generational' or 'incremental'
  collectgarbage(MODE)
  collectgarbage('setstepmul', 1)
  collectgarbage('stop')  -- explicit steps go on
end";

#[test]
fn saves_and_loads_fall_into_every_phase_of_a_collection() {
    let mut vm = graphs();
    run(&mut vm, PHASES);
    for mode in [0, 1] {
        vm.call(&mut (), "set_mode", &[mode]).unwrap();
        for before in 0..100 {
            for between in [0, 1, 3, before] {
                vm.call(&mut (), "phase", &[before, between]).unwrap();
            }
        }
        for between in 0..400 {
            vm.call(&mut (), "late", &[between]).unwrap();
        }
    }
}
