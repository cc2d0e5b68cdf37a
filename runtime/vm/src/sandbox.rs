//! What a cart finds when it starts: Lua's base, table, string, math and
//! coroutine libraries, and of `debug` what only reads.
//!
//! Functions that could break the sandbox exist as far as TIC-80 has them,
//! because carts ask for them, but refuse to work.

use mlua::ffi::{self, lua_CFunction, lua_State};
use std::ffi::{CStr, c_int};
use std::ptr;

/// The libraries, by the names of their tables.
const LIBRARIES: [(&CStr, lua_CFunction); 6] = [
    (c"_G", ffi::luaopen_base),
    (c"coroutine", ffi::luaopen_coroutine),
    (c"table", ffi::luaopen_table),
    (c"string", ffi::luaopen_string),
    (c"math", ffi::luaopen_math),
    (c"debug", ffi::luaopen_debug),
];

/// Functions that refuse: table, name.
const REFUSED: [(&CStr, &CStr); 15] = [
    (c"string", c"dump"),
    (c"debug", c"debug"),
    (c"debug", c"gethook"),
    (c"debug", c"getlocal"),
    (c"debug", c"getregistry"),
    (c"debug", c"getupvalue"),
    (c"debug", c"getuservalue"),
    (c"debug", c"sethook"),
    (c"debug", c"setlocal"),
    (c"debug", c"setmetatable"),
    (c"debug", c"setupvalue"),
    (c"debug", c"setuservalue"),
    (c"debug", c"upvalueid"),
    (c"debug", c"upvaluejoin"),
    (c"debug", c"getmetatable"),
];

unsafe extern "C-unwind" {
    fn downbeat_open_marks(state: *mut lua_State) -> c_int;
}

/// Opens the libraries and takes away what a cart must not have.
///
/// # Safety
///
/// Called by Lua, protected, with a new state.
pub(crate) unsafe extern "C-unwind" fn open(state: *mut lua_State) -> c_int {
    // SAFETY: the call is protected, no value has a destructor, and the stack
    // is emptied as it goes.
    unsafe {
        for (name, library) in LIBRARIES {
            ffi::luaL_requiref(state, name.as_ptr(), library, 1);
            ffi::lua_settop(state, 0);
        }
        ffi::lua_getglobal(state, c"math".as_ptr());
        ffi::lua_getfield(state, -1, c"random".as_ptr());
        ffi::lua_replace(state, 1);
        downbeat_open_marks(state);
        ffi::lua_settop(state, 0);
        for (table, name) in REFUSED {
            ffi::lua_getglobal(state, table.as_ptr());
            push_closure(state, refuse_name, name);
            ffi::lua_setfield(state, -2, name.as_ptr());
            ffi::lua_settop(state, 0);
        }
        for name in [c"dofile", c"loadfile"] {
            push_closure(state, unknown_method, name);
            ffi::lua_setglobal(state, name.as_ptr());
        }
        // New in 5.4; a cart has nobody to warn.
        ffi::lua_pushnil(state);
        ffi::lua_setglobal(state, c"warn".as_ptr());
        ffi::lua_getglobal(state, c"debug".as_ptr());
        ffi::lua_pushnil(state);
        ffi::lua_setfield(state, -2, c"setcstacklimit".as_ptr());
        // Carts that ask do so to tell 5.3 from 5.1; the language is 5.3's.
        ffi::lua_pushstring(state, c"Lua 5.3".as_ptr());
        ffi::lua_setglobal(state, c"_VERSION".as_ptr());
        ffi::lua_settop(state, 0);
    }
    0
}

unsafe fn push_closure(state: *mut lua_State, function: lua_CFunction, name: &CStr) {
    // SAFETY: there is room for two values; the caller is protected.
    unsafe {
        ffi::lua_pushstring(state, name.as_ptr());
        ffi::lua_pushcclosure(state, function, 1);
    }
}

unsafe extern "C-unwind" fn refuse_name(state: *mut lua_State) -> c_int {
    // SAFETY: called by Lua; the upvalue is a string; nothing has a destructor.
    unsafe {
        let name = ffi::lua_tolstring(state, ffi::lua_upvalueindex(1), ptr::null_mut());
        ffi::luaL_error(state, c"'%s' is not available to carts".as_ptr(), name)
    }
}

unsafe extern "C-unwind" fn unknown_method(state: *mut lua_State) -> c_int {
    // SAFETY: called by Lua; the upvalue is a string; nothing has a destructor.
    unsafe {
        let name = ffi::lua_tolstring(state, ffi::lua_upvalueindex(1), ptr::null_mut());
        ffi::luaL_error(state, c"unknown method: \"%s\"".as_ptr(), name)
    }
}
