//! Every way in which a sound device is known to fail, each with a device
//! that fails so, in simulated time.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::sync::mpsc::channel;

use super::*;
use crate::audio::pump::{Alarm, Pump};

type Opening = Box<dyn FnOnce(&mut Plug) -> Result<Opened, String> + Send>;

/// Opens as it is told to, once for each time; then there is no device.
struct Fake {
    openings: VecDeque<Opening>,
}

impl AudioDevice for Fake {
    fn open(&mut self, plug: &mut Plug) -> Result<Opened, String> {
        match self.openings.pop_front() {
            Some(open) => open(plug),
            None => Err("there is none".into()),
        }
    }
}

/// A device that is driven by the test.
type Slot = Arc<Mutex<Option<(Pump, Alarm)>>>;

fn plays(slot: &Slot, rate: u32, stream: impl Send + 'static) -> Opening {
    let slot = Arc::clone(slot);
    Box::new(move |plug| {
        *slot.lock().unwrap() = Some(plug.pump(rate));
        Ok(Opened {
            stream: Box::new(stream),
            name: "Fake".into(),
            rate,
        })
    })
}

fn fails() -> Opening {
    Box::new(|_| Err("no card".into()))
}

/// Says when it is dropped.
struct Witness(Sender<()>);

impl Drop for Witness {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

struct Bench {
    watch: Watch,
    feeds: Receiver<Feed>,
    lines: Arc<Mutex<Vec<String>>>,
    now: Instant,
}

impl Bench {
    fn new(openings: impl IntoIterator<Item = Opening>) -> Self {
        let device = Box::new(Fake {
            openings: openings.into_iter().collect(),
        });
        let lines = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&lines);
        let log: Log = Arc::new(move |line: &str| kept.lock().unwrap().push(line.to_owned()));
        let (sender, feeds) = channel();
        Self {
            watch: Watch::new(device, sender, Arc::default(), log, Arc::new(|_| {})),
            feeds,
            lines,
            now: Instant::now(),
        }
    }

    /// Looks, and waits for an opening that takes no time.
    fn look(&mut self) {
        self.watch.look(self.now);
        while matches!(self.watch.state, State::Opening { .. }) {
            thread::yield_now();
            self.watch.look(self.now);
        }
    }

    /// Time passes in which a device takes frames at some speed.
    fn pass(&mut self, seconds: f64, slot: &Slot, speed: f64) {
        for _ in 0..(seconds * 20.0) as u32 {
            self.now += Duration::from_millis(50);
            if let Some((pump, _)) = &mut *slot.lock().unwrap() {
                let mut left = (2400.0 * speed) as usize;
                while left > 0 {
                    let frames = left.min(600);
                    pump.fill(&mut vec![0.0_f32; frames * 2], 2, self.now, None);
                    left -= frames;
                }
            }
            self.look();
        }
    }

    fn plays(&self) -> bool {
        matches!(self.watch.state, State::Playing { .. })
    }

    #[track_caller]
    fn said(&self, expected: &[Trouble]) {
        let words: Vec<_> = expected.iter().map(|trouble| trouble.words()).collect();
        assert_eq!(*self.lines.lock().unwrap(), words);
    }
}

#[test]
fn without_a_card_one_line_is_said_and_one_is_looked_for() {
    let slot = Slot::default();
    let mut bench = Bench::new([fails(), fails(), fails(), plays(&slot, 48_000, ())]);
    bench.look();
    bench.said(&[Trouble::None]);
    bench.pass(60.0, &slot, 1.0);
    bench.said(&[Trouble::None]);
    assert!(bench.plays());
    assert_eq!(bench.feeds.try_iter().count(), 1);
}

#[test]
fn a_device_that_takes_193_times_real_time_is_given_up() {
    let (slot, (sender, dropped)) = (Slot::default(), channel());
    let mut bench = Bench::new([plays(&slot, 48_000, Witness(sender))]);
    bench.look();
    bench.pass(0.2, &slot, 193.0);
    bench.said(&[Trouble::WrongRate]);
    assert!(!bench.plays());
    dropped.recv().unwrap();
}

#[test]
fn a_device_a_little_off_plays_and_one_far_off_does_not() {
    for (speed, plays_on) in [
        (1.0, true),
        (0.99, true),
        (1.01, true),
        (0.9, false),
        (1.1, false),
        (2.0, false),
    ] {
        let slot = Slot::default();
        let mut bench = Bench::new([plays(&slot, 48_000, ())]);
        bench.look();
        bench.pass(10.0, &slot, speed);
        assert_eq!(bench.plays(), plays_on, "{speed}");
    }
}

#[test]
fn a_removed_device_may_flood_us_and_never_close() {
    struct NeverCloses;
    impl Drop for NeverCloses {
        fn drop(&mut self) {
            loop {
                thread::park();
            }
        }
    }
    let (slot, next) = (Slot::default(), Slot::default());
    let mut bench = Bench::new([
        plays(&slot, 48_000, NeverCloses),
        fails(),
        plays(&next, 44_100, ()),
    ]);
    bench.look();
    bench.pass(20.0, &slot, 1.0);
    let (_pump, alarm) = slot.lock().unwrap().take().unwrap();
    (0..300_000).for_each(|_| alarm.gone(|| "removed".into()));
    bench.look();
    assert!(!bench.plays());
    // The next one, of another rate, is found in a few seconds.
    bench.pass(12.0, &next, 0.918_75);
    assert!(bench.plays());
    bench.said(&[Trouble::Gone]);
    assert_eq!(bench.feeds.try_iter().count(), 2);
}

#[test]
fn a_start_that_stalls_for_two_seconds_is_waited_for() {
    let slot = Slot::default();
    let mut bench = Bench::new([plays(&slot, 48_000, ())]);
    bench.look();
    bench.pass(0.1, &slot, 1.0);
    bench.pass(2.0, &slot, 0.0);
    bench.said(&[Trouble::SlowStart]);
    bench.pass(20.0, &slot, 1.0);
    bench.said(&[Trouble::SlowStart]);
    assert!(bench.plays());
}

#[test]
fn a_pause_of_a_quarter_second_is_told_of_once_and_waited_for() {
    let slot = Slot::default();
    let mut bench = Bench::new([plays(&slot, 48_000, ())]);
    bench.look();
    for _ in 0..5 {
        bench.pass(5.0, &slot, 1.0);
        bench.pass(0.5, &slot, 0.0);
    }
    bench.said(&[Trouble::Paused]);
    assert!(bench.plays());
}

#[test]
fn a_device_that_takes_nothing_any_more_is_given_up() {
    let slot = Slot::default();
    let mut bench = Bench::new([plays(&slot, 48_000, ())]);
    bench.look();
    bench.pass(5.0, &slot, 1.0);
    bench.pass(6.0, &slot, 0.0);
    bench.said(&[Trouble::Paused, Trouble::Dead]);
    assert!(!bench.plays());
}

#[test]
fn a_device_that_never_answers_holds_nothing_up() {
    let (open, opens) = channel::<()>();
    let slot = Slot::default();
    let answers = plays(&slot, 48_000, ());
    let mut bench = Bench::new([Box::new(move |plug: &mut Plug| {
        // Ends when the test lets go.
        let _ = opens.recv();
        answers(plug)
    }) as Opening]);
    for _ in 0..200 {
        bench.watch.look(bench.now);
        bench.now += Duration::from_millis(50);
    }
    bench.said(&[Trouble::NoAnswer]);
    drop(open);
    bench.look();
    assert!(bench.plays());
}

#[test]
fn closing_tells_when_it_is_done() {
    let (slot, (sender, dropped)) = (Slot::default(), channel());
    let mut bench = Bench::new([plays(&slot, 48_000, Witness(sender))]);
    bench.look();
    let (end, ended) = channel();
    bench.watch.close(end);
    assert!(ended.recv().is_err());
    dropped.recv().unwrap();
}
