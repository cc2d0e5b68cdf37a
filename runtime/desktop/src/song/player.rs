//! The song that plays, and the one before it while it fades out.

use std::sync::Arc;

use console::conductor::SongTime;
use console::{SongFiles, SongOptions, SongPlace, SongState, Songs, Unplayable};

use super::file::SoundFile;
use super::kernel::Kernel;
use super::voice::Voice;

/// Files that are remembered as looked at.
const MOST_FILES: usize = 4;

/// Plays songs from decoded files.
pub(super) struct Player {
    current: Option<Voice>,
    leaving: Option<Voice>,
    volume: f64,
    /// Where the song stopped that is no longer there.
    stopped_at: SongTime,
    /// The last one made; most carts have songs of one rate.
    kernel: Option<Arc<Kernel>>,
    /// Those played last, so that going back to one costs nothing.
    files: Vec<Arc<SoundFile>>,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            current: None,
            leaving: None,
            volume: 1.0,
            stopped_at: SongTime::ZERO,
            kernel: None,
            files: Vec::new(),
        }
    }
}

impl Player {
    /// Looks at a file, or remembers it.
    fn open(&mut self, bytes: &Arc<[u8]>) -> Result<Arc<SoundFile>, Unplayable> {
        if let Some(file) = self.files.iter().find(|file| file.is_of(bytes)) {
            return Ok(Arc::clone(file));
        }
        let file = Arc::new(SoundFile::open(bytes).ok_or(Unplayable)?);
        self.files.truncate(MOST_FILES - 1);
        self.files.insert(0, Arc::clone(&file));
        Ok(file)
    }

    /// Puts a voice where one was.
    fn restored(
        &mut self,
        place: Option<&SongPlace>,
        files: &SongFiles,
    ) -> Result<Option<Voice>, Unplayable> {
        let Some(place) = place else {
            return Ok(None);
        };
        let file = self.open(files.get(&place.name).ok_or(Unplayable)?)?;
        Ok(Some(Voice::new(file, place.clone())))
    }

    /// Gives both voices the kernels for an output rate.
    fn tune(&mut self, rate: u32) {
        let voices = [&mut self.leaving, &mut self.current];
        for voice in voices.into_iter().flatten() {
            if !voice.is_tuned(rate) {
                let from = voice.file().rate;
                let kernel = self.kernel.take().filter(|it| it.is_for(from, rate));
                let kernel = kernel.unwrap_or_else(|| Arc::new(Kernel::new(from, rate)));
                self.kernel = Some(Arc::clone(&kernel));
                voice.tune(kernel);
            }
        }
    }

    /// A tick of every voice: `play` gets each with its volume. A song whose
    /// end was reached in the tick before has given its last frames then.
    fn tick(&mut self, mut play: impl FnMut(&mut Voice, f32)) {
        if let Some(mut voice) = self.leaving.take() {
            play(&mut voice, 0.0);
        }
        let volume = self.volume as f32;
        if let Some(voice) = &mut self.current {
            let over = voice.has_ended();
            play(voice, volume);
            if over {
                self.stopped_at = voice.time();
                self.current = None;
            }
        }
    }
}

impl Songs for Player {
    fn play(
        &mut self,
        name: &str,
        file: &Arc<[u8]>,
        options: SongOptions,
    ) -> Result<(), Unplayable> {
        let file = self.open(file)?;
        self.stop();
        self.stopped_at = SongTime::ZERO;
        self.current = Some(Voice::new(file, SongPlace::new(name, options)));
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(voice) = self.current.take() {
            self.stopped_at = voice.time();
            // One that has not begun cannot fade out, and one that fades out
            // must not be cut off by it.
            if voice.has_begun() {
                self.leaving = Some(voice);
            }
        }
    }

    fn pause(&mut self) {
        if let Some(voice) = &mut self.current {
            voice.set_paused(true);
        }
    }

    fn resume(&mut self) {
        if let Some(voice) = &mut self.current {
            voice.set_paused(false);
        }
    }

    fn is_paused(&self) -> bool {
        let voice = self.current.as_ref();
        self.is_playing() && voice.is_some_and(|it| it.place().paused)
    }

    fn seek(&mut self, time: SongTime) {
        if !self.is_playing() {
            return;
        }
        let Some(voice) = self.current.take() else {
            return;
        };
        let old = voice.place();
        let place = SongPlace {
            paused: old.paused,
            gain: old.gain.map(|_| 0.0),
            ..SongPlace::new(&old.name, old.options.at(time))
        };
        self.current = Some(Voice::new(Arc::clone(voice.file()), place));
        if voice.has_begun() {
            self.leaving = Some(voice);
        }
    }

    fn set_volume(&mut self, volume: f64) {
        self.volume = volume;
    }

    fn volume(&self) -> f64 {
        self.volume
    }

    fn time(&self) -> SongTime {
        self.current.as_ref().map_or(self.stopped_at, Voice::time)
    }

    fn is_playing(&self) -> bool {
        self.current.as_ref().is_some_and(|it| !it.has_ended())
    }

    fn length(&self) -> Option<SongTime> {
        let file = self.current.as_ref()?.file();
        let length = i64::try_from(file.length?).ok()?;
        Some(SongTime::of_frame(length, file.rate))
    }

    fn loop_points(&self) -> Option<(SongTime, SongTime)> {
        self.current.as_ref()?.loop_points()
    }

    fn state(&self) -> SongState {
        let place = |voice: &Option<Voice>| voice.as_ref().map(|it| it.place().clone());
        SongState {
            song: place(&self.current),
            leaving: place(&self.leaving),
            volume: self.volume,
            stopped_at: self.stopped_at,
        }
    }

    fn restore(&mut self, state: &SongState, files: &SongFiles) -> Result<(), Unplayable> {
        self.volume = state.volume;
        self.stopped_at = state.stopped_at;
        self.current = None;
        self.leaving = None;
        let leaving = self.restored(state.leaving.as_ref(), files)?;
        self.current = self.restored(state.song.as_ref(), files)?;
        self.leaving = leaving;
        Ok(())
    }

    fn mix(&mut self, rate: u32, frames: &mut [i16]) {
        self.tune(rate);
        self.tick(|voice, volume| voice.mix(rate, volume, frames));
    }

    fn pass(&mut self) {
        self.tick(Voice::pass);
    }
}
