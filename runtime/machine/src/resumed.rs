//! Sound that is put back to what it would have become by now.
//!
//! A host that takes a moment of a cart back, though not the whole machine,
//! must know whether a channel still plays what was started in that moment, and
//! what would play there had it not been. Counters tell the first; for the
//! second, what was displaced is kept and stepped through the ticks it missed.

use crate::address::MUSIC_STATE;
use crate::effects::Voice;
use crate::image::imaged;
use crate::machine::Machine;
use crate::music::Music;
use crate::sound::{CHANNELS, clear_registers};

/// The most ticks that are caught up with: a minute.
const MOST_TICKS: u64 = 60 * 60;

/// Counters that no cart can see.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) effects: [u64; CHANNELS],
    pub(crate) music: u64,
    pub(crate) ticks: u64,
}

imaged!(Counters {
    effects,
    music,
    ticks
});

/// What `sfx` played on a channel, or that it was silent.
#[derive(Clone, Debug)]
pub struct KeptEffect {
    channel: usize,
    voice: Voice,
    tick: u64,
}

/// What `music` played, or that it was silent.
#[derive(Clone, Debug)]
pub struct KeptMusic {
    music: Music,
    state: [u8; 4],
    tick: u64,
}

impl Machine {
    /// How often `sfx` has started or stopped something on a channel, 0 to 3:
    /// as long as this stays, the channel plays the same call. Resuming counts.
    pub fn effect_starts(&self, channel: usize) -> u64 {
        self.counters.effects[channel % CHANNELS]
    }

    /// The same for `music`.
    pub fn music_starts(&self) -> u64 {
        self.counters.music
    }

    /// Ticks of sound so far.
    pub fn sound_ticks(&self) -> u64 {
        self.counters.ticks
    }

    /// What `sfx` plays on a channel, 0 to 3.
    pub fn kept_effect(&self, channel: usize) -> KeptEffect {
        let channel = channel % CHANNELS;
        KeptEffect {
            channel,
            voice: self.effects[channel].clone(),
            tick: self.counters.ticks,
        }
    }

    /// Plays an effect on from where it would be if it had never been
    /// displaced. Its ticks are run again, at most a minute of them.
    pub fn resume_effect(&mut self, kept: &KeptEffect) {
        let mut voice = kept.voice.clone();
        let mut ram = self.ram.clone();
        for _ in 0..self.missed(kept.tick) {
            let note = voice.note;
            voice.play(&mut ram, kept.channel, note, 0);
        }
        self.put_effect(kept.channel, voice);
    }

    /// What `music` plays.
    pub fn kept_music(&self) -> KeptMusic {
        KeptMusic {
            music: self.music.clone(),
            state: self.ram.array(MUSIC_STATE),
            tick: self.counters.ticks,
        }
    }

    /// Plays music on from where it would be if it had never been displaced.
    /// Its ticks are run again, at most a minute of them.
    pub fn resume_music(&mut self, kept: &KeptMusic) {
        let mut music = kept.music.clone();
        let mut ram = self.ram.clone();
        ram.slice_mut(MUSIC_STATE, 4).copy_from_slice(&kept.state);
        for _ in 0..self.missed(kept.tick) {
            clear_registers(&mut ram);
            music.tick(&mut ram);
        }
        let state: [u8; 4] = ram.array(MUSIC_STATE);
        self.ram.slice_mut(MUSIC_STATE, 4).copy_from_slice(&state);
        self.music = music;
        self.counters.music += 1;
    }

    /// Ticks of sound since another one.
    fn missed(&self, tick: u64) -> u64 {
        self.counters.ticks.saturating_sub(tick).min(MOST_TICKS)
    }
}
