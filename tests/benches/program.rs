//! The program as a whole: how soon it shows something, how large it is, how
//! much memory it takes: `cargo bench -p tests --bench program`.
//!
//! Times are of the wall clock, since waiting is what a person does; build the
//! program before (`cargo xtask bench` does).
#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "runs programs and takes time")]

use std::process::Stdio;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use tests::display::{self, Display};
use tests::program;

/// Runs of which the median is taken.
const RUNS: usize = 20;

/// A small cart: a square that moves.
const CART: &str = "tests/suite/window/move/cart.lua";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Without it this was started by a test run, which measures nothing.
    let asked = arguments.iter().any(|argument| argument == "--bench");
    let mut filters = arguments.iter().filter(|word| !word.starts_with("--"));
    let chosen = filters.clone().next().is_none() || filters.any(|word| "program".contains(word));
    if !asked || !chosen {
        return Ok(());
    }
    let cart = tests::root().join(CART).display().to_string();
    let start = wall(&["record", &cart, "--frames", "1"])?;
    print("start to first frame, headless", start, "ms", 15.0);
    print("downbeat info", wall(&["info", &cart])?, "ms", 10.0);
    let bytes = std::fs::metadata(program::path())?.len();
    print("size of the program", bytes as f64 / 1e6, "MB", 25.0);
    match resident(&cart) {
        Ok(bytes) => print("resident memory, CPU presenter", bytes / 1e6, "MB", 40.0),
        Err(reason) => println!("resident memory, CPU presenter: not measured: {reason:#}"),
    }
    Ok(())
}

fn print(what: &str, value: f64, unit: &str, most: f64) {
    let word = if value <= most { "met" } else { "missed" };
    println!("{what:<32} {value:>8.1} {unit}   {word}: at most {most:.0} {unit}");
}

/// Median of the milliseconds from starting the program to its end.
fn wall(arguments: &[&str]) -> Result<f64> {
    let mut times = Vec::new();
    for _ in 0..RUNS {
        let mut command = program::downbeat()?;
        command.args(arguments).stdout(Stdio::null());
        let start = Instant::now();
        let status = command.status()?;
        times.push(start.elapsed().as_secs_f64() * 1e3);
        ensure!(status.success(), "downbeat {} failed", arguments.join(" "));
    }
    times.sort_by(f64::total_cmp);
    Ok(times[RUNS / 2])
}

/// Bytes of memory that a playing window holds after two seconds.
fn resident(cart: &str) -> Result<f64> {
    // Screenshots are not taken here.
    let mut missing = display::missing();
    missing.retain(|program| *program != "import");
    ensure!(missing.is_empty(), "{} is missing", missing.join(", "));
    let display = Display::open(1024, 768)?;
    let mut command = program::downbeat()?;
    command.args(["run", cart, "--presenter", "cpu"]);
    command.stdout(Stdio::null());
    display.give_to(&mut command);
    let mut process = command.spawn()?;
    let found = display
        .window_of(&mut process, Duration::from_secs(30))
        .and_then(|_| {
            std::thread::sleep(Duration::from_secs(2));
            let status = format!("/proc/{}/status", process.id());
            let status = std::fs::read_to_string(&status).with_context(|| status.clone())?;
            kibibytes(&status, "VmRSS:").context("it does not say how much memory it holds")
        });
    // It may have ended by itself, which is as good.
    let _ = process.kill();
    let _ = process.wait();
    Ok(found? * 1024.0)
}

/// The number after a word such as `VmRSS:`.
fn kibibytes(status: &str, word: &str) -> Option<f64> {
    let line = status.lines().find(|line| line.starts_with(word))?;
    line.split_whitespace().nth(1)?.parse().ok()
}
