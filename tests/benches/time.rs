//! What the time machine costs: a console that keeps the states of a minute
//! beside one that keeps none:
//! `cargo bench -p tests --bench time [NAME..]`.
//!
//! Times are the thread's own on the processor. A run is the same in every
//! detail as the one before, so of each frame the fastest of some runs counts.
#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "reads carts and arguments")]

use std::time::Duration;

use anyhow::{Result, ensure};
use console::{Cart, Console, Input, NullHost, Options};
use cpu_time::ThreadTime;

/// A minute of ticks.
const MINUTE: u64 = 3600;
/// Steps back that are measured.
const STEPS: u64 = 300;
/// Runs of which each frame's fastest counts.
const RUNS: usize = 3;

/// A cart with what going back may cost at most.
struct Plan {
    name: &'static str,
    /// What may be kept.
    budget: usize,
    /// What a minute takes.
    megabytes: f64,
    /// What keeping adds to a tick, median, in milliseconds.
    tick: f64,
    /// All of the minute back in one jump.
    jump: f64,
    /// What a step back takes beyond a tick, median.
    step: f64,
}

const PLANS: [Plan; 3] = [
    Plan {
        name: "entities",
        budget: 1 << 30,
        megabytes: 80.0,
        tick: 0.25,
        jump: 100.0,
        step: 1.0,
    },
    Plan {
        name: "heap",
        budget: 1 << 30,
        megabytes: f64::INFINITY,
        tick: 1.0,
        jump: f64::INFINITY,
        step: f64::INFINITY,
    },
    Plan {
        name: "screen",
        budget: 64 << 20,
        megabytes: f64::INFINITY,
        tick: f64::INFINITY,
        jump: f64::INFINITY,
        step: f64::INFINITY,
    },
];

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Without it this was started by a test run, which measures nothing.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return Ok(());
    }
    let names: Vec<&String> = arguments
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    for plan in &PLANS {
        if names.is_empty() || names.iter().any(|name| plan.name.contains(*name)) {
            measure(plan)?;
        }
    }
    Ok(())
}

fn measure(plan: &Plan) -> Result<()> {
    let path = tests::root().join(format!("tests/bench/carts/{}.lua", plan.name));
    let cart = console::load_cart(&path)?;
    let (mut straight, mut kept) = (Run::default(), Run::default());
    for _ in 0..RUNS {
        straight.go(&cart, 0)?;
        kept.go(&cart, plan.budget)?;
    }
    let tick = at(&straight.ticks, 0.5);
    println!(
        "{}: Lua {:.2} MB, a tick without states {tick:.3} ms",
        plan.name,
        kept.memory as f64 / 1e6,
    );
    print(
        "  a minute takes",
        kept.size as f64 / 1e6,
        "MB",
        plan.megabytes,
    );
    if kept.states < MINUTE - 2 {
        let seconds = kept.states as f64 / 60.0;
        let most = plan.budget as f64 / 1e6;
        println!("    which is the last {seconds:.1} s, as only {most:.1} MB may be kept");
    }
    print(
        "  keeping a tick, median",
        at(&kept.ticks, 0.5) - tick,
        "ms",
        plan.tick,
    );
    println!(
        "    99th of a hundred {:.3} ms, without {:.3} ms",
        at(&kept.ticks, 0.99),
        at(&straight.ticks, 0.99)
    );
    print(
        "  a jump to the oldest",
        at(&kept.jumps, 0.0),
        "ms",
        plan.jump,
    );
    print(
        "  a step back, less a tick",
        at(&kept.steps, 0.5) - tick,
        "ms",
        plan.step,
    );
    println!("    longest of {STEPS} {:.3} ms", at(&kept.steps, 1.0));
    let state = at(&kept.saves, 0.0);
    println!(
        "    a state saved {state:.3} ms, loaded {:.3} ms",
        at(&kept.loads, 0.0)
    );
    Ok(())
}

fn print(what: &str, value: f64, unit: &str, most: f64) {
    if most.is_finite() {
        let word = if value <= most { "met" } else { "missed" };
        println!("{what:<26} {value:>8.3} {unit}   {word}: at most {most} {unit}");
    } else {
        println!("{what:<26} {value:>8.3} {unit}");
    }
}

/// The value that this part of all is not above.
fn at(times: &[Duration], part: f64) -> f64 {
    let mut times = times.to_vec();
    times.sort();
    let last = times.len().saturating_sub(1) as f64;
    let time = times.get((last * part) as usize).copied();
    time.unwrap_or_default().as_secs_f64() * 1e3
}

/// What runs of a cart came to: of each time the fastest.
#[derive(Default)]
struct Run {
    ticks: Vec<Duration>,
    jumps: Vec<Duration>,
    steps: Vec<Duration>,
    saves: Vec<Duration>,
    loads: Vec<Duration>,
    /// Bytes of all states, and how many there are.
    size: usize,
    states: u64,
    memory: usize,
}

impl Run {
    fn go(&mut self, cart: &Cart, budget: usize) -> Result<()> {
        let options = Options {
            sound_rate: Some(48_000),
            ..Options::default()
        };
        let mut console = Console::new(cart.clone(), options, Box::new(NullHost));
        console.keep_states(budget);
        console.tick(&Input::default());
        for tick in 0..MINUTE as usize {
            time(&mut self.ticks, tick, || console.tick(&Input::default()));
        }
        self.memory = console.memory_used();
        if budget == 0 {
            return Ok(());
        }
        self.size = console.kept_size();
        self.states = console.kept().count() as u64;
        let oldest = *console.kept().start();
        let newest = *console.kept().end();
        for step in 1..=STEPS {
            let went = time(&mut self.steps, step as usize - 1, || {
                console.scrub_to(newest - step)
            });
            ensure!(went == Ok(()), "a step back");
        }
        console.go_to(newest)?;
        let went = time(&mut self.jumps, 0, || console.go_to(oldest));
        ensure!(went == Ok(()), "a jump");
        let state = time(&mut self.saves, 0, || console.save_state())?;
        console.tick(&Input::default());
        time(&mut self.loads, 0, || console.load_state(&state))?;
        Ok(())
    }
}

/// Takes the time of something, if it is the fastest yet at its place.
fn time<T>(times: &mut Vec<Duration>, place: usize, work: impl FnOnce() -> T) -> T {
    let start = ThreadTime::now();
    let result = work();
    let took = start.elapsed();
    if times.len() <= place {
        times.resize(place + 1, Duration::MAX);
    }
    if let Some(time) = times.get_mut(place) {
        *time = took.min(*time);
    }
    result
}
