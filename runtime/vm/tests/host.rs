//! Host functions: arguments, results, errors, panics, calls back into Lua.

use vm::{Called, FailureKind, Kind, Limits, Scalar, Text, Value, Vm};

/// What the host saw.
#[derive(Default)]
struct Host {
    lines: Vec<String>,
}

fn machine() -> Vm<Host> {
    let mut vm = Vm::<Host>::new(Limits::default()).unwrap();
    vm.register(None, "say", Text::At(1), |call| {
        let (host, args) = call.parts();
        let text = args.bytes(1).map(String::from_utf8_lossy);
        let line = text.map_or("nothing".to_owned(), std::borrow::Cow::into_owned);
        host.lines.push(line);
        Ok(0)
    })
    .unwrap();
    vm
}

fn run(vm: &mut Vm<Host>, code: &str) -> Vec<String> {
    let mut host = Host::default();
    vm.run(&mut host, code.as_bytes(), "@h.lua").unwrap();
    host.lines
}

fn fail(vm: &mut Vm<Host>, code: &str) -> (FailureKind, String) {
    let failure = vm
        .run(&mut Host::default(), code.as_bytes(), "@h.lua")
        .unwrap_err();
    (failure.kind, failure.to_string())
}

#[test]
fn text_arguments_are_converted_first() {
    let mut vm = machine();
    let code = "say() say(nil) say(1.5) say(true) say('a\\0b')
        say(setmetatable({}, {__tostring = function() return 'me' end}))";
    assert_eq!(
        run(&mut vm, code),
        ["nothing", "nil", "1.5", "true", "a\0b", "me"]
    );
    let code = "say(setmetatable({}, {__tostring = function() error('no') end}))";
    assert_eq!(fail(&mut vm, code).1.lines().next(), Some("h.lua:1: no"));
}

#[test]
fn arguments_are_read_without_being_changed() {
    let mut vm = machine();
    vm.register(None, "look", Text::None, |call| {
        let (host, args) = call.parts();
        for i in 0..=args.count() + 1 {
            host.lines.push(format!(
                "{:?} {} {:?} {:?} {} {} {:?} {:?}",
                args.kind(i),
                args.number(i),
                args.number_opt(i),
                args.integer(i),
                args.is_integer(i),
                args.boolean(i),
                args.bytes(i).map(<[u8]>::len),
                args.element(i, 2),
            ));
        }
        assert_eq!(args.kind(1), Kind::Number);
        Ok(0)
    })
    .unwrap();
    let lines = run(
        &mut vm,
        "local s = '7' look(3, 2.5, s, 'x', nil, false, {1, '9'}, print) say(math.type(s))",
    );
    assert_eq!(
        lines,
        [
            "None 0 None None false false None None",
            "Number 3 Some(3.0) Some(3) true true None None",
            "Number 2.5 Some(2.5) None false true None None",
            "String 7 Some(7.0) Some(7) false true Some(1) None",
            "String 0 None None false true Some(1) None",
            "Nil 0 None None false false None None",
            "Boolean 0 None None false false None None",
            "Table 0 None None false true None Some(9.0)",
            "Function 0 None None false true None None",
            "None 0 None None false false None None",
            "nil",
        ]
    );
}

#[test]
fn results_come_back_in_order_and_in_number() {
    let mut vm = machine();
    vm.register(Some("host"), "all", Text::None, |call| {
        call.push_nil();
        call.push_boolean(true);
        call.push_integer(-1);
        call.push_number(0.5);
        call.push_bytes(b"a\0b");
        Ok(5)
    })
    .unwrap();
    vm.register(Some("host"), "many", Text::None, |call| {
        for i in 0..100 {
            call.push_integer(i);
        }
        // More than were pushed are not taken from the arguments.
        Ok(1000)
    })
    .unwrap();
    let code = "local a, b, c, d, e = host.all(1, 2, 3) say(a) say(b) say(c) say(d) say(#e)
        say(select('#', host.many('x'))) say((select(100, host.many())))";
    let expected = ["nil", "true", "-1", "0.5", "3", "100", "99"];
    assert_eq!(run(&mut vm, code), expected);
}

#[test]
fn errors_name_the_line_that_called() {
    let mut vm = machine();
    vm.register(None, "fixed", Text::None, |_| Err("a fixed text".into()))
        .unwrap();
    vm.register(None, "made", Text::None, |call| {
        let text = format!("from {} {}", call.place(), "é".repeat(300));
        Err(text.into())
    })
    .unwrap();
    vm.register(None, "panics", Text::None, |_| panic!("out of luck"))
        .unwrap();
    assert_eq!(
        fail(&mut vm, "\nlocal function f()\n  fixed()\nend\nf()"),
        (
            FailureKind::Runtime,
            "h.lua:3: a fixed text\nstack traceback:\n\t[C]: in function 'fixed'\n\th.lua:3: in local 'f'\n\th.lua:5: in main chunk"
                .to_owned()
        )
    );
    let (_, text) = fail(&mut vm, "made()");
    assert!(text.starts_with("h.lua:1: from h.lua:1 éé"), "{text}");
    let lines = run(
        &mut vm,
        "say(select(2, pcall(panics))) say(select(2, pcall(function() panics() end)))",
    );
    assert_eq!(lines, ["out of luck", "h.lua:1: out of luck"]);
}

#[test]
fn calls_back_are_protected() {
    let mut vm = machine();
    vm.register(None, "apply", Text::None, |call| {
        let mut results = [0.0; 3];
        let worked = call.pcall(1, &[4, 5], &mut results);
        call.push_boolean(worked);
        call.push_number(results.iter().sum());
        Ok(2)
    })
    .unwrap();
    let code = "local function t(...) local ok, sum = apply(...) say(ok) say(sum) end
        t(function(a, b) return a, b end)
        t(function(a, b) return a + b, '2', {}, 9 end)
        t(function() error('swallowed') end)
        t(function() say('inner') return apply(function() return 1 end) end)
        t(5) t()";
    assert_eq!(
        run(&mut vm, code),
        [
            "true", "9.0", "true", "11.0", "false", "0.0", "inner", "true", "1.0", "false", "0.0",
            "false", "0.0"
        ]
    );
    let endless = "while true do apply(function() while true do end end) end";
    assert_eq!(fail(&mut vm, endless).0, FailureKind::Budget);
}

#[test]
fn host_work_counts_and_memory_limits_results() {
    let mut vm = machine();
    vm.register(None, "work", Text::None, |call| {
        call.charge(10_000_000);
        Ok(0)
    })
    .unwrap();
    vm.register(None, "fill", Text::None, |call| {
        call.push_bytes(&vec![b'x'; 8 << 20]);
        Ok(1)
    })
    .unwrap();
    run(&mut vm, "work() work()");
    assert_eq!(
        fail(&mut vm, "\nfor i = 1, 1000 do work() end"),
        (
            FailureKind::Budget,
            "h.lua:2: the cart ran too long in one frame (an endless loop?)\nstack traceback:\n\th.lua:2: in main chunk".to_owned()
        )
    );
    let (kind, text) = fail(&mut vm, "local t = {}\nfor i = 1, 100 do t[i] = fill() end");
    assert_eq!(kind, FailureKind::Memory);
    assert!(text.starts_with("h.lua:2: not enough memory"), "{text}");
    assert_eq!(run(&mut vm, "say(#fill())"), ["8388608"]);
}

#[test]
fn globals_are_set_looked_up_and_called() {
    let mut vm = machine();
    vm.set_global(None, "A", Value::Integer(1)).unwrap();
    vm.set_global(None, "B", Value::Number(0.5)).unwrap();
    vm.set_global(None, "C", Value::Bytes(b"\xff")).unwrap();
    vm.set_global(Some("D"), "e", Value::Boolean(true)).unwrap();
    vm.set_global(Some("string"), "rep", Value::Nil).unwrap();
    assert!(vm.set_global(Some("A"), "x", Value::Nil).is_err());
    assert!(vm.set_global(None, "a\0b", Value::Nil).is_err());
    run(
        &mut vm,
        "assert(D.e and not string.rep) function F(a, b) G = (a or 0) * 10 + (b or 0) end E = {}",
    );
    assert_eq!(vm.global("A"), Some(Scalar::Integer(1)));
    assert_eq!(vm.global("B"), Some(Scalar::Number(0.5)));
    assert_eq!(vm.global("C"), Some(Scalar::Bytes(vec![0xff])));
    assert_eq!(vm.global("Z"), Some(Scalar::Nil));
    assert_eq!(vm.global("E"), None);
    assert!(vm.has_function("F") && !vm.has_function("E") && !vm.has_function("Z"));
    let mut host = Host::default();
    assert_eq!(vm.call(&mut host, "F", &[4, 2]).unwrap(), Called::Done);
    assert_eq!(vm.global("G"), Some(Scalar::Integer(42)));
    assert_eq!(vm.call(&mut host, "Z", &[]).unwrap(), Called::Missing);
    assert_eq!(vm.call(&mut host, "E", &[]).unwrap(), Called::Missing);
}

#[test]
fn looking_never_runs_cart_code() {
    let mut vm = machine();
    run(
        &mut vm,
        "setmetatable(_G, {__index = function() error('looked') end, __newindex = function() error('set') end})
        setmetatable({}, {__gc = function() say('finalized') end})",
    );
    assert_eq!(vm.global("missing"), Some(Scalar::Nil));
    for i in 0..2000 {
        vm.set_global(None, &format!("g{i}"), Value::Integer(i))
            .unwrap();
    }
    let failure = vm.call(&mut Host::default(), "missing", &[]).unwrap_err();
    assert!(failure.message.ends_with(b"looked"), "{failure}");
}

#[test]
fn errors_that_are_no_strings_are_described() {
    let mut vm = machine();
    assert_eq!(
        fail(&mut vm, "error({code = 5})").1,
        "(error object is a table value)\nstack traceback:\n\t[C]: in function 'error'\n\th.lua:1: in main chunk"
    );
    let first = |text: String| text.lines().next().unwrap().to_owned();
    assert_eq!(
        first(fail(&mut vm, "error()").1),
        "(error object is a nil value)"
    );
    assert_eq!(first(fail(&mut vm, "error(12)").1), "12");
    let code = "error(setmetatable({}, {__tostring = function() return 'told' end}))";
    assert_eq!(first(fail(&mut vm, code).1), "told");
    let code = "error(setmetatable({}, {__tostring = function() error('again') end}))";
    assert_eq!(fail(&mut vm, code).0, FailureKind::Runtime);
}

#[test]
#[should_panic(expected = "the machine it came from")]
fn a_snapshot_of_another_machine_is_refused() {
    let snapshot = machine().snapshot();
    machine().restore(&snapshot);
}

#[test]
fn machines_may_move_between_threads() {
    let mut vm = machine();
    let thread = std::thread::spawn(move || run(&mut vm, "say('hello')"));
    assert_eq!(thread.join().unwrap(), ["hello"]);
}

#[test]
fn captured_locals_come_with_their_names() {
    let mut vm = machine();
    vm.register(None, "captured", Text::None, |call| {
        let number = call.args().integer(2).unwrap_or(0) as u8;
        let Some(name) = call.push_captured(1, number) else {
            return Ok(0);
        };
        call.push_bytes(name.as_bytes());
        Ok(2)
    })
    .unwrap();
    let code = "local hp, bag = 3, {}
        local function game() hp = hp - 1 bag.x = hp return hp end
        game()
        for number = 0, 3 do
          local value, name = captured(game, number)
          say(name) say(value == bag or value)
        end
        say(captured(1, 1)) say(captured(say, 2)) say(captured())";
    assert_eq!(
        run(&mut vm, code),
        [
            "nil", "nil", "hp", "2", "bag", "true", "nil", "nil", "nothing", "nothing", "nothing"
        ]
    );
}

#[test]
fn objects_made_with_other_serial_numbers_leave_those_of_the_cart_alone() {
    let mut vm = machine();
    let mut first = run(&mut vm, "say({})");
    let mut serial = 1 << 31;
    vm.swap_serial(&mut serial);
    let between = run(&mut vm, "for i = 1, 50 do local t = {} end say({})");
    vm.swap_serial(&mut serial);
    assert!(between[0].as_str() > "table: 0x80000000", "{between:?}");
    // A chunk is an object too.
    first.extend(run(&mut vm, "say({})"));
    let number = |line: &String| {
        let hex = line.trim_start_matches("table: 0x");
        u32::from_str_radix(hex, 16).expect("it is a number")
    };
    let gap = |lines: &[String]| number(&lines[1]) - number(&lines[0]);
    assert!((1..=4).contains(&gap(&first)), "{first:?}");
}
