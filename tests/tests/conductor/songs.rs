//! The beat and its song, from the first sample on: count-ins, pauses, jumps
//! and loops, as a recording has them.

use std::path::{Path, PathBuf};

use tests::program;

/// Frames of a tick at 44,100 Hz.
const TICK: usize = 735;

/// A WAV file of 16 bits, mono, whose sample `n` is `n + 1`.
fn ramp(count: i16) -> Vec<u8> {
    let length = count as u32 * 2;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    bytes.extend(44_100_u32.to_le_bytes());
    bytes.extend(88_200_u32.to_le_bytes());
    bytes.extend(b"\x02\0\x10\0data");
    bytes.extend(length.to_le_bytes());
    bytes.extend((1..=count).flat_map(i16::to_le_bytes));
    bytes
}

/// What a cart with that song says and sounds.
fn record(name: &str, code: &str, frames: usize) -> (Vec<String>, Vec<i16>) {
    let folder = tests::target().join("tests/conductor").join(name);
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    let write = |file: &str, bytes: &[u8]| {
        std::fs::write(folder.join(file), bytes).expect("the folder is writable");
    };
    write("main.lua", code.as_bytes());
    write("ramp.wav", &ramp(30_000));
    write("ramp.sm", b"#MUSIC:ramp.wav;#OFFSET:-0.1;#BPMS:0=150;");
    let path = |path: &Path| path.to_str().expect("the path is UTF-8").to_owned();
    let wav: PathBuf = folder.with_extension("wav");
    let (cart, wav, frames) = (path(&folder), path(&wav), frames.to_string());
    let done = program::run(&["record", &cart, "--frames", &frames, "--wav", &wav]);
    let done = done.expect("the program runs");
    let bytes = std::fs::read(wav).expect("the sound was written");
    let left = bytes[44..].chunks_exact(4);
    let left = left.map(|frame| i16::from_le_bytes([frame[0], frame[1]]));
    let lines = (done.out + &done.err).lines().map(str::to_owned).collect();
    (lines, left.collect())
}

#[test]
fn a_count_in_ends_with_the_first_sample_of_the_song() {
    // Two beats of 0.4 s are 48 ticks; what a tick begins, the next one sounds.
    let code = "t = 0
        function BOOT() beat.start{song='ramp.wav', bpm=150, count_in=2} end
        function BEAT(n) trace(n..' '..t) end
        function TIC() t = t + 1 end";
    let (lines, heard) = record("count_in", code, 60);
    assert_eq!(lines, ["-2 0", "-1 24", "0 48"]);
    let silence = 49 * TICK;
    assert!(heard[..silence].iter().all(|&sample| sample == 0));
    assert!(heard[silence..].iter().zip(1..).all(|(&a, b)| a == b));
}

#[test]
fn a_chart_brings_its_song_and_its_offset() {
    let code = "t = 0
        function BOOT() beat.start{chart='ramp.sm'} end
        function BEAT(n) trace(n..' '..t..' '..beat.bpm()) end
        function TIC() t = t + 1 end";
    let (lines, heard) = record("chart", code, 31);
    assert_eq!(lines, ["0 6 150.0", "1 30 150.0"]);
    assert_eq!(heard[TICK..TICK + 3], [1, 2, 3]);
}

#[test]
fn pauses_and_jumps_move_the_beat_and_the_song_together() {
    let code = "t = 0
        function BOOT() beat.start{song='ramp.wav', bpm=600} end
        function BEAT(n) trace(n..' '..t..' '..song.position()) end
        function TIC()
          if t == 8 then beat.pause() end
          if t == 20 then beat.resume() end
          if t == 26 then beat.seek(5) end
          t = t + 1
        end";
    let (lines, heard) = record("jumps", code, 40);
    // A beat is 6 ticks, 4,410 samples; the position is that of the next tick.
    let expected = [
        "0 0 0",
        "1 6 4410",
        "2 24 8820",
        "5 27 22050",
        "6 32 26460",
        "7 38 30000",
    ];
    assert_eq!(lines, expected);
    // Past the fades: sample and beat are where they belong.
    // Tick 23 begins at song time 11 ticks, and sounds in the next tick.
    assert_eq!(heard[24 * TICK], 11 * 735 + 1);
    assert_eq!(heard[30 * TICK], 22_050 + 3 * 735 + 1);
}

#[test]
fn what_was_wanted_of_the_old_song_does_not_hold_or_move_the_new_one() {
    for wanted in ["beat.pause()", "beat.seek(2)"] {
        let code = format!(
            "t = 0
            local function start() beat.start{{song='ramp.wav', bpm=600}} end
            function BOOT() start() end
            function BEAT(n) trace(n..' '..t) end
            function TIC()
              if t == 3 then {wanted} start() end
              t = t + 1
            end"
        );
        let (lines, heard) = record("overtaken", &code, 12);
        assert_eq!(lines, ["0 0", "0 4", "1 9"], "{wanted}");
        // Past the fades: tick 3 begins the new song, and tick 4 sounds it.
        assert_eq!(heard[9 * TICK], 5 * 735 + 1, "{wanted}");
    }
}

#[test]
fn a_song_that_repeats_takes_its_bars_along() {
    let code =
        "function BOOT() beat.start{song='ramp.wav', bpm=600, loop={2, 4}, beats_per_bar=2} end
        function BEAT(n) local bar, place = beat.bar() trace(n..' '..bar..':'..place) end
        function TIC() end";
    let (lines, heard) = record("loop", code, 44);
    assert_eq!(
        lines,
        [
            "0 0:0", "1 0:1", "2 1:0", "3 1:1", "4 2:0", "5 2:1", "6 3:0", "7 3:1"
        ]
    );
    let seam = TICK + 4 * 4410;
    assert_eq!(heard[seam - 1..seam + 2], [17640, 8821, 8822]);
}

#[test]
fn another_song_begins_at_its_beat() {
    let code = "function BOOT()
          beat.start{bpm=600}
          song.play('ramp.wav', {at=2.5})
        end
        function TIC() end";
    let (_, heard) = record("at", code, 20);
    let silence = TICK + 15 * TICK;
    assert!(heard[..silence].iter().all(|&sample| sample == 0));
    assert_eq!(heard[silence..silence + 3], [1, 2, 3]);
}
