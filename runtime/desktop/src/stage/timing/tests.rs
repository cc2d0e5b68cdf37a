//! The clock on simulated time: ticks every sixtieth of a second, a device
//! that comes and goes, pauses, stalls, and presses in between.

use std::time::{Duration, Instant};

use console::Control;
use console::conductor::{FLICKS_A_SECOND, SongTime};

use super::{Clock, Heard, Source};
use crate::edges::Edge;
use crate::latencies::Latencies;

/// Milliseconds of sound between a tick and hearing it.
const LAG: f64 = 60.0;

/// A stage in simulated milliseconds.
struct Play {
    start: Instant,
    clock: Clock,
    /// The next tick.
    now: f64,
    /// Sound that has been pushed.
    pushed: f64,
    /// When pushed sound began, less what it was then.
    sound_start: f64,
    /// Milliseconds that sound lags and its epoch, while a device plays.
    device: Option<(f64, u32)>,
    /// Moments and clock times of the ticks so far.
    seen: Vec<(f64, f64)>,
    shown: Vec<f64>,
    /// Times of presses on the simulated and on the console's clock.
    presses: Vec<(f64, f64)>,
    pending: Vec<f64>,
}

impl Play {
    fn new() -> Self {
        let start = Instant::now();
        Self {
            start,
            clock: Clock::new(start, SongTime::ZERO, SongTime::ZERO, Latencies::default()),
            now: 0.0,
            pushed: 0.0,
            sound_start: 0.0,
            device: None,
            seen: Vec::new(),
            shown: Vec::new(),
            presses: Vec::new(),
            pending: Vec::new(),
        }
    }

    fn instant(&self, ms: f64) -> Instant {
        self.start + Duration::from_secs_f64(ms / 1e3)
    }

    fn tick(&mut self) {
        let (start, pushed, sound_start, device) =
            (self.start, self.pushed, self.sound_start, self.device);
        let mut heard = move |at: Instant| {
            let (lag, epoch) = device?;
            let at = at.duration_since(start).as_secs_f64() * 1e3;
            // The device plays what it has and then waits.
            let position = (at - sound_start - lag).min(pushed);
            Some(Heard {
                position: SongTime::of_seconds(position / 1e3),
                epoch,
            })
        };
        let edges: Vec<Edge> = self
            .pending
            .iter()
            .map(|&ms| Edge {
                at: self.instant(ms),
                what: Control::Button(4),
                down: true,
            })
            .collect();
        let timing = self.clock.tick(self.instant(self.now), &mut heard, &edges);
        let clock = timing.clock.milliseconds();
        if let Some(&(_, last)) = self.seen.last() {
            assert!(clock >= last, "{clock} after {last} at {}", self.now);
        }
        if let Some(&last) = self.shown.last() {
            let shown = timing.display.milliseconds();
            assert!(shown >= last, "{shown} shown after {last} at {}", self.now);
        }
        self.seen.push((self.now, clock));
        self.shown.push(timing.display.milliseconds());
        for (at, press) in self.pending.drain(..).zip(timing.presses) {
            self.presses.push((at, press.at.milliseconds()));
        }
        self.pushed += 1000.0 / 60.0;
    }

    /// Plays for so many ticks, with a press between any two.
    fn ticks(&mut self, count: usize) {
        for _ in 0..count {
            self.tick();
            self.pending.push(self.now + 7.0);
            self.now += 1000.0 / 60.0;
        }
    }

    /// A menu is open for so long.
    fn rest(&mut self, ms: f64) {
        self.pending.clear();
        let end = self.now + ms;
        while self.now < end {
            self.clock.rest(self.instant(self.now));
            self.now += 1000.0 / 60.0;
        }
        self.sound_start += self.now - end + ms;
    }

    /// Nothing happens for so long, not on purpose.
    fn stall(&mut self, ms: f64) {
        self.pending.clear();
        self.now += ms;
        self.sound_start += ms;
    }

    /// The clock's time at the last tick.
    fn clock(&self) -> f64 {
        self.seen.last().expect("a tick has run").1
    }

    #[track_caller]
    fn lags_by(&self, expected: f64) {
        let lag = self.seen.last().expect("a tick has run").0 - self.clock();
        assert!((lag - expected).abs() < 0.01, "{lag}, not {expected}");
    }

    /// Presses are where the ticks around them saw the clock.
    #[track_caller]
    fn presses_fit(&self) {
        assert!(!self.presses.is_empty());
        for &(at, press) in &self.presses {
            let next = self.seen.partition_point(|&(tick, _)| tick <= at);
            let ((t0, c0), (t1, c1)) = (self.seen[next - 1], self.seen[next]);
            let expected = c0 + (c1 - c0) * (at - t0) / (t1 - t0);
            assert!(
                (press - expected).abs() < 0.1,
                "pressed at {at}: {press}, not {expected}"
            );
        }
    }
}

/// What sound lags by on the console's clock: a tick's sound is that of the
/// registers of the tick before.
const HEARD_LAG: f64 = LAG + 1000.0 / 60.0;

#[test]
fn without_a_device_ticks_are_sixtieths() {
    let mut play = Play::new();
    play.ticks(600);
    for (tick, &(_, clock)) in play.seen.iter().enumerate() {
        assert!((clock - tick as f64 * 1000.0 / 60.0).abs() < 0.001);
    }
    assert_eq!(play.clock.source(), Source::Monotonic);
    play.presses_fit();
}

#[test]
fn with_a_device_the_clock_is_what_is_heard() {
    let mut play = Play::new();
    play.device = Some((LAG, 1));
    play.ticks(60);
    play.lags_by(HEARD_LAG);
    assert!((play.seen[0].1 + HEARD_LAG).abs() < 0.01, "from the start");
    play.presses_fit();
}

#[test]
fn a_device_that_appears_slows_the_clock_until_it_has_caught_up() {
    let mut play = Play::new();
    play.ticks(60);
    play.device = Some((LAG, 1));
    play.ticks(7);
    let ahead = play.clock() - (play.now - 1000.0 / 60.0 - HEARD_LAG);
    assert!(ahead > 0.0 && ahead < HEARD_LAG, "{ahead}");
    play.ticks(60);
    play.lags_by(HEARD_LAG);
    // Where the slope changes a press may lie before or after the bend.
    play.presses
        .retain(|&(at, _)| !(1130.0..1170.0).contains(&at));
    play.presses_fit();
}

#[test]
fn a_device_that_is_lost_leaves_the_clock_where_it_was() {
    let mut play = Play::new();
    play.device = Some((LAG, 1));
    play.ticks(60);
    play.device = None;
    play.ticks(60);
    play.lags_by(HEARD_LAG);
    // Another one that lags more.
    play.device = Some((LAG + 100.0, 1));
    play.ticks(60);
    play.lags_by(HEARD_LAG + 100.0);
    play.device = None;
    play.ticks(60);
    // And one that lags less: the clock may jump forward.
    play.device = Some((LAG, 2));
    play.ticks(2);
    play.lags_by(HEARD_LAG);
}

#[test]
fn a_new_epoch_never_goes_back() {
    let mut play = Play::new();
    play.device = Some((LAG, 1));
    play.ticks(60);
    play.device = Some((LAG + 30.0, 2));
    play.ticks(60);
    play.lags_by(HEARD_LAG + 30.0);
    play.device = Some((LAG, 3));
    play.ticks(2);
    play.lags_by(HEARD_LAG);
}

#[test]
fn the_menu_stops_the_clock() {
    let mut play = Play::new();
    play.ticks(60);
    play.rest(5000.0);
    play.ticks(60);
    let ran = play.clock();
    assert!((ran - 119.0 * 1000.0 / 60.0).abs() < 18.0, "{ran}");
    play.presses_fit();

    let mut play = Play::new();
    play.device = Some((LAG, 1));
    play.ticks(60);
    play.rest(5000.0);
    play.ticks(60);
    let ran = play.clock();
    assert!(
        (ran + HEARD_LAG - 119.0 * 1000.0 / 60.0).abs() < 18.0,
        "{ran}"
    );
}

#[test]
fn a_press_of_the_time_before_the_menu_closed_is_no_later_than_that() {
    let mut play = Play::new();
    play.ticks(60);
    play.rest(1000.0);
    play.pending = vec![play.now - 500.0];
    play.tick();
    let (_, press) = play.presses.pop().expect("it was pressed");
    assert!((press - play.clock()).abs() < 0.001);
}

#[test]
fn a_stall_moves_the_clock_but_not_the_sound() {
    let mut play = Play::new();
    play.ticks(60);
    play.stall(3000.0);
    play.ticks(1);
    assert!((play.clock() - 4000.0).abs() < 0.001, "{}", play.clock());

    let mut play = Play::new();
    play.device = Some((LAG, 1));
    play.ticks(60);
    play.stall(3000.0);
    play.ticks(60);
    let expected = 119.0 * 1000.0 / 60.0 - HEARD_LAG;
    assert!((play.clock() - expected).abs() < 0.01, "{}", play.clock());
}

#[test]
fn a_new_cart_begins_at_zero_again() {
    let mut play = Play::new();
    play.device = Some((LAG, 1));
    play.ticks(60);
    let pushed = SongTime::of_seconds(play.pushed / 1e3);
    play.clock = Clock::new(
        play.instant(play.now),
        pushed,
        SongTime::ZERO,
        Latencies::default(),
    );
    (play.seen, play.shown, play.pending) = (Vec::new(), Vec::new(), Vec::new());
    let started = play.now;
    play.ticks(60);
    let lag = play.now - 1000.0 / 60.0 - started - play.clock();
    assert!((lag - HEARD_LAG).abs() < 0.01, "{lag}");
}

#[test]
fn latencies_move_sound_picture_and_presses() {
    let mut play = Play::new();
    play.device = Some((LAG, 1));
    play.ticks(60);
    let latencies = Latencies {
        audio: 40,
        visual: 25,
        input: 10,
    };
    play.clock.set_latencies(latencies);
    play.ticks(60);
    play.lags_by(HEARD_LAG + 40.0);
    let shown = play.shown.last().expect("a tick has run") - play.clock();
    assert!((shown - 25.0).abs() < 0.5, "{shown}");
    let (at, press) = play.presses.last().expect("something was pressed");
    let late = at - HEARD_LAG - 40.0 - press;
    assert!((late - 10.0).abs() < 0.01, "{late}");
}

#[test]
fn late_and_short_presses_keep_their_times() {
    let mut play = Play::new();
    play.device = Some((LAG, 1));
    play.ticks(60);
    let now = play.now;
    play.pending = vec![now - 90.0, now - 2.0, now - 1.5, now - 0.5];
    play.ticks(1);
    let times: Vec<f64> = play.presses[play.presses.len() - 4..]
        .iter()
        .map(|(at, press)| at - press)
        .collect();
    for late in times {
        assert!((late - HEARD_LAG).abs() < 0.1, "{late}");
    }
    let flick = 1e3 / FLICKS_A_SECOND as f64;
    assert!(flick < 0.001);
}

#[test]
fn after_a_jump_the_clock_is_that_of_the_tick_that_is_played() {
    let second = SongTime::of_seconds(1.0);
    for device in [None, Some((LAG, 1))] {
        let mut play = Play::new();
        play.device = device;
        play.ticks(300);
        // Five seconds were played; it goes back to the first.
        let pushed = SongTime::of_seconds(play.pushed / 1e3);
        let (now, latencies) = (play.instant(play.now), Latencies::default());
        play.clock = Clock::new(now, pushed - second, second, latencies);
        (play.seen, play.shown, play.pending) = (Vec::new(), Vec::new(), Vec::new());
        let started = play.now;
        play.ticks(60);
        let lag = 1000.0 + play.now - 1000.0 / 60.0 - started - play.clock();
        let expected = device.map_or(0.0, |_| HEARD_LAG);
        assert!((lag - expected).abs() < 0.01, "{device:?}: {lag}");
    }
}
