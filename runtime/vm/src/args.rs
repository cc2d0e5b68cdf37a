//! The arguments of a host function, read from Lua's stack.
//!
//! No read changes the stack for longer than itself, allocates or raises, so
//! all of them are safe wherever a host function is.

use crate::arena::Header;
use crate::blocks;
use crate::layout::{self, Slot, Userdata};
use mlua::ffi::{self, lua_State};
use std::ffi::c_int;
use std::marker::PhantomData;

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

impl Kind {
    /// What Lua's number for a type stands for.
    #[inline]
    pub(crate) fn of(lua_type: c_int) -> Kind {
        match lua_type {
            ffi::LUA_TNIL => Kind::Nil,
            ffi::LUA_TBOOLEAN => Kind::Boolean,
            ffi::LUA_TNUMBER => Kind::Number,
            ffi::LUA_TSTRING => Kind::String,
            ffi::LUA_TTABLE => Kind::Table,
            ffi::LUA_TFUNCTION => Kind::Function,
            _ => Kind::Other,
        }
    }
}

/// A number as Lua has it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Numeric {
    /// A number of the integer kind.
    Integer(i64),
    /// A number of the float kind, or a string that reads as a number.
    Float(f64),
}

/// A value in a table, as far as host functions look into it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Field {
    /// A boolean.
    Boolean(bool),
    /// A number of either kind.
    Number(f64),
    /// Anything else.
    Other,
}

/// The arguments of a call; positions count from 1, absent ones are nil-like.
#[derive(Clone, Copy)]
pub struct Args<'a> {
    state: *mut lua_State,
    first: *const Slot,
    count: usize,
    call: PhantomData<&'a ()>,
}

impl<'a> Args<'a> {
    /// The first `count` values on the stack of the running host function.
    ///
    /// # Safety
    ///
    /// The thread runs a host function with at least that many arguments, and
    /// its stack does not grow during `'a`.
    #[inline]
    pub(crate) unsafe fn new(state: *mut lua_State, count: usize) -> Args<'a> {
        // SAFETY: see above.
        let (first, _) = unsafe { layout::arguments(state) };
        Args {
            state,
            first,
            count,
            call: PhantomData,
        }
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> usize {
        self.count
    }

    /// The slot of argument `i`, if it is there.
    #[inline]
    fn slot(self, i: usize) -> Option<&'a Slot> {
        let index = i.wrapping_sub(1);
        // SAFETY: the index is below the number of arguments.
        (index < self.count).then(|| unsafe { &*self.first.add(index) })
    }

    /// The tag of argument `i`, nil's if it is not there.
    #[inline]
    fn tag(self, i: usize) -> u8 {
        self.slot(i).map_or(layout::NIL, |slot| slot.tag)
    }

    /// What argument `i` is.
    #[inline]
    pub fn kind(self, i: usize) -> Kind {
        let Some(slot) = self.slot(i) else {
            return Kind::None;
        };
        Kind::of(c_int::from(slot.tag & 0x0f))
    }

    /// Argument `i` as a number of its own kind, `None` if it is none. Strings
    /// that read as a number are floats.
    #[inline]
    pub fn numeric(self, i: usize) -> Option<Numeric> {
        let slot = self.slot(i)?;
        match slot.tag {
            // SAFETY: the tag says that the slot holds this.
            layout::INTEGER => Some(Numeric::Integer(unsafe { slot.value.integer })),
            // SAFETY: likewise.
            layout::FLOAT => Some(Numeric::Float(unsafe { slot.value.float })),
            _ => self.converted(i).map(Numeric::Float),
        }
    }

    /// A string that reads as a number.
    #[cold]
    fn converted(self, i: usize) -> Option<f64> {
        let mut is_number = 0;
        // SAFETY: the index is that of an argument. Neither this nor the
        // conversion of a string changes the stack or allocates.
        let number = unsafe { ffi::lua_tonumberx(self.state, i as c_int, &raw mut is_number) };
        (is_number != 0).then_some(number)
    }

    /// Argument `i` as a number: also a string that reads as one, else 0.
    #[inline]
    pub fn number(self, i: usize) -> f64 {
        self.number_opt(i).unwrap_or(0.0)
    }

    /// Argument `i` as a number, `None` if it is none.
    #[inline]
    pub fn number_opt(self, i: usize) -> Option<f64> {
        self.numeric(i).map(|number| match number {
            Numeric::Integer(number) => number as f64,
            Numeric::Float(number) => number,
        })
    }

    /// Argument `i` as an integer: numbers and strings with an integer value.
    #[inline]
    pub fn integer(self, i: usize) -> Option<i64> {
        let mut is_integer = 0;
        self.slot(i)?;
        // SAFETY: the index is that of an argument; see `converted`.
        let integer = unsafe { ffi::lua_tointegerx(self.state, i as c_int, &raw mut is_integer) };
        (is_integer != 0).then_some(integer)
    }

    /// Whether argument `i` is a number of the integer kind.
    #[inline]
    pub fn is_integer(self, i: usize) -> bool {
        self.tag(i) == layout::INTEGER
    }

    /// Whether argument `i` is neither nil nor false.
    #[inline]
    pub fn boolean(self, i: usize) -> bool {
        let tag = self.tag(i);
        tag != layout::FALSE && c_int::from(tag & 0x0f) != ffi::LUA_TNIL
    }

    /// The bytes of argument `i` if it is a string.
    #[inline]
    pub fn bytes(self, i: usize) -> Option<&'a [u8]> {
        self.slot(i)?;
        let index = i as c_int;
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

    /// The bytes of argument `i` if it is a block of this kind, see
    /// [`crate::Vm::register_kind`]. They start at a multiple of 16.
    #[inline]
    pub fn block(self, i: usize, kind: &str) -> Option<&'a [u8]> {
        let (start, length) = self.block_bytes(i, kind)?;
        // SAFETY: a block's bytes are initialized and stay put while it is on
        // the stack, which is for the whole call. Only functions that take the
        // call as mutable write to them, and they cannot run during `'a`.
        Some(unsafe { std::slice::from_raw_parts(start, length) })
    }

    /// Where the bytes of such a block are, and how many.
    #[inline]
    pub(crate) fn block_bytes(self, i: usize, kind: &str) -> Option<(*mut u8, usize)> {
        let slot = self.slot(i).filter(|slot| slot.tag == layout::USERDATA)?;
        // SAFETY: the tag says that the slot holds a userdata; the header is
        // valid while its thread runs. The bytes follow if the kind is one of
        // blocks, which have no user values.
        unsafe {
            let userdata = slot.value.object.cast::<Userdata>();
            if !blocks::is_kind(Header::of(self.state), (*userdata).metatable, kind) {
                return None;
            }
            Some((userdata.add(1).cast::<u8>(), (*userdata).length))
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

    /// Goes through the table at argument `i`, read raw, until `visit` fails.
    /// It gets keys that are strings, `None` for others. What is no table has
    /// no fields.
    ///
    /// # Errors
    /// What `visit` gave.
    pub fn fields<E>(
        self,
        i: usize,
        mut visit: impl FnMut(Option<&[u8]>, Field) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.kind(i) != Kind::Table {
            return Ok(());
        }
        // SAFETY: the argument is a table, and results leave two slots free.
        // `lua_next` raises for keys that are not in the table only, and the
        // table does not change meanwhile. The bytes of a key stay put while it
        // is on the stack, which is until `visit` has returned.
        unsafe {
            ffi::lua_pushnil(self.state);
            while ffi::lua_next(self.state, i as c_int) != 0 {
                let mut length = 0;
                let key = (ffi::lua_type(self.state, -2) == ffi::LUA_TSTRING).then(|| {
                    let start = ffi::lua_tolstring(self.state, -2, &raw mut length);
                    std::slice::from_raw_parts(start.cast::<u8>(), length)
                });
                let field = match ffi::lua_type(self.state, -1) {
                    ffi::LUA_TBOOLEAN => Field::Boolean(ffi::lua_toboolean(self.state, -1) != 0),
                    ffi::LUA_TNUMBER => Field::Number(ffi::lua_tonumber(self.state, -1)),
                    _ => Field::Other,
                };
                if let Err(error) = visit(key, field) {
                    ffi::lua_pop(self.state, 2);
                    return Err(error);
                }
                ffi::lua_pop(self.state, 1);
            }
        }
        Ok(())
    }
}
