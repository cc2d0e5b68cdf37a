//! Values that go between Lua and the host by copy: everything but tables,
//! functions and threads, because no handle into the arena may outlive a call.

/// A value for a global; see [`crate::Vm::set_global`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// Lua's nil, which removes a global.
    Nil,
    /// A boolean.
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A float.
    Number(f64),
    /// A string of any bytes.
    Bytes(&'a [u8]),
}

/// A copy of a Lua value; see [`crate::Vm::global`].
#[derive(Clone, PartialEq, Debug)]
pub enum Scalar {
    /// Lua's nil.
    Nil,
    /// A boolean.
    Boolean(bool),
    /// A 64-bit integer.
    Integer(i64),
    /// A float.
    Number(f64),
    /// A string of any bytes.
    Bytes(Vec<u8>),
}
