//! A rhythm tapped into the real program's window: each verdict's error must
//! be that of the moment at which the key was sent.
//!
//! No computer keeps its promises while it is busy. So the test measures how
//! late it was itself and allows for that much: the time that sending took,
//! and the worst delay of threads that only sleep and wake.
#![allow(clippy::disallowed_methods, reason = "tests run programs and wait")]

use std::thread;
use std::time::Duration;

use tests::display::{self, Display};
use tests::lateness::{Lateness, now};
use tests::player::Player;

/// Presses of the rhythm.
const PRESSES: usize = 24;
/// Milliseconds of a beat of the case's cart.
const BEAT: f64 = 500.0;
/// Milliseconds that an error may be off beyond what the machine explains.
const MOST: f64 = 5.0;
/// Attempts to find the machine calm; one that holds is enough.
const ATTEMPTS: usize = 4;
/// Milliseconds of delay with which a rhythm says nothing.
const BUSY: f64 = 20.0;

/// A press: when it was sent, and what the program said about it.
struct Press {
    /// Milliseconds by which the measured error exceeds the one that the
    /// beginning of sending stands for.
    excess: f64,
    /// Milliseconds that sending took.
    bracket: f64,
    /// Milliseconds for which this machine was busy around it.
    busy: f64,
    words: String,
}

fn tap(display: &Display) -> Vec<Press> {
    let player = Player::start(display, "rhythm", &[]);
    let zero: i128 = player.line("clock 0 was at").parse().expect("a number");
    let lateness = Lateness::watch();
    let mut presses = Vec::new();
    // Beats to come, and offbeats that hit every window.
    let elapsed = (now() - zero) as f64 / 1e6;
    let first = (elapsed / BEAT).ceil() as i64 + 2;
    for press in 0..PRESSES {
        let wanted = [0.0, 35.0, -35.0, 70.0, -80.0, 100.0][press % 6];
        let beat = first + press as i64;
        let due = zero + ((beat as f64 * BEAT + wanted) * 1e6) as i128;
        let wait = due - now() - 4_000_000;
        thread::sleep(Duration::from_nanos(u64::try_from(wait).unwrap_or(0)));
        let from = now();
        display
            .xdotool(&["keydown", "--delay", "0", "z"])
            .expect("a key press");
        let to = now();
        display
            .xdotool(&["keyup", "--delay", "0", "z"])
            .expect("a key release");
        let words = player.line("press");
        let mut parts = words.split(' ');
        let beat: f64 = parts.next().and_then(|it| it.parse().ok()).expect("a beat");
        let error: f64 = parts
            .nth(1)
            .and_then(|it| it.parse().ok())
            .expect("an error");
        let expected = (from - zero) as f64 / 1e6 - beat * BEAT;
        presses.push(Press {
            excess: error - expected,
            bracket: (to - from) as f64 / 1e6,
            busy: lateness.around(from, to),
            words,
        });
    }
    presses
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// What is wrong with the presses, if anything. The key goes down somewhere
/// within the time of sending.
fn fault(presses: &[Press]) -> Option<String> {
    for press in presses {
        let most = MOST + press.bracket + press.busy;
        if press.excess >= most {
            let (excess, words) = (press.excess, &press.words);
            return Some(format!("{words}: {excess:.2} ms late, at most {most:.2}"));
        }
    }
    let excess = median(presses.iter().map(|press| press.excess));
    let bracket = median(presses.iter().map(|press| press.bracket));
    let fault = format!("the median is {excess:.2} ms late; sending takes {bracket:.2}");
    (excess >= MOST + bracket).then_some(fault)
}

#[test]
fn verdicts_are_those_of_the_moments_of_the_presses() {
    let Some(display) = display::for_a_test() else {
        return;
    };
    let mut faults = Vec::new();
    for _ in 0..ATTEMPTS {
        let presses = tap(&display);
        // Nothing is judged before it was pressed, however busy it is.
        for press in &presses {
            let (excess, words) = (press.excess, &press.words);
            assert!(excess > -0.5, "{words}: {excess:.2} ms before it was sent");
        }
        match fault(&presses) {
            None => return,
            Some(fault) if median(presses.iter().map(|press| press.busy)) < BUSY => {
                faults.push(fault);
            }
            Some(fault) => tests::skipped(&format!("a busy machine: {fault}")),
        }
    }
    assert!(faults.len() < ATTEMPTS, "{}", faults.join("\n"));
}
