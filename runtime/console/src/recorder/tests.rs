//! Recordings: what they hold, what they are on disk, and that they run again.

use std::collections::BTreeMap;
use std::path::PathBuf;

use machine::Input;
use script::conductor::SongTime;
use script::{Control, Press, Timing};

use super::{Journal, Sessions, Slots};
use crate::{Cart, Console, Host, Loading, NullHost, Options, Replay, Rerun, RerunError, Saves};

fn cart(code: &str) -> Cart {
    Cart::from_bytes("game.lua", code.as_bytes()).expect("it is a cart")
}

fn recorded(code: &str, host: Box<dyn Host + Send>) -> Console {
    let mut console = Console::new(cart(code), Options::default(), host);
    console.record();
    console
}

fn pads(pads: u32) -> Input {
    Input {
        pads,
        mouse_x: 128,
        mouse_y: 72,
        ..Input::default()
    }
}

fn replay_of(console: &Console) -> Replay {
    let recorder = console.recorder().expect("it records");
    Replay::parse(&recorder.replay().to_json()).expect("it reads what it writes")
}

fn verify(code: &str, replay: Replay) -> Result<(), RerunError> {
    let mut rerun = Rerun::new(replay, cart(code), Options::default(), Box::new(NullHost))?;
    while !rerun.is_over() {
        rerun.verify()?;
    }
    Ok(())
}

fn scratch(name: &str) -> PathBuf {
    let name = format!("downbeat-recorder-{name}-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

const PLAYED: &str = "-- script: lua
x = 0
function TIC()
  if btn(3) then x = x + math.random(3) end
  cls(x % 16)
  pmem(1, x)
end";

fn played(ticks: u64) -> Console {
    let mut console = recorded(PLAYED, Box::new(NullHost));
    for tick in 0..ticks {
        console.tick(&pads(if tick % 40 < 9 { 8 } else { 0 }));
    }
    console
}

#[test]
fn a_run_runs_again() {
    let console = played(200);
    assert_eq!(verify(PLAYED, replay_of(&console)), Ok(()));
    let mut rerun = Rerun::new(
        replay_of(&console),
        cart(PLAYED),
        Options::default(),
        Box::new(NullHost),
    )
    .expect("it is of this cart");
    rerun.skip(1_000).expect("it is the same");
    assert!(rerun.is_over());
    let mut again = rerun.into_console();
    assert_eq!(again.picture().rgba, console.picture().rgba);
    let rerun = Rerun::new(
        replay_of(&console),
        cart(PLAYED),
        Options::default(),
        Box::new(NullHost),
    );
    let loading = Loading::begin(rerun.expect("it is of this cart")).expect("there are threads");
    let mut loaded = loading.finish().expect("it is the same");
    assert_eq!(loaded.digest(), again.digest());
    let mut straight = console;
    for _ in 0..100 {
        straight.tick(&pads(8));
        again.tick(&pads(8));
    }
    assert_eq!(again.digest(), straight.digest());
    assert_eq!(replay_of(&again), replay_of(&straight));
}

#[test]
fn an_input_that_was_changed_is_found_in_its_tick() {
    let mut replay = replay_of(&played(200));
    replay.inputs[2].pads = Some(0);
    let tick = replay.inputs[2].tick;
    let error = verify(PLAYED, replay).expect_err("it differs");
    let text = error.to_string();
    let expected = format!("tick {tick}: what is held");
    assert!(text.starts_with(&expected), "{text}");
    assert!(
        text.contains("tick 59 these: screen of video bank 0"),
        "{text}"
    );
}

#[test]
fn what_the_run_depended_on_comes_along() {
    struct Remembers;
    impl Host for Remembers {
        fn unix_time(&mut self) -> u64 {
            1_700_000_000
        }
        fn load_memory(&mut self, _: &str) -> Option<Vec<u8>> {
            let mut memory = vec![0; 1024];
            memory[5] = 7;
            Some(memory)
        }
        fn load_tables(&mut self, _: &str) -> BTreeMap<String, Vec<u8>> {
            BTreeMap::from([("best".to_owned(), b"[1,2.5]".to_vec())])
        }
    }
    let code = "-- console: downbeat
        -- menu: one two
        t = 0
        function MENU(i) cls(i + 3) end
        function TIC()
          t = t + 1
          pmem(2, pmem(1) + tstamp() % 1000 + store.load('best')[1])
          mset(0, 0, t)
        end";
    let mut console = recorded(code, Box::new(Remembers));
    for tick in 0..70 {
        if tick == 20 {
            console.choose_menu(1);
        }
        if tick == 40 {
            console.reset();
        }
        console.tick(&pads(0));
    }
    assert_eq!(console.failure(), None);
    let replay = replay_of(&console);
    assert_eq!(replay.memory, "000000000007");
    assert_eq!(replay.unix, [[0, 1_700_000_000]]);
    assert_eq!(replay.events.len(), 2);
    assert_eq!(verify(code, replay.clone()), Ok(()));
    let mut other = replay.clone();
    other.unix[0][1] += 1;
    let error = verify(code, other).expect_err("it differs").to_string();
    assert!(error.starts_with("tick 0: memory differs"), "{error}");
    let mut other = replay;
    other.events.pop();
    let error = verify(code, other).expect_err("it differs").to_string();
    assert!(error.starts_with("tick 40:"), "{error}");
}

#[test]
fn clocks_and_presses_come_back_to_the_flick() {
    let code = "-- console: downbeat
        n = 0
        function BOOT() beat.start{bpm=120, actions={hit={4, 'z'}}} end
        function VERDICT(v, p, ms) n = n + 1 if ms then pmem(n, ms * 1000) end end
        function TIC()
          for e in event.next do pmem(100, e.time * 1e6) end
          pmem(101, beat.now() * 1e6)
        end";
    let mut console = recorded(code, Box::new(NullHost));
    for tick in 0..200_i64 {
        let clock = SongTime(SongTime::of_tick(tick - 3).0 + tick * 12_345 % 1001);
        let mut presses = Vec::new();
        for at in [37, 61, 62, 128] {
            if at == tick {
                // Late, and out of order.
                for early in [90_001, 5_000_003] {
                    presses.push(Press {
                        at: clock - SongTime(early),
                        what: Control::Button(4),
                        down: early > 90_001,
                    });
                }
            }
        }
        let timing = Timing {
            clock,
            display: SongTime(clock.0 + 11_760_000 + tick % 7),
            presses,
            handed: Vec::new(),
        };
        console.tick_timed(&pads(0), &timing);
    }
    assert_eq!(console.failure(), None);
    let replay = replay_of(&console);
    assert_eq!(replay.presses.len(), 8);
    assert_eq!(verify(code, replay.clone()), Ok(()));
    let mut other = replay;
    let press = &mut other.presses[1];
    press.flicks = press.flicks.map(|at| at - 30_000_000);
    let tick = press.tick.expect("recorded presses have a tick");
    let error = verify(code, other).expect_err("it differs").to_string();
    assert!(error.starts_with(&format!("tick {tick}: ")), "{error}");
}

#[test]
fn a_recording_goes_back_with_its_console() {
    let mut straight = played(100).recorder().expect("it records").clone();
    let longer = played(157);
    let mut recorder = longer.recorder().expect("it records").clone();
    recorder.go_back_to(100);
    assert_eq!(recorder.replay(), straight.replay());
    recorder.go_back_to(0);
    assert_eq!(recorder.ticks(), 0);
    // Ticks 50 and on were played on frame 20 and on, after a rewind.
    straight.frames.0.push((50, 20));
    straight.go_back_to(30);
    assert_eq!(straight.ticks(), 60);
    straight.go_back_to(15);
    assert_eq!(straight.ticks(), 15);
}

#[test]
fn what_was_played_before_going_back_is_no_part_of_the_run() {
    let mut console = recorded(PLAYED, Box::new(NullHost));
    console.keep_states(32 << 20);
    for tick in 0..120 {
        console.tick(&pads(tick / 10 % 2 * 8));
    }
    console.go_to(50).expect("it is kept");
    for _ in 0..30 {
        console.tick(&pads(8));
    }
    let replay = replay_of(&console);
    assert_eq!(replay.ticks, 80);
    assert_eq!(verify(PLAYED, replay), Ok(()));
}

#[test]
fn a_cart_that_goes_back_by_itself_does_so_again() {
    let code = "-- console: downbeat
        n = 0
        function TIC()
          n = n + 1
          pmem(0, n)
          pmem(1, rewind.kept())
          if n == 40 and not rewind.note() and math.random() < 2 then rewind.frames(20, {1}) end
          if btnp(4) then rewind.frames(5) end
        end";
    let mut console = recorded(code, Box::new(NullHost));
    for tick in 0..200 {
        console.tick(&pads(if tick % 50 == 13 { 16 } else { 0 }));
    }
    assert_eq!(console.failure(), None);
    assert!(console.frame() < 200, "{}", console.frame());
    let replay = replay_of(&console);
    assert_eq!(replay.ticks, 200);
    assert_eq!(verify(code, replay), Ok(()));
}

#[test]
fn a_session_that_is_cut_off_is_read_up_to_its_last_second() {
    let folder = scratch("journal");
    let path = (Sessions::at(folder.clone()).begin("cart")).expect("the folder takes files");
    let mut console = recorded(PLAYED, Box::new(NullHost));
    let warn = |warning: &str| panic!("{warning}");
    let mut journal = Journal::begin(path.clone(), warn).expect("there are threads");
    for tick in 0..330 {
        console.tick(&pads(tick / 20 % 2 * 8));
        journal.follow(console.recorder().expect("it records"));
    }
    drop(journal);
    let text = std::fs::read_to_string(&path).expect("it was written");
    let first = text.find('\n').expect("it has lines");
    for end in [
        first + 1,
        first + 100,
        text.len() - 300,
        text.len() - 1,
        text.len(),
    ] {
        let replay = Replay::parse(&text[..end]).expect("what is whole can be read");
        let lines = text[..end].lines().count() as u64;
        let whole = if text[..end].ends_with(['\n', '}']) {
            lines
        } else {
            lines - 1
        };
        assert_eq!(replay.ticks, whole * 60);
        assert_eq!(verify(PLAYED, replay), Ok(()));
    }
    let mut journal = Journal::begin(path.clone(), warn).expect("there are threads");
    let recorder = console.recorder().expect("it records");
    journal.follow(recorder);
    journal.finish(recorder);
    let text = std::fs::read_to_string(&path).expect("it was written");
    assert_eq!(Replay::parse(&text).as_ref(), Ok(recorder.replay()));
    std::fs::remove_dir_all(folder).expect("it was made above");
}

#[test]
fn the_last_five_sessions_of_a_cart_are_kept() {
    let folder = scratch("sessions");
    let sessions = Sessions::at(folder.clone());
    for _ in 0..8 {
        sessions.begin("one").expect("the folder takes files");
    }
    sessions.begin("two").expect("the folder takes files");
    let mut names: Vec<String> = std::fs::read_dir(folder.join("one"))
        .expect("it exists")
        .map(|file| {
            file.expect("it exists")
                .file_name()
                .into_string()
                .expect("it is ASCII")
        })
        .collect();
    names.sort();
    let expected = [4, 5, 6, 7, 8].map(|number| format!("session-00000{number}.json"));
    assert_eq!(names, expected);
    std::fs::remove_dir_all(folder).expect("it was made above");
}

#[test]
fn a_slot_holds_the_run_that_led_there() {
    let folder = scratch("slots");
    let slots = Slots::of(&Saves::at(folder.clone()), "cart");
    assert_eq!(slots.list(), []);
    assert!(slots.load("1").is_err());
    let console = played(90);
    let recorder = console.recorder().expect("it records");
    slots.save("1", recorder).expect("the folder takes files");
    assert!(slots.save("../1", recorder).is_err());
    assert_eq!(&slots.load("1").expect("it was saved"), recorder.replay());
    let names: Vec<String> = slots.list().into_iter().map(|slot| slot.name).collect();
    assert_eq!(names, ["1"]);
    slots.remove("1").expect("it can be removed");
    assert_eq!(slots.list(), []);
    std::fs::remove_dir_all(folder).expect("it was made above");
}
