//! The sound chip: what the registers of a tick sound like.
//!
//! At the end of a tick the chip takes the registers, so that what the cart
//! poked into them counts; the sound of the next tick is made of them, as in
//! TIC-80. All state is integers in clocks of the chip, so the samples are the
//! same on every platform, and a clone of the machine goes on mid-note.

mod kernel;
mod mixer;
mod oscillator;
#[cfg(test)]
mod tests;

use crate::address::{REGISTER_SIZE, REGISTERS, SAMPLES, SAMPLES_SIZE, STEREO};
use crate::image::imaged;
use crate::machine::Machine;
use crate::ram::Ram;
use crate::sound::CHANNELS;

use mixer::Mixer;
use oscillator::{Oscillator, Tone};

/// Clocks of the chip in a second.
const CLOCK: u32 = 2_088_960;
/// Ticks in a second.
const TICKS: u32 = 60;
/// Clocks of the chip in a tick.
const TICK_CLOCKS: u32 = CLOCK / TICKS;
/// Clocks that a value of the sample buffer is held.
const SAMPLE_CLOCKS: u32 = TICK_CLOCKS / SAMPLES_SIZE as u32;
/// The largest amplitude before the sources are added.
const LOUDEST: i32 = i16::MAX as i32;
/// Sources that are added: the channels and the sample buffer.
const SOURCES: i32 = CHANNELS as i32 + 1;

impl Machine {
    /// Appends the sound of one tick at a sample rate in Hz: frames of left and
    /// right. It is made of the registers of the tick that ended last; call it
    /// once a tick. The frames of 60 ticks are exactly the rate, at 44,100 and
    /// 48,000 Hz each tick has the same number. Rates are 1,000 to 768,000 Hz;
    /// others are taken as the nearest of these.
    pub fn render(&mut self, rate: u32, output: &mut Vec<i16>) {
        self.chip.render(rate, output);
    }

    /// Takes back what the last tick handed to the chip: the next one fades
    /// into silence.
    pub fn silence(&mut self) {
        self.chip.latch = Latch::default();
    }
}

/// What the chip plays, and where in each wave it is.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chip {
    latch: Latch,
    oscillators: [Oscillator; CHANNELS],
    /// The amplitude that the sample buffer was left at.
    sample_level: i32,
    mixer: Mixer,
}

imaged!(Chip {
    latch,
    oscillators,
    sample_level,
    mixer
});

impl Chip {
    /// Takes registers, stereo volumes and samples at the end of a tick.
    pub(crate) fn take(&mut self, ram: &Ram) {
        self.latch = Latch {
            registers: ram.array(REGISTERS),
            stereo: ram.array(STEREO),
            samples: ram.array(SAMPLES),
        };
    }

    fn render(&mut self, rate: u32, output: &mut Vec<i16>) {
        self.mixer.begin(rate);
        let (registers, _) = self.latch.registers.as_chunks::<REGISTER_SIZE>();
        for ((register, stereo), oscillator) in registers
            .iter()
            .zip(self.latch.stereo)
            .zip(&mut self.oscillators)
        {
            oscillator.run(&Tone::new(register, stereo), &mut self.mixer);
        }
        for (index, &value) in self.latch.samples.iter().enumerate() {
            let level = i32::from(value) * LOUDEST / 255 / SOURCES;
            if level != self.sample_level {
                let change = level - self.sample_level;
                self.mixer
                    .step(index as u32 * SAMPLE_CLOCKS, [change, change]);
                self.sample_level = level;
            }
        }
        self.mixer.end(output);
    }
}

/// The memory that the chip reads, as a tick left it.
#[derive(Clone, Debug)]
struct Latch {
    registers: [u8; REGISTER_SIZE * CHANNELS],
    stereo: [u8; CHANNELS],
    samples: [u8; SAMPLES_SIZE],
}

imaged!(Latch {
    registers,
    stereo,
    samples
});

impl Default for Latch {
    fn default() -> Latch {
        Latch {
            registers: [0; REGISTER_SIZE * CHANNELS],
            stereo: [0; CHANNELS],
            samples: [0; SAMPLES_SIZE],
        }
    }
}
