//! Saves on disk: one folder a cart in the platform's data directory, every
//! file written whole or not at all.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use script::{NullSongs, Songs};

use crate::host::Host;

/// File name of a cart's persistent memory inside its save folder.
const MEMORY_FILE: &str = "pmem.bin";

/// What the files of stored tables begin and end with. No system reserves
/// names that begin so.
const TABLE_FILE: (&str, &str) = ("store-", ".json");

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

    /// The names of a cart's files.
    pub fn names(&self, cart_id: &str) -> Vec<String> {
        let files = fs::read_dir(self.folder.join(cart_id));
        let names = files.into_iter().flatten().filter_map(|file| {
            let name = file.ok()?.file_name();
            name.into_string().ok()
        });
        names.collect()
    }

    /// Removes a file of a cart.
    ///
    /// # Errors
    /// What the system says; a file that was not there is none.
    pub fn remove(&self, cart_id: &str, file: &str) -> io::Result<()> {
        match fs::remove_file(self.folder.join(cart_id).join(file)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
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
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|it| !it.is_file()) {
        // A device or a pipe is written to; putting a file in its place would
        // take it away from everybody.
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    // A link goes on leading to its file.
    let behind_links = there.and_then(|_| fs::canonicalize(path).ok());
    let path = behind_links.as_deref().unwrap_or(path);
    let (neighbor, mut file) = neighbor(path)?;
    let written = (file.write_all(bytes)).and_then(|()| file.sync_all());
    let result = written.and_then(|()| fs::rename(&neighbor, path));
    if result.is_err() {
        // The neighbor may not exist; there is nothing more to do about it.
        let _ = fs::remove_file(&neighbor);
    }
    result
}

/// Neighbors that a file can have: one for each program that writes it, and
/// for each that was killed in the midst of it.
const NEIGHBORS: usize = 4;

/// A new file beside another one. Those that killed programs have left are
/// used again, the oldest first, so that they do not pile up.
fn neighbor(path: &Path) -> io::Result<(PathBuf, File)> {
    let names = (0..NEIGHBORS).map(|number| {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{number}.new"));
        PathBuf::from(name)
    });
    let names: Vec<PathBuf> = names.collect();
    for name in &names {
        match File::create_new(name) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((name.clone(), file)),
        }
    }
    let age = |name: &PathBuf| fs::metadata(name).and_then(|it| it.modified()).ok();
    let oldest = names.into_iter().min_by_key(age).unwrap_or_default();
    fs::remove_file(&oldest)?;
    let file = File::create_new(&oldest)?;
    Ok((oldest, file))
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

impl DiskHost {
    /// Saves something; the first failure is told.
    fn save(&mut self, save: impl FnOnce(&Saves) -> io::Result<()>) {
        let Some(saves) = &self.saves else { return };
        if let Err(error) = save(saves)
            && !std::mem::replace(&mut self.warned, true)
        {
            (self.on_warning)(&format!(
                "cannot save to {}: {error}; progress of this cart will be lost",
                saves.folder().display()
            ));
        }
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
        self.save(|saves| saves.store(cart_id, MEMORY_FILE, bytes));
    }

    fn load_tables(&mut self, cart_id: &str) -> BTreeMap<String, Vec<u8>> {
        let Some(saves) = &self.saves else {
            return BTreeMap::new();
        };
        let tables = saves.names(cart_id).into_iter().filter_map(|file| {
            let (start, end) = TABLE_FILE;
            let name = file.strip_prefix(start)?.strip_suffix(end)?;
            Some((name.to_owned(), saves.load(cart_id, &file)?))
        });
        tables.collect()
    }

    fn store_table(&mut self, cart_id: &str, name: &str, json: Option<&[u8]>) {
        let (start, end) = TABLE_FILE;
        let file = format!("{start}{name}{end}");
        self.save(|saves| match json {
            Some(json) => saves.store(cart_id, &file, json),
            None => saves.remove(cart_id, &file),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{DiskHost, Saves, write_whole};
    use crate::host::Host;
    use std::collections::BTreeMap;

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
    fn stored_tables_are_files_of_their_own() {
        let folder = scratch("tables");
        let saves = Saves::at(folder.clone());
        let mut host = DiskHost::new(
            Some(saves.clone()),
            |_, _| (),
            |warning| panic!("{warning}"),
        );
        assert_eq!(host.load_tables("cart"), BTreeMap::new());
        host.store_memory("cart", b"memory");
        host.store_table("cart", "scores", Some(b"[1]"));
        host.store_table("cart", "old", Some(b"[2]"));
        host.store_table("cart", "old", None);
        host.store_table("cart", "never", None);
        host.store_table("other", "scores", Some(b"[3]"));
        let kept = BTreeMap::from([("scores".to_owned(), b"[1]".to_vec())]);
        assert_eq!(host.load_tables("cart"), kept);
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

    #[cfg(unix)]
    #[test]
    fn devices_and_links_stay_what_they_are() {
        use std::fs;
        use std::os::unix::fs::{FileTypeExt, symlink};
        use std::path::Path;

        let device = Path::new("/dev/null");
        write_whole(device, b"nothing").expect("a device takes bytes");
        let kind = fs::metadata(device).expect("it is there").file_type();
        assert!(kind.is_char_device());

        let folder = scratch("links");
        fs::create_dir_all(&folder).expect("a folder");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, b"old").expect("a file");
        symlink(&file, &link).expect("a link");
        write_whole(&link, b"new").expect("it is written");
        let kind = fs::symlink_metadata(&link)
            .expect("it is there")
            .file_type();
        assert!(kind.is_symlink());
        assert_eq!(fs::read(&file).expect("the file behind it"), b"new");
        fs::remove_dir_all(&folder).expect("the folder goes");
    }
}
