//! Where Lua keeps the arguments of a running C function, as far as it takes
//! to read and write numbers without calling into C for each.
//!
//! A call such as `pix(x, y, c)` is over in a few dozen instructions; three
//! calls of `lua_tonumberx` alone would take longer. The version of Lua is
//! pinned and compiled by us, and `downbeat.c` refuses to compile if one of
//! these places has moved.

use mlua::ffi::lua_State;
use std::ffi::c_void;
use std::mem::offset_of;

/// A value on the stack.
#[repr(C)]
pub(crate) struct Slot {
    pub(crate) value: Content,
    pub(crate) tag: u8,
}

/// What a slot holds; its tag says which.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) union Content {
    pub(crate) integer: i64,
    pub(crate) float: f64,
    pub(crate) object: *mut c_void,
}

/// Tags of values: the type in the low four bits, the variant above.
pub(crate) const NIL: u8 = 0x00;
pub(crate) const FALSE: u8 = 0x01;
pub(crate) const TRUE: u8 = 0x11;
pub(crate) const INTEGER: u8 = 0x03;
pub(crate) const FLOAT: u8 = 0x13;
pub(crate) const USERDATA: u8 = 0x47;

/// A userdata without user values; its bytes follow.
#[repr(C, align(16))]
pub(crate) struct Userdata {
    next: *mut c_void,
    kind: u8,
    marked: u8,
    user_values: u16,
    serial: u32,
    pub(crate) length: usize,
    pub(crate) metatable: *mut c_void,
}

/// The beginning of a `lua_State`.
#[repr(C)]
struct State {
    next: *mut c_void,
    kind: u8,
    marked: u8,
    status: u8,
    allow_hook: u8,
    serial: u32,
    top: *mut Slot,
    global: *mut c_void,
    call: *mut CallInfo,
}

/// The beginning of a `CallInfo`.
#[repr(C)]
struct CallInfo {
    function: *mut Slot,
}

// The same numbers stand in `downbeat.c`.
const _: () = assert!(offset_of!(State, top) == 16 && offset_of!(State, call) == 32);
const _: () = assert!(size_of::<Slot>() == 16 && offset_of!(Slot, tag) == 8);
const _: () = assert!(size_of::<Userdata>() == 32 && offset_of!(Userdata, length) == 16);

/// The first argument of the running C function, and how many there are.
///
/// # Safety
///
/// The thread runs a C function. The slots are valid until the stack grows.
#[inline]
pub(crate) unsafe fn arguments(state: *mut lua_State) -> (*const Slot, usize) {
    // SAFETY: see above; the function itself lies below its arguments.
    unsafe {
        let state = state.cast::<State>();
        let first = (*(*state).call).function.add(1);
        (first, (*state).top.offset_from_unsigned(first))
    }
}

/// Puts a value that is not collectable on top of the stack.
///
/// # Safety
///
/// The thread runs a C function, and the stack has a slot left for it.
#[inline]
pub(crate) unsafe fn push(state: *mut lua_State, value: Content, tag: u8) {
    // SAFETY: see above.
    unsafe {
        let state = state.cast::<State>();
        let top = (*state).top;
        (*top).value = value;
        (*top).tag = tag;
        (*state).top = top.add(1);
    }
}
