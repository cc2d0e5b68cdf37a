//! Where the language differs from stock Lua 5.4: what carts rely on from
//! 5.3, what is deterministic, and what the sandbox leaves out.

use vm::{FailureKind, Limits, Scalar, Vm};

/// Evaluates an expression list and compares it as text, joined by spaces.
#[track_caller]
fn check(expressions: &str, expected: &str) {
    assert_eq!(
        evaluate(&format!("return {expressions}")),
        expected,
        "{expressions}"
    );
}

fn evaluate(code: &str) -> String {
    let code = format!(
        "local t = table.pack((function() {code} end)()) \
         for i = 1, t.n do t[i] = tostring(t[i]) end RESULT = table.concat(t, ' ')"
    );
    let mut vm = Vm::<()>::new(Limits::default()).unwrap();
    vm.run(&mut (), code.as_bytes(), "@t.lua").unwrap();
    match vm.global("RESULT") {
        Some(Scalar::Bytes(text)) => String::from_utf8_lossy(&text).into_owned(),
        other => panic!("{other:?}"),
    }
}

/// The message of the error that a function body raises.
#[track_caller]
fn check_error(body: &str, expected: &str) {
    let text = evaluate(&format!("return select(2, pcall(function() {body} end))"));
    assert_eq!(text, expected, "{body}");
}

/// What `load` says about a chunk.
#[track_caller]
fn check_load(chunk: &str, expected: &str) {
    let text = evaluate(&format!("return (select(2, load([==[{chunk}]==], '=c')))"));
    assert_eq!(text, expected, "{chunk}");
}

#[test]
fn numbers_may_touch_words() {
    check("(function() if 1==1then return 0xfor 2 end end)()", "15");
    for chunk in ["return 1or 2", "x=1local y", "while 2if", "x=1return"] {
        let text = evaluate(&format!("return type(load('{chunk}')) == 'function'"));
        assert_eq!(text, (chunk != "while 2if").to_string(), "{chunk}");
    }
    check_load("for i=1,2do end", "c:1: malformed number near '2d'");
    check_load("x=1end", "c:1: malformed number near '1e'");
    check_load("return 3x", "c:1: <eof> expected near 'x'");
}

#[test]
fn strings_in_arithmetic_are_floats() {
    check(
        "'10' + 1, '3' * '4', -'2', '7' // '2', '2' ^ 2, '0x10' + 0",
        "11.0 12.0 -2.0 3.0 4.0 16.0",
    );
    check(
        "'3' | 0, '6' & '3', ~'0', '1' << '4', '7.0' ~ 1",
        "3 2 -1 16 6",
    );
    check("10 .. '', getmetatable('').__add", "10 nil");
    check_error(
        "return 'a' + 1",
        "t.lua:1: attempt to perform arithmetic on a string value",
    );
    check_error(
        "local s = 'x' return s + 1",
        "t.lua:1: attempt to perform arithmetic on a string value (local 's')",
    );
    check_error(
        "return '10' + {}",
        "t.lua:1: attempt to perform arithmetic on a table value",
    );
    check_error(
        "return '3.5' | 0",
        "t.lua:1: number has no integer representation",
    );
    check_error(
        "return 'x' | 0",
        "t.lua:1: attempt to perform bitwise operation on a string value",
    );
    check(
        "setmetatable({}, {__add = function(a, b) return b end}) + '5'",
        "5",
    );
}

#[test]
fn loops_count_as_before() {
    check(
        "(function() for i = 1, 10, 0 do return i end return 'none' end)()",
        "none",
    );
    check(
        "(function() for i = 1.5, 1.5, 0 do return i end return 'none' end)()",
        "1.5",
    );
    check(
        "(function() local n = 0 for i = 10, 1, -3 do n = n + i end return n end)()",
        "22",
    );
    check_error(
        "for i = 1, 'x' do end",
        "t.lua:1: 'for' limit must be a number",
    );
    check_error(
        "for i = {}, 1 do end",
        "t.lua:1: 'for' initial value must be a number",
    );
    check_error(
        "for i = 1, 2, {} do end",
        "t.lua:1: 'for' step must be a number",
    );
    check_error(
        "for x in 5 do end",
        "t.lua:1: attempt to call a number value",
    );
    check(
        "(function() for _, v in ipairs(setmetatable({}, {__ipairs = function() return next, {a = 'b'} end})) do return v end end)()",
        "b",
    );
}

#[test]
fn old_functions_are_there() {
    check(
        "math.pow(2, 10), math.atan2(0, -1), math.log10(1000), math.ldexp(1, 4)",
        "1024.0 3.1415926535898 3.0 16.0",
    );
    check(
        "math.cosh(0), math.sinh(0), math.tanh(0), math.frexp(8)",
        "1.0 0.0 0.0 0.5 4",
    );
    check(
        "setmetatable({}, {__lt = function() return false end}) <= setmetatable({}, {})",
        "true",
    );
    check_error(
        "return math.random(0)",
        "t.lua:1: bad argument #1 to 'random' (interval is empty)",
    );
    check("select('#', math.randomseed(1.5)), _VERSION", "0 Lua 5.3");
    check(
        "unpack, loadstring, setfenv, table.getn, bit32, utf8, warn",
        "nil nil nil nil nil nil nil",
    );
}

#[test]
fn messages_are_worded_as_before() {
    check_error(
        "string.format('%y', 1)",
        "t.lua:1: invalid option '%y' to 'format'",
    );
    check_error(
        "setmetatable({}, 1)",
        "t.lua:1: bad argument #2 to 'setmetatable' (nil or table expected)",
    );
    check_error(
        "coroutine.resume(nil)",
        "t.lua:1: bad argument #1 to 'resume' (thread expected)",
    );
    check_error(
        "table.remove({1, 2}, 7)",
        "t.lua:1: bad argument #1 to 'remove' (position out of bounds)",
    );
    check_load("break", "c:1: <break> at line 1 not inside a loop");
    check_load("goto x", "c:1: no visible label 'x' for <goto> at line 1");
}

#[test]
fn attributes_can_be_refused() {
    let mut vm = Vm::<()>::new(Limits::default()).unwrap();
    let code = b"local x <const> = 1";
    vm.run(&mut (), code, "@t.lua").unwrap();
    vm.allow_attributes(false);
    let failure = vm.run(&mut (), code, "@t.lua").unwrap_err();
    assert_eq!(failure.kind, FailureKind::Syntax);
    assert_eq!(failure.to_string(), "t.lua:1: unexpected symbol near '<'");
}

#[test]
fn nothing_leads_out_of_the_sandbox() {
    check(
        "io, os, package, require, debug.setcstacklimit",
        "nil nil nil nil nil",
    );
    check_error("dofile('x')", "t.lua:1: unknown method: \"dofile\"");
    check_error("loadfile('x')", "t.lua:1: unknown method: \"loadfile\"");
    check_error(
        "string.dump(print)",
        "t.lua:1: 'dump' is not available to carts",
    );
    check_error(
        "debug.sethook()",
        "t.lua:1: 'sethook' is not available to carts",
    );
    check(
        "load('\\27Lua', 'n', 'b')",
        "nil attempt to load a binary chunk (mode is 't')",
    );
    check("type(load('return 1', 'n', 'b'))", "function");
    check(
        "type(debug.traceback()), debug.getinfo(1, 'l').currentline, debug.getinfo(print).func",
        "string 1 nil",
    );
    check(
        "debug.getinfo(1, 'f').func, debug.getinfo(coroutine.create(print), 0, 'f')",
        "nil nil",
    );
}

#[test]
fn every_machine_prints_the_same() {
    check(
        "0/0, -(0/0), math.huge, string.format('%.1f %g', 0/0, -(0/0))",
        "nan nan inf nan nan",
    );
    let addresses = "tostring({}):match('^table: 0x%x+$') ~= nil, #tostring(print) < 40";
    check(addresses, "true true");
    let code =
        "return tostring({}), string.format('%p %p', {}, 'x'), tostring(print), math.random(1000)";
    assert_eq!(evaluate(code), evaluate(code));
    let serials = "(function() local a, b = {}, {} \
         local function number(o) return tonumber((tostring(o):match('0x%x+'))) end \
         return number(b) - number(a), number(function() return a end) - number(b), \
         string.format('%p', a) == tostring(a):sub(8) end)()";
    check(serials, "1 2 true");
    check(
        "tostring(print), string.format('%p', print), \
         string.format('%p', 'a'..'b') == string.format('%p', 'ab')",
        "function: 0x00000000 (null) true",
    );
    check(
        "string.packsize('l'), string.packsize('T'), string.packsize('!bj'), #string.pack('s', '')",
        "8 8 16 8",
    );
    check(
        "('\\xe9'):find('%a'), ('\\xc9'):lower() == '\\xc9', 'a' < 'B'",
        "nil true false",
    );
}
