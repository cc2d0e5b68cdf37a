//! `downbeat completions SHELL`: a completion script on standard output.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::output;

/// Prints a completion script for a shell
#[derive(Args)]
pub(crate) struct Completions {
    /// The shell: bash, zsh, fish, powershell or elvish
    shell: Shell,
}

impl Completions {
    pub(crate) fn print<C: CommandFactory>(self) {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut C::command(), "downbeat", &mut script);
        output::text(&String::from_utf8_lossy(&script));
    }
}
