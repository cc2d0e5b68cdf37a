//! The virtual machine: one Lua state in one arena, driven by outermost calls.
//!
//! Between calls it is at rest: the stack is empty and no pointer to the host
//! is left in the arena, so that its bytes are a complete state. There are no
//! handles to Lua values; globals are looked up by name each time.

use crate::arena::{Arena, FLAG_NO_ATTRIBUTES, Header, Layout, lua_alloc, spread_alloc};
use crate::blocks::{NewKind, NewMethod, make_kind, make_method};
use crate::call::{Call, Raise, Text, trampoline};
use crate::entries::{
    Assignment, Chunk, Item, Lookup, assign, bytes_at, call_global, explain, look_up, run_chunk,
    seed_random,
};
use crate::failure::{Failure, FailureKind, VmError};
use crate::report::Report;
use crate::sandbox;
use crate::snapshot::Snapshot;
use crate::timeline::Timeline;
use crate::value::{Scalar, Value};
use mlua::ffi::{self, lua_CFunction, lua_State};
use std::ffi::{CString, c_int, c_void};
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a cart may use up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of Lua's heap.
    pub memory: usize,
    /// Units of work in one outermost call: Lua instructions, and work in C
    /// counted as if it were instructions. A unit takes about 10 nanoseconds
    /// at most.
    pub budget: i64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            memory: 64 << 20,
            budget: 50_000_000,
        }
    }
}

/// How a call of a global function ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Called {
    /// It ran to its end.
    Done,
    /// There is no function of that name.
    Missing,
}

/// A Lua state in an arena; `H` is what host functions see of the world.
pub struct Vm<H> {
    arena: Arena,
    state: *mut lua_State,
    limits: Limits,
    report: Box<Report>,
    /// Tells this machine's snapshots from others'.
    number: u64,
    /// Units that the last service took.
    served: i64,
    host: PhantomData<fn(H)>,
}

// SAFETY: the state and its arena belong to this value alone, and nothing in
// them is bound to a thread.
unsafe impl<H> Send for Vm<H> {}

unsafe extern "C" {
    fn downbeat_begin(state: *mut lua_State);
    fn downbeat_slice(state: *mut lua_State);
    fn downbeat_scrub(state: *mut lua_State);
    fn downbeat_gc_hold(state: *mut lua_State) -> c_int;
    fn downbeat_gc_release(state: *mut lua_State, old: c_int);
}

/// A collection begins when the heap has grown to this many percent of what
/// the last one left.
const COLLECTOR_PAUSE: c_int = 200;

/// Units of work (a marked value, a quarter of a swept object) for every 16
/// bytes allocated while it goes on. Lua's own value, 100, does nearly all of a
/// collection in the frame in which it begins.
const COLLECTOR_SPEED: c_int = 4;

/// Bytes between two steps, as a power of two.
const COLLECTOR_STEP: c_int = 13;

impl<H: 'static> Vm<H> {
    /// A machine with the libraries of a cart and nothing else.
    pub fn new(limits: Limits) -> Result<Vm<H>, VmError> {
        Vm::new_with_layout(limits, Layout::default())
    }

    /// The same with blocks at other places; for tests that no cart can tell.
    #[doc(hidden)]
    pub fn new_with_layout(limits: Limits, layout: Layout) -> Result<Vm<H>, VmError> {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        // Blocks of one size are not reused for another, so a heap that
        // changes its habits needs more room than it uses.
        let arena = Arena::new(limits.memory.saturating_mul(2), limits.memory, layout)?;
        let alloc = if layout.is_spread() {
            spread_alloc
        } else {
            lua_alloc
        };
        let header = arena.header();
        // SAFETY: the header is the allocator's state and outlives Lua's.
        let state = unsafe { ffi::lua_newstate(alloc, header.cast::<c_void>()) };
        if state.is_null() {
            return Err(VmError::Memory);
        }
        let mut vm = Vm {
            arena,
            state,
            limits,
            report: Box::default(),
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            served: 0,
            host: PhantomData,
        };
        // SAFETY: nothing runs, and these are this call's arguments.
        unsafe {
            ffi::lua_gc(
                state,
                ffi::LUA_GCINC,
                COLLECTOR_PAUSE,
                COLLECTOR_SPEED,
                COLLECTOR_STEP,
            );
        }
        vm.serve(sandbox::open, ptr::null_mut())?;
        Ok(vm)
    }

    /// Changes the limits from the next call on.
    ///
    /// Memory beyond twice what the machine was made with is not to be had.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        // SAFETY: the header is valid and nothing runs.
        unsafe {
            (*self.arena.header()).limit = limits.memory;
            (*self.arena.header()).usual_limit = limits.memory;
        }
    }

    /// The limits in force.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Whether `local x <const>` and `<close>` compile; they do at first.
    ///
    /// Lua 5.3 has neither.
    pub fn allow_attributes(&mut self, allowed: bool) {
        let flags = if allowed { 0 } else { FLAG_NO_ATTRIBUTES };
        // SAFETY: the header is valid and nothing runs.
        unsafe { (*self.arena.header()).flags = flags };
    }

    /// Makes `function` a global, or a field of a global table.
    ///
    /// The table is made if it is not there. `function` must capture nothing,
    /// which is checked when the program is compiled. Argument `text` is turned
    /// into a string before it runs.
    pub fn register<F>(
        &mut self,
        table: Option<&str>,
        name: &str,
        text: Text,
        function: F,
    ) -> Result<(), VmError>
    where
        F: Fn(&mut Call<'_, H>) -> Result<usize, Raise> + Copy + 'static,
    {
        // Its type says it all; see `trampoline`.
        let _ = function;
        let at = text.number();
        self.assign(table, name, Item::Function(trampoline::<H, F>(text), at))
    }

    /// Makes a kind of block: plain bytes that carts hold as userdata.
    ///
    /// `kind` is at most 15 bytes long and is what `tostring` shows. Carts reach
    /// its methods as `block:name()` and nothing else of it. Does nothing if
    /// the kind is there; there can be eight.
    pub fn register_kind(&mut self, kind: &str) -> Result<(), VmError> {
        let mut order = NewKind::new(self.arena.header(), kind)?;
        if order.exists() {
            return Ok(());
        }
        self.serve(make_kind, (&raw mut order).cast())
    }

    /// Makes `function` a method of a kind of block, or a metamethod if its
    /// name begins with two underscores.
    ///
    /// Argument 1 is the block if the cart calls it as a method; it may be
    /// anything else too. `__index` replaces all methods; `__element`, which
    /// comes after them, is asked for keys that are no strings: `block[1]`.
    pub fn register_method<F>(
        &mut self,
        kind: &str,
        name: &str,
        text: Text,
        function: F,
    ) -> Result<(), VmError>
    where
        F: Fn(&mut Call<'_, H>) -> Result<usize, Raise> + Copy + 'static,
    {
        // Its type says it all; see `trampoline`.
        let _ = function;
        let at = text.number();
        let function = trampoline::<H, F>(text);
        let mut order = NewMethod::new(self.arena.header(), kind, name, function, at)?;
        self.serve(make_method, (&raw mut order).cast())
    }

    /// Sets a global, or a field of a global table, which is made if need be.
    pub fn set_global(
        &mut self,
        table: Option<&str>,
        name: &str,
        value: Value<'_>,
    ) -> Result<(), VmError> {
        self.assign(table, name, Item::Value(value))
    }

    /// Seeds `math.random`.
    pub fn seed(&mut self, seed: u64) -> Result<(), VmError> {
        let mut seed = seed as i64;
        self.serve(seed_random, (&raw mut seed).cast())
    }

    /// Compiles `source` and runs it as a cart's main chunk.
    ///
    /// Errors name it by `chunk_name`, which begins with `@` if it is a file.
    pub fn run(&mut self, host: &mut H, source: &[u8], chunk_name: &str) -> Result<(), Failure> {
        // A zero would end the name for C.
        let name = CString::new(chunk_name.replace('\0', "?")).unwrap_or_default();
        let mut order = Chunk {
            start: source.as_ptr().cast(),
            length: source.len(),
            name: name.as_ptr(),
        };
        self.report.clear();
        self.outermost(host, run_chunk, &[], (&raw mut order).cast())?;
        Ok(())
    }

    /// Calls the global function of this name.
    pub fn call(&mut self, host: &mut H, function: &str, args: &[i64]) -> Result<Called, Failure> {
        self.note_callee(function);
        let name = self.report.function.as_mut_ptr();
        self.outermost(host, call_global, args, name.cast())?;
        Ok(if self.report.missing {
            Called::Missing
        } else {
            Called::Done
        })
    }

    /// Whether there is a global function of this name.
    pub fn has_function(&mut self, name: &str) -> bool {
        let mut order = Lookup::new(name);
        self.serve(look_up, (&raw mut order).cast()).is_ok() && order.kind == ffi::LUA_TFUNCTION
    }

    /// A copy of the global of this name; `None` if it cannot be copied.
    pub fn global(&mut self, name: &str) -> Option<Scalar> {
        let mut order = Lookup::new(name);
        self.serve(look_up, (&raw mut order).cast()).ok()?;
        order.value
    }

    /// The state of everything in Lua.
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = Snapshot::new();
        self.snapshot_into(&mut snapshot);
        snapshot
    }

    /// The same, reusing the memory of an older snapshot.
    pub fn snapshot_into(&self, snapshot: &mut Snapshot) {
        snapshot.owner = self.number;
        self.arena
            .read(|bytes| bytes.clone_into(&mut snapshot.bytes));
    }

    /// Whether a snapshot is one of this machine's.
    pub fn owns(&self, snapshot: &Snapshot) -> bool {
        snapshot.owner == self.number
    }

    /// Goes back to a snapshot.
    ///
    /// Limits stay as they are now.
    ///
    /// # Panics
    ///
    /// When the snapshot is not one of this machine's.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        assert!(
            snapshot.owner == self.number,
            "a snapshot can only be restored into the machine it came from"
        );
        // SAFETY: the number says that the bytes came from this arena, and
        // nothing runs, so no reference into it is alive.
        unsafe { self.arena.write(&snapshot.bytes) };
        self.set_limits(self.limits);
    }

    /// Adds the state of everything in Lua to a timeline.
    ///
    /// # Panics
    ///
    /// When the timeline holds other states than this machine's.
    pub fn push_state(&self, timeline: &mut Timeline) {
        self.arena
            .read(|bytes| timeline.push_of(self.number, bytes));
    }

    /// Goes to the state at a timeline's place.
    ///
    /// Limits stay as they are now.
    ///
    /// # Panics
    ///
    /// When that is not one of this machine's.
    pub fn restore_state(&mut self, timeline: &Timeline) {
        let bytes = timeline
            .state_of(self.number)
            .expect("a state can only be restored into the machine it came from");
        // SAFETY: the number says that the bytes came from this arena, and
        // nothing runs, so no reference into it is alive.
        unsafe { self.arena.write(bytes) };
        self.set_limits(self.limits);
    }

    /// Bytes that Lua's heap takes now.
    pub fn memory_used(&self) -> usize {
        // SAFETY: the header is valid and only read here.
        unsafe { (*self.arena.header()).used }
    }

    /// Bytes a snapshot takes now.
    pub fn high_water(&self) -> usize {
        self.arena.high()
    }

    /// Units of work that the last service took, such as a save of the tracked
    /// table. Services are for the host to pay for.
    pub fn served(&self) -> i64 {
        self.served
    }

    /// Units of the budget that the last call left; negative if spent.
    pub fn budget_left(&self) -> i64 {
        // SAFETY: the header is valid and only read here.
        unsafe { (*self.arena.header()).budget }
    }

    /// Exchanges the last serial number that an object was given: code that is
    /// run with another one leaves the numbers of the cart's objects alone.
    pub fn swap_serial(&mut self, serial: &mut u32) {
        // SAFETY: the header is valid and nothing runs.
        unsafe { std::mem::swap(&mut (*self.arena.header()).serial, serial) };
    }

    /// Makes the allocation after `count` more fail; for tests of the limits.
    #[doc(hidden)]
    pub fn fail_allocation_after(&mut self, count: Option<usize>) {
        // SAFETY: the header is valid and nothing runs.
        unsafe { (*self.arena.header()).failing_after = count.unwrap_or(usize::MAX) };
    }

    fn assign(&mut self, table: Option<&str>, name: &str, item: Item<'_>) -> Result<(), VmError> {
        let owned = |text: &str| CString::new(text).map_err(|_| VmError::Name(text.to_owned()));
        let table_name = table.map(owned).transpose()?;
        let name = owned(name)?;
        let mut order = Assignment {
            table: table_name.as_deref(),
            name: &name,
            item,
            not_a_table: false,
        };
        self.serve(assign, (&raw mut order).cast())?;
        match table {
            Some(table) if order.not_a_table => Err(VmError::NotTable(table.to_owned())),
            _ => Ok(()),
        }
    }

    pub(crate) fn header(&self) -> *mut Header {
        self.arena.header()
    }

    pub(crate) fn state(&self) -> *mut lua_State {
        self.state
    }

    /// Runs a function of ours for the host, protected; no cart code runs.
    pub(crate) fn serve(
        &mut self,
        function: lua_CFunction,
        order: *mut c_void,
    ) -> Result<(), VmError> {
        let (header, state) = (self.arena.header(), self.state);
        // SAFETY: nothing runs, so state and header are ours; the stack is
        // empty and has room. The collector is held, so that no finalizer of
        // the cart runs without its host.
        let status = unsafe {
            let left = std::mem::replace(&mut (*header).budget, i64::MAX);
            (*header).running = state;
            (*header).order = order;
            downbeat_begin(state);
            let held = downbeat_gc_hold(state);
            ffi::lua_pushcfunction(state, function);
            let status = ffi::lua_pcall(state, 0, 0, 0);
            downbeat_gc_release(state, held);
            ffi::lua_settop(state, 0);
            downbeat_scrub(state);
            (*header).order = ptr::null_mut();
            self.served = i64::MAX - (*header).budget;
            (*header).budget = left;
            status
        };
        // None of these functions raises by itself.
        if status == ffi::LUA_OK {
            Ok(())
        } else {
            Err(VmError::Memory)
        }
    }

    /// Begins the notes of a call of this function.
    pub(crate) fn note_callee(&mut self, function: &str) {
        self.report.clear();
        self.report.function.extend_from_slice(function.as_bytes());
        self.report.function.push(0);
    }

    /// Runs a function of ours that leads to cart code.
    pub(crate) fn outermost(
        &mut self,
        host: &mut H,
        function: lua_CFunction,
        args: &[i64],
        order: *mut c_void,
    ) -> Result<(), Failure> {
        let (header, state) = (self.arena.header(), self.state);
        // SAFETY: nothing runs, so state and header are ours; host, report and
        // order outlive the call and are forgotten after it. The stack is
        // empty and grown before it is filled; the call is protected.
        unsafe {
            if ffi::lua_checkstack(state, args.len() as c_int + 4) == 0 {
                return Err(self.failure(ffi::LUA_ERRMEM, Vec::new()));
            }
            (*header).budget = self.limits.budget;
            (*header).running = state;
            (*header).host = (&raw mut *host).cast();
            (*header).report = &raw mut *self.report;
            (*header).order = order;
            downbeat_begin(state);
            ffi::lua_pushcfunction(state, explain);
            ffi::lua_pushcfunction(state, function);
            for &arg in args {
                ffi::lua_pushinteger(state, arg);
            }
            let status = ffi::lua_pcall(state, args.len() as c_int, 0, 1);
            let message = if status == ffi::LUA_OK {
                Vec::new()
            } else {
                bytes_at(state, -1).to_vec()
            };
            downbeat_slice(state);
            (*header).host = ptr::null_mut();
            (*header).report = ptr::null_mut();
            (*header).order = ptr::null_mut();
            (*header).limit = self.limits.memory;
            ffi::lua_settop(state, 0);
            downbeat_scrub(state);
            // A cart that catches the error of a spent budget as its very last
            // act has stopped all the same.
            if status == ffi::LUA_OK && !self.report.spent {
                Ok(())
            } else {
                Err(self.failure(status, message))
            }
        }
    }

    fn failure(&mut self, status: c_int, message: Vec<u8>) -> Failure {
        let place = self.report.place.strip_suffix(&[0]);
        let at_place = |text: String| match place {
            Some(place) if place != b"?" => [place, b": ", text.as_bytes()].concat(),
            _ => text.into_bytes(),
        };
        let (kind, message) = if self.report.spent {
            let text = "the cart ran too long in one frame (an endless loop?)";
            (FailureKind::Budget, at_place(text.to_owned()))
        } else if status == ffi::LUA_ERRMEM || message.ends_with(b"not enough memory") {
            let most = self.limits.memory >> 20;
            let text = format!("not enough memory (a cart has {most} MiB)");
            (FailureKind::Memory, at_place(text))
        } else if self.report.syntax {
            (FailureKind::Syntax, message)
        } else {
            (FailureKind::Runtime, self.with_line(message))
        };
        let traceback = match kind {
            FailureKind::Syntax => Vec::new(),
            _ => std::mem::take(&mut self.report.traceback).into_bytes(),
        };
        Failure {
            kind,
            message,
            traceback,
        }
    }

    /// Puts the innermost Lua line before the one text of Lua's own that says
    /// nothing of where: it is raised while a C function runs.
    fn with_line(&self, message: Vec<u8>) -> Vec<u8> {
        match &self.report.innermost {
            Some(line) if message == b"C stack overflow" => {
                [line.as_bytes(), b": ", &message].concat()
            }
            _ => message,
        }
    }
}
