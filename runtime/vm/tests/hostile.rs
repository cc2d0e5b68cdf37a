//! Carts that never end, or take all they can get: each is stopped for the
//! right reason and in the right place, and the machine works afterwards.
//!
//! The first line of a cart says how it stops: `-- stops: budget 3` is a spent
//! budget in line 3. Work is counted, so no clock is needed.
#![allow(clippy::disallowed_methods, reason = "the carts are files")]

use std::fs;
use std::path::Path;
use vm::{Called, FailureKind, Limits, Vm};

/// Enough for each cart to prepare what it abuses.
const LIMITS: Limits = Limits {
    memory: 32 << 20,
    budget: 20_000_000,
};

/// The folder's carts: name and source.
fn carts() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/carts/hostile");
    let mut carts: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            (name, fs::read_to_string(path).unwrap())
        })
        .collect();
    carts.sort();
    carts
}

/// What the first line of a cart expects: the kind, and the line if it matters.
fn expected(source: &str) -> (FailureKind, Option<&str>) {
    let head = source.lines().next().unwrap();
    let mut words = head.strip_prefix("-- stops: ").unwrap().split(' ');
    let kind = match words.next() {
        Some("budget") => FailureKind::Budget,
        Some("memory") => FailureKind::Memory,
        Some("runtime") => FailureKind::Runtime,
        other => panic!("{other:?}"),
    };
    (kind, words.next())
}

/// Runs the cart, then something harmless, on a thread with a small stack.
fn check(name: &str, source: &str) -> Result<(), String> {
    let mut vm = Vm::<()>::new(LIMITS).unwrap();
    let failure = vm
        .run(&mut (), source.as_bytes(), "@c.lua")
        .err()
        .ok_or(format!("{name} ended by itself"))?;
    let (kind, line) = expected(source);
    let message = String::from_utf8_lossy(&failure.message);
    if failure.kind != kind {
        return Err(format!(
            "{name}: {:?}, not {kind:?}: {message}",
            failure.kind
        ));
    }
    let place = line.map_or(String::new(), |line| format!("c.lua:{line}: "));
    if !message.starts_with(&place) {
        return Err(format!("{name}: {place} expected: {message}"));
    }
    if kind == FailureKind::Budget && vm.budget_left() >= 0 {
        return Err(format!("{name}: stopped with {} left", vm.budget_left()));
    }
    let harmless = b"function F() local t = {} for i = 1, 1000 do t[i] = i .. '' end end";
    vm.run(&mut (), harmless, "@d.lua")
        .map_err(|error| format!("{name}: then {error}"))?;
    match vm.call(&mut (), "F", &[]) {
        Ok(Called::Done) => Ok(()),
        other => Err(format!("{name}: then {other:?}")),
    }
}

#[test]
fn every_cart_is_stopped_and_the_machine_goes_on() {
    let run = || {
        let carts = carts();
        assert!(carts.len() > 100, "the carts are gone");
        carts
            .iter()
            .filter_map(|(name, source)| check(name, source).err())
            .collect::<Vec<String>>()
    };
    // Endless recursion must not reach the end of a small native stack.
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(run);
    let mistakes = thread.unwrap().join().unwrap();
    assert!(mistakes.is_empty(), "\n{}", mistakes.join("\n"));
}
