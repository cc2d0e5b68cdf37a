//! The arguments of a host function, read from Lua's stack.
//!
//! No read changes the stack for longer than itself, allocates or raises, so
//! all of them are safe wherever a host function is.

use mlua::ffi::{self, lua_State};
use std::ffi::c_int;
use std::marker::PhantomData;
use std::ptr;

/// What an argument is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// There is no such argument.
    None,
    /// nil.
    Nil,
    /// A boolean.
    Boolean,
    /// An integer or a float.
    Number,
    /// A string.
    String,
    /// A table.
    Table,
    /// A function.
    Function,
    /// A thread or userdata.
    Other,
}

/// The arguments of a call; positions count from 1, absent ones are nil-like.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    pub(crate) state: *mut lua_State,
    pub(crate) count: c_int,
    pub(crate) call: PhantomData<&'a ()>,
}

impl<'a> Args<'a> {
    /// How many there are.
    #[inline]
    pub fn count(self) -> usize {
        self.count as usize
    }

    /// The stack index of argument `i`, if it is there.
    #[inline]
    fn index(self, i: usize) -> Option<c_int> {
        (i.wrapping_sub(1) < self.count as usize).then_some(i as c_int)
    }

    /// What argument `i` is.
    #[inline]
    pub fn kind(self, i: usize) -> Kind {
        let Some(index) = self.index(i) else {
            return Kind::None;
        };
        // SAFETY: the index is that of an argument.
        match unsafe { ffi::lua_type(self.state, index) } {
            ffi::LUA_TNIL => Kind::Nil,
            ffi::LUA_TBOOLEAN => Kind::Boolean,
            ffi::LUA_TNUMBER => Kind::Number,
            ffi::LUA_TSTRING => Kind::String,
            ffi::LUA_TTABLE => Kind::Table,
            ffi::LUA_TFUNCTION => Kind::Function,
            _ => Kind::Other,
        }
    }

    /// Argument `i` as a number: also a string that reads as one, else 0.
    #[inline]
    pub fn number(self, i: usize) -> f64 {
        match self.index(i) {
            // SAFETY: the index is that of an argument. Neither this nor the
            // conversion of a string changes the stack or allocates.
            Some(index) => unsafe { ffi::lua_tonumberx(self.state, index, ptr::null_mut()) },
            None => 0.0,
        }
    }

    /// Argument `i` as a number, `None` if it is none.
    #[inline]
    pub fn number_opt(self, i: usize) -> Option<f64> {
        let mut is_number = 0;
        let index = self.index(i)?;
        // SAFETY: as in `number`.
        let number = unsafe { ffi::lua_tonumberx(self.state, index, &raw mut is_number) };
        (is_number != 0).then_some(number)
    }

    /// Argument `i` as an integer: numbers and strings with an integer value.
    #[inline]
    pub fn integer(self, i: usize) -> Option<i64> {
        let mut is_integer = 0;
        let index = self.index(i)?;
        // SAFETY: as in `number`.
        let integer = unsafe { ffi::lua_tointegerx(self.state, index, &raw mut is_integer) };
        (is_integer != 0).then_some(integer)
    }

    /// Whether argument `i` is a number of the integer kind.
    #[inline]
    pub fn is_integer(self, i: usize) -> bool {
        // SAFETY: the index is that of an argument.
        self.index(i)
            .is_some_and(|index| unsafe { ffi::lua_isinteger(self.state, index) != 0 })
    }

    /// Whether argument `i` is neither nil nor false.
    #[inline]
    pub fn boolean(self, i: usize) -> bool {
        // SAFETY: the index is that of an argument.
        self.index(i)
            .is_some_and(|index| unsafe { ffi::lua_toboolean(self.state, index) != 0 })
    }

    /// The bytes of argument `i` if it is a string.
    #[inline]
    pub fn bytes(self, i: usize) -> Option<&'a [u8]> {
        let index = self.index(i)?;
        let mut length = 0;
        // SAFETY: the index is that of an argument; for a string, the bytes
        // are not converted, and stay put while it is on the stack, which is
        // for the whole call.
        unsafe {
            if ffi::lua_type(self.state, index) != ffi::LUA_TSTRING {
                return None;
            }
            let start = ffi::lua_tolstring(self.state, index, &raw mut length);
            Some(std::slice::from_raw_parts(start.cast::<u8>(), length))
        }
    }

    /// Element `n` of the table at argument `i`, read raw, if it is a number.
    pub fn element(self, i: usize, n: i64) -> Option<f64> {
        if self.kind(i) != Kind::Table {
            return None;
        }
        let mut is_number = 0;
        // SAFETY: the argument is a table, and results leave a slot free.
        let number = unsafe {
            ffi::lua_rawgeti(self.state, i as c_int, n);
            let number = ffi::lua_tonumberx(self.state, -1, &raw mut is_number);
            ffi::lua_pop(self.state, 1);
            number
        };
        (is_number != 0).then_some(number)
    }
}
