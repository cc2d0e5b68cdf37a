//! Adds up changes of amplitude and turns them into frames.
//!
//! Each change is spread over some frames so that it holds nothing above half
//! the sample rate; the running sum of all is the sound. The sum leaks, as
//! TIC-80's does, so that a constant fades to silence.

use super::kernel::{KERNEL, PHASES, SHIFT, TAPS};
use super::{CLOCK, TICK_CLOCKS, TICKS};
use crate::image::imaged;

/// The sample rates that are possible, in Hz.
const RATES: (u32, u32) = (1_000, 768_000);
/// Frames beyond a tick that its changes reach.
const TAIL: usize = TAPS + 1;
/// Bits of a frame's position behind the point.
const FRACTION: u32 = 16;
/// Turns clocks times rate into a position: 2 to the 48 by the clock.
const TO_POSITION: u64 = (1 << (FRACTION + 32)) / CLOCK as u64;
/// The rate at which a frame leaks a 512th.
const LEAK_RATE: u64 = 44_100;
const LEAK_PART: u64 = 512;
/// Bits behind the point of an amplitude: those of the kernel, and some more
/// for what leaks.
const LEVEL_SHIFT: u32 = SHIFT + 16;

/// Changes of amplitude as impulses, a number a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Mixer {
    rate: u32,
    /// Where in its first frame the tick begins, in 60ths.
    offset: u32,
    /// What changes of earlier ticks add: on both sides, left, right.
    tails: [[i32; TAIL]; 3],
    /// The sums, left and right.
    levels: [i64; 2],
    /// The tick that is being made; nothing between two ticks.
    frames: [Vec<i32>; 3],
}

imaged!(Mixer { rate, offset, tails, levels } { frames });

impl Mixer {
    /// Begins a tick.
    pub(super) fn begin(&mut self, rate: u32) {
        let rate = rate.clamp(RATES.0, RATES.1);
        if rate != self.rate {
            self.rate = rate;
            self.offset = 0;
        }
        let length = self.length();
        for (frames, tail) in self.frames.iter_mut().zip(&self.tails) {
            frames.clear();
            frames.extend_from_slice(tail);
            frames.resize(length + TAIL, 0);
        }
    }

    /// Changes the amplitude at a clock of the tick, left and right.
    #[inline]
    pub(super) fn step(&mut self, clock: u32, [left, right]: [i32; 2]) {
        let clocks = u64::from(self.offset) * u64::from(TICK_CLOCKS)
            + u64::from(clock) * u64::from(self.rate);
        let position = (clocks * TO_POSITION) >> 32;
        let frame = (position >> FRACTION) as usize;
        let kernel = &KERNEL[(position >> (FRACTION - PHASES.ilog2())) as usize % PHASES];
        let [both, left_only, right_only] = &mut self.frames;
        if left == right {
            spread(both, frame, kernel, left);
        } else {
            spread(left_only, frame, kernel, left);
            spread(right_only, frame, kernel, right);
        }
    }

    /// Ends the tick and appends its frames.
    pub(super) fn end(&mut self, output: &mut Vec<i16>) {
        let length = self.length();
        let leak = ((LEAK_RATE << 32) / (LEAK_PART * u64::from(self.rate))) as i64;
        let [both, left, right] = &self.frames;
        let [mut left_level, mut right_level] = self.levels;
        output.reserve(length * 2);
        output.extend(
            both[..length]
                .iter()
                .zip(&left[..length])
                .zip(&right[..length])
                .flat_map(|((&both, &left), &right)| {
                    [
                        next(&mut left_level, both, left, leak),
                        next(&mut right_level, both, right, leak),
                    ]
                }),
        );
        self.levels = [left_level, right_level];
        for (tail, frames) in self.tails.iter_mut().zip(&self.frames) {
            tail.copy_from_slice(&frames[length..]);
        }
        self.offset = (self.offset + self.rate) % TICKS;
    }

    /// Frames of this tick.
    fn length(&self) -> usize {
        ((self.offset + self.rate) / TICKS) as usize
    }
}

/// Adds a change, spread over the frames from one on. The sums fit: amplitudes
/// are within 16 bits, and the rises and falls of the kernel within 17.
#[inline]
fn spread(frames: &mut [i32], first: usize, kernel: &[i16; TAPS], change: i32) {
    // 16 bits by 16 bits is what processors multiply eight at a time.
    let change = change as i16;
    let frames = &mut frames[first..first + TAPS];
    for (frame, &tap) in frames.iter_mut().zip(kernel) {
        *frame += i32::from(tap) * i32::from(change);
    }
}

/// Adds an impulse to a side's sum; returns what sounds, and lets it leak.
#[inline]
fn next(level: &mut i64, both: i32, side: i32, leak: i64) -> i16 {
    *level += (i64::from(both) + i64::from(side)) << (LEVEL_SHIFT - SHIFT);
    let sound = (*level + (1 << (LEVEL_SHIFT - 1))) >> LEVEL_SHIFT;
    *level -= ((*level >> 24) * leak) >> 8;
    sound.clamp(i64::from(i16::MIN), i64::from(i16::MAX)) as i16
}
