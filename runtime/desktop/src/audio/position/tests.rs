//! Position against the truth: every frame of the console has a value of its
//! own, so what a simulated device plays at a moment tells what is heard.
#![allow(
    clippy::float_cmp,
    clippy::unnecessary_wraps,
    reason = "silence is exactly 0; all reports of a delay have one form"
)]

use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use console::conductor::estimator::Mode;

use crate::audio::Sound;
use crate::audio::feed::Feed;
use crate::audio::pump::{Gain, Plug, Pump};

/// Values before they repeat. Silence, 0, is none of them.
const VALUES: u64 = 30_011;
/// Frames of a buffer, and buffers that the device holds.
const BUFFER: usize = 512;
const BUFFERS: usize = 2;
/// Seconds after something has happened in which fades and slopes hide the
/// values, and the position may still find its way.
const UNCLEAR: f64 = 0.25;
/// Most that the position may be off, in milliseconds.
const BY_DELAY: f64 = 0.25;
const BY_CALLBACKS: f64 = 1.2;

type Delay = fn(f64, f64) -> Option<f64>;

fn absent(_: f64, _: f64) -> Option<f64> {
    None
}

fn exact(_: f64, delay: f64) -> Option<f64> {
    Some(delay)
}

/// A stage and a device that plays at exactly its rate, on a clock that the
/// test turns.
struct Simulation {
    sound: Sound,
    feeds: Sender<Feed>,
    start: Instant,
    /// Seconds that have passed.
    now: f64,
    pump: Pump,
    rate: f64,
    /// When the device began to play, in seconds.
    began: f64,
    /// What it tells of the delay, given the time and the truth.
    delay: Delay,
    callbacks: usize,
    ticks: u64,
    played: Vec<f32>,
    /// Until when what is heard cannot be told from what is played.
    unclear: f64,
    /// How often the position could be compared.
    compared: usize,
    last: Option<(u32, f64)>,
}

fn plug(start: Instant, rate: u32) -> (Pump, Feed) {
    let mut plug = Plug::new(Arc::new(Gain::default()), start);
    let (pump, _) = plug.pump(rate);
    (pump, plug.ends.expect("a pump was made").0)
}

impl Simulation {
    fn new(rate: u32, delay: Delay) -> Self {
        let start = Instant::now();
        let (sender, feeds) = channel();
        let (_, ended) = channel();
        let (pump, feed) = plug(start, rate);
        sender.send(feed).unwrap();
        Self {
            sound: Sound {
                feed: None,
                feeds,
                made: 0,
                past_epochs: 0,
                gain: Arc::new(Gain::default()),
                life: None,
                ended,
            },
            feeds: sender,
            start,
            now: 0.0,
            pump,
            rate: f64::from(rate),
            began: 0.0,
            delay,
            callbacks: 0,
            ticks: 0,
            played: Vec::new(),
            unclear: UNCLEAR,
            compared: 0,
            last: None,
        }
    }

    fn at(&self, seconds: f64) -> Instant {
        self.start + Duration::from_secs_f64(seconds)
    }

    fn tick(&mut self) {
        let mut samples = [0; 1600];
        for (index, pair) in samples.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let frame = self.sound.made + index as u64;
            *pair = [(frame % VALUES) as i16 + 1; 2];
        }
        self.sound.push(&samples);
    }

    /// When the device asks for its next buffer; some callbacks are late.
    fn callback_due(&self) -> f64 {
        let free = (self.callbacks + 1).saturating_sub(BUFFERS) * BUFFER;
        let late = (self.callbacks * 7919 % 97) as f64 / 97.0 * 0.004;
        self.began + free as f64 / self.rate + if free > 0 { late } else { 0.0 }
    }

    fn callback(&mut self) {
        let due = self.callback_due();
        let first = self.began + (self.callbacks * BUFFER) as f64 / self.rate;
        let delay = (self.delay)(due, first - due).map(Duration::from_secs_f64);
        let mut data = [0.0_f32; BUFFER * 2];
        let at = self.at(due);
        self.pump.fill(&mut data, 2, at, delay);
        self.played.extend(data.iter().step_by(2));
        self.callbacks += 1;
    }

    /// Time passes; `tick` is what each tick does. With `deaf`, the device
    /// takes nothing.
    fn run(&mut self, seconds: f64, deaf: bool, mut tick: impl FnMut(&mut Self)) {
        let end = self.now + seconds;
        while self.now < end {
            self.now += 0.001;
            while !deaf && self.callback_due() <= self.now {
                self.callback();
            }
            while self.ticks as f64 / 60.0 <= self.now {
                self.ticks += 1;
                tick(self);
            }
            self.compare();
        }
    }

    fn play(&mut self, seconds: f64) {
        self.run(seconds, false, Self::tick);
    }

    /// Something happens that hides the values for a while.
    fn disturb(&mut self) {
        self.unclear = self.now + UNCLEAR;
    }

    /// Compares what is heard with what is played.
    fn compare(&mut self) {
        let now = self.at(self.now);
        let heard = self.sound.heard(now).map(|time| time.seconds() * 48_000.0);
        let epoch = self.sound.epoch();
        if let (Some(heard), Some((before, last))) = (heard, self.last) {
            assert!(epoch != before || heard >= last, "{heard} < {last}");
        }
        self.last = heard.map(|heard| (epoch, heard)).or(self.last);
        let frame = (self.now - self.began) * self.rate;
        let Some(&sample) = self.played.get(frame as usize) else {
            return;
        };
        if self.now < self.unclear || sample == 0.0 {
            return;
        }
        let heard = heard.expect("something is heard");
        let value = f64::from(sample) * 32_768.0 - 1.0;
        let part = frame.fract() * 48_000.0 / self.rate;
        let values = VALUES as f64;
        let off = (heard - value - part + values / 2.0).rem_euclid(values) - values / 2.0;
        // Where values begin anew, what is between two is neither.
        let place = heard.rem_euclid(values);
        if !(100.0..values - 100.0).contains(&place) {
            return;
        }
        let measured = self.sound.health(now).map(|health| health.mode) == Some(Mode::Delay);
        let most = if measured { BY_DELAY } else { BY_CALLBACKS };
        assert!(
            (off / 48.0).abs() <= most,
            "{:.3} s: {heard:.1}, off by {off:.1} frames",
            self.now
        );
        self.compared += 1;
    }

    #[track_caller]
    fn finish(self, least: usize) -> u32 {
        assert!(self.compared >= least, "{} comparisons", self.compared);
        self.sound.epoch()
    }
}

#[test]
fn the_position_is_what_is_played() {
    for rate in [48_000, 44_100] {
        for delay in [absent as Delay, exact] {
            let mut simulation = Simulation::new(rate, delay);
            assert_eq!(simulation.sound.heard(simulation.start), None);
            simulation.play(30.0);
            assert!(simulation.finish(29_000) <= 3);
        }
    }
}

#[test]
fn the_reported_delay_is_zero_or_wrong_for_seconds() {
    let wrong: [Delay; 2] = [
        |at, delay| Some(if at < 5.0 { 0.0 } else { delay }),
        |at, delay| {
            let noise = (at * 1e6) as u64 * 7919 % 97;
            Some(if at < 5.0 {
                noise as f64 / 500.0
            } else {
                delay
            })
        },
    ];
    for delay in wrong {
        let mut simulation = Simulation::new(48_000, delay);
        simulation.play(4.9);
        let mode = |simulation: &Simulation| {
            let now = simulation.at(simulation.now);
            simulation
                .sound
                .health(now)
                .expect("there is a device")
                .mode
        };
        assert_eq!(mode(&simulation), Mode::Callbacks);
        simulation.play(5.0);
        assert_eq!(mode(&simulation), Mode::Delay);
        simulation.finish(9_000);
    }
}

#[test]
fn no_callback_for_250_ms_holds_the_position() {
    for delay in [absent as Delay, exact] {
        let mut simulation = Simulation::new(48_000, delay);
        simulation.play(5.0);
        let handed = simulation.played.len() as f64 / 48_000.0;
        simulation.disturb();
        simulation.unclear += 2.5;
        simulation.run(0.3, true, Simulation::tick);
        let held = simulation.last;
        simulation.run(1.7, true, Simulation::tick);
        assert_eq!(simulation.last, held);
        let health = simulation.sound.health(simulation.at(simulation.now));
        assert_eq!(health.map(|health| health.mode), Some(Mode::Held));
        // It is late by the cushion of the ring, at the least.
        let (_, frame) = held.expect("something was heard");
        assert!(frame / 48_000.0 < handed, "{frame}");
        // The device goes on where it was.
        simulation.began += 2.0;
        simulation.play(8.0);
        simulation.finish(10_000);
    }
}

#[test]
fn after_an_underrun_the_position_is_exact() {
    let mut simulation = Simulation::new(48_000, exact);
    for _ in 0..5 {
        simulation.play(2.0);
        simulation.disturb();
        simulation.run(0.2, false, |_| {});
        // It stands still once nothing is left.
        let stands = simulation.last;
        simulation.run(0.03, false, |_| {});
        assert_eq!(simulation.last, stands);
        simulation.disturb();
    }
    simulation.play(2.0);
    simulation.finish(10_000);
}

#[test]
fn ticks_that_found_no_room_count_as_heard() {
    let mut simulation = Simulation::new(48_000, exact);
    simulation.play(3.0);
    let before = simulation.sound.epoch();
    // A second at once: more than the ring holds.
    for _ in 0..60 {
        simulation.tick();
    }
    simulation.disturb();
    simulation.unclear += 0.75;
    simulation.play(5.0);
    assert!(simulation.finish(6_000) > before);
}

#[test]
fn a_pause_holds_the_position() {
    let mut simulation = Simulation::new(48_000, exact);
    for _ in 0..10 {
        simulation.play(1.017);
        simulation.disturb();
        simulation.run(0.2, false, |s| s.sound.rest());
        let stands = simulation.last;
        simulation.run(0.317, false, |s| s.sound.rest());
        assert_eq!(simulation.last, stands);
        // All that was pushed has been heard, and no slope counts.
        let (_, frame) = stands.expect("something was heard");
        let left = simulation.sound.made as f64 - frame;
        assert!((-0.01..=3.0).contains(&left), "{left} frames");
        simulation.disturb();
    }
    simulation.finish(7_000);
}

#[test]
fn another_device_goes_on_in_the_same_time() {
    let mut simulation = Simulation::new(48_000, exact);
    simulation.play(5.0);
    let before = simulation.sound.epoch();
    // It is lost: there is none for two seconds, and the console plays on.
    let (pump, feed) = plug(simulation.at(7.0), 44_100);
    simulation.pump = pump;
    simulation.played.clear();
    assert_eq!(simulation.sound.heard(simulation.at(5.001)), None);
    simulation.run(2.0, true, |s| {
        s.tick();
        assert_eq!(s.sound.heard(s.at(s.now)), None);
    });
    simulation.feeds.send(feed).unwrap();
    simulation.rate = 44_100.0;
    simulation.began = simulation.now;
    simulation.callbacks = 0;
    simulation.disturb();
    simulation.play(5.0);
    assert!(simulation.finish(9_000) > before);
}
