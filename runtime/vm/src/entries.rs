//! The functions of ours that outermost calls begin with, and what they get.
//!
//! Each is called protected and finds what it works on as the header's order:
//! nothing of the host is ever put on Lua's stack, where it would stay.

use crate::arena::Header;
use crate::value::{Scalar, Value};
use mlua::ffi::{self, lua_CFunction, lua_State};
use std::ffi::{CStr, c_char, c_int};
use std::ptr;

/// Memory beyond the limit that describing an error may take.
const RESERVE: usize = 256 << 10;

/// The bytes of the string at `index`; empty if there is none.
///
/// # Safety
///
/// The index is valid, and the bytes are used before the value goes away.
pub(crate) unsafe fn bytes_at<'a>(state: *mut lua_State, index: c_int) -> &'a [u8] {
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
pub(crate) struct Chunk {
    pub(crate) start: *const c_char,
    pub(crate) length: usize,
    pub(crate) name: *const c_char,
}

/// Compiles and runs the chunk that is the header's order.
pub(crate) unsafe extern "C-unwind" fn run_chunk(state: *mut lua_State) -> c_int {
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
pub(crate) unsafe extern "C-unwind" fn call_global(state: *mut lua_State) -> c_int {
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
pub(crate) unsafe extern "C-unwind" fn explain(state: *mut lua_State) -> c_int {
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
pub(crate) enum Item<'a> {
    Value(Value<'a>),
    Function(lua_CFunction, i64),
}

pub(crate) struct Assignment<'a> {
    pub(crate) table: Option<&'a CStr>,
    pub(crate) name: &'a CStr,
    pub(crate) item: Item<'a>,
    pub(crate) not_a_table: bool,
}

pub(crate) unsafe extern "C-unwind" fn assign(state: *mut lua_State) -> c_int {
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
            Item::Value(value) => push_value(state, value),
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

/// Pushes a value; raises when memory runs out.
///
/// # Safety
///
/// The stack has room for it, and nothing in the caller has a destructor.
pub(crate) unsafe fn push_value(state: *mut lua_State, value: Value<'_>) {
    // SAFETY: see above.
    unsafe {
        match value {
            Value::Nil => ffi::lua_pushnil(state),
            Value::Boolean(value) => ffi::lua_pushboolean(state, c_int::from(value)),
            Value::Integer(value) => ffi::lua_pushinteger(state, value),
            Value::Number(value) => ffi::lua_pushnumber(state, value),
            Value::Bytes(value) => {
                ffi::lua_pushlstring(state, value.as_ptr().cast(), value.len());
            }
        }
    }
}

/// A copy of the value at an index; `None` if it cannot be copied.
///
/// # Safety
///
/// The index is valid.
pub(crate) unsafe fn scalar_at(state: *mut lua_State, index: c_int) -> Option<Scalar> {
    // SAFETY: see above; nothing here raises.
    unsafe {
        match ffi::lua_type(state, index) {
            ffi::LUA_TNIL => Some(Scalar::Nil),
            ffi::LUA_TBOOLEAN => Some(Scalar::Boolean(ffi::lua_toboolean(state, index) != 0)),
            ffi::LUA_TNUMBER if ffi::lua_isinteger(state, index) != 0 => {
                Some(Scalar::Integer(ffi::lua_tointeger(state, index)))
            }
            ffi::LUA_TNUMBER => Some(Scalar::Number(ffi::lua_tonumber(state, index))),
            ffi::LUA_TSTRING => Some(Scalar::Bytes(bytes_at(state, index).to_vec())),
            _ => None,
        }
    }
}

pub(crate) unsafe extern "C-unwind" fn seed_random(state: *mut lua_State) -> c_int {
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
pub(crate) struct Lookup<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) kind: c_int,
    pub(crate) value: Option<Scalar>,
}

impl Lookup<'_> {
    pub(crate) fn new(name: &str) -> Lookup<'_> {
        Lookup {
            name: name.as_bytes(),
            kind: ffi::LUA_TNIL,
            value: None,
        }
    }
}

pub(crate) unsafe extern "C-unwind" fn look_up(state: *mut lua_State) -> c_int {
    // SAFETY: called by `Vm::serve` with a `Lookup` as its order. The search
    // is raw, so that no cart code runs; nothing raises once a `Scalar` exists.
    unsafe {
        let order = (*Header::of(state)).order.cast::<Lookup<'_>>();
        ffi::lua_pushglobaltable(state);
        let name = (*order).name;
        ffi::lua_pushlstring(state, name.as_ptr().cast(), name.len());
        (*order).kind = ffi::lua_rawget(state, 1);
        (*order).value = scalar_at(state, -1);
    }
    0
}
