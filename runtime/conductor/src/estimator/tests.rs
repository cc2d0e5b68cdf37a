//! Ten simulated minutes of every kind of device, and every trouble.

use super::simulation::{
    Clock, Errors, Jitter, RATE, Report, Sample, Scenario, recovery, samples, shift,
};
use super::{Display, Estimator, Mode, Reading};
use crate::SongTime;

const BUFFERS: [u32; 4] = [256, 512, 1024, 2048];
const JITTERS: [Jitter; 4] = [
    Jitter::RealTime,
    Jitter::Uniform,
    Jitter::Loaded,
    Jitter::Bursts,
];
/// Seconds after which a clock has found its course.
const SETTLED: f64 = 4.0;
/// The 99th of a hundred errors and the largest, in milliseconds.
const BY_DELAY: (f64, f64) = (0.1, 0.25);
const BY_CALLBACKS: (f64, f64) = (0.6, 1.2);

#[test]
fn with_a_delay_the_position_is_right_to_a_tenth_of_a_millisecond() {
    for buffer in BUFFERS {
        for jitter in JITTERS {
            for report in [Report::Exact, Report::Milliseconds] {
                let scenario = Scenario::new(buffer, jitter, report);
                let (estimator, errors) = check(&scenario, SETTLED, BY_DELAY);
                assert_eq!(estimator.mode, Mode::Delay, "{scenario:?}");
                // A position rounded down is half a millisecond behind.
                assert!(
                    (-0.6..0.1).contains(&errors.bias),
                    "{scenario:?} {errors:?}"
                );
            }
        }
    }
}

#[test]
fn without_a_delay_the_times_of_callbacks_do() {
    for buffer in BUFFERS {
        for jitter in JITTERS {
            for report in [Report::Absent, Report::Zero, Report::Buffers] {
                let scenario = Scenario::new(buffer, jitter, report);
                let (estimator, _) = check(&scenario, SETTLED, BY_CALLBACKS);
                if report != Report::Buffers {
                    assert_eq!(estimator.mode, Mode::Callbacks, "{scenario:?}");
                }
            }
        }
    }
}
#[test]
fn a_busy_computer_does_not_shift_the_position() {
    for buffer in BUFFERS {
        for report in [Report::Absent, Report::Exact, Report::Buffers] {
            let scenario = Scenario::new(buffer, Jitter::LoadedFrom(300.0), report);
            let (_, samples) = run(&scenario, SETTLED);
            let shift = shift(&samples, 300.0);
            assert!(shift.abs() <= 0.4, "{scenario:?}: {shift}");
        }
    }
}

#[test]
fn a_delay_that_is_wrong_at_first_is_used_when_it_is_right() {
    for buffer in BUFFERS {
        for jitter in JITTERS {
            let scenario = Scenario::new(buffer, jitter, Report::WrongUntil(5.0));
            let (estimator, samples) = run(&scenario, SETTLED);
            assert_eq!(estimator.mode, Mode::Delay, "{scenario:?}");
            let split = samples.partition_point(|sample| sample.at < 7.0);
            let (wrong, right) = samples.split_at(split);
            // Too short for a hundredth to mean anything.
            within(
                &scenario,
                Errors::of(wrong),
                (BY_CALLBACKS.1, BY_CALLBACKS.1),
            );
            let right: Vec<_> = right.iter().copied().filter(|s| s.at > 10.0).collect();
            let errors = Errors::of(&right);
            within(&scenario, errors, BY_DELAY);
            assert!(errors.bias.abs() < 0.1, "{scenario:?} {errors:?}");
        }
    }
}

#[test]
fn after_a_stall_the_position_is_right_in_a_fifth_of_a_second() {
    for buffer in BUFFERS {
        for report in [Report::Exact, Report::Milliseconds, Report::Absent] {
            let mut scenario = Scenario::new(buffer, Jitter::Loaded, report);
            scenario.stalls = vec![(60.0, 0.043), (200.0, 0.021), (300.0, 0.120)];
            scenario.seconds = 400.0;
            let (estimator, samples) = run(&scenario, SETTLED);
            let took = recovery(&scenario, &samples);
            assert!(took <= 0.2, "{scenario:?}: {took} s");
            assert!(estimator.resets <= 6, "{scenario:?}");
        }
    }
}

#[test]
fn a_web_clock_that_moves_in_steps_of_100_ms_is_followed() {
    // A page polls it every 16 ms or so.
    let scenario = Scenario {
        seconds: 120.0,
        ..Scenario::new(4800, Jitter::RealTime, Report::Absent)
    };
    let mut readings = Vec::new();
    let mut chance = dice::Seed::from_text("polls").stream();
    let mut at = 0.0;
    while at < scenario.seconds {
        at += 0.012 + 0.008 * chance.float();
        let steps = (scenario.heard(at) * 10.0).floor();
        readings.push(Reading {
            at: (at * 1e9) as i64,
            frames: steps as u64 * 4800,
            delay: None,
        });
    }
    let mut estimator = Estimator::new(RATE);
    let samples = samples(&mut estimator, &scenario, &readings, SETTLED);
    within(&scenario, Errors::of(&samples), (5.0, 5.0));
    assert!(samples.iter().all(|sample| !sample.back));
}

#[test]
fn no_callback_for_250_ms_holds_the_position() {
    for report in [Report::Exact, Report::Absent] {
        let scenario = Scenario {
            seconds: 10.0,
            ..Scenario::new(512, Jitter::RealTime, report)
        };
        let mut estimator = Estimator::new(RATE);
        let readings = scenario.readings();
        for &reading in &readings {
            estimator.take(reading);
        }
        let last = readings.last().expect("there are some");
        let handed = SongTime::of_frame(last.frames as i64 + 512, RATE);
        let after = |millis: i64| last.at + millis * 1_000_000;
        assert_ne!(estimator.health(after(240)).mode, Mode::Held);
        assert_eq!(estimator.health(after(250)).mode, Mode::Held);
        for millis in [250, 1000, 60_000] {
            let estimate = estimator.at(after(millis)).expect("it has begun");
            let beyond = (estimate.position - handed).milliseconds();
            assert!(
                (-0.001..=20.001).contains(&beyond),
                "{report:?}: {beyond} ms"
            );
        }
        // It goes on where it was, when the device does.
        let frames = last.frames + 512;
        for index in 0..400_u64 {
            estimator.take(Reading {
                at: after(2_000) + index as i64 * 10_666_667,
                frames: frames + index * 512,
                delay: None,
            });
        }
        let gone_on = estimator.at(after(2_000)).expect("it has begun").position;
        assert!((gone_on - handed).milliseconds().abs() < 25.0);
        let end = estimator.at(after(2_000 + 4_266)).expect("it has begun");
        assert!((end.frames - (frames + 400 * 512 - 1024) as f64).abs() < 1024.0);
    }
}

#[test]
fn what_was_answered_stays_true() {
    let mut scenario = Scenario::new(512, Jitter::Loaded, Report::WrongUntil(3.0));
    scenario.stalls = vec![(9.0, 0.043), (15.0, 0.2)];
    scenario.seconds = 30.0;
    let mut estimator = Estimator::new(RATE);
    let mut chance = dice::Seed::from_text("stamps").stream();
    let mut answers = Vec::new();
    for reading in scenario.readings() {
        estimator.take(reading);
        // An input's own stamp, up to 100 ms old.
        for _ in 0..3 {
            let nanos = reading.at - (chance.float() * 1e8) as i64;
            answers.extend(estimator.at(nanos).map(|e| (e.epoch, nanos, e.frames)));
        }
    }
    answers.sort_by(|one, other| one.partial_cmp(other).expect("all are numbers"));
    for pair in answers.windows(2) {
        let same = pair[0].0 == pair[1].0;
        assert!(!same || pair[1].2 >= pair[0].2 - 1e-6, "{pair:?}");
    }
}

#[test]
fn what_is_shown_never_goes_back_and_arrives() {
    let mut scenario = Scenario::new(256, Jitter::Loaded, Report::WrongUntil(3.0));
    scenario.stalls = vec![(9.0, 0.043), (15.0, 0.12)];
    scenario.seconds = 30.0;
    let mut estimator = Estimator::new(RATE);
    let readings = scenario.readings();
    let mut shown = Shown(&mut estimator);
    let samples = samples(&mut shown, &scenario, &readings, 0.1);
    assert!(samples.iter().all(|sample| !sample.back));
    for sample in samples.iter().filter(|sample| sample.at > 16.0) {
        assert!(sample.error.abs() < 0.5, "{sample:?}");
    }
    // A jump back is waited for, one forward is not.
    let mut display = Display::default();
    let second = SongTime::of_seconds(1.0);
    assert_eq!(display.follow(0, second, 0), second);
    assert_eq!(display.follow(1_000_000, SongTime::ZERO, 1), second);
    let later = SongTime::of_seconds(3.0);
    assert_eq!(display.follow(2_000_000, later, 2), later);
}

struct Shown<'a>(&'a mut Estimator);

impl Clock for Shown<'_> {
    fn take(&mut self, reading: &Reading) {
        self.0.take(*reading);
    }

    fn position(&mut self, nanos: i64) -> f64 {
        self.0.shown(nanos).unwrap_or_default().seconds()
    }
}

#[test]
fn a_new_start_is_a_new_epoch() {
    let scenario = Scenario {
        seconds: 5.0,
        ..Scenario::new(512, Jitter::RealTime, Report::Exact)
    };
    let mut estimator = Estimator::new(RATE);
    assert_eq!(estimator.at(0), None);
    let mut epochs = vec![estimator.epoch()];
    for start in 0..3_i64 {
        if start == 2 {
            estimator.restart();
            assert_eq!(estimator.at(0), None);
        }
        for mut reading in scenario.readings() {
            reading.at += start * 5_100_000_000;
            estimator.take(reading);
        }
        epochs.push(estimator.epoch());
        let (position, drift) = {
            let nanos = (start * 5_100 + 4_990) * 1_000_000;
            let heard = estimator.at(nanos).expect("it has begun");
            (heard.position.seconds(), estimator.health(nanos).drift_ppm)
        };
        assert!((position - 4.99).abs() < 0.001, "{position}");
        assert!(drift.abs() < 500.0, "{drift}");
    }
    assert!(epochs.is_sorted_by(|one, other| one < other), "{epochs:?}");
}

#[test]
fn the_drift_of_a_device_is_told() {
    for report in [Report::Exact, Report::Absent] {
        let scenario = Scenario::new(512, Jitter::RealTime, report);
        let (health, _) = run(&scenario, SETTLED);
        assert!((health.drift_ppm - 85.0).abs() < 15.0, "{health:?}");
        assert_eq!(health.resets, 0);
    }
}

fn run(scenario: &Scenario, from: f64) -> (super::Health, Vec<Sample>) {
    let mut estimator = Estimator::new(RATE);
    let readings = scenario.readings();
    let samples = samples(&mut estimator, scenario, &readings, from);
    let end = readings.last().map_or(0, |reading| reading.at);
    (estimator.health(end), samples)
}

#[track_caller]
fn check(scenario: &Scenario, from: f64, targets: (f64, f64)) -> (super::Health, Errors) {
    let (health, samples) = run(scenario, from);
    let errors = Errors::of(&samples);
    within(scenario, errors, targets);
    assert!(
        samples.iter().all(|sample| !sample.back),
        "{scenario:?} goes back"
    );
    (health, errors)
}

#[track_caller]
fn within(scenario: &Scenario, errors: Errors, (p99, most): (f64, f64)) {
    assert!(
        errors.p99 <= p99 && errors.most <= most,
        "{scenario:?} {errors:?}"
    );
}
