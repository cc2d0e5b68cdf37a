//! Lengths and places of files against what decoding all of them gives.

use std::sync::Arc;

use console::conductor::SongTime;
use console::{SongOptions, Songs};

use super::super::decoder::Frame;
use super::super::file::SoundFile;
use super::super::player::Player;
use super::{LOOP, mixed, ramp, saw, wav};

const SINE_FLAC: &[u8] = include_bytes!("../../../../../tests/songs/sine.flac");
const SINE_OGG: &[u8] = include_bytes!("../../../../../tests/songs/sine.ogg");
const SINE_MP3: &[u8] = include_bytes!("../../../../../tests/songs/sine.mp3");
pub(super) const PLUCKS_FLAC: &[u8] = include_bytes!("../../../../../tests/songs/plucks.flac");
pub(super) const PLUCKS_OGG: &[u8] = include_bytes!("../../../../../tests/songs/plucks.ogg");
pub(super) const PLUCKS_MP3: &[u8] = include_bytes!("../../../../../tests/songs/plucks.mp3");

/// The same without the first MP3 frame, which has no sound, but says how much
/// padding there is.
fn without_tag(mp3: &[u8]) -> &[u8] {
    let mut starts = mp3.windows(4).enumerate().skip(1);
    let same = starts.find(|(_, bytes)| bytes[..2] == mp3[..2]);
    &mp3[same.expect("there is a second frame").0..]
}

/// The same without the count of frames in its head.
fn without_length(flac: &[u8]) -> Vec<u8> {
    let mut flac = flac.to_vec();
    flac[21] &= 0xf0;
    flac[22..26].fill(0);
    flac
}

/// All frames of a file.
fn all(file: &SoundFile) -> Vec<Frame> {
    let mut decoding = file.decode_from(0).expect("it can be decoded");
    std::iter::from_fn(|| decoding.frame()).collect()
}

#[test]
fn the_length_is_known_before_anything_is_decoded() {
    let stereo = wav(44_100, &ramp(1000));
    // Ogg and MP3 files decode to more, of which the end is padding.
    for (name, bytes, length, padding) in [
        ("sine.flac", SINE_FLAC, 4400, 0),
        ("sine.ogg", SINE_OGG, 4400, 80),
        ("sine.mp3", SINE_MP3, 4400, 255),
        ("plucks.flac", PLUCKS_FLAC, 45_001, 0),
        ("plucks.ogg", PLUCKS_OGG, 87_001, 0),
        ("plucks.mp3", PLUCKS_MP3, 88_704, 0),
        ("sine.mp3 without a tag", without_tag(SINE_MP3), 5760, 0),
        ("wav", &stereo, 1000, 0),
        ("a wav that was cut", &stereo[..444], 100, 0),
    ] {
        let file = SoundFile::open(&bytes.into()).expect(name);
        assert_eq!(file.length, Some(length), "{name}");
        let decoded = all(&file).len() as u64;
        assert!(decoded >= length, "{name}: {decoded}");
        if padding == 0 && !name.contains("cut") {
            assert_eq!(decoded, length, "{name}");
        }
    }
}

#[test]
fn decoding_from_a_frame_gives_what_decoding_all_gives() {
    for (name, bytes) in [
        ("sine.ogg", SINE_OGG),
        ("sine.mp3", SINE_MP3),
        ("plucks.flac", PLUCKS_FLAC),
        ("plucks.ogg", PLUCKS_OGG),
        ("plucks.mp3", PLUCKS_MP3),
        ("wav", &wav(44_100, &saw(60_000))),
    ] {
        let file = SoundFile::open(&bytes.into()).expect(name);
        let all = all(&file);
        let even = (0..all.len()).step_by(all.len() / 23);
        for from in even.chain([1, 1151, 1152, 1153, all.len() - 1]) {
            let mut decoding = file.decode_from(from as u64).expect(name);
            let frames: Vec<_> = std::iter::from_fn(|| decoding.frame()).collect();
            assert!(frames == all[from..], "{name} from {from}");
        }
        let mut behind = file.decode_from(all.len() as u64).expect(name);
        assert_eq!(behind.frame(), None, "{name}");
    }
}

/// The loop points of a file, in its frames.
fn points(bytes: &Arc<[u8]>, rate: i64, options: SongOptions) -> Option<(i64, i64)> {
    let mut player = Player::default();
    player.play("song", bytes, options).expect("it is a song");
    let frame = |time: SongTime| time.0 * rate / console::conductor::FLICKS_A_SECOND;
    player
        .loop_points()
        .map(|(from, to)| (frame(from), frame(to)))
}

#[test]
fn loop_points_are_right_or_none() {
    let song = wav(44_100, &ramp(1000));
    let region = |from: i64, to: i64| SongOptions {
        region: Some((SongTime(from), SongTime(to))),
        ..LOOP
    };
    for (options, expected) in [
        (SongOptions::default(), None),
        (LOOP, Some((0, 1000))),
        (
            region(100 * 16_000 + 7999, 300 * 16_000 - 8000),
            Some((100, 300)),
        ),
        (region(100 * 16_000, 5000 * 16_000), Some((100, 1000))),
        (region(2000 * 16_000, 5000 * 16_000), Some((0, 1000))),
    ] {
        assert_eq!(points(&song, 44_100, options), expected, "{options:?}");
    }
    let untold = without_length(PLUCKS_FLAC).into();
    assert_eq!(points(&untold, 8_000, LOOP), None);
    let part = region(88_200 * 10, 88_200 * 20);
    assert_eq!(points(&untold, 8_000, part), Some((10, 20)));
}

#[test]
fn a_file_that_does_not_tell_its_length_ends_and_repeats_all_the_same() {
    let heard = |bytes: &[u8], options| {
        let mut player = Player::default();
        player
            .play("song", &bytes.into(), options)
            .expect("it is a song");
        let heard = mixed(&mut player, 8_000, 400);
        (heard, player.position(), player.is_playing())
    };
    let untold = without_length(PLUCKS_FLAC);
    let late = SongOptions {
        start: SongTime::of_frame(100_000, 8_000),
        ..LOOP
    };
    for options in [SongOptions::default(), LOOP, late] {
        assert!(heard(&untold, options) == heard(PLUCKS_FLAC, options));
    }
}

#[test]
fn what_a_damaged_file_lacks_is_silent() {
    let cut = &PLUCKS_FLAC[..PLUCKS_FLAC.len() * 3 / 4];
    let mut player = Player::default();
    player
        .play("song", &cut.into(), LOOP)
        .expect("it has some sound");
    assert_eq!(player.length(), Some(SongTime::of_frame(45_001, 8_000)));
    // Two ticks of 133 and one of 134 frames, as a device has them.
    let mut heard = Vec::new();
    for count in [133, 133, 134].into_iter().cycle().take(700) {
        let mut tick = vec![0; count * 2];
        player.mix(8_000, &mut tick);
        heard.extend(tick.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    }
    assert_eq!(heard[44_000..45_001], [[0; 2]; 1001]);
    assert_eq!(heard[..40_000], heard[45_001..85_001]);
}
