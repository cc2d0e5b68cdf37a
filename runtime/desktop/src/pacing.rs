//! When ticks are due: sixty a second of real time, whatever the display
//! does. Due times are counted from a start in whole ticks, so no error adds
//! up. Ticks run on their own timer and pictures queue for the display; a
//! tick is never tied to a refresh, so a display of 60 Hz whose refreshes
//! jitter causes neither doubled nor skipped ticks.

use std::time::{Duration, Instant};

/// After a stall at most this many ticks are made up for; the rest of the
/// lost time is dropped, since a game that races to catch up cannot be played.
pub(crate) const MOST_CATCH_UP: u64 = 4;

/// Decides how many ticks to run now.
pub(crate) struct Pacer {
    start: Instant,
    done: u64,
}

impl Pacer {
    /// Starts counting; the first tick is due at once.
    pub(crate) fn new(now: Instant) -> Self {
        Self {
            start: now,
            done: 0,
        }
    }

    /// Forgets lost time, after a pause.
    pub(crate) fn restart(&mut self, now: Instant) {
        *self = Self::new(now);
    }

    /// When the next tick is due.
    pub(crate) fn next(&self) -> Instant {
        self.due(self.done)
    }

    /// Due times of the ticks to run now, oldest first.
    pub(crate) fn take(&mut self, now: Instant) -> Vec<Instant> {
        let passed = now.saturating_duration_since(self.start).as_nanos();
        let reached = (passed * 60 / 1_000_000_000) as u64 + 1;
        let mut owed = reached.saturating_sub(self.done);
        if owed > MOST_CATCH_UP {
            let dropped = owed - MOST_CATCH_UP;
            self.start = self.due(dropped);
            owed = MOST_CATCH_UP;
        }
        let first = self.done;
        self.done += owed;
        (first..self.done).map(|tick| self.due(tick)).collect()
    }

    fn due(&self, tick: u64) -> Instant {
        // Rounded up, so that a tick is never due before `take` counts it.
        let nanos = (u128::from(tick) * 1_000_000_000).div_ceil(60);
        self.start + Duration::from_nanos(nanos as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A display that shows one queued picture at each refresh and makes the
    /// caller wait while two are queued, as a swap chain does.
    struct Display {
        period: f64,
        jitter: f64,
        refresh: u64,
        queued: u32,
    }

    impl Display {
        fn at(&self, refresh: u64) -> f64 {
            let wobble = (refresh * 7919 % 13) as f64 / 6.0 - 1.0;
            (refresh as f64 + 0.37) * self.period + wobble * self.jitter
        }

        fn present(&mut self, now: f64) -> f64 {
            let mut now = now;
            while self.at(self.refresh) <= now {
                self.refresh += 1;
                self.queued = self.queued.saturating_sub(1);
            }
            if self.queued == 2 {
                now = self.at(self.refresh);
                self.refresh += 1;
                self.queued -= 1;
            }
            self.queued += 1;
            now
        }
    }

    /// Plays for some seconds; ticks run in all, and how often two ran at once.
    fn play(hertz: f64, jitter: f64, seconds: f64) -> (usize, usize) {
        let start = Instant::now();
        let mut display = Display {
            period: 1.0 / hertz,
            jitter,
            refresh: 0,
            queued: 0,
        };
        let mut pacer = Pacer::new(start);
        let (mut now, mut ticks, mut doubled) = (0.0, 0, 0);
        while now < seconds {
            let at = start + Duration::from_secs_f64(now);
            let ran = pacer.take(at).len();
            ticks += ran;
            doubled += usize::from(ran > 1);
            if ran > 0 {
                now = display.present(now + 0.002);
            }
            let next = pacer.next().saturating_duration_since(start).as_secs_f64();
            // Sleeping ends a little late, never early.
            now = now.max(next) + 0.000_08;
        }
        (ticks, doubled)
    }

    fn check(hertz: f64, jitter: f64, most_doubled: usize) {
        let (ticks, doubled) = play(hertz, jitter, 60.0);
        assert!((3598..=3602).contains(&ticks), "{hertz} Hz: {ticks} ticks");
        assert!(doubled <= most_doubled, "{hertz} Hz: {doubled} doubled");
    }

    #[test]
    fn speed_is_right_on_every_display() {
        check(60.0, 0.0, 0);
        check(75.0, 0.0, 0);
        check(120.0, 0.0, 0);
        check(144.0, 0.0, 0);
        check(240.0, 0.0, 0);
    }

    #[test]
    fn a_jittering_display_doubles_no_tick() {
        check(60.0, 0.003, 0);
        check(75.0, 0.003, 0);
        check(144.0, 0.002, 0);
    }

    #[test]
    fn a_slightly_slow_display_doubles_only_what_it_must() {
        // 59.94 Hz shows 3.6 pictures a minute too few.
        check(59.94, 0.001, 4);
    }

    #[test]
    fn a_stall_is_made_up_for_a_little_and_then_dropped() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        assert_eq!(pacer.take(start).len(), 1);
        assert_eq!(pacer.take(start).len(), 0);
        let later = start + Duration::from_secs(5);
        assert_eq!(pacer.take(later).len(), MOST_CATCH_UP as usize);
        assert_eq!(pacer.take(later).len(), 0);
        assert!(pacer.next() > later);
        assert!(pacer.next() <= later + Duration::from_millis(17));
    }

    #[test]
    fn the_next_tick_runs_when_it_is_due_and_not_before() {
        let start = Instant::now();
        let mut pacer = Pacer::new(start);
        for _ in 0..1000 {
            let due = pacer.next();
            if let Some(early) = due
                .checked_sub(Duration::from_nanos(2))
                .filter(|_| due > start)
            {
                assert!(pacer.take(early).is_empty());
            }
            assert_eq!(pacer.take(due), [due]);
        }
    }
}
