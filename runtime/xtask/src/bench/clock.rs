//! How right the clock of the sound is, beside what games commonly do.
//!
//! Simulated devices, ten minutes each, so the figures are the same on every
//! machine. They are errors in milliseconds around their median, which
//! calibration takes care of.

use conductor::estimator::Estimator;
use conductor::estimator::simulation::{
    Clock, Elapsed, Errors, Jitter, Naive, RATE, Regression, Report, Sample, Scenario, Smoothed,
    recovery, samples, shift,
};

use super::table::word;

const BUFFERS: [u32; 4] = [256, 512, 1024, 2048];
const JITTERS: [(Jitter, &str); 4] = [
    (Jitter::RealTime, "real time"),
    (Jitter::Uniform, "0 to 10 ms"),
    (Jitter::Loaded, "loaded"),
    (Jitter::Bursts, "bursts"),
];
/// Seconds that count for nothing: a clock has to find its course.
const SETTLED: f64 = 4.0;
/// Most that the 99th of a hundred errors and the largest may be.
const BY_DELAY: (f64, f64) = (0.1, 0.25);
const BY_CALLBACKS: (f64, f64) = (0.6, 1.2);
/// Most milliseconds that a busy computer may shift the position.
const MOST_SHIFT: f64 = 0.4;
/// Most seconds to be wrong after a stall.
const MOST_RECOVERY: f64 = 0.2;

/// Measures all and prints a table.
pub(crate) fn print() {
    println!("\nerrors of the position in ms: mean/p99/largest, by frames of a buffer and jitter");
    println!(
        "{:<16} {:>17} {:>17} | {:>17} {:>17} {:>17} {:>17}",
        "", "by delay", "by callbacks", "last callback", "+ elapsed", "smoothed", "regression"
    );
    let (mut delays, mut callbacks) = (Vec::new(), Vec::new());
    for buffer in BUFFERS {
        for (jitter, name) in JITTERS {
            let reports = Scenario::new(buffer, jitter, Report::Milliseconds);
            let silent = Scenario::new(buffer, jitter, Report::Absent);
            let by_delay = errors(&mut Estimator::new(RATE), &reports);
            let by_callbacks = errors(&mut Estimator::new(RATE), &silent);
            println!(
                "{buffer:>4} {name:<11} {} {} | {} {} {} {}",
                cell(by_delay),
                cell(by_callbacks),
                cell(errors(&mut Naive::default(), &silent)),
                cell(errors(&mut Elapsed::default(), &silent)),
                cell(errors(&mut Smoothed::default(), &silent)),
                cell(errors(&mut Regression::default(), &silent)),
            );
            delays.push(by_delay);
            callbacks.push(by_callbacks);
        }
    }
    println!();
    hold("by delay", &delays, BY_DELAY);
    hold("by callbacks", &callbacks, BY_CALLBACKS);
    let mut shifts = 0.0_f64;
    let mut recoveries = 0.0_f64;
    for buffer in BUFFERS {
        for report in [Report::Milliseconds, Report::Absent] {
            let scenario = Scenario::new(buffer, Jitter::LoadedFrom(300.0), report);
            let samples = run(&mut Estimator::new(RATE), &scenario);
            shifts = shifts.max(shift(&samples, 300.0).abs());
            let mut scenario = Scenario::new(buffer, Jitter::Loaded, report);
            scenario.stalls = vec![(60.0, 0.043), (200.0, 0.021), (300.0, 0.120)];
            let samples = run(&mut Estimator::new(RATE), &scenario);
            recoveries = recoveries.max(recovery(&scenario, &samples));
        }
    }
    target(
        "shift when the computer gets busy",
        shifts,
        MOST_SHIFT,
        "ms",
    );
    target("wrong after a stall", recoveries, MOST_RECOVERY, "s");
}

fn run(clock: &mut impl Clock, scenario: &Scenario) -> Vec<Sample> {
    samples(clock, scenario, &scenario.readings(), SETTLED)
}

fn errors(clock: &mut impl Clock, scenario: &Scenario) -> Errors {
    Errors::of(&run(clock, scenario))
}

fn cell(errors: Errors) -> String {
    let Errors {
        mean, p99, most, ..
    } = errors;
    let text = format!("{mean:.3}/{p99:.2}/{most:.2}");
    format!("{text:>17}")
}

/// Tells whether all of a clock's errors are within its targets.
fn hold(name: &str, all: &[Errors], (p99, most): (f64, f64)) {
    let largest = |part: fn(&Errors) -> f64| all.iter().map(part).fold(0.0, f64::max);
    target(&format!("{name}, p99"), largest(|one| one.p99), p99, "ms");
    target(
        &format!("{name}, largest"),
        largest(|one| one.most),
        most,
        "ms",
    );
}

fn target(name: &str, value: f64, most: f64, unit: &str) {
    let met = word(value <= most);
    println!("{name:<34} {value:>7.3} {unit} ({met}: at most {most} {unit})");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_has_three_figures_and_its_width() {
        let errors = Errors {
            bias: 9.0,
            mean: 0.0042,
            p99: 0.126,
            most: 10.0,
        };
        assert_eq!(cell(errors), " 0.004/0.13/10.00");
    }
}
