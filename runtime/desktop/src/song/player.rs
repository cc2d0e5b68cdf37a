//! The song that plays, and the one before it while it fades out.

use std::sync::Arc;

use console::conductor::SongTime;
use console::{SongFiles, SongOptions, SongState, Songs, Unplayable};

use super::decoder::Decoding;
use super::kernel::Kernel;
use super::voice::Voice;

/// Plays songs from decoded files.
pub(super) struct Player {
    current: Option<Voice>,
    leaving: Option<Voice>,
    volume: f64,
    /// Where the song stopped that is no longer there.
    stopped_at: u64,
    /// The last one made; most carts have songs of one rate.
    kernel: Option<Arc<Kernel>>,
}

impl Default for Player {
    fn default() -> Self {
        Self {
            current: None,
            leaving: None,
            volume: 1.0,
            stopped_at: 0,
            kernel: None,
        }
    }
}

impl Player {
    /// A kernel between two rates; none if they are the same.
    fn kernel(&mut self, from: u32, to: u32) -> Option<Arc<Kernel>> {
        if from == to {
            return None;
        }
        if !self.kernel.as_ref().is_some_and(|it| it.is_for(from, to)) {
            self.kernel = Some(Arc::new(Kernel::new(from, to)));
        }
        self.kernel.clone()
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
                self.stopped_at = voice.position();
                self.current = None;
            }
        }
    }
}

impl Songs for Player {
    fn play(
        &mut self,
        _name: &str,
        file: &Arc<[u8]>,
        options: SongOptions,
    ) -> Result<(), Unplayable> {
        let decoding = Decoding::open(file).ok_or(Unplayable)?;
        self.stop();
        self.stopped_at = 0;
        self.current = Some(Voice::new(decoding, options));
        Ok(())
    }

    fn stop(&mut self) {
        if let Some(voice) = self.current.take() {
            self.stopped_at = voice.position();
            // One that has not begun cannot fade out, and one that fades out
            // must not be cut off by it.
            if voice.has_begun() {
                self.leaving = Some(voice);
            }
        }
    }

    fn pause(&mut self) {}

    fn resume(&mut self) {}

    fn is_paused(&self) -> bool {
        false
    }

    fn seek(&mut self, _time: SongTime) {}

    fn time(&self) -> SongTime {
        SongTime::of_frame(self.position() as i64, 44_100)
    }

    fn length(&self) -> Option<SongTime> {
        None
    }

    fn loop_points(&self) -> Option<(SongTime, SongTime)> {
        None
    }

    fn state(&self) -> SongState {
        SongState::default()
    }

    fn restore(&mut self, _state: &SongState, _files: &SongFiles) -> Result<(), Unplayable> {
        self.stop();
        Ok(())
    }

    fn set_volume(&mut self, volume: f64) {
        self.volume = volume;
    }

    fn volume(&self) -> f64 {
        self.volume
    }

    fn position(&self) -> u64 {
        self.current
            .as_ref()
            .map_or(self.stopped_at, Voice::position)
    }

    fn is_playing(&self) -> bool {
        self.current.as_ref().is_some_and(|it| !it.has_ended())
    }

    fn mix(&mut self, rate: u32, frames: &mut [i16]) {
        if let Some(from) = self.current.as_ref().map(Voice::rate)
            && let Some(kernel) = self.kernel(from, rate)
            && let Some(voice) = &mut self.current
        {
            voice.tune(kernel);
        }
        self.tick(|voice, volume| voice.mix(rate, volume, frames));
    }

    fn pass(&mut self) {
        self.tick(|voice, _| voice.pass());
    }
}
