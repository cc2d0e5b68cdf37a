//! Beginning somewhere, holding, seeking, and going back to a moment: compared
//! with a player to which nothing of that happened.

use std::sync::Arc;

use console::conductor::{FLICKS_A_TICK, SongTime};
use console::{SongFiles, SongOptions, SongState, Songs, Unplayable};

use super::super::player::Player;
use super::files::{PLUCKS_FLAC, PLUCKS_MP3, PLUCKS_OGG};
use super::{LOOP, mixed, ramp, saw, wav};

/// A player that plays a file.
fn playing(file: &Arc<[u8]>, options: SongOptions) -> Player {
    let mut player = Player::default();
    player.play("song", file, options).expect("it is a song");
    player
}

#[test]
fn a_delay_is_silence_to_the_frame_of_the_device() {
    let song = ramp(1000);
    let delayed = |frames, rate| SongOptions {
        delay: SongTime::of_frame(frames, rate),
        ..SongOptions::default()
    };
    let mut player = playing(&wav(44_100, &song), delayed(1000, 44_100));
    assert_eq!(player.time(), SongTime(-16_000_000));
    let heard = mixed(&mut player, 44_100, 1);
    assert_eq!(heard, [[0; 2]; 735]);
    assert_eq!((player.position(), player.is_playing()), (0, true));
    let heard = mixed(&mut player, 44_100, 3);
    assert_eq!(heard[..265], [[0; 2]; 265]);
    assert_eq!(heard[265..1265], song);
    assert_eq!(heard[1265..], [[0; 2]; 735 * 3 - 1265]);
    assert_eq!((player.position(), player.is_playing()), (1000, false));
    // At another rate it sounds as without a delay, so many frames later.
    let file = wav(44_100, &saw(20_000));
    let plain = mixed(&mut playing(&file, LOOP), 48_000, 10);
    let delay = delayed(1, 48_000).delay;
    let shifted = SongOptions { delay, ..LOOP };
    let heard = mixed(&mut playing(&file, shifted), 48_000, 10);
    assert_eq!(heard[0], [0; 2]);
    assert_eq!(heard[1..], plain[..7999]);
}

#[test]
fn a_song_begins_where_it_is_told_and_repeats_its_region() {
    // Regions that are kept, and longer ones.
    for (from, to) in [(500, 501), (500, 900), (500, 70_000)] {
        let song = saw(80_000);
        let frame = |frame: usize| SongTime::of_frame(frame as i64, 48_000);
        let unrolled = song[..to].iter().chain(song[from..to].iter().cycle());
        for start in [0, 300, from, to - 1, to, to + 1, 3 * to + 5] {
            let options = SongOptions {
                start: frame(start),
                region: Some((frame(from), frame(to))),
                ..LOOP
            };
            let mut player = playing(&wav(48_000, &song), options);
            assert_eq!(player.time(), frame(start));
            let heard = mixed(&mut player, 48_000, 200);
            let wanted = unrolled.clone().skip(start);
            assert!(heard.iter().zip(wanted).all(|(a, b)| a == b));
        }
    }
    let late = SongOptions {
        start: SongTime::of_frame(600, 48_000),
        ..SongOptions::default()
    };
    let song = ramp(1000);
    let mut player = playing(&wav(48_000, &song), late);
    let heard = mixed(&mut player, 48_000, 2);
    assert_eq!(heard[..400], song[600..]);
    assert_eq!(heard[400..], [[0; 2]; 1200]);
    assert_eq!(player.time(), SongTime::of_frame(1000, 48_000));
    assert!(!player.is_playing());
}

#[test]
fn a_song_that_is_held_goes_on_where_it_was() {
    for rate in [44_100, 48_000] {
        let tick = rate as usize / 60;
        let file: Arc<[u8]> = PLUCKS_OGG.into();
        let plain = mixed(&mut playing(&file, LOOP), rate, 60);
        let mut player = playing(&file, LOOP);
        assert_eq!(mixed(&mut player, rate, 20), plain[..20 * tick]);
        let time = player.time();
        player.pause();
        let fading = mixed(&mut player, rate, 1);
        for (at, (heard, plain)) in fading.iter().zip(&plain[20 * tick..]).enumerate() {
            let gain = 1.0 - (at + 1) as f64 / tick as f64;
            let wanted = f64::from(plain[0]) * gain;
            assert!((f64::from(heard[0]) - wanted).abs() <= 1.0);
        }
        assert_eq!(mixed(&mut player, rate, 3), vec![[0; 2]; 3 * tick]);
        assert_eq!(player.time(), time);
        assert!(player.is_paused() && player.is_playing());
        player.resume();
        let rising = mixed(&mut player, rate, 1);
        for (at, (heard, plain)) in rising.iter().zip(&plain[20 * tick..]).enumerate() {
            let gain = (at + 1) as f64 / tick as f64;
            let wanted = f64::from(plain[0]) * gain;
            assert!((f64::from(heard[0]) - wanted).abs() <= 1.0);
        }
        assert_eq!(mixed(&mut player, rate, 39), plain[21 * tick..]);
        assert!(!player.is_paused());
    }
}

#[test]
fn a_seek_is_exact_to_the_frame_whatever_played_before() {
    let files = [PLUCKS_OGG, PLUCKS_MP3, PLUCKS_FLAC].map(Arc::<[u8]>::from);
    for file in &files {
        let plain = mixed(&mut playing(file, LOOP), 48_000, 720);
        let mut player = playing(file, LOOP);
        // Every third tick begins with a frame of the file.
        for tick in [300, 3, 699, 0, 450] {
            mixed(&mut player, 48_000, 3);
            player.seek(SongTime::of_tick(tick as i64));
            assert_eq!(player.time(), SongTime::of_tick(tick as i64));
            mixed(&mut player, 48_000, 1);
            let heard = mixed(&mut player, 48_000, 5);
            assert!(heard == plain[(tick + 1) * 800..(tick + 6) * 800]);
        }
        // Before its start there is a count-in.
        player.stop();
        mixed(&mut player, 48_000, 1);
        player.seek(SongTime::ZERO);
        assert!(!player.is_playing(), "there is nothing to seek in");
        player.play("song", file, LOOP).expect("it is a song");
        player.seek(SongTime(-FLICKS_A_TICK));
        assert_eq!(mixed(&mut player, 48_000, 1), [[0; 2]; 800]);
        assert_eq!(mixed(&mut player, 48_000, 5), plain[..4000]);
    }
}

/// What is done before a tick.
type Step = fn(&mut Player, &SongFiles);

/// Files for the tests below.
fn files() -> SongFiles {
    [
        ("a.ogg", PLUCKS_OGG.into()),
        ("b.mp3", PLUCKS_MP3.into()),
        ("c.flac", PLUCKS_FLAC.into()),
        ("d.wav", wav(22_050, &ramp(3_000))),
        ("e.wav", wav(44_100, &saw(30_000))),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes))
    .into()
}

/// Plays one of the files.
fn play(player: &mut Player, files: &SongFiles, name: &str, options: SongOptions) {
    player.play(name, &files[name], options).expect(name);
}

/// All that can happen to songs, by the tick before which it happens.
const STEPS: [(usize, Step); 14] = [
    (0, |player, files| {
        let options = SongOptions {
            delay: SongTime(3 * FLICKS_A_TICK / 2),
            start: SongTime::of_tick(300),
            volume: 0.7,
            ..LOOP
        };
        play(player, files, "a.ogg", options);
    }),
    (6, |player, _| player.set_volume(0.3)),
    (9, |player, _| player.pause()),
    (12, |player, _| player.resume()),
    (15, |player, _| player.seek(SongTime::of_tick(650))),
    (18, |player, files| {
        let region = (SongTime::of_tick(10), SongTime::of_tick(500));
        let start = SongTime::of_tick(490);
        let options = SongOptions {
            start,
            region: Some(region),
            ..LOOP
        };
        play(player, files, "b.mp3", options);
    }),
    (32, |player, _| player.pause()),
    (33, |player, _| player.seek(SongTime::of_tick(700))),
    (35, |player, _| player.resume()),
    (38, |player, files| {
        let start = SongTime::of_tick(320);
        let options = SongOptions {
            start,
            ..SongOptions::default()
        };
        play(player, files, "c.flac", options);
    }),
    (60, |player, files| {
        player.set_volume(1.0);
        play(player, files, "d.wav", LOOP);
    }),
    (80, |player, files| {
        play(player, files, "e.wav", SongOptions::default());
    }),
    (85, |player, _| player.stop()),
    (88, |player, files| play(player, files, "e.wav", LOOP)),
];

/// A tick, with what happens before it: its sound.
fn step(player: &mut Player, files: &SongFiles, tick: usize, rate: u32) -> Vec<i16> {
    for (at, happens) in STEPS {
        if at == tick {
            happens(player, files);
        }
    }
    let mut frames = vec![0; rate as usize / 60 * 2];
    player.mix(rate, &mut frames);
    frames
}

#[test]
fn after_going_back_all_sounds_bit_for_bit_as_before() {
    let files = files();
    for rate in [44_100, 48_000] {
        let mut player = Player::default();
        let mut states = Vec::new();
        let mut heard = Vec::new();
        for tick in 0..100 {
            states.push((player.state(), player.time(), player.is_playing()));
            heard.push(step(&mut player, &files, tick, rate));
        }
        // Backward in the same player, as rewinding does, and in new ones.
        let mut again = Player::default();
        for (at, (state, time, plays)) in states.iter().enumerate().rev() {
            for player in [&mut player, &mut again, &mut Player::default()] {
                player.restore(state, &files).expect("the files are there");
                assert_eq!(&player.state(), state);
                assert_eq!(
                    (player.time(), player.is_playing()),
                    (*time, *plays),
                    "{at}"
                );
                for (tick, then) in heard.iter().enumerate().skip(at).take(4) {
                    let now = step(player, &files, tick, rate);
                    assert!(now == *then, "{rate} Hz, from {at}: {tick}");
                }
            }
        }
    }
}

#[test]
fn ticks_that_nobody_heard_leave_no_trace_in_those_that_follow() {
    let files = files();
    for rate in [44_100, 48_000] {
        let mut player = Player::default();
        let mut half = Player::default();
        for tick in 0..100 {
            let heard = step(&mut player, &files, tick, rate);
            if tick % 20 < 7 {
                for (at, happens) in STEPS {
                    if at == tick {
                        happens(&mut half, &files);
                    }
                }
                half.pass();
            } else {
                assert!(step(&mut half, &files, tick, rate) == heard, "{tick}");
            }
            assert_eq!(half.time(), player.time(), "{tick}");
            assert_eq!(half.is_playing(), player.is_playing(), "{tick}");
        }
    }
}

#[test]
fn going_back_to_a_file_that_is_gone_leaves_silence() {
    let mut files = files();
    let mut player = Player::default();
    play(&mut player, &files, "e.wav", LOOP);
    mixed(&mut player, 44_100, 3);
    let state = player.state();
    files.remove("e.wav");
    assert_eq!(player.restore(&state, &files), Err(Unplayable));
    assert!(!player.is_playing());
    assert_eq!(mixed(&mut player, 44_100, 1), [[0; 2]; 735]);
    assert_eq!(player.restore(&SongState::default(), &files), Ok(()));
}
