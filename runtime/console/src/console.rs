//! One running cart: the order of a frame, exit, reset, persistent memory.
//!
//! The order is TIC-80's: sound registers and input first, on the first frame
//! the main chunk and `BOOT`, then `TIC`, `OVR`, and the picture row by row
//! with `BDR`, `SCN` and `scanline` in between. What has happened in the music
//! comes before `TIC`, what `TIC` wants of it right after.

use std::collections::BTreeMap;

use cart::{Cart, Dialect, Form};
use machine::{Input, Machine, Picture, Size};
use script::conductor::SongTime;
use script::{
    Beat, Callback, Called, Control, Event, Failure, Handed, Press, Script, SoundLedger, Store,
    Timing, World,
};

use crate::assets;
use crate::failure::CartFailure;
use crate::happening::Happening;
use crate::host::Host;
use crate::recorder::Recorder;
use crate::replay::Replay;
use crate::sound::Sound;
use crate::stage::{Music, Stage};
use crate::time_machine::TimeMachine;

/// Ticks between two writes of persistent memory that changes all the time.
const STORE_EVERY: u64 = 30;

/// How a cart is run.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Seed of `math.random` and limits of the Lua state.
    pub script: script::Options,
    /// Frames of sound in a second, 1,000 to 768,000; `None` makes no sound
    /// and spends nothing on it.
    pub sound_rate: Option<u32>,
}

/// Whether the cart still runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It does; call [`Console::tick`] again.
    Running,
    /// It called `exit()` and its last tick is complete.
    Exited,
    /// It stopped with an error: see [`Console::failure`].
    Failed,
}

/// What the mouse pointer looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cursor {
    /// The system's own: 0 arrow, 1 hand, 2 text.
    System(u8),
    /// A sprite of the cart, 1 to 127.
    Sprite(u8),
}

/// Most things that are handed over in one tick.
const MOST_HANDED: usize = 64;

/// A cart in its machine.
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Console {
    pub(crate) cart: Cart,
    pub(crate) options: Options,
    pub(crate) host: Box<dyn Host + Send>,
    pub(crate) world: World,
    pub(crate) sound: Sound,
    pub(crate) script: Option<Script>,
    pub(crate) stage: Stage,
    pub(crate) status: Status,
    pub(crate) failure: Option<CartFailure>,
    pub(crate) happenings: Vec<Happening>,
    pub(crate) frame: u64,
    /// What was held in the last tick.
    pub(crate) held: Input,
    pub(crate) reset_asked: bool,
    /// The cart wants the player to measure delays.
    pub(crate) calibration_asked: bool,
    /// What was handed over since the last tick.
    pub(crate) handed: Vec<Handed>,
    pub(crate) memory: Vec<u8>,
    pub(crate) memory_stored_at: u64,
    pub(crate) time: TimeMachine,
    /// Writes down what the console is given.
    pub(crate) recorder: Option<Recorder>,
    /// The time for `tstamp()` in place of the host's.
    pub(crate) given_time: Option<u64>,
    /// The host hears nothing.
    pub(crate) is_quiet: bool,
    /// Pictures and sound are left out.
    pub(crate) is_quick: bool,
    /// Those of quick ticks which cannot be made afterwards are made all the
    /// same.
    pub(crate) is_lazy: bool,
    /// The picture of the last tick is still to be made.
    pub(crate) picture_is_due: bool,
}

impl Console {
    /// Puts a cart into a fresh machine. Its code first runs in the first
    /// tick; a mistake in it shows as [`Status::Failed`] then.
    pub fn new(cart: Cart, options: Options, mut host: Box<dyn Host + Send>) -> Console {
        let id = cart.memory_id();
        let memory = host.load_memory(&id);
        let tables = match cart.dialect {
            Dialect::Downbeat => host.load_tables(&id),
            Dialect::Tic80 => BTreeMap::new(),
        };
        Console::with_memory(cart, options, host, memory, tables)
    }

    /// A console as one was when a replay began: what the host has stored of
    /// the cart does not matter.
    pub fn at_start_of(
        replay: &Replay,
        cart: Cart,
        mut options: Options,
        host: Box<dyn Host + Send>,
    ) -> Console {
        replay.set_limits(&mut options.script);
        let tables = (replay.store.iter())
            .map(|(name, json)| (name.clone(), json.clone().into_bytes()))
            .collect();
        let memory = replay.memory_bytes();
        Console::with_memory(cart, options, host, memory, tables)
    }

    fn with_memory(
        cart: Cart,
        options: Options,
        mut host: Box<dyn Host + Send>,
        memory: Option<Vec<u8>>,
        tables: BTreeMap<String, Vec<u8>>,
    ) -> Console {
        let mut machine = Machine::new(assets::size(&cart), assets::banks(&cart));
        if let Some(bytes) = memory {
            machine.load_pmem(&bytes);
        }
        let memory = machine.pmem_bytes().to_vec();
        let mut world = World::new(machine);
        world.tic80 = cart.dialect == Dialect::Tic80;
        world.modules = cart.modules.clone();
        if cart.dialect == Dialect::Downbeat {
            world.set_files(cart.files.iter());
            world.songs = host.songs();
            world.store = Store::new(tables);
        }
        let mut console = Console {
            cart,
            options,
            host,
            world,
            sound: Sound::new(options.sound_rate),
            script: None,
            stage: Stage::default(),
            status: Status::Running,
            failure: None,
            happenings: Vec::new(),
            frame: 0,
            held: Input::default(),
            reset_asked: false,
            calibration_asked: false,
            handed: Vec::new(),
            memory,
            memory_stored_at: 0,
            time: TimeMachine::default(),
            recorder: None,
            given_time: None,
            is_quiet: false,
            is_quick: false,
            is_lazy: false,
            picture_is_due: false,
        };
        console.keep_states(0);
        console
    }

    /// Runs one sixtieth of a second on a clock that goes exactly so: what
    /// changed since the last tick was pressed at the tick's start.
    pub fn tick(&mut self, input: &Input) -> Status {
        let clock = SongTime::of_tick(self.frame as i64);
        let presses = if self.world.tic80 {
            Vec::new()
        } else {
            presses(&self.held, input, clock)
        };
        self.tick_timed(
            input,
            &Timing {
                clock,
                display: clock,
                presses,
                handed: Vec::new(),
            },
        )
    }

    /// Runs one sixtieth of a second, with what the host knows of time. Once
    /// the cart has ended, only its sound fades out.
    pub fn tick_timed(&mut self, input: &Input, timing: &Timing) -> Status {
        self.happenings.clear();
        let plays = self.status == Status::Running;
        if self.is_quick && plays {
            self.world.songs.pass();
        } else {
            self.sound.tick(&mut self.world, plays);
        }
        if !plays {
            return self.status;
        }
        if std::mem::take(&mut self.reset_asked) {
            self.restart();
        }
        let merged;
        let timing = if self.handed.is_empty() || self.time.is_rerun() {
            timing
        } else {
            let mut with_handed = timing.clone();
            with_handed.handed.append(&mut self.handed);
            merged = with_handed;
            &merged
        };
        let frame = self.frame;
        if !self.time.is_rerun() {
            self.world.unix_time = match self.given_time {
                Some(seconds) => seconds,
                None => self.host.unix_time(),
            };
            self.begin_recorded_tick();
            self.begin_kept_tick();
        }
        self.held = *input;
        self.world.begin_tick(timing);
        self.world.machine.begin_tick(input);
        let mut exit = false;
        let outcome = self.run_frame();
        for event in self.world.take_events() {
            self.take(event, &mut exit);
        }
        if let Err(failure) = outcome {
            self.fail(failure);
        } else if exit && self.status == Status::Running {
            self.status = Status::Exited;
        }
        self.frame += 1;
        self.world.tick += 1;
        if !self.time.is_rerun() {
            self.keep_memory();
            let asked = (self.world.unix_time_read).then_some(self.world.unix_time);
            self.end_kept_tick();
            self.record_tick(input, timing, asked, frame);
        }
        self.status
    }

    /// Whether the cart still runs.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The error that stopped the cart.
    pub fn failure(&self) -> Option<&CartFailure> {
        self.failure.as_ref()
    }

    /// What happened in the last tick, in order.
    pub fn happenings(&self) -> &[Happening] {
        &self.happenings
    }

    /// The picture after the last tick, border included.
    pub fn picture(&self) -> &Picture {
        self.world.machine.picture()
    }

    /// The sound of the last tick: frames of left and right, 16 bits each. It
    /// is empty unless [`Options::sound_rate`] says otherwise; the frames of 60
    /// ticks are exactly the rate. As in TIC-80, what a cart writes in a tick
    /// is heard in the next one.
    pub fn sound(&self) -> &[i16] {
        self.sound.frames()
    }

    /// The size of the screen inside the border.
    pub fn size(&self) -> Size {
        self.world.machine.size()
    }

    /// The hardware, for inspection.
    pub fn machine(&self) -> &Machine {
        &self.world.machine
    }

    /// Musical time, for inspection.
    pub fn music(&self) -> Music<'_> {
        self.stage.music()
    }

    /// Ticks run so far, resets included.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The cart as it was loaded.
    pub fn cart(&self) -> &Cart {
        &self.cart
    }

    /// Bytes that the cart's Lua values take.
    pub fn memory_used(&self) -> usize {
        self.script.as_ref().map_or(0, Script::memory_used)
    }

    /// Starts the cart anew with the next tick, also after an exit or error.
    pub fn reset(&mut self) {
        self.status = Status::Running;
        self.failure = None;
        self.reset_asked = true;
        if let Some(recorder) = &mut self.recorder {
            recorder.note_reset();
        }
    }

    /// Gives `tstamp()` this time, in seconds since 1970, in place of the
    /// host's; `None` is the host's again.
    pub fn set_unix_time(&mut self, seconds: Option<u64>) {
        self.given_time = seconds;
    }

    /// Whether the host hears nothing: no traces, no stored memory. What has
    /// changed meanwhile is stored when it hears again.
    pub fn set_quiet(&mut self, is_quiet: bool) {
        if self.is_quiet && !is_quiet {
            // What the host has may be of another run.
            self.memory.clear();
        }
        self.is_quiet = is_quiet;
    }

    /// Whether ticks leave out the picture and the sound, which no cart can
    /// see: [`Console::picture`] stays, [`Console::sound`] is empty.
    pub fn set_quick(&mut self, is_quick: bool) {
        self.is_quick = is_quick;
        if is_quick {
            self.sound.clear();
        }
    }

    /// The entries of the cart's own menu.
    pub fn menu_labels(&self) -> Vec<String> {
        self.cart
            .header
            .menu_labels()
            .into_iter()
            .map(str::to_owned)
            .collect()
    }

    /// Tells the cart that an entry of its menu was chosen, counted from 0.
    pub fn choose_menu(&mut self, index: usize) {
        if self.status != Status::Running {
            return;
        }
        let Some(script) = &mut self.script else {
            return;
        };
        if let Some(recorder) = &mut self.recorder
            && !self.time.is_rerun()
        {
            recorder.note_menu(index);
        }
        self.time.note_menu(index);
        script.begin_tick();
        if let Err(failure) = script.call(&mut self.world, Callback::Menu, &[index as i64]) {
            self.fail(failure.into());
        }
    }

    /// Hands something over to the cart, which hears of it in the next tick.
    /// A cart without `event.next` never does, so it is forgotten; so is what
    /// goes beyond [`MOST_HANDED`] in a tick.
    pub fn hand(&mut self, handed: Handed) {
        if !self.world.tic80 && self.handed.len() < MOST_HANDED {
            self.handed.push(handed);
        }
    }

    /// Whether the cart has asked since the last call that the player measure
    /// delays.
    pub fn take_calibration_asked(&mut self) -> bool {
        std::mem::take(&mut self.calibration_asked)
    }

    /// What the mouse pointer looks like.
    pub fn cursor(&self) -> Cursor {
        let byte = self.world.machine.cursor();
        if byte & 0x80 != 0 || byte == 0 {
            Cursor::System(byte & 0x7f)
        } else {
            Cursor::Sprite(byte)
        }
    }

    /// Hands persistent memory and stored tables to the host now if they have
    /// changed.
    pub fn store_memory(&mut self) {
        if self.is_quiet {
            return;
        }
        let now = self.world.machine.pmem_bytes();
        let memory = now[..] != self.memory[..];
        if !memory && !self.world.store.is_changed() {
            return;
        }
        let id = self.cart.memory_id();
        if memory {
            self.memory = now.to_vec();
            self.host.store_memory(&id, &self.memory);
        }
        for (name, json) in self.world.store.take_changes() {
            self.host.store_table(&id, &name, json.as_deref());
        }
        self.memory_stored_at = self.frame;
    }

    /// The calls of one frame, up to the finished picture.
    fn run_frame(&mut self) -> Result<(), CartFailure> {
        // An error in `BOOT` does not keep `TIC` from running in that frame.
        let boot = if self.script.is_none() {
            self.boot()?
        } else {
            Ok(())
        };
        if let Some(script) = &mut self.script {
            script.begin_tick();
        }
        if let Err(failure) = boot {
            self.world.beat.requests.clear();
            self.fail(failure);
        }
        if let Some(script) = &mut self.script
            && !self.stage.is_idle(&self.world)
        {
            self.stage.begin_tick(script, &mut self.world, self.frame)?;
        }
        if self.call(Callback::Tic, &[])? == Called::Missing {
            return Err(CartFailure::new(format!(
                "{}: function TIC() is missing; the console calls it sixty times a second",
                self.chunk_name()
            )));
        }
        if let Some(script) = &mut self.script {
            self.stage.end_tick(script, &mut self.world, self.frame)?;
        }
        if self.has(Callback::Overlay) {
            self.world.machine.begin_overlay();
            let outcome = self.call(Callback::Overlay, &[]);
            self.world.machine.end_overlay();
            outcome?;
        }
        self.world.machine.end_tick();
        self.compose()
    }

    /// Loads the cart. The outer error is one of the main chunk and ends the
    /// frame, the inner one is `BOOT`'s.
    fn boot(&mut self) -> Result<Result<(), CartFailure>, CartFailure> {
        let mut script = Script::new(&mut self.world, self.options.script)
            .map_err(|error| CartFailure::new(error.to_string()))?;
        let name = self.chunk_name();
        let loaded = script.load(&mut self.world, &self.cart.code, &name);
        self.script = Some(script);
        loaded?;
        Ok(self.call(Callback::Boot, &[]).map(|_| ()))
    }

    /// The picture, row by row, with the callbacks that may change it.
    fn compose(&mut self) -> Result<(), CartFailure> {
        let (rows, border) = (self.size().picture_height(), self.size().border().1);
        let callbacks = [Callback::Border, Callback::Scan, Callback::Scanline];
        self.picture_is_due = false;
        if !callbacks.into_iter().any(|callback| self.has(callback)) {
            self.picture_is_due = self.is_quick;
            if !self.is_quick {
                compose_rows(&mut self.world.machine);
            }
            return Ok(());
        }
        for row in 0..rows {
            self.call(Callback::Border, &[row as i64])?;
            // Screen row 0 belongs to the first row of the border, the others
            // to their own rows.
            let screen_row = match row {
                0 => Some(0),
                row if row > border && row < rows - border => Some((row - border) as i64),
                _ => None,
            };
            if let Some(screen_row) = screen_row {
                self.call(Callback::Scan, &[screen_row])?;
                self.call(Callback::Scanline, &[screen_row])?;
            }
            self.compose_row(row);
        }
        Ok(())
    }

    fn compose_row(&mut self, row: usize) {
        if !self.is_quick || self.is_lazy {
            self.world.machine.compose_row(row);
        }
    }

    fn call(&mut self, callback: Callback, arguments: &[i64]) -> Result<Called, CartFailure> {
        match &mut self.script {
            Some(script) => script
                .call(&mut self.world, callback, arguments)
                .map_err(|failure: Failure| failure.into()),
            None => Ok(Called::Missing),
        }
    }

    fn has(&mut self, callback: Callback) -> bool {
        self.script
            .as_mut()
            .is_some_and(|script| script.has(callback))
    }

    /// What errors call the cart's code.
    fn chunk_name(&self) -> String {
        match self.cart.form {
            Form::Folder => "main.lua".to_owned(),
            _ => self.cart.name.clone(),
        }
    }

    fn take(&mut self, event: Event, exit: &mut bool) {
        match event {
            Event::Trace { text, color } => {
                if !self.time.is_rerun() && !self.is_quiet {
                    self.host.trace(&text, color);
                }
                self.happenings.push(Happening::Trace { text, color });
            }
            Event::Exit => {
                *exit = true;
                self.happenings.push(Happening::Exit);
            }
            Event::Reset => self.reset_asked = true,
            Event::Calibrate => self.calibration_asked = !self.time.is_rerun(),
        }
    }

    /// Stops the cart. What it traced before comes first.
    fn fail(&mut self, failure: CartFailure) {
        let mut exit = false;
        for event in self.world.take_events() {
            self.take(event, &mut exit);
        }
        self.status = Status::Failed;
        self.happenings.push(Happening::Error(failure.clone()));
        self.failure.get_or_insert(failure);
    }

    fn restart(&mut self) {
        self.world.machine.reset();
        self.world.songs.stop();
        self.world.songs.set_volume(1.0);
        self.world.sounds = SoundLedger::default();
        self.world.beat = Beat::default();
        self.stage.reset();
        self.world.tick = 0;
        self.script = None;
        self.time.forget();
    }

    fn keep_memory(&mut self) {
        let ended = self.status != Status::Running || self.reset_asked;
        if ended || self.frame.saturating_sub(self.memory_stored_at) >= STORE_EVERY {
            self.store_memory();
        }
    }
}

/// The picture of a cart that does not change anything between its rows.
pub(crate) fn compose_rows(machine: &mut Machine) {
    for row in 0..machine.size().picture_height() {
        machine.compose_row(row);
    }
}

/// What goes up and down from one tick to the next, all at one time.
fn presses(before: &Input, now: &Input, at: SongTime) -> Vec<Press> {
    let changed = before.pads ^ now.pads;
    let buttons = (0..32)
        .filter(|button| changed >> button & 1 != 0)
        .map(|button| (Control::Button(button), now.pads >> button & 1 != 0));
    let let_go = before.keys.iter().filter(|key| !now.keys.contains(key));
    let pressed = now.keys.iter().filter(|key| !before.keys.contains(key));
    let keys = (let_go.map(|key| (Control::Key(*key), false)))
        .chain(pressed.map(|key| (Control::Key(*key), true)))
        .filter(|(key, _)| *key != Control::Key(0));
    buttons
        .chain(keys)
        .map(|(what, down)| Press { at, what, down })
        .collect()
}

impl Drop for Console {
    fn drop(&mut self) {
        self.store_memory();
    }
}
