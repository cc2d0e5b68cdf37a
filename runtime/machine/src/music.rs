//! The music sequencer: tracks of frames, frames of patterns, patterns of rows.
//!
//! Which row is due follows from the ticks since the start, the tempo and the
//! speed. Position and flags live in memory, where carts may change them.

use crate::address::{MUSIC_STATE, PATTERNS, TRACKS};
use crate::effects::{Voice, frequency};
use crate::hash::Fingerprint;
use crate::image::imaged;
use crate::ram::Ram;
use crate::sound::{CHANNELS, MusicCall, SoundError};

/// Bytes of a track.
const TRACK_SIZE: usize = 51;
/// Frames of a track.
const FRAMES: i32 = 16;
/// Bytes of a pattern.
const PATTERN_SIZE: usize = 192;
/// Rows of a pattern.
const ROWS: i32 = 64;
/// Rows of a beat.
const BEAT: i32 = 4;
/// Ticks of a minute over rows of a beat: what tempo and speed count against.
const TICKS: i64 = 900;
/// The speed at which the tempo is in beats a minute.
const USUAL_SPEED: i64 = 6;

/// Flags of the music state.
const LOOPED: u8 = 1;
const STATUS: u8 = 0b110;
const ONE_FRAME: u8 = 1 << 1;
const PLAYING: u8 = 2 << 1;
const SUSTAINED: u8 = 1 << 3;

/// One turn of a sine in 32 steps, 16 bits of fraction.
const SINE: [i32; 32] = {
    let quarter = [0, 12785, 25080, 36410, 46341, 54491, 60547, 64277, 65536];
    let mut sine = [0; 32];
    let mut at = 0;
    while at < 32 {
        let fold = at % 16;
        let value = quarter[if fold <= 8 { fold } else { 16 - fold }];
        sine[at] = if at < 16 { value } else { -value };
        at += 1;
    }
    sine
};

/// What the sequencer remembers besides the state in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Music {
    voices: [Voice; CHANNELS],
    commands: [Commands; CHANNELS],
    /// A jump that waits for the end of its row: frame and beat.
    jump: Option<(i32, i32)>,
    ticks: i32,
    /// Tempo and speed of the call; negative are the track's own.
    tempo: i32,
    speed: i32,
}

imaged!(Music {
    voices,
    commands,
    jump,
    ticks,
    tempo,
    speed
});

/// A moment of the sequencer: from equal ones on, the same rows follow.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Timing {
    pub(crate) ticks: i32,
    jump: Option<(i32, i32)>,
    delays: [(bool, i32); CHANNELS],
}

/// The commands that are at work on a channel.
#[derive(Clone, Debug, Default)]
struct Commands {
    chord: [i32; 2],
    chord_tick: i32,
    vibrato_period: i32,
    vibrato_depth: i32,
    vibrato_tick: i32,
    slide_ticks: i32,
    slide_tick: i32,
    slide_note: i32,
    fine_pitch: i32,
    /// The address of a row that waits, and for how many ticks.
    delayed: Option<usize>,
    delay: i32,
}

imaged!(Commands {
    chord,
    chord_tick,
    vibrato_period,
    vibrato_depth,
    vibrato_tick,
    slide_ticks,
    slide_tick,
    slide_note,
    fine_pitch,
    delayed,
    delay,
});

impl Music {
    /// Mixes the sequencer into a fingerprint.
    pub(crate) fn mix(&self, print: &mut Fingerprint) {
        for voice in &self.voices {
            voice.mix(print);
        }
        let (frame, beat) = self.jump.unwrap_or((-1, -1));
        for number in [frame, beat, self.ticks, self.tempo, self.speed] {
            print.number(number as u64);
        }
        for at in &self.commands {
            let numbers = [
                at.chord[0],
                at.chord[1],
                at.chord_tick,
                at.vibrato_period,
                at.vibrato_depth,
                at.vibrato_tick,
                at.slide_ticks,
                at.slide_tick,
                at.slide_note,
                at.fine_pitch,
                at.delay,
            ];
            for number in numbers {
                print.number(number as u64);
            }
            print.number(at.delayed.unwrap_or(0) as u64);
        }
    }

    /// Silences all channels and ends all commands.
    fn quiet(&mut self) {
        self.voices = std::array::from_fn(|_| Voice::default());
        self.commands = std::array::from_fn(|_| Commands::default());
        self.jump = None;
    }

    /// The tempo that counts, and the speed.
    fn pace(&self, track: &Track) -> (i64, i64) {
        let tempo = if self.tempo < 0 {
            track.tempo()
        } else {
            self.tempo
        };
        let speed = if self.speed < 0 {
            track.speed()
        } else {
            self.speed
        };
        (i64::from(tempo), i64::from(speed))
    }

    /// The row that is due now.
    fn due_row(&self, track: &Track) -> i32 {
        let (tempo, speed) = self.pace(track);
        let beats = i64::from(self.ticks)
            .saturating_mul(tempo)
            .saturating_mul(USUAL_SPEED);
        beats
            .checked_div(speed)
            .map_or(0, |rows| (rows / TICKS) as i32)
    }

    /// The ticks after which a row is due.
    fn ticks_of(&self, track: &Track, row: i32) -> i32 {
        let (tempo, speed) = self.pace(track);
        let ticks = i64::from(row).saturating_mul(speed).saturating_mul(TICKS);
        ticks
            .checked_div(tempo)
            .map_or(0, |ticks| (ticks / USUAL_SPEED) as i32)
    }
}

/// A track as it lies in memory.
struct Track {
    address: usize,
    tail: [u8; 3],
}

impl Track {
    fn read(ram: &Ram, number: u8) -> Track {
        let address = TRACKS + usize::from(number & 7) * TRACK_SIZE;
        Track {
            address,
            tail: ram.array(address + 48),
        }
    }

    fn tempo(&self) -> i32 {
        i32::from(self.tail[0] as i8) + 150
    }

    fn rows(&self) -> i32 {
        ROWS - i32::from(self.tail[1])
    }

    fn speed(&self) -> i32 {
        i32::from(self.tail[2] as i8) + USUAL_SPEED as i32
    }

    /// The pattern of a channel in a frame: 0 is none.
    fn pattern(&self, ram: &Ram, frame: i32, channel: usize) -> usize {
        // Frames outside the track read what lies there, as far as it goes.
        let at = self.address as i32 + frame * 3;
        let [a, b, c]: [u8; 3] = ram.array(at as usize);
        let packed = u32::from_le_bytes([a, b, c, 0]);
        (packed >> (channel * 6)) as usize & 63
    }
}

impl Music {
    /// Plays a track from the next tick on, or stops. Any call stops what
    /// plays, even one with a mistake.
    pub(crate) fn play(&mut self, ram: &mut Ram, call: &MusicCall) -> Result<(), SoundError> {
        self.stop(ram);
        call.check()?;
        if call.track >= 0 {
            self.start(ram, call);
        }
        Ok(())
    }

    /// Stops; loop and sustain flags stay as they are.
    fn stop(&mut self, ram: &mut Ram) {
        ram.set_byte(MUSIC_STATE, 0xff);
        let flags = ram.byte(MUSIC_STATE + 3);
        ram.set_byte(MUSIC_STATE + 3, flags & !STATUS);
        self.quiet();
    }

    /// Starts a track; the arguments have been checked.
    fn start(&mut self, ram: &mut Ram, call: &MusicCall) {
        let track = Track::read(ram, call.track as u8);
        self.quiet();
        self.tempo = call.tempo;
        self.speed = call.speed;
        self.ticks = if call.row < 0 {
            0
        } else {
            self.ticks_of(&track, call.row)
        };
        let flags = PLAYING
            | if call.looped { LOOPED } else { 0 }
            | if call.sustain { SUSTAINED } else { 0 };
        let state = [call.track as u8, call.frame.max(0) as u8, 0xff, flags];
        ram.slice_mut(MUSIC_STATE, 4).copy_from_slice(&state);
    }

    /// Whether the state in memory says that a track plays.
    pub(crate) fn plays(ram: &Ram) -> bool {
        ram.byte(MUSIC_STATE + 3) & STATUS != 0
    }

    /// All that decides, beside memory, which rows come next and when.
    pub(crate) fn timing(&self) -> Timing {
        Timing {
            ticks: self.ticks,
            jump: self.jump,
            // A delayed row takes the place of one that may hold a jump.
            delays: std::array::from_fn(|channel| {
                let at = &self.commands[channel];
                (at.delayed.is_some(), at.delay)
            }),
        }
    }

    /// One tick.
    pub(crate) fn tick(&mut self, ram: &mut Ram) {
        let [number, frame, before, flags]: [u8; 4] = ram.array(MUSIC_STATE);
        if flags & STATUS == 0 {
            return;
        }
        let track = Track::read(ram, number);
        let before = i32::from(before as i8);
        let mut frame = i32::from(frame as i8);
        let mut row = self.due_row(&track);
        if row != before
            && let Some((to_frame, beat)) = self.jump.take()
        {
            frame = to_frame;
            row = beat * BEAT;
            self.ticks = self.ticks_of(&track, row);
        }
        if row >= track.rows() {
            row = 0;
            self.ticks = 0;
            if flags & SUSTAINED == 0 {
                self.quiet();
            }
            let looped = flags & LOOPED != 0;
            let mut over = flags & STATUS == ONE_FRAME;
            if !over {
                frame += 1;
                over =
                    frame >= FRAMES || (0..CHANNELS).all(|at| track.pattern(ram, frame, at) == 0);
                if over && looped {
                    frame = 0;
                }
            }
            ram.set_byte(MUSIC_STATE + 1, frame as u8);
            if over && !looped {
                self.stop(ram);
                return;
            }
        }
        ram.set_byte(MUSIC_STATE + 1, frame as u8);
        ram.set_byte(MUSIC_STATE + 2, row as u8);
        for channel in 0..CHANNELS {
            let pattern = track.pattern(ram, frame, channel);
            let new = row != before && pattern != 0;
            let address = new.then(|| row_address(pattern, row));
            self.tick_channel(ram, channel, address);
        }
        self.ticks = self.ticks.saturating_add(1);
    }

    /// One tick of a channel, with the address of its row if that is new.
    fn tick_channel(&mut self, ram: &mut Ram, channel: usize, address: Option<usize>) {
        let voice = &mut self.voices[channel];
        let commands = &mut self.commands[channel];
        if let Some(address) = address {
            let mut due = Some(Row::read(ram, address));
            if let Some(row) = due
                && row.command == Row::DELAY
            {
                commands.delayed = Some(address);
                commands.delay = row.both();
                due = None;
            }
            // A delay ends only with a new row, which it takes the place of.
            if commands.delay == 0
                && let Some(address) = commands.delayed.take()
            {
                due = Some(Row::read(ram, address));
            }
            if let Some(row) = due {
                commands.begin_note(&row, voice, ram);
                if row.command == Row::JUMP {
                    self.jump = Some((row.first, row.second));
                } else {
                    commands.begin(&row, voice);
                }
            }
        }
        if voice.effect >= 0 {
            let (note, pitch) = commands.bend(voice.note);
            voice.play(ram, channel, note, pitch);
        }
        commands.advance();
    }
}

/// The address of a row of a pattern; patterns count from 1.
fn row_address(pattern: usize, row: i32) -> usize {
    let row = row.clamp(0, ROWS - 1) as usize;
    PATTERNS + (pattern - 1) * PATTERN_SIZE + row * 3
}

/// A row of a pattern.
#[derive(Clone, Copy)]
struct Row {
    /// 0 nothing, 1 stop, 4..=15 the notes from C on.
    note: i32,
    octave: i32,
    effect: i32,
    command: u8,
    first: i32,
    second: i32,
}

impl Row {
    const VOLUME: u8 = 1;
    const CHORD: u8 = 2;
    const JUMP: u8 = 3;
    const SLIDE: u8 = 4;
    const PITCH: u8 = 5;
    const VIBRATO: u8 = 6;
    const DELAY: u8 = 7;

    fn read(ram: &Ram, address: usize) -> Row {
        let [a, b, c]: [u8; 3] = ram.array(address);
        Row {
            note: i32::from(a & 15),
            octave: i32::from(c >> 5),
            effect: i32::from(c & 31 | b >> 7 << 5),
            command: b >> 4 & 7,
            first: i32::from(a >> 4),
            second: i32::from(b & 15),
        }
    }

    /// Both parameters as one byte.
    fn both(&self) -> i32 {
        self.first << 4 | self.second
    }
}

impl Commands {
    /// Starts or stops what a row's note says.
    fn begin_note(&mut self, row: &Row, voice: &mut Voice, ram: &Ram) {
        if row.note == 0 {
            return;
        }
        self.slide_tick = 0;
        self.slide_note = voice.note;
        match row.note {
            1 => voice.start(ram, -1, 0, -1, None),
            4.. => voice.start(ram, row.effect, row.note - 4 + row.octave * 12, -1, None),
            _ => {}
        }
    }

    /// Takes a row's command, except for jumps and delays.
    fn begin(&mut self, row: &Row, voice: &mut Voice) {
        match row.command {
            Row::VOLUME => voice.volume = [row.first as u8, row.second as u8],
            Row::CHORD => {
                self.chord = [row.first, row.second];
                self.chord_tick = 0;
            }
            Row::SLIDE => self.slide_ticks = row.both(),
            Row::PITCH => self.fine_pitch = row.both() - 128,
            Row::VIBRATO => {
                self.vibrato_tick = 0;
                self.vibrato_period = row.first;
                self.vibrato_depth = row.second;
            }
            _ => {}
        }
    }

    /// The note and the change of frequency in this tick.
    fn bend(&self, played: i32) -> (i32, i32) {
        let turns = if self.chord[1] == 0 { 2 } else { 3 };
        let chord = [0, self.chord[0], self.chord[1]];
        let mut note = played + chord[(self.chord_tick % turns) as usize];
        let mut pitch = self.fine_pitch;
        if self.vibrato_period != 0 && self.vibrato_depth != 0 {
            let period = self.vibrato_period * 2;
            let at = self.vibrato_tick % period * SINE.len() as i32 / period;
            pitch += (SINE[at as usize] * self.vibrato_depth) >> 16;
        }
        if self.slide_tick < self.slide_ticks {
            note = self.slide_note;
            let way = frequency(played) - frequency(note);
            pitch += way * self.slide_tick / self.slide_ticks;
        }
        (note, pitch)
    }

    /// Counts a tick.
    fn advance(&mut self) {
        self.chord_tick = self.chord_tick.wrapping_add(1) & i32::MAX;
        self.vibrato_tick = self.vibrato_tick.wrapping_add(1) & i32::MAX;
        self.slide_tick = self.slide_tick.saturating_add(1);
        if self.delay > 0 {
            self.delay -= 1;
        }
    }
}
