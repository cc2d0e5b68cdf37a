//! Blocks: what carts can and cannot do with them, and that their bytes obey
//! the limits, the collector and snapshots.

use vm::{FailureKind, Limits, Text, Vm, VmError};

const KIND: &str = "counter";

/// A machine with counters: blocks of eight-byte numbers.
fn machine(limits: Limits) -> Vm<Vec<String>> {
    let mut vm = Vm::<Vec<String>>::new(limits).unwrap();
    vm.register_kind(KIND).unwrap();
    vm.register_kind("other").unwrap();
    vm.register(Some(KIND), "new", Text::None, |call| {
        let size = call.args().integer(1).unwrap_or(8) as usize;
        if let Some(block) = call.push_block(KIND, size) {
            assert!(block.iter().all(|&byte| byte == 0));
            assert_eq!(block.as_ptr().addr() % 16, 0);
        }
        Ok(1)
    })
    .unwrap();
    vm.register(Some("other"), "new", Text::None, |call| {
        call.push_block("other", 8);
        Ok(1)
    })
    .unwrap();
    vm.register_method(KIND, "add", Text::None, |call| {
        let more = call.args().integer(2).unwrap_or(1);
        let Some(block) = call.block_mut(1, KIND) else {
            return Err("add needs a counter: counter:add(n)".into());
        };
        let Some(bytes) = block.first_chunk_mut::<8>() else {
            return Err("a small counter".into());
        };
        let sum = i64::from_le_bytes(*bytes) + more;
        *bytes = sum.to_le_bytes();
        call.push_integer(sum);
        Ok(1)
    })
    .unwrap();
    vm.register_method(KIND, "copy", Text::None, |call| {
        match call.block_pair(1, 2, KIND) {
            Some((to, Some(from))) => to.copy_from_slice(from),
            Some((_, None)) => {}
            None => return Err("copy needs two counters".into()),
        }
        Ok(0)
    })
    .unwrap();
    vm.register_method(KIND, "say", Text::At(2), |call| {
        let Some((host, block)) = call.host_and_block_mut(1, KIND) else {
            return Err("say needs a counter".into());
        };
        host.push(format!("{block:?}"));
        let text = call.args().bytes(2).map(<[u8]>::to_vec);
        call.push_bytes(&text.unwrap_or_default());
        Ok(1)
    })
    .unwrap();
    vm.register_method(KIND, "__len", Text::None, |call| {
        let length = call
            .args()
            .block(1, KIND)
            .map_or(-1, |block| block.len() as i64);
        call.push_integer(length);
        Ok(1)
    })
    .unwrap();
    vm
}

fn run(vm: &mut Vm<Vec<String>>, code: &str) -> Result<Vec<String>, String> {
    let mut host = Vec::new();
    match vm.run(&mut host, code.as_bytes(), "@b.lua") {
        Ok(()) => Ok(host),
        Err(failure) => Err(String::from_utf8_lossy(&failure.message).into_owned()),
    }
}

#[test]
fn carts_use_blocks_and_see_nothing_else_of_them() {
    let mut vm = machine(Limits::default());
    let code = "
        local c, d = counter.new(), counter.new(8)
        assert(c:add() == 1 and c:add(41) == 42 and d:add(0) == 0 and #c == 8)
        d:copy(c) c:copy(c) assert(d:add(0) == 42 and c ~= d)
        assert(type(c) == 'userdata' and getmetatable(c) == 'counter')
        assert(tostring(c):match('^counter: 0x%x+$'), tostring(c))
        assert(c:say(1.5) == '1.5' and c.nothing == nil)
        assert(not pcall(setmetatable, c, {}))
        assert(not pcall(function() c.x = 1 end))
        assert(not pcall(function() return #print end) and not pcall(next, c))
        local shared = {[c] = 1} assert(shared[c] == 1)
        assert(#counter.new(0) == 0)";
    assert_eq!(
        run(&mut vm, code),
        Ok(vec!["[42, 0, 0, 0, 0, 0, 0, 0]".to_owned()])
    );
}

#[test]
fn other_values_are_no_blocks_of_the_kind() {
    let mut vm = machine(Limits::default());
    for wrong in ["{}", "'counter'", "nil", "7", "print", "other.new()", "io"] {
        let code = format!("local add = counter.new().add\nadd({wrong})");
        assert_eq!(
            run(&mut vm, &code),
            Err("b.lua:2: add needs a counter: counter:add(n)".to_owned()),
            "{wrong}"
        );
    }
    assert_eq!(run(&mut vm, "assert(other.new().add == nil)"), Ok(vec![]));
}

#[test]
fn kinds_are_checked_when_they_are_made() {
    let mut vm = machine(Limits::default());
    vm.register_kind(KIND).unwrap();
    for name in ["", "sixteen bytes 16", "a\0b"] {
        assert!(
            matches!(vm.register_kind(name), Err(VmError::Kind(..))),
            "{name}"
        );
    }
    for (kind, name) in [("none", "add"), (KIND, "__gc"), (KIND, "__metatable")] {
        let made = vm.register_method(kind, name, Text::None, |_| Ok(0));
        assert!(matches!(made, Err(VmError::Kind(..))), "{kind} {name}");
    }
    for number in 0..20 {
        if vm.register_kind(&format!("kind {number}")).is_err() {
            assert!((4..8).contains(&number), "{number}");
            return;
        }
    }
    panic!("any number of kinds");
}

#[test]
fn blocks_count_against_the_memory_limit() {
    let mut vm = machine(Limits {
        memory: 4 << 20,
        ..Limits::default()
    });
    let code = "local t = {} for i = 1, 1000 do t[i] = counter.new(10000) end";
    let failure = vm
        .run(&mut Vec::new(), code.as_bytes(), "@b.lua")
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Memory, "{failure}");
    let code = "counter.new(1 << 40)";
    let failure = vm
        .run(&mut Vec::new(), code.as_bytes(), "@b.lua")
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Memory, "{failure}");
    // Dropped ones are collected, whatever the mode.
    let code = "for _, mode in ipairs{'incremental', 'generational'} do collectgarbage(mode)
        for i = 1, 2000 do local c = counter.new(10000) c:add(i) end end";
    assert_eq!(run(&mut vm, code), Ok(vec![]));
}

#[test]
fn snapshots_hold_the_bytes() {
    let mut vm = machine(Limits::default());
    let mut host = Vec::new();
    vm.run(
        &mut host,
        b"c = counter.new() function TIC() c:add(5) c:say() end",
        "@b.lua",
    )
    .unwrap();
    vm.call(&mut host, "TIC", &[]).unwrap();
    let snapshot = vm.snapshot();
    vm.call(&mut host, "TIC", &[]).unwrap();
    vm.restore(&snapshot);
    vm.call(&mut host, "TIC", &[]).unwrap();
    assert_eq!(host[1], "[10, 0, 0, 0, 0, 0, 0, 0]");
    assert_eq!(host[1], host[2]);
}

#[test]
fn memory_may_run_out_at_every_allocation_of_a_block() {
    let mut vm = machine(Limits::default());
    let code = b"c = nil c = counter.new(5000) c:add(1)";
    for count in 0.. {
        vm.fail_allocation_after(Some(count));
        let ended = vm.run(&mut Vec::new(), code, "@b.lua");
        vm.fail_allocation_after(None);
        match ended {
            Ok(()) => break,
            Err(failure) => assert_eq!(failure.kind, FailureKind::Memory, "{failure}"),
        }
        assert!(count < 1000);
    }
}

#[test]
fn blocks_may_have_elements_beside_their_methods() {
    let mut vm = machine(Limits::default());
    vm.register_method(KIND, "__element", Text::None, |call| {
        match call.args().integer(2) {
            Some(13) => return Err("13 is no element".into()),
            Some(number) => call.push_integer(number * 2),
            None => call.push_nil(),
        }
        Ok(1)
    })
    .unwrap();
    let code = "local c = counter.new()
        assert(c[4] == 8 and c[{}] == nil and c[true] == nil and c.nothing == nil)
        assert(c:add(5) == 5 and rawequal(c.add, counter.new().add))
        assert(#c == 8 and other.new()[1] == nil)
        return c[13]";
    assert_eq!(
        run(&mut vm, code),
        Err("b.lua:5: 13 is no element".to_owned())
    );
}

#[test]
fn a_result_becomes_a_field_of_the_one_before() {
    let mut vm = machine(Limits::default());
    vm.register(None, "make", Text::None, |call| {
        call.push_tree(&vm::Tree::Map(
            [(b"a".to_vec(), vm::Tree::Integer(1))].into(),
        ));
        call.push_block(KIND, 16);
        call.put_field("block");
        call.push_integer(7);
        call.put_field("number");
        // There is only one result left: nothing to fold.
        call.put_field("none");
        Ok(1)
    })
    .unwrap();
    let code = "local t = make({})
        assert(t.a == 1 and #t.block == 16 and t.number == 7 and t.none == nil)
        local given = {} make(given) assert(next(given) == nil)
        for i = 1, 3000 do t = make() end assert(#t.block == 16)";
    assert_eq!(run(&mut vm, code), Ok(vec![]));
    for count in 0..12 {
        vm.fail_allocation_after(Some(count));
        let given = run(&mut vm, "given = given or {} make(given)");
        vm.fail_allocation_after(None);
        assert!(given.is_ok() || given.unwrap_err().contains("memory"));
        assert_eq!(
            run(&mut vm, "assert(not given or next(given) == nil)"),
            Ok(vec![])
        );
    }
}
