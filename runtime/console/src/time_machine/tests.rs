//! Going back with a host that watches, with errors, exits, resets, menus and
//! little room.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use script::Timeline;

use crate::{Cart, Console, Happening, Host, Input, NullHost, Options, Status, TimeError};

const ROOM: usize = 64 << 20;

fn cart(code: &str) -> Cart {
    Cart::from_bytes("time.lua", code.as_bytes()).expect("it is a cart")
}

/// A console that keeps states, for a cart of our own dialect.
fn console(code: &str) -> Console {
    with_host(code, Box::new(NullHost))
}

fn with_host(code: &str, host: Box<dyn Host + Send>) -> Console {
    let code = format!("-- console: downbeat\n-- saveid: time\n{code}");
    let options = Options {
        sound_rate: Some(44_100),
        ..Options::default()
    };
    let mut console = Console::new(cart(&code), options, host);
    console.keep_states(ROOM);
    console
}

fn run(console: &mut Console, ticks: usize) -> Status {
    for _ in 0..ticks {
        console.tick(&Input::default());
    }
    console.status()
}

/// The color of the first pixel, by which these carts say what they know.
fn color(console: &Console) -> u8 {
    console.machine().pix(0, 0)
}

fn message(console: &Console) -> &str {
    console.failure().map_or("", |failure| &failure.message)
}

/// Everything of Lua.
fn arena(console: &Console) -> Vec<u8> {
    let mut timeline = Timeline::new(1);
    let script = console.script.as_ref().expect("it has started");
    script.push_state(&mut timeline);
    timeline.state().to_vec()
}

const COUNT: &str = "n = 0 function TIC() n = n + 1 cls(n % 16) end ";

#[test]
fn a_screen_of_another_size_goes_back_and_forth() {
    let code = "n = 0 function TIC() n = n + 1
        if n == 3 then screen.size(64, 64) elseif n == 6 then screen.size(16, 9) end
        cls(n) pix(15, 8, 1)
        if screen.size() == 64 then ttri(0,0, 60,0, 0,60, 0,0, 8,0, 0,8, 0, -1, 1,1,1) end
    end";
    let mut console = console(code);
    let mut pictures = Vec::new();
    for _ in 0..8 {
        console.tick(&Input::default());
        pictures.push((console.picture().clone(), console.digest()));
    }
    let sizes: Vec<_> = pictures
        .iter()
        .map(|it| (it.0.width, it.0.height))
        .collect();
    assert_eq!(sizes[..2], [(256, 144); 2]);
    assert_eq!(sizes[2..5], [(64, 64); 3]);
    assert_eq!(sizes[5..], [(16, 9); 3]);
    for tick in [4, 7, 2, 8, 3, 6] {
        console.go_to(tick as u64).expect("it is kept");
        let (picture, digest) = &pictures[tick - 1];
        assert_eq!(console.picture(), picture, "{tick}");
        assert_eq!(&console.digest(), digest, "{tick}");
    }
    let mut console = with_host("function TIC() screen.size(63, 9) end", Box::new(NullHost));
    run(&mut console, 1);
    assert!(message(&console).contains("screen.size: screen 63x9: both sides"));
}

#[test]
fn every_byte_of_lua_is_the_same_again() {
    let mut console = console(
        "n, all = 0, {} local co = coroutine.wrap(function() while true do coroutine.yield({}) end end)
        function TIC() n = n + 1 all[n % 50] = {n, tostring(n), co()} cls(n) print(#all) end
        function BDR(row) poke(0x3FF8, (n + row) % 16) end",
    );
    let mut arenas = BTreeMap::new();
    for _ in 0..200 {
        run(&mut console, 1);
        arenas.insert(console.frame(), arena(&console));
    }
    assert_eq!(console.kept(), 2..=200);
    for tick in (2..=200).rev().step_by(3).chain(2..=200) {
        console.go_to(tick).expect("it is kept");
        assert!(arena(&console) == arenas[&tick], "{tick}");
    }
}

#[test]
fn another_way_drops_what_was_newer() {
    let mut console = console("n = 0 function TIC() n = n * 2 + (btn(4) and 1 or 0) cls(n) end");
    run(&mut console, 10);
    console.go_to(7).expect("it is kept");
    assert_eq!(console.kept(), 2..=10);
    let input = Input {
        pads: 1 << 4,
        ..Input::default()
    };
    console.tick(&input);
    assert_eq!((color(&console), console.kept()), (1, 2..=8));
    assert_eq!(console.input_of(8), Some(input));
    run(&mut console, 2);
    assert_eq!(color(&console), 4);
    console.go_to(8).expect("it is kept");
    assert_eq!((color(&console), console.frame()), (1, 8));
}

#[test]
fn ticks_that_are_not_kept_are_named() {
    let mut console = console(COUNT);
    assert!(console.kept().is_empty());
    assert_eq!(console.go_to(1), Err(TimeError::Nothing));
    run(&mut console, 5);
    let error = console.go_to(6).expect_err("it is not kept");
    assert_eq!(error.to_string(), "tick 6 is not kept, only 2 to 5 are");
    assert!(console.go_to(1).is_err());
    assert_eq!((console.frame(), color(&console)), (5, 5));
    console.keep_states(0);
    assert_eq!(console.go_to(3), Err(TimeError::Nothing));
    console.keep_states(ROOM);
    run(&mut console, 2);
    assert_eq!(console.kept(), 6..=7);
}

#[test]
fn an_error_is_gone_back_from() {
    let mut console = console(
        "n = 0
        function TIC() n = n + 1 cls(n) if n == 6 and btn(0) then local x = nil + 1 end end
        function SCN(row) if n == 8 and row == 60 then error('drawn') end end
        function BDR(row) poke(0x3FF8, n) end",
    );
    run(&mut console, 5);
    let up = Input {
        pads: 1,
        ..Input::default()
    };
    assert_eq!(console.tick(&up), Status::Failed);
    let picture = console.picture().clone();
    let words = message(&console).to_owned();
    assert!(words.contains("nil"), "{words}");
    run(&mut console, 3);
    assert_eq!(console.kept(), 2..=6);
    console.go_to(3).expect("it is kept");
    assert_eq!(console.status(), Status::Running);
    console.go_to(6).expect("it is kept");
    assert_eq!(
        (console.status(), message(&console)),
        (Status::Failed, &*words)
    );
    assert!(*console.picture() == picture);
    console.go_to(5).expect("it is kept");
    assert_eq!(run(&mut console, 2), Status::Running);
    assert_eq!(run(&mut console, 1), Status::Failed);
    let picture = console.picture().clone();
    console.go_to(2).expect("it is kept");
    console.go_to(8).expect("it is kept");
    assert!(
        *console.picture() == picture,
        "rows 60 and on are of tick 7"
    );
}

#[test]
fn an_exit_is_gone_back_from() {
    let mut console =
        console("n = 0 function TIC() n = n + 1 cls(n) if n == 5 then exit() end end");
    assert_eq!(run(&mut console, 9), Status::Exited);
    console.go_to(4).expect("it is kept");
    assert_eq!((console.status(), color(&console)), (Status::Running, 4));
    assert_eq!(run(&mut console, 1), Status::Exited);
    console.go_to(5).expect("it is kept");
    assert_eq!(console.happenings(), [Happening::Exit]);
}

#[test]
fn a_new_start_forgets_what_was_before_it() {
    let mut console =
        console("n = 0 function TIC() n = n + 1 cls(n) if n == 9 then reset() end end");
    run(&mut console, 5);
    let state = console.save_state().expect("it has started");
    console.reset();
    console.go_to(4).expect("that undoes the wish");
    run(&mut console, 1);
    assert_eq!(color(&console), 5);
    console.reset();
    run(&mut console, 3);
    assert_eq!((color(&console), console.kept()), (3, 7..=8));
    assert_eq!(console.load_state(&state), Err(TimeError::OtherRun));
    assert_eq!(color(&console), 3);
    run(&mut console, 8);
    assert_eq!((color(&console), console.kept()), (2, 16..=16));
    console.go_to(16).expect("it is kept");
    assert_eq!(color(&console), 2);
}

#[test]
fn what_was_chosen_in_the_menu_is_chosen_again() {
    let mut console = console(
        "-- menu: ONE TWO\n n, added = 0, 0
        function MENU(i) added = added + i + 1 trace('menu') end
        function TIC() n = n + 1 cls(n + added) end",
    );
    run(&mut console, 3);
    console.choose_menu(1);
    run(&mut console, 3);
    let run_colors: Vec<u8> = (2..=6)
        .map(|tick| {
            console.go_to(tick).expect("it is kept");
            color(&console)
        })
        .collect();
    assert_eq!(run_colors, [2, 3, 6, 7, 8]);
    console.go_to(4).expect("it is kept");
    assert_eq!(console.happenings().len(), 1);
}

/// What a host was told.
#[derive(Clone, Default)]
struct Watching(Arc<Mutex<Vec<String>>>);

impl Watching {
    fn note(&self, text: String) {
        self.0
            .lock()
            .expect("no test panics while it notes")
            .push(text);
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("no test panics while it notes"))
    }
}

impl Host for Watching {
    fn trace(&mut self, text: &[u8], _color: u8) {
        self.note(format!("trace {}", String::from_utf8_lossy(text)));
    }

    fn unix_time(&mut self) -> u64 {
        self.note("time".to_owned());
        7
    }

    fn store_memory(&mut self, _cart_id: &str, bytes: &[u8]) {
        self.note(format!("memory {}", bytes[0]));
    }

    fn store_table(&mut self, _cart_id: &str, name: &str, json: Option<&[u8]>) {
        let json = json.map(String::from_utf8_lossy);
        self.note(format!("table {name} {}", json.unwrap_or("none".into())));
    }
}

#[test]
fn the_host_hears_nothing_of_a_tick_that_is_run_again() {
    let host = Watching::default();
    let mut console = with_host(
        "n = 0 function TIC()
          n = n + 1 trace(n + tstamp() // 1 | 0) pmem(0, n)
          if n == 20 then store.save('best', {n = n}) end
          if n == 60 then exit() end
        end",
        Box::new(host.clone()),
    );
    run(&mut console, 60);
    let told = host.take();
    let other = |line: &&String| !line.starts_with('t') || line.starts_with("table");
    let stored: Vec<&String> = told.iter().filter(other).collect();
    assert_eq!(stored, ["memory 30", "table best {\"n\":20}", "memory 60"]);
    for tick in [60, 10, 59, 60, 15] {
        console.go_to(tick).expect("it is kept");
        assert!(matches!(
            console.happenings(),
            [Happening::Trace { .. }, ..]
        ));
    }
    assert_eq!(host.take(), [""; 0]);
    console.store_memory();
    // Persistent memory goes with the rest; the host has what is to come.
    assert_eq!(host.take(), ["memory 15", "table best none"]);
    run(&mut console, 5);
    assert_eq!(host.take().len(), 10);
    drop(console);
    assert_eq!(host.take(), ["memory 20", "table best {\"n\":20}"]);
}

#[test]
fn what_is_kept_never_takes_more_room_than_it_may() {
    // Every pixel changes in every tick, in no order.
    let code = "s = 1 function TIC()
        for a = 0, 16319 do s = s * 1103515245 + 12345 & 0x7fffffff poke(a, s >> 16) end end";
    let mut console = console(code);
    let room = 3 << 20;
    console.keep_states(room);
    for _ in 0..300 {
        run(&mut console, 1);
        assert!(console.kept_size() <= room);
    }
    let kept = console.kept();
    assert!(*kept.start() > 100 && *kept.end() == 300, "{kept:?}");
    let picture = console.picture().clone();
    console.go_to(*kept.start()).expect("it is kept");
    assert!(console.go_to(kept.start() - 1).is_err());
    console.go_to(300).expect("it is kept");
    assert!(*console.picture() == picture);
    // No room for a single state.
    console.keep_states(100_000);
    run(&mut console, 3);
    assert!(console.kept().is_empty() && console.kept_size() < 100_000);
}

#[test]
fn there_is_an_end_to_how_many_are_kept() {
    let mut console = console(COUNT);
    run(&mut console, 700);
    assert_eq!(console.kept(), 202..=700);
    for tick in [202, 700, 451] {
        console.go_to(tick).expect("it is kept");
        assert_eq!(u64::from(color(&console)), tick % 16);
    }
    run(&mut console, 10);
    assert_eq!(console.kept(), 202..=461);
}

#[test]
fn stored_tables_count() {
    let mut console = console(
        "n = 0 text = ('x'):rep(200000)
        function TIC() n = n + 1 store.save('t' .. n % 5, {text, n}) end",
    );
    let room = 8 << 20;
    console.keep_states(room);
    for _ in 0..100 {
        run(&mut console, 1);
        assert!(console.kept_size() <= room);
    }
    let ticks = console.kept().count();
    assert!((20..40).contains(&ticks), "{ticks}");
}

#[test]
fn a_cart_goes_back_by_itself() {
    let mut console = console(
        "n, lives = 0, 3
        function TIC()
          local note = rewind.note()
          if note then lives = note.lives end
          n = n + 1
          cls(n)
          if btnp(4) and lives > 0 then rewind.frames(5, {lives = lives - 1}) end
          trace(n .. ' ' .. lives .. ' ' .. rewind.kept())
        end",
    );
    let press = Input {
        pads: 1 << 4,
        ..Input::default()
    };
    let said = |console: &Console| match console.happenings() {
        [Happening::Trace { text, .. }] => String::from_utf8_lossy(text).into_owned(),
        other => panic!("{other:?}"),
    };
    run(&mut console, 9);
    assert_eq!(said(&console), "9 3 7");
    console.tick(&press);
    assert_eq!((console.frame(), color(&console)), (5, 5));
    assert_eq!(console.kept(), 2..=9);
    run(&mut console, 1);
    assert_eq!(said(&console), "6 2 4");
    run(&mut console, 5);
    let straight = said(&console);
    assert_eq!(straight, "11 2 9");
    // The note is there again when its tick is run again.
    for tick in [3, 6, 11] {
        console.go_to(tick).expect("it is kept");
    }
    assert_eq!(said(&console), straight);
    console.go_to(5).expect("it is kept");
    run(&mut console, 1);
    assert_eq!(said(&console), "6 3 4");
}

#[test]
fn a_cart_that_goes_back_needs_no_host_for_it() {
    let start = |code: &str| {
        let cart = cart(&format!("-- console: downbeat\n{code}"));
        let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
        run(&mut console, 3);
        console
    };
    let mut console = start("r = rewind function TIC() cls(r.kept()) end");
    assert_eq!(color(&console), 1);
    console.keep_states(0);
    run(&mut console, 3);
    assert_eq!(color(&console), 2);
    assert!(
        start("-- rewind: yes\nfunction TIC() end")
            .kept()
            .is_empty()
    );
}

#[test]
fn a_cart_that_cannot_go_back_is_told_why() {
    let code = |call: &str| format!("n = 0 function TIC() n = n + 1 if n == 4 then {call} end end");
    let cases = [
        (
            "rewind.frames(9)",
            "rewind.frames: 9 ticks are too many, rewind.kept() is 2",
        ),
        (
            "rewind.frames(0)",
            "rewind.frames takes a number of ticks from 1",
        ),
        (
            "rewind.frames()",
            "rewind.frames takes a number of ticks from 1",
        ),
        ("rewind.frames(1, print)", "the note holds numbers, strings"),
        ("rewind.frames(1, ('x'):rep(5000))", "the note is too large"),
    ];
    for (call, words) in cases {
        let mut console = console(&code(call));
        assert_eq!(run(&mut console, 4), Status::Failed, "{call}");
        assert!(message(&console).contains(words), "{}", message(&console));
    }
    // An exit or an error in the same tick comes first.
    let mut console = console(&code("rewind.frames(1) exit()"));
    assert_eq!(run(&mut console, 4), Status::Exited);
    assert_eq!(console.frame(), 4);
}

#[test]
fn a_saved_state_is_everything() {
    let mut console = console(&format!("{COUNT} function SCN(row) poke(0x3FC0, row) end"));
    assert_eq!(console.save_state().err(), Some(TimeError::NotStarted));
    run(&mut console, 6);
    let state = console.save_state().expect("it has started");
    let (picture, sound) = (console.picture().clone(), console.sound().to_vec());
    run(&mut console, 5);
    let later = console.save_state().expect("it has started");
    for _ in 0..2 {
        console.load_state(&state).expect("it is of this run");
        assert!(*console.picture() == picture && console.sound() == sound);
        assert_eq!((color(&console), console.frame(), state.tick()), (6, 6, 6));
        run(&mut console, 3);
        assert_eq!((color(&console), console.kept()), (9, 7..=9));
        console.load_state(&later).expect("it is of this run");
        assert_eq!(color(&console), 11);
    }
    let mut other = self::console(COUNT);
    run(&mut other, 1);
    assert_eq!(other.load_state(&state), Err(TimeError::OtherRun));
}

#[test]
fn a_cart_can_forbid_the_player_to_go_back() {
    let may = |header: &str| {
        Console::new(cart(header), Options::default(), Box::new(NullHost)).may_rewind()
    };
    assert!(may("-- console: downbeat\n"));
    assert!(!may("-- console: downbeat\n-- rewind: no\n"));
    assert!(may("-- console: downbeat\n-- rewind: yes\n"));
    assert!(!may("-- rewind: no\n"));
}
