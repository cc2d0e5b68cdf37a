//! Host functions: what Lua calls in Rust.
//!
//! Lua's errors jump over Rust frames without running destructors, so nothing
//! a host function can reach ever raises: reads never do, pushes of bytes run
//! protected, and an error is returned as a [`Raise`] and raised by the
//! trampoline once everything with a destructor is gone.

use crate::arena::Header;
use crate::args::Args;
use crate::blocks;
use crate::layout::{self, Content};
use crate::report;
use mlua::ffi::{self, lua_CFunction, lua_State};
use std::any::Any;
use std::ffi::{c_char, c_int, c_void};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

/// Which argument of a host function is turned into text before it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Text {
    /// None.
    None,
    /// This one, counted from 1, as `tostring` would; left alone when absent.
    At(u8),
}

impl Text {
    /// The argument's number for the trampoline; 0 if there is none.
    pub(crate) fn number(self) -> i64 {
        match self {
            Text::None => 0,
            Text::At(at) => i64::from(at),
        }
    }
}

/// An error a host function raises in the cart: `file:line: text`.
#[derive(Debug)]
pub struct Raise(Cause);

#[derive(Debug)]
enum Cause {
    Fixed(&'static str),
    Made(String),
}

impl From<&'static str> for Raise {
    fn from(text: &'static str) -> Raise {
        Raise(Cause::Fixed(text))
    }
}

impl From<String> for Raise {
    fn from(text: String) -> Raise {
        Raise(Cause::Made(text))
    }
}

impl Raise {
    fn text(&self) -> &str {
        match &self.0 {
            Cause::Fixed(text) => text,
            Cause::Made(text) => text,
        }
    }
}

/// One call of a host function.
pub struct Call<'a, H> {
    state: *mut lua_State,
    count: usize,
    pushed: c_int,
    /// A result could not be pushed: this status of Lua's is raised instead.
    failed: c_int,
    host: PhantomData<&'a mut H>,
}

impl<H: 'static> Call<'_, H> {
    /// The host and the arguments at once.
    #[inline]
    pub fn parts(&mut self) -> (&mut H, Args<'_>) {
        // SAFETY: as in `args`; the host is no part of Lua's stack.
        let args = unsafe { Args::new(self.state, self.count) };
        (self.host(), args)
    }

    /// The host.
    #[inline]
    pub fn host(&mut self) -> &mut H {
        // SAFETY: the trampoline checked that the header has a host, which the
        // `Vm<H>` set for this outermost call from a `&mut H`. It is reached
        // only through calls like this one, whose borrow ends before Lua runs
        // again, so no two references exist at the same time.
        unsafe { &mut *(*Header::of(self.state)).host.cast::<H>() }
    }

    /// The arguments.
    #[inline]
    pub fn args(&self) -> Args<'_> {
        // SAFETY: the function has so many arguments; what may grow the stack
        // takes this call as mutable, so no `Args` is alive then.
        unsafe { Args::new(self.state, self.count) }
    }

    /// Calls the Lua function at argument `function_arg` (from 1).
    ///
    /// Fills `results` with its results as numbers, 0 for those that are none.
    /// An error in it is swallowed and gives `false`, but a spent budget stops
    /// the cart as soon as the host function returns.
    pub fn pcall(&mut self, function_arg: usize, args: &[i64], results: &mut [f64]) -> bool {
        let state = self.state;
        if !(1..=self.count).contains(&function_arg) {
            return false;
        }
        // SAFETY: the index is that of an argument; the stack is grown, which
        // does not raise, before anything is pushed; the call is protected.
        unsafe {
            let room = args.len().max(results.len()) + 2;
            if ffi::lua_checkstack(state, room as c_int) == 0 {
                return false;
            }
            ffi::lua_pushvalue(state, function_arg as c_int);
            for &arg in args {
                ffi::lua_pushinteger(state, arg);
            }
            let wanted = results.len() as c_int;
            let status = ffi::lua_pcall(state, args.len() as c_int, wanted, 0);
            if status != ffi::LUA_OK {
                ffi::lua_pop(state, 1);
                return false;
            }
            for (at, result) in results.iter_mut().enumerate() {
                *result = ffi::lua_tonumber(state, at as c_int - wanted);
            }
            ffi::lua_pop(state, wanted);
            true
        }
    }

    /// Counts host work against the budget; a unit is about 10 nanoseconds.
    ///
    /// When it is spent, the cart stops as soon as the host function returns;
    /// one with a long loop of its own has to look at [`Call::is_spent`].
    #[inline]
    pub fn charge(&mut self, units: i64) {
        let header = Header::of(self.state);
        // SAFETY: the header is valid while its thread runs.
        unsafe {
            (*header).budget = (*header).budget.saturating_sub(units.max(0));
            if (*header).budget < 0 {
                downbeat_hurry(self.state);
            }
        }
    }

    /// Whether the budget is spent, so that there is no point in going on.
    #[inline]
    pub fn is_spent(&self) -> bool {
        // SAFETY: the header is valid while its thread runs.
        unsafe { (*Header::of(self.state)).budget < 0 }
    }

    /// Where the cart called this function: `demo.lua:12`, `?` if not from Lua.
    pub fn place(&self) -> String {
        report::place(self.state).unwrap_or_else(|| "?".to_owned())
    }

    /// Adds nil to the results.
    #[inline]
    pub fn push_nil(&mut self) {
        if self.room() {
            // SAFETY: there is room on the stack; nothing is allocated.
            unsafe { layout::push(self.state, Content { integer: 0 }, layout::NIL) };
        }
    }

    /// Adds a boolean to the results.
    #[inline]
    pub fn push_boolean(&mut self, value: bool) {
        let tag = if value { layout::TRUE } else { layout::FALSE };
        if self.room() {
            // SAFETY: there is room on the stack; nothing is allocated.
            unsafe { layout::push(self.state, Content { integer: 0 }, tag) };
        }
    }

    /// Adds an integer to the results.
    #[inline]
    pub fn push_integer(&mut self, value: i64) {
        if self.room() {
            // SAFETY: there is room on the stack; nothing is allocated.
            unsafe { layout::push(self.state, Content { integer: value }, layout::INTEGER) };
        }
    }

    /// Adds a float to the results.
    #[inline]
    pub fn push_number(&mut self, value: f64) {
        if self.room() {
            // SAFETY: there is room on the stack; nothing is allocated.
            unsafe { layout::push(self.state, Content { float: value }, layout::FLOAT) };
        }
    }

    /// Adds a string to the results.
    ///
    /// When memory runs out, the cart stops once the host function returns.
    pub fn push_bytes(&mut self, value: &[u8]) {
        if !self.room() {
            return;
        }
        let header = Header::of(self.state);
        let mut value = value;
        // SAFETY: `push_order` reads the slice before `value` goes out of
        // scope, and the call is protected, so nothing jumps over this frame.
        unsafe {
            (*header).order = (&raw mut value).cast::<c_void>();
            ffi::lua_pushcfunction(self.state, push_order);
            let status = ffi::lua_pcall(self.state, 0, 1, 0);
            (*header).order = ptr::null_mut();
            if status != ffi::LUA_OK {
                self.failed = status;
            }
        }
    }

    /// Adds a block of `bytes` zeros to the results, of a kind made with
    /// [`crate::Vm::register_kind`], and lends it to be filled.
    ///
    /// When memory runs out there is none, and the cart stops once the host
    /// function returns.
    pub fn push_block(&mut self, kind: &str, bytes: usize) -> Option<&mut [u8]> {
        if !self.room() {
            return None;
        }
        let (start, length) = blocks::push(self.state, kind, bytes)
            .map_err(|status| self.failed = status)
            .ok()?;
        // SAFETY: the bytes are initialized, and stay put while the block is
        // on the stack, which is until the function returns. Nothing else
        // reaches them while this call is borrowed.
        Some(unsafe { std::slice::from_raw_parts_mut(start, length) })
    }

    /// The bytes of argument `i`, to be changed, if it is a block of this kind.
    #[inline]
    pub fn block_mut(&mut self, i: usize, kind: &str) -> Option<&mut [u8]> {
        let (start, length) = self.args().block_bytes(i, kind)?;
        // SAFETY: as in `Args::block`; nothing else reaches the bytes while
        // this call is borrowed.
        Some(unsafe { std::slice::from_raw_parts_mut(start, length) })
    }

    /// The host, and the bytes of argument `i`, to be changed.
    #[inline]
    pub fn host_and_block_mut(&mut self, i: usize, kind: &str) -> Option<(&mut H, &mut [u8])> {
        let (start, length) = self.args().block_bytes(i, kind)?;
        // SAFETY: as in `block_mut`; the host is no part of the arena.
        let block = unsafe { std::slice::from_raw_parts_mut(start, length) };
        Some((self.host(), block))
    }

    /// The bytes of argument `i`, to be changed, and those of argument `from`,
    /// both blocks of this kind; no second ones if the two are the same block.
    #[inline]
    pub fn block_pair(
        &mut self,
        i: usize,
        from: usize,
        kind: &str,
    ) -> Option<(&mut [u8], Option<&[u8]>)> {
        let args = self.args();
        let (start, length) = args.block_bytes(i, kind)?;
        let (source, source_length) = args.block_bytes(from, kind)?;
        // SAFETY: as in `block_mut`; different blocks do not overlap.
        unsafe {
            let block = std::slice::from_raw_parts_mut(start, length);
            let other = (source != start)
                .then(|| std::slice::from_raw_parts(source.cast_const(), source_length));
            Some((block, other))
        }
    }

    /// Adds the value of the local number `n` (from 1) that the Lua function at
    /// argument `i` has from outside of it, and gives the local's name; none,
    /// and nothing is added, if there are not so many.
    pub fn push_captured(&mut self, i: usize, n: u8) -> Option<String> {
        if self.args().kind(i) != crate::Kind::Function || !self.room() {
            return None;
        }
        // SAFETY: the index is that of an argument, and there is room; neither
        // call raises. A name is a string that ends with a zero and lives as
        // long as the function.
        let name = unsafe {
            let name = ffi::lua_getupvalue(self.state, i as c_int, c_int::from(n));
            (!name.is_null()).then(|| std::ffi::CStr::from_ptr(name))
        };
        if name.is_none() {
            self.pushed -= 1;
        }
        name.map(|name| name.to_string_lossy().into_owned())
    }

    /// The thread that runs.
    pub(crate) fn state(&self) -> *mut lua_State {
        self.state
    }

    /// Raises this status of Lua's once the host function returns.
    pub(crate) fn fail_with(&mut self, status: c_int) {
        self.failed = status;
    }

    /// Counts one result less; false, and nothing is counted, if there are not
    /// two or one of them could not be pushed.
    pub(crate) fn fold_result(&mut self) -> bool {
        let whole = self.failed == ffi::LUA_OK && self.pushed >= 2;
        self.pushed -= c_int::from(whole);
        whole
    }

    /// Makes room for one more result; without any, the call fails at its end.
    #[inline]
    pub(crate) fn room(&mut self) -> bool {
        self.pushed += 1;
        // Lua guarantees 20 free slots; two are left for what reads need.
        if self.pushed <= 16 {
            return true;
        }
        // SAFETY: `lua_checkstack` does not raise.
        if unsafe { ffi::lua_checkstack(self.state, 4) } != 0 {
            return true;
        }
        self.pushed -= 1;
        self.failed = ffi::LUA_ERRMEM;
        false
    }
}

/// Pushes the bytes that the header's order points to.
unsafe extern "C-unwind" fn push_order(state: *mut lua_State) -> c_int {
    // SAFETY: a cart can get hold of this function by no means, so it is only
    // called by `push_bytes`, which set the order; no destructor is alive.
    unsafe {
        let order = (*Header::of(state)).order.cast::<&[u8]>();
        let bytes: &[u8] = *order;
        let (start, length) = (bytes.as_ptr(), bytes.len());
        ffi::lua_pushlstring(state, start.cast::<c_char>(), length);
    }
    1
}

unsafe extern "C" {
    fn downbeat_hurry(running: *mut lua_State);
}

unsafe extern "C-unwind" {
    fn downbeat_nomemory(state: *mut lua_State) -> !;
}

/// The function Lua sees for `F`, and whether it needs the position of the
/// text argument as an upvalue.
pub(crate) fn trampoline<H, F>(text: Text) -> lua_CFunction
where
    H: 'static,
    F: Fn(&mut Call<'_, H>) -> Result<usize, Raise> + Copy + 'static,
{
    const { assert!(size_of::<F>() == 0, "a host function must capture nothing") };
    match text {
        Text::None => enter::<H, F, false>,
        Text::At(_) => enter::<H, F, true>,
    }
}

/// Bytes kept of an error's text: it is copied here so that its owner can be
/// dropped before the error is raised.
const MESSAGE: usize = 500;

unsafe extern "C-unwind" fn enter<H, F, const TEXT: bool>(state: *mut lua_State) -> c_int
where
    H: 'static,
    F: Fn(&mut Call<'_, H>) -> Result<usize, Raise> + Copy + 'static,
{
    // SAFETY: called by Lua with a running thread. Until `execute` begins and
    // after it ends, nothing in this frame has a destructor: what it returned
    // is moved into `fail`, which drops it before it raises.
    unsafe {
        if TEXT {
            let index = ffi::lua_tointeger(state, ffi::lua_upvalueindex(1)) as c_int;
            if ffi::lua_gettop(state) >= index && ffi::lua_type(state, index) != ffi::LUA_TSTRING {
                ffi::luaL_tolstring(state, index, ptr::null_mut());
                ffi::lua_replace(state, index);
            }
        }
        match execute::<H, F>(state) {
            Ok(results) => results,
            Err(ending) => fail(state, ending),
        }
    }
}

/// Why a host function gave no results.
enum Ending {
    Raised(Raise),
    Panicked(Box<dyn Any + Send>),
    /// A result could not be pushed, for this status of Lua's.
    NotPushed(c_int),
    /// It was called while no host is there.
    NoHost,
}

/// Runs the host function; gives the number of its results.
#[inline]
unsafe fn execute<H, F>(state: *mut lua_State) -> Result<c_int, Ending>
where
    H: 'static,
    F: Fn(&mut Call<'_, H>) -> Result<usize, Raise> + Copy + 'static,
{
    // SAFETY: `F` has no size, so any aligned address holds one, and `register`
    // was given a value of it, so it can exist; it is `Copy`, so it has no
    // destructor to run twice. The state is running, so the header is valid.
    let (function, count, absent) = unsafe {
        let function = ptr::NonNull::<F>::dangling().as_ref();
        let absent = (*Header::of(state)).host.is_null();
        (function, layout::arguments(state).1, absent)
    };
    if absent {
        // A finalizer outside of any call, which the collector's hold prevents.
        return Err(Ending::NoHost);
    }
    let mut call = Call {
        state,
        count,
        pushed: 0,
        failed: ffi::LUA_OK,
        host: PhantomData,
    };
    match catch_unwind(AssertUnwindSafe(|| function(&mut call))) {
        Ok(_) if call.failed != ffi::LUA_OK => Err(Ending::NotPushed(call.failed)),
        Ok(Ok(results)) => Ok((results as c_int).min(call.pushed)),
        Ok(Err(raise)) => Err(Ending::Raised(raise)),
        Err(panic) => Err(Ending::Panicked(panic)),
    }
}

/// An error's text without a destructor.
struct Message {
    length: usize,
    bytes: MaybeUninit<[u8; MESSAGE]>,
}

impl Message {
    fn new(text: &str) -> Message {
        let length = text.floor_char_boundary_or_len(MESSAGE);
        let mut bytes = MaybeUninit::<[u8; MESSAGE]>::uninit();
        // SAFETY: `length` is at most both the text's and the array's length.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), bytes.as_mut_ptr().cast(), length) };
        Message { length, bytes }
    }
}

/// Raises the error of a host function, at the line of the cart that called.
///
/// # Safety
///
/// Called by a trampoline whose frame has nothing with a destructor.
#[cold]
#[inline(never)]
unsafe fn fail(state: *mut lua_State, ending: Ending) -> ! {
    let message = match &ending {
        Ending::Raised(raise) => Message::new(raise.text()),
        Ending::Panicked(panic) => Message::new(panic_text(&**panic)),
        Ending::NotPushed(_) => Message::new("cannot return a value"),
        Ending::NoHost => Message::new("the host is not there"),
    };
    let no_memory = matches!(ending, Ending::NotPushed(ffi::LUA_ERRMEM));
    drop(ending);
    // SAFETY: nothing in this frame or its caller's has a destructor now.
    unsafe {
        if no_memory {
            downbeat_nomemory(state);
        }
        ffi::lua_settop(state, 0);
        ffi::luaL_where(state, 1);
        ffi::lua_pushlstring(state, message.bytes.as_ptr().cast(), message.length);
        ffi::lua_concat(state, 2);
        ffi::lua_error(state)
    }
}

trait FloorCharBoundary {
    fn floor_char_boundary_or_len(&self, most: usize) -> usize;
}

impl FloorCharBoundary for str {
    /// The longest length up to `most` that does not cut a character.
    fn floor_char_boundary_or_len(&self, most: usize) -> usize {
        let mut length = most.min(self.len());
        while !self.is_char_boundary(length) {
            length -= 1;
        }
        length
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&'static str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a host function failed")
}
