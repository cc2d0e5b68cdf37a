//! The ten save states of a cart, numbered as the keys 1 to 9 and 0 lie. They
//! are moments of this run of the cart, in memory, and replays up to there on
//! disk, which is in `slots/disk.rs`.

use std::time::{Duration, Instant};

use console::{Console, Recorder, Replay, SaveState, SlotError, TimeError};

use crate::menu::SlotRow;
use crate::thumbnail::Thumbnail;

mod disk;

pub(super) use disk::Disk;

/// Slots of a cart.
pub(crate) const SLOTS: usize = 10;
/// Width of a slot's picture in the menu.
const WIDTH: usize = 96;

/// What is saved.
#[derive(Default)]
pub(super) struct Slots {
    held: [Option<Slot>; SLOTS],
    disk: Option<Disk>,
}

struct Slot {
    state: SaveState,
    /// The replay up to then: what is recorded goes on from there.
    recorder: Option<Recorder>,
    saved: Instant,
}

impl Slots {
    /// None are held yet; those on disk are listed if there are such.
    pub(super) fn new(disk: Option<Disk>) -> Slots {
        Slots {
            disk,
            ..Slots::default()
        }
    }

    /// Saves the console as it is, over what the slot held. False if that is
    /// in memory only.
    pub(super) fn save(
        &mut self,
        slot: usize,
        console: &Console,
        now: Instant,
    ) -> Result<bool, TimeError> {
        self.held[slot] = Some(Slot {
            state: console.save_state()?,
            recorder: console.recorder().cloned(),
            saved: now,
        });
        let (Some(disk), Some(recorder)) = (&mut self.disk, console.recorder()) else {
            return Ok(false);
        };
        disk.save(slot, recorder.clone());
        Ok(true)
    }

    /// Puts the console back. False if the slot is not in memory, or belongs
    /// to a run of the cart that has ended and is on disk as well.
    ///
    /// # Errors
    /// Its run has ended and it was kept in memory only: what is on disk is
    /// older, and nobody asked for that. The slot is emptied.
    pub(super) fn load(&mut self, slot: usize, console: &mut Console) -> Result<bool, TimeError> {
        let Some(held) = &self.held[slot] else {
            return Ok(false);
        };
        let loaded = console.load_state(&held.state);
        if let Err(error) = loaded {
            let on_disk = held.recorder.is_some() && self.disk.is_some();
            self.held[slot] = None;
            return if on_disk { Ok(false) } else { Err(error) };
        }
        console.set_recorder(held.recorder.clone());
        Ok(true)
    }

    /// What a slot holds on disk; none if nothing.
    pub(super) fn retrieve(&mut self, slot: usize) -> Option<Result<Replay, SlotError>> {
        self.disk.as_mut()?.load(slot)
    }

    /// Waits for what is still being written.
    pub(super) fn finish(&mut self) {
        if let Some(disk) = &mut self.disk {
            disk.finish();
        }
    }

    /// The slots as the menu lists them.
    pub(super) fn rows(&mut self, now: Instant) -> Vec<SlotRow> {
        let disk = &mut self.disk;
        let row = |(at, slot): (usize, &Option<Slot>)| match slot {
            None => (disk.as_mut().and_then(|disk| disk.row(at))).unwrap_or_default(),
            Some(slot) => SlotRow {
                place: place(slot.state.tick()),
                age: age(now.saturating_duration_since(slot.saved)),
                picture: Some(Thumbnail::of(slot.state.picture(), WIDTH)),
            },
        };
        self.held.iter().enumerate().map(row).collect()
    }
}

/// The digit on the key of a slot.
pub(crate) fn digit(slot: usize) -> usize {
    (slot + 1) % SLOTS
}

/// How long the cart had run.
pub(super) fn place(tick: u64) -> String {
    let seconds = tick / 60;
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

fn age(passed: Duration) -> String {
    match passed.as_secs() {
        seconds @ 0..60 => format!("{seconds} s ago"),
        seconds @ 60..3_600 => format!("{} min ago", seconds / 60),
        seconds @ 3_600..172_800 => format!("{} h ago", seconds / 3_600),
        seconds => format!("{} days ago", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use console::{Cart, Input, NullHost, Options};

    use super::*;

    #[test]
    fn a_slot_is_loaded_any_number_of_times_and_goes_with_its_run() {
        let code = b"n = 0 function TIC() n = n + 1 cls(n) end";
        let cart = Cart::from_bytes("count.lua", code).unwrap();
        let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
        let mut slots = Slots::default();
        let now = Instant::now();
        assert!(slots.save(0, &console, now).is_err());
        console.tick(&Input::default());
        slots.save(9, &console, now).unwrap();
        for _ in 0..2 {
            console.tick(&Input::default());
            assert_eq!(slots.load(9, &mut console), Ok(true));
            assert_eq!(console.machine().pix(0, 0), 1);
        }
        let rows = slots.rows(now + Duration::from_secs(125));
        assert_eq!(
            (rows[9].place.as_str(), rows[9].age.as_str()),
            ("0:00", "2 min ago")
        );
        assert_eq!(slots.load(0, &mut console), Ok(false));
        console.reset();
        console.tick(&Input::default());
        assert!(slots.load(9, &mut console).is_err());
        assert_eq!(slots.load(9, &mut console), Ok(false));
        assert_eq!([0, 8, 9].map(digit), [1, 9, 0]);
    }
}
