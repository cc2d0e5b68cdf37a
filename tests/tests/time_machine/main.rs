//! The time machine against the straight run: thousands of ticks that are gone
//! to over carts with every kind of state, and what is played on from there.
#![allow(clippy::disallowed_methods, reason = "tests read carts from files")]

use std::path::Path;

use console::{
    Cart, Console, Control, Input, InputScript, NullHost, Options, Press, Timing,
    conductor::SongTime,
};
use tests::travel::Journey;

/// Room for every tick of these runs.
const ROOM: usize = 512 << 20;

fn options(sound: bool) -> Options {
    Options {
        sound_rate: sound.then_some(44_100),
        ..Options::default()
    }
}

fn read(path: &str) -> String {
    let path = tests::root().join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Goes to ticks of a cart in random order; returns how many times.
fn check(name: &str, cart: &Cart, inputs: &InputScript, ticks: u64, restores: usize) -> usize {
    let journey = Journey {
        name: name.to_owned(),
        console: &|| Console::new(cart.clone(), options(true), Box::new(NullHost)),
        inputs: &|tick| (inputs.input(tick), None),
        ticks,
        restores,
        budget: ROOM,
    };
    journey.go().unwrap_or_else(|error| panic!("{error}"))
}

fn text(name: &str, code: &str) -> Cart {
    Cart::from_bytes(name, code.as_bytes()).expect("it is a cart")
}

fn load(path: &Path) -> Cart {
    console::load_cart(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The vm's cart that holds every kind of state Lua has, as a console's.
fn torture(mode: &str) {
    let code = read("runtime/vm/tests/carts/torture.lua");
    let code = format!(
        "-- console: downbeat\nMODE = '{mode}'\n{code}
        n = 0
        function TIC() n = n + 1 frame(n) cls(n % 16) print(DIGEST) trace(DIGEST) end
        function BDR(row) if row == 99 then frame(n) poke(0x3FF8, DIGEST % 16) end end"
    );
    let none = InputScript::parse("").expect("nothing is pressed");
    let went = check(mode, &text("torture.lua", &code), &none, 150, 500);
    assert_eq!(went, 500);
}

#[test]
fn with_the_incremental_collector() {
    torture("incremental");
}

#[test]
fn with_the_generational_collector() {
    torture("generational");
}

#[test]
fn with_both_collectors_in_turn() {
    torture("switching");
}

#[test]
fn over_every_conformance_cart() {
    let folder = tests::root().join("tests/conformance/tic80");
    let inputs = read("tests/conformance/tic80/play.txt");
    let inputs = InputScript::parse(&inputs).expect("the inputs can be read");
    let (mut carts, mut went) = (0, 0);
    for entry in std::fs::read_dir(&folder).expect("the suite is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|ending| ending == "lua") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            went += check(&name, &load(&path), &inputs, 24, 8);
            carts += 1;
        }
    }
    // Those that end in their first tick have nothing to go back to.
    assert!(carts > 150 && went > 1100, "{carts} carts, {went} times");
}

#[test]
fn over_games() {
    let games = [
        ("tests/bench/carts/entities.lua", "", 240),
        ("tests/suite/determinism/everything/cart.lua", "", 120),
        (
            "carts/comet_keeper.lua",
            "tests/suite/carts/comet_keeper/inputs.txt",
            400,
        ),
        (
            "carts/sound_check.lua",
            "tests/suite/carts/sound_check/inputs.txt",
            400,
        ),
    ];
    for (cart, inputs, ticks) in games {
        let inputs = if inputs.is_empty() {
            String::new()
        } else {
            read(inputs)
        };
        let inputs = InputScript::parse(&inputs).expect("the inputs can be read");
        let cart_file = load(&tests::root().join(cart));
        assert_eq!(check(cart, &cart_file, &inputs, ticks, 120), 120);
    }
}

/// A press every few ticks, up to 90 ms before the tick it comes with: after
/// the beats that it is for.
fn late(tick: u64) -> (Input, Option<Timing>) {
    let noise = tick.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let at = |ticks: u64| SongTime::of_tick(ticks as i64);
    let clock = at(tick) - at(2);
    let mut timing = Timing {
        clock,
        display: clock,
        presses: Vec::new(),
        handed: Vec::new(),
    };
    let button = 4 + (noise % 2) as u8;
    let down = noise % 7 < 2;
    if down {
        for down in [true, false] {
            timing.presses.push(Press {
                at: clock - SongTime(at(1).0 * (noise % 550) as i64 / 100),
                what: Control::Button(button),
                down,
            });
        }
    }
    let input = Input {
        pads: u32::from(down) << button,
        ..Input::default()
    };
    (input, Some(timing))
}

#[test]
fn over_a_beat_whose_past_changes() {
    let cart = text("beat.lua", include_str!("carts/beat.lua"));
    let console = || Console::new(cart.clone(), options(true), Box::new(NullHost));
    let journey = Journey {
        name: "beat".to_owned(),
        console: &console,
        inputs: &late,
        ticks: 500,
        restores: 500,
        budget: ROOM,
    };
    assert_eq!(journey.go(), Ok(500));
    // The cart does what it is here for.
    let mut straight = console();
    for tick in 0..journey.ticks {
        let (input, timing) = late(tick);
        straight.tick_timed(&input, &timing.unwrap_or_default());
    }
    let tally = straight.music().tally();
    assert!(tally.corrected > 5, "{tally:?}");
}

#[test]
fn with_little_room() {
    let cart = load(&tests::root().join("tests/bench/carts/entities.lua"));
    let journey = Journey {
        name: "little room".to_owned(),
        console: &|| Console::new(cart.clone(), options(false), Box::new(NullHost)),
        inputs: &|_| (Input::default(), None),
        ticks: 300,
        restores: 200,
        budget: 3 << 20,
    };
    assert_eq!(journey.go(), Ok(200));
}
