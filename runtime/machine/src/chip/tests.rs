//! The sound of registers that are written by hand, measured.
#![allow(
    clippy::disallowed_methods,
    reason = "spectra are measured, not played; the last bits do not matter"
)]

use crate::{Input, Machine, Size};

/// A square wave; the low nibble is the earlier step.
const SQUARE: [u8; 16] = [
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0,
];
const RAMP: [u8; 16] = [
    0x00, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff,
];

fn machine() -> Machine {
    Machine::new(Size::default(), Vec::new())
}

/// Writes a register.
fn poke(machine: &mut Machine, channel: i32, frequency: i32, volume: i32, wave: [u8; 16]) {
    let at = 0x0FF9C + channel * 18;
    machine.poke(at, frequency & 255, 8);
    machine.poke(at + 1, frequency >> 8 | volume << 4, 8);
    for (index, byte) in wave.into_iter().enumerate() {
        machine.poke(at + 2 + index as i32, i32::from(byte), 8);
    }
}

/// Ticks with the same registers, rendered after each; the first tick's sound
/// is that of its own registers.
fn render(
    machine: &mut Machine,
    rate: u32,
    ticks: usize,
    mut write: impl FnMut(&mut Machine),
) -> Vec<i16> {
    let mut sound = Vec::new();
    for _ in 0..ticks {
        machine.begin_tick(&Input::default());
        write(machine);
        machine.end_tick();
        machine.render(rate, &mut sound);
    }
    sound
}

fn side(sound: &[i16], side: usize) -> Vec<f64> {
    sound
        .iter()
        .skip(side)
        .step_by(2)
        .map(|&sample| f64::from(sample))
        .collect()
}

fn rms(samples: &[f64]) -> f64 {
    (samples.iter().map(|sample| sample * sample).sum::<f64>() / samples.len() as f64).sqrt()
}

/// Amplitudes of all frequencies up to half the rate, one a `rate / length`
/// Hz, under a window whose side lobes are 92 dB down.
fn spectrum(samples: &[f64]) -> Vec<f64> {
    let length = samples.len();
    let windowed: Vec<f64> = samples
        .iter()
        .enumerate()
        .map(|(index, sample)| {
            let turn = std::f64::consts::TAU * index as f64 / length as f64;
            sample
                * (0.35875 - 0.48829 * turn.cos() + 0.14128 * (2.0 * turn).cos()
                    - 0.01168 * (3.0 * turn).cos())
        })
        .collect();
    (0..length / 2)
        .map(|line| {
            let turn = std::f64::consts::TAU * line as f64 / length as f64;
            let double = 2.0 * turn.cos();
            let (mut last, mut before) = (0.0, 0.0);
            for sample in &windowed {
                (last, before) = (sample + double * last - before, last);
            }
            (last * last + before * before - double * last * before)
                .max(0.0)
                .sqrt()
        })
        .collect()
}

fn strongest(spectrum: &[f64]) -> usize {
    (3..spectrum.len())
        .max_by(|&a, &b| spectrum[a].total_cmp(&spectrum[b]))
        .unwrap()
}

/// The frequency that is heard for a register's.
fn heard(frequency: i32) -> f64 {
    let mut machine = machine();
    let sound = render(&mut machine, 48_000, 20, |machine| {
        poke(machine, 0, frequency, 15, SQUARE);
    });
    let samples = &side(&sound, 0)[8000..];
    strongest(&spectrum(samples)) as f64 * 48_000.0 / samples.len() as f64
}

#[test]
fn a_step_is_whole_clocks_long() {
    for (frequency, expected) in [(110, 110.0), (440, 444.1), (2000, 2105.8), (3951, 4351.9)] {
        let heard = heard(frequency);
        assert!((heard - expected).abs() < 4.0, "{frequency}: {heard}");
    }
}

#[test]
fn aliases_of_a_square_of_2_khz_are_60_db_down() {
    let mut machine = machine();
    let sound = render(&mut machine, 48_000, 30, |machine| {
        poke(machine, 0, 2000, 15, SQUARE);
    });
    let spectrum = spectrum(&side(&sound, 0)[8000..]);
    let hertz = 48_000.0 / (spectrum.len() * 2) as f64;
    let strongest = strongest(&spectrum);
    // 31 clocks a step.
    let fundamental = 2_088_960.0 / (32.0 * 31.0);
    let alias = (0..spectrum.len())
        .filter(|&line| {
            let frequency = line as f64 * hertz;
            let from_harmonic = (frequency / fundamental).round() * fundamental - frequency;
            from_harmonic.abs() > 6.0 * hertz && frequency > 6.0 * hertz
        })
        .max_by(|&a, &b| spectrum[a].total_cmp(&spectrum[b]))
        .unwrap();
    let decibels = 20.0 * (spectrum[alias] / spectrum[strongest]).log10();
    assert!(
        decibels < -60.0,
        "{decibels:.1} dB at {}",
        alias as f64 * hertz
    );
    assert!((strongest as f64 * hertz - fundamental).abs() < 3.0);
}

#[test]
fn silence_is_zeros() {
    let mut machine = machine();
    let sound = render(&mut machine, 44_100, 5, |_| {});
    assert_eq!(sound, [0; 735 * 2 * 5]);
}

#[test]
fn a_note_fades_into_silence() {
    let mut machine = machine();
    render(&mut machine, 44_100, 4, |machine| {
        poke(machine, 1, 440, 15, SQUARE);
    });
    machine.silence();
    let mut sound = Vec::new();
    for _ in 0..12 {
        machine.render(44_100, &mut sound);
    }
    assert!(sound.iter().any(|&sample| sample != 0));
    assert!(sound[sound.len() - 200..].iter().all(|&sample| sample == 0));
}

#[test]
fn stereo_nibbles_are_the_volumes_of_the_sides() {
    let mut machine = machine();
    let sound = render(&mut machine, 48_000, 10, |machine| {
        poke(machine, 2, 440, 15, SQUARE);
        machine.poke(0x14002, 0x3c, 8);
    });
    let [left, right] = [0, 1].map(|number| rms(&side(&sound, number)[4000..]));
    assert!((left / right - 4.0).abs() < 0.01, "{left} {right}");
    // 12 fifteenths of a fifth of the range, half above and half below.
    assert!((left / (32_767.0 / 5.0 * 0.8 / 2.0) - 1.0).abs() < 0.05);
}

#[test]
fn the_short_noise_repeats_and_the_long_one_does_not() {
    let repeats = |wave| {
        let mut machine = machine();
        let sound = render(&mut machine, 48_000, 60, |machine| {
            poke(machine, 0, 1020, 15, [wave; 16]);
        });
        // 127 clocks a step; the shift register of 5 bits repeats after 31.
        let samples = side(&sound, 0);
        let lag = (31.0_f64 * 127.0 * 48_000.0 / 2_088_960.0).round() as usize;
        let window = 20_000..40_000;
        let products: f64 = window
            .clone()
            .map(|at| samples[at] * samples[at + lag])
            .sum();
        let squares: f64 = window.map(|at| samples[at] * samples[at]).sum();
        products / squares
    };
    assert!(repeats(0xff) > 0.9);
    assert!(repeats(0x00).abs() < 0.2);
}

#[test]
fn the_sample_buffer_sounds() {
    let mut machine = machine();
    let sound = render(&mut machine, 48_000, 20, |machine| {
        for index in 0..128 {
            machine.poke(0x14E24 + index, if index / 8 % 2 == 0 { 255 } else { 0 }, 8);
        }
    });
    let samples = side(&sound, 0);
    assert_eq!(samples, side(&sound, 1));
    let samples = &samples[8000..];
    // 16 values a cycle, 7,680 a second.
    let line = strongest(&spectrum(samples));
    assert!((line as f64 * 48_000.0 / samples.len() as f64 - 480.0).abs() < 4.0);
    assert!((rms(samples) / (32_767.0 / 5.0 / 2.0) - 1.0).abs() < 0.05);
}

#[test]
fn a_constant_fades_within_some_ticks() {
    let mut machine = machine();
    let sound = render(&mut machine, 44_100, 10, |machine| {
        machine.memset(0x14E24, 255, 128);
    });
    let loudness: Vec<f64> = side(&sound, 0).chunks(735).map(rms).collect();
    assert!(loudness[0] > 3000.0 && loudness[9] < 1.0, "{loudness:?}");
    assert!((loudness[3] / loudness[2] - 0.238).abs() < 0.005);
}

#[test]
fn a_note_goes_on_over_ticks() {
    // 651 clocks a step: 83.6 cycles in 50 ticks, where a wave that began anew
    // with each tick would have 100.
    let mut machine = machine();
    let sound = render(&mut machine, 48_000, 60, |machine| {
        poke(machine, 0, 100, 15, SQUARE);
    });
    let rises = side(&sound, 0)[8000..]
        .windows(2)
        .filter(|pair| pair[0] < 0.0 && pair[1] >= 0.0)
        .count();
    assert!((83..=84).contains(&rises), "{rises}");
}

#[test]
fn sixty_ticks_are_a_second_at_any_rate() {
    for rate in [
        8_000, 11_025, 22_050, 44_100, 44_101, 48_000, 96_000, 192_000,
    ] {
        let mut machine = machine();
        let sound = render(&mut machine, rate, 60, |machine| {
            poke(machine, 0, 440, 15, RAMP);
        });
        assert_eq!(sound.len(), rate as usize * 2);
    }
    for (rate, frames) in [(44_100, 735), (48_000, 800)] {
        let mut machine = machine();
        let mut sound = Vec::new();
        for tick in 1..4 {
            machine.render(rate, &mut sound);
            assert_eq!(sound.len(), tick * frames * 2);
        }
    }
}

/// Registers that change all the time, on all channels.
fn busy(machine: &mut Machine, tick: i32) {
    poke(machine, 0, 200 + tick * 13, 15, RAMP);
    poke(machine, 1, 700 - tick * 7, tick % 16, SQUARE);
    poke(machine, 2, 90 + tick, 9, [0; 16]);
    poke(machine, 3, 1500, 12, [0x3b; 16]);
    machine.poke(0x14000 + tick % 4, 0x4f, 8);
    machine.poke(0x14E24 + tick, 200, 8);
}

#[test]
fn a_snapshot_goes_on_in_the_middle_of_a_note() {
    let run = |machine: &mut Machine, from: i32, to: i32| {
        let mut tick = from;
        render(machine, 44_101, (to - from) as usize, |machine| {
            busy(machine, tick);
            tick += 1;
        })
    };
    let mut straight = machine();
    run(&mut straight, 0, 17);
    let mut cloned = straight.clone();
    let mut loaded = machine();
    run(&mut loaded, 40, 43);
    let mut image = Vec::new();
    straight.image(&mut image);
    loaded.load_image(&image);
    let expected = run(&mut straight, 17, 40);
    assert_eq!(run(&mut cloned, 17, 40), expected);
    assert_eq!(run(&mut loaded, 17, 40), expected);
}

#[test]
fn samples_are_the_same_on_every_platform() {
    let mut machine = machine();
    let mut tick = 0;
    let sound = render(&mut machine, 44_100, 60, |machine| {
        busy(machine, tick);
        tick += 1;
    });
    let sum = sound.iter().fold(0_u64, |sum, &sample| {
        sum.rotate_left(5).wrapping_mul(31) ^ u64::from(sample as u16)
    });
    assert_eq!(sum, 0xadc9_0e39_4276_f033);
}

#[test]
fn sources_against_each_other_do_not_wrap() {
    let mut machine = machine();
    let mut tick = 0;
    let sound = render(&mut machine, 48_000, 30, |machine| {
        for channel in 0..4 {
            poke(
                machine,
                channel,
                4095,
                15,
                [if tick % 2 == 0 { 0xf0 } else { 0x0f }; 16],
            );
        }
        let value = if tick % 2 == 0 { 255 } else { 0 };
        machine.memset(0x14E24, value, 128);
        tick += 1;
    });
    // The mean of the waves moves by a fifth with the buffer; all else is
    // beyond hearing.
    let most = sound
        .iter()
        .map(|sample| sample.unsigned_abs())
        .max()
        .unwrap();
    assert!(most < 30_000, "{most}");
}
