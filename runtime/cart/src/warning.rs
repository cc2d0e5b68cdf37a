//! What was odd in a cart that could be read all the same. Nothing is passed
//! over in silence: `check` and `info` show these.

use std::fmt;

use serde::Serialize;

use crate::section::Section;

/// Something odd in a cart that was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Warning {
    /// A chunk claims more bytes than the file has.
    ClippedChunk {
        /// Type number of the chunk.
        kind: u8,
        /// Offset of its data in the file.
        offset: usize,
        /// Bytes it claims.
        claimed: usize,
        /// Bytes there are.
        present: usize,
    },
    /// One to three bytes after the last chunk.
    StrayBytes {
        /// Their number.
        count: usize,
    },
    /// A chunk has more bytes than its section.
    LongChunk {
        /// The section.
        section: Section,
        /// Bank of the chunk.
        bank: usize,
        /// Bytes that were cut off.
        cut: usize,
    },
    /// The code has a zero byte, where it ends for TIC-80.
    CodeAfterZero {
        /// Bytes after the zero byte.
        count: usize,
    },
    /// The old cover picture could not be read; its bytes are kept.
    Cover {
        /// What is wrong with it.
        problem: String,
    },
    /// Lines after the code that belong to no section; they are not run.
    LinesAfterCode {
        /// First such line.
        line: usize,
        /// How many there are.
        count: usize,
    },
    /// A section has no closing line.
    OpenSection {
        /// Its first line.
        line: usize,
        /// Its name.
        tag: String,
    },
    /// A row number beyond the section's last row; the section ends there.
    RowNumber {
        /// Line of the row.
        line: usize,
    },
    /// A row has more digits than the section's rows have.
    LongRow {
        /// Line of the row.
        line: usize,
    },
    /// The palette file of a text cart is not part of it.
    PaletteFile {
        /// Name of the file.
        name: String,
    },
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Warning::ClippedChunk {
                kind,
                offset,
                claimed,
                present,
            } => write!(
                f,
                "the chunk of type {kind} at offset {offset} claims {claimed} bytes, but the file has only {present}: is it cut off?"
            ),
            Warning::StrayBytes { count } => write!(f, "{count} bytes after the last chunk"),
            Warning::LongChunk { section, bank, cut } => write!(
                f,
                "the {} chunk of bank {bank} is {cut} bytes too long; they are left out",
                section.tag()
            ),
            Warning::CodeAfterZero { count } => {
                write!(
                    f,
                    "the code ends at a zero byte; {count} bytes after it are left out"
                )
            }
            Warning::Cover { problem } => write!(f, "the cover picture cannot be read: {problem}"),
            Warning::LinesAfterCode { line, count } => write!(
                f,
                "line {line}: {count} lines after the code are not run, because an earlier line begins with `-- <`"
            ),
            Warning::OpenSection { line, tag } => {
                write!(f, "line {line}: the section <{tag}> is not closed")
            }
            Warning::RowNumber { line } => {
                write!(f, "line {line}: the section has fewer rows; it ends here")
            }
            Warning::LongRow { line } => {
                write!(f, "line {line}: the row is too long; its end is left out")
            }
            Warning::PaletteFile { name } => write!(
                f,
                "the palette file {name} is not part of a text cart; the colors of its PALETTE section are taken"
            ),
        }
    }
}
