//! Pictures and animations the player saves while playing. Writing happens on
//! a thread, as an animation takes a second to encode; the outcome comes back
//! as a message for the screen. An existing file is never overwritten.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use console::Picture;
use console::capture::{CaptureError, Recording, write_png};

use crate::events::{Event, Stamped};

/// Saved pictures are enlarged: pixels of today's displays are small.
const SCALE: u32 = 3;

/// Saves what the player asks for.
pub(crate) struct Keepsakes {
    folder: PathBuf,
    inbox: Sender<Stamped>,
    threads: Vec<JoinHandle<()>>,
}

impl Keepsakes {
    /// Saves into `folder`, else the player's pictures, else right here.
    pub(crate) fn new(folder: Option<PathBuf>, inbox: Sender<Stamped>) -> Self {
        let folder = folder
            .or_else(|| {
                let folders = directories::UserDirs::new()?;
                folders
                    .picture_dir()
                    .filter(|folder| folder.is_dir())
                    .map(Path::to_owned)
            })
            .unwrap_or_default();
        Self {
            folder,
            inbox,
            threads: Vec::new(),
        }
    }

    /// Saves a picture as PNG.
    pub(crate) fn save_picture(&mut self, cart: &str, picture: &Picture) {
        let picture = picture.clone();
        self.save(cart, "png", move |file| write_png(file, &picture, SCALE));
    }

    /// Saves the last seconds as GIF.
    pub(crate) fn save_animation(&mut self, cart: &str, recording: Recording) {
        self.save(cart, "gif", move |file| {
            recording.write_gif(file).map(|_| ())
        });
    }

    /// Waits for what is still being written.
    pub(crate) fn finish(&mut self) {
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }

    fn save<F>(&mut self, cart: &str, ending: &'static str, write: F)
    where
        F: FnOnce(&mut dyn Write) -> Result<(), CaptureError> + Send + 'static,
    {
        let (folder, cart, inbox) = (self.folder.clone(), cart.to_owned(), self.inbox.clone());
        self.threads.retain(|thread| !thread.is_finished());
        let thread = thread::Builder::new()
            .name("keepsake".into())
            .spawn(move || {
                let text = match write_new(&folder, &cart, ending, write) {
                    Ok(path) => format!("Saved {}", path.display()),
                    Err(error) => format!("Not saved: {error}"),
                };
                let (at, event) = (Instant::now(), Event::Message(text));
                let _ = inbox.send(Stamped { at, event });
            });
        self.threads.extend(thread);
    }
}

fn write_new<F>(folder: &Path, cart: &str, ending: &str, write: F) -> Result<PathBuf, CaptureError>
where
    F: FnOnce(&mut dyn Write) -> Result<(), CaptureError>,
{
    let (path, file) = new_file(folder, cart, ending)?;
    let mut file = BufWriter::new(file);
    let written = write(&mut file).and_then(|()| Ok(file.flush()?));
    if let Err(error) = written {
        // Half a picture is worth nothing.
        let _ = fs::remove_file(&path);
        return Err(error);
    }
    Ok(path)
}

/// Creates the first file of the series that does not exist yet.
fn new_file(folder: &Path, cart: &str, ending: &str) -> io::Result<(PathBuf, File)> {
    let cart: String = cart
        .chars()
        .map(|letter| {
            if letter.is_alphanumeric() {
                letter
            } else {
                '_'
            }
        })
        .take(60)
        .collect();
    for number in 1..10_000 {
        let path = folder.join(format!("downbeat-{cart}-{number:03}.{ending}"));
        match File::create_new(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
            Ok(file) => return Ok((path, file)),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_count_up_and_failures_leave_nothing() {
        let folder =
            std::env::temp_dir().join(format!("downbeat-keepsakes-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let save = |text: &'static [u8]| {
            write_new(&folder, "my/cart", "png", |file| Ok(file.write_all(text)?))
        };
        assert!(save(b"1").unwrap().ends_with("downbeat-my_cart-001.png"));
        assert!(save(b"2").unwrap().ends_with("downbeat-my_cart-002.png"));
        let failed = write_new(&folder, "my/cart", "png", |_| {
            Err(CaptureError::Size {
                width: 0,
                height: 0,
            })
        });
        assert!(failed.is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
        fs::remove_dir_all(&folder).unwrap();
        assert!(new_file(&folder, "x", "png").is_err());
    }
}
