//! What the time machine costs: a ring of a minute of states behind a cart:
//! `cargo bench -p tests --bench time [NAME..]`.
//!
//! Times are the thread's own on the processor. A run is the same in every
//! detail as the one before, so of each frame the fastest of some runs counts.
#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "reads carts and arguments")]

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};
use cpu_time::ThreadTime;
use machine::{Bank, Input, Machine, Size};
use script::{Callback, Options, Script, Timeline, World};

/// A minute of ticks, which is what the ring keeps.
const RING: usize = 3600;
/// Ticks on top of that, so that states are forgotten too.
const BEYOND: usize = 400;
/// Runs of which each frame's fastest counts.
const RUNS: usize = 3;

/// A cart with what its ring may cost at most.
struct Plan {
    name: &'static str,
    megabytes: f64,
    /// Median of a frame.
    frame: f64,
    /// All of the ring, back to its oldest state.
    rewind: f64,
}

const PLANS: [Plan; 2] = [
    Plan {
        name: "entities",
        megabytes: 80.0,
        frame: 0.25,
        rewind: 100.0,
    },
    Plan {
        name: "heap",
        megabytes: f64::INFINITY,
        frame: 1.0,
        rewind: f64::INFINITY,
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
    let runs = (0..RUNS)
        .map(|_| Run::of(&path))
        .collect::<Result<Vec<_>>>()?;
    let first = runs.first().context("there is a run")?;
    println!(
        "{}: arena {:.2} MB, image {:.2} MB, {RING} states",
        plan.name,
        first.arena as f64 / 1e6,
        first.image as f64 / 1e6
    );
    let [script, machine] = first.sizes.map(|size| size as f64 / 1e6);
    print("  ring", script + machine, "MB", plan.megabytes);
    println!("    of the arena {script:.1} MB, of the machine {machine:.1} MB");
    let fastest = |times: fn(&Run) -> &[Duration]| {
        let frames = times(first).len();
        let of = |frame: usize| runs.iter().filter_map(|run| times(run).get(frame)).min();
        (0..frames)
            .filter_map(of)
            .map(|time| time.as_secs_f64() * 1e3)
            .collect::<Vec<f64>>()
    };
    let frames = fastest(|run| &run.frames);
    print("  a frame, median", at(&frames, 0.5), "ms", plan.frame);
    println!(
        "    99th of a hundred {:.3} ms, longest {:.3} ms; the tick itself {:.3} ms",
        at(&frames, 0.99),
        at(&frames, 1.0),
        at(&fastest(|run| &run.ticks), 0.5)
    );
    let rewind = fastest(|run| std::slice::from_ref(&run.rewind));
    print(
        "  rewind to the oldest",
        at(&rewind, 0.0),
        "ms",
        plan.rewind,
    );
    let near = fastest(|run| std::slice::from_ref(&run.near));
    println!("    back by one second {:.3} ms", at(&near, 0.0));
    Ok(())
}

fn print(what: &str, value: f64, unit: &str, most: f64) {
    if most.is_finite() {
        let word = if value <= most { "met" } else { "missed" };
        println!("{what:<24} {value:>8.3} {unit}   {word}: at most {most} {unit}");
    } else {
        println!("{what:<24} {value:>8.3} {unit}");
    }
}

/// The value that this part of all is not above.
fn at(values: &[f64], part: f64) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let last = values.len().saturating_sub(1) as f64;
    values
        .get((last * part) as usize)
        .copied()
        .unwrap_or_default()
}

/// What a run of a cart came to.
struct Run {
    /// What the ring took of each frame, and what the cart did.
    frames: Vec<Duration>,
    ticks: Vec<Duration>,
    rewind: Duration,
    near: Duration,
    /// Bytes of both rings.
    sizes: [usize; 2],
    arena: usize,
    image: usize,
}

impl Run {
    fn of(path: &Path) -> Result<Run> {
        let mut world = World::new(Machine::new(Size::default(), vec![Bank::default()]));
        let mut script = Script::new(&mut world, Options::default())?;
        let failed = |failure| anyhow!("{}: {failure:?}", path.display());
        let code = std::fs::read(path)?;
        script.load(&mut world, &code, "cart.lua").map_err(failed)?;
        script
            .call(&mut world, Callback::Boot, &[])
            .map_err(failed)?;
        let mut rings = [Timeline::new(RING), Timeline::new(RING)];
        let mut image = Vec::new();
        let mut sound = Vec::new();
        let (mut frames, mut ticks) = (Vec::new(), Vec::new());
        for _ in 0..RING + BEYOND {
            let start = ThreadTime::now();
            world.machine.begin_tick(&Input::default());
            script.begin_tick();
            script
                .call(&mut world, Callback::Tic, &[])
                .map_err(failed)?;
            world.machine.end_tick();
            for row in 0..world.machine.picture().height {
                world.machine.compose_row(row);
            }
            sound.clear();
            world.machine.render(48_000, &mut sound);
            ticks.push(start.elapsed());
            let start = ThreadTime::now();
            script.push_state(&mut rings[0]);
            world.machine.image(&mut image);
            rings[1].push(&image);
            frames.push(start.elapsed());
        }
        let sizes = [0, 1].map(|ring: usize| rings[ring].size());
        ensure!(rings[0].older() == RING - 1, "the ring is full");
        let arena = rings[0].state().len();
        let mut rewind = |states: usize| {
            let start = ThreadTime::now();
            for ring in &mut rings {
                ring.rewind(states);
            }
            script.restore_state(&rings[0]);
            world.machine.load_image(rings[1].state());
            start.elapsed()
        };
        let near = rewind(60);
        let rewind = near + rewind(RING);
        Ok(Run {
            frames: frames.split_off(BEYOND),
            ticks: ticks.split_off(BEYOND),
            rewind,
            near,
            sizes,
            arena,
            image: image.len(),
        })
    }
}
