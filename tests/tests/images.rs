//! Images of machines against the machines themselves, through every
//! conformance cart: a fresh machine that loads one is the same in all that is
//! seen, heard and stored, and goes on in the same way.
#![allow(clippy::disallowed_methods, reason = "tests read carts from files")]

use std::path::Path;

use console::{InputScript, Options};
use machine::{Input, Machine};
use tests::recording;

/// Frames between two images, and ticks that both machines go on for.
const EVERY: u64 = 7;
const ON: usize = 3;

fn image(machine: &Machine) -> Vec<u8> {
    let mut image = Vec::new();
    machine.image(&mut image);
    image
}

/// Ticks without the cart: what is seen and heard, and the state after them.
fn go_on(machine: &mut Machine) -> (Vec<Vec<u8>>, Vec<i16>) {
    let (mut seen, mut sound) = (Vec::new(), Vec::new());
    let input = Input {
        pads: 0x55,
        keys: [1, 30, 0, 0],
        ..Input::default()
    };
    for _ in 0..ON {
        machine.begin_tick(&input);
        machine.end_tick();
        for row in 0..machine.picture().height {
            machine.compose_row(row);
        }
        seen.push(machine.picture().rgba.clone());
        machine.render(44_100, &mut sound);
    }
    // What a bank holds shows when it is loaded.
    for bank in 0..8 {
        machine.begin_tick(&input);
        machine.sync(0, bank, false).expect("the bank exists");
        seen.push(image(machine));
    }
    (seen, sound)
}

/// Runs a cart; returns how many images were loaded.
fn check(cart: &Path, inputs: &InputScript) -> usize {
    let name = cart.display();
    let options = Options {
        sound_rate: Some(44_100),
        ..Options::default()
    };
    let facts = std::fs::read_to_string(cart.with_extension("json")).expect("it has facts");
    let facts: serde_json::Value = serde_json::from_str(&facts).expect("facts are JSON");
    let frames = facts["frames"].as_u64().expect("they say how long it runs");
    let mut loaded = 0;
    // Made by the same cart, but not by its ticks.
    let mut fresh: Option<Machine> = None;
    recording::record_with(options, cart, inputs, frames, |frame, console| {
        let straight = console.machine();
        if frame % EVERY > 0 {
            return;
        }
        // The first machine has gone one tick, in which it may have changed
        // anything; `load_image` has to bring all of it up to date.
        let mut other = fresh.get_or_insert_with(|| straight.clone()).clone();
        let before = image(straight);
        other.load_image(&before);
        assert!(image(&other) == before, "{name}, frame {frame}");
        assert_eq!(other.state_hash(), straight.state_hash());
        let expected = go_on(&mut straight.clone());
        assert!(go_on(&mut other) == expected, "{name}, frame {frame}");
        loaded += 1;
    })
    .expect("the cart runs");
    loaded
}

#[test]
fn loaded_machines_go_on_like_those_of_the_conformance_carts() {
    let folder = tests::root().join("tests/conformance/tic80");
    let inputs = std::fs::read_to_string(folder.join("play.txt")).expect("the inputs are there");
    let inputs = InputScript::parse(&inputs).expect("the inputs can be read");
    let mut carts = 0;
    let mut loaded = 0;
    for entry in std::fs::read_dir(&folder).expect("the suite is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|ending| ending == "lua") {
            loaded += check(&path, &inputs);
            carts += 1;
        }
    }
    assert!(carts > 150, "{carts} carts");
    assert!(loaded > 500, "{loaded} images");
}
