//! Lists that carts hand to host functions: their length and their elements,
//! whatever those are.
//!
//! All access is raw, so that no cart code runs, and none of it allocates or
//! raises.

use crate::args::Kind;
use crate::call::Call;
use mlua::ffi;
use std::ffi::c_int;

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
}
