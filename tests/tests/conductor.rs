//! The conductor through carts: the worked example of the beat time travel,
//! the faults that such games are known for, and the `beat` table.
//!
//! The dungeon is `suite/conductor/worked_example`; the rest are carts of a few
//! lines that trace what they are called for.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read and write files and run programs"
)]

#[path = "conductor/beat_table.rs"]
mod beat_table;
#[path = "conductor/clocks.rs"]
mod clocks;
#[path = "conductor/game_songs.rs"]
mod game_songs;
#[path = "conductor/songs.rs"]
mod songs;
#[path = "conductor/symptoms.rs"]
mod symptoms;
#[path = "conductor/worked_example.rs"]
mod worked_example;

use console::conductor::{FLICKS_A_SECOND, SongTime};
use console::{Cart, Console, Control, Happening, Input, NullHost, Options, Press, Status, Timing};

const UP: u8 = 0;
const LEFT: u8 = 2;
const RIGHT: u8 = 3;

/// A place in thousandths of a beat, at 120 bpm from tick 0 on.
fn at(thousandths: i64) -> SongTime {
    SongTime(thousandths * (FLICKS_A_SECOND / 2000))
}

fn press(at: SongTime, button: u8) -> Press {
    Press {
        at,
        what: Control::Button(button),
        down: true,
    }
}

/// A cart that is run, and what it has traced.
struct Run {
    console: Console,
    lines: Vec<String>,
    status: Status,
    /// Steps before this, but for the first, are left out: one long stall.
    from: SongTime,
}

impl Run {
    /// A Downbeat cart of this code, with an empty `TIC` if it has none.
    fn new(code: &str) -> Run {
        let tic = if code.contains("function TIC") {
            ""
        } else {
            "\nfunction TIC() end"
        };
        let code = format!("-- console: downbeat\n{code}{tic}");
        let cart = Cart::from_bytes("cart.lua", code.as_bytes()).expect("a text is a cart");
        Run {
            console: Console::new(cart, Options::default(), Box::new(NullHost)),
            lines: Vec::new(),
            status: Status::Running,
            from: SongTime::ZERO,
        }
    }

    /// A tick of a clock, with presses.
    fn tick_at(&mut self, clock: SongTime, presses: &[Press]) {
        let timing = Timing {
            clock,
            display: clock,
            presses: presses.to_vec(),
            handed: Vec::new(),
        };
        self.status = self.console.tick_timed(&Input::default(), &timing);
        self.note();
    }

    /// Ticks of the console's own clock, with these buttons held.
    fn ticks(&mut self, count: u64, pads: u32) -> &mut Run {
        let input = Input {
            pads,
            ..Input::default()
        };
        for _ in 0..count {
            self.status = self.console.tick(&input);
            self.note();
        }
        self
    }

    fn note(&mut self) {
        for happening in self.console.happenings() {
            match happening {
                Happening::Trace { text, .. } => {
                    self.lines.push(String::from_utf8_lossy(text).into_owned());
                }
                Happening::Error(failure) => self.lines.push(failure.message.clone()),
                Happening::Exit => {}
            }
        }
    }

    /// Plays up to a clock in steps of a rate; presses arrive in the step that
    /// follows them.
    fn play(&mut self, until: SongTime, hertz: i64, presses: &[Press]) -> &mut Run {
        let mut left = presses;
        for step in 0.. {
            let clock = SongTime(step * FLICKS_A_SECOND / hertz);
            if clock > until {
                break;
            }
            if step > 0 && clock < self.from {
                continue;
            }
            let arrived = left.partition_point(|press| press.at <= clock);
            self.tick_at(clock, &left[..arrived]);
            left = &left[arrived..];
        }
        self
    }

    #[track_caller]
    fn expect(&self, expected: &[&str]) {
        assert_eq!(self.lines, expected);
    }
}
