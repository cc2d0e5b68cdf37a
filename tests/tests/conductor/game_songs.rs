//! The songs of Pulse Code as they are recorded: what is struck on a beat is
//! heard when the conductor says that the beat hits, repeats included, and all
//! are about as loud.

use std::path::{Path, PathBuf};

use tests::program;

const RATE: f64 = 44_100.0;
/// Frames of a tick: what a tick begins, the next one sounds.
const TICK: f64 = 735.0;
/// Tempi of the songs, in the order of the depths.
const TEMPI: [f64; 4] = [80.0, 115.0, 122.0, 115.0];
/// Beats that are looked at; the songs repeat within these, after beat 135.
const BEATS: std::ops::Range<i64> = 104..160;

/// What is heard of a song from shortly before these beats on, both sides
/// together, and the song's time at the start of each beat.
fn record(depth: usize) -> (Vec<f64>, Vec<(i64, f64)>) {
    let folder = tests::target().join(format!("tests/conductor/pulse_code_{depth}"));
    std::fs::create_dir_all(folder.join("music")).expect("the target folder is writable");
    let cart = tests::root().join("carts/pulse_code");
    let copy = |from: PathBuf, to: &Path| {
        std::fs::copy(&from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
    };
    copy(cart.join("sound.lua"), &folder.join("sound.lua"));
    for song in std::fs::read_dir(cart.join("music")).expect("the cart has music") {
        let song = song.expect("the folder is readable");
        copy(song.path(), &folder.join("music").join(song.file_name()));
    }
    let code = format!(
        "function BOOT()
          beat.start(require('sound').song({depth}))
          beat.seek({})
        end
        function BEAT(n) trace(string.format('%d %.9f', n, beat.time())) end
        function TIC() end",
        BEATS.start - 4
    );
    std::fs::write(folder.join("main.lua"), code).expect("the folder is writable");
    let path = |path: &Path| path.to_str().expect("the path is UTF-8").to_owned();
    let wav = folder.with_extension("wav");
    let ticks = (BEATS.end - BEATS.start + 6) as f64 * 3600.0 / TEMPI[depth - 1];
    let (cart, sound, ticks) = (path(&folder), path(&wav), ticks.ceil().to_string());
    let done = program::run(&["record", &cart, "--frames", &ticks, "--wav", &sound]);
    let done = done.expect("the program runs");
    let beats = done.out.lines().filter_map(|line| {
        let (beat, time) = line.split_once(' ')?;
        Some((beat.parse().ok()?, time.parse().ok()?))
    });
    let beats: Vec<(i64, f64)> = beats.collect();
    assert!(!beats.is_empty(), "{}{}", done.out, done.err);
    let bytes = std::fs::read(wav).expect("the sound was written");
    let frames = bytes[44..].chunks_exact(4).map(|frame| {
        let left = i16::from_le_bytes([frame[0], frame[1]]);
        let right = i16::from_le_bytes([frame[2], frame[3]]);
        (f64::from(left) + f64::from(right)) / 65_536.0
    });
    (frames.collect(), beats)
}

/// How far from a frame, in milliseconds, there is the sharpest rise of what
/// changes from frame to frame; the median over many frames.
fn offset(changes: &[f64], frames: &[usize]) -> f64 {
    /// What is compared before and after, and how far it is looked for.
    const WINDOW: usize = 176;
    const FAR: usize = 1323;
    let mut sums = vec![0.0];
    for change in changes {
        sums.push(sums[sums.len() - 1] + change * change);
    }
    let rise = |at: usize| {
        let before = sums[at] - sums[at - WINDOW];
        (sums[at + WINDOW] - sums[at] + 1e-7) / (before + 1e-7)
    };
    let mut offsets: Vec<f64> = frames
        .iter()
        .map(|&frame| {
            let sharpest = (frame - FAR..=frame + FAR).max_by(|&a, &b| rise(a).total_cmp(&rise(b)));
            (sharpest.unwrap_or(0) as f64 - frame as f64) / RATE * 1000.0
        })
        .collect();
    offsets.sort_by(f64::total_cmp);
    offsets[offsets.len() / 2]
}

#[test]
fn beats_of_a_game_are_those_of_its_songs() {
    let mut loudness = Vec::new();
    for depth in 1..=4 {
        let (heard, beats) = record(depth);
        let start = beats[0].1;
        let mut frames = Vec::new();
        for (beat, time) in beats {
            let exact = beat as f64 * 60.0 / TEMPI[depth - 1];
            assert!(
                (time - exact).abs() < 1e-6,
                "depth {depth}: {beat} at {time}"
            );
            if BEATS.contains(&beat) {
                frames.push(((time - start) * RATE + TICK).round() as usize);
            }
        }
        assert_eq!(frames.len() as i64, BEATS.end - BEATS.start);
        let changes: Vec<f64> = heard.windows(2).map(|it| it[1] - it[0]).collect();
        let found = offset(&changes, &frames);
        assert!(found.abs() < 1.0, "depth {depth}: {found} ms");
        // A little later than the beats there is nothing to find.
        let off: Vec<usize> = frames.iter().map(|frame| frame + 5000).collect();
        assert!(offset(&changes, &off).abs() > 1.0);

        let peak = heard.iter().fold(0.0_f64, |peak, it| peak.max(it.abs()));
        assert!((0.2..0.89).contains(&peak), "depth {depth}: peak {peak}");
        let mean = heard.iter().sum::<f64>() / heard.len() as f64;
        assert!(mean.abs() < 0.001, "depth {depth}: mean {mean}");
        let squares = heard.iter().map(|it| it * it).sum::<f64>();
        loudness.push(10.0 * (squares / heard.len() as f64).log10());
    }
    let loudest = loudness.iter().copied().fold(f64::MIN, f64::max);
    let softest = loudness.iter().copied().fold(f64::MAX, f64::min);
    assert!(loudest - softest < 2.0, "{loudness:?}");
}
