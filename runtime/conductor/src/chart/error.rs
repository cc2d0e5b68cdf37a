//! What is wrong with a chart, for the people who picked it.

use crate::tempo_map::TempoError;

/// A chart that cannot be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ChartError {
    /// Not a chart that can be read.
    #[error("{file}: not a chart; .sm, .ssc, .osu, .mid and .midi files are read")]
    Unknown {
        /// Name of the file.
        file: String,
    },
    /// A file that is far larger than charts are.
    #[error(
        "{file}: charts have at most 16 MiB, this file has {size} bytes; remove what is no notes"
    )]
    TooLarge {
        /// Name of the file.
        file: String,
        /// Its size in bytes.
        size: usize,
    },
    /// More notes than anyone plays.
    #[error("{file}: charts have at most 200000 notes; remove levels")]
    TooManyNotes {
        /// Name of the file.
        file: String,
    },
    /// An entry that is not written as its tag wants it.
    #[error("{file}:{line}: #{tag} has {text:?}; write {remedy}")]
    Entry {
        /// Name of the file.
        file: String,
        /// Line where the tag starts.
        line: usize,
        /// The tag.
        tag: String,
        /// What is there.
        text: String,
        /// How it should look.
        remedy: &'static str,
    },
    /// A song without a tempo.
    #[error("{file}: no tempo; add {remedy}")]
    NoTempo {
        /// Name of the file.
        file: String,
        /// What to add.
        remedy: &'static str,
    },
    /// A negative tempo that no other follows.
    #[error(
        "{file}: the last tempo is negative, so the song never goes on; end #BPMS with a positive one"
    )]
    Backwards {
        /// Name of the file.
        file: String,
    },
    /// A tempo map that cannot be made.
    #[error("{file}: {error}")]
    Tempo {
        /// Name of the file.
        file: String,
        /// What is wrong with it.
        error: TempoError,
    },
    /// A file that is damaged, or made in a way that cannot be followed.
    #[error("{file}: {reason}; {remedy}")]
    Damaged {
        /// Name of the file.
        file: String,
        /// What is wrong with it.
        reason: String,
        /// What to do about it.
        remedy: &'static str,
    },
}
