//! Exit codes and the failures that lead to them.

use std::fmt;
use std::path::Path;
use std::process::ExitCode;

/// What a command ends with.
pub(crate) type Outcome = Result<(), Failure>;

/// The program's exit codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// All went well.
    Fine = 0,
    /// The cart stopped with an error.
    CartFailed = 1,
    /// The command line, or a file named on it, is wrong.
    Usage = 2,
    /// The cart cannot be read.
    CannotRead = 3,
    /// There is no display to open a window on.
    NoDisplay = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// A failure with its exit code. The message names the thing and the remedy.
#[derive(Debug)]
pub(crate) struct Failure {
    exit: Exit,
    message: String,
}

impl Failure {
    pub(crate) fn new(exit: Exit, message: impl fmt::Display) -> Failure {
        Failure {
            exit,
            message: message.to_string(),
        }
    }

    /// A file that an option names cannot be read or written.
    pub(crate) fn file(action: &str, path: &Path, error: impl fmt::Display) -> Failure {
        Failure::new(
            Exit::Usage,
            format!("cannot {action} {}: {error}", path.display()),
        )
    }

    pub(crate) fn exit(&self) -> Exit {
        self.exit
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<console::LoadError> for Failure {
    fn from(error: console::LoadError) -> Failure {
        Failure::new(Exit::CannotRead, error)
    }
}
