//! Replays: what is read, what is refused and where, what is played.

use script::conductor::SongTime;
use script::{Code, Control, Handed, Press};

use super::{Replay, ReplayPlayer};
use crate::{Cart, Console, Input, NullHost, Options};

const HEAD: &str = r#"{"downbeat": "replay", "version": 1, "ticks": 9"#;

fn replay(rest: &str) -> Replay {
    Replay::parse(&format!("{HEAD}, {rest}}}")).expect("it is one")
}

#[test]
fn a_bad_file_is_named_with_its_place() {
    let check = |text: &str, expected: &str| {
        let error = Replay::parse(text).expect_err(text);
        assert!(error.to_string().starts_with(expected), "{text}: {error}");
    };
    let field = |rest: &str| format!("{HEAD}, {rest}}}");
    check("{}", "it is no replay");
    check("[1]", "line 1");
    check("{\n\"downbeat\": oops", "line 2, column 13: expected");
    check(
        r#"{"downbeat": "replay", "version": 2, "new": 1}"#,
        "it is of version 2",
    );
    check(
        &field(r#""tracks": 3"#),
        "line 1, column 57: unknown field `tracks`",
    );
    check(
        &field(r#""inputs": [{"tick": 3}, {"tick": 3}]"#),
        "inputs[1]: its tick does not come after",
    );
    check(
        &field(r#""inputs": [{"tick": 3, "keys": [95]}]"#),
        "inputs[0]: keys",
    );
    check(
        &field(r#""timings": [{"tick": 3, "clock": [0, 0]}, {"tick": 4, "clock": []}]"#),
        "timings[1]: its tick is within",
    );
    check(
        &field(r#""digests": {"every": 3, "values": []}"#),
        "digests: there is not one of values",
    );
    check(
        &field(r#""digests": {"every": 60, "values": [], "ticks": "abc"}"#),
        "digests: ticks must have six",
    );
    check(&field(r#""memory": "0g""#), "memory: it must be the hex");
    check(
        &field(r#""events": [{"tick": 3}, {"tick": 2}]"#),
        "events: they are not",
    );
    for (press, expected) in [
        (r#"{"button": 1}"#, "presses[0]: give one of at"),
        (
            r#"{"at": 1, "at_beat": 2, "button": 1}"#,
            "presses[0]: give one of at",
        ),
        (r#"{"at": 1}"#, "presses[0]: give one of button"),
        (r#"{"at": 1, "button": 32}"#, "presses[0]: button must be"),
        (r#"{"at": 1, "key": "hyper"}"#, "presses[0]: key must be"),
        (r#"{"at": 1, "key": 95}"#, "presses[0]: key must be"),
        (
            r#"{"at": 1e9, "button": 0}"#,
            "presses[0]: the time is too far",
        ),
        (
            r#"{"at": 1, "press": "up", "player": 5}"#,
            "presses[0]: player must be",
        ),
        (
            r#"{"at": 1, "button": 1, "down": false}"#,
            "presses[0]: only presses with a tick",
        ),
        (
            r#"{"at_beat": 1, "button": 1, "tick": 4}"#,
            "presses[0]: at_beat and press",
        ),
        (
            r#"{"at": 1, "button": 1, "for": -1}"#,
            "presses[0]: for must be",
        ),
    ] {
        check(&field(&format!(r#""presses": [{press}]"#)), expected);
    }
}

#[test]
fn what_is_written_is_read_again() {
    let text = format!(
        r#"{HEAD}, "seed": 7, "cart": {{"name": "a.lua", "md5": "00"}},
        "inputs": [{{"tick": 1, "pads": 3, "mouse": [1, 2]}}, {{"tick": 2, "keys": []}}],
        "timings": [{{"tick": 2, "clock": [-5, 6], "display": 9}}],
        "presses": [{{"tick": 1, "flicks": -3, "button": 4}}, {{"at_beat": 1.5, "press": "up"}}],
        "digests": {{"every": 60, "values": [], "ticks": "{}"}}}}"#,
        "0aZ_-9".repeat(9)
    );
    let replay = Replay::parse(&text).expect("it is one");
    let written = replay.to_json();
    assert_eq!(Replay::parse(&written), Ok(replay));
    assert!(!written.contains("null"), "{written}");
}

fn console() -> Console {
    let cart = Cart::from_bytes("t.lua", b"function TIC() end").expect("it is a cart");
    Console::new(cart, Options::default(), Box::new(NullHost))
}

#[test]
fn changes_hold_until_the_next_one_and_clocks_are_told_tick_by_tick() {
    let replay = replay(
        r#""inputs": [{"tick": 1, "pads": 3}, {"tick": 3, "keys": [5], "mouse": [7, 8]}, {"tick": 4, "pads": 0}],
        "timings": [{"tick": 1, "clock": [-100, -200], "display": 50}, {"tick": 4, "clock": [-1]}],
        "presses": [{"tick": 2, "flicks": 5, "button": 1}]"#,
    );
    let mut player = ReplayPlayer::new(replay);
    let mut ticks = Vec::new();
    for tick in 0..6 {
        let (input, timing) = player.next_input(&console()).expect("nothing is missing");
        let own = SongTime::of_tick(tick);
        let offsets = ((timing.clock - own).0, (timing.display - own).0);
        ticks.push((input.pads, input.keys[0], input.mouse_x, offsets));
        let expected = Press {
            at: SongTime(5),
            what: Control::Button(1),
            down: true,
        };
        let presses: &[Press] = if tick == 2 { &[expected] } else { &[] };
        assert_eq!(timing.presses, presses, "{tick}");
    }
    let expected = [
        (0, 0, 128, (0, 0)),
        (3, 0, 128, (-100, -50)),
        (3, 0, 128, (-200, -150)),
        (3, 5, 7, (0, 0)),
        (0, 5, 7, (-1, -1)),
        (0, 5, 7, (0, 0)),
    ];
    assert_eq!(ticks, expected);
}

#[test]
fn what_was_typed_and_dropped_comes_again_without_the_file() {
    let code = "-- console: downbeat
        function TIC()
          for e in event.next do
            trace(e.kind..' '..(e.name or '')..' '..(e.text or e.problem or '')..' '..#(e.matrix or ''))
          end
        end";
    let cart = || Cart::from_bytes("t.lua", code.as_bytes()).expect("it is a cart");
    let mut console = Console::new(cart(), Options::default(), Box::new(NullHost));
    console.record();
    console.hand(Handed::text("é"));
    console.hand(Handed::picture("cat.png", b"no picture"));
    console.tick(&Input::default());
    console.hand(Handed::Picture {
        name: "code.png".into(),
        code: Ok(Code::of("moss").expect("short")),
    });
    console.tick(&Input::default());
    let recorder = console.recorder().expect("it records");
    let written = recorder.replay().to_json();
    let replay = Replay::parse(&written).expect("it is one");
    assert_eq!(&replay, recorder.replay());
    let mut player = ReplayPlayer::new(replay);
    let mut console = Console::new(cart(), Options::default(), Box::new(NullHost));
    let mut lines = Vec::new();
    for _ in 0..2 {
        player.step(&mut console).expect("nothing is missing");
        lines.extend(console.happenings().iter().map(|it| it.trace_line(0)));
    }
    assert_eq!(lines[0], "T 0 15 text  \\xc3\\xa9 0");
    assert!(
        lines[1].starts_with("T 0 15 drop cat.png no png or jpeg"),
        "{}",
        lines[1]
    );
    // 21 rows and 20 spaces.
    assert_eq!(
        lines[2],
        format!("T 0 15 drop code.png moss {}", 21 * 21 + 20)
    );
    assert_eq!(lines.len(), 3);
    for wrong in [
        r#"{"tick": 1}"#,
        r#"{"tick": 1, "drop": "a.png"}"#,
        r#"{"tick": 1, "text": "a", "problem": "b"}"#,
    ] {
        let text =
            format!(r#"{{"downbeat": "replay", "version": 1, "ticks": 9, "handed": [{wrong}]}}"#);
        let error = Replay::parse(&text).expect_err("refused").to_string();
        assert!(error.starts_with("handed[0]: give text"), "{error}");
    }
}

#[test]
fn a_tap_is_held_for_the_tick_it_is_in_however_short() {
    let replay = replay(
        r#""presses": [{"at": 0.02, "button": 0, "for": 0.001}, {"at": 0.02, "key": "space", "for": 0.04}]"#,
    );
    let mut player = ReplayPlayer::new(replay);
    let mut seen = Vec::new();
    for _ in 0..6 {
        let (input, timing) = player.next_input(&console()).expect("nothing is missing");
        let changes = timing
            .presses
            .iter()
            .map(|press| press.down)
            .collect::<Vec<_>>();
        seen.push((input.pads, input.keys[0], changes));
    }
    let expected = [
        (0, 0, vec![]),
        (0, 0, vec![]),
        (1, 48, vec![true, true]),
        (0, 48, vec![false]),
        (0, 0, vec![false]),
        (0, 0, vec![]),
    ];
    assert_eq!(seen, expected);
}
