//! What can go wrong: a cart's mistake is a [`Failure`], a host's a [`VmError`].

use std::fmt;

/// Why a cart's code stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FailureKind {
    /// The code does not compile.
    Syntax,
    /// An error was raised and not caught.
    Runtime,
    /// The memory limit was reached.
    Memory,
    /// The budget was spent: an endless loop, most likely.
    Budget,
}

/// An error that ended an outermost call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Why.
    pub kind: FailureKind,
    /// The text, with file and line where there is one: `demo.lua:6: ...`.
    pub message: Vec<u8>,
    /// `stack traceback:` and a line for each call; empty for syntax errors.
    pub traceback: Vec<u8>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.message))?;
        if !self.traceback.is_empty() {
            write!(f, "\n{}", String::from_utf8_lossy(&self.traceback))?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

/// A mistake of the host, or a system without memory.
#[derive(thiserror::Error, Debug)]
pub enum VmError {
    /// The system did not give the address space.
    #[error("cannot reserve memory for Lua: {0}")]
    Reserve(#[from] std::io::Error),
    /// Not even the host's own values fit below the memory limit.
    #[error("the memory limit for Lua is too small")]
    Memory,
    /// A name had a zero byte in it.
    #[error("`{0}` cannot name a Lua global: it contains a zero byte")]
    Name(String),
    /// A global that should hold a table holds something else.
    #[error("the Lua global `{0}` is not a table")]
    NotTable(String),
    /// A kind of block that cannot be made, or does not exist.
    #[error("`{0}` is no kind of block: {1}")]
    Kind(String, &'static str),
}
