//! What plays songs, as carts need it. The host brings a player that decodes;
//! [`NullSongs`] only counts.
//!
//! Songs go by ticks, not by a device: position and end are the same whether
//! anybody listens or not, so that a recorded run is a run.

use std::sync::Arc;

/// How far a song gets in a tick: positions count at 44,100 Hz, whatever the
/// rate of the file or of the device.
pub const POSITIONS_A_TICK: u64 = 735;

/// How a song is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SongOptions {
    /// Starts again at its end, without a gap.
    pub repeats: bool,
    /// From 0 to 1, beside the volume of all songs.
    pub volume: f32,
}

impl Default for SongOptions {
    fn default() -> SongOptions {
        SongOptions {
            repeats: false,
            volume: 1.0,
        }
    }
}

/// The bytes are no sound file that can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no sound file we can play")]
pub struct Unplayable;

/// Plays one song at a time, tick by tick: a console either mixes in every tick
/// or in none.
pub trait Songs {
    /// Plays a file from the next tick on, in place of what plays.
    ///
    /// # Errors
    /// The file cannot be decoded; what plays goes on.
    fn play(&mut self, file: Arc<[u8]>, options: SongOptions) -> Result<(), Unplayable>;

    /// Ends the song; its sound fades out during the next tick.
    fn stop(&mut self);

    /// Sets the volume of all songs, 0 to 1, reached during the next tick.
    fn set_volume(&mut self, volume: f64);

    /// The volume that was set; 1 at first.
    fn volume(&self) -> f64;

    /// How far the last song has got, repeats counted in, at 44,100 Hz.
    fn position(&self) -> u64;

    /// Whether a song plays: from its start to its end or `stop`.
    fn is_playing(&self) -> bool;

    /// Adds a tick of the song to `frames`, left and right by turns, at a
    /// sample rate in Hz that is always the same.
    fn mix(&mut self, rate: u32, frames: &mut [i16]);

    /// A tick goes by that nobody hears.
    fn pass(&mut self);
}

/// Takes every file for a song of silence without end.
#[derive(Debug, Clone)]
pub struct NullSongs {
    plays: bool,
    ticks: u64,
    volume: f64,
}

impl Default for NullSongs {
    fn default() -> NullSongs {
        NullSongs {
            plays: false,
            ticks: 0,
            volume: 1.0,
        }
    }
}

impl Songs for NullSongs {
    fn play(&mut self, _file: Arc<[u8]>, _options: SongOptions) -> Result<(), Unplayable> {
        self.plays = true;
        self.ticks = 0;
        Ok(())
    }

    fn stop(&mut self) {
        self.plays = false;
    }

    fn set_volume(&mut self, volume: f64) {
        self.volume = volume;
    }

    fn volume(&self) -> f64 {
        self.volume
    }

    fn position(&self) -> u64 {
        self.ticks * POSITIONS_A_TICK
    }

    fn is_playing(&self) -> bool {
        self.plays
    }

    fn mix(&mut self, _rate: u32, _frames: &mut [i16]) {
        self.pass();
    }

    fn pass(&mut self) {
        self.ticks += u64::from(self.plays);
    }
}
