//! Pictures as files: a still as PNG, the last seconds or a whole run as GIF.
//! Everything here works on values in memory and writes to any `Write`; where
//! the file lies is the caller's business. Pictures are turned into palette
//! indices first: a cart shows few colors, so both formats stay small and
//! exact.

mod animation;
mod indexed;
mod ring;
mod still;

pub use animation::GifRecorder;
pub use ring::{PictureRing, Recording};
pub use still::write_png;

/// Why a picture could not be written.
#[derive(Debug, thiserror::Error)]
pub enum CaptureError {
    /// The file could not be written.
    #[error("cannot write the picture: {0}")]
    Io(#[from] std::io::Error),
    /// The PNG encoder refused the picture.
    #[error("cannot write the PNG: {0}")]
    Png(#[from] png::EncodingError),
    /// The GIF encoder refused a frame.
    #[error("cannot write the GIF: {0}")]
    Gif(#[from] gif::EncodingError),
    /// A side of the picture is 0, or over 65,535 after scaling.
    #[error("a picture of {width} x {height} cannot be written")]
    Size {
        /// Width in pixels.
        width: usize,
        /// Height in pixels.
        height: usize,
    },
}
