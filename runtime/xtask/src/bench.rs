//! `cargo xtask bench [NAME..]`: the speed carts beside TIC-80's figures, and
//! what else is to stay fast and small.
//!
//! Instructions are what counts, since they are the same on a busy machine and
//! on an idle one; times are for orientation. docs/benchmarks.md explains both.

mod clock;
mod instructions;
mod recorded;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::packages::{self, For};
use crate::step;
use instructions::Job;
use recorded::Recorded;
use table::Row;

/// The parts beside the carts: the cost of a call, the clock of the sound, the
/// longest frames, a whole game, the program, saving a game's tables, and a
/// minute of states to go back to.
const PARTS: [&str; 8] = [
    "call", "clock", "frames", "game", "mapgen", "program", "rollback", "time",
];

/// Those that need neither the program nor other tools.
const ALONE: [&str; 5] = ["clock", "game", "mapgen", "rollback", "time"];

/// The carts whose frames must be even: they make garbage.
const STEADY: [&str; 2] = ["tables", "coroutines"];

/// Calls in a frame of the carts `call_pix` and `call_empty`.
const CALLS: f64 = 240.0 * 136.0;

/// Instructions that a call may cost beyond an empty one.
const MOST_A_CALL: f64 = 60.0;

/// Measures everything, or what is named; true if it could be measured.
pub(crate) fn run(arguments: &[String]) -> Result<bool> {
    let recorded = recorded::read(&folder())?;
    let chosen = |name: &str| arguments.is_empty() || arguments.iter().any(|word| word == name);
    let known = |name: &String| {
        PARTS.contains(&name.as_str()) || recorded.iter().any(|cart| cart.name == *name)
    };
    if let Some(name) = arguments.iter().find(|name| !known(name)) {
        let carts: Vec<&str> = recorded.iter().map(|cart| cart.name.as_str()).collect();
        let names = [&carts[..], &PARTS].concat().join(", ");
        bail!("there is no benchmark '{name}'; there are {names}");
    }
    if chosen("clock") {
        clock::print();
    }
    if chosen("rollback") {
        println!("\nsaving a game's tables and putting them back:");
        print!("{}", cargo_bench("rollback", &[])?);
    }
    if chosen("time") {
        println!("\nthe time machine, a minute of states:");
        print!("{}", cargo_bench("time", &[])?);
    }
    // All generators at all sizes take minutes, so only who asks gets them.
    if arguments.iter().any(|word| word == "mapgen") {
        println!("\nmap generators, sight and ways:");
        print!("{}", maps()?);
    }
    if chosen("game") {
        println!("\nPulse Code, played through:");
        print!("{}", cargo_bench("game", &[])?);
    }
    if !arguments.is_empty() && arguments.iter().all(|word| ALONE.contains(&&**word)) {
        return Ok(true);
    }
    packages::ensure(&[For::Building, For::Playing, For::Measuring])?;
    let program = build()?;
    let counting = instructions::can_count();
    if !counting {
        println!("valgrind is missing, so instructions are not counted, only time is taken.");
    }

    let carts: Vec<&Recorded> = recorded.iter().filter(|cart| chosen(&cart.name)).collect();
    let call = chosen("call") && counting;
    let mut jobs: Vec<Job> = carts.iter().map(|cart| job(&cart.name)).collect();
    if call {
        jobs.extend(["call_pix", "call_empty"].map(job));
    }
    let counted = if counting {
        instructions::a_frame(&program, &jobs)?
    } else {
        BTreeMap::new()
    };

    if !carts.is_empty() {
        let times = times(&carts)?;
        let scale = recorded::scale();
        let rows: Vec<Row> = carts
            .iter()
            .map(|cart| Row {
                recorded: cart,
                instructions: counted.get(&cart.name).copied(),
                micros: times.get(&cart.name).copied(),
            })
            .collect();
        table::print(&rows, scale);
    }
    if call {
        let beyond = (counted["call_pix"] - counted["call_empty"]) / CALLS;
        println!(
            "\none call of pix costs {beyond:.1} instructions beyond an empty Lua call ({}: at most {MOST_A_CALL})",
            table::word(beyond <= MOST_A_CALL)
        );
    }
    if chosen("frames") {
        println!("\nthe longest frame of 3,000, each in its fastest of three runs:");
        let options = ["--frames", "3000", "--runs", "3"];
        print!(
            "{}",
            cargo_bench("frames", &[&options[..], &STEADY].concat())?
        );
    }
    if chosen("program") {
        println!("\nthe program, with a small cart:");
        print!("{}", cargo_bench("program", &[])?);
    }
    println!("\nEach function alone: cargo bench -p tests --bench drawing, --bench calls");
    Ok(true)
}

fn folder() -> PathBuf {
    step::root().join("tests/bench")
}

fn job(name: &str) -> Job {
    Job {
        name: name.to_owned(),
        cart: folder().join(format!("{name}.lua")),
    }
}

/// Builds the program and takes a copy, which a build meanwhile cannot change.
fn build() -> Result<PathBuf> {
    let status = step::cargo()
        .args(["build", "--release", "--package", "cli"])
        .current_dir(step::root())
        .status()
        .context("cannot start cargo")?;
    ensure!(status.success(), "the program does not build");
    // This program is TARGET/release/xtask, wherever TARGET was put.
    let here = std::env::current_exe()?;
    let release = here.parent().context("this program is in no folder")?;
    let name = format!("downbeat{}", std::env::consts::EXE_SUFFIX);
    let copies = release.with_file_name("bench");
    std::fs::create_dir_all(&copies)?;
    let copy = copies.join(&name);
    copy_file(&release.join(name), &copy)?;
    Ok(copy)
}

fn copy_file(from: &Path, to: &Path) -> Result<()> {
    std::fs::copy(from, to)
        .map(drop)
        .with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))
}

/// Microseconds a frame of these carts.
fn times(carts: &[&Recorded]) -> Result<BTreeMap<String, f64>> {
    let names: Vec<&str> = carts.iter().map(|cart| cart.name.as_str()).collect();
    Ok(micros(&cargo_bench("frames", &names)?))
}

/// The first two words of each line that are a name and a number.
fn micros(output: &str) -> BTreeMap<String, f64> {
    output
        .lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            let name = words.next()?.to_owned();
            Some((name, words.next()?.parse().ok()?))
        })
        .collect()
}

/// What a benchmark of the package `tests` prints.
fn cargo_bench(name: &str, arguments: &[&str]) -> Result<String> {
    bench_of("tests", name, arguments)
}

/// What the benchmark of the map generators says.
fn maps() -> Result<String> {
    bench_of("mapgen", "mapgen", &[])
}

fn bench_of(package: &str, name: &str, arguments: &[&str]) -> Result<String> {
    let mut command: Command = step::cargo();
    command
        .args(["bench", "--quiet", "--package", package, "--bench", name])
        .arg("--")
        .args(arguments)
        .current_dir(step::root())
        .stderr(Stdio::inherit());
    let output = command.output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the benchmark {name} failed");
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_from_a_table_with_a_heading() {
        let times = micros("cart   mean median\npixels  12.5  11.0\n\n");
        assert_eq!(times.len(), 1);
        assert!((times["pixels"] - 12.5).abs() < 1e-9);
    }
}
