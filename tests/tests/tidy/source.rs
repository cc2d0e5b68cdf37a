//! How Rust files read and what they may say: their head, their length, their
//! names, and what only some crates may do.

use tests::rust_code::{lines_with_word, without_tests, without_text};

use crate::{File, hold};

/// Crates below the console: no input or output, no clock, no logging, and
/// nothing whose order is by chance.
const PURE: &[&str] = &[
    "dice",
    "machine",
    "vm",
    "script",
    "cart",
    "conductor",
    "mapgen",
];

/// What code of those crates does not name.
const IMPURE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::time",
    "std::net",
    "std::process",
    "std::thread",
    "Instant",
    "SystemTime",
    "stdin",
    "stdout",
    "stderr",
    "println!",
    "eprintln!",
    "print!",
    "eprint!",
    "dbg!",
    "HashMap",
    "HashSet",
    "RandomState",
];

/// Words in names of files and functions that say nothing about a thing.
const EMPTY_NAMES: &[&str] = &["util", "utils", "helper", "helpers", "manager"];

/// Whole names of files that say as little.
const EMPTY_FILES: &[&str] = &["common", "misc", "mod"];

/// Longest file.
const MOST_LINES: usize = 800;

fn unsafe_faults(file: &File) -> Vec<String> {
    if !file.is_rust() || file.path.starts_with("runtime/vm/") {
        return Vec::new();
    }
    let code = without_text(&file.text);
    let mut lines = lines_with_word(&code, "unsafe");
    lines.extend(lines_with_word(&code, "unsafe_code"));
    at_lines(file, &lines, "unsafe code outside vm")
}

fn purity_faults(file: &File) -> Vec<String> {
    let is_source = file.path.contains("/src/") && !file.is_test();
    if !file.is_rust() || !is_source || !PURE.contains(&file.crate_name()) {
        return Vec::new();
    }
    let code = without_tests(&without_text(&file.text));
    IMPURE
        .iter()
        .flat_map(|name| {
            let lines = lines_with_word(&code, name);
            at_lines(file, &lines, &format!("{name} below the console"))
        })
        .collect()
}

fn unwrap_faults(file: &File) -> Vec<String> {
    let is_source = file.path.starts_with("runtime/") && file.path.contains("/src/");
    if !file.is_rust() || !is_source || file.is_test() {
        return Vec::new();
    }
    let code = without_tests(&without_text(&file.text));
    at_lines(
        file,
        &lines_with_word(&code, ".unwrap()"),
        "unwrap outside tests",
    )
}

fn unfinished_faults(file: &File) -> Vec<String> {
    let kinds = ["rs", "lua", "toml", "md", "sh"];
    let is_given = file.path.starts_with("tests/conformance/");
    if is_given || !kinds.contains(&crate::extension(&file.path)) {
        return Vec::new();
    }
    // Put together here, so that this file does not name them itself.
    let marks = [
        concat!("to", "do!"),
        concat!("un", "implemented!"),
        concat!("#[ig", "nore"),
        concat!("TO", "DO"),
        concat!("FIX", "ME"),
        concat!("X", "XX"),
    ];
    marks
        .iter()
        .flat_map(|mark| at_lines(file, &lines_with_word(&file.text, mark), mark))
        .collect()
}

fn head_faults(file: &File) -> Vec<String> {
    if !file.is_rust() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    if !file.text.starts_with("//!") {
        faults.push(format!("{}: does not open with //!", file.path));
    }
    let lines = file.text.lines().count();
    if lines > MOST_LINES {
        faults.push(format!(
            "{}: {lines} lines, at most {MOST_LINES}",
            file.path
        ));
    }
    faults
}

fn name_faults(file: &File) -> Vec<String> {
    let empty = |name: &str| {
        name.split(['_', '-'])
            .any(|word| EMPTY_NAMES.contains(&word))
    };
    let mut faults = Vec::new();
    let (folders, name) = file.path.rsplit_once('/').unwrap_or(("", &file.path));
    let stem = name.split('.').next().unwrap_or(name);
    if empty(stem) || folders.split('/').any(empty) || EMPTY_FILES.contains(&stem) {
        faults.push(format!("{}: a name that says nothing", file.path));
    }
    if file.is_rust() {
        let code = without_text(&file.text);
        for (index, line) in code.lines().enumerate() {
            let called = line
                .split_once("fn ")
                .map(|(_, rest)| rest.split(['(', '<']).next().unwrap_or(rest));
            if called.is_some_and(empty) {
                faults.extend(at_lines(file, &[index + 1], "a name that says nothing"));
            }
        }
    }
    faults
}

fn at_lines(file: &File, lines: &[usize], what: &str) -> Vec<String> {
    lines
        .iter()
        .map(|line| format!("{}:{line}: {what}", file.path))
        .collect()
}

#[test]
fn unsafe_code_is_in_vm_only() {
    hold(unsafe_faults);
}

#[test]
fn nothing_below_the_console_reaches_outside() {
    hold(purity_faults);
}

#[test]
fn nothing_is_unwrapped_outside_tests() {
    hold(unwrap_faults);
}

#[test]
fn nothing_is_left_unfinished_or_switched_off() {
    hold(unfinished_faults);
}

#[test]
fn files_say_what_they_are_and_stay_short() {
    hold(head_faults);
}

#[test]
fn names_say_what_a_thing_is() {
    hold(name_faults);
}

mod can_fail {
    use super::*;

    #[track_caller]
    fn check(rule: fn(&File) -> Vec<String>, path: &str, text: &str, expected: usize) {
        assert_eq!(
            rule(&File::new(path, text)).len(),
            expected,
            "{path}: {text}"
        );
    }

    #[test]
    fn on_unsafe_code() {
        let word = concat!("un", "safe");
        let block = format!("fn f() {{ {word} {{ }} }}");
        check(unsafe_faults, "runtime/machine/src/lib.rs", &block, 1);
        check(unsafe_faults, "runtime/vm/src/lib.rs", &block, 0);
        check(unsafe_faults, "tests/src/lib.rs", &format!("// {word}"), 0);
        let switch = format!("#![allow({word}_code)]");
        check(unsafe_faults, "runtime/cli/src/main.rs", &switch, 1);
    }

    #[test]
    fn on_reaching_outside() {
        let reads = "fn f() { std::fs::read(x); }";
        check(purity_faults, "runtime/machine/src/lib.rs", reads, 1);
        check(purity_faults, "runtime/console/src/lib.rs", reads, 0);
        check(
            purity_faults,
            "runtime/machine/src/screen/tests.rs",
            reads,
            0,
        );
        let tested = format!("#[cfg(test)]\nmod tests {{ {reads} }}");
        check(purity_faults, "runtime/cart/src/lib.rs", &tested, 0);
        check(
            purity_faults,
            "runtime/vm/src/lib.rs",
            "println!(\"x\");",
            1,
        );
        check(purity_faults, "runtime/vm/src/lib.rs", "let a: Instant;", 1);
        check(
            purity_faults,
            "runtime/script/src/lib.rs",
            "HashMap::new()",
            1,
        );
    }

    #[test]
    fn on_an_unwrap() {
        check(unwrap_faults, "runtime/cli/src/main.rs", "x.unwrap();", 1);
        check(
            unwrap_faults,
            "runtime/cli/src/main.rs",
            "x.unwrap_or(1);",
            0,
        );
        check(unwrap_faults, "tests/src/lib.rs", "x.unwrap();", 0);
    }

    #[test]
    fn on_marks_of_unfinished_work() {
        let mark = concat!("// TO", "DO: more");
        check(unfinished_faults, "runtime/cli/src/main.rs", mark, 1);
        check(unfinished_faults, "carts/a/main.lua", mark, 1);
        check(unfinished_faults, "carts/a/a.png", mark, 0);
        let off = concat!("#[ig", "nore = \"slow\"]");
        check(unfinished_faults, "tests/tests/a.rs", off, 1);
    }

    #[test]
    fn on_a_file_without_a_head_or_end() {
        check(head_faults, "runtime/vm/build.rs", "//! Builds Lua.\n", 0);
        check(head_faults, "runtime/vm/build.rs", "use std;\n", 1);
        let long = format!("//! Long.\n{}", "\n".repeat(MOST_LINES));
        check(head_faults, "runtime/vm/src/lib.rs", &long, 1);
    }

    #[test]
    fn on_a_name_that_says_nothing() {
        for path in [
            "a/utils.rs",
            "a/mod.rs",
            "a/helpers/b.rs",
            "a/window_manager.rs",
            "b/common.lua",
        ] {
            check(name_faults, path, "", 1);
        }
        check(name_faults, "a/commonplace.rs", "fn utility() {}", 0);
        check(name_faults, "a/b.rs", "pub fn helper<T>() {}", 1);
    }
}
