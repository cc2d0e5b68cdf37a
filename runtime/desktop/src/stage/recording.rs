//! The session's replay on disk, so that a report is at hand when something
//! goes wrong: the last ones of every cart, or a file of the player's choice.

use console::{Console, Journal};

use super::Stage;
use crate::options::{Outside, RecordTo};

impl Outside {
    /// Begins to write down what a console does, which has not run yet.
    fn journal(&self, console: &mut Console) -> Option<Journal> {
        let path = match &self.record_to {
            RecordTo::Nothing => return None,
            RecordTo::File(path) => path.clone(),
            RecordTo::Sessions(sessions) => {
                let begun = sessions.begin(&console.cart().memory_id());
                match begun {
                    Ok(path) => path,
                    Err(error) => {
                        (self.log)(&format!("this session is not recorded: {error}"));
                        return None;
                    }
                }
            }
        };
        console.record();
        let log = self.log.clone();
        Journal::begin(path, move |warning| log(warning)).ok()
    }
}

impl Stage {
    /// Begins to record the console, which has not run yet.
    pub(super) fn begin_journal(&mut self) {
        self.end_journal();
        self.journal = self.outside.journal(&mut self.console);
    }

    /// Writes down what the last ticks added.
    pub(super) fn follow_journal(&mut self) {
        if let (Some(journal), Some(recorder)) = (&mut self.journal, self.console.recorder()) {
            journal.follow(recorder);
        }
    }

    /// Writes down all of it now, as the cart has failed, and says where.
    pub(super) fn flush_journal(&mut self) -> Option<String> {
        let (journal, recorder) = (self.journal.as_mut()?, self.console.recorder()?);
        journal.flush(recorder);
        let path = journal.path().display();
        Some(format!("To see it again: downbeat replay {path}"))
    }

    /// Writes the rest and closes the file.
    pub(super) fn end_journal(&mut self) {
        if let (Some(journal), Some(recorder)) = (self.journal.take(), self.console.recorder()) {
            journal.finish(recorder);
        }
    }
}
