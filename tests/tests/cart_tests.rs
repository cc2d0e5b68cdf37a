//! `downbeat test` from end to end: what it finds, says, writes and exits with,
//! in folders made for it; that the carts of ours pass; and that the guide and
//! the stubs know all that tests can call.
#![allow(
    clippy::disallowed_methods,
    reason = "tests write files and run programs"
)]

use std::path::{Path, PathBuf};

use tests::program::{self, Finished};

const CART: &str = "game = {x = 0}
function BOOT() beat.start{bpm = 120, actions = {up = 0}} end
function MOVE() game.x = game.x + 1 end
function TIC() cls(3) if btnp(4) then local no no.thing = 1 end end
";

const PASSING: &str = "test('a step on the beat counts', function(t)
  t:press('up', {beat = 1, late = 0.15})
  t:until_beat(2)
  expect(t:verdict()):has{verdict = 'okay', beat = 1}
  expect(game.x):is(1)
end)
";

const FAILING: &str = "test('passes', function(t)
  expect(game):is{x = 0}
end)

test('two steps', function(t)
  trace('before')
  t:press('up', {beat = 1})
  t:until_beat(2)
  expect(game, 'the game'):is{x = 2}
end)

test('the cart stops', function(t)
  t:press('a')
  t:run(5)
  expect(1):is(1)
end)

test('not yet', {skip = 'there is no sword'}, function(t) end)
";

/// What is said of it, but for the time.
const FAILED: &str = "FOLDER/test_steps.lua
  ok    passes
  FAIL  two steps
        test_steps.lua:9: the game: expected {x = 2}
             got {x = 1}
            they part at .x: expected 2, got 1
            expect(game, 'the game'):is{x = 2}
        trace: before
  FAIL  the cart stops
        main.lua:4: attempt to index a nil value (local 'no')
            stack traceback:
              main.lua:4: in function 'TIC'
  skip  not yet: there is no sword

1 passed, 2 failed, 1 skipped in ";

/// A folder with files, for a test of its own.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = tests::target().join("tests/cart_tests").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (file, text) in files {
        let path = folder.join(file);
        std::fs::create_dir_all(path.parent().expect("it is in the folder")).expect("a folder");
        std::fs::write(path, text).expect("the folder is writable");
    }
    folder
}

fn text(path: &Path) -> String {
    path.to_str().expect("the path is UTF-8").to_owned()
}

/// Runs the tests of a path, with more arguments.
fn test(path: &Path, more: &[&str]) -> Finished {
    let path = text(path);
    let arguments = [&["test", path.as_str()], more].concat();
    program::run(&arguments).expect("the program runs")
}

#[track_caller]
fn check(path: &Path, more: &[&str], code: i32, part: &str) {
    let done = test(path, more);
    let said = format!("{}{}", done.out, done.err);
    assert_eq!(done.code, Some(code), "{more:?}: {said}");
    assert!(said.contains(part), "{more:?}: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn tests_that_pass_exit_with_0() {
    let carts = folder(
        "passing",
        &[("game/main.lua", CART), ("game/test_steps.lua", PASSING)],
    );
    let game = carts.join("game");
    let file = game.join("test_steps.lua");
    let done = test(&game, &[]);
    assert_eq!(done.code, Some(0), "{done:?}");
    let expected = format!(
        "{}\n  ok    a step on the beat counts\n\n1 passed, 0 failed in ",
        file.display()
    );
    assert!(done.out.starts_with(&expected), "{}", done.out);
    check(&file, &[], 0, "1 passed");
    check(&carts, &["--filter", "steps"], 0, "1 passed");
}

#[test]
fn tests_that_fail_exit_with_1_and_say_what_differs() {
    let folder = folder(
        "failing",
        &[("main.lua", CART), ("test_steps.lua", FAILING)],
    );
    let done = test(&folder, &[]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let out = done
        .out
        .replace(&text(&folder), "FOLDER")
        .replace('\\', "/");
    assert!(out.starts_with(FAILED), "{out}");
    assert_eq!(done.err, "downbeat: 2 of 4 tests failed\n");
    check(&folder, &["--filter", "passes"], 0, "1 passed, 0 failed");
}

#[test]
fn programs_can_read_the_results() {
    let folder = folder(
        "machines",
        &[("main.lua", CART), ("test_steps.lua", FAILING)],
    );
    let done = test(&folder, &["--json"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let told: serde_json::Value = serde_json::from_str(&done.out).expect("it is JSON");
    assert_eq!(
        (&told["passed"], &told["failed"], &told["skipped"]),
        (&1.into(), &2.into(), &1.into())
    );
    let two = &told["tests"][1];
    assert_eq!(two["result"], "failed");
    assert_eq!(two["code"], "expect(game, 'the game'):is{x = 2}");
    assert_eq!(two["place"], "test_steps.lua:5");
    let done = test(&folder, &["--tap"]);
    assert_eq!(done.code, Some(1), "{done:?}");
    let lines: Vec<&str> = done
        .out
        .lines()
        .filter(|line| !line.starts_with(' '))
        .collect();
    let name = |name: &str| format!("{}: {name}", folder.join("test_steps.lua").display());
    let expected = [
        "TAP version 13".to_owned(),
        "1..4".to_owned(),
        format!("ok 1 - {}", name("passes")),
        format!("not ok 2 - {}", name("two steps")),
        format!("not ok 3 - {}", name("the cart stops")),
        format!("ok 4 - {} # SKIP there is no sword", name("not yet")),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn wrong_usage_exits_with_2_and_an_unreadable_cart_with_3() {
    let none = folder("none", &[("main.lua", CART)]);
    check(&none, &[], 2, "has no tests. Write a file test_game.lua");
    check(&none, &["--tap", "--json"], 2, "--json");
    let lonely = folder("lonely", &[("test_game.lua", PASSING)]);
    check(&lonely.join("test_game.lua"), &[], 2, "belongs to no cart");
    let passing = folder("usage", &[("main.lua", CART), ("test_steps.lua", PASSING)]);
    check(
        &passing,
        &["--filter", "sword"],
        2,
        "no test has 'sword' in its name",
    );
    check(&passing.join("nothing"), &[], 3, "nothing");
    let broken = folder(
        "broken",
        &[
            ("main.lua", CART),
            ("cart.json", "{"),
            ("test_a.lua", PASSING),
        ],
    );
    check(&broken, &[], 3, "cart.json");
    let wrong = folder("wrong", &[("main.lua", CART), ("test_a.lua", "test('a'")]);
    check(&wrong, &[], 1, "test_a.lua:1: ')' expected near <eof>");
    let empty = folder("empty", &[("main.lua", CART), ("test_a.lua", "")]);
    check(&empty, &[], 1, "test_a.lua: it has no test; write test(");
}

#[test]
fn pictures_and_sounds_are_kept_and_compared() {
    let source = "test('looks', function(t)
  t:run(3)
  expect.frame('green')
  expect.sound('silence')
  t:screenshot('shots/green.png')
end)
";
    let folder = folder("frames", &[("main.lua", CART), ("test_look.lua", source)]);
    let out = text(&folder.join("out"));
    let more = ["--out", out.as_str()];
    check(
        &folder,
        &more,
        1,
        "nothing is kept yet of the frame 'green'",
    );
    check(&folder, &[&more[..], &["--update"]].concat(), 0, "1 passed");
    let kept = std::fs::read_to_string(folder.join("test_look.hashes")).expect("it was written");
    let of: Vec<&str> = kept
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|it| it.1)
        .collect();
    assert_eq!(of, ["frame looks: green", "sound looks: silence"]);
    check(&folder, &more, 0, "made: ");
    let shot = folder.join("out/frames/shots/green.png");
    let shot = tests::difference::read(&shot).expect("a picture was written");
    assert_eq!((shot.width, shot.height), (240, 136));
    std::fs::write(folder.join("main.lua"), CART.replace("cls(3)", "cls(4)"))
        .expect("it is writable");
    check(
        &folder,
        &more,
        1,
        "test_look.lua:3: the frame 'green' is not as it was",
    );
    assert!(folder.join("out/frames/looks_green.png").is_file());
}

#[test]
fn a_replay_that_a_test_saves_is_verified() {
    let source = "test('walks', function(t)
  t:press('up', {beat = 2, late = -0.1})
  t:until_beat(4)
  expect(game.x):is(1)
  t:save_replay('walk.json')
end)
";
    let folder = folder("replay", &[("main.lua", CART), ("test_walk.lua", source)]);
    let out = text(&folder.join("out"));
    check(&folder, &["--out", &out], 0, "walk.json");
    std::fs::rename(
        folder.join("out/replay/walk.json"),
        folder.with_file_name("walk.json"),
    )
    .expect("it was written");
    std::fs::remove_dir_all(&out).expect("it was written");
    let replay = text(&folder.with_file_name("walk.json"));
    let done = program::run(&["replay", &replay, &text(&folder), "--verify"]).expect("it runs");
    assert_eq!(done.code, Some(0), "{done:?}");
    assert!(done.out.contains("ticks, all the same"), "{done:?}");
}

#[test]
fn a_cart_for_tic80_is_tested_too() {
    let cart = "-- script: lua\nx = 96\nfunction TIC() if btn(3) then x = x + 1 end end\n";
    let source = "test('goes right', function(t)
  t:hold('right', 20)
  t:run(60)
  expect(x):is(116)
  expect(beat):is(nil)
end)
";
    let folder = folder("tic80", &[("walk.lua", cart), ("test_walk.lua", source)]);
    check(&folder, &[], 0, "1 passed");
    check(&folder.join("walk.lua"), &[], 0, "1 passed");
    check(&folder.join("test_walk.lua"), &[], 0, "1 passed");
}

#[test]
fn the_carts_of_ours_pass_their_tests() {
    check(&tests::root().join("carts"), &[], 0, " 0 failed");
}

/// The cart and the test that the guide begins with, by the names behind its
/// fences.
#[test]
fn the_example_of_the_guide_passes() {
    let page = std::fs::read_to_string(tests::root().join("docs/guide/testing.md"));
    let page = page.expect("the page is there");
    let mut files = Vec::new();
    for block in page.split("\n```lua ").skip(1) {
        let (name, rest) = block.split_once('\n').expect("a fence ends its line");
        let (code, _) = rest.split_once("\n```").expect("a block ends");
        files.push((name, code));
    }
    assert_eq!(files.len(), 2);
    let folder = folder("guide", &files);
    check(&folder, &[], 0, "3 passed, 0 failed");
}

#[test]
fn what_tests_can_call_is_in_the_guide_and_in_the_stubs() {
    let read = |path: &str| std::fs::read_to_string(tests::root().join(path)).expect(path);
    let page = read("docs/guide/testing.md");
    let stubs = read("stdlib/meta/testing.lua");
    let lua = read("runtime/script/src/testing.lua");
    let mut count = 0;
    for (class, stub, shown) in [
        ("Driver", "Test", "`t"),
        ("Expectation", "Expectation", "`"),
    ] {
        for rest in lua.split(&format!("function {class}:")).skip(1) {
            let name = rest.split('(').next().unwrap_or_default();
            assert!(
                stubs.contains(&format!("function {stub}:{name}(")),
                "the stubs have no {name}"
            );
            assert!(
                page.contains(&format!("{shown}:{name}(")),
                "the guide has no {name}"
            );
            count += 1;
        }
    }
    assert!(count > 20, "the functions were not found");
}
