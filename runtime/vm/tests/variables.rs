//! Variables as a developer is shown them, from tables of every awkward kind.

use std::collections::BTreeSet;

use vm::{Limits, Vm};

/// Lines `path=text` of what a program leaves, with these tables open.
fn check(code: &str, open: &[&str], expected: &[&str]) {
    let mut vm = Vm::<()>::new(Limits::default()).unwrap();
    vm.run(&mut (), code.as_bytes(), "@test").unwrap();
    let libraries = [
        "_G",
        "_VERSION",
        "coroutine",
        "debug",
        "math",
        "package",
        "string",
        "table",
        "utf8",
    ];
    let hidden = |name: &str| libraries.contains(&name);
    let open: BTreeSet<String> = open.iter().map(|&path| path.to_owned()).collect();
    let used = vm.memory_used();
    let variables = vm.variables(&open, &hidden);
    assert_eq!(vm.memory_used(), used, "looking takes memory");
    let lines: Vec<String> = (variables.iter())
        .map(|variable| format!("{}={}", variable.path, variable.text))
        .collect();
    assert_eq!(lines, expected, "{code}");
    // Nothing is left on the stack: the machine still runs.
    vm.run(&mut (), b"return 1", "@test").unwrap();
}

#[test]
fn variables_are_listed_by_name_with_what_they_hold() {
    check(
        "b = true a = 'x' n = 3 f = 2.5 g = 2.0 t = {1, 2} function h() end",
        &[],
        &["a=\"x\"", "b=true", "f=2.5", "g=2.0", "n=3", "t={2}"],
    );
}

#[test]
fn locals_are_found_through_the_functions_that_use_them() {
    check(
        "local lives, deep = 3, {x = 1}
         local function inner() return deep end
         local unused = 1
         function TIC() lives = lives - 1 return inner() end",
        &["deep"],
        &["deep={}", "deep.x=1", "lives=3"],
    );
}

#[test]
fn numbered_fields_come_first_and_odd_keys_are_named() {
    check(
        "t = {10, 20, name = 'n', [true] = 1, [1.5] = 2, [{}] = 3, f = print}",
        &["t"],
        &[
            "t={2}",
            "t[1]=10",
            "t[2]=20",
            "t.(object)=3",
            "t.1.5=2",
            "t.name=\"n\"",
            "t.true=1",
        ],
    );
}

#[test]
fn tables_in_themselves_end() {
    let paths: Vec<String> = (0..9)
        .map(|depth| format!("t{}", ".t".repeat(depth)))
        .collect();
    let open: Vec<&str> = paths.iter().map(String::as_str).collect();
    let expected: Vec<String> = paths[..6]
        .iter()
        .map(|path| format!("{path}={{}}"))
        .collect();
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    check("t = {} t.t = t", &open, &expected);
}

#[test]
fn a_large_table_is_cut() {
    let mut vm = Vm::<()>::new(Limits::default()).unwrap();
    let code = b"t = {} for i = 1, 100000 do t[i] = i end";
    vm.run(&mut (), code, "@test").unwrap();
    let open = BTreeSet::from(["t".to_owned()]);
    let lines = vm.variables(&open, &|name| name != "t").len();
    assert_eq!(lines, 257);
}
