//! The only place that writes to the terminal.
//!
//! A closed pipe (`downbeat info x | head -1`) is no error and no panic, so
//! results of writing are dropped on purpose.

use std::io::{self, Write};

/// Writes a line to standard output.
pub(crate) fn line(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}

/// Writes bytes and a line break to standard output, as they are.
pub(crate) fn bytes_line(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.write_all(b"\n"));
}

/// Writes bytes to standard output, as they are.
pub(crate) fn bytes(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

/// Writes text to standard output without a line break.
pub(crate) fn text(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// Writes a message to standard error, `downbeat: ` before it.
pub(crate) fn error(message: &str) {
    let _ = writeln!(io::stderr().lock(), "downbeat: {message}");
}
