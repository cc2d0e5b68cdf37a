//! Songs sample by sample: exact where no rate changes, and how exact where one
//! does.

mod files;
mod places;
mod rewound;

use std::sync::Arc;

use console::conductor::SongTime;
use console::{SongOptions, Songs, Unplayable};

use super::kernel::Kernel;
use super::player::Player;

/// A WAV file of 16 bits and two channels.
fn wav(rate: u32, frames: &[[i16; 2]]) -> Arc<[u8]> {
    let length = frames.len() as u32 * 4;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x02\0");
    bytes.extend(rate.to_le_bytes());
    bytes.extend((rate * 4).to_le_bytes());
    bytes.extend(b"\x04\0\x10\0data");
    bytes.extend(length.to_le_bytes());
    bytes.extend(frames.iter().flatten().flat_map(|s| s.to_le_bytes()));
    bytes.into()
}

/// Frames that are all different.
fn ramp(count: usize) -> Vec<[i16; 2]> {
    (0..count as i16)
        .map(|n| [n * 7 - 9000, 8000 - n * 5])
        .collect()
}

/// Any number of frames.
fn saw(count: usize) -> Vec<[i16; 2]> {
    (0..count).map(|n| [n as i16, !n as i16]).collect()
}

/// What the player adds to silence in a number of ticks.
fn mixed(player: &mut Player, rate: u32, ticks: usize) -> Vec<[i16; 2]> {
    let mut frames = Vec::new();
    for _ in 0..ticks {
        let mut tick = vec![0; rate as usize / 60 * 2];
        player.mix(rate, &mut tick);
        frames.extend(tick.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    }
    frames
}

const LOOP: SongOptions = SongOptions {
    repeats: true,
    volume: 1.0,
    delay: SongTime::ZERO,
    start: SongTime::ZERO,
    region: None,
};

#[test]
fn a_song_at_the_output_rate_is_given_sample_by_sample() {
    let song = ramp(1000);
    let mut player = Player::default();
    player
        .play("song", &wav(44_100, &song), SongOptions::default())
        .expect("it is a song");
    assert_eq!((player.position(), player.is_playing()), (0, true));
    let heard = mixed(&mut player, 44_100, 3);
    assert_eq!(heard[..1000], song);
    assert_eq!(heard[1000..], [[0; 2]; 735 * 3 - 1000]);
    assert_eq!((player.position(), player.is_playing()), (1000, false));
}

#[test]
fn a_song_that_repeats_has_no_seam() {
    let song = ramp(1111);
    let mut player = Player::default();
    player
        .play("song", &wav(48_000, &song), LOOP)
        .expect("it is a song");
    let heard = mixed(&mut player, 48_000, 50);
    assert!(heard.iter().zip(song.iter().cycle()).all(|(a, b)| a == b));
    assert_eq!((player.position(), player.is_playing()), (50 * 735, true));
    // Songs of one frame, just short enough to be kept, and longer.
    for length in [1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 100_003] {
        let song = saw(length);
        player
            .play("song", &wav(48_000, &song), LOOP)
            .expect("it is a song");
        let heard = mixed(&mut player, 48_000, 300);
        let as_written = heard[800..]
            .iter()
            .zip(song.iter().cycle().skip(800))
            .all(|(a, b)| a == b);
        assert!(as_written, "{length}");
    }
}

#[test]
fn position_and_end_do_not_depend_on_who_listens() {
    let song = ramp(5000);
    let seen = |rate: Option<u32>| {
        let mut player = Player::default();
        player
            .play("song", &wav(22_050, &song), SongOptions::default())
            .expect("it is a song");
        let tick = |_| {
            match rate {
                Some(rate) => player.mix(rate, &mut vec![0; rate as usize / 60 * 2]),
                None => player.pass(),
            }
            (player.position(), player.is_playing())
        };
        (0..20).map(tick).collect::<Vec<_>>()
    };
    let silent = seen(None);
    assert_eq!(silent[12..14], [(13 * 735, true), (10_000, false)]);
    for rate in [22_050, 44_100, 48_000, 8_000] {
        assert_eq!(seen(Some(rate)), silent, "{rate}");
    }
}

#[test]
fn what_stops_fades_out_within_a_tick_beside_what_begins() {
    let mut player = Player::default();
    player
        .play("song", &wav(44_100, &[[10_000; 2]; 735]), LOOP)
        .expect("it is a song");
    mixed(&mut player, 44_100, 2);
    player.stop();
    assert_eq!((player.position(), player.is_playing()), (2 * 735, false));
    let fading = mixed(&mut player, 44_100, 2);
    assert!(fading[..735].is_sorted_by(|a, b| a[0] >= b[0] && a[0] - b[0] <= 14));
    assert!(fading[0][0] > 9_980);
    assert_eq!(fading[734..], [[0; 2]; 736]);

    player
        .play("song", &wav(44_100, &[[10_000; 2]; 735]), LOOP)
        .expect("it is a song");
    mixed(&mut player, 44_100, 2);
    player
        .play("song", &wav(44_100, &[[1_000; 2]; 735]), LOOP)
        .expect("it is a song");
    let crossed = mixed(&mut player, 44_100, 2);
    assert!(crossed[0][0] > 10_980);
    assert_eq!(crossed[734..], [[1_000; 2]; 736]);
}

#[test]
fn volumes_are_multiplied_and_reached_without_a_step() {
    let mut player = Player::default();
    let quiet = SongOptions {
        volume: 0.5,
        ..LOOP
    };
    player.set_volume(0.5);
    player
        .play("song", &wav(44_100, &[[8_000; 2]; 735]), quiet)
        .expect("it is a song");
    assert_eq!(mixed(&mut player, 44_100, 1), [[2_000; 2]; 735]);
    player.set_volume(1.0);
    let rising = mixed(&mut player, 44_100, 2);
    assert!(rising[..735].is_sorted_by(|a, b| a[0] <= b[0] && b[0] - a[0] <= 4));
    assert_eq!(rising[734..], [[4_000; 2]; 736]);
}

#[test]
fn what_is_mixed_does_not_wrap_around() {
    let mut player = Player::default();
    player
        .play("song", &wav(44_100, &[[30_000, -30_000]; 735]), LOOP)
        .expect("it is a song");
    let mut tick = [[20_000, -20_000]; 735].concat();
    player.mix(44_100, &mut tick);
    assert_eq!(tick, [[i16::MAX, i16::MIN]; 735].concat());
}

#[test]
fn damage_is_refused_and_what_plays_goes_on() {
    let song = wav(44_100, &ramp(1000));
    let mut player = Player::default();
    player.play("song", &song, LOOP).expect("it is a song");
    mixed(&mut player, 44_100, 1);
    let files: [&[u8]; 8] = [
        b"",
        b"hello",
        b"OggS",
        b"fLaC\0\0\0\x22",
        b"RIFF\0\0\0\0WAVE",
        b"ID3\x04",
        &[0xff; 2000],
        &song[..44],
    ];
    for file in files {
        assert_eq!(
            player.play("song", &file.into(), LOOP),
            Err(Unplayable),
            "{file:?}"
        );
    }
    assert!(player.is_playing());
    assert_eq!(player.position(), 735);
    // A file that ends too early plays as far as it goes.
    let cut = song[..444].into();
    player
        .play("song", &cut, SongOptions::default())
        .expect("it has some sound");
    let heard = mixed(&mut player, 44_100, 3);
    assert_eq!(heard[735..], [[0; 2]; 1470]);
}

/// The signal at a frequency and everything else, in decibels of full scale.
fn levels(samples: &[f64], cycles_a_sample: f64) -> (f64, f64) {
    let turn = std::f64::consts::TAU * cycles_a_sample;
    let count = samples.len() as f64;
    let at = |n: usize| turn * n as f64;
    let sums = samples
        .iter()
        .enumerate()
        .fold((0.0, 0.0), |(c, s), (n, x)| {
            (c + x * at(n).cos(), s + x * at(n).sin())
        });
    let (c, s) = (sums.0 * 2.0 / count, sums.1 * 2.0 / count);
    let rest: f64 = samples
        .iter()
        .enumerate()
        .map(|(n, x)| (x - c * at(n).cos() - s * at(n).sin()).powi(2))
        .sum();
    let decibels = |power: f64| 10.0 * power.max(1e-20).log10();
    (decibels(c * c + s * s), decibels(rest / count * 2.0))
}

#[test]
fn other_rates_are_converted_without_being_heard() {
    for (from, to, hertz) in [
        (44_100, 48_000, 1_000.0),
        (44_100, 48_000, 18_000.0),
        (48_000, 44_100, 18_000.0),
        (22_050, 48_000, 9_000.0),
        (96_000, 48_000, 15_000.0),
    ] {
        let kernel = Kernel::new(from, to);
        let sine = |n: usize| (std::f64::consts::TAU * hertz * n as f64 / f64::from(from)).sin();
        let frames: Vec<[f32; 2]> = (0..from as usize).map(|n| [sine(n) as f32; 2]).collect();
        // A whole number of cycles, so that the levels are exact.
        let heard: Vec<f64> = (0..u64::from(to) / 10)
            .map(|n| {
                let place = n * u64::from(from);
                let start = (place / u64::from(to)) as usize;
                let window = &frames[start..start + kernel.half() * 2];
                f64::from(kernel.frame(window, place % u64::from(to))[0])
            })
            .collect();
        let (signal, rest) = levels(&heard, hertz / f64::from(to));
        assert!(
            signal.abs() < 0.1,
            "{from} to {to}, {hertz} Hz: {signal} dB"
        );
        assert!(rest < -90.0, "{from} to {to}, {hertz} Hz: rest {rest} dB");
    }
    // What the lower rate cannot hold is not folded back.
    let kernel = Kernel::new(96_000, 44_100);
    let frames: Vec<[f32; 2]> = (0..96_000)
        .map(|n| [(std::f64::consts::TAU * 30_000.0 * f64::from(n) / 96_000.0).sin() as f32; 2])
        .collect();
    let loudest = (0..4410_u64).map(|n| {
        let start = (n * 96_000 / 44_100) as usize;
        let window = &frames[start..start + kernel.half() * 2];
        kernel.frame(window, n * 96_000 % 44_100)[0].abs()
    });
    let loudest = loudest.fold(0.0, f32::max);
    assert!(loudest < 3.2e-5, "{loudest}");
}

#[test]
fn a_converted_song_starts_ends_and_repeats_in_time() {
    let mut player = Player::default();
    player
        .play(
            "song",
            &wav(22_050, &[[10_000; 2]; 3675]),
            SongOptions::default(),
        )
        .expect("it is a song");
    let heard = mixed(&mut player, 48_000, 12);
    // A sixth of a second, and the filter's ringing around its ends.
    assert!(
        heard[60..7940]
            .iter()
            .all(|frame| (frame[0] - 10_000).abs() <= 30)
    );
    assert!(heard[8060..].iter().all(|frame| frame[0].abs() <= 30));
    // A constant that repeats has no seam at all.
    player
        .play("song", &wav(22_050, &[[10_000; 2]; 3675]), LOOP)
        .expect("it is a song");
    let heard = mixed(&mut player, 48_000, 120);
    assert!(
        heard[200..]
            .iter()
            .all(|frame| (frame[0] - 10_000).abs() <= 1)
    );
}

/// Frame `n` of the files in `tests/songs`.
fn sine(n: usize) -> [f64; 2] {
    let left = 12_000.0 * (std::f64::consts::TAU * n as f64 / 100.0).sin();
    [left, -left]
}

/// The largest difference between frames and the sine from its start on.
fn off(heard: &[[i16; 2]]) -> f64 {
    let differences = heard.iter().enumerate().flat_map(|(n, frame)| {
        let wanted = sine(n);
        [0, 1].map(|side| (f64::from(frame[side]) - wanted[side]).abs())
    });
    differences.fold(0.0, f64::max)
}

#[test]
fn each_format_has_its_exact_length_and_repeats_without_a_gap() {
    let files: [(&str, &[u8], f64); 3] = [
        (
            "flac",
            include_bytes!("../../../../tests/songs/sine.flac"),
            0.51,
        ),
        (
            "ogg",
            include_bytes!("../../../../tests/songs/sine.ogg"),
            600.0,
        ),
        (
            "mp3",
            include_bytes!("../../../../tests/songs/sine.mp3"),
            600.0,
        ),
    ];
    for (name, file, most) in files {
        let mut player = Player::default();
        player
            .play("song", &file.into(), SongOptions::default())
            .expect(name);
        let once = mixed(&mut player, 44_100, 8);
        assert_eq!(player.position(), 4400, "{name}");
        assert!(off(&once[..4400]) < most, "{name}: {}", off(&once[..4400]));
        assert_eq!(once[4400..], [[0; 2]; 735 * 8 - 4400], "{name}");
        player.play("song", &file.into(), LOOP).expect(name);
        let again = mixed(&mut player, 44_100, 60);
        assert!(off(&again) < most, "{name}: {}", off(&again));
    }
}

#[test]
fn damaged_files_neither_stop_nor_delay_the_game() {
    let files: [&[u8]; 4] = [
        include_bytes!("../../../../tests/songs/sine.flac"),
        include_bytes!("../../../../tests/songs/sine.ogg"),
        include_bytes!("../../../../tests/songs/sine.mp3"),
        &wav(44_100, &ramp(1000)),
    ];
    // Any sequence will do that is the same in every run.
    let mut seed = 12_345_u64;
    let mut below = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % most
    };
    let start = std::time::Instant::now();
    let mut played = 0;
    for n in 0..1200 {
        let mut file = files[n % 4].to_vec();
        for _ in 0..=below(6) {
            // Heads are where damage is worst.
            let most = [200, file.len()][below(2)];
            file[below(most)] = below(256) as u8;
        }
        if below(4) == 0 {
            file.truncate(below(file.len()));
        }
        let mut player = Player::default();
        if player.play("song", &file.into(), LOOP).is_ok() {
            mixed(&mut player, 44_100, 20);
            played += 1;
        }
    }
    assert!((200..1000).contains(&played), "{played}");
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}
