//! The sounds of game code that may be taken back and run again.
//!
//! A beat update is run again when an input arrives a little late. What it
//! sounds the second time is compared with what it sounded the first time:
//! the same goes on as if nothing had been, the rest is cut or starts. On a
//! channel the last call counts, as it silences those before it.

use machine::{CHANNELS, EffectCall, KeptEffect, KeptMusic, MusicCall, SoundError};

use crate::songs::{SongOptions, SongState, Unplayable};
use crate::world::World;

/// Who asked for which sound, for the operations that are not final yet.
///
/// An operation is a piece of game code with a number. Between `begin` and
/// `end` its calls of `sfx`, `music`, `song.play` and `song.stop` are noted.
/// Outside, calls cost one comparison and leave nothing behind.
#[derive(Clone, Debug, Default)]
pub struct SoundLedger {
    /// The operation that runs.
    operation: Option<u64>,
    rerun: Option<Rerun>,
    /// What the operations sounded, in order.
    notes: Vec<Note>,
    /// How often a song was started or stopped.
    song_starts: u64,
}

impl SoundLedger {
    /// An operation runs from here on. It may run in several pieces.
    pub fn begin(&mut self, operation: u64) {
        self.operation = Some(operation);
    }

    /// The operation has run.
    pub fn end(&mut self) {
        self.operation = None;
    }

    /// Some operations are taken back. From here on nothing is sounded; calls
    /// are captured until [`World::finish_rerun`] or [`Self::cancel_rerun`].
    pub fn begin_rerun(&mut self, undone: &[u64]) {
        self.rerun = Some(Rerun {
            undone: undone.to_vec(),
            captured: Vec::new(),
        });
    }

    /// The operations stand after all: what was captured is thrown away, and
    /// what sounds goes on.
    pub fn cancel_rerun(&mut self) {
        self.rerun = None;
    }

    /// These operations will not be taken back any more.
    pub fn forget(&mut self, operations: &[u64]) {
        self.notes
            .retain(|note| !operations.contains(&note.operation));
    }

    /// Whether nothing was ever noted.
    pub(crate) fn is_blank(&self) -> bool {
        let SoundLedger {
            operation,
            rerun,
            notes,
            song_starts,
        } = self;
        operation.is_none() && rerun.is_none() && notes.is_empty() && *song_starts == 0
    }

    /// Bytes of memory that it takes, more or less.
    pub(crate) fn size(&self) -> usize {
        let kept = size_of::<KeptMusic>().max(size_of::<SongState>());
        let captured = (self.rerun.as_ref()).map_or(0, |rerun| size_of_val(&*rerun.captured));
        size_of::<SoundLedger>() + self.notes.len() * (size_of::<Note>() + kept) + captured
    }

    /// Whether calls are noted or captured now.
    fn listens(&self) -> bool {
        self.operation.is_some() || self.rerun.is_some()
    }
}

/// Operations that run again.
#[derive(Clone, Debug)]
struct Rerun {
    undone: Vec<u64>,
    /// The last call of each operation and channel, in order. Calls of no
    /// operation are captured too, but can never be taken back.
    captured: Vec<(Option<u64>, Sound)>,
}

/// What an operation sounded last on a channel.
#[derive(Clone, Debug)]
struct Note {
    operation: u64,
    sound: Sound,
    /// The channel's count of starts with it; 0 if it does not sound.
    start: u64,
    displaced: Displaced,
}

/// A call with its arguments.
#[derive(Clone, Debug, PartialEq)]
enum Sound {
    Effect(EffectCall),
    Music(MusicCall),
    /// File and options, or a stop.
    Song(Option<(String, SongOptions)>),
}

/// What plays one thing at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Channel {
    Effect(usize),
    Music,
    Song,
}

impl Channel {
    fn all() -> impl Iterator<Item = Channel> {
        (0..CHANNELS)
            .map(Channel::Effect)
            .chain([Channel::Music, Channel::Song])
    }
}

impl Sound {
    fn channel(&self) -> Channel {
        match self {
            Sound::Effect(call) => Channel::Effect(call.channel as usize),
            Sound::Music(_) => Channel::Music,
            Sound::Song(_) => Channel::Song,
        }
    }
}

/// What a channel played before an operation sounded there.
#[derive(Clone, Debug)]
struct Displaced {
    /// The channel's count of starts then.
    start: u64,
    kept: Kept,
}

#[derive(Clone, Debug)]
enum Kept {
    Effect(KeptEffect),
    Music(Box<KeptMusic>),
    /// With the tick of sound it is from.
    Song(Box<SongState>, u64),
}

impl World {
    /// What `sfx` does.
    #[inline]
    pub(crate) fn sfx(&mut self, call: &EffectCall) -> Result<(), SoundError> {
        if !self.sounds.listens() {
            return self.machine.sfx(call);
        }
        call.check()?;
        // Only songs can fail.
        self.ask(Sound::Effect(*call)).ok();
        Ok(())
    }

    /// What `music` does; a call with a mistake stops the music.
    #[inline]
    pub(crate) fn music(&mut self, call: &MusicCall) -> Result<(), SoundError> {
        if !self.sounds.listens() {
            return self.machine.music(call);
        }
        self.ask(Sound::Music(*call)).ok();
        call.check()
    }

    /// What `song.play` does with a file of the cart.
    pub(crate) fn play_song(&mut self, name: &str, options: SongOptions) -> Result<(), Unplayable> {
        self.ask(Sound::Song(Some((name.to_owned(), options))))
    }

    /// What `song.stop` does.
    pub(crate) fn stop_song(&mut self) {
        self.ask(Sound::Song(None)).ok();
    }

    /// The operations have run again: what they sounded and do not sound any
    /// more ends with this tick, and what it displaced goes on where it would
    /// be by now; what is new starts; the rest is left alone. Also left alone
    /// is a channel on which something else has been started meanwhile, unless
    /// something new is to start there.
    ///
    /// Without a rerun nothing happens.
    pub fn finish_rerun(&mut self) {
        let Some(Rerun { undone, captured }) = self.sounds.rerun.take() else {
            return;
        };
        let (undone, others) = std::mem::take(&mut self.sounds.notes)
            .into_iter()
            .partition(|note| undone.contains(&note.operation));
        self.sounds.notes = others;
        for channel in Channel::all() {
            self.settle(channel, &undone, &captured);
        }
    }

    /// Makes a channel sound as if only what was captured had ever run.
    fn settle(&mut self, channel: Channel, undone: &[Note], captured: &[(Option<u64>, Sound)]) {
        let undone: Vec<&Note> = (undone.iter())
            .filter(|note| note.sound.channel() == channel)
            .collect();
        let mut captured: Vec<&(Option<u64>, Sound)> = (captured.iter())
            .filter(|(_, sound)| sound.channel() == channel)
            .collect();
        // Only the last can still be what plays.
        let start = self.starts(channel);
        let playing = undone.last().filter(|note| note.start == start);
        let displaced = match playing {
            Some(last) => first_displaced(last, &undone).clone(),
            None => self.displaced(channel),
        };
        let Some((operation, wanted)) = captured.pop() else {
            if playing.is_some() {
                self.resume(displaced.kept);
            }
            return;
        };
        let goes_on = playing.is_some_and(|note| note.sound == *wanted);
        // It ran its course, or was replaced, as it would have been anyway.
        let is_over = playing.is_none() && undone.iter().any(|note| note.sound == *wanted);
        if !goes_on && !is_over {
            // A song that cannot be decoded is as silent as it was.
            self.start(wanted).ok();
        }
        let now = if is_over { 0 } else { self.starts(channel) };
        let silenced = captured.into_iter().map(|(id, sound)| (id, sound, 0));
        for (id, sound, start) in silenced.chain([(operation, wanted, now)]) {
            if let Some(operation) = *id {
                self.sounds.notes.push(Note {
                    operation,
                    sound: sound.clone(),
                    start,
                    displaced: displaced.clone(),
                });
            }
        }
    }

    /// Captures a call, or carries it out and notes it.
    fn ask(&mut self, sound: Sound) -> Result<(), Unplayable> {
        let operation = self.sounds.operation;
        if let Some(rerun) = &mut self.sounds.rerun {
            let channel = sound.channel();
            (rerun.captured).retain(|(id, other)| *id != operation || other.channel() != channel);
            rerun.captured.push((operation, sound));
            return Ok(());
        }
        let Some(operation) = operation else {
            return self.start(&sound);
        };
        let channel = sound.channel();
        let start = self.starts(channel);
        let displaced = self.displaced(channel);
        self.start(&sound)?;
        let now = self.starts(channel);
        let earlier = (self.sounds.notes.iter_mut()).find(|note| {
            note.operation == operation && note.start == start && note.sound.channel() == channel
        });
        if let Some(note) = earlier {
            note.sound = sound;
            note.start = now;
        } else {
            self.sounds.notes.push(Note {
                operation,
                sound,
                start: now,
                displaced,
            });
        }
        Ok(())
    }

    /// Carries out a call.
    fn start(&mut self, sound: &Sound) -> Result<(), Unplayable> {
        match sound {
            Sound::Effect(call) => {
                self.machine.sfx(call).ok();
            }
            // A track that does not exist is a stop.
            Sound::Music(call) => {
                self.machine.music(call).ok();
            }
            Sound::Song(Some((name, options))) => {
                let file = self.song_files.get(name).ok_or(Unplayable)?;
                self.songs.play(name, file, *options)?;
                self.sounds.song_starts += 1;
            }
            Sound::Song(None) => {
                self.songs.stop();
                self.sounds.song_starts += 1;
            }
        }
        Ok(())
    }

    /// Lets what was displaced go on where it would be by now.
    fn resume(&mut self, kept: Kept) {
        match kept {
            Kept::Effect(kept) => self.machine.resume_effect(&kept),
            Kept::Music(kept) => self.machine.resume_music(&kept),
            Kept::Song(state, _) if state.song.is_none() => {
                self.start(&Sound::Song(None)).ok();
            }
            Kept::Song(mut state, tick) => {
                state.volume = self.songs.volume();
                // It was playing, so its file is there and can be decoded.
                self.songs.restore(&state, &self.song_files).ok();
                for _ in tick..self.machine.sound_ticks() {
                    self.songs.pass();
                }
                self.sounds.song_starts += 1;
            }
        }
    }

    /// How often something has been started or stopped on a channel.
    fn starts(&self, channel: Channel) -> u64 {
        match channel {
            Channel::Effect(channel) => self.machine.effect_starts(channel),
            Channel::Music => self.machine.music_starts(),
            Channel::Song => self.sounds.song_starts,
        }
    }

    /// What a call would displace now.
    fn displaced(&self, channel: Channel) -> Displaced {
        let kept = match channel {
            Channel::Effect(channel) => Kept::Effect(self.machine.kept_effect(channel)),
            Channel::Music => Kept::Music(Box::new(self.machine.kept_music())),
            Channel::Song => {
                let state = Box::new(self.songs.state());
                Kept::Song(state, self.machine.sound_ticks())
            }
        };
        let start = self.starts(channel);
        Displaced { start, kept }
    }
}

/// What played before a note and before all undone ones that led up to it.
fn first_displaced<'a>(last: &'a Note, undone: &[&'a Note]) -> &'a Displaced {
    let mut first = &last.displaced;
    for note in undone.iter().rev() {
        if note.start == first.start {
            first = &note.displaced;
        }
    }
    first
}

#[cfg(test)]
mod tests;
