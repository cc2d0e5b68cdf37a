//! Tables stay the same objects and get their old contents back.

use super::{fail, machine, run};
use vm::{MarkError, Scalar};

#[test]
fn a_snapshot_forgets_no_field() {
    // Regression 1 of the conductor: a field that was left out, the size of
    // the map, made the game unwinnable later.
    let mut vm = machine();
    run(
        &mut vm,
        "game = {map = {w = 40, h = 25, name = 'cave', open = false, start = 0x7fffffffffffffff,
             scale = 0.1, [1] = 'a', [2.5] = 'b', [true] = 'c', [-3] = 'd', note = nil}}
         track(game) save(1)
         local map, count = game.map, 0
         for k in next, map do map[k] = 'gone' end
         map.w, map.note, map[1], map[2] = nil, 'new', nil, 'new'
         for i = 1, 100 do map[i], map['k' .. i] = i, i end
         load(1)
         assert(game.map == map)
         assert(map.w == 40 and map.h == 25 and map.name == 'cave' and map.open == false)
         assert(map.start == math.maxinteger and math.type(map.start) == 'integer')
         assert(map.scale == 0.1 and map[1] == 'a' and map[2.5] == 'b' and map[true] == 'c')
         assert(map[-3] == 'd' and map.note == nil and map[2] == nil)
         for _ in next, map do count = count + 1 end
         assert(count == 10)",
    );
}

#[test]
fn inner_arrays_are_not_shared_between_save_and_game() {
    // Regression 4 of the conductor.
    let mut vm = machine();
    run(
        &mut vm,
        "game = {rows = {{1, 2, 3}, {4, 5, 6}}, list = {{{9}}}}
         local row, deep = game.rows[1], game.list[1][1]
         track(game) save(1) save(2)
         row[2], deep[1] = 'changed', 'changed'
         save(2)
         load(1) assert(row[2] == 2 and deep[1] == 9 and game.rows[1] == row)
         row[2] = 'again'
         load(1) assert(row[2] == 2 and #row == 3)
         load(2) assert(row[2] == 'changed' and deep[1] == 'changed')
         load(1) assert(row[2] == 2)",
    );
}

#[test]
fn identities_order_and_metatables_come_back() {
    let mut vm = machine();
    run(
        &mut vm,
        "local class = {} class.__index = class
         function class:hit() self.hp = self.hp - 1 end
         local monster = setmetatable({hp = 3}, class)
         local game = {list = {monster}, by_object = {[monster] = 'first'}, leader = monster}
         game.self = game
         for i = 1, 50 do game['key' .. i * 7 % 50] = i end
         for i = 1, 50, 3 do game['key' .. i] = nil end
         local function order() local list = {} for k in next, game do list[#list + 1] = tostring(k) end
           return table.concat(list, ' ') end
         local m, before = mark(game), order()
         monster:hit() setmetatable(monster, nil) game.list[1] = nil game.by_object[monster] = nil
         for i = 1, 200 do game['other' .. i] = {} end
         for k in next, game do game[k] = nil end
         back(m)
         assert(order() == before)
         assert(game.list[1] == monster and game.by_object[monster] == 'first')
         assert(getmetatable(monster) == class and monster.hp == 3 and game.self == game)
         monster:hit() assert(monster.hp == 2 and game.leader.hp == 2)
         for _ = 1, 20 do back(m) assert(monster.hp == 3) monster:hit() end",
    );
}

#[test]
fn metamethods_are_looked_up_anew() {
    let mut vm = machine();
    run(
        &mut vm,
        "local meta = {}
         local game = {meta = meta, object = setmetatable({}, meta)}
         assert(game.object.x == nil)
         meta.__index = function() return 'found' end
         assert(game.object.x == 'found')
         local with = mark(game)
         meta.__index = nil assert(game.object.x == nil)
         back(with) assert(game.object.x == 'found')",
    );
}

#[test]
fn weak_entries_are_kept_by_the_mark_alone() {
    let mut vm = machine();
    run(
        &mut vm,
        "local game = {values = setmetatable({}, {__mode = 'v'}), keys = setmetatable({}, {__mode = 'k'})}
         game.values[1], game.values.x = {'one'}, {'two'}
         game.keys[{}] = {'three'}
         local m = mark(game)
         for _, mode in ipairs{'incremental', 'generational'} do
           collectgarbage(mode) collectgarbage() collectgarbage()
           assert(game.values[1][1] == 'one')
           game.values, game.keys = nil, nil
           collectgarbage() collectgarbage()
           back(m)
           assert(game.values[1][1] == 'one' and game.values.x[1] == 'two')
           local _, value = next(game.keys) assert(value[1] == 'three')
         end
         m = nil collectgarbage() collectgarbage()
         assert(game.values[1] == nil and next(game.keys) == nil)",
    );
}

#[test]
fn blocks_and_random_numbers_come_back() {
    let mut vm = machine();
    run(
        &mut vm,
        "local game = {b = block(13)}
         game[game.b] = 'key' scribble(game.b, 5)
         local before = bytes(game.b)
         track(game) math.randomseed(7) math.random() save(1)
         local drawn = {math.random(1000), math.random(1000), math.random()}
         scribble(game.b, 99) local old = game.b game.b = block(3)
         load(1)
         assert(game.b == old and bytes(old) == before and game[old] == 'key')
         for i = 1, 2 do assert(math.random(1000) == drawn[i]) end
         assert(math.random() == drawn[3])
         -- A mark of another table leaves the generator alone.
         local other = mark({}) local a = math.random() back(other) assert(math.random() ~= a)",
    );
}

#[test]
fn marks_in_the_graph_are_left_alone() {
    let mut vm = machine();
    run(
        &mut vm,
        "local game = {n = 1}
         game.first = mark(game)
         game.n = 2
         local second = mark(game)
         game.n, game.first = 3, nil
         back(second) assert(game.n == 2 and game.first)
         local first = game.first
         back(first) assert(game.n == 1 and game.first == nil)
         back(second) assert(game.n == 2 and game.first == first)
         assert(tostring(first):match('^mark: 0x') and getmetatable(first) == 'mark')",
    );
}

#[test]
fn a_list_of_a_hundred_thousand_tables_needs_no_stack() {
    let mut vm = machine();
    run(
        &mut vm,
        "local game, last = {}, nil
         for i = 1, 100000 do last = {last, i} end
         game.last = last
         local m = mark(game) local before = digest(game)
         local at = last for i = 1, 99999 do at[2] = 0 at = at[1] end
         last[1] = nil
         back(m)
         assert(digest(game) == before)
         local count = 0 at = last while at do count = count + at[2] at = at[1] end
         assert(count == 100000 * 100001 // 2)",
    );
}

#[test]
fn a_traversal_may_be_put_back_under_way() {
    let mut vm = machine();
    run(
        &mut vm,
        "local game = {} for i = 1, 30 do game['k' .. i] = i game[i] = i end
         local m = mark(game)
         for k in pairs(game) do game[k] = nil back(m) end
         -- A key that is no longer there is Lua's usual error.
         for i = 1, 1000 do game['other' .. i] = i end
         local ok, text = pcall(function() for k in pairs(game) do
           if k == 'other999' then back(m) end end end)
         assert(ok or text:match(\"invalid key to 'next'\"), text)",
    );
}

#[test]
fn what_cannot_be_put_back_is_named() {
    const CASES: [(&str, &str); 8] = [
        (
            "game.monsters[3].brain = coroutine.create(print)",
            "game.monsters[3].brain is a coroutine, which cannot be put back",
        ),
        (
            "game['a b'] = {[-5] = {[1.5] = {[true] = coroutine.create(print)}}}",
            "game[\"a b\"][-5][1.5][true] is a coroutine, which cannot be put back",
        ),
        (
            "game.set = {[coroutine.create(print)] = true}",
            "game.set[a key] is a coroutine, which cannot be put back",
        ),
        (
            "game.set = {[{co = coroutine.create(print)}] = true}",
            "game.set[a key].co is a coroutine, which cannot be put back",
        ),
        (
            "game.env = _G",
            "game.env is _G, which cannot be put back: track _G itself, or keep it out of the table",
        ),
        (
            "local t = game for i = 1, 100 do t.next = {} t = t.next end t.co = coroutine.create(print)",
            "...next.next.next.next.next.next.next.next.next.next.next.next.next.next.next.next.next\
             .next.next.next.next.next.next.next.next.next.next.next.next.next.next.co is a coroutine, \
             which cannot be put back",
        ),
        (
            "local hidden = {{coroutine.create(print)}} game = nil track(hidden)",
            "state[1][1] is a coroutine, which cannot be put back",
        ),
        (
            "co = coroutine.create(print) track(_G)",
            "_G.co is a coroutine, which cannot be put back",
        ),
    ];
    for (code, text) in CASES {
        let mut vm = machine();
        run(
            &mut vm,
            "game = {n = 1, monsters = {{}, {}, {}}} track(game) save(1)",
        );
        run(&mut vm, code);
        assert_eq!(
            fail(&mut vm, "save(1)"),
            format!("m.lua:1: {text}"),
            "{code}"
        );
        assert_eq!(vm.save_slot(1), Err(MarkError::Refused(text.to_owned())));
        // What the slot held is still there.
        run(
            &mut vm,
            "local g = game if g then g.n = 2 load(1) assert(g.n == 1) end",
        );
    }
}

#[test]
fn a_removed_entry_is_refused_no_longer() {
    let mut vm = machine();
    run(
        &mut vm,
        "local game, co = {n = 1}, coroutine.create(print)
         game[co], game.co = true, co
         game[co], game.co = nil, nil
         local m = mark(game) game.n = 2 back(m) assert(game.n == 1)",
    );
}

#[test]
fn the_globals_themselves_can_be_tracked() {
    let mut vm = machine();
    run(
        &mut vm,
        "score, list = 1, {1, 2} track(_G) save(1)
         score, list, fresh = 2, nil, true
         math.pi = 3
         load(1)
         assert(score == 1 and #list == 2 and fresh == nil and math.pi > 3)",
    );
}

#[test]
fn slots_are_told_apart_from_nothing() {
    let mut vm = machine();
    assert_eq!(vm.save_slot(1), Err(MarkError::NotTracked));
    assert_eq!(vm.load_slot(1), Err(MarkError::NothingSaved));
    assert_eq!(vm.digest(), Err(MarkError::NotTracked));
    assert_eq!(
        fail(&mut vm, "mark()"),
        "m.lua:1: no table is tracked: call rollback.track(table) first"
    );
    assert_eq!(fail(&mut vm, "load(3)"), "m.lua:1: nothing was saved there");
    for wrong in ["", "{}", "1", "print", "block(64)"] {
        assert_eq!(
            fail(&mut vm, &format!("back({wrong})")),
            "m.lua:1: this is no mark: rollback.save gives one"
        );
    }
    run(
        &mut vm,
        "game = {1} track(game) save(4294967295) save(0, {})",
    );
    assert!(vm.has_slot(u32::MAX) && vm.has_slot(0) && !vm.has_slot(1));
    vm.forget_slot(u32::MAX);
    assert!(!vm.has_slot(u32::MAX));
    assert_eq!(vm.load_slot(u32::MAX), Err(MarkError::NothingSaved));
    run(&mut vm, "track(nil)");
    assert_eq!(vm.save_slot(1), Err(MarkError::NotTracked));
}

#[test]
fn the_host_saves_and_loads_between_calls() {
    let mut vm = machine();
    run(
        &mut vm,
        "game = {n = 0, path = {}} track(game) math.randomseed(3)
         function beat() game.n = game.n + 1 game.path[game.n] = math.random(100)
           TRACE = table.concat(game.path, ' ') end",
    );
    let mut traces: Vec<Option<Scalar>> = Vec::new();
    for beat in 0..6 {
        vm.save_slot(beat).unwrap();
        vm.call(&mut (), "beat", &[]).unwrap();
        traces.push(vm.global("TRACE"));
    }
    for beat in [3, 1, 5, 0, 4, 2, 2] {
        vm.load_slot(beat as u32).unwrap();
        for wanted in &traces[beat..] {
            vm.call(&mut (), "beat", &[]).unwrap();
            assert_eq!(vm.global("TRACE"), *wanted);
        }
    }
}
