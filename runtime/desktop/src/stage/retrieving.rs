//! A save state of an earlier session on its way back: its replay is run again
//! on a thread while the game waits behind a bar. Until it has come through,
//! the game is as it was.

use std::time::Instant;

use console::{Loading, Rerun, RerunError};
use winit::keyboard::KeyCode;

use super::inspector::Inspector;
use super::slots::{Disk, digit};
use super::{Slots, Stage};
use crate::frame::{DARK, Frame, GRAY, WHITE, YELLOW, text_width};

/// Width and height of the bar.
const BAR: (i32, i32) = (160, 6);

/// A slot that is being loaded from disk.
pub(super) struct Retrieving {
    slot: usize,
    loading: Loading,
}

impl Retrieving {
    /// Draws over a frame.
    pub(super) fn draw(&self, frame: &mut Frame) {
        let (wide, high) = BAR;
        let (left, top) = (
            (frame.width as i32 - wide) / 2,
            (frame.height as i32 - high) / 2,
        );
        let mut line = |y: i32, text: &str, color| {
            let x = (frame.width as i32 - text_width(text)) / 2;
            frame.text(x, y, text, color);
        };
        let text = format!(
            "Playing {} again up to where it was saved",
            digit(self.slot)
        );
        line(top - 14, &text, WHITE);
        line(top + high + 8, "Esc: leave it", GRAY);
        let done = (wide as f32 * self.loading.progress().clamp(0.0, 1.0)) as i32;
        frame.fill(left, top, wide, high, DARK);
        frame.fill(left, top, done, high, YELLOW);
    }
}

impl Stage {
    /// The slots of the cart that is on the stage, those on disk included.
    pub(super) fn open_slots(&self) -> Slots {
        let disk = self.outside.saves.as_ref().map(|saves| {
            let files = console::Slots::of(saves, &self.console.cart().memory_id());
            Disk::open(files, self.own.clone())
        });
        Slots::new(disk)
    }

    /// Begins to load a slot that is not in memory; what to say if it cannot.
    pub(super) fn retrieve(&mut self, slot: usize) -> Result<(), String> {
        let Some(replay) = self.slots.retrieve(slot) else {
            return Err(format!("{} is empty", digit(slot)));
        };
        let replay = replay.map_err(|error| format!("Not loaded: {error}"))?;
        let (cart, host) = (self.console.cart().clone(), Box::new(self.outside.host()));
        let mut rerun = Rerun::new(replay, cart, self.outside.options, host).map_err(in_words)?;
        rerun.keep_states(self.outside.rewind_memory);
        let loading = Loading::begin(rerun).ok_or("Not loaded: the system has no thread left")?;
        self.retrieving = Some(Retrieving { slot, loading });
        self.rewinding.release_where(|_| true);
        self.controls.release_all(Instant::now());
        self.dirty = true;
        Ok(())
    }

    /// Waits on; true if the game stands still for it.
    pub(super) fn tick_retrieving(&mut self, due: Instant) -> bool {
        let Some(retrieving) = self.retrieving.take() else {
            return false;
        };
        self.sound.rest();
        self.clock.rest(due);
        self.dirty = true;
        if !retrieving.loading.is_done() {
            self.retrieving = Some(retrieving);
            return true;
        }
        match retrieving.loading.finish() {
            Ok(console) => {
                self.console = console;
                self.inspector = Inspector::default();
                let now = self.begin_anew();
                // This session's file is of the run that goes on.
                self.flush_journal();
                self.land(now);
                self.send_pointer();
                self.say(format!("Loaded {}", digit(retrieving.slot)));
            }
            Err(error) => self.complain(in_words(error)),
        }
        true
    }

    /// Says what went wrong, to the terminal too.
    pub(super) fn complain(&mut self, text: String) {
        (self.outside.log)(&text);
        self.say(text);
    }

    /// A key while a slot is being loaded.
    pub(super) fn key_on_retrieving(&mut self, place: KeyCode) {
        if place == KeyCode::Escape {
            self.leave_retrieving();
        }
    }

    /// Goes on with the game as it was.
    pub(super) fn leave_retrieving(&mut self) {
        self.retrieving = None;
        self.dirty = true;
    }
}

fn in_words(error: RerunError) -> String {
    match error {
        RerunError::Cart { recorded, .. } => {
            format!(
                "Not loaded: it was saved in {recorded} as it was then, and the cart has changed"
            )
        }
        other => format!("Not loaded: it does not run as it did. {other}"),
    }
}
