//! What carts see: TIC-80's API over the virtual machine and the hardware.
//!
//! [`Script`] is one running cart: its Lua state with the API registered, the
//! sandbox closed and limits set. [`World`] is what the API works on; the
//! console owns it and reads the cart's requests from it. [`FUNCTIONS`],
//! [`OWN_FUNCTIONS`] and [`GENERATOR_FUNCTIONS`] list the API once, for
//! registration and for documentation.

pub mod api;
mod beat;
mod callback;
mod handed;
mod json;
mod numbers;
mod rewind;
mod songs;
mod sound_ledger;
mod store;
mod testing;
mod timing;
mod variables;
mod world;

pub use api::{FUNCTIONS, Function, GENERATOR_FUNCTIONS, OWN_FUNCTIONS, key_code};
pub use beat::{Beat, BeatRequest, Binding, Program, Sounding, TrackRow};
pub use callback::Callback;
pub use conductor;
pub use dice::Seed;
pub use handed::{Code, Handed};
pub use mapgen;
pub use rewind::{MOST_REWOUND, Rewind, RewindRequest};
pub use songs::{
    NullSongs, POSITIONS_A_TICK, SongFiles, SongOptions, SongPlace, SongState, Songs, Unplayable,
};
pub use sound_ledger::SoundLedger;
pub use store::{MOST_STORED, Store, StoreError, Stored, is_store_name};
pub use testing::{Tester, stored_json};
pub use timing::{Control, Press, Timing};
pub use vm::{
    Called, Failure, FailureKind, MarkError, Scalar, Snapshot, Timeline, Tree, Value, Variable,
    VmError,
};
pub use world::{Event, World, WorldState};

use testing::TestState;
use vm::{Call, Callee, Limits, Raise, Text, Vm};

/// Limits and start values of a cart's Lua state.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Seed of `math.random`.
    pub seed: Seed,
    /// Bytes of memory that the cart's Lua values may take.
    pub memory: usize,
    /// Instructions for loading and `BOOT` together.
    pub boot_budget: i64,
    /// Instructions for one tick, all its callbacks together.
    pub tick_budget: i64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            seed: Seed::default(),
            memory: 64 << 20,
            boot_budget: 260_000_000,
            tick_budget: 120_000_000,
        }
    }
}

/// The Lua side of one running cart.
pub struct Script {
    vm: Vm<World>,
    options: Options,
    /// What is left for the current tick.
    budget: i64,
    /// The cart is being tested.
    tests: Option<TestState>,
}

impl Script {
    /// A fresh Lua state with the API and the sandbox, before any cart code.
    ///
    /// # Errors
    /// Fails when the system gives no address space for the arena.
    pub fn new(world: &mut World, options: Options) -> Result<Script, VmError> {
        let mut vm = Vm::new(Limits {
            memory: options.memory,
            budget: options.boot_budget,
        })?;
        for function in FUNCTIONS {
            function.register(&mut vm)?;
        }
        if !world.tic80 {
            for function in OWN_FUNCTIONS.iter().chain(GENERATOR_FUNCTIONS) {
                function.register(&mut vm)?;
            }
            api::register_metamethods(&mut vm)?;
        }
        vm.register(None, "__source", Text::None, module_source)?;
        vm.run(world, include_bytes!("prelude.lua"), "=prelude")
            .map_err(|_| VmError::Memory)?;
        vm.allow_attributes(!world.tic80);
        if world.tic80 {
            vm.set_global(Some("coroutine"), "close", Value::Nil)?;
        }
        vm.seed(options.seed.number())?;
        let tests = match world.tester {
            Some(_) => Some(TestState::new(&mut vm, world)?),
            None => None,
        };
        Ok(Script {
            vm,
            budget: options.boot_budget,
            options,
            tests,
        })
    }

    /// Compiles the cart's code and runs its main chunk.
    ///
    /// `name` is what errors call the file, such as `game.lua`.
    ///
    /// # Errors
    /// A syntax error, or whatever stopped the main chunk.
    pub fn load(&mut self, world: &mut World, code: &[u8], name: &str) -> Result<(), Failure> {
        self.budget = self.options.boot_budget;
        self.within_budget(|vm| vm.run(world, code, &format!("@{name}")))
    }

    /// Gives the next tick its full instruction budget.
    pub fn begin_tick(&mut self) {
        self.budget = self.options.tick_budget;
    }

    /// Calls a callback if the cart defines it now.
    ///
    /// # Errors
    /// Whatever stopped the cart inside it.
    pub fn call(
        &mut self,
        world: &mut World,
        callback: Callback,
        arguments: &[i64],
    ) -> Result<Called, Failure> {
        self.within_budget(|vm| vm.call(world, callback.name(), arguments))
    }

    /// Calls a callback with values if the cart defines it now, and gives its
    /// first result; none if it is missing.
    ///
    /// # Errors
    /// Whatever stopped the cart inside it.
    pub fn call_values(
        &mut self,
        world: &mut World,
        callback: Callback,
        arguments: &[Value<'_>],
    ) -> Result<Option<Scalar>, Failure> {
        let callee = Callee::Global(callback.name());
        self.within_budget(|vm| vm.call_values(world, callee, arguments))
    }

    /// Calls the function of a timer, and lets go of it if it fires once.
    ///
    /// # Errors
    /// Whatever stopped the cart inside it.
    pub fn call_timer(&mut self, world: &mut World, timer: u32, count: i64) -> Result<(), Failure> {
        let number = i64::from(timer);
        let arguments = [Value::Integer(count)];
        self.within_budget(|vm| vm.call_values(world, Callee::Held(number), &arguments))?;
        if Beat::is_once(timer) {
            world.beat.timers.retain(|other| *other != timer);
            self.forget_timer(timer);
        }
        Ok(())
    }

    /// Lets go of the function of a timer.
    pub fn forget_timer(&mut self, timer: u32) {
        self.vm.let_go(i64::from(timer));
    }

    /// Tells whether the cart defines a callback now.
    pub fn has(&mut self, callback: Callback) -> bool {
        self.vm.has_function(callback.name())
    }

    /// Whether the cart has named a table that slots save.
    pub fn tracks(&self) -> bool {
        self.vm.tracks()
    }

    /// Saves the tracked table in a slot, in place of what was there.
    ///
    /// # Errors
    /// What is in the way, in the cart's words; the slot is then as before.
    pub fn save_slot(&mut self, slot: u32) -> Result<(), MarkError> {
        let saved = self.vm.save_slot(slot);
        self.charge(self.vm.served());
        saved
    }

    /// Puts back what a slot holds, which it keeps.
    ///
    /// # Errors
    /// What is in the way, in the cart's words; nothing has changed then.
    pub fn load_slot(&mut self, slot: u32) -> Result<(), MarkError> {
        let loaded = self.vm.load_slot(slot);
        self.charge(self.vm.served());
        loaded
    }

    /// Takes work that is done for the cart between its functions off what is
    /// left for the tick; a unit is about 10 nanoseconds. Once nothing is
    /// left, the next function that is called stops the cart.
    pub fn charge(&mut self, units: i64) {
        self.budget = self.budget.saturating_sub(units.max(0));
    }

    /// Empties a slot.
    pub fn forget_slot(&mut self, slot: u32) {
        self.vm.forget_slot(slot);
    }

    /// The state of `math.random`.
    pub fn random_state(&self) -> [u64; 4] {
        self.vm.random_state()
    }

    /// A digest of what the tracked table leads to, the same on every machine;
    /// none without one. The state is afterwards as it was, to the last byte.
    pub fn digest(&mut self) -> Option<u64> {
        if !self.vm.tracks() {
            return None;
        }
        // Its walk takes memory, of which a cart could learn by what the
        // collector does and where later values lie.
        let before = self.vm.snapshot();
        let digest = self.vm.digest();
        self.vm.restore(&before);
        digest.ok()
    }

    /// Bytes that the cart's Lua values take.
    pub fn memory_used(&self) -> usize {
        self.vm.memory_used()
    }

    /// A copy of the whole Lua state.
    pub fn snapshot(&self) -> Snapshot {
        self.vm.snapshot()
    }

    /// Whether a copy was taken from this state.
    pub fn owns(&self, snapshot: &Snapshot) -> bool {
        self.vm.owns(snapshot)
    }

    /// Goes back to a copy taken from this state.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.vm.restore(snapshot);
    }

    /// Bytes that a copy of the whole Lua state takes.
    pub fn state_size(&self) -> usize {
        self.vm.high_water()
    }

    /// Adds the whole Lua state to a timeline, which must hold no other's.
    pub fn push_state(&self, timeline: &mut Timeline) {
        self.vm.push_state(timeline);
    }

    /// Goes to the state at a timeline's place, which must be this one's.
    pub fn restore_state(&mut self, timeline: &Timeline) {
        self.vm.restore_state(timeline);
    }

    /// Runs `work` with what is left of the budget and keeps the remainder.
    fn within_budget<T>(&mut self, work: impl FnOnce(&mut Vm<World>) -> T) -> T {
        self.vm.set_limits(Limits {
            memory: self.options.memory,
            budget: self.budget,
        });
        let result = work(&mut self.vm);
        self.budget = self.vm.budget_left();
        result
    }
}

/// `__source(name)` for the prelude: the code of a module, or nil. A dot in
/// the name stands for a folder, as in Lua.
#[allow(clippy::unnecessary_wraps, reason = "the signature of host functions")]
fn module_source(cx: &mut Call<'_, World>) -> Result<usize, Raise> {
    let (world, args) = cx.parts();
    let name = args
        .bytes(1)
        .and_then(|name| std::str::from_utf8(name).ok());
    let path = name.map(|name| format!("{}.lua", name.replace('.', "/")));
    let code = path.and_then(|path| world.modules.get(&path)).cloned();
    match code {
        Some(code) => cx.push_bytes(&code),
        None => cx.push_nil(),
    }
    Ok(1)
}
