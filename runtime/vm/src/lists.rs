//! Lists that carts hand to host functions: their length and their elements,
//! whatever those are; and tables among the results that get a field more.
//!
//! All access is raw, so that no cart code runs. Reading neither allocates nor
//! raises; writing a new field runs protected.

use crate::arena::Header;
use crate::args::Kind;
use crate::call::Call;
use mlua::ffi::{self, lua_State};
use std::ffi::{c_char, c_int, c_void};
use std::ptr;

impl<H: 'static> Call<'_, H> {
    /// How many elements the table at argument `i` has, as `#` counts them;
    /// `None` if it is no table.
    pub fn length(&self, i: usize) -> Option<i64> {
        if self.args().kind(i) != Kind::Table {
            return None;
        }
        // SAFETY: the index is that of an argument; nothing is pushed.
        let length = unsafe { ffi::lua_rawlen(self.state(), i as c_int) };
        i64::try_from(length).ok()
    }

    /// Adds argument `i` to the results; nil if it is not there.
    pub fn push_argument(&mut self, i: usize) {
        if !(1..=self.args().count()).contains(&i) {
            self.push_nil();
        } else if self.room() {
            // SAFETY: the index is that of an argument; there is room.
            unsafe { ffi::lua_pushvalue(self.state(), i as c_int) };
        }
    }

    /// Adds element `n` of the table at argument `i` to the results; nil if
    /// that is no table.
    pub fn push_element(&mut self, i: usize, n: i64) {
        if self.args().kind(i) != Kind::Table {
            self.push_nil();
        } else if self.room() {
            // SAFETY: the argument is a table; there is room.
            unsafe { ffi::lua_rawgeti(self.state(), i as c_int, n) };
        }
    }

    /// Exchanges elements `a` and `b` of the table at argument `i`. False, and
    /// nothing is changed, if one of them is nil or that is no table.
    pub fn swap_elements(&mut self, i: usize, a: i64, b: i64) -> bool {
        if self.args().kind(i) != Kind::Table {
            return false;
        }
        let (state, index) = (self.state(), i as c_int);
        // SAFETY: the argument is a table, and results leave two slots free.
        // An element that is there is replaced without allocating.
        unsafe {
            let first = ffi::lua_rawgeti(state, index, a);
            let second = ffi::lua_rawgeti(state, index, b);
            if first == ffi::LUA_TNIL || second == ffi::LUA_TNIL {
                ffi::lua_pop(state, 2);
                return false;
            }
            ffi::lua_rawseti(state, index, a);
            ffi::lua_rawseti(state, index, b);
        }
        true
    }

    /// Takes the last result away and makes it a field of the one before,
    /// which must be a table.
    ///
    /// When memory runs out, the cart stops once the host function returns.
    pub fn put_field(&mut self, name: &str) {
        let (state, header) = (self.state(), Header::of(self.state()));
        if !self.fold_result() {
            return;
        }
        let mut name = name;
        // SAFETY: the two topmost values are results; `put_order` reads the name before it goes out of
        // scope, and the call is protected.
        unsafe {
            let top = ffi::lua_gettop(state);
            let is_table = ffi::lua_type(state, top - 1) == ffi::LUA_TTABLE;
            if !is_table || ffi::lua_checkstack(state, 4) == 0 {
                ffi::lua_settop(state, top - 1);
                self.fail_with(ffi::LUA_ERRMEM);
                return;
            }
            (*header).order = (&raw mut name).cast::<c_void>();
            ffi::lua_pushcfunction(state, put_order);
            ffi::lua_pushvalue(state, top - 1);
            ffi::lua_pushvalue(state, top);
            let status = ffi::lua_pcall(state, 2, 0, 0);
            (*header).order = ptr::null_mut();
            if status != ffi::LUA_OK {
                self.fail_with(status);
            }
            ffi::lua_settop(state, top - 1);
        }
    }
}

/// Makes its second argument the field of its first that the header's order
/// names.
unsafe extern "C-unwind" fn put_order(state: *mut lua_State) -> c_int {
    // SAFETY: only `put_field` calls this function, and has set the order;
    // nothing has a destructor.
    unsafe {
        let name: &str = *(*Header::of(state)).order.cast::<&str>();
        ffi::lua_pushlstring(state, name.as_ptr().cast::<c_char>(), name.len());
        ffi::lua_insert(state, 2);
        ffi::lua_rawset(state, 1);
    }
    0
}
