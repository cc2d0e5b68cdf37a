//! What a win of Pulse Code leaves: pictures in which a phone finds the code,
//! for texts of versions 1 to 4, and a replay of a whole run that wins again.
//!
//! The cart's own tests take the pictures and write the replay
//! (`carts/pulse_code/test_wins.lua`).
#![allow(
    clippy::disallowed_methods,
    reason = "tests run the program and read files"
)]

use std::path::PathBuf;

use console::Replay;
use console::mapgen::qr::Matrix;
use tests::program;

/// Texts of the cart's test, and the first line of its poem.
const PICTURES: usize = 21;

/// Modules on a side of versions 1 to 4.
const SIDES: [usize; 4] = [21, 25, 29, 33];

/// Runs the cart's test; the folder with what it has written.
fn won() -> PathBuf {
    let out = tests::target().join("tests/pulse-code-wins");
    let _ = std::fs::remove_dir_all(&out);
    let test = tests::root().join("carts/pulse_code/test_wins.lua");
    let [test, to] = [&test, &out].map(|path| path.to_str().expect("UTF-8"));
    let done = program::run(&["test", test, "--out", to]).expect("the program runs");
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    out.join("pulse_code")
}

/// What the program says of a replay of the game.
fn verified(replay: &std::path::Path) -> program::Finished {
    let cart = tests::root().join("carts/pulse_code");
    let [replay, cart] = [replay, &cart].map(|path| path.to_str().expect("UTF-8"));
    program::run(&["replay", replay, cart, "--verify"]).expect("the program runs")
}

#[test]
fn pictures_of_wins_are_codes_and_a_won_run_wins_again() {
    let folder = won();
    let mut sizes = Vec::new();
    for entry in std::fs::read_dir(&folder).expect("there are pictures") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some(text) = name.strip_prefix("win-") else {
            continue;
        };
        let picture = std::fs::read(&path).expect("a picture");
        let (matrix, said) = Matrix::read(&picture).unwrap_or_else(|error| {
            panic!("{name}: {error}");
        });
        assert_eq!(said, text.replace('_', " "));
        sizes.push(matrix.to_text().lines().count());
    }
    assert_eq!(sizes.len(), PICTURES);
    for side in SIDES {
        let count = sizes.iter().filter(|size| **size == side).count();
        assert!(count >= 4, "{count} codes of {side} modules: {sizes:?}");
    }

    let file = folder.join("won.json");
    let done = verified(&file);
    assert_eq!(done.code, Some(0), "{}{}", done.out, done.err);
    // A press that is left out is noticed.
    let text = std::fs::read_to_string(&file).expect("a replay");
    let mut replay = Replay::parse(&text).expect("a replay");
    let middle = replay.presses.len() / 2;
    replay.presses.remove(middle);
    let changed = folder.join("changed.json");
    std::fs::write(&changed, replay.to_json()).expect("the folder is writable");
    assert_eq!(verified(&changed).code, Some(1));
}
