//! Pictures that were dropped on the window. Looking for a QR code in a
//! photograph can take longer than a tick, so each has a thread of its own,
//! and the music goes on meanwhile.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use console::{Handed, read_file};

/// Reads pictures in the background.
pub(super) struct PictureReader {
    sender: Sender<Handed>,
    receiver: Receiver<Handed>,
}

impl Default for PictureReader {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver }
    }
}

impl PictureReader {
    /// Begins to read a picture.
    pub(super) fn read(&self, path: PathBuf) {
        let sender = self.sender.clone();
        // A stage that is gone wants no picture.
        thread::spawn(move || sender.send(picture(&path)));
    }

    /// Those that have been read since the last call.
    pub(super) fn take(&self) -> Vec<Handed> {
        self.receiver.try_iter().collect()
    }
}

fn picture(path: &Path) -> Handed {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match read_file(path) {
        Ok(bytes) => Handed::picture(&name, &bytes),
        Err(error) => Handed::Picture {
            name: name.into_owned(),
            code: Err(error.to_string()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_gone_says_so() {
        let reader = PictureReader::default();
        reader.read(PathBuf::from("nowhere/code.png"));
        let handed = reader.receiver.recv().expect("an answer");
        let Handed::Picture { name, code } = handed else {
            panic!("a picture");
        };
        assert_eq!(name, "code.png");
        assert!(code.expect_err("no file").contains("nowhere"));
    }
}
