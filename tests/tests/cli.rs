//! The `downbeat` program as a person or a script sees it: what it says, how
//! it exits, and that it gives the same result every time.
#![allow(
    clippy::disallowed_methods,
    reason = "tests write files and run programs"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

use tests::program::{self, Finished};

/// A folder of its own for a test, empty.
fn folder(name: &str) -> PathBuf {
    let folder = tests::target().join("tests/cli").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

/// A file in such a folder, as an argument.
fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, content).expect("the folder is writable");
    text(&path)
}

fn text(path: &Path) -> String {
    path.to_str().expect("the path is UTF-8").to_owned()
}

fn run(arguments: &[&str]) -> Finished {
    program::run(arguments).expect("the program runs")
}

/// Runs the program and checks its exit code and a part of what it says.
#[track_caller]
fn check(arguments: &[&str], code: i32, part: &str) {
    let done = run(arguments);
    let said = format!("{}{}", done.out, done.err);
    assert_eq!(done.code, Some(code), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?}: {said}");
    assert!(!said.contains("panicked"), "{arguments:?}: {said}");
    if code != 0 && code != 2 {
        assert!(done.err.starts_with("downbeat: "), "{arguments:?}: {said}");
    }
}

const GOOD: &str = "-- title: good\nfunction TIC()\n cls(3)\n trace('hello')\nend\n";

/// Those with a page of their own in the documentation.
const COMMANDS: [&str; 9] = [
    "run",
    "record",
    "test",
    "check",
    "info",
    "convert",
    "gen",
    "calibrate",
    "doctor",
];

#[test]
fn help_and_version_are_no_failures() {
    check(&["--help"], 0, "record");
    check(&["--version"], 0, "downbeat");
    for command in COMMANDS {
        check(&[command, "--help"], 0, "Usage: downbeat");
    }
}

#[test]
fn wrong_usage_exits_with_2() {
    check(&[], 2, "Usage");
    check(&["fly"], 2, "fly");
    check(&["record"], 2, "CART");
    let folder = folder("usage");
    let cart = file(&folder, "good.lua", GOOD);
    check(&["record", &cart, "--frames", "many"], 2, "many");
    let inputs = file(&folder, "inputs.txt", "0 1 0\n5 up\n");
    check(&["record", &cart, "--inputs", &inputs], 2, "line 2");
    check(
        &["record", &cart, "--inputs", "no-such-file"],
        2,
        "no-such-file",
    );
    let nowhere = text(&folder.join("none/hashes.txt"));
    check(
        &["record", &cart, "--frame-hashes", &nowhere],
        2,
        "hashes.txt",
    );
}

#[test]
fn a_cart_that_cannot_be_read_exits_with_3() {
    let folder = folder("unreadable");
    for command in ["record", "check", "info"] {
        check(&[command, "no-such-cart.tic"], 3, "no-such-cart.tic");
        let empty = file(&folder, "empty.tic", "");
        check(&[command, &empty], 3, "empty.tic");
        let cut = file(&folder, "cut.png", b"\x89PNG\r\n\x1a\n\0\0");
        check(&[command, &cut], 3, "cut.png");
        let nothing = folder.join("nothing");
        std::fs::create_dir_all(&nothing).expect("the folder is writable");
        check(&[command, &text(&nothing)], 3, "nothing");
    }
}

#[test]
fn a_failing_cart_exits_with_1_and_says_where() {
    let folder = folder("failing");
    let cart = file(
        &folder,
        "bad.lua",
        "function TIC()\n local a = nil + 1\nend\n",
    );
    check(
        &["record", &cart],
        1,
        "downbeat: bad.lua:2: attempt to perform arithmetic",
    );
    check(&["record", &cart], 1, "stack traceback:");
    let cart = file(&folder, "syntax.lua", "function TIC()\n if then\nend\n");
    check(&["record", &cart], 1, "downbeat: syntax.lua:2:");
    let cart = file(&folder, "empty.lua", "-- nothing here\n");
    check(&["record", &cart], 1, "TIC");
}

#[test]
fn a_good_cart_exits_with_0() {
    let folder = folder("good");
    let cart = file(&folder, "good.lua", GOOD);
    check(&["record", &cart, "--frames", "2"], 0, "hello\nhello\n");
    check(&["info", &cart], 0, "good");
    let told = run(&["info", &cart, "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told.out).expect("it is JSON");
    assert!(told.to_string().contains("good"), "{told}");
}

#[test]
fn a_recording_has_the_formats_of_the_conformance_suite() {
    let folder = folder("formats");
    let code = "function TIC()\n cls(0)\n trace('a\\\\b\\n\\xff', 5)\n if time() > 20 then exit() end\nend\n";
    let cart = file(&folder, "formats.lua", code);
    let [hashes, trace, registers, png] =
        ["hashes", "trace", "registers", "1.png"].map(|name| text(&folder.join(name)));
    let shot = format!("1={png}");
    let arguments = ["record", &cart, "--frames", "9", "--frame-hashes", &hashes];
    let more = ["--trace", &trace, "--registers", &registers, "--png", &shot];
    check(&[&arguments[..], &more[..]].concat(), 0, "");
    let read = |path: &str| std::fs::read_to_string(path).expect("the file was written");
    let line = "15 a\\\\b\\n\\xff".replace("15", "5");
    let expected = format!("T 0 {line}\nT 1 {line}\nT 2 {line}\nX 2\n");
    assert_eq!(read(&trace), expected);
    let lines = read(&hashes);
    assert_eq!(lines.lines().count(), 3);
    let parsed = tests::hashes::parse(&lines).expect("they are frame hashes");
    assert!(parsed.values().all(|hash| hash.screen.len() == 32));
    assert!(
        read(&registers)
            .lines()
            .all(|line| line.len() == 144 + 1 + 8)
    );
    let picture = tests::difference::read(Path::new(&png)).expect("a picture was written");
    assert_eq!((picture.width, picture.height), (240, 136));
}

#[test]
fn a_cart_survives_conversion_there_and_back() {
    let folder = folder("convert");
    let code = format!(
        "{GOOD}\n-- <TILES>\n-- 001:{}\n-- </TILES>\n",
        "12".repeat(32)
    );
    let cart = file(&folder, "good.lua", code);
    let hashes = |cart: &str| {
        let out = text(&folder.join("hashes.txt"));
        check(
            &["record", cart, "--frames", "3", "--frame-hashes", &out],
            0,
            "",
        );
        std::fs::read_to_string(out).expect("the hashes were written")
    };
    let mut from = cart.clone();
    for form in ["a.tic", "b.png", "c.lua", "d", "e.tic"] {
        let to = text(&folder.join(form));
        check(&["convert", &from, &to], 0, "");
        assert_eq!(hashes(&to), hashes(&cart), "{form}");
        from = to;
    }
}

/// Hashes and traces of a cart that uses all that could differ, as written by
/// the program started through `wrapper`.
fn recorded(name: &str, wrapper: &[&str]) -> Option<String> {
    let folder = folder(name);
    // Another user may have to write there.
    Command::new("chmod")
        .arg("777")
        .arg(&folder)
        .status()
        .ok()?;
    let cart = tests::root().join("tests/suite/determinism/everything/cart.lua");
    // Where things lie in the arena is the same every time, whatever the
    // system's addresses are; what is printed and the order show it.
    let code = std::fs::read_to_string(cart).expect("the cart is there")
        + r#"
local objects = {}
for i = 1, 50 do objects[{}] = i end
for i = 1, 20 do objects[function() return i end] = i end
for i = 1, 20 do objects[coroutine.create(function() end)] = i end
objects[print], objects[math.sin], objects[string.rep] = 1, 2, 3
local tic = TIC
function TIC()
  tic()
  local order = 0
  for _, value in pairs(objects) do order = (order * 31 + value) % 2147483647 end
  trace(order .. " " .. tostring({}) .. " " .. tostring(print) .. " " .. tostring(tic))
end
"#;
    let cart = file(&folder, "everything.lua", code);
    let [hashes, trace] = ["hashes", "trace"].map(|name| text(&folder.join(name)));
    let program = text(&program::path());
    let mut words = wrapper.iter().copied().chain([program.as_str()]);
    let done = Command::new(words.next()?)
        .args(words)
        .args(["record", &cart, "--frames", "120", "--seed", "7"])
        .args(["--frame-hashes", &hashes, "--trace", &trace])
        .output();
    let done = done.ok().filter(|done| done.status.success());
    let Some(done) = done else {
        tests::skipped(&format!("{wrapper:?} does not run here"));
        return None;
    };
    assert_eq!(done.stdout, b"");
    let read = |path: String| std::fs::read_to_string(path).expect("the file was written");
    Some(read(hashes) + &read(trace))
}

#[test]
fn a_recording_is_the_same_every_time() {
    let first = recorded("same-1", &[]).expect("the program runs");
    assert!(first.lines().count() > 240, "{first}");
    for (name, wrapper) in [
        ("same-2", &[][..]),
        ("same-fixed-addresses", &["setarch", "-R"][..]),
        (
            "same-other-stack",
            &["env", "PADDING=0123456789012345678901234567890123456789"],
        ),
        (
            "same-other-user",
            &[
                "setpriv",
                "--reuid=65534",
                "--regid=65534",
                "--clear-groups",
            ],
        ),
        ("same-no-environment", &["env", "-i"]),
    ] {
        if let Some(again) = recorded(name, wrapper) {
            assert!(first == again, "{name}: another result");
        }
    }
}

#[test]
fn without_a_display_the_window_exits_with_4() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = folder("no-display");
    let cart = file(&folder, "good.lua", GOOD);
    let mut command = program::downbeat().expect("the program is built");
    command.args(["run", &cart]);
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
        command.env_remove(name);
    }
    let done = Finished::from(command.output().expect("the program runs"));
    assert_eq!(done.code, Some(4), "{done:?}");
    assert!(done.err.starts_with("downbeat: "), "{done:?}");
}

#[test]
fn doctor_says_what_it_finds_without_any_device() {
    let mut command = program::downbeat().expect("the program is built");
    command
        .arg("doctor")
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY");
    let done = Finished::from(command.output().expect("the program runs"));
    assert!(!done.err.contains("panicked"), "{done:?}");
    assert!(!done.out.is_empty(), "{done:?}");
}

#[test]
fn every_option_is_in_the_documentation() {
    let page = tests::root().join("docs/command-line.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let mut options = 0;
    for command in COMMANDS {
        assert!(page.contains(&format!("| `{command}")), "{command}");
        for word in run(&[command, "--help"]).out.split_whitespace() {
            let option = word.trim_end_matches(|c: char| !c.is_ascii_lowercase());
            if option.starts_with("--") && option != "--help" {
                assert!(page.contains(option), "{command} {option}");
                options += 1;
            }
        }
    }
    assert!(options > 10, "the options were not found");
}

#[test]
fn completions_are_written_for_each_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        check(&["completions", shell], 0, "downbeat");
    }
}
