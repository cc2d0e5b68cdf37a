//! Going back in time as a player does it: the real program's window, keys
//! that are held, and what the cart traces from then on.
#![allow(clippy::disallowed_methods, reason = "tests run programs and wait")]

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use tests::difference::Pixels;
use tests::display::{self, Display};
use tests::program;

/// Longest time to wait for something; a loaded machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);
/// The window's scale on the screen that the tests open.
const SCALE: usize = 3;

/// A display, if this system can have one.
fn display() -> Option<Display> {
    let missing = display::missing();
    if missing.is_empty() {
        return Some(Display::open(1024, 768).expect("Xvfb runs"));
    }
    assert!(!tests::strict(), "missing: {}", missing.join(", "));
    tests::skipped(&format!("{} is missing", missing.join(", ")));
    None
}

/// The program playing the case `ticks`, which traces every tick and shows its
/// number; ends with this value.
struct Player {
    process: Child,
    lines: mpsc::Receiver<String>,
}

impl Player {
    fn start(display: &Display, options: &[&str]) -> Player {
        let cart = tests::root().join("tests/suite/window/ticks/cart.lua");
        let mut command = program::downbeat().expect("the program is built");
        command.arg("run").arg(cart);
        command.args(["--presenter", "cpu", "--mute", "--log-clock"]);
        command.args(options).stdout(Stdio::piped());
        display.give_to(&mut command);
        let mut process = command.spawn().expect("the program starts");
        let window = display
            .window_of(&mut process, PATIENCE)
            .expect("a window opens");
        // Without a window manager nobody gives the window the keyboard.
        display
            .xdotool(&["windowfocus", "--sync", &window])
            .expect("a focus");
        let pipe = process.stdout.take().expect("there is a pipe");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(pipe).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Player { process, lines }
    }

    /// The number in the next line that begins with a word: `played` is what
    /// the cart traces, `tick` what is shown of what was played before.
    fn next(&self, word: &str) -> u64 {
        let end = Instant::now() + PATIENCE;
        loop {
            let wait = end.saturating_duration_since(Instant::now());
            let line = self.lines.recv_timeout(wait);
            let line = line.unwrap_or_else(|_| panic!("no line {word:?} came"));
            let number = line.strip_prefix(word).map(str::trim);
            if let Some(number) = number.and_then(|number| number.parse().ok()) {
                return number;
            }
        }
    }

    /// Waits until the cart has played this tick.
    fn plays(&self, tick: u64) {
        while self.next("played") < tick {}
    }

    /// Forgets the lines so far; the number in the last one with this word.
    fn last(&self, word: &str) -> Option<u64> {
        let lines = self.lines.try_iter();
        let numbers = lines.filter_map(|line| line.strip_prefix(word)?.trim().parse().ok());
        numbers.last()
    }
}

impl Drop for Player {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
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
    let Some(display) = display() else { return };
    let player = Player::start(&display, &[]);
    player.plays(180);
    display.xdotool(&["keydown", "BackSpace"]).expect("a key");
    let first = player.next("tick");
    let mut before = first;
    while before > first - 90 {
        let tick = player.next("tick");
        assert!(tick < before, "{tick} comes after {before}");
        before = tick;
    }
    let shot = display.screenshot().expect("a screenshot");
    display.xdotool(&["keyup", "BackSpace"]).expect("a key");
    let played = player.next("played");
    assert!(played < first - 60, "{played} is not long before {first}");
    player.plays(played + 30);
    // What was shown meanwhile is a picture of back then.
    let back = shown(&shot).expect("the cart is shown");
    assert!(back <= before && back >= 1, "{back} is shown, not {before}");
}

#[test]
fn no_rewind_leaves_the_key_to_the_cart() {
    let Some(display) = display() else { return };
    let player = Player::start(&display, &["--no-rewind"]);
    player.plays(60);
    display.xdotool(&["keydown", "BackSpace"]).expect("a key");
    for _ in 0..60 {
        let line = player.lines.recv_timeout(PATIENCE).expect("a line");
        assert!(!line.starts_with("tick"), "{line}");
    }
    display.xdotool(&["keyup", "BackSpace"]).expect("a key");
}

#[test]
fn slots_are_saved_and_loaded_by_keys() {
    let Some(display) = display() else { return };
    let player = Player::start(&display, &[]);
    player.plays(60);
    display.xdotool(&["key", "ctrl+shift+3"]).expect("keys");
    player.plays(200);
    display.xdotool(&["key", "ctrl+3"]).expect("keys");
    let landed = player.next("tick");
    assert!((60..200).contains(&landed), "loaded {landed}");
    assert_eq!(player.next("played"), landed + 1);
}

#[test]
fn a_slot_is_loaded_after_the_program_has_ended() {
    let Some(display) = display() else { return };
    let mut player = Player::start(&display, &[]);
    player.plays(90);
    display.xdotool(&["key", "ctrl+shift+7"]).expect("keys");
    player.plays(150);
    display.xdotool(&["key", "ctrl+q"]).expect("keys");
    player.process.wait().expect("the program ends");
    let player = Player::start(&display, &[]);
    player.plays(5);
    display.xdotool(&["key", "ctrl+7"]).expect("keys");
    let landed = player.next("tick");
    assert!(landed >= 90, "loaded {landed}");
    assert_eq!(player.next("played"), landed + 1);
    player.plays(landed + 30);
}

#[test]
fn the_timeline_steps_tick_by_tick() {
    let Some(display) = display() else { return };
    let player = Player::start(&display, &["--dev"]);
    player.plays(90);
    display.xdotool(&["key", "F4"]).expect("a key");
    display.xdotool(&["key", "comma"]).expect("a key");
    let back = player.next("tick");
    display.xdotool(&["key", "comma"]).expect("a key");
    assert_eq!(player.next("tick"), back - 1);
    display.xdotool(&["key", "period"]).expect("a key");
    assert_eq!(player.next("tick"), back);
    assert_eq!(player.last("played"), None, "it stands still");
    display.xdotool(&["key", "Home"]).expect("a key");
    assert_eq!(player.next("tick"), 2);
    display.xdotool(&["key", "F4"]).expect("a key");
    assert_eq!(player.next("tick"), 2);
    assert_eq!(player.next("played"), 3);
}

#[test]
fn after_an_error_one_can_step_back_and_go_on() {
    let Some(display) = display() else { return };
    let player = Player::start(&display, &["--dev"]);
    player.plays(30);
    // The cart fails while E is held.
    display.xdotool(&["keydown", "e"]).expect("a key");
    while player.lines.recv_timeout(Duration::from_secs(1)).is_ok() {}
    display.xdotool(&["keyup", "e"]).expect("a key");
    display.xdotool(&["key", "F4"]).expect("a key");
    let before = player.next("tick");
    assert!(before >= 30, "it steps back to {before}");
    display.xdotool(&["key", "F4"]).expect("a key");
    assert_eq!(player.next("played"), before + 1);
    player.plays(before + 30);
}
