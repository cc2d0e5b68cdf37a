//! Why there is no QR code. Whoever took a photograph learns what was found in
//! it and how to take a better one.

use thiserror::Error;

/// Longest side of a picture that is read, in pixels.
pub const MOST_PIXELS: u32 = 8192;

/// Why there is no QR code.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum QrError {
    /// More text than the largest code holds.
    #[error("{bytes} bytes are too much for a QR code with this correction; shorten the text")]
    TooLong {
        /// Length of the text.
        bytes: usize,
    },
    /// Lines that are no code.
    #[error(
        "a QR code has 21 to 177 rows, four more a version, as long as they are many, of '#' and '.'; {what}"
    )]
    NoMatrix {
        /// What is wrong.
        what: String,
    },
    /// Bytes that are no picture that can be opened.
    #[error("no png or jpeg picture: {what}")]
    NoPicture {
        /// What is there instead.
        what: &'static str,
    },
    /// A picture file that is damaged or cut off.
    #[error("the {format} picture is damaged: {what}; save or send it once more")]
    Damaged {
        /// `png` or `jpeg`.
        format: &'static str,
        /// What the decoder says.
        what: String,
    },
    /// A picture that is too large.
    #[error("the picture has {width}x{height} pixels, at most {most} on a side are read; make it smaller", most = MOST_PIXELS)]
    TooLarge {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A picture of nearly one shade.
    #[error("the picture is of nearly one shade everywhere; take it in brighter, even light")]
    Flat,
    /// A picture without a sharp edge.
    #[error(
        "nothing in the picture is sharp; hold the camera still, and far enough to be in focus"
    )]
    Blurred,
    /// A picture without a whole code.
    #[error(
        "no finder pattern: {found} of the three nested squares of a QR code are in the picture; take all of the code from straight above, sharp, in even light"
    )]
    NoFinder {
        /// Squares that look like those of a code, 0 to 2.
        found: usize,
    },
    /// A picture with finder patterns that belong to no code.
    #[error(
        "finder patterns are in the picture, but no three of one code; take all of it from straight above, in even light"
    )]
    NoGrid,
    /// A code that cannot be read.
    #[error("a QR code of {size}x{size} modules is there, but {what}")]
    Unreadable {
        /// Modules on a side.
        size: u32,
        /// What cannot be read, and what helps.
        what: &'static str,
    },
}
