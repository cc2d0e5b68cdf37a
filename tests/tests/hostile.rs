//! Carts that never end, or take all they can get: each is stopped soon,
//! with the line number, and the console goes on.
#![allow(clippy::disallowed_methods, reason = "a test with a stopwatch")]

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use console::{Cart, Console, Input, NullHost, Options, Status};

/// Longest time that a cart may hold up the console. Each of these takes well
/// under a second of an idle core; the rest is for a busy machine.
const PATIENCE: Duration = Duration::from_secs(3);

/// The time that this thread has computed, which other programs do not
/// lengthen; where the system does not tell, the time that has passed.
fn cpu_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .map_or_else(|| START.elapsed(), Duration::from_nanos)
}

fn console(code: &str) -> Console {
    let cart = Cart::from_bytes("cart.lua", code.as_bytes()).expect("the text is a cart");
    Console::new(cart, Options::default(), Box::new(NullHost))
}

/// Runs a cart until it is stopped, and checks where it was and how long a
/// tick took at most.
#[track_caller]
fn check(code: &str, line: usize) {
    let mut console = console(code);
    let longest = stops(&mut console, code, line);
    assert!(longest < PATIENCE, "a tick took {longest:?}: {code}");
    // What stopped a cart must be whole again after a reset.
    console.reset();
    stops(&mut console, code, line);
    let mut console = self::console("function TIC() cls(2) end");
    assert_eq!(console.tick(&Input::default()), Status::Running);
}

/// The time of the longest tick until the cart is stopped.
#[track_caller]
fn stops(console: &mut Console, code: &str, line: usize) -> Duration {
    let mut longest = Duration::ZERO;
    for _ in 0..120 {
        let start = cpu_time();
        let status = console.tick(&Input::default());
        longest = longest.max(cpu_time().saturating_sub(start));
        if status == Status::Failed {
            let message = &console.failure().expect("it failed").message;
            let place = format!("cart.lua:{line}:");
            assert!(message.starts_with(&place), "{place} expected: {message}");
            return longest;
        }
    }
    panic!("nothing stopped the cart: {code}");
}

#[test]
fn an_endless_loop() {
    check("function TIC()\n while true do end\nend", 2);
    check("while true do end\nfunction TIC() end", 1);
    check(
        "function BOOT()\n repeat until false\nend\nfunction TIC() end",
        2,
    );
}

#[test]
fn an_endless_loop_inside_pcall() {
    check(
        "function TIC()\n pcall(function()\n  while true do end\n end)\nend",
        3,
    );
    let again = "function TIC()\n while true do\n  pcall(function()\n   while true do end\n  end)\n end\nend";
    check(again, 4);
}

#[test]
fn an_endless_loop_inside_a_coroutine() {
    let code = "function TIC()\n local co = coroutine.wrap(function()\n  while true do end\n end)\n co()\nend";
    check(code, 3);
}

#[test]
fn an_endless_comparison() {
    let code = "local t = {}\nfor i = 1, 99 do t[i] = i % 7 end\nfunction TIC()\n table.sort(t, function(a, b)\n  while true do end\n end)\nend";
    check(code, 5);
}

#[test]
fn an_endless_row() {
    check(
        "function TIC() end\nfunction BDR(row)\n while true do end\nend",
        3,
    );
    check(
        "function TIC() end\nfunction SCN(row)\n while true do end\nend",
        3,
    );
    check(
        "function TIC() end\nfunction OVR()\n while true do end\nend",
        3,
    );
}

#[test]
fn an_endless_finalizer() {
    let code = "function TIC()\n for i = 1, 99 do\n  setmetatable({}, {__gc = function()\n   while true do end\n  end})\n end\n collectgarbage()\nend";
    let mut console = console(code);
    // A finalizer's error is only a warning in Lua, so that the cart may go
    // on; what matters is that the console does.
    let start = cpu_time();
    for _ in 0..3 {
        console.tick(&Input::default());
    }
    let took = cpu_time().saturating_sub(start);
    assert!(took < 3 * PATIENCE, "three ticks took {took:?}");
}

#[test]
fn a_gigabyte_of_text() {
    check(
        "function TIC()\n local s = string.rep('x', 1 << 30)\nend",
        2,
    );
    check(
        "function TIC()\n local s = ('x'):rep(1 << 20, ('y'):rep(1 << 20))\nend",
        2,
    );
}

#[test]
fn a_string_that_doubles() {
    check("local s = 'x'\nfunction TIC()\n s = s .. s\nend", 3);
}

#[test]
fn a_bomb_of_tables() {
    let code = "local t = {}\nfunction TIC()\n while true do\n  t = {t, t}\n end\nend";
    check(code, 4);
}

#[test]
fn endless_recursion() {
    check(
        "local function f()\n return 1 + f()\nend\nfunction TIC()\n f()\nend",
        2,
    );
}

#[test]
fn endless_recursion_through_c() {
    let code = "local function f(a)\n local r = a:gsub('.', f)\n return r\nend\nfunction TIC()\n f('x')\nend";
    check(code, 2);
    let code = "local t = setmetatable({}, {})\ngetmetatable(t).__index = function(_, k)\n return t[k]\nend\nfunction TIC()\n return t.x\nend";
    check(code, 3);
}

#[test]
fn an_exponential_pattern() {
    let code = "local s = ('a'):rep(40)\nfunction TIC()\n s:find(('a*'):rep(40) .. 'b')\nend";
    check(code, 3);
}

#[test]
fn a_map_of_billions_of_cells_with_remap() {
    for size in ["2^31-1, 2^31-1", "0, 2^31-1", "2^31-1, 1"] {
        check(
            &format!(
                "function TIC()\n while true do\n  map(0, 0, {size}, 0, 0, -1, 1, function(t) return t end)\n end\nend"
            ),
            3,
        );
        // Also where nothing comes after it.
        check(
            &format!(
                "function TIC()\n map(0, 0, {size}, 0, 0, -1, 1, function(t) return t end)\nend"
            ),
            2,
        );
    }
}

#[test]
fn texts_of_many_megabytes() {
    for call in [
        "print(s)",
        "print(s, 0, 0, 1, true, 9)",
        "font(s, 0, 0)",
        "trace(s)",
    ] {
        check(
            &format!(
                "local s = ('a'):rep(2e7)\nfunction TIC()\n while true do\n  {call}\n end\nend"
            ),
            4,
        );
    }
}

#[test]
fn drawing_without_end() {
    check(
        "function TIC()\n while true do\n  circ(120, 68, 200, 3)\n end\nend",
        3,
    );
    check(
        "function TIC()\n while true do\n  elli(0, 0, 1e9, 1e9, 3)\n end\nend",
        3,
    );
    check(
        "function TIC()\n while true do\n  memset(0, 0, 0x18000)\n end\nend",
        3,
    );
    check(
        "function TIC()\n while true do\n  map(0, 0, 240, 136, 0, 0, -1, 8)\n end\nend",
        3,
    );
    check(
        "function TIC()\n while true do\n  print(('x'):rep(9999), 0, 0, 3, false, 99)\n end\nend",
        3,
    );
    check(
        "function TIC()\n while true do\n  spr(0, 0, 0, -1, 1e9, 0, 0, 1e9, 1e9)\n end\nend",
        3,
    );
    check(
        "function TIC()\n while true do\n  line(-1e9, -1e9, 1e9, 1e9, 3)\n end\nend",
        3,
    );
}

/// A cart with the beat whose `BEAT` does something, in line 5.
fn on_the_beat(what: &str) -> String {
    format!(
        "-- console: downbeat
function BOOT() beat.start{{bpm=120}} end
function TIC() end
function BEAT(n)
 {what}
end"
    )
}

#[test]
fn a_beat_that_begins_anew_on_every_beat() {
    check(&on_the_beat("beat.start{bpm=120}"), 5);
    check(&on_the_beat("beat.seek(0)"), 5);
    let large = "game = {} for i = 1, 100000 do game[i] = {} end rollback.track(game)";
    let code = on_the_beat("beat.seek(0)");
    check(
        &code.replace("function TIC() end", &format!("function TIC() end {large}")),
        5,
    );
}

#[test]
fn a_thousand_timers_of_a_hundredth_of_a_beat() {
    let code = "-- console: downbeat
function TIC() end
function BOOT()
 beat.start{bpm=10000}
 for i = 1, 1000 do beat.every(0.01, function() end) end
end";
    check(code, 5);
}
