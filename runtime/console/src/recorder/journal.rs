//! A session's replay on disk while it is played: a line a second is added by
//! a thread of its own, so that a crash loses the last second and a slow disk
//! holds nothing up. In the end the file is one JSON value like any replay.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};

use super::{EVERY, Recorder};
use crate::replay::{Part, Written};
use crate::saves::write_whole;

/// Sessions that are kept of a cart.
const MOST_SESSIONS: usize = 5;

/// The folder in which the last sessions of every cart are kept.
#[derive(Debug, Clone)]
pub struct Sessions {
    folder: PathBuf,
}

impl Sessions {
    /// The platform's data directory, or `None` where the user has no home.
    pub fn platform() -> Option<Sessions> {
        let folders = directories::ProjectDirs::from("", "", "downbeat")?;
        Some(Sessions::at(folders.data_dir().join("replays")))
    }

    /// Sessions in a folder of the caller's choice; made when first needed.
    pub fn at(folder: PathBuf) -> Sessions {
        Sessions { folder }
    }

    /// A new file for a session of a cart, in place of the oldest one if there
    /// are five already.
    ///
    /// # Errors
    /// What the system says.
    pub fn begin(&self, cart_id: &str) -> io::Result<PathBuf> {
        let folder = self.folder.join(cart_id);
        fs::create_dir_all(&folder)?;
        let mut numbers: Vec<u64> = (fs::read_dir(&folder)?.flatten())
            .filter_map(|file| number(&file.file_name().into_string().ok()?))
            .collect();
        numbers.sort_unstable();
        let mut next = numbers.last().map_or(1, |last| last + 1);
        let path = |number: u64| folder.join(format!("session-{number:06}.json"));
        // Another window of the same cart may have taken the number.
        while let Err(error) = File::create_new(path(next)) {
            if error.kind() != io::ErrorKind::AlreadyExists {
                return Err(error);
            }
            next += 1;
        }
        let kept = MOST_SESSIONS - 1;
        for old in &numbers[..numbers.len().saturating_sub(kept)] {
            // One that cannot be removed is in nobody's way.
            let _ = fs::remove_file(path(*old));
        }
        Ok(path(next))
    }
}

fn number(name: &str) -> Option<u64> {
    name.strip_prefix("session-")?
        .strip_suffix(".json")?
        .parse()
        .ok()
}

/// What is to be done with the file.
enum Order {
    Replace(Vec<u8>),
    Append(Vec<u8>),
}

/// A recording that is being written down.
pub struct Journal {
    path: PathBuf,
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    written: Option<(u64, Written)>,
}

impl Journal {
    /// Begins to write a file. The first thing that goes wrong is told to
    /// `warn`, and no more is written.
    ///
    /// # Errors
    /// The system gives no thread.
    pub fn begin(path: PathBuf, warn: impl FnOnce(&str) + Send + 'static) -> io::Result<Journal> {
        let (orders, inbox) = mpsc::channel();
        let file = path.clone();
        let thread = thread::Builder::new()
            .name("journal".into())
            .spawn(move || {
                if let Err(error) = write(&file, &inbox) {
                    let path = file.display();
                    warn(&format!(
                        "cannot write {path}: {error}; this session is not recorded"
                    ));
                }
            })?;
        Ok(Journal {
            path,
            orders: Some(orders),
            thread: Some(thread),
            written: None,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Called after every tick: writes down what is new, once a second.
    pub fn follow(&mut self, recorder: &Recorder) {
        let (ticks, revision) = (recorder.ticks(), recorder.revision());
        // A row of clocks must be whole, as it is not written twice.
        if !ticks.is_multiple_of(EVERY) {
            return;
        }
        match self.written {
            Some((known, written)) if known == revision => {
                if ticks == written.ticks {
                    return;
                }
                let part = Part::since(recorder.replay(), &written);
                self.order(Order::Append((part.to_json() + "\n").into_bytes()));
                self.written = Some((revision, Written::of(recorder.replay())));
            }
            _ => self.flush(recorder),
        }
    }

    /// Writes all of it, now.
    pub fn flush(&mut self, recorder: &Recorder) {
        let text = recorder.replay().to_json() + "\n";
        self.order(Order::Replace(text.into_bytes()));
        let is_even = recorder.ticks().is_multiple_of(EVERY);
        self.written = is_even.then(|| (recorder.revision(), Written::of(recorder.replay())));
    }

    /// Writes all of it, and waits until that is done.
    pub fn finish(mut self, recorder: &Recorder) {
        self.flush(recorder);
    }

    fn order(&self, order: Order) {
        if let Some(orders) = &self.orders {
            // A thread that has ended has said why.
            let _ = orders.send(order);
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.orders = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Does what is ordered until there is nobody to order.
fn write(path: &Path, orders: &Receiver<Order>) -> io::Result<()> {
    let mut file = None;
    for order in orders {
        match order {
            Order::Replace(bytes) => {
                write_whole(path, &bytes)?;
                file = None;
            }
            Order::Append(bytes) => {
                let file = match &mut file {
                    Some(file) => file,
                    none => none.insert(OpenOptions::new().append(true).open(path)?),
                };
                file.write_all(&bytes)?;
            }
        }
    }
    Ok(())
}
