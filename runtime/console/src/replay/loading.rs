//! A saved game on its way: its replay is run again on a thread of its own,
//! while the player sees how far it is, or plays on.
//!
//! `docs/decisions/0006-loading-saved-games.md` says why it is not faster.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::thread::{self, JoinHandle};

use super::{Rerun, RerunError};
use crate::console::Console;

/// Ticks between two looks at whether it still is wanted.
const AT_ONCE: u64 = 30;

/// A replay that is run to its end elsewhere.
pub struct Loading {
    shared: Arc<Shared>,
    ticks: u64,
    thread: Option<JoinHandle<Result<Console, RerunError>>>,
}

#[derive(Default)]
struct Shared {
    done: AtomicU64,
    is_unwanted: AtomicBool,
}

impl Loading {
    /// Begins to run a replay; without a thread to be had, it is `None`.
    pub fn begin(mut rerun: Rerun) -> Option<Loading> {
        let shared = Arc::new(Shared::default());
        let told = Arc::clone(&shared);
        let ticks = rerun.replay().ticks;
        let thread = thread::Builder::new()
            .name("loading".into())
            .spawn(move || {
                while !rerun.is_over() && !told.is_unwanted.load(Relaxed) {
                    rerun.skip(AT_ONCE)?;
                    told.done.store(rerun.ticks(), Relaxed);
                }
                Ok(rerun.into_console())
            })
            .ok()?;
        Some(Loading {
            shared,
            ticks,
            thread: Some(thread),
        })
    }

    /// How far it is, from 0 to 1.
    pub fn progress(&self) -> f32 {
        self.shared.done.load(Relaxed) as f32 / self.ticks.max(1) as f32
    }

    /// Whether [`Loading::finish`] will not have to wait.
    pub fn is_done(&self) -> bool {
        self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// The console, to be played on; waits for it.
    ///
    /// # Errors
    /// The run is not what it was, such as after a change of the console.
    pub fn finish(mut self) -> Result<Console, RerunError> {
        let thread = self.thread.take().expect("it is taken here only");
        thread.join().unwrap_or_else(|_| {
            Err(RerunError::Differs {
                tick: self.shared.done.load(Relaxed),
                what: "the console has crashed".to_owned(),
            })
        })
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.shared.is_unwanted.store(true, Relaxed);
        if let Some(thread) = self.thread.take() {
            // Its console, if there is one, is not wanted.
            let _ = thread.join();
        }
    }
}
