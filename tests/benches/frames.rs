//! How long the frames of the speed carts take, the longest too:
//! `cargo bench -p tests --bench frames [NAME..] [--frames N] [--runs N]`.
//!
//! In-process and by the thread's own time on the processor. A run is the same
//! in every detail as the one before, so the fastest of several runs of one
//! frame is that frame without the disturbances of a busy machine.
#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "reads carts and arguments")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use console::{Console, Input, NullHost, Options, Status};
use cpu_time::ThreadTime;

/// Frames at the start that are not counted: a cart loads, the heap grows.
const WARM_UP: usize = 10;

/// Carts whose longest frame is held against the median: they make garbage.
const STEADY: &[&str] = &["tables", "coroutines"];

/// Longest frame that those carts may have, in medians.
const MOST_MEDIANS: f64 = 3.0;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Without it this was started by a test run, which measures nothing.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let plan = Plan::parse(&arguments)?;
    let carts = carts(&plan.names)?;
    if carts.is_empty() {
        return Ok(());
    }
    println!(
        "{:<12} {:>10} {:>10} {:>10} {:>8}   ({} frames, {} runs; microseconds of CPU)",
        "cart", "mean", "median", "worst", "ratio", plan.frames, plan.runs
    );
    for cart in carts {
        let name = cart.file_stem().unwrap_or_default().to_string_lossy();
        let runs = (0..plan.runs)
            .map(|_| run(&cart, plan.frames))
            .collect::<Result<Vec<_>>>()?;
        let figures = Figures::of(&runs);
        let ratio = figures.worst / figures.median;
        let note = match STEADY.contains(&&*name) && plan.frames >= 3000 {
            true if ratio <= MOST_MEDIANS => "met: at most 3 medians",
            true => "missed: more than 3 medians",
            false => "",
        };
        println!(
            "{name:<12} {:>10.1} {:>10.1} {:>10.1} {ratio:>8.2}   {note}",
            figures.mean, figures.median, figures.worst
        );
    }
    Ok(())
}

/// What to run.
struct Plan {
    /// Parts of the names of carts; none means all.
    names: Vec<String>,
    frames: usize,
    runs: usize,
}

impl Plan {
    fn parse(arguments: &[String]) -> Result<Plan> {
        let mut plan = Plan {
            names: Vec::new(),
            frames: 300,
            runs: 5,
        };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let target = match argument.as_str() {
                "--frames" => &mut plan.frames,
                "--runs" => &mut plan.runs,
                "--bench" => continue,
                name => {
                    plan.names.push(name.to_owned());
                    continue;
                }
            };
            let number = rest.next().context("a number is missing")?;
            *target = number
                .parse()
                .with_context(|| format!("'{number}' is no number"))?;
        }
        ensure!(plan.frames > WARM_UP && plan.runs > 0, "nothing to measure");
        Ok(plan)
    }
}

/// The speed carts whose names contain one of these words.
fn carts(words: &[String]) -> Result<Vec<PathBuf>> {
    let folder = tests::root().join("tests/bench");
    let mut carts: Vec<PathBuf> = std::fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    carts.retain(|path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        path.extension().is_some_and(|kind| kind == "lua")
            && !name.starts_with("call_")
            && (words.is_empty() || words.iter().any(|word| name.contains(word)))
    });
    carts.sort();
    Ok(carts)
}

/// Runs a cart from its start; the time of each frame after the first few.
fn run(cart: &Path, frames: usize) -> Result<Vec<Duration>> {
    let cart = console::load_cart(cart)?;
    let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    let input = Input::default();
    let mut times = Vec::with_capacity(frames);
    for _ in 0..frames {
        let start = ThreadTime::now();
        let status = console.tick(&input);
        times.push(start.elapsed());
        ensure!(status == Status::Running, "the cart stopped");
    }
    Ok(times.split_off(WARM_UP))
}

/// Microseconds.
struct Figures {
    /// Of a frame; the median of the runs.
    mean: f64,
    /// Of the frames, each in its fastest run.
    median: f64,
    worst: f64,
}

impl Figures {
    fn of(runs: &[Vec<Duration>]) -> Figures {
        let micros = |time: Duration| time.as_secs_f64() * 1e6;
        let means = runs
            .iter()
            .map(|run| micros(run.iter().sum()) / run.len() as f64)
            .collect();
        let frames = runs.first().map_or(0, Vec::len);
        let fastest: Vec<f64> = (0..frames)
            .filter_map(|frame| runs.iter().map(|run| run[frame]).min())
            .map(micros)
            .collect();
        Figures {
            mean: median(means),
            worst: fastest.iter().copied().fold(0.0, f64::max),
            median: median(fastest),
        }
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}
