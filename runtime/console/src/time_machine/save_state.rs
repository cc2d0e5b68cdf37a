//! Save states: the whole console at the end of a tick, kept apart from the
//! ring, with the picture and the sound so that loading runs nothing.

use machine::Machine;
use script::{Snapshot, Tree};

use super::TimeError;
use super::state::State;
use crate::console::Console;
use crate::happening::Happening;

/// A moment of a cart's run, to return to any number of times.
///
/// It is of no use to another console, nor to this one once the cart has been
/// started anew.
#[derive(Clone)]
pub struct SaveState {
    tick: u64,
    script: Snapshot,
    machine: Machine,
    state: State,
    /// For the tick that comes next.
    note: Option<Tree>,
    frames: Vec<i16>,
    happenings: Vec<Happening>,
}

impl SaveState {
    /// The tick at whose end it was saved, as [`Console::frame`] counts.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// The picture it was saved with, border included.
    pub fn picture(&self) -> &machine::Picture {
        self.machine.picture()
    }

    /// Bytes of memory that it takes, more or less.
    pub fn size(&self) -> usize {
        self.script.size() + size_of::<SaveState>() + self.picture().rgba.len() * 2
    }
}

impl Console {
    /// Saves everything as it is now.
    ///
    /// # Errors
    /// The cart has not started.
    pub fn save_state(&self) -> Result<SaveState, TimeError> {
        let script = self.script.as_ref().ok_or(TimeError::NotStarted)?;
        Ok(SaveState {
            tick: self.frame,
            script: script.snapshot(),
            machine: self.world.machine.clone(),
            state: self.state(Vec::new()),
            note: self.time.note.clone(),
            frames: self.sound.frames().to_vec(),
            happenings: self.happenings.clone(),
        })
    }

    /// Makes everything as it was when the state was saved, picture and sound
    /// included. What was kept to go back to is forgotten.
    ///
    /// ```
    /// use console::{Cart, Console, Input, NullHost, Options};
    ///
    /// let code = b"n = 0 function TIC() n = n + 1 cls(n) end";
    /// let cart = Cart::from_bytes("count.lua", code)?;
    /// let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    /// console.tick(&Input::default());
    /// let state = console.save_state()?;
    /// console.tick(&Input::default());
    /// console.load_state(&state)?;
    /// assert_eq!(console.machine().pix(0, 0), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The state is of another start of the cart, or of another console;
    /// nothing has changed then.
    pub fn load_state(&mut self, saved: &SaveState) -> Result<(), TimeError> {
        let script = self.script.as_mut();
        let script = script.filter(|script| script.owns(&saved.script));
        script.ok_or(TimeError::OtherRun)?.restore(&saved.script);
        self.world.machine.clone_from(&saved.machine);
        self.set_state(&saved.state, saved.tick);
        self.sound.set_frames(&saved.frames);
        self.happenings.clone_from(&saved.happenings);
        self.time.forget();
        self.time.note.clone_from(&saved.note);
        self.keep_state();
        Ok(())
    }
}
