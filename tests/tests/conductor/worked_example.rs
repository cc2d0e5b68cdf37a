//! Every row of the worked example, at several rates and at the edges of the
//! windows, through the console and through the program.

use std::path::PathBuf;

use console::Press;
use console::conductor::{FLICKS_A_SECOND, SongTime};
use tests::program;

use crate::{LEFT, RIGHT, Run, UP, at, press};

fn cart() -> String {
    let path = tests::root().join("tests/suite/conductor/worked_example/cart.lua");
    std::fs::read_to_string(path).expect("the cart is there")
}

/// What the dungeon is like at the start, beside what the cart says.
#[derive(Clone, Copy, Default)]
struct Start {
    hp: Option<i64>,
    digs: Option<i64>,
    wall: bool,
}

impl Start {
    fn code(self) -> String {
        let mut code = cart();
        if let Some(hp) = self.hp {
            code = code.replace("  hp = 3,", &format!("  hp = {hp},"));
        }
        if let Some(digs) = self.digs {
            code = code.replace("  digs = 2,", &format!("  digs = {digs},"));
        }
        if self.wall {
            code = code.replace("  walls = {},", "  walls = {[\"7,5\"] = true},");
        }
        code
    }
}

/// Inputs in thousandths of a beat, and what the cart traces of beat 41.
struct Row {
    inputs: &'static [(i64, u8)],
    start: Start,
    lines: &'static [&'static str],
}

const PLAIN: Start = Start {
    hp: None,
    digs: None,
    wall: false,
};

const ROWS: &[Row] = &[
    Row {
        inputs: &[],
        start: PLAIN,
        lines: &[
            "close 41 missed hp=2 digs=2 player=6,5 slime=5,5",
            "verdict 41 missed no input",
        ],
    },
    Row {
        inputs: &[(41_050, UP)],
        start: PLAIN,
        lines: &[
            "verdict 41 great +25.0 ms",
            "close 41 great hp=3 digs=2 player=6,4 slime=6,5",
        ],
    },
    Row {
        inputs: &[(41_100, UP)],
        start: PLAIN,
        lines: &[
            "verdict 41 good +50.0 ms",
            "close 41 good hp=3 digs=2 player=6,4 slime=6,5",
        ],
    },
    Row {
        inputs: &[(41_150, UP)],
        start: PLAIN,
        lines: &[
            "verdict 41 okay +75.0 ms",
            "close 41 okay hp=3 digs=2 player=6,4 slime=6,5",
        ],
    },
    Row {
        inputs: &[(41_200, UP)],
        start: PLAIN,
        lines: &[
            "verdict 41 late +100.0 ms",
            "close 41 late hp=2 digs=2 player=6,5 slime=5,5",
        ],
    },
    Row {
        inputs: &[(40_950, UP)],
        start: PLAIN,
        lines: &[
            "verdict 41 great -25.0 ms",
            "close 41 great hp=3 digs=2 player=6,4 slime=6,5",
        ],
    },
    Row {
        inputs: &[(41_050, LEFT)],
        start: PLAIN,
        lines: &[
            "verdict 41 great +25.0 ms",
            "close 41 great hp=3 digs=2 player=6,5 slime=dead",
        ],
    },
    Row {
        inputs: &[(41_050, RIGHT)],
        start: Start {
            digs: Some(0),
            wall: true,
            hp: None,
        },
        lines: &[
            "verdict 41 failed +25.0 ms",
            "close 41 failed hp=2 digs=0 player=6,5 slime=5,5",
        ],
    },
    Row {
        inputs: &[(41_050, RIGHT)],
        start: Start {
            wall: true,
            ..PLAIN
        },
        lines: &[
            "verdict 41 great +25.0 ms",
            "close 41 great hp=3 digs=1 player=7,5 slime=6,5",
        ],
    },
    Row {
        inputs: &[(41_020, UP), (41_100, RIGHT)],
        start: PLAIN,
        lines: &[
            "verdict 41 great +10.0 ms",
            "verdict 41 rejected +50.0 ms",
            "close 41 great hp=3 digs=2 player=6,4 slime=6,5",
        ],
    },
    Row {
        inputs: &[(40_700, UP), (41_050, RIGHT)],
        start: PLAIN,
        lines: &[
            "verdict 41 early -150.0 ms",
            "verdict 41 rejected +25.0 ms",
            "close 41 early hp=2 digs=2 player=6,5 slime=5,5",
        ],
    },
    Row {
        inputs: &[(41_300, UP)],
        start: PLAIN,
        lines: &[
            "close 41 missed hp=2 digs=2 player=6,5 slime=5,5",
            "verdict 41 missed no input",
            "verdict 42 early -350.0 ms",
        ],
    },
    Row {
        inputs: &[],
        start: Start {
            hp: Some(1),
            ..PLAIN
        },
        lines: &[
            "close 41 missed hp=0 digs=2 player=6,5 slime=5,5 DEAD",
            "verdict 41 missed no input",
        ],
    },
    Row {
        inputs: &[(41_150, UP)],
        start: Start {
            hp: Some(1),
            ..PLAIN
        },
        lines: &[
            "verdict 41 okay +75.0 ms",
            "close 41 okay hp=1 digs=2 player=6,4 slime=6,5",
        ],
    },
];

#[test]
fn every_row_at_any_rate() {
    for row in ROWS {
        let presses: Vec<Press> = (row.inputs.iter())
            .map(|&(place, button)| press(at(place), button))
            .collect();
        for hertz in [30, 60, 144] {
            let mut run = Run::new(&row.start.code());
            run.play(at(42_100), hertz, &presses);
            assert_eq!(run.lines, row.lines, "{:?} at {hertz} Hz", row.inputs);
        }
    }
}

#[test]
fn a_millisecond_around_every_edge_decides() {
    let millisecond = FLICKS_A_SECOND / 1000;
    for hertz in [30, 60, 144] {
        for (place, inside, outside) in [
            (60, "great", "good"),
            (120, "good", "okay"),
            (180, "okay", "late"),
            (-60, "great", "good"),
            (-120, "good", "okay"),
            (-180, "okay", "early"),
        ] {
            let outward = if place < 0 { -millisecond } else { millisecond };
            for (beyond, verdict) in [(-outward, inside), (0, inside), (outward, outside)] {
                let time = at(41_000 + place) + SongTime(beyond);
                let mut run = Run::new(&cart());
                run.from = at(40_000);
                run.play(at(41_300), hertz, &[press(time, UP)]);
                let wanted = format!("verdict 41 {verdict} ");
                let place = format!("{place} {beyond} at {hertz} Hz");
                assert!(
                    run.lines[0].starts_with(&wanted),
                    "{place}: {:?}",
                    run.lines
                );
            }
        }
        // At exactly the close-out the input is the next beat's.
        for (beyond, line) in [(-millisecond, "verdict 41 late"), (0, "close 41 missed")] {
            let time = at(41_250) + SongTime(beyond);
            let mut run = Run::new(&cart());
            run.from = at(40_000);
            run.play(at(41_300), hertz, &[press(time, UP)]);
            assert!(run.lines[0].starts_with(line), "{beyond}: {:?}", run.lines);
        }
    }
}

fn folder() -> PathBuf {
    let folder = tests::target().join("tests/conductor");
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

#[test]
fn every_row_as_a_replay_of_the_program() {
    for (number, row) in ROWS.iter().enumerate() {
        let cart = folder().join(format!("row{number}.lua"));
        std::fs::write(&cart, row.start.code()).expect("the folder is writable");
        let names = ["up", "down", "left", "right"];
        // Odd rows name the beat and the action, even ones seconds and button.
        let presses: Vec<String> = (row.inputs.iter())
            .map(|&(place, button)| {
                if number % 2 == 1 {
                    let beat = place as f64 / 1000.0;
                    let name = names[usize::from(button)];
                    format!(r#"{{"at_beat": {beat}, "press": "{name}"}}"#)
                } else {
                    format!(r#"{{"at": {}, "button": {button}}}"#, place as f64 / 2000.0)
                }
            })
            .collect();
        let replay = format!(
            r#"{{"downbeat": "replay", "version": 1, "ticks": 1264, "presses": [{}]}}"#,
            presses.join(", ")
        );
        let inputs = folder().join(format!("row{number}.json"));
        std::fs::write(&inputs, replay).expect("the folder is writable");
        let path = |path: &PathBuf| path.to_str().expect("the path is UTF-8").to_owned();
        let (cart, inputs) = (path(&cart), path(&inputs));
        let done = program::run(&["record", &cart, "--inputs", &inputs]).expect("it runs");
        let lines: Vec<&str> = done.out.lines().collect();
        assert_eq!(lines, row.lines, "row {number}: {}", done.err);
    }
}

#[test]
fn pictures_and_animations_change_nothing_and_come_out_the_same_twice() {
    let cart = folder().join("drawn.lua");
    std::fs::write(&cart, cart_code_of_a_rescue()).expect("the folder is writable");
    let inputs = folder().join("drawn.json");
    let replay = r#"{"downbeat": "replay", "version": 1, "ticks": 100,
        "presses": [{"at_beat": 2.05, "press": "up"}]}"#;
    std::fs::write(&inputs, replay).expect("the folder is writable");
    let path = |path: &PathBuf| path.to_str().expect("the path is UTF-8").to_owned();
    let run = |more: &[&str]| {
        let (cart, inputs) = (path(&cart), path(&inputs));
        let mut arguments = vec!["record", &cart, "--inputs", &inputs, "--frame-hashes", "-"];
        arguments.extend(more);
        program::run(&arguments).expect("it runs").out
    };
    let plain = run(&[]);
    let gif = path(&folder().join("drawn.gif"));
    let png = path(&folder().join("drawn.png"));
    let bytes = || {
        let files = [&gif, &png].map(|file| std::fs::read(file).expect("it was written"));
        assert!(files.iter().all(|file| !file.is_empty()));
        files
    };
    let at_frame = format!("62={png}");
    assert_eq!(run(&["--gif", &gif, "--png", &at_frame]), plain);
    let first = bytes();
    assert_eq!(run(&["--gif", &gif, "--png", &at_frame]), plain);
    assert_eq!(bytes(), first);
}

/// The dungeon, with a slime that acts on beat 2.
fn cart_code_of_a_rescue() -> String {
    cart().replace("SLIME_ACTS_ON = 41", "SLIME_ACTS_ON = 2")
}

#[test]
fn a_replay_that_cannot_be_followed_says_where() {
    let cart = folder().join("refused.lua");
    std::fs::write(&cart, cart_code_of_a_rescue()).expect("the folder is writable");
    for (name, replay, expected) in [
        (
            "form",
            "{\n  \"downbeat\": replay",
            "form.json: line 2, column 15: expected",
        ),
        (
            "value",
            r#"{"downbeat": "replay", "version": 1, "ticks": 9, "presses": [{"at": 1, "button": 99}]}"#,
            "value.json: presses[0]: button must be 0 to 31",
        ),
        (
            "action",
            r#"{"downbeat": "replay", "version": 1, "ticks": 9, "presses": [{"at": 0.1, "press": "jump"}]}"#,
            "action.json: presses[0]: the cart has no action 'jump' of player 1; it has down, left, right, up",
        ),
    ] {
        let inputs = folder().join(format!("{name}.json"));
        std::fs::write(&inputs, replay).expect("the folder is writable");
        let path = |path: &PathBuf| path.to_str().expect("the path is UTF-8").to_owned();
        let done = program::run(&["record", &path(&cart), "--inputs", &path(&inputs)]);
        let done = done.expect("it runs");
        assert!(done.err.contains(expected), "{name}: {}", done.err);
    }
}
