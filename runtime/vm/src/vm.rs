//! The virtual machine: one Lua state in one arena, driven by outermost calls.
//!
//! Between calls it is at rest: the stack is empty and no pointer to the host
//! is left in the arena, so that its bytes are a complete state. There are no
//! handles to Lua values; globals are looked up by name each time.

use crate::arena::{Arena, FLAG_NO_ATTRIBUTES, Header, lua_alloc};
use crate::call::{Call, Raise, Text, trampoline};
use crate::failure::{Failure, FailureKind, VmError};
use crate::report::Report;
use crate::sandbox;
use crate::snapshot::Snapshot;
use crate::value::{Scalar, Value};
use mlua::ffi::{self, lua_CFunction, lua_State};
use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::marker::PhantomData;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};

/// Memory beyond the limit that describing an error may take.
const RESERVE: usize = 256 << 10;

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

impl<H: 'static> Vm<H> {
    /// A machine with the libraries of a cart and nothing else.
    pub fn new(limits: Limits) -> Result<Vm<H>, VmError> {
        static NUMBER: AtomicU64 = AtomicU64::new(1);
        // Blocks of one size are not reused for another, so a heap that
        // changes its habits needs more room than it uses.
        let arena = Arena::new(limits.memory.saturating_mul(2), limits.memory)?;
        let header = arena.header();
        // SAFETY: the header is the allocator's state and outlives Lua's.
        let state = unsafe { ffi::lua_newstate(lua_alloc, header.cast::<c_void>()) };
        if state.is_null() {
            return Err(VmError::Memory);
        }
        let mut vm = Vm {
            arena,
            state,
            limits,
            report: Box::default(),
            number: NUMBER.fetch_add(1, Ordering::Relaxed),
            host: PhantomData,
        };
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
        let at = match text {
            Text::None => 0,
            Text::At(at) => i64::from(at),
        };
        self.assign(table, name, Item::Function(trampoline::<H, F>(text), at))
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
        self.report.clear();
        self.report.function.extend_from_slice(function.as_bytes());
        self.report.function.push(0);
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
        self.arena.copy_to(&mut snapshot.bytes);
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
        unsafe { self.arena.copy_from(&snapshot.bytes) };
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

    /// Units of the budget that the last call left; negative if spent.
    pub fn budget_left(&self) -> i64 {
        // SAFETY: the header is valid and only read here.
        unsafe { (*self.arena.header()).budget }
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

    /// Runs a function of ours for the host, protected; no cart code runs.
    fn serve(&mut self, function: lua_CFunction, order: *mut c_void) -> Result<(), VmError> {
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

    /// Runs a function of ours that leads to cart code.
    fn outermost(
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
            if status == ffi::LUA_OK {
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
            (FailureKind::Runtime, message)
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
}

/// The bytes of the string at `index`; empty if there is none.
///
/// # Safety
///
/// The index is valid, and the bytes are used before the value goes away.
unsafe fn bytes_at<'a>(state: *mut lua_State, index: c_int) -> &'a [u8] {
    let mut length = 0;
    // SAFETY: see above. Only strings are read, so that nothing is converted,
    // which would allocate.
    unsafe {
        if ffi::lua_type(state, index) != ffi::LUA_TSTRING {
            return &[];
        }
        let start = ffi::lua_tolstring(state, index, &raw mut length);
        std::slice::from_raw_parts(start.cast::<u8>(), length)
    }
}

/// What `run_chunk` compiles.
struct Chunk {
    start: *const c_char,
    length: usize,
    name: *const c_char,
}

/// Compiles and runs the chunk that is the header's order.
unsafe extern "C-unwind" fn run_chunk(state: *mut lua_State) -> c_int {
    // SAFETY: called by `run`, whose order it is; nothing has a destructor.
    unsafe {
        let header = Header::of(state);
        let order = (*header).order.cast::<Chunk>();
        let Chunk {
            start,
            length,
            name,
        } = ptr::read(order);
        let status = ffi::luaL_loadbufferx(state, start, length, name, c"t".as_ptr());
        if status != ffi::LUA_OK {
            (*(*header).report).syntax = status == ffi::LUA_ERRSYNTAX;
            ffi::lua_error(state);
        }
        ffi::lua_call(state, 0, 0);
    }
    0
}

/// Calls the global whose name is the header's order, with the arguments on
/// the stack.
unsafe extern "C-unwind" fn call_global(state: *mut lua_State) -> c_int {
    // SAFETY: called by `call`, whose order it is; nothing has a destructor.
    unsafe {
        let header = Header::of(state);
        let args = ffi::lua_gettop(state);
        let name = (*header).order.cast::<c_char>();
        if ffi::lua_getglobal(state, name) != ffi::LUA_TFUNCTION {
            (*(*header).report).missing = true;
            return 0;
        }
        ffi::lua_insert(state, 1);
        ffi::lua_call(state, args, 0);
    }
    0
}

/// The message handler of outermost calls: runs where an error is raised.
unsafe extern "C-unwind" fn explain(state: *mut lua_State) -> c_int {
    // SAFETY: called by Lua during an outermost call, so there is a report;
    // when one of Lua's functions below raises, nothing has a destructor.
    unsafe {
        let header = Header::of(state);
        // Describing an error may need memory that the error was about.
        (*header).limit = (*header).usual_limit.saturating_add(RESERVE);
        note(header, state);
        let kind = ffi::lua_type(state, 1);
        if kind == ffi::LUA_TSTRING {
            ffi::lua_settop(state, 1);
        } else if kind == ffi::LUA_TNUMBER
            || ffi::luaL_getmetafield(state, 1, c"__tostring".as_ptr()) != ffi::LUA_TNIL
        {
            ffi::luaL_tolstring(state, 1, ptr::null_mut());
        } else {
            let name = ffi::lua_typename(state, kind);
            ffi::lua_pushfstring(state, c"(error object is a %s value)".as_ptr(), name);
        }
    }
    1
}

/// Notes the stack below the message handler.
unsafe fn note(header: *mut Header, state: *mut lua_State) {
    // SAFETY: there is a report during outermost calls.
    let report = unsafe { &mut *(*header).report };
    // A spent budget raises again and again on the way out; its first place
    // has been noted.
    if !report.spent {
        report.note_stack(state, 1);
    }
}

/// What `assign` sets.
enum Item<'a> {
    Value(Value<'a>),
    Function(lua_CFunction, i64),
}

struct Assignment<'a> {
    table: Option<&'a CStr>,
    name: &'a CStr,
    item: Item<'a>,
    not_a_table: bool,
}

unsafe extern "C-unwind" fn assign(state: *mut lua_State) -> c_int {
    // SAFETY: called by `Vm::assign`, whose order it is. Fields are set raw,
    // so that no cart code runs; nothing has a destructor.
    unsafe {
        let order = (*Header::of(state)).order.cast::<Assignment<'_>>();
        ffi::lua_pushglobaltable(state);
        if let Some(table) = (*order).table {
            ffi::lua_pushstring(state, table.as_ptr());
            match ffi::lua_rawget(state, 1) {
                ffi::LUA_TTABLE => {}
                ffi::LUA_TNIL => {
                    ffi::lua_settop(state, 1);
                    ffi::lua_pushstring(state, table.as_ptr());
                    ffi::lua_newtable(state);
                    ffi::lua_pushvalue(state, -1);
                    ffi::lua_insert(state, 2);
                    ffi::lua_rawset(state, 1);
                }
                _ => {
                    (*order).not_a_table = true;
                    return 0;
                }
            }
        }
        let target = ffi::lua_gettop(state);
        ffi::lua_pushstring(state, (*order).name.as_ptr());
        match (*order).item {
            Item::Value(Value::Nil) => ffi::lua_pushnil(state),
            Item::Value(Value::Boolean(value)) => ffi::lua_pushboolean(state, c_int::from(value)),
            Item::Value(Value::Integer(value)) => ffi::lua_pushinteger(state, value),
            Item::Value(Value::Number(value)) => ffi::lua_pushnumber(state, value),
            Item::Value(Value::Bytes(value)) => {
                ffi::lua_pushlstring(state, value.as_ptr().cast(), value.len());
            }
            Item::Function(function, 0) => ffi::lua_pushcclosure(state, function, 0),
            Item::Function(function, at) => {
                ffi::lua_pushinteger(state, at);
                ffi::lua_pushcclosure(state, function, 1);
            }
        }
        ffi::lua_rawset(state, target);
    }
    0
}

unsafe extern "C-unwind" fn seed_random(state: *mut lua_State) -> c_int {
    // SAFETY: called by `Vm::seed`, whose order it is; nothing has a
    // destructor. A cart that replaced the function gets no chance to run.
    unsafe {
        let seed = *(*Header::of(state)).order.cast::<i64>();
        ffi::lua_getglobal(state, c"math".as_ptr());
        if ffi::lua_type(state, -1) == ffi::LUA_TTABLE {
            ffi::lua_pushstring(state, c"randomseed".as_ptr());
            ffi::lua_rawget(state, -2);
            if ffi::lua_iscfunction(state, -1) != 0 {
                ffi::lua_pushinteger(state, seed);
                ffi::lua_call(state, 1, 0);
            }
        }
    }
    0
}

/// A global to find, and what was found.
struct Lookup<'a> {
    name: &'a [u8],
    kind: c_int,
    value: Option<Scalar>,
}

impl Lookup<'_> {
    fn new(name: &str) -> Lookup<'_> {
        Lookup {
            name: name.as_bytes(),
            kind: ffi::LUA_TNIL,
            value: None,
        }
    }
}

unsafe extern "C-unwind" fn look_up(state: *mut lua_State) -> c_int {
    // SAFETY: called by `Vm::serve` with a `Lookup` as its order. The search
    // is raw, so that no cart code runs; nothing raises once a `Scalar` exists.
    unsafe {
        let order = (*Header::of(state)).order.cast::<Lookup<'_>>();
        ffi::lua_pushglobaltable(state);
        let name = (*order).name;
        ffi::lua_pushlstring(state, name.as_ptr().cast(), name.len());
        (*order).kind = ffi::lua_rawget(state, 1);
        (*order).value = match (*order).kind {
            ffi::LUA_TNIL => Some(Scalar::Nil),
            ffi::LUA_TBOOLEAN => Some(Scalar::Boolean(ffi::lua_toboolean(state, -1) != 0)),
            ffi::LUA_TNUMBER if ffi::lua_isinteger(state, -1) != 0 => {
                Some(Scalar::Integer(ffi::lua_tointeger(state, -1)))
            }
            ffi::LUA_TNUMBER => Some(Scalar::Number(ffi::lua_tonumber(state, -1))),
            ffi::LUA_TSTRING => Some(Scalar::Bytes(bytes_at(state, -1).to_vec())),
            _ => None,
        };
    }
    0
}
