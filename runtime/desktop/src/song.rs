//! Songs of carts: files decoded ahead on a thread of their own, mixed tick by
//! tick into the chip's sound, so that a window and a recording hear the same.
//!
//! A mix that comes before the decoder waits for it: decoding is a hundred
//! times faster than playing and a second and a half ahead, so only the first
//! tick of a song ever waits, and exactness costs nothing.

#[cfg(feature = "sound")]
mod comments;
#[cfg(feature = "sound")]
mod decoder;
#[cfg(feature = "sound")]
mod feed;
#[cfg(feature = "sound")]
mod file;
#[cfg(feature = "sound")]
mod kernel;
#[cfg(feature = "sound")]
mod player;
#[cfg(all(test, feature = "sound"))]
mod tests;
#[cfg(feature = "sound")]
mod voice;

use console::Songs;

/// What plays songs for a console. Without the feature `sound` songs are
/// silent and only count.
pub fn songs() -> Box<dyn Songs + Send> {
    #[cfg(feature = "sound")]
    return Box::<player::Player>::default();
    #[cfg(not(feature = "sound"))]
    return Box::<console::NullSongs>::default();
}
