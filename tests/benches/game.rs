//! What Pulse Code costs, played through by its own inputs of the suite:
//! `cargo bench -p tests --bench game [--runs N]`.
//!
//! The longest frame, each in its fastest of several runs, and what saving
//! and putting back its world takes, as the conductor does on each beat.
#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "reads carts and arguments")]

use std::time::Duration;

use anyhow::{Context, Result, ensure};
use console::{Cart, Console, InputScript, NullHost, Options, Status};
use cpu_time::ThreadTime;

/// Milliseconds that the longest frame may take.
const MOST_A_FRAME: f64 = 4.0;

/// Milliseconds that a beat's save and restore may take.
const MOST_A_BEAT: f64 = 0.3;

/// Runs, of which the fastest of each frame counts.
const RUNS: usize = 3;

/// Saves and restores in a tick.
const TIMES: u32 = 100;

/// Put behind the cart's code: each tick also saves and restores the tracked
/// world so many times.
const SAVING: &str = "
local tic = TIC
function TIC()
  tic()
  for i = 1, 100 do
    local good, mark = pcall(rollback.save)
    if not good then break end
    rollback.load(mark)
  end
end";

fn main() -> Result<()> {
    // Without it this was started by a test run, which measures nothing.
    if !std::env::args().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let folder = tests::root().join("tests/suite/carts/pulse_code");
    let text = std::fs::read_to_string(folder.join("inputs.txt"))?;
    let inputs = InputScript::parse(&text).context("the inputs of the suite")?;
    let cart = console::load_cart(&tests::root().join("carts/pulse_code"))?;
    let plain = fastest(&cart, &inputs)?;
    let mut saving = cart.clone();
    saving.code.extend_from_slice(SAVING.as_bytes());
    let saving = fastest(&saving, &inputs)?;

    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let all: Duration = plain.iter().sum();
    let worst = plain.iter().copied().max().unwrap_or_default();
    let word = |holds: bool| if holds { "met" } else { "missed" };
    println!(
        "{} frames: mean {:.3} ms, longest {:.3} ms ({}: at most {MOST_A_FRAME} ms)",
        plain.len(),
        milliseconds(all) / plain.len() as f64,
        milliseconds(worst),
        word(milliseconds(worst) <= MOST_A_FRAME)
    );
    let beyond = saving
        .iter()
        .zip(&plain)
        .map(|(with, without)| with.saturating_sub(*without));
    let most = milliseconds(beyond.max().unwrap_or_default()) / f64::from(TIMES);
    println!(
        "saving the world and putting it back: {most:.4} ms at most ({}: at most {MOST_A_BEAT} ms)",
        word(most <= MOST_A_BEAT)
    );
    Ok(())
}

/// The time of each frame in its fastest run.
fn fastest(cart: &Cart, inputs: &InputScript) -> Result<Vec<Duration>> {
    let mut fastest: Vec<Duration> = Vec::new();
    for _ in 0..RUNS {
        let options = Options::default();
        let mut console = Console::new(cart.clone(), options, Box::new(NullHost));
        for frame in 0..inputs.frames() {
            let input = inputs.input(frame);
            let start = ThreadTime::now();
            let status = console.tick(&input);
            let time = start.elapsed();
            ensure!(status == Status::Running, "frame {frame}: the cart stopped");
            match fastest.get_mut(frame as usize) {
                Some(least) => *least = time.min(*least),
                None => fastest.push(time),
            }
        }
    }
    Ok(fastest)
}
