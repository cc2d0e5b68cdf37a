//! Going back in time as a player does it: the real program's window, keys
//! that are held, and what the cart traces from then on.
#![allow(clippy::disallowed_methods, reason = "tests run programs and wait")]

use std::time::Duration;

use tests::difference::Pixels;
use tests::display::{self, Display};
use tests::player::Player;

/// Longest time to wait for something; a loaded machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// The window's scale on the screen that the tests open.
const SCALE: usize = 3;

/// The program playing the case `ticks`, which traces every tick and shows its
/// number: a line `played` is what the cart traces, `tick` what is shown of
/// what was played before.
fn start(display: &Display, options: &[&str]) -> Player {
    Player::start(display, "ticks", options)
}

/// Waits until the cart has played this tick.
fn plays(player: &Player, tick: u64) {
    while player.number("played") < tick {}
}

/// The number of the tick that the cart shows: 16 squares, the lowest bit
/// first.
fn shown(shot: &Pixels) -> Option<u64> {
    let is_white = |x: usize, y: usize| shot.at(x, y) == Some([0xf4, 0xf4, 0xf4, 255]);
    // A frame of red marks the place of the squares.
    let is_red = |x: usize, y: usize| shot.at(x, y) == Some([0xb1, 0x3e, 0x53, 255]);
    let (left, top) = (0..shot.height)
        .flat_map(|y| (0..shot.width).map(move |x| (x, y)))
        .find(|&(x, y)| is_red(x, y))?;
    let bit = |bit: usize| is_white(left + (3 + bit * 8) * SCALE + 1, top + 3 * SCALE + 1);
    Some((0..16).map(|at| u64::from(bit(at)) << at).sum())
}

#[test]
fn a_held_key_takes_time_back_and_play_goes_on_from_there() {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let player = start(&display, &[]);
    plays(&player, 180);
    display.xdotool(&["keydown", "BackSpace"]).expect("a key");
    let first = player.number("tick");
    let mut before = first;
    while before > first - 90 {
        let tick = player.number("tick");
        assert!(tick < before, "{tick} comes after {before}");
        before = tick;
    }
    let shot = display.screenshot().expect("a screenshot");
    display.xdotool(&["keyup", "BackSpace"]).expect("a key");
    let played = player.number("played");
    assert!(played < first - 60, "{played} is not long before {first}");
    plays(&player, played + 30);
    // What was shown meanwhile is a picture of back then.
    let back = shown(&shot).expect("the cart is shown");
    assert!(back <= before && back >= 1, "{back} is shown, not {before}");
}

#[test]
fn no_rewind_leaves_the_key_to_the_cart() {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let player = start(&display, &["--no-rewind"]);
    plays(&player, 60);
    display.xdotool(&["keydown", "BackSpace"]).expect("a key");
    for _ in 0..60 {
        let line = player.any_line(PATIENCE).expect("a line");
        assert!(!line.starts_with("tick"), "{line}");
    }
    display.xdotool(&["keyup", "BackSpace"]).expect("a key");
}

#[test]
fn slots_are_saved_and_loaded_by_keys() {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let player = start(&display, &[]);
    plays(&player, 60);
    display.xdotool(&["key", "ctrl+shift+3"]).expect("keys");
    plays(&player, 200);
    display.xdotool(&["key", "ctrl+3"]).expect("keys");
    let landed = player.number("tick");
    assert!((60..200).contains(&landed), "loaded {landed}");
    assert_eq!(player.number("played"), landed + 1);
}

#[test]
fn a_slot_is_loaded_after_the_program_has_ended() {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let mut player = start(&display, &[]);
    plays(&player, 90);
    display.xdotool(&["key", "ctrl+shift+7"]).expect("keys");
    plays(&player, 150);
    display.xdotool(&["key", "ctrl+q"]).expect("keys");
    player.wait_for_end();
    let player = start(&display, &[]);
    plays(&player, 5);
    display.xdotool(&["key", "ctrl+7"]).expect("keys");
    let landed = player.number("tick");
    assert!(landed >= 90, "loaded {landed}");
    assert_eq!(player.number("played"), landed + 1);
    plays(&player, landed + 30);
}

#[test]
fn the_timeline_steps_tick_by_tick() {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let player = start(&display, &["--dev"]);
    plays(&player, 90);
    display.xdotool(&["key", "F4"]).expect("a key");
    display.xdotool(&["key", "comma"]).expect("a key");
    let back = player.number("tick");
    display.xdotool(&["key", "comma"]).expect("a key");
    assert_eq!(player.number("tick"), back - 1);
    display.xdotool(&["key", "period"]).expect("a key");
    assert_eq!(player.number("tick"), back);
    assert_eq!(player.last("played"), None, "it stands still");
    display.xdotool(&["key", "Home"]).expect("a key");
    assert_eq!(player.number("tick"), 2);
    display.xdotool(&["key", "F4"]).expect("a key");
    assert_eq!(player.number("tick"), 2);
    assert_eq!(player.number("played"), 3);
}

#[test]
fn after_an_error_one_can_step_back_and_go_on() {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let player = start(&display, &["--dev"]);
    plays(&player, 30);
    // The cart fails while E is held.
    display.xdotool(&["keydown", "e"]).expect("a key");
    while player.any_line(Duration::from_secs(1)).is_some() {}
    display.xdotool(&["keyup", "e"]).expect("a key");
    display.xdotool(&["key", "F4"]).expect("a key");
    let before = player.number("tick");
    assert!(before >= 30, "it steps back to {before}");
    display.xdotool(&["key", "F4"]).expect("a key");
    assert_eq!(player.number("played"), before + 1);
    plays(&player, before + 30);
}
