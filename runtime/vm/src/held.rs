//! Functions that a cart hands to the host, and calls that give and take
//! values.
//!
//! Held functions lie in Lua's registry under numbers of the host's choice,
//! where no cart can reach them, and go with snapshots like everything of
//! Lua's: a number stays good, a handle would not.

use crate::arena::Header;
use crate::call::Call;
use crate::entries::{push_value, scalar_at};
use crate::failure::Failure;
use crate::value::{Scalar, Value};
use crate::vm::Vm;
use mlua::ffi::{self, lua_State};
use std::ffi::{CStr, c_int, c_void};
use std::ptr;

/// Where the registry has the table of held functions.
const HELD: &CStr = c"functions held for the host";

/// Which function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee<'a> {
    /// The global of this name, looked up raw.
    Global(&'a str),
    /// What [`Call::hold`] holds under this number.
    Held(i64),
}

impl<H: 'static> Vm<H> {
    /// Calls a function with values and gives its first result; what cannot be
    /// copied, such as a table, counts as true. `None` if there is no such
    /// function.
    pub fn call_values(
        &mut self,
        host: &mut H,
        callee: Callee<'_>,
        args: &[Value<'_>],
    ) -> Result<Option<Scalar>, Failure> {
        let name = match callee {
            Callee::Global(name) => name,
            Callee::Held(_) => "",
        };
        self.note_callee(name);
        let mut order = Invocation {
            callee,
            args,
            result: None,
        };
        self.outermost(host, invoke, &[], (&raw mut order).cast())?;
        Ok(order.result)
    }

    /// Holds the function of this number no longer.
    pub fn let_go(&mut self, number: i64) {
        let mut number = number;
        // Without memory it stays held, which harms nothing.
        let _ = self.serve(remove, (&raw mut number).cast());
    }
}

impl<H: 'static> Call<'_, H> {
    /// Holds the Lua function at argument `i` for later calls from the host,
    /// under a number, in place of what was held there. False if it is none.
    ///
    /// When memory runs out, the cart stops once the host function returns.
    pub fn hold(&mut self, i: usize, number: i64) -> bool {
        if self.args().kind(i) != crate::Kind::Function {
            return false;
        }
        let state = self.state();
        let header = Header::of(state);
        let mut number = number;
        // SAFETY: the index is that of an argument, and results leave two
        // slots free. `insert` reads the number before it goes out of scope,
        // and the call is protected, so nothing jumps over this frame.
        unsafe {
            (*header).order = (&raw mut number).cast::<c_void>();
            ffi::lua_pushcfunction(state, insert);
            ffi::lua_pushvalue(state, i as c_int);
            let status = ffi::lua_pcall(state, 1, 0, 0);
            (*header).order = ptr::null_mut();
            if status != ffi::LUA_OK {
                ffi::lua_pop(state, 1);
                self.fail_with(status);
            }
        }
        true
    }
}

/// A call to make, and what came out.
struct Invocation<'a> {
    callee: Callee<'a>,
    args: &'a [Value<'a>],
    result: Option<Scalar>,
}

unsafe extern "C-unwind" fn invoke(state: *mut lua_State) -> c_int {
    // SAFETY: called by `call_values`, whose order it is and outlives the
    // call; nothing in this frame has a destructor when something raises. The
    // lookup is raw, so that no cart code runs.
    unsafe {
        let order = (*Header::of(state)).order.cast::<Invocation<'_>>();
        match (*order).callee {
            Callee::Global(name) => {
                ffi::lua_pushglobaltable(state);
                ffi::lua_pushlstring(state, name.as_ptr().cast(), name.len());
                ffi::lua_rawget(state, 1);
            }
            Callee::Held(number) => {
                ffi::luaL_getsubtable(state, ffi::LUA_REGISTRYINDEX, HELD.as_ptr());
                ffi::lua_rawgeti(state, 1, number);
            }
        }
        if ffi::lua_type(state, 2) != ffi::LUA_TFUNCTION {
            return 0;
        }
        ffi::lua_replace(state, 1);
        let args = (*order).args;
        ffi::luaL_checkstack(state, args.len() as c_int + 1, ptr::null());
        for value in args {
            push_value(state, *value);
        }
        ffi::lua_call(state, args.len() as c_int, 1);
        (*order).result = Some(scalar_at(state, -1).unwrap_or(Scalar::Boolean(true)));
    }
    0
}

unsafe extern "C-unwind" fn insert(state: *mut lua_State) -> c_int {
    // SAFETY: called by `hold` with the function as its argument and a number
    // as the order; nothing has a destructor.
    unsafe {
        let number = *(*Header::of(state)).order.cast::<i64>();
        ffi::luaL_getsubtable(state, ffi::LUA_REGISTRYINDEX, HELD.as_ptr());
        ffi::lua_insert(state, 1);
        ffi::lua_rawseti(state, 1, number);
    }
    0
}

unsafe extern "C-unwind" fn remove(state: *mut lua_State) -> c_int {
    // SAFETY: called by `let_go` with a number as the order; nothing has a
    // destructor.
    unsafe {
        let number = *(*Header::of(state)).order.cast::<i64>();
        ffi::luaL_getsubtable(state, ffi::LUA_REGISTRYINDEX, HELD.as_ptr());
        ffi::lua_pushnil(state);
        ffi::lua_rawseti(state, 1, number);
    }
    0
}
