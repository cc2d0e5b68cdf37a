//! How busy this machine is: threads that only sleep and wake note when they
//! were late. A test in real time allows for that much.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Nanoseconds since 1970.
///
/// # Panics
/// If the system's clock is before that.
pub fn now() -> i128 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    time.expect("the clock is right").as_nanos() as i128
}

/// Notes when a thread that wakes every millisecond woke late.
pub struct Lateness {
    over: Arc<AtomicBool>,
    /// From when to when it slept too long.
    gaps: Arc<Mutex<Vec<(i128, i128)>>>,
}

impl Lateness {
    /// Begins to watch.
    pub fn watch() -> Lateness {
        let lateness = Lateness {
            over: Arc::default(),
            gaps: Arc::default(),
        };
        // One for each processor that might be the busy one.
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            let (over, gaps) = (Arc::clone(&lateness.over), Arc::clone(&lateness.gaps));
            thread::spawn(move || {
                while !over.load(Relaxed) {
                    let from = now();
                    thread::sleep(Duration::from_millis(1));
                    let to = now();
                    if to - from > 2_000_000 {
                        gaps.lock().expect("nobody fails").push((from, to));
                    }
                }
            });
        }
        lateness
    }

    /// The longest delay around a time, in milliseconds.
    ///
    /// # Panics
    /// If a watching thread has failed.
    pub fn around(&self, from: i128, to: i128) -> f64 {
        let near = 100_000_000;
        let gaps = self.gaps.lock().expect("nobody fails");
        gaps.iter()
            .filter(|gap| gap.1 > from - near && gap.0 < to + near)
            .map(|gap| (gap.1 - gap.0) as f64 / 1e6)
            .fold(0.0, f64::max)
    }
}

impl Drop for Lateness {
    fn drop(&mut self) {
        self.over.store(true, Relaxed);
    }
}
