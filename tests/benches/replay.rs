//! What recording costs a tick, how large half an hour of play is, and how long
//! it takes to run it again: `cargo bench -p tests --bench replay [TICKS]`.
#![allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a benchmark"
)]

use console::{Console, InputScript, NullHost, Options, Rerun, load_cart};
use cpu_time::ThreadTime;

fn main() {
    let ticks = std::env::args().find_map(|argument| argument.parse().ok());
    let ticks: u64 = ticks.unwrap_or(30 * 60 * 60);
    let cart = load_cart(&tests::root().join("carts/comet_keeper.lua")).expect("it is a cart");
    let script = tests::root().join("tests/suite/carts/comet_keeper/inputs.txt");
    let script = std::fs::read_to_string(script).expect("it exists");
    let script = InputScript::parse(&script).expect("it is one");
    // A round after the other.
    let inputs: Vec<_> = (0..script.frames())
        .map(|frame| script.input(frame))
        .collect();
    let input = |tick: u64| &inputs[tick as usize % inputs.len()];
    let play = |records: bool| {
        let mut console = Console::new(cart.clone(), Options::default(), Box::new(NullHost));
        if records {
            console.record();
        }
        let begun = ThreadTime::now();
        for tick in 0..ticks {
            console.tick(input(tick));
        }
        (console, begun.elapsed().as_secs_f64())
    };
    let (_, plain) = play(false);
    let (console, recorded) = play(true);
    let replay = console.recorder().expect("it records").replay().clone();
    let each = |seconds: f64| seconds * 1e6 / ticks as f64;
    println!("comet_keeper, {ticks} ticks");
    println!(
        "a tick: {:.1} us, recorded: {:.1} us",
        each(plain),
        each(recorded)
    );
    println!("the replay: {} bytes", replay.to_json().len());
    let rerun = || {
        let host = Box::new(NullHost);
        Rerun::new(replay.clone(), cart.clone(), Options::default(), host).expect("its own cart")
    };
    let begun = ThreadTime::now();
    let mut quick = rerun();
    quick.skip(ticks).expect("it is the same");
    println!("loaded in {:.1} s", begun.elapsed().as_secs_f64());
    let begun = ThreadTime::now();
    let mut whole = rerun();
    while !whole.is_over() {
        whole.verify().expect("it is the same");
    }
    println!("verified in {:.1} s", begun.elapsed().as_secs_f64());
}
