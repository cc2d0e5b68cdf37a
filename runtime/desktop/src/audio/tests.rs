//! What reaches a device: the real way from ticks to a callback's buffer,
//! through rodio's mixer, in simulated time.
#![allow(
    clippy::float_cmp,
    reason = "silence is exactly 0, and bits pass as they are"
)]

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::feed::Feed;
use super::pump::{Gain, Plug, Pump};
use super::vitals::Vitals;

/// A stage and a device, each with a clock.
struct Simulation {
    feed: Feed,
    pump: Pump,
    vitals: Arc<Vitals>,
    gain: Arc<Gain>,
    start: Instant,
    /// Frames in a callback, and those a second.
    buffer: usize,
    rate: f64,
    ticks: u64,
    callbacks: u64,
    /// Frames that were pushed.
    made: u64,
    /// Sample of the tone that is played.
    tone: u64,
    /// What was heard on the left.
    heard: Vec<f32>,
}

/// The tone: 200 Hz, 240 samples a wave.
fn tone(sample: u64) -> i16 {
    let turn = (sample % 240) as f64 / 240.0 * std::f64::consts::TAU;
    (turn.sin() * 16_000.0) as i16
}

/// A click is a jump far above the steepest of tone, fade and slope.
const STEEPEST: f32 = 0.02;

impl Simulation {
    fn new(buffer: usize, nominal: u32, rate: f64) -> Self {
        let (start, gain) = (Instant::now(), Arc::new(Gain::default()));
        let mut plug = Plug::new(Arc::clone(&gain), start);
        let (pump, _) = plug.pump(nominal);
        let (feed, vitals) = plug.ends.expect("a pump was made");
        Self {
            feed,
            pump,
            vitals,
            gain,
            start,
            buffer,
            rate,
            ticks: 0,
            callbacks: 0,
            made: 0,
            tone: 0,
            heard: Vec::new(),
        }
    }

    fn usual() -> Self {
        Self::new(512, 48_000, 48_000.0)
    }

    fn push_tick(&mut self) {
        let mut samples = [0; 1600];
        for pair in samples.as_chunks_mut::<2>().0 {
            *pair = [tone(self.tone); 2];
            self.tone += 1;
        }
        self.push(&samples);
    }

    fn push(&mut self, samples: &[i16]) {
        self.feed.push(samples, self.made);
        self.made += samples.len() as u64 / 2;
    }

    fn callback(&mut self) {
        let mut data = vec![0.0; self.buffer * 2];
        let at = self.start + Duration::from_secs_f64(self.callback_due());
        self.pump.fill(&mut data, 2, at, None);
        self.callbacks += 1;
        self.heard.extend(data.iter().step_by(2));
    }

    fn callback_due(&self) -> f64 {
        self.callbacks as f64 * self.buffer as f64 / self.rate
    }

    /// Runs both clocks for some seconds. `tick` does what a tick does, and
    /// `late` says how late it is.
    fn run(&mut self, seconds: f64, late: fn(u64) -> f64, mut tick: impl FnMut(&mut Self)) {
        let end = (self.ticks as f64 / 60.0) + seconds;
        loop {
            let next = self.ticks as f64 / 60.0;
            if next >= end {
                return;
            }
            if self.callback_due() < next + late(self.ticks) {
                self.callback();
            } else {
                tick(self);
                self.ticks += 1;
            }
        }
    }

    fn play(&mut self, seconds: f64) {
        self.run(seconds, in_time, Self::push_tick);
    }

    #[track_caller]
    fn assert_no_click(&self) {
        let click = self
            .heard
            .windows(2)
            .position(|pair| (pair[1] - pair[0]).abs() > STEEPEST);
        assert_eq!(click, None, "of {} samples", self.heard.len());
    }

    /// Loudest of the last samples.
    fn peak(&self, samples: usize) -> f32 {
        let start = self.heard.len() - samples;
        self.heard[start..]
            .iter()
            .fold(0.0, |peak, x| peak.max(x.abs()))
    }
}

fn in_time(_: u64) -> f64 {
    0.0
}

#[test]
fn ten_minutes_come_through_frame_by_frame() {
    let start = Instant::now();
    let mut plug = Plug::new(Arc::default(), start);
    let (mut pump, _) = plug.pump(48_000);
    let (mut feed, vitals) = plug.ends.expect("a pump was made");
    let (mut sent, mut expected) = (0_u32, None);
    let mut data = [0.0; 1600];
    let (mut silent, mut compared) = (0_u64, 0_u64);
    for tick in 0..36_000_u64 {
        let mut samples = [0; 1600];
        for pair in samples.as_chunks_mut::<2>().0 {
            // Never silent, and different for a long time.
            let value = (sent % 30_011) as i16 + 1;
            *pair = [value, -value];
            sent += 1;
        }
        feed.push(&samples, tick * 800);
        let at = start + Duration::from_micros(tick * 16_667);
        pump.fill(&mut data, 2, at, None);
        for frame in data.as_chunks::<2>().0 {
            let value = (frame[0] * 32_768.0) as u32;
            if frame[0] == 0.0 {
                silent += 1;
            } else if expected == Some(value) {
                compared += 1;
            } else {
                // Only the fade at the start is not what was sent.
                assert!(tick < 5, "tick {tick}: {value}, not {expected:?}");
            }
            assert_eq!(frame[0], -frame[1]);
            expected = Some(value % 30_011 + 1);
        }
    }
    assert_eq!(vitals.frames(), 28_800_000);
    assert_eq!(vitals.starved(), 0);
    assert!(silent <= 4 * 800, "{silent} frames before the start");
    assert!(compared >= 28_800_000 - silent - 250, "{compared}");
}

#[test]
fn clocks_that_differ_never_click() {
    for part in [0.999_5, 1.000_5] {
        for buffer in [341, 512, 2048] {
            let mut simulation = Simulation::new(buffer, 48_000, 48_000.0 * part);
            simulation.play(90.0);
            simulation.assert_no_click();
            assert_eq!(simulation.vitals.starved(), 0, "{part} {buffer}");
        }
    }
}

#[test]
fn what_is_heard_is_three_ticks_late_at_most() {
    // A loud frame is looked for after a minute of running a little slow.
    let mut simulation = Simulation::new(512, 48_000, 47_990.0);
    simulation.run(60.0, in_time, |s| s.push(&[0; 1600]));
    let before = simulation.heard.len();
    simulation.run(0.2, in_time, |s| s.push(&[9000; 1600]));
    let waited = simulation.heard[before..]
        .iter()
        .position(|&sample| sample > 0.2)
        .expect("it is heard");
    assert!(waited <= 2400, "{waited} frames");
}

#[test]
fn other_rates_are_converted() {
    for rate in [44_100, 96_000] {
        let mut simulation = Simulation::new(512, rate, f64::from(rate));
        simulation.play(60.0);
        simulation.assert_no_click();
        assert_eq!(simulation.vitals.starved(), 0);
        let last = &simulation.heard[simulation.heard.len() - rate as usize..];
        let waves = last.windows(2).filter(|x| x[0] < 0.0 && x[1] >= 0.0);
        assert!((199..=201).contains(&waves.count()), "{rate}");
    }
}

#[test]
fn ticks_may_be_late() {
    let mut simulation = Simulation::usual();
    simulation.run(
        30.0,
        |tick| (tick * 7919 % 15) as f64 / 1000.0,
        Simulation::push_tick,
    );
    simulation.assert_no_click();
    assert_eq!(simulation.vitals.starved(), 0);
}

#[test]
fn a_game_that_stops_fades_and_comes_back() {
    let mut simulation = Simulation::usual();
    simulation.play(1.0);
    simulation.run(1.0, in_time, |_| {});
    assert_eq!(simulation.peak(4800), 0.0);
    assert_eq!(simulation.vitals.starved(), 1);
    simulation.play(1.0);
    assert!(simulation.peak(4800) > 0.4);
    simulation.assert_no_click();
}

#[test]
fn a_pause_is_silent_without_a_pop() {
    let mut simulation = Simulation::usual();
    for _ in 0..20 {
        simulation.play(0.517);
        simulation.run(0.3, in_time, |s| s.feed.rest());
        assert_eq!(simulation.peak(2400), 0.0);
    }
    simulation.assert_no_click();
    assert_eq!(simulation.vitals.starved(), 0);
}

#[test]
fn a_reset_joins_what_was_and_what_comes() {
    let mut simulation = Simulation::usual();
    for _ in 0..20 {
        simulation.play(0.517);
        simulation.feed.rest();
        simulation.tone += 71;
    }
    simulation.assert_no_click();
    assert!(simulation.peak(4800) > 0.4);
}

#[test]
fn a_device_that_paused_catches_up() {
    let mut simulation = Simulation::usual();
    simulation.play(1.0);
    // A second in which the device takes nothing and ticks go on.
    for _ in 0..60 {
        simulation.push_tick();
    }
    simulation.play(2.0);
    simulation.assert_no_click();
    assert_eq!(simulation.vitals.starved(), 0);
    let before = simulation.heard.len();
    simulation.feed.rest();
    simulation.run(0.5, in_time, |_| {});
    let silent = simulation.heard[before..].iter().position(|&x| x == 0.0);
    assert!(silent.is_some_and(|at| at < 8_000), "{silent:?}");
}

#[test]
fn volume_is_reached_smoothly() {
    let mut simulation = Simulation::usual();
    for gain in [1.0, 0.0, 0.25, 0.0, 1.0] {
        simulation.gain.set(gain);
        simulation.play(0.5);
        let peak = simulation.peak(4800);
        assert!((peak - gain * 0.488).abs() < 0.01, "{gain}: {peak}");
    }
    simulation.assert_no_click();
}

#[test]
fn any_layout_is_filled() {
    fn filled<T>(channels: usize) -> Vec<T>
    where
        T: cpal::Sample + cpal::FromSample<f32>,
    {
        let mut simulation = Simulation::usual();
        for _ in 0..6 {
            simulation.push(&[16_384, 8_192].repeat(800));
        }
        let mut data = vec![T::EQUILIBRIUM; 1000 * channels];
        simulation
            .pump
            .fill(&mut data, channels, simulation.start, None);
        data.split_off(999 * channels)
    }
    assert_eq!(filled::<f32>(1), [0.375]);
    assert_eq!(filled::<f32>(2), [0.5, 0.25]);
    assert_eq!(filled::<f32>(6), [0.5, 0.25, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(filled::<i16>(2), [16_384, 8_192]);
    assert_eq!(filled::<u8>(3), [192, 160, 128]);
}

#[test]
fn the_sound_thread_allocates_nothing() {
    let mut simulation = Simulation::new(512, 44_100, 44_100.0);
    simulation.callback();
    let mut data = [0.0_f32; 1024];
    let mut allocations = 0;
    let delay = Some(Duration::from_millis(20));
    // It starts, runs dry, is flooded and rests; for a while nobody hears of
    // its callbacks.
    for round in 0..800 {
        match round % 100 {
            _ if round >= 400 => {}
            0..50 => simulation.push_tick(),
            50..60 => {}
            60..90 => (0..3).for_each(|_| simulation.push_tick()),
            _ => simulation.feed.rest(),
        }
        let at = simulation.start;
        let pump = &mut simulation.pump;
        let info = allocation_counter::measure(|| pump.fill(&mut data, 2, at, delay));
        allocations += info.count_total;
    }
    assert_eq!(allocations, 0);
    assert!(simulation.vitals.starved() > 0);
}
