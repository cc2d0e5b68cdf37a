//! A digest is of contents: the same wherever and however they came together.

use super::{machine, run};
use vm::{Scalar, Vm};

/// A game put together in the order of `FORWARD`, with room to spare in some
/// tables and other objects in between.
const GAME: &str = r#"
local keys = {"name", "hp", "x", "alive", "bag", "next", "long", "row", "set"}
local function fill(t, values)
  local from, to, step = 1, #keys, 1
  if not FORWARD then from, to, step = #keys, 1, -1 end
  for i = from, to, step do
    GARBAGE = FORWARD and {} or {{}, {}}
    t[keys[i]] = values[keys[i]]
  end
  if not FORWARD then
    for i = 1, 50 do t["gone" .. i] = i end
    for i = 1, 50 do t["gone" .. i] = nil end
  end
  return t
end
local function monster(i)
  return fill({}, {name = "m" .. i, hp = i, x = i / 3, alive = i % 2 == 0, long = ("y"):rep(50 + i)})
end
local shared = fill({}, {bag = {}, name = "shared"})
local row = {}
if FORWARD then for i = 1, 9 do row[i] = {i} end
else for i = 9, 1, -1 do row[i] = {i} end end
row[-1], row[0], row[2.5], row[100] = {"before"}, {"zero"}, {"float"}, {"far"}
local list = {}
for i = 1, 5 do list[i] = monster(i) end
local set = {}
for i = FORWARD and 1 or 3, FORWARD and 3 or 1, FORWARD and 1 or -1 do set[{i}] = {value = i} end
set[list[2]], set[true], set[false] = {"met"}, {"true"}, {"false"}
local meta = {}
game = fill({}, {bag = shared, next = shared, row = row, set = set, alive = false})
game.self, game.list, game.block, game.meta = game, list, block(20), meta
game.fn, game.object, game.other = print, setmetatable({}, meta), setmetatable({}, {})
scribble(game.block, 3)
function again() return digest(game) end
"#;

fn built(forward: bool) -> Vm<()> {
    let mut vm = machine();
    run(&mut vm, &format!("FORWARD = {forward}"));
    run(&mut vm, GAME);
    vm
}

fn digest(vm: &mut Vm<()>) -> i64 {
    run(vm, "DIGEST = again()");
    match vm.global("DIGEST") {
        Some(Scalar::Integer(digest)) => digest,
        other => panic!("no digest: {other:?}"),
    }
}

#[test]
fn machines_agree_whatever_the_order_of_insertion() {
    let mut forward = built(true);
    let mut backward = built(false);
    let wanted = digest(&mut forward);
    assert_eq!(digest(&mut backward), wanted);
    // It stays the same through collections, saves and loads.
    for code in [
        "collectgarbage()",
        "collectgarbage('generational') collectgarbage()",
        "track(game) save(1)",
        "game.row[3] = nil game.bag = {} load(1)",
        "for i = 1, 1000 do game[i] = i end for i = 1, 1000 do game[i] = nil end",
    ] {
        run(&mut backward, code);
        assert_eq!(digest(&mut backward), wanted, "{code}");
    }
    run(&mut backward, "track(game)");
    assert_eq!(backward.digest(), Ok(wanted as u64));
}

/// Changes of one thing each.
const CHANGES: [&str; 22] = [
    "game.list[1].hp = 2",
    "game.list[1].hp = 1.0",
    "game.list[1].name = 'm2'",
    "game.list[1].x = game.list[1].x + 1e-15",
    "game.list[1].alive = nil",
    "game.list[1].long = game.list[1].long .. 'y'",
    "game.alive = nil",
    "game.alive = true",
    "game.bag = {bag = {}, name = 'shared'}",
    "game.next.bag = game",
    "game.self = {}",
    "game.row[4] = {5}",
    "game.row[100], game.row[101] = nil, game.row[100]",
    "game.row[2.5][1] = 'floats'",
    "game.list[1], game.list[2] = game.list[2], game.list[1]",
    "game.fn = nil",
    "scribble(game.block, 4)",
    "game.block = block(21)",
    "setmetatable(game.object, nil)",
    "setmetatable(game.other, game.meta)",
    "for k, v in next, game.set do if type(k) == 'table' and k[1] == 2 then v.value = 3 end end",
    "for k in next, game.set do if type(k) == 'table' and k[1] == 2 then k[1] = 4 end end",
];

#[test]
fn any_change_shows() {
    let wanted = digest(&mut built(true));
    let mut seen = vec![wanted];
    for code in CHANGES {
        let mut vm = built(true);
        run(&mut vm, code);
        let changed = digest(&mut vm);
        assert!(!seen.contains(&changed), "{code}");
        seen.push(changed);
    }
}

#[test]
fn a_float_key_and_zero_of_either_sign_are_told_apart() {
    let mut vm = machine();
    run(
        &mut vm,
        "assert(digest({0.0}) ~= digest({-0.0}) and digest({1}) ~= digest({1.0}))
         assert(digest({0/0}) == digest({-(0/0)}))
         assert(digest({[1.5] = 1}) ~= digest({[1] = 1}) and digest({}) ~= digest({{}}))
         assert(digest({a = {}, b = {}}) ~= digest((function() local t = {} return {a = t, b = t} end)()))
         assert(digest({mark({})}) == digest({print}))",
    );
}

#[test]
fn the_digest_has_not_changed() {
    // Recordings and other machines rely on it.
    let mut vm = machine();
    run(
        &mut vm,
        "local t = {1, 2.5, 'three', true, x = {y = {}}} t.x.y[t] = t DIGEST = digest(t)",
    );
    assert_eq!(
        vm.global("DIGEST"),
        Some(Scalar::Integer(-8_275_337_471_177_168_605))
    );
}
