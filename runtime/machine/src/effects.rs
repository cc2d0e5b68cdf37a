//! Sound effects: what a running effect writes into its register each tick.
//!
//! An effect is four columns of 30 steps (wave, volume, chord, pitch) that are
//! walked at the same speed, each with a loop of its own. Nothing sounds here:
//! the registers say what the sound chip is to play.

use crate::address::{EFFECT_STATE, EFFECTS, REGISTER_SIZE, REGISTERS, STEREO, WAVES};
use crate::hash::Fingerprint;
use crate::image::imaged;
use crate::machine::Machine;
use crate::ram::Ram;
use crate::sound::{CHANNELS, EffectCall};

/// Frequencies in Hz by note: 12 an octave, 57 is the A of 440 Hz.
pub(crate) const FREQUENCIES: [i32; 104] = [
    16, 17, 18, 19, 21, 22, 23, 24, 26, 28, 29, 31, 33, 35, 37, 39, 41, 44, 46, 49, 52, 55, 58, 62,
    65, 69, 73, 78, 82, 87, 92, 98, 104, 110, 117, 123, 131, 139, 147, 156, 165, 175, 185, 196,
    208, 220, 233, 247, 262, 277, 294, 311, 330, 349, 370, 392, 415, 440, 466, 494, 523, 554, 587,
    622, 659, 698, 740, 784, 831, 880, 932, 988, 1047, 1109, 1175, 1245, 1319, 1397, 1480, 1568,
    1661, 1760, 1865, 1976, 2093, 2217, 2349, 2489, 2637, 2794, 2960, 3136, 3322, 3520, 3729, 3951,
    4186, 4435, 4699, 4978, 5274, 5588, 5920, 6272,
];

/// Bytes of an effect.
const EFFECT_SIZE: usize = 66;
/// Steps of an effect.
const STEPS: i32 = 30;
/// Bytes of a waveform.
const WAVE_SIZE: usize = 16;
/// The columns of an effect, in the order of their loops and positions.
const WAVE: usize = 0;
const VOLUME: usize = 1;
const CHORD: usize = 2;
const PITCH: usize = 3;

/// The frequency of a note; notes outside the table are its ends.
pub(crate) fn frequency(note: i32) -> i32 {
    FREQUENCIES[note.clamp(0, FREQUENCIES.len() as i32 - 1) as usize]
}

/// An effect as it lies in memory.
#[derive(Clone, Copy)]
pub(crate) struct Effect([u8; EFFECT_SIZE]);

impl Effect {
    /// The effect of a number from 0 to 63.
    pub(crate) fn read(ram: &Ram, number: i32) -> Effect {
        Effect(ram.array(EFFECTS + (number & 63) as usize * EFFECT_SIZE))
    }

    /// The note it plays when none is asked for.
    fn note(self) -> i32 {
        i32::from(self.0[61] & 15) + i32::from(self.0[60] & 7) * 12
    }

    /// Its own speed, -4 to 3.
    fn speed(self) -> i32 {
        // Three signed bits, moved up to the sign and down again.
        i32::from((self.0[60] << 1) as i8 >> 5)
    }

    /// The step a column has reached after some steps.
    fn position(self, column: usize, steps: i32) -> i32 {
        let bounds = self.0[62 + column];
        let (start, size) = (i32::from(bounds & 15), i32::from(bounds >> 4));
        if size == 0 {
            return steps.min(STEPS - 1);
        }
        let last = start + size - 1;
        if steps <= last {
            steps
        } else {
            start + (steps - last - 1) % size
        }
    }

    /// The two bytes of a step.
    fn step(self, position: i32) -> (u8, u8) {
        let at = position.clamp(0, STEPS - 1) as usize * 2;
        (self.0[at], self.0[at + 1])
    }
}

/// An effect that runs on a channel, by `sfx` or by music.
#[derive(Clone, Debug)]
pub(crate) struct Voice {
    /// Number of the effect; negative is silence.
    pub(crate) effect: i32,
    pub(crate) note: i32,
    /// Volume left and right, 0 to 15.
    pub(crate) volume: [u8; 2],
    speed: i32,
    /// Ticks that are left; negative is no limit.
    duration: i32,
    /// Ticks since the start, -1 before the first.
    tick: i32,
    /// Steps of wave, volume, chord and pitch; -1 when nothing runs.
    positions: [i8; 4],
}

imaged!(Voice {
    effect,
    note,
    volume,
    speed,
    duration,
    tick,
    positions
});

impl Default for Voice {
    fn default() -> Voice {
        Voice {
            effect: -1,
            note: 0,
            volume: [15; 2],
            speed: 0,
            duration: -1,
            tick: -1,
            positions: [-1; 4],
        }
    }
}

impl Voice {
    /// Starts an effect anew; without a speed it has its own.
    pub(crate) fn start(
        &mut self,
        ram: &Ram,
        effect: i32,
        note: i32,
        duration: i32,
        speed: Option<i32>,
    ) {
        if effect >= 0 {
            let speed = speed.filter(|speed| (-4..4).contains(speed));
            self.speed = speed.unwrap_or_else(|| Effect::read(ram, effect).speed());
        }
        self.effect = effect;
        self.note = note;
        self.duration = duration;
        self.rewind();
    }

    /// Goes back before the first step.
    fn rewind(&mut self) {
        self.tick = -1;
        self.positions = [-1; 4];
    }

    /// One tick: writes the channel's register and stereo nibbles if it sounds.
    pub(crate) fn play(&mut self, ram: &mut Ram, channel: usize, note: i32, pitch: i32) {
        if self.duration > 0 {
            self.duration -= 1;
        }
        if self.effect < 0 || self.duration == 0 {
            self.rewind();
            return;
        }
        let effect = Effect::read(ram, self.effect);
        self.tick = self.tick.saturating_add(1);
        let steps = if self.speed > 0 {
            self.tick.saturating_mul(1 + self.speed)
        } else {
            self.tick / (1 - self.speed)
        };
        for (column, position) in self.positions.iter_mut().enumerate() {
            *position = effect.position(column, steps) as i8;
        }
        let step = |column: usize| effect.step(i32::from(self.positions[column]));
        let volume = 15 - (step(VOLUME).0 & 15);
        if volume == 0 {
            return;
        }
        let chord = i32::from(step(CHORD).1 & 15);
        let chord = if effect.0[60] & 0x80 == 0 {
            chord
        } else {
            -chord
        };
        let bend = i32::from(step(PITCH).1 as i8 >> 4);
        let bend = if effect.0[60] & 8 == 0 {
            bend
        } else {
            bend * 16
        };
        let frequency = frequency(note.saturating_add(chord)) + bend + pitch;
        let wave = usize::from(step(WAVE).0 >> 4);

        let register = REGISTERS + channel * REGISTER_SIZE;
        ram.set_byte(register, frequency as u8);
        ram.set_byte(register + 1, (frequency >> 8) as u8 & 15 | volume << 4);
        let wave: [u8; WAVE_SIZE] = ram.array(WAVES + wave * WAVE_SIZE);
        ram.slice_mut(register + 2, WAVE_SIZE)
            .copy_from_slice(&wave);
        let left = if effect.0[61] & 0x10 == 0 {
            self.volume[0] & 15
        } else {
            0
        };
        let right = if effect.0[61] & 0x20 == 0 {
            self.volume[1] & 15
        } else {
            0
        };
        ram.set_byte(STEREO + channel, left | right << 4);
    }

    /// Mixes the voice into a fingerprint.
    pub(crate) fn mix(&self, print: &mut Fingerprint) {
        for number in [self.effect, self.note, self.speed, self.duration, self.tick] {
            print.number(number as u64);
        }
        print.bytes(&self.volume);
    }
}

impl Machine {
    /// Starts or stops what `sfx` plays; the arguments have been checked.
    pub(crate) fn start_effect(&mut self, call: &EffectCall) {
        let channel = call.channel as usize;
        let own = || Effect::read(&self.ram, call.id.max(0)).note();
        let note = call.note.unwrap_or_else(own);
        let voice = &mut self.effects[channel];
        voice.volume = call.volume;
        voice.start(&self.ram, call.id, note, call.duration, call.speed);
        self.store_positions(channel);
        self.counters.effects[channel] += 1;
    }

    /// Lets a channel go on with what a voice plays.
    pub(crate) fn put_effect(&mut self, channel: usize, voice: Voice) {
        self.effects[channel] = voice;
        self.store_positions(channel);
        self.counters.effects[channel] += 1;
    }

    /// One tick of all effects that `sfx` started.
    pub(crate) fn tick_effects(&mut self) {
        for channel in 0..CHANNELS {
            let voice = &mut self.effects[channel];
            if voice.effect >= 0 {
                let note = voice.note;
                voice.play(&mut self.ram, channel, note, 0);
                self.store_positions(channel);
            }
        }
    }

    /// Shows a channel's positions in memory.
    fn store_positions(&mut self, channel: usize) {
        let positions = self.effects[channel]
            .positions
            .map(|position| position as u8);
        self.ram
            .slice_mut(EFFECT_STATE + channel * positions.len(), positions.len())
            .copy_from_slice(&positions);
    }
}
