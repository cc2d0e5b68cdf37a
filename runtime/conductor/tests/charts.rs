//! Charts of other games, through the public face of the crate: what they mean,
//! and that nothing in a file does more harm than an error.

use conductor::chart::{Chart, Note};
use conductor::{BeatPosition, FLICKS_A_SECOND, SongTime, TempoMap};
use dice::{Seed, Stream};

const DRIFT_SM: &[u8] = include_bytes!("charts/drift.sm");
const DRIFT_SSC: &[u8] = include_bytes!("charts/drift.ssc");
const DRIFT_OSU: &[u8] = include_bytes!("charts/drift.osu");

fn read(name: &str, bytes: &[u8]) -> Chart {
    Chart::read(name, bytes).unwrap_or_else(|error| panic!("{error}"))
}

fn sm(tags: &str) -> TempoMap {
    read("test.sm", tags.as_bytes()).map
}

fn error(name: &str, bytes: &[u8]) -> String {
    Chart::read(name, bytes).unwrap_err().to_string()
}

/// That beats are at these seconds, to a millionth.
fn check(map: &TempoMap, expected: &[(f64, f64)]) {
    for &(beat, seconds) in expected {
        let time = map.time_of(BeatPosition::of_beats(beat)).seconds();
        assert!((time - seconds).abs() < 1e-6, "beat {beat}: {time} s");
    }
}

fn text(notes: &[Note]) -> Vec<String> {
    let line = |note: &Note| {
        let end = note
            .end
            .map_or(String::new(), |end| format!("-{}", end.beats()));
        format!("{}{end} lane {}", note.position.beats(), note.lane)
    };
    notes.iter().map(line).collect()
}

#[test]
fn a_negative_stepmania_offset_puts_beat_zero_into_the_file() {
    check(&sm("#OFFSET:-0.5;#BPMS:0=120;"), &[(0.0, 0.5), (1.0, 1.0)]);
    check(
        &sm("#OFFSET:0.25;#BPMS:0=120;"),
        &[(0.0, -0.25), (1.0, 0.25)],
    );
}

#[test]
fn a_stepmania_song_is_read_whole() {
    let chart = read("drift.sm", DRIFT_SM);
    assert_eq!((&*chart.title, &*chart.artist), ("Drift; or Not", "Nobody"));
    assert_eq!(chart.audio.as_deref(), Some("drift.ogg"));
    assert_eq!(chart.offset, SongTime::of_seconds(0.125));
    check(
        &chart.map,
        &[
            (0.0, 0.125),
            (4.0, 2.125),
            (5.0, 3.125),
            (8.0, 4.125),
            (9.0, 4.125 + 1.0 / 3.0),
        ],
    );
    assert_eq!(chart.map.bar_of(4).beats, 3);
    let names: Vec<&str> = chart.levels.iter().map(|level| &*level.name).collect();
    assert_eq!(names, ["Beginner", "Hard"]);
    assert_eq!(
        (&*chart.levels[0].style, chart.levels[0].lanes),
        ("dance-single", 4)
    );
    assert_eq!(
        text(&chart.levels[0].notes),
        ["0 lane 0", "1 lane 1", "2-5 lane 2", "4 lane 3"]
    );
    assert_eq!(
        text(&chart.levels[1].notes),
        ["0 lane 0", "1.333333333 lane 1"]
    );
}

#[test]
fn a_level_may_have_its_own_beats() {
    let chart = read("drift.ssc", DRIFT_SSC);
    check(&chart.map, &[(0.0, 0.0), (4.0, 2.0)]);
    let [plain, own] = &chart.levels[..] else {
        panic!("two levels");
    };
    assert_eq!(plain.map, None);
    assert_eq!(own.style, "pump-single");
    let map = own.map.as_ref().unwrap();
    check(
        map,
        &[(0.0, 0.0), (4.0, 4.0), (6.0, 4.0), (7.0, 5.0), (9.0, 8.0)],
    );
    let skipped: Vec<i64> = (0..10).filter(|&beat| map.is_skipped(beat)).collect();
    assert_eq!(skipped, [4, 5]);
}

#[test]
fn going_back_in_time_is_a_warp() {
    // Two beats back at -120, and two forward at 120 until the song is there.
    let map = sm("#BPMS:0=120,4=-120,6=120;");
    check(&map, &[(4.0, 2.0), (6.0, 2.0), (8.0, 2.0), (9.0, 2.5)]);
    assert!(map.is_skipped(4) && map.is_skipped(7) && !map.is_skipped(8));
    let map = sm("#BPMS:0=120;#STOPS:4=-0.5;");
    check(&map, &[(4.0, 2.0), (5.0, 2.0), (6.0, 2.5)]);
    // A stop pays some of the debt, or all of it and waits for the rest.
    let map = sm("#BPMS:0=60;#STOPS:4=-2,5=0.5;");
    check(&map, &[(4.0, 4.0), (5.5, 4.0), (6.5, 5.0)]);
    let map = sm("#BPMS:0=60;#STOPS:4=-2,5=3;");
    check(&map, &[(4.0, 4.0), (5.0, 4.0), (6.0, 7.0)]);
    assert!(map.is_skipped(4) && !map.is_skipped(5));
    // Four beats at a tempo that no one can play.
    let map = sm("#BPMS:0=120,4=240000,8=120;");
    check(&map, &[(4.0, 2.0), (8.0, 2.001), (10.0, 3.001)]);
}

#[test]
fn old_warps_name_the_beat_where_they_land() {
    let tags = "#BPMS:0=60;#WARPS:4=6;";
    check(
        &sm(&format!("#VERSION:0.65;{tags}")),
        &[(4.0, 4.0), (6.0, 4.0), (7.0, 5.0)],
    );
    check(
        &sm(&format!("#VERSION:0.83;{tags}")),
        &[(4.0, 4.0), (10.0, 4.0), (11.0, 5.0)],
    );
}

#[test]
fn an_osu_section_starts_on_its_beat() {
    let chart = read("drift.osu", DRIFT_OSU);
    assert_eq!((&*chart.title, &*chart.artist), ("Drift", "Nobody"));
    assert_eq!(chart.audio.as_deref(), Some("drift.mp3"));
    assert_eq!(chart.offset, SongTime::of_seconds(1.0));
    // 500 ms a beat from 1 s on, 7.5 beats until 4.75 s, then 400 ms.
    check(
        &chart.map,
        &[
            (-2.0, 0.0),
            (0.0, 1.0),
            (7.0, 4.5),
            (8.0, 4.75),
            (9.0, 5.15),
        ],
    );
    assert_eq!(chart.map.bar_of(8).beats, 3);
    let [level] = &chart.levels[..] else {
        panic!("one level");
    };
    assert_eq!(
        (&*level.name, &*level.style, level.lanes),
        ("Easy", "mania", 4)
    );
    assert_eq!(
        text(&level.notes),
        ["0 lane 0", "0.333333333 lane 1", "2-4 lane 3", "8 lane 2"]
    );
}

/// A MIDI file of one track, 480 ticks to the beat.
fn midi(events: &[u8]) -> Vec<u8> {
    let mut bytes = b"MThd\x00\x00\x00\x06\x00\x00\x00\x01\x01\xe0MTrk".to_vec();
    let end = [0, 0xff, 0x2f, 0];
    bytes.extend(((events.len() + end.len()) as u32).to_be_bytes());
    bytes.extend(events);
    bytes.extend(end);
    bytes
}

fn drift_midi() -> Vec<u8> {
    let mut events = b"\x00\xff\x03\x05Drift".to_vec();
    // 3/4, 100 bpm; two beats later 120 bpm; a bar later 6/8.
    events.extend(b"\x00\xff\x58\x04\x03\x02\x18\x08\x00\xff\x51\x03\x09\x27\xc0");
    events.extend(b"\x87\x40\xff\x51\x03\x07\xa1\x20\x83\x60\xff\x58\x04\x06\x03\x18\x08");
    midi(&events)
}

#[test]
fn midi_tempi_count_in_quarters() {
    let chart = read("drift.mid", &drift_midi());
    assert_eq!((&*chart.title, chart.audio), ("Drift", None));
    check(
        &chart.map,
        &[(-1.0, -0.6), (0.0, 0.0), (2.0, 1.2), (4.0, 2.2)],
    );
    assert_eq!(
        (chart.map.bar_of(3).index, chart.map.bar_of(3).beats),
        (1, 3)
    );
    let late = midi(b"\x83\x60\xff\x51\x03\x0f\x42\x40");
    check(&read("late.mid", &late).map, &[(1.0, 0.5), (2.0, 1.5)]);
}

#[test]
fn errors_say_where_and_what_to_do() {
    for (name, bytes, expected) in [
        (
            "a.txt",
            &b"hello"[..],
            "a.txt: not a chart; .sm, .ssc, .osu, .mid and .midi files are read",
        ),
        (
            "a.sm",
            b"#TITLE:x;\n#BPMS:0=120,4;",
            "a.sm:2: #BPMS has \"4\"; write beat=bpm pairs, like 0=120,16=140",
        ),
        (
            "a.sm",
            b"#OFFSET:NaN;",
            "a.sm:1: #OFFSET has \"NaN\"; write a number of seconds, like -0.25",
        ),
        (
            "a.sm",
            b"#TITLE:x;",
            "a.sm: no tempo; add a tag like #BPMS:0=120;",
        ),
        (
            "a.sm",
            b"#BPMS:0=120,4=0.5;",
            "a.sm: tempo entry 2: bpm must be 1 to 10000, got 0.5",
        ),
        (
            "a.sm",
            b"#BPMS:0=120,4=-120;",
            "a.sm: the last tempo is negative, so the song never goes on; end #BPMS with a positive one",
        ),
        (
            "a.osu",
            b"osu file format v14\n",
            "a.osu: no tempo; add a line like 0,500,4,1,0,100,1,0 under [TimingPoints]",
        ),
        (
            "a.mid",
            b"MThd\x00\x00\x00\x06\x00\x00\x00\x01\xe7\x28",
            "a.mid: timed in seconds, without beats; export it again as a standard MIDI file with ticks per beat",
        ),
    ] {
        assert_eq!(error(name, bytes), expected);
    }
    assert!(error("a.mid", b"nothing").starts_with("a.mid: "));
}

#[test]
fn a_chart_of_nothing_but_one_thing_ends() {
    let long = |start: &str, part: &str| format!("{start}{}", part.repeat((8 << 20) / part.len()));
    for (name, file) in [
        ("a.sm", long("", "#")),
        ("a.sm", long("", "#;")),
        ("a.sm", long("#BPMS:", "0=120,")),
        ("a.sm", long("#BPMS:0=120;", "#NOTEDATA:;")),
        ("a.sm", long("#BPMS:0=120;#NOTES:a:b:c:d:e:", "1111\n")),
        ("a.sm", long("#BPMS:0=120;#NOTES:a:b:c:d:e:", ",")),
        ("a.sm", long("#BPMS:0=120;#NOTES:a:b:c:d:e:", "[")),
        (
            "a.osu",
            long("osu file format v14\n[TimingPoints]\n", "0,500\n"),
        ),
        (
            "a.osu",
            long("[TimingPoints]\n0,500\n[HitObjects]\n", "0,0,0,1\n"),
        ),
    ] {
        let _ = Chart::read(name, file.as_bytes());
    }
    let falling: Vec<String> = (0..300_000)
        .rev()
        .map(|time| format!("{time},{}", 6 + time % 7))
        .collect();
    let falling = falling.join("\n");
    let falling = format!("osu file format v14\n[TimingPoints]\n{falling}");
    assert!(error("a.osu", falling.as_bytes()).contains("5000 timing points"));
}

fn mutated(stream: &mut Stream, seed: &[u8]) -> Vec<u8> {
    const PIECES: &[&[u8]] = &[
        b"NaN",
        b"inf",
        b"-1e308",
        b"1e308",
        b"9999999999999999999",
        b"-",
        b"=",
        b",",
        b";",
        b":",
        b"#",
        b"\\",
        b"//",
        b"\n",
        b"\xff\xff\xff\xff",
        b"\x00",
        b"#NOTES:",
        b"[HitObjects]\n",
        b"-120",
        b"0.000001",
        b"MTrk",
        b"\xff\x51\x03\x00\x00\x00",
    ];
    let mut bytes = seed.to_vec();
    for _ in 0..stream.int(1, 6) {
        let at = stream.int(0, bytes.len() as i64) as usize;
        let to = (at + stream.int(0, 12) as usize).min(bytes.len());
        match stream.int(0, 4) {
            0 => bytes.truncate(at),
            1 => {
                let piece = stream.pick(PIECES).copied().unwrap_or_default();
                bytes.splice(at..to, piece.iter().copied());
            }
            2 => {
                let copy = bytes[at..to].to_vec();
                bytes.splice(at..at, copy);
            }
            _ if at < bytes.len() => bytes[at] = stream.int(0, 255) as u8,
            _ => {}
        }
    }
    bytes
}

#[test]
fn damaged_charts_are_errors_or_charts() {
    let midi = drift_midi();
    let seeds = [
        ("a.sm", DRIFT_SM),
        ("a.ssc", DRIFT_SSC),
        ("a.osu", DRIFT_OSU),
        ("a.mid", &midi),
    ];
    let mut stream = Seed::from_text("damaged charts").stream();
    let (mut read, mut refused) = (0, 0);
    for round in 0..12_000 {
        let (name, seed) = seeds[round % seeds.len()];
        let bytes = mutated(&mut stream, seed);
        match Chart::read(name, &bytes) {
            Ok(chart) => {
                read += 1;
                let mut last = chart.map.position(SongTime(i64::MIN));
                for second in -5..60 {
                    let position = chart.map.position(SongTime(second * FLICKS_A_SECOND));
                    assert!(position >= last, "{bytes:?}");
                    last = position;
                }
            }
            Err(error) => {
                refused += 1;
                assert!(error.to_string().starts_with(name), "{error}");
            }
        }
    }
    assert!(
        read > 1000 && refused > 1000,
        "{read} read, {refused} refused"
    );
    for _ in 0..2_000 {
        let bytes: Vec<u8> = (0..stream.int(0, 300))
            .map(|_| stream.int(0, 255) as u8)
            .collect();
        for (name, _) in seeds {
            let _ = Chart::read(name, &bytes);
        }
    }
}
