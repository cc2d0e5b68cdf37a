//! Songs of carts, from the folder to the recorded samples: what `song.play`
//! promises, and what it says when it cannot keep it.
#![allow(
    clippy::disallowed_methods,
    reason = "tests write files and run programs"
)]

use std::path::{Path, PathBuf};

use tests::program;

/// Frames of a tick at 44,100 Hz.
const TICK: usize = 735;

/// A cart folder of its own for a test.
fn cart(name: &str, code: &str, files: &[(&str, Vec<u8>)]) -> PathBuf {
    let folder = tests::target().join("tests/songs").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("music")).expect("the target folder is writable");
    std::fs::write(folder.join("main.lua"), code).expect("the folder is writable");
    for (name, bytes) in files {
        std::fs::write(folder.join(name), bytes).expect("the folder is writable");
    }
    folder
}

/// A WAV file of 16 bits, mono.
fn wav(samples: &[i16]) -> Vec<u8> {
    let length = samples.len() as u32 * 2;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((36 + length).to_le_bytes());
    bytes.extend(b"WAVEfmt \x10\0\0\0\x01\0\x01\0");
    bytes.extend(44_100_u32.to_le_bytes());
    bytes.extend(88_200_u32.to_le_bytes());
    bytes.extend(b"\x02\0\x10\0data");
    bytes.extend(length.to_le_bytes());
    bytes.extend(samples.iter().flat_map(|sample| sample.to_le_bytes()));
    bytes
}

/// Samples that are all different.
fn ramp(count: i16) -> Vec<i16> {
    (1..=count).map(|n| n * 9 - 6000).collect()
}

/// What `record` says, and the left side of what it hears if `sound`.
fn record(cart: &Path, frames: usize, sound: bool) -> (String, Vec<i16>) {
    let path = |path: &Path| path.to_str().expect("the path is UTF-8").to_owned();
    let output = cart.with_extension("wav");
    let mut arguments = vec!["record".to_owned(), path(cart), "--frames".to_owned()];
    arguments.push(frames.to_string());
    if sound {
        arguments.extend(["--wav".to_owned(), path(&output)]);
    }
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = program::run(&arguments).expect("the program runs");
    if !sound {
        return (done.out + &done.err, Vec::new());
    }
    let bytes = std::fs::read(output).expect("the sound was written");
    let frames = bytes[44..].chunks_exact(4);
    let left = frames.map(|frame| i16::from_le_bytes([frame[0], frame[1]]));
    (done.out + &done.err, left.collect())
}

#[test]
fn a_song_is_heard_from_the_tick_after_its_start_without_a_seam() {
    let code = "t=0
function TIC()
  if t==2 then song.play('music/ramp.wav', {loop=true}) end
  t=t+1
end";
    let samples = ramp(1000);
    let cart = cart("seam", code, &[("music/ramp.wav", wav(&samples))]);
    let (_, heard) = record(&cart, 20, true);
    assert_eq!(heard.len(), 20 * TICK);
    assert_eq!(heard[..3 * TICK], [0; 3 * TICK]);
    let wanted = samples.iter().cycle();
    assert!(heard[3 * TICK..].iter().zip(wanted).all(|(a, b)| a == b));
}

#[test]
fn a_song_that_is_stopped_falls_silent_and_volume_is_a_factor() {
    let code = "t=0
function TIC()
  if t==0 then song.play('music/even.WAV', {loop=true, volume=0.5}) end
  if t==3 then song.volume(0.5) end
  if t==6 then song.stop() end
  t=t+1
end";
    let cart = cart("stop", code, &[("music/even.WAV", wav(&[8000; 300]))]);
    let (said, heard) = record(&cart, 9, true);
    assert_eq!(said, "");
    assert_eq!(heard[TICK..4 * TICK], [4000; 3 * TICK]);
    assert!(heard[4 * TICK..5 * TICK].is_sorted_by(|a, b| a >= b));
    assert_eq!(heard[5 * TICK..7 * TICK], [2000; 2 * TICK]);
    assert!(heard[7 * TICK..8 * TICK].is_sorted_by(|a, b| a >= b));
    assert_eq!(heard[8 * TICK..], [0; TICK]);
}

#[test]
fn position_and_end_are_the_same_with_and_without_sound() {
    let code = "song.play('once.wav')
function TIC()
  trace(song.position() .. ' ' .. tostring(song.playing()) .. ' ' .. song.volume())
end";
    let cart = cart("position", code, &[("once.wav", wav(&ramp(2000)))]);
    let expected = "0 true 1.0\n735 true 1.0\n1470 true 1.0\n2000 false 1.0\n2000 false 1.0\n";
    assert_eq!(record(&cart, 5, true).0, expected);
    assert_eq!(record(&cart, 5, false).0, expected);
}

#[test]
fn a_song_is_held_and_goes_on_where_it_was() {
    let code = "t=0
function TIC()
  if t==0 then song.play('even.wav', {loop=true}) end
  if t==2 then song.pause() end
  if t==4 then song.resume() end
  if t==6 then song.seek(-1/60) end
  if t==9 then song.seek(0.5) end
  trace(song.position() .. ' ' .. tostring(song.playing()))
  t=t+1
end";
    let cart = cart("pause", code, &[("even.wav", wav(&[8000; 300]))]);
    let positions = [0, 735, 1470, 1470, 1470, 2205, 0, 0, 735, 22_050, 22_785];
    let expected = positions.map(|it| format!("{it} true\n")).concat();
    assert_eq!(record(&cart, 11, false).0, expected);
    let (said, heard) = record(&cart, 11, true);
    assert_eq!(said, expected);
    let tick = |n: usize| &heard[n * TICK..(n + 1) * TICK];
    assert!(tick(3).is_sorted_by(|a, b| a >= b));
    assert_eq!(tick(4), [0; TICK]);
    assert!(tick(5).is_sorted());
    assert_eq!(tick(6), [8000; TICK]);
    // The seek fades out what was heard, and its time before the start is
    // silent.
    assert!(tick(7).is_sorted_by(|a, b| a >= b));
    assert_eq!(tick(8)[1..], [8000; TICK - 1]);
}

#[test]
fn a_part_of_a_song_repeats() {
    let code = "t=0
function TIC()
  if t==0 then song.play('ramp.wav', {loop={0.005, 1000/44100}}) end
  if t==6 then song.seek(1100/44100) end
  t=t+1
end";
    let samples = ramp(1500);
    let cart = cart("part", code, &[("ramp.wav", wav(&samples))]);
    let (_, heard) = record(&cart, 10, true);
    // 0.005 s are 220.5 frames: the nearest is the one behind.
    let repeated = |from: usize| {
        let part = samples[221..1000].iter().cycle();
        samples[..1000].iter().chain(part).skip(from)
    };
    let same = |heard: &[i16], from| heard.iter().zip(repeated(from)).all(|(a, b)| a == b);
    assert!(same(&heard[TICK..7 * TICK], 0));
    assert!(same(&heard[8 * TICK..], 1100 + TICK));
}

#[test]
fn a_cart_that_ends_or_starts_anew_takes_its_song_along() {
    let code = "t=0
if not started then started=true end
function BOOT() if pmem(0)==0 then song.play('even.wav', {loop=true}) end end
function TIC()
  t=t+1
  if t==3 then pmem(0, pmem(0)+1) reset() end
end";
    let cart = cart("reset", code, &[("even.wav", wav(&[8000; 300]))]);
    let (_, heard) = record(&cart, 8, true);
    assert_eq!(heard[TICK..4 * TICK], [8000; 3 * TICK]);
    assert_eq!(heard[5 * TICK..], [0; 3 * TICK]);
}

#[test]
fn mistakes_are_answered_with_their_line() {
    let files = [
        ("music/cave.ogg", b"not a song".to_vec()),
        ("music/cut.wav", wav(&[])),
        ("notes.txt", b"hello".to_vec()),
        ("good.wav", wav(&[1, 2, 3])),
    ];
    let playable = "is no sound file we can play (ogg, mp3, flac, wav)";
    for (at, (call, answer)) in [
        (
            "song.play('music/none.ogg')",
            "song.play: the cart has no music/none.ogg".to_owned(),
        ),
        (
            "song.play('music/cave.ogg')",
            format!("song.play: music/cave.ogg {playable}"),
        ),
        (
            "song.play('music/cut.wav')",
            format!("song.play: music/cut.wav {playable}"),
        ),
        (
            "song.play('notes.txt')",
            format!("song.play: notes.txt {playable}"),
        ),
        (
            "song.play('../good.wav')",
            "song.play: the cart has no ../good.wav".to_owned(),
        ),
        (
            "song.play()",
            "song.play: the file must be a string".to_owned(),
        ),
        (
            "song.play({})",
            "song.play: the file must be a string".to_owned(),
        ),
        (
            "song.play('good.wav', true)",
            "song.play: options are a table".to_owned(),
        ),
        (
            "song.play('good.wav', {loop=1})",
            "song.play: loop must be true or false".to_owned(),
        ),
        (
            "song.play('good.wav', {loop={1, 1}})",
            "song.play: loop must be true or false, or from where to where".to_owned(),
        ),
        (
            "song.play('good.wav', {loop={-1, 1}})",
            "song.play: loop must be true or false".to_owned(),
        ),
        (
            "song.play('good.wav', {loop={0, 1, 2}})",
            "song.play: loop must be true or false".to_owned(),
        ),
        (
            "song.play('good.wav', {loop=print})",
            "song.play: options are a table".to_owned(),
        ),
        (
            "song.seek()",
            "song.seek: the time must be a number of seconds".to_owned(),
        ),
        (
            "song.seek(0/0)",
            "song.seek: the time must be a number of seconds".to_owned(),
        ),
        (
            "song.play('good.wav', {volume=2})",
            "song.play: volume must be a number from 0 to 1".to_owned(),
        ),
        (
            "song.play('good.wav', {volume=0/0})",
            "song.play: volume must be".to_owned(),
        ),
        (
            "song.play('good.wav', {lop=true})",
            "song.play: there is no option lop".to_owned(),
        ),
        (
            "song.play('good.wav', {true})",
            "song.play: options are named".to_owned(),
        ),
        (
            "song.volume(-1)",
            "song.volume: the level must be a number from 0 to 1".to_owned(),
        ),
        (
            "song.volume('loud')",
            "song.volume: the level must be".to_owned(),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let code = format!("function TIC()\n  cls()\n  {call}\nend");
        let cart = cart(&format!("mistake-{at}"), &code, &files);
        let (said, _) = record(&cart, 2, false);
        let wanted = format!("main.lua:3: {answer}");
        assert!(said.contains(&wanted), "{call}: {said}");
    }
}

#[test]
fn songs_opened_without_end_use_up_the_budget() {
    let code = "function TIC() while true do song.play('good.wav') end end";
    let cart = cart("endless", code, &[("good.wav", wav(&ramp(2000)))]);
    let (said, _) = record(&cart, 2, true);
    assert!(said.contains("main.lua:1:"), "{said}");
}

#[test]
fn a_tic80_cart_has_no_songs() {
    let folder = cart("dialects", "function TIC() end", &[]);
    for (name, head, wanted) in [
        ("ours", "-- console: downbeat\n", "table"),
        ("theirs", "", "nil"),
    ] {
        let path = folder.join(format!("{name}.lua"));
        let code = format!("{head}function TIC() trace(type(song)) end");
        std::fs::write(&path, code).expect("the folder is writable");
        assert_eq!(record(&path, 1, false).0, format!("{wanted}\n"));
    }
}
