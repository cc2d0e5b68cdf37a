//! Everything that can be wrong with a cart that is read or written. A
//! message begins with the file, and the line where there is one, so that
//! programs can print it as it is.

use crate::form::Form;

/// Why a cart could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CartError {
    /// There is not one byte.
    #[error("{file}: the file is empty; a cart has code or assets")]
    Empty {
        /// The file.
        file: String,
    },
    /// The bytes are not of any form that we know.
    #[error("{file}: not a cart: {problem}")]
    NotACart {
        /// The file.
        file: String,
        /// What it looks like instead, or what is missing.
        problem: String,
    },
    /// The cart is well, but not written in Lua.
    #[error("{file}: the cart is written in {language}; Downbeat runs Lua only")]
    Language {
        /// The file.
        file: String,
        /// The language's name as in a `script:` tag.
        language: String,
    },
    /// A text cart with a zero byte inside.
    #[error("{file}:{line}: a zero byte; a text cart is plain text")]
    NotText {
        /// The file.
        file: String,
        /// Line from 1.
        line: usize,
    },
    /// A row of an asset section that is no row.
    #[error("{file}:{line}: {problem}")]
    Row {
        /// The file.
        file: String,
        /// Line from 1.
        line: usize,
        /// What was expected.
        problem: String,
    },
    /// A header key with a value that it cannot have.
    #[error("{file}:{line}: {key}: {problem}")]
    Header {
        /// The file.
        file: String,
        /// Line from 1.
        line: usize,
        /// The key.
        key: String,
        /// What is wrong with its value.
        problem: String,
    },
    /// A `cart.json` that is no JSON or has a wrong value.
    #[error("{file}:{line}: {problem}")]
    Manifest {
        /// The file.
        file: String,
        /// Line from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// Packed code that cannot be unpacked.
    #[error("{file}: the packed code at offset {offset} is damaged: {problem}")]
    PackedCode {
        /// The file.
        file: String,
        /// Offset of the chunk's data.
        offset: usize,
        /// What is wrong.
        problem: String,
    },
    /// A picture that cannot be read, or has no cart in it.
    #[error("{file}: {problem}")]
    Picture {
        /// The file.
        file: String,
        /// What is wrong.
        problem: String,
    },
    /// A folder without a main program.
    #[error("{file}: there is no main.lua in the folder")]
    NoMain {
        /// The folder.
        file: String,
    },
    /// Code that a form cannot hold.
    #[error(
        "{file}: {bytes} bytes of code; {form} holds {limit} at most: shorten it, or keep it as text or folder"
    )]
    CodeTooLarge {
        /// The cart's name.
        file: String,
        /// Bytes of code.
        bytes: usize,
        /// Most bytes that the form holds.
        limit: usize,
        /// The form.
        form: Form,
    },
    /// A cart in another language that only TIC-80's own forms can hold.
    #[error("{file}: a cart in {language} cannot be kept as {form}; .tic and .png can hold it")]
    LanguageForm {
        /// The cart's name.
        file: String,
        /// The language's name.
        language: String,
        /// The form that was asked for.
        form: Form,
    },
}
