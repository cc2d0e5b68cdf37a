//! Why a cart stopped, in the words that a player or an author reads.

use std::fmt;

use script::Failure;

/// An error of the cart: where, what, and how it came there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartFailure {
    /// `game.lua:6: attempt to index a nil value (local 'x')`. Bytes that are
    /// not UTF-8 are replaced.
    pub message: String,
    /// `stack traceback:` and its lines, or empty.
    pub traceback: String,
    /// Message and traceback as the bytes Lua gave, for traces.
    pub raw: Vec<u8>,
}

impl CartFailure {
    /// A failure that the console itself found.
    pub(crate) fn new(message: String) -> CartFailure {
        CartFailure {
            raw: message.clone().into_bytes(),
            message,
            traceback: String::new(),
        }
    }
}

impl From<Failure> for CartFailure {
    fn from(failure: Failure) -> CartFailure {
        let mut raw = failure.message.clone();
        if !failure.traceback.is_empty() {
            raw.push(b'\n');
            raw.extend_from_slice(&failure.traceback);
        }
        CartFailure {
            message: String::from_utf8_lossy(&failure.message).into_owned(),
            traceback: String::from_utf8_lossy(&failure.traceback).into_owned(),
            raw,
        }
    }
}

impl fmt::Display for CartFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if !self.traceback.is_empty() {
            write!(f, "\n{}", self.traceback)?;
        }
        Ok(())
    }
}
