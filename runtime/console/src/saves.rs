//! Saves on disk: one folder a cart in the platform's data directory, every
//! file written whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use script::{NullSongs, Songs};

use crate::host::Host;

/// File name of a cart's persistent memory inside its save folder.
const MEMORY_FILE: &str = "pmem.bin";

/// The folder that holds the saves of all carts.
#[derive(Debug, Clone)]
pub struct Saves {
    folder: PathBuf,
}

impl Saves {
    /// The platform's data directory, or `None` where the user has no home.
    pub fn platform() -> Option<Saves> {
        let folders = directories::ProjectDirs::from("", "", "downbeat")?;
        Some(Saves::at(folders.data_dir().join("saves")))
    }

    /// Saves in a folder of the caller's choice; made when first needed.
    pub fn at(folder: PathBuf) -> Saves {
        Saves { folder }
    }

    /// Where the saves are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// A file of a cart, or `None` when it was never stored.
    pub fn load(&self, cart_id: &str, file: &str) -> Option<Vec<u8>> {
        fs::read(self.folder.join(cart_id).join(file)).ok()
    }

    /// Stores a file of a cart.
    ///
    /// # Errors
    /// What the system says; the file is then as it was before.
    pub fn store(&self, cart_id: &str, file: &str, bytes: &[u8]) -> io::Result<()> {
        let folder = self.folder.join(cart_id);
        fs::create_dir_all(&folder)?;
        write_whole(&folder.join(file), bytes)
    }
}

/// Writes a file so that a crash leaves the old or the new one, never a part:
/// into a neighbor first, to the disk, then renamed over it.
///
/// # Errors
/// What the system says; the file is then as it was before.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut neighbor = path.as_os_str().to_owned();
    neighbor.push(format!(".{}.new", std::process::id()));
    let neighbor = PathBuf::from(neighbor);
    let written = File::create(&neighbor).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let result = written.and_then(|()| fs::rename(&neighbor, path));
    if result.is_err() {
        // The neighbor may not exist; there is nothing more to do about it.
        let _ = fs::remove_file(&neighbor);
    }
    result
}

/// Hears what a cart traces: the bytes and the color.
type OnTrace = Box<dyn FnMut(&[u8], u8) + Send>;

/// A host with saves on disk and the system's clock for `tstamp()`.
pub struct DiskHost {
    saves: Option<Saves>,
    on_trace: OnTrace,
    on_warning: Box<dyn FnMut(&str) + Send>,
    warned: bool,
    songs: fn() -> Box<dyn Songs + Send>,
}

impl DiskHost {
    /// A host that saves to `saves` (nowhere if `None`), hands traces to
    /// `on_trace` and the first failure to save to `on_warning`.
    pub fn new(
        saves: Option<Saves>,
        on_trace: impl FnMut(&[u8], u8) + Send + 'static,
        on_warning: impl FnMut(&str) + Send + 'static,
    ) -> DiskHost {
        DiskHost {
            saves,
            on_trace: Box::new(on_trace),
            on_warning: Box::new(on_warning),
            warned: false,
            songs: || Box::<NullSongs>::default(),
        }
    }

    /// The same host with a player of songs.
    #[must_use]
    pub fn with_songs(mut self, songs: fn() -> Box<dyn Songs + Send>) -> DiskHost {
        self.songs = songs;
        self
    }
}

impl Host for DiskHost {
    fn trace(&mut self, text: &[u8], color: u8) {
        (self.on_trace)(text, color);
    }

    fn unix_time(&mut self) -> u64 {
        std::time::SystemTime::now()
            .duration_since(std::time::UNIX_EPOCH)
            .map_or(0, |elapsed| elapsed.as_secs())
    }

    fn load_memory(&mut self, cart_id: &str) -> Option<Vec<u8>> {
        self.saves.as_ref()?.load(cart_id, MEMORY_FILE)
    }

    fn songs(&mut self) -> Box<dyn Songs + Send> {
        (self.songs)()
    }

    fn store_memory(&mut self, cart_id: &str, bytes: &[u8]) {
        let Some(saves) = &self.saves else { return };
        if let Err(error) = saves.store(cart_id, MEMORY_FILE, bytes)
            && !std::mem::replace(&mut self.warned, true)
        {
            (self.on_warning)(&format!(
                "cannot save to {}: {error}; progress of this cart will be lost",
                saves.folder().display()
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Saves, write_whole};

    fn scratch(name: &str) -> std::path::PathBuf {
        let folder =
            std::env::temp_dir().join(format!("downbeat-saves-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn what_is_stored_is_loaded_from_its_own_folder() {
        let folder = scratch("roundtrip");
        let saves = Saves::at(folder.clone());
        assert_eq!(saves.load("one", "pmem.bin"), None);
        saves
            .store("one", "pmem.bin", b"abc")
            .expect("the temporary folder takes files");
        saves
            .store("two", "pmem.bin", b"xyz")
            .expect("the temporary folder takes files");
        assert_eq!(saves.load("one", "pmem.bin").as_deref(), Some(&b"abc"[..]));
        assert_eq!(saves.load("two", "pmem.bin").as_deref(), Some(&b"xyz"[..]));
        std::fs::remove_dir_all(folder).expect("it was made above");
    }

    #[test]
    fn a_write_that_fails_leaves_the_old_file_and_no_neighbor() {
        let folder = scratch("whole");
        let target = folder.join("file");
        std::fs::create_dir_all(target.join("occupied"))
            .expect("the temporary folder takes folders");
        assert!(write_whole(&target, b"new").is_err());
        assert!(target.join("occupied").is_dir());
        assert_eq!(std::fs::read_dir(&folder).expect("it exists").count(), 1);
        std::fs::remove_dir_all(folder).expect("it was made above");
    }
}
