//! Tempo maps against their own rules: exact beats, an inverse that agrees, and
//! loops, stops and warps that lose and double nothing.

use super::{Bar, TempoError, TempoMap, TempoMapBuilder};
use crate::time::{BeatPosition, FLICKS_A_SECOND, FLICKS_A_TICK, NANOS_A_BEAT, SongTime};
use dice::{Seed, Stream};

fn seconds(seconds: f64) -> SongTime {
    SongTime::of_seconds(seconds)
}

fn beats(beats: f64) -> BeatPosition {
    BeatPosition::of_beats(beats)
}

fn steady(bpm: f64) -> TempoMap {
    TempoMap::builder().tempo(0.0, bpm).build().unwrap()
}

fn check_inverse(map: &TempoMap, position: BeatPosition) {
    let time = map.time_of(position);
    let before = SongTime(time.0 - 1);
    assert!(
        map.position(time) >= position && map.position(before) < position,
        "{position:?} at {time:?}: {:?} then {:?} in {map:?}",
        map.position(before),
        map.position(time),
    );
}

fn stream(name: &str) -> Stream {
    Seed::from_text(name).stream()
}

#[test]
fn beats_of_round_tempi_are_exact() {
    for beat in [-400, -1, 0, 1, 3, 999, 100_000] {
        let map = steady(120.0);
        assert_eq!(
            map.time_of(BeatPosition::of_beat(beat)),
            SongTime(beat * FLICKS_A_SECOND / 2)
        );
        let map = steady(144.0);
        assert_eq!(
            map.position(SongTime::of_tick(25 * beat)),
            BeatPosition::of_beat(beat)
        );
    }
}

#[test]
fn no_beat_hits_a_flick_late() {
    for bpm in [80, 100, 115, 120, 122, 144, 175, 9_999] {
        let map = steady(f64::from(bpm));
        for quarter in (-4_000..4_000).chain(4_000_000..4_000_500) {
            let position = BeatPosition(quarter * NANOS_A_BEAT / 4);
            let flicks = i128::from(quarter) * 60 * i128::from(FLICKS_A_SECOND);
            let quarters = 4 * i128::from(bpm);
            let expected = -(-flicks).div_euclid(quarters);
            assert_eq!(i128::from(map.time_of(position).0), expected, "{bpm} bpm");
            let at = map.position(SongTime(expected as i64));
            assert!(at >= position && at.0 < position.0 + 1000, "{bpm} bpm");
        }
    }
}

#[test]
fn no_beat_is_late_after_many_odd_tempi() {
    let mut builder = TempoMap::builder();
    let mut true_time = 0.0;
    for beat in 0..2_000 {
        let bpm = 100.0 + f64::from(beat * 7919 % 1000) * 0.123_457;
        let micros = (bpm * 1e6_f64).round();
        builder = builder.tempo(f64::from(beat), micros / 1e6);
        true_time += 60.0e6 / micros;
    }
    let map = builder.build().unwrap();
    let time = map.time_of(BeatPosition::of_beat(2_000));
    assert!((time.seconds() - true_time).abs() < 1e-8, "{time:?}");
}

#[test]
fn tempo_changes_keep_to_the_beat() {
    let map = TempoMap::builder()
        .offset(seconds(-0.25))
        .tempo(4.0, 60.0)
        .tempo(0.0, 120.0)
        .tempo(6.5, 240.0)
        .build()
        .unwrap();
    for (beat, time) in [
        (-2.0, -1.25),
        (0.0, -0.25),
        (4.0, 1.75),
        (6.5, 4.25),
        (10.5, 5.25),
    ] {
        assert_eq!(map.time_of(beats(beat)), seconds(time), "beat {beat}");
        assert_eq!(map.position(seconds(time)), beats(beat), "{time} s");
    }
    for (time, bpm) in [(-9.0, 120.0), (1.75, 60.0), (4.2, 60.0), (9.0, 240.0)] {
        assert!((map.bpm_at(seconds(time)) - bpm).abs() < 1e-9, "{time} s");
    }
    assert_eq!(map.beat_length_at(seconds(1.75)), seconds(1.0));
}

#[test]
fn a_tempo_at_a_negative_beat_leaves_beat_zero_at_the_offset() {
    let map = TempoMap::builder()
        .offset(seconds(10.0))
        .tempo(-4.0, 60.0)
        .tempo(-2.0, 120.0)
        .build()
        .unwrap();
    for (beat, time) in [(-6.0, 5.0), (-4.0, 7.0), (-2.0, 9.0), (0.0, 10.0)] {
        assert_eq!(map.time_of(beats(beat)), seconds(time), "beat {beat}");
    }
}

#[test]
fn a_beat_hits_before_a_stop_and_after_a_delay() {
    let map = TempoMap::builder()
        .tempo(0.0, 60.0)
        .stop(2.0, 1.0)
        .delay(4.0, 1.0)
        .build()
        .unwrap();
    for (time, position) in [
        (2.0, BeatPosition::of_beat(2)),
        (3.0, BeatPosition::of_beat(2)),
        (3.5, beats(2.5)),
        (5.0, BeatPosition(4 * NANOS_A_BEAT - 1)),
        (5.9, BeatPosition(4 * NANOS_A_BEAT - 1)),
        (6.0, BeatPosition::of_beat(4)),
        (7.0, BeatPosition::of_beat(5)),
    ] {
        assert_eq!(map.position(seconds(time)), position, "{time} s");
    }
    assert_eq!(map.time_of(beats(2.0)), seconds(2.0));
    assert_eq!(map.time_of(beats(4.0)), seconds(6.0));
}

#[test]
fn a_delay_or_a_stop_on_beat_zero_starts_at_the_offset() {
    let map = TempoMap::builder().tempo(0.0, 60.0);
    let delayed = map.clone().delay(0.0, 1.0).build().unwrap();
    let stopped = map.stop(0.0, 1.0).build().unwrap();
    assert_eq!(delayed.time_of(beats(0.0)), seconds(1.0));
    assert_eq!(stopped.time_of(beats(0.0)), seconds(0.0));
    assert_eq!(delayed.position(seconds(-1.0)), beats(-1.0));
    assert_eq!(stopped.time_of(beats(1.0)), seconds(2.0));
}

#[test]
fn a_warp_skips_beats_and_lands_on_one() {
    let map = TempoMap::builder()
        .tempo(0.0, 60.0)
        .warp(2.0, 3.0)
        .build()
        .unwrap();
    assert_eq!(map.position(seconds(2.0)), beats(5.0));
    assert_eq!(map.time_of(beats(3.5)), seconds(2.0));
    let skipped: Vec<bool> = (0..7).map(|beat| map.is_skipped(beat)).collect();
    assert_eq!(skipped, [false, false, true, true, true, false, false]);
    assert!(map.is_position_skipped(beats(4.5)) && !map.is_position_skipped(beats(5.25)));
}

#[test]
fn a_stop_within_a_warp_hits() {
    let map = TempoMap::builder()
        .tempo(0.0, 60.0)
        .warp(2.0, 4.0)
        .stop(4.0, 1.0)
        .build()
        .unwrap();
    assert_eq!(map.position(seconds(2.5)), beats(4.0));
    assert_eq!(map.position(seconds(3.0)), beats(6.0));
    let skipped: Vec<bool> = (2..7).map(|beat| map.is_skipped(beat)).collect();
    assert_eq!(skipped, [true, true, false, true, false]);
}

#[test]
fn beat_moments_are_met_exactly() {
    let mut stream = stream("moments");
    for _ in 0..200 {
        let mut time = SongTime::of_tick(stream.int(-100, 100));
        let moments: Vec<SongTime> = (0..stream.int(2, 50))
            .map(|_| {
                time = time + SongTime::of_tick(stream.int(1, 60));
                time
            })
            .collect();
        let map = TempoMap::from_beats(&moments).unwrap();
        for (beat, &moment) in moments.iter().enumerate() {
            assert_eq!(map.position(moment), BeatPosition::of_beat(beat as i64));
            assert_eq!(map.time_of(BeatPosition::of_beat(beat as i64)), moment);
        }
        let step = moments[1] - moments[0];
        assert_eq!(map.position(moments[0] - step), BeatPosition::of_beat(-1));
    }
}

/// A map with a bit of everything, and moments of its loop if it has one.
fn random_map(stream: &mut Stream) -> TempoMap {
    let mut builder =
        TempoMap::builder().offset(SongTime(stream.int(-1_000_000_000, 1_000_000_000)));
    let beat = |stream: &mut Stream| {
        stream.int(-16, 128) as f64 / [1.0, 2.0, 3.0, 4.0][stream.int(0, 3) as usize]
    };
    for _ in 0..stream.int(0, 4) {
        builder = builder.tempo(beat(stream), stream.int(30_000, 400_000) as f64 / 1000.0);
    }
    if stream.int(0, 1) == 0 {
        for _ in 0..stream.int(0, 3) {
            builder = builder.stop(beat(stream), stream.float() * 3.0);
            builder = builder.delay(beat(stream), stream.float());
        }
        for _ in 0..stream.int(0, 2) {
            builder = builder.warp(beat(stream), stream.int(0, 16) as f64 / 4.0);
        }
    }
    for _ in 0..stream.int(0, 3) {
        builder = builder.signature(stream.int(-8, 40), stream.int(1, 7));
    }
    if stream.int(0, 2) > 0 {
        let from = stream.int(-FLICKS_A_SECOND, 10 * FLICKS_A_SECOND);
        let length = stream.int(FLICKS_A_TICK, 15 * FLICKS_A_SECOND);
        builder = builder.looped(SongTime(from), SongTime(from + length));
    }
    builder.build().unwrap()
}

#[test]
fn positions_never_fall_and_moments_agree() {
    let mut stream = stream("monotone");
    for _ in 0..500 {
        let map = random_map(&mut stream);
        let mut last = map.position(seconds(-20.0));
        let mut time = seconds(-20.0);
        while time < seconds(60.0) {
            time.0 += stream.int(1, FLICKS_A_SECOND / 2);
            let position = map.position(time);
            assert!(position >= last, "{time:?} in {map:?}");
            last = position;
            check_inverse(&map, position);
            check_inverse(
                &map,
                BeatPosition(position.0 + stream.int(-NANOS_A_BEAT, NANOS_A_BEAT)),
            );
            check_inverse(&map, BeatPosition::of_beat(position.index()));
        }
    }
}

#[test]
fn rounded_positions_hold_on_every_flick() {
    let mut stream = stream("flicks");
    for _ in 0..300 {
        let map = random_map(&mut stream);
        let beat = BeatPosition(stream.int(-40, 200) * NANOS_A_BEAT / 4);
        let at = map.time_of(beat);
        let mut last = map.position(SongTime(at.0 - 50));
        for flick in -49..50 {
            let position = map.position(SongTime(at.0 + flick));
            assert!(position >= last);
            assert_eq!(position >= beat, flick >= 0);
            last = position;
        }
    }
}

/// Steps through a loop and counts every quarter beat that is passed.
fn check_loop(map: &TempoMap, stream: &mut Stream, passes: i64) {
    let (from, to) = map.looped().unwrap();
    let length = to - from;
    let first = map.position(from);
    let pass = map.position(to) - first;
    assert!(pass.0 >= NANOS_A_BEAT && pass.phase() == 0);
    let end = from + SongTime(length.0 * passes);
    let mut now = from;
    let mut expected = first.0.div_euclid(NANOS_A_BEAT / 4) + 1;
    while now < end {
        let longest = [FLICKS_A_TICK, length.0 / 3 + 1, 2 * length.0];
        let longest = longest[stream.int(0, 2) as usize];
        let step = stream.int(1, longest);
        let then = SongTime((now.0 + step).min(end.0));
        let (past, position) = (map.position(now), map.position(then));
        let mut quarter = past.0.div_euclid(NANOS_A_BEAT / 4) + 1;
        while quarter * (NANOS_A_BEAT / 4) <= position.0 {
            assert_eq!(quarter, expected, "lost or doubled in {map:?}");
            let hit = map.time_of(BeatPosition(quarter * (NANOS_A_BEAT / 4)));
            assert!(now < hit && hit <= then, "{quarter} at {hit:?}");
            expected += 1;
            quarter += 1;
        }
        now = then;
    }
    assert_eq!(map.position(end).0, first.0 + pass.0 * passes);
}

#[test]
fn loops_of_any_length_lose_and_double_nothing() {
    let mut stream = stream("loops");
    for (beats, whole) in [
        (32.0, 32),
        (32.5, 33),
        (7.98, 8),
        (8.02, 8),
        (0.25, 1),
        (0.001, 1),
        (1.49, 1),
        (30.0, 30),
    ] {
        for from in [0.0, 0.3, -1.0, 4.0] {
            let map = steady(122.0)
                .with_loop(seconds(from), seconds(from + beats * 60.0 / 122.0))
                .unwrap();
            let (start, seam) = map.looped().unwrap();
            let pass = map.position(seam) - map.position(start);
            assert_eq!(pass, BeatPosition::of_beat(whole), "{beats} beats");
            check_loop(&map, &mut stream, 100);
        }
    }
    for _ in 0..200 {
        let map = random_map(&mut stream);
        if map.looped().is_some() {
            check_loop(&map, &mut stream, 12);
        }
    }
}

#[test]
fn a_long_pass_waits_below_the_beat_and_a_short_one_jumps() {
    let map = steady(60.0).with_loop(seconds(0.0), seconds(8.25)).unwrap();
    assert_eq!(
        map.position(seconds(8.1)),
        BeatPosition(8 * NANOS_A_BEAT - 1)
    );
    assert_eq!(map.position(seconds(8.25)), BeatPosition::of_beat(8));
    let map = steady(60.0).with_loop(seconds(0.0), seconds(7.75)).unwrap();
    assert_eq!(map.time_of(beats(7.9)), seconds(7.75));
    assert_eq!(map.position(seconds(7.75)), BeatPosition::of_beat(8));
    assert_eq!(map.written(beats(17.5)), beats(1.5));
}

#[test]
fn warps_in_a_loop_skip_in_each_pass() {
    let map = TempoMap::builder()
        .tempo(0.0, 60.0)
        .warp(2.0, 2.0)
        .looped(seconds(0.0), seconds(6.0))
        .build()
        .unwrap();
    let skipped: Vec<i64> = (0..24).filter(|&beat| map.is_skipped(beat)).collect();
    assert_eq!(skipped, [2, 3, 10, 11, 18, 19]);
}

fn check_bars(builder: &TempoMapBuilder, first: i64, expected: &str) {
    let map = builder.build().unwrap();
    let mut text = String::new();
    let mut last = i64::MIN;
    for beat in first..first + 32 {
        let Bar {
            index, beat_in_bar, ..
        } = map.bar_of(beat);
        assert_eq!(
            index != last,
            beat_in_bar == 0 || beat == first,
            "beat {beat}"
        );
        if last != i64::MIN && index != last {
            assert_eq!(index, last + 1);
            assert_eq!(
                map.bar_of(beat - 1).beat_in_bar + 1,
                map.bar_of(beat - 1).beats
            );
        }
        last = index;
        text.push_str(&beat_in_bar.to_string());
    }
    assert_eq!(text, expected);
}

#[test]
fn bars_go_on_over_changes_and_seams() {
    let map = || TempoMap::builder().tempo(0.0, 60.0);
    let looped = |from: f64, to: f64| map().looped(seconds(from), seconds(to));
    check_bars(&map(), -6, "23012301230123012301230123012301");
    check_bars(
        &map().signature(0, 3),
        -4,
        "20120120120120120120120120120120",
    );
    check_bars(
        &map().signature(6, 3),
        0,
        "01230101201201201201201201201201",
    );
    check_bars(&looped(0.0, 6.0), 0, "01230123012301230123012301230123");
    check_bars(
        &looped(0.0, 6.0).signature(10, 3),
        0,
        "01230123012301230123012301230123",
    );
    // A change in the loop comes back in each pass; the seam starts no bar.
    check_bars(
        &looped(0.0, 7.0).signature(0, 4).signature(4, 2),
        0,
        "01230101230010123001012300101230",
    );
    assert_eq!(steady(60.0).bar_of(-1).index, -1);
    let early = map().signature(-5, 4).build().unwrap();
    assert_eq!((early.bar_of(0).index, early.bar_of(0).beat_in_bar), (0, 1));
}

#[test]
fn bars_count_on_through_any_loop() {
    let mut stream = stream("bars");
    for _ in 0..500 {
        let map = random_map(&mut stream);
        let mut last = map.bar_of(-50);
        for beat in -49..400 {
            let bar = map.bar_of(beat);
            let follows = bar.index == last.index && bar.beat_in_bar == last.beat_in_bar + 1;
            let starts = bar.index == last.index + 1 && bar.beat_in_bar == 0;
            assert!(
                follows || starts,
                "beat {beat}: {last:?} {bar:?} in {map:?}"
            );
            last = bar;
        }
    }
}

#[test]
fn the_ends_of_time_do_not_panic() {
    let mut stream = stream("ends");
    for _ in 0..50 {
        let map = random_map(&mut stream);
        for extreme in [i64::MIN, i64::MIN + 1, -1, i64::MAX - 1, i64::MAX] {
            let position = map.position(SongTime(extreme));
            let _ = map.time_of(position);
            let _ = map.time_of(BeatPosition(extreme));
            let _ = map.bpm_at(SongTime(extreme));
            let _ = map.bar_of(extreme);
            let _ = map.is_skipped(extreme);
        }
    }
    let moments = [SongTime(i64::MIN), SongTime(i64::MAX)];
    assert_eq!(TempoMap::from_beats(&moments), Err(TempoError::TooLong));
}

#[test]
fn errors_name_the_entry() {
    let map = TempoMap::builder;
    let late = map().tempo(0.0, 1.0).tempo(1.0, 1.0);
    let long = (0..80_000).fold(map(), |map, beat| map.stop(f64::from(beat), 3600.0));
    for (builder, expected) in [
        (
            late.clone().tempo(2.0, 0.0),
            "tempo entry 3: bpm must be 1 to 10000, got 0",
        ),
        (
            late.tempo(2.0, f64::NAN),
            "tempo entry 3: bpm must be 1 to 10000, got NaN",
        ),
        (
            map().stop(2e9, 1.0),
            "stop entry 1: beat must be -1000000 to 1000000, got 2000000000",
        ),
        (
            map().delay(2.0, -1.0),
            "delay entry 1: length must be 0 to 3600 seconds, got -1",
        ),
        (
            map().warp(2.0, -1.0),
            "warp entry 1: beats to skip must be 0 to 1000000, got -1",
        ),
        (
            map().signature(0, 0),
            "signature entry 1: beats per bar must be 1 to 100, got 0",
        ),
        (
            map().looped(seconds(2.0), seconds(1.0)),
            "loop must end after it starts, between -1000000 and 1000000 seconds, got 2 to 1",
        ),
        (
            long,
            "tempo map: longer than three years; use fewer beats, shorter stops or higher tempi",
        ),
    ] {
        assert_eq!(builder.build().unwrap_err().to_string(), expected);
    }
    assert_eq!(
        TempoMap::from_beats(&[seconds(1.0), seconds(1.0)])
            .unwrap_err()
            .to_string(),
        "beat entry 2: 1 s must come after the entry before it"
    );
}
