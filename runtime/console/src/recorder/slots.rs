//! Saved games on disk: the replay of everything that led there, which is run
//! again to load it. A heap image would hold code pointers, so none is ever
//! read from a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use thiserror::Error;

use super::Recorder;
use crate::load::{LoadError, read_file};
use crate::replay::{Replay, ReplayError};
use crate::saves::{Saves, write_whole};

/// The folder inside a cart's saves.
const FOLDER: &str = "states";

/// Characters of a slot's name.
const LONGEST_NAME: usize = 64;

/// Why a slot cannot be read or written.
#[derive(Debug, Error)]
pub enum SlotError {
    /// Its name cannot be that of a file everywhere.
    #[error("a slot's name is 1 to 64 letters, digits, _ and -, not {0:?}")]
    Name(String),
    /// The system says so.
    #[error("cannot write {}: {error}", path.display())]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It cannot be read.
    #[error(transparent)]
    Read(#[from] LoadError),
    /// It is damaged.
    #[error("{}: {error}", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        error: ReplayError,
    },
}

/// A slot that holds something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// When it was saved, if the system knows.
    pub saved: Option<SystemTime>,
}

/// The saved games of one cart.
#[derive(Debug, Clone)]
pub struct Slots {
    folder: PathBuf,
}

impl Slots {
    /// Those beside a cart's other saves.
    pub fn of(saves: &Saves, cart_id: &str) -> Slots {
        Slots {
            folder: saves.folder().join(cart_id).join(FOLDER),
        }
    }

    /// Every slot that holds something, by name.
    pub fn list(&self) -> Vec<Slot> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut slots: Vec<Slot> = files
            .filter_map(|file| {
                let name = file.file_name().into_string().ok()?;
                let name = name.strip_suffix(".json")?.to_owned();
                let saved = file.metadata().ok().and_then(|it| it.modified().ok());
                is_name(&name).then_some(Slot { name, saved })
            })
            .collect();
        slots.sort_by(|one, other| one.name.cmp(&other.name));
        slots
    }

    /// Saves a run so far, in place of what the slot holds. A crash leaves the
    /// old or the new one.
    ///
    /// # Errors
    /// The name is none, or what the system says; the slot is then as before.
    pub fn save(&self, name: &str, recorder: &Recorder) -> Result<(), SlotError> {
        let path = self.path(name)?;
        let written = fs::create_dir_all(&self.folder)
            .and_then(|()| write_whole(&path, recorder.replay().to_json().as_bytes()));
        written.map_err(|error| SlotError::Write { path, error })
    }

    /// What a slot holds, to be loaded by [`Rerun`](crate::Rerun).
    ///
    /// # Errors
    /// There is nothing, or it is damaged.
    pub fn load(&self, name: &str) -> Result<Replay, SlotError> {
        let path = self.path(name)?;
        let bytes = read_file(&path)?;
        Replay::parse(&String::from_utf8_lossy(&bytes))
            .map_err(|error| SlotError::Damaged { path, error })
    }

    /// Empties a slot.
    ///
    /// # Errors
    /// What the system says; an empty slot is no error.
    pub fn remove(&self, name: &str) -> Result<(), SlotError> {
        let path = self.path(name)?;
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(SlotError::Write { path, error })
            }
            _ => Ok(()),
        }
    }

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, name: &str) -> Result<PathBuf, SlotError> {
        if is_name(name) {
            Ok(self.folder.join(format!("{name}.json")))
        } else {
            Err(SlotError::Name(name.to_owned()))
        }
    }
}

fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(allowed)
}
