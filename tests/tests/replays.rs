//! Replays from end to end: every cart runs again as it ran, what was changed
//! in a file is found and named, and a crash never leaves half a saved game.
#![allow(
    clippy::disallowed_methods,
    reason = "tests write files and run programs"
)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use console::{
    Cart, Console, Input, InputScript, NullHost, Options, Replay, Rerun, RerunError, Saves, Slots,
    Status, load_cart,
};
use tests::program;

/// Ticks that every cart is played.
const TICKS: u64 = 600;

/// A cart that fails again and again by never coming to an end; a tick of it
/// takes the longest that one can.
const ENDLESS: (&str, u64) = ("lua_errors.lua", 6);

/// Carts below a folder of this package.
fn carts(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(tests::root().join("tests").join(folder)).expect("it exists");
    let mut carts: Vec<PathBuf> = files
        .map(|file| file.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "lua"))
        .collect();
    carts.sort();
    carts
}

/// What is pressed in a conformance case; else something, to have an input.
fn inputs(cart: &Path) -> InputScript {
    let facts = std::fs::read_to_string(cart.with_extension("json")).unwrap_or_default();
    let facts: serde_json::Value = serde_json::from_str(&facts).unwrap_or_default();
    let script = match facts["input"].as_str() {
        Some(name) => std::fs::read_to_string(cart.with_file_name(name)).expect("it exists"),
        None => "0 1 3\n7 30 10 90 40 1 5\n100 300 8\n200 220 0 17 99 4 1 2\n".to_owned(),
    };
    InputScript::parse(&script).expect("it is one")
}

fn record(cart: &Cart, ticks: u64, input: impl Fn(u64) -> Input) -> Replay {
    let mut console = Console::new(cart.clone(), Options::default(), Box::new(NullHost));
    console.record();
    for tick in 0..ticks {
        if console.tick(&input(tick)) != Status::Running {
            break;
        }
    }
    let recorder = console.recorder().expect("it records");
    Replay::parse(&recorder.replay().to_json()).expect("it reads what it writes")
}

fn verify(replay: Replay, cart: &Cart) -> Result<(), RerunError> {
    let host = Box::new(NullHost);
    let mut rerun = Rerun::new(replay, cart.clone(), Options::default(), host)?;
    while !rerun.is_over() {
        rerun.verify()?;
    }
    Ok(())
}

/// Plays a cart, runs it again, and once more with an input changed.
fn runs_again(path: &Path) {
    let name = path.display();
    let ticks = if path.ends_with(ENDLESS.0) {
        ENDLESS.1
    } else {
        TICKS
    };
    let cart = load_cart(path).expect("it is a cart");
    let script = inputs(path);
    let replay = record(&cart, ticks, |tick| script.input(tick));
    assert_eq!(verify(replay.clone(), &cart), Ok(()), "{name}");
    let mut changed = replay;
    let Some(held) = changed.inputs.iter_mut().find(|held| held.pads.is_some()) else {
        return;
    };
    held.pads = held.pads.map(|pads| pads ^ 0x20);
    let tick = held.tick;
    match verify(changed, &cart) {
        Err(RerunError::Differs { tick: found, what }) => {
            assert_eq!(found, tick, "{name}: {what}");
            assert!(what.contains("what is held"), "{name}: {what}");
        }
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn conformance_carts_run_again_first_half() {
    let carts = carts("conformance/tic80");
    for cart in &carts[..carts.len() / 2] {
        runs_again(cart);
    }
}

#[test]
fn conformance_carts_run_again_second_half() {
    let carts = carts("conformance/tic80");
    for cart in &carts[carts.len() / 2..] {
        runs_again(cart);
    }
}

#[test]
fn speed_carts_run_again() {
    for cart in carts("bench") {
        runs_again(&cart);
    }
}

#[test]
fn carts_of_ours_run_again() {
    for name in ["comet_keeper.lua", "sound_check.lua", "metronome_lesson"] {
        runs_again(&tests::root().join("carts").join(name));
    }
}

#[test]
fn a_beat_cart_is_judged_by_the_same_moments_again() {
    let path = tests::root().join("tests/suite/conductor/worked_example/cart.lua");
    let cart = load_cart(&path).expect("it is a cart");
    let presses: Vec<String> = (1..40)
        .map(|beat| {
            let early = f64::from(beat * 37 % 23 - 11) / 100.0;
            let button = 2 + beat % 2;
            format!(
                r#"{{"at_beat": {}, "button": {button}}}"#,
                f64::from(beat) + early
            )
        })
        .collect();
    let taps = format!(
        r#"{{"downbeat": "replay", "version": 1, "ticks": 1300, "presses": [{}]}}"#,
        presses.join(",")
    );
    let mut console = Console::new(cart.clone(), Options::default(), Box::new(NullHost));
    console.record();
    let taps = Replay::parse(&taps).expect("it is one");
    let mut player = console::ReplayPlayer::new(taps);
    for _ in 0..1300 {
        player.step(&mut console).expect("the cart has these");
    }
    assert_eq!(console.failure(), None);
    let replay = console.recorder().expect("it records").replay().clone();
    assert!(replay.presses.len() > 60, "{}", replay.presses.len());
    let replay = Replay::parse(&replay.to_json()).expect("it reads what it writes");
    assert_eq!(verify(replay.clone(), &cart), Ok(()));
    let mut changed = replay;
    let press = &mut changed.presses[20];
    press.flicks = press.flicks.map(|at| at - 7_056_000);
    let error = verify(changed, &cart).expect_err("10 ms are to be seen");
    assert!(
        error.to_string().contains("the game's own state"),
        "{error}"
    );
}

#[test]
fn a_damaged_replay_is_refused_or_differs_but_never_panics() {
    let cart = load_cart(&tests::root().join("carts/comet_keeper.lua")).expect("it is a cart");
    let script = InputScript::parse("5 20 10\n22 40 8 30 40 1\n").expect("it is one");
    let text = record(&cart, 90, |tick| script.input(tick)).to_json();
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut refused = 0;
    for round in 0..3_000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=round % 3 {
            let at = random(bytes.len());
            match round % 4 {
                0 => bytes[at] = random(256) as u8,
                1 => bytes.truncate(at),
                2 => drop(bytes.remove(at)),
                _ => bytes[at] = b"0123456789,[]{}\"-e"[random(18)],
            }
            if bytes.is_empty() {
                break;
            }
        }
        let Ok(replay) = Replay::parse(&String::from_utf8_lossy(&bytes)) else {
            refused += 1;
            continue;
        };
        let host = Box::new(NullHost);
        let Ok(mut rerun) = Rerun::new(replay, cart.clone(), Options::default(), host) else {
            refused += 1;
            continue;
        };
        // Few need all ticks; it is the reading that could go wrong.
        for _ in 0..if round % 20 == 0 { 90 } else { 3 } {
            if rerun.is_over() || rerun.verify().is_err() {
                break;
            }
        }
    }
    assert!(refused > 1_500, "{refused}");
}

/// A file for a test of the program.
fn scratch(name: &str) -> PathBuf {
    let folder = tests::target().join("tests/replays").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

#[test]
fn the_program_verifies_and_says_what_differs() {
    let folder = scratch("program");
    let cart = tests::root().join("carts/comet_keeper.lua");
    let file = folder.join("run.json");
    let script = folder.join("inputs.txt");
    std::fs::write(&script, "80 80 10\n118 147 8\n").expect("the folder is writable");
    let run = |arguments: &[&str]| program::run(arguments).expect("the program runs");
    let done = run(&[
        "record",
        text(&cart),
        "--frames",
        "200",
        "--inputs",
        text(&script),
        "--replay",
        text(&file),
    ]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    let done = run(&["replay", text(&file), text(&cart), "--verify"]);
    assert_eq!(done.code, Some(0), "{}", done.err);
    assert!(
        done.out.ends_with("200 ticks, all the same\n"),
        "{}",
        done.out
    );

    let whole = std::fs::read_to_string(&file).expect("it was written");
    let check = |changed: &str, cart: &Path, code: i32, expected: &str| {
        std::fs::write(&file, changed).expect("the folder is writable");
        let done = run(&["replay", text(&file), text(cart), "--verify"]);
        assert_eq!(done.code, Some(code), "{}", done.err);
        assert!(done.err.contains(expected), "{}", done.err);
    };
    let changed = whole.replace(r#"{"tick":118,"pads":8}"#, r#"{"tick":118,"pads":4}"#);
    check(&changed, &cart, 1, "tick 118: what is held");
    let other = tests::root().join("carts/sound_check.lua");
    check(
        &whole,
        &other,
        2,
        "it is a replay of comet_keeper.lua, and this is sound_check.lua",
    );
    let newer = whole.replace(r#""version":1"#, r#""version":9"#);
    check(&newer, &cart, 2, "it is of version 9");
    check(&whole[..700], &cart, 2, "line 1");
    check("{}", &cart, 2, "it is no replay");
    let bare = r#"{"downbeat": "replay", "version": 1, "ticks": 9}"#;
    check(bare, &cart, 2, "it has no digests to compare with");
    let done = run(&["replay", text(&folder.join("none.json")), "--verify"]);
    assert_eq!(done.code, Some(2), "{}", done.err);
}

/// The folder in which [`saves_again_and_again`] saves, if it is to.
const SAVER: &str = "DOWNBEAT_TEST_SAVER";

/// Not a test, but the program that is killed by the one below.
#[test]
fn saves_again_and_again() {
    let Some(folder) = std::env::var_os(SAVER) else {
        return;
    };
    let slots = Slots::of(&Saves::at(PathBuf::from(folder)), "cart");
    let cart = Cart::from_bytes("game.lua", b"function TIC() end").expect("it is a cart");
    let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    console.record();
    loop {
        for _ in 0..50 {
            console.tick(&Input::default());
        }
        let recorder = console.recorder().expect("it records");
        slots.save("1", recorder).expect("the folder takes files");
    }
}

#[test]
fn a_program_killed_while_it_saves_leaves_a_whole_file_and_no_litter() {
    let folder = scratch("killed");
    let slots = Slots::of(&Saves::at(folder.clone()), "cart");
    let this = std::env::current_exe().expect("it runs");
    let mut read = 0;
    for round in 0..KILLS {
        let mut child = Command::new(&this)
            .args(["saves_again_and_again", "--exact", "--nocapture"])
            .env(SAVER, &folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("this program runs again");
        std::thread::sleep(Duration::from_micros(4_000 + round * 7_919 % 16_000));
        child.kill().expect("it runs until it is killed");
        child.wait().expect("it has ended");
        if slots.folder().join("1.json").exists() {
            let replay = slots.load("1").expect("the file is whole");
            assert!(replay.ticks > 0 && replay.ticks.is_multiple_of(50));
            read += 1;
        }
        let files = std::fs::read_dir(slots.folder()).into_iter().flatten();
        let count = files.count();
        assert!(count <= 5, "round {round}: {count} files");
    }
    assert!(read > 0, "no round was long enough to save");
}

/// Times that a saving program is killed.
const KILLS: u64 = 1_000;
