//! A channel: a wave of 32 steps or noise, as changes of its amplitude.
//!
//! The length of a step is whole clocks, as in TIC-80, so high notes sound a
//! little high. Silent channels run on too, because the next note starts
//! where they are.

use super::mixer::Mixer;
use super::{LOUDEST, SOURCES, TICK_CLOCKS};
use crate::address::REGISTER_SIZE;
use crate::image::imaged;

/// Steps of a waveform.
const WAVE_STEPS: u32 = 32;
/// Clocks that a step of 1 Hz would take, for which a wave's frequency is
/// doubled and noise's is not.
const SLOWEST: i32 = 130_560;
/// The shortest and the longest step, in clocks.
const PERIODS: (i32, i32) = (10, 4096);
/// Feedback of the shift register: long noise if all steps are 0, a short
/// cycle if all are 15.
const LONG_NOISE: u32 = 0x12000;
const SHORT_NOISE: u32 = 0x14;

/// What a register says.
pub(super) struct Tone {
    /// Clocks of a step.
    period: u32,
    /// The feedback, if it is noise.
    noise: Option<u32>,
    wave: [u8; 16],
    /// Amplitudes left and right by step value.
    levels: [[i32; 2]; 16],
}

impl Tone {
    /// Reads a register and its stereo volumes.
    pub(super) fn new(register: &[u8; REGISTER_SIZE], stereo: u8) -> Tone {
        let [low, high, wave @ ..] = *register;
        let frequency = i32::from(low) | i32::from(high & 15) << 8;
        let volume = i32::from(high >> 4);
        let noise = match wave {
            [0, ..] if wave == [0; 16] => Some(LONG_NOISE),
            [0xff, ..] if wave == [0xff; 16] => Some(SHORT_NOISE),
            _ => None,
        };
        let stepping = if noise.is_some() {
            frequency
        } else {
            frequency * 2
        };
        let period = match stepping {
            0 => PERIODS.1,
            stepping => (SLOWEST / stepping - 1).clamp(PERIODS.0, PERIODS.1),
        };
        let sides = [i32::from(stereo & 15), i32::from(stereo >> 4)];
        // Rounded down after each factor: the loudness that carts know.
        let level =
            |value: i32, side: i32| value * LOUDEST / 15 * side / 15 * volume / 15 / SOURCES;
        Tone {
            period: period as u32,
            noise,
            wave,
            levels: std::array::from_fn(|value| sides.map(|side| level(value as i32, side))),
        }
    }
}

/// Where a channel is in its wave.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Oscillator {
    /// Clocks of the coming tick before its first step.
    wait: u32,
    /// Step of the wave, or shift register of the noise: one as in TIC-80,
    /// where each begins with what the other left.
    phase: u32,
    /// Amplitude left and right.
    level: [i32; 2],
}

imaged!(Oscillator { wait, phase, level });

impl Oscillator {
    /// Plays a tone for a tick.
    pub(super) fn run(&mut self, tone: &Tone, mixer: &mut Mixer) {
        let mut clock = self.wait;
        if let Some(feedback) = tone.noise {
            // A shift register of 0 would stay so.
            let mut register = self.phase.max(1);
            while clock < TICK_CLOCKS {
                let bit = register & 1;
                self.change(clock, tone.levels[bit as usize * 15], mixer);
                register = (register >> 1) ^ (bit * feedback);
                clock += tone.period;
            }
            self.phase = register;
        } else {
            let mut step = self.phase % WAVE_STEPS;
            while clock < TICK_CLOCKS {
                let pair = tone.wave[step as usize / 2];
                let value = pair >> (step % 2 * 4) & 15;
                self.change(clock, tone.levels[value as usize], mixer);
                step = (step + 1) % WAVE_STEPS;
                clock += tone.period;
            }
            self.phase = step;
        }
        self.wait = clock - TICK_CLOCKS;
    }

    #[inline]
    fn change(&mut self, clock: u32, level: [i32; 2], mixer: &mut Mixer) {
        if level != self.level {
            mixer.step(clock, [level[0] - self.level[0], level[1] - self.level[1]]);
            self.level = level;
        }
    }
}
