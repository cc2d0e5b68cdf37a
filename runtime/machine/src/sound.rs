//! Sound as carts ask for it: arguments, and the registers of the four
//! channels that every tick begins anew.

use crate::address::{REGISTER_SIZE, REGISTERS, SAMPLES, SAMPLES_SIZE, STEREO};
use crate::machine::Machine;
use crate::ram::Ram;

/// Sound channels.
pub const CHANNELS: usize = 4;
/// Sound effects of a bank.
pub const EFFECT_COUNT: i32 = 64;
/// Music tracks of a bank.
pub const TRACK_COUNT: i32 = 8;

/// An argument of `sfx` or `music` that names nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SoundError {
    /// Effects are 0..=63; negative numbers stop.
    #[error("sfx: effect must be at most 63, got {0}")]
    Effect(i32),
    /// Channels are 0..=3.
    #[error("sfx: channel must be 0 to 3, got {0}")]
    Channel(i32),
    /// Tracks are 0..=7; negative numbers stop.
    #[error("music: track must be at most 7, got {0}")]
    Track(i32),
}

/// What `sfx` plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EffectCall {
    /// Number of the effect; negative stops the channel.
    pub id: i32,
    /// Note number, octave times 12 included; `None` is the effect's own.
    pub note: Option<i32>,
    /// Ticks until it stops; negative plays on.
    pub duration: i32,
    /// The channel it plays on.
    pub channel: i32,
    /// Volume left and right, 0 to 15.
    pub volume: [u8; 2],
    /// Speed -4 to 3; anything else is the effect's own.
    pub speed: Option<i32>,
}

/// What `music` plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MusicCall {
    /// Number of the track; negative stops.
    pub track: i32,
    /// First frame; negative is the first of all.
    pub frame: i32,
    /// First row; negative is the first of all.
    pub row: i32,
    /// Whether the track begins anew at its end.
    pub looped: bool,
    /// Whether notes go on over the border of a frame.
    pub sustain: bool,
    /// Tempo; negative is the track's own.
    pub tempo: i32,
    /// Speed; negative is the track's own.
    pub speed: i32,
}

impl EffectCall {
    /// Whether it names an effect and a channel that exist.
    ///
    /// # Errors
    /// It does not: [`SoundError::Effect`], [`SoundError::Channel`].
    pub fn check(&self) -> Result<(), SoundError> {
        if self.id >= EFFECT_COUNT {
            return Err(SoundError::Effect(self.id));
        }
        if !(0..CHANNELS as i32).contains(&self.channel) {
            return Err(SoundError::Channel(self.channel));
        }
        Ok(())
    }
}

impl MusicCall {
    /// Whether it names a track that exists, or none.
    ///
    /// # Errors
    /// It does not: [`SoundError::Track`].
    pub fn check(&self) -> Result<(), SoundError> {
        if self.track >= TRACK_COUNT {
            return Err(SoundError::Track(self.track));
        }
        Ok(())
    }
}

impl Machine {
    /// Plays an effect from the next tick on, or stops a channel.
    pub fn sfx(&mut self, call: &EffectCall) -> Result<(), SoundError> {
        call.check()?;
        self.start_effect(call);
        Ok(())
    }

    /// Plays a track from the next tick on, or stops the music. Any call stops
    /// what plays, even one with a mistake.
    pub fn music(&mut self, call: &MusicCall) -> Result<(), SoundError> {
        self.counters.music += 1;
        self.music.play(&mut self.ram, call)
    }

    /// One tick of sound: music and then effects write their registers.
    pub(crate) fn begin_sound(&mut self) {
        self.counters.ticks += 1;
        clear_registers(&mut self.ram);
        self.music.tick(&mut self.ram);
        self.tick_effects();
    }
}

/// Clears the registers and the samples, and makes all channels loud on both
/// sides.
pub(crate) fn clear_registers(ram: &mut Ram) {
    ram.slice_mut(REGISTERS, REGISTER_SIZE * CHANNELS).fill(0);
    ram.slice_mut(SAMPLES, SAMPLES_SIZE).fill(0);
    ram.slice_mut(STEREO, CHANNELS).fill(0xff);
}
