//! What plays songs, as carts need it. The host brings a player that decodes;
//! [`NullSongs`] only counts.
//!
//! Songs go by ticks, not by a device: position and end are the same whether
//! anybody listens or not, so that a recorded run is a run.

use std::collections::BTreeMap;
use std::sync::Arc;

use conductor::SongTime;

/// How far a song gets in a tick: positions count at 44,100 Hz, whatever the
/// rate of the file or of the device.
pub const POSITIONS_A_TICK: u64 = 735;

/// Flicks of one count of a position, 1/44,100 s.
const FLICKS_A_POSITION: i64 = conductor::FLICKS_A_TICK / POSITIONS_A_TICK as i64;

/// Sound files by their names.
pub type SongFiles = BTreeMap<String, Arc<[u8]>>;

/// How a song is played.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SongOptions {
    /// Starts again at its end, without a gap.
    pub repeats: bool,
    /// From 0 to 1, beside the volume of all songs.
    pub volume: f32,
    /// Silence before the first frame, at least 0: a count-in. It ends with the
    /// nearest frame of the device.
    pub delay: SongTime,
    /// Where in the song to begin, at least 0, at the nearest frame of the
    /// file. In a song that repeats, times past its end are in a repeat.
    pub start: SongTime,
    /// What of a song that repeats is repeated: from the first moment up to the
    /// second one, at the nearest frames of the file. All of it if this is none
    /// or leaves nothing.
    pub region: Option<(SongTime, SongTime)>,
}

impl Default for SongOptions {
    fn default() -> SongOptions {
        SongOptions {
            repeats: false,
            volume: 1.0,
            delay: SongTime::ZERO,
            start: SongTime::ZERO,
            region: None,
        }
    }
}

impl SongOptions {
    /// The same, but beginning at a song time: one before the song's first
    /// frame is a delay.
    #[must_use]
    pub fn at(self, time: SongTime) -> SongOptions {
        SongOptions {
            delay: (-time).max(SongTime::ZERO),
            start: time.max(SongTime::ZERO),
            ..self
        }
    }
}

/// The bytes are no sound file that can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no sound file we can play")]
pub struct Unplayable;

/// Where a song is.
#[derive(Debug, Clone, PartialEq)]
pub struct SongPlace {
    /// Of its file.
    pub name: String,
    /// As they were given, or as a seek changed them.
    pub options: SongOptions,
    /// That went by since it began at `start - delay`; pauses do not count.
    pub ticks: u64,
    /// Frames that a device got in these ticks; none if nobody listened.
    pub frames: Option<u64>,
    /// How loud its last frame was; none for one that begins without a fade.
    pub gain: Option<f32>,
    /// Whether it stands still.
    pub paused: bool,
}

impl SongPlace {
    /// A song that is about to begin.
    pub fn new(name: &str, options: SongOptions) -> SongPlace {
        SongPlace {
            name: name.to_owned(),
            options: SongOptions {
                delay: options.delay.max(SongTime::ZERO),
                start: options.start.max(SongTime::ZERO),
                ..options
            },
            ticks: 0,
            frames: None,
            gain: None,
            paused: false,
        }
    }

    /// The song time: repeats are counted in, and it is less than `start` as
    /// long as the delay lasts.
    pub fn time(&self) -> SongTime {
        let ticks = SongTime::of_tick(i64::try_from(self.ticks).unwrap_or(i64::MAX));
        self.options.start - self.options.delay + ticks
    }
}

/// All that a player knows between two ticks, to return to it later.
#[derive(Debug, Clone, PartialEq)]
pub struct SongState {
    /// What plays.
    pub song: Option<SongPlace>,
    /// What fades out during the next tick.
    pub leaving: Option<SongPlace>,
    /// Of all songs.
    pub volume: f64,
    /// Where the last song stopped, if none plays.
    pub stopped_at: SongTime,
}

impl Default for SongState {
    fn default() -> SongState {
        SongState {
            song: None,
            leaving: None,
            volume: 1.0,
            stopped_at: SongTime::ZERO,
        }
    }
}

/// Plays one song at a time, tick by tick. A tick is mixed in or passes; how
/// songs go on does not depend on which.
pub trait Songs {
    /// Plays a file from the next tick on, in place of what plays. The name is
    /// what [`Songs::state`] remembers.
    ///
    /// # Errors
    /// The file cannot be decoded; what plays goes on.
    fn play(
        &mut self,
        name: &str,
        file: &Arc<[u8]>,
        options: SongOptions,
    ) -> Result<(), Unplayable>;

    /// Ends the song; its sound fades out during the next tick.
    fn stop(&mut self);

    /// Holds the song where it is; its sound fades out during the next tick.
    fn pause(&mut self);

    /// Goes on exactly where the pause began, fading in during the next tick.
    fn resume(&mut self);

    /// Whether a song plays but is held.
    fn is_paused(&self) -> bool;

    /// Goes to a song time, as [`Songs::time`] counts; negative for a count-in.
    /// What was heard fades out beside what fades in. Without a song nothing
    /// happens; one that is held stays so.
    fn seek(&mut self, time: SongTime);

    /// Sets the volume of all songs, 0 to 1, reached during the next tick.
    fn set_volume(&mut self, volume: f64);

    /// The volume that was set; 1 at first.
    fn volume(&self) -> f64;

    /// Where the last song is: repeats counted in, and less than its `start` as
    /// long as its delay lasts, so negative in a count-in. A song that is over
    /// stays at its end, one that was stopped where it was.
    fn time(&self) -> SongTime;

    /// The time at 44,100 Hz, 0 at the least.
    fn position(&self) -> u64 {
        u64::try_from(self.time().0 / FLICKS_A_POSITION).unwrap_or(0)
    }

    /// Whether a song plays: from its start, delay and pauses included, to its
    /// end or `stop`.
    fn is_playing(&self) -> bool;

    /// How long the song that plays is, without repeats, to the frame that the
    /// decoder gives; none if its file does not tell.
    fn length(&self) -> Option<SongTime>;

    /// Where the song that plays repeats: at the second moment comes the first
    /// one. None if it does not repeat, or its file does not tell its length.
    fn loop_points(&self) -> Option<(SongTime, SongTime)>;

    /// What to give to [`Songs::restore`] to come back to this moment.
    fn state(&self) -> SongState;

    /// Puts everything back, without a fade: the ticks that follow sound as
    /// those did that followed the state. Cheap: files are decoded when a mix
    /// needs them.
    ///
    /// # Errors
    /// A file is missing or cannot be decoded; no song plays then.
    fn restore(&mut self, state: &SongState, files: &SongFiles) -> Result<(), Unplayable>;

    /// Adds a tick of the song to `frames`, left and right by turns, at a
    /// sample rate in Hz that is always the same.
    fn mix(&mut self, rate: u32, frames: &mut [i16]);

    /// A tick goes by that nobody hears.
    fn pass(&mut self);
}

/// Takes every file for a song of silence without end.
#[derive(Debug, Clone, Default)]
pub struct NullSongs(SongState);

impl Songs for NullSongs {
    fn play(
        &mut self,
        name: &str,
        _file: &Arc<[u8]>,
        options: SongOptions,
    ) -> Result<(), Unplayable> {
        self.0.song = Some(SongPlace::new(name, options));
        Ok(())
    }

    fn stop(&mut self) {
        self.0.stopped_at = self.time();
        self.0.song = None;
    }

    fn pause(&mut self) {
        if let Some(song) = &mut self.0.song {
            song.paused = true;
        }
    }

    fn resume(&mut self) {
        if let Some(song) = &mut self.0.song {
            song.paused = false;
        }
    }

    fn is_paused(&self) -> bool {
        self.0.song.as_ref().is_some_and(|song| song.paused)
    }

    fn seek(&mut self, time: SongTime) {
        if let Some(song) = &mut self.0.song {
            song.options = song.options.at(time);
            song.ticks = 0;
        }
    }

    fn set_volume(&mut self, volume: f64) {
        self.0.volume = volume;
    }

    fn volume(&self) -> f64 {
        self.0.volume
    }

    fn time(&self) -> SongTime {
        let song = self.0.song.as_ref();
        song.map_or(self.0.stopped_at, SongPlace::time)
    }

    fn is_playing(&self) -> bool {
        self.0.song.is_some()
    }

    fn length(&self) -> Option<SongTime> {
        None
    }

    fn loop_points(&self) -> Option<(SongTime, SongTime)> {
        let options = self.0.song.as_ref()?.options;
        let points = options.region.filter(|(from, to)| from < to);
        points.filter(|_| options.repeats)
    }

    fn state(&self) -> SongState {
        self.0.clone()
    }

    fn restore(&mut self, state: &SongState, _files: &SongFiles) -> Result<(), Unplayable> {
        self.0 = state.clone();
        Ok(())
    }

    fn mix(&mut self, _rate: u32, _frames: &mut [i16]) {
        self.pass();
    }

    fn pass(&mut self) {
        if let Some(song) = &mut self.0.song {
            song.ticks += u64::from(!song.paused);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NullSongs, SongFiles, SongOptions, SongTime, Songs};

    #[test]
    fn time_stands_in_pauses_and_goes_back_with_a_state() {
        let mut songs = NullSongs::default();
        let options = SongOptions {
            delay: SongTime::of_tick(2),
            ..SongOptions::default()
        };
        songs.play("a.ogg", &[].into(), options).expect("it counts");
        songs.pass();
        assert_eq!((songs.time(), songs.position()), (SongTime::of_tick(-1), 0));
        let state = songs.state();
        songs.pass();
        songs.pass();
        songs.pause();
        songs.pass();
        assert_eq!(songs.position(), 735);
        assert!(songs.is_paused() && songs.is_playing());
        songs.resume();
        songs.seek(SongTime::of_tick(50));
        songs.pass();
        assert_eq!(songs.time(), SongTime::of_tick(51));
        songs.stop();
        songs.pass();
        assert_eq!(songs.time(), SongTime::of_tick(51));
        let files = SongFiles::new();
        songs
            .restore(&state, &files)
            .expect("there is nothing to decode");
        assert_eq!(songs.time(), SongTime::of_tick(-1));
        songs.pass();
        assert_eq!(songs.time(), SongTime::ZERO);
    }
}
