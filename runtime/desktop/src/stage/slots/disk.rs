//! The save states of a cart that outlast the program: files that a thread
//! writes, and looks through when the cart is opened, as long runs are large.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Instant, SystemTime};

use console::{Recorder, Replay, SlotError};

use super::{SLOTS, age, digit, place};
use crate::events::{Event, Stamped};
use crate::menu::SlotRow;

/// The files of a cart's slots.
pub(crate) struct Disk {
    files: console::Slots,
    inbox: Sender<Stamped>,
    found: [Option<Found>; SLOTS],
    looking: Receiver<(usize, Found)>,
    writer: Option<JoinHandle<()>>,
}

/// A slot's file.
struct Found {
    saved: Option<SystemTime>,
    /// Ticks that were played, if it can be read.
    ticks: Option<u64>,
}

impl Disk {
    /// Looks for the files; `inbox` hears what goes wrong with one.
    pub(crate) fn open(files: console::Slots, inbox: Sender<Stamped>) -> Disk {
        let (sender, looking) = mpsc::channel();
        let listed = files.clone();
        // Without a thread the slots are not listed, and can be loaded still.
        let _ = thread::Builder::new().name("slots".into()).spawn(move || {
            for slot in listed.list() {
                let at = (0..SLOTS).find(|&at| digit(at).to_string() == slot.name);
                let Some(at) = at else { continue };
                let ticks = listed.load(&slot.name).ok().map(|replay| replay.ticks);
                let saved = slot.saved;
                if sender.send((at, Found { saved, ticks })).is_err() {
                    return;
                }
            }
        });
        Disk {
            files,
            inbox,
            found: [const { None }; SLOTS],
            looking,
            writer: None,
        }
    }

    /// Writes a slot's file, after those that are still being written.
    pub(super) fn save(&mut self, slot: usize, recorder: Recorder) {
        self.look();
        self.found[slot] = Some(Found {
            saved: Some(SystemTime::now()),
            ticks: Some(recorder.ticks()),
        });
        let (files, inbox) = (self.files.clone(), self.inbox.clone());
        let before = self.writer.take();
        let writing = thread::Builder::new().name("slot".into()).spawn(move || {
            wait_for(before);
            if let Err(error) = files.save(&digit(slot).to_string(), &recorder) {
                let text = format!("{} is kept only until you quit: {error}", digit(slot));
                let (at, event) = (Instant::now(), Event::Message(text));
                let _ = inbox.send(Stamped { at, event });
            }
        });
        self.writer = writing.ok();
    }

    /// What a slot's file holds; none if there is no file.
    pub(super) fn load(&mut self, slot: usize) -> Option<Result<Replay, SlotError>> {
        self.finish();
        let name = digit(slot).to_string();
        let is_there = self.files.list().iter().any(|slot| slot.name == name);
        is_there.then(|| self.files.load(&name))
    }

    /// Waits for what is still being written.
    pub(super) fn finish(&mut self) {
        wait_for(self.writer.take());
    }

    /// How the menu lists a slot that is not in memory.
    pub(super) fn row(&mut self, slot: usize) -> Option<SlotRow> {
        self.look();
        let found = self.found[slot].as_ref()?;
        let passed = found.saved.map(|saved| saved.elapsed().unwrap_or_default());
        Some(SlotRow {
            place: found.ticks.map_or("damaged".to_owned(), place),
            age: passed.map(age).unwrap_or_default(),
            picture: None,
        })
    }

    fn look(&mut self) {
        for (slot, found) in self.looking.try_iter() {
            // What was saved meanwhile is newer.
            self.found[slot].get_or_insert(found);
        }
    }
}

fn wait_for(writer: Option<JoinHandle<()>>) {
    if let Some(writer) = writer {
        // A thread that panicked has left the old file.
        let _ = writer.join();
    }
}
