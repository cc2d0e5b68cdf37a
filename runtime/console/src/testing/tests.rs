//! Tests of carts' tests: what passes, what fails and with which words, and
//! that a test leaves the cart as it is.

use std::collections::BTreeMap;

use super::{TestFile, TestHashes, TestReport, TestRun, list_tests};
use crate::{Cart, Host, NullHost};

/// A game on the beat: the hero walks, and a slime bites on beat 4 unless he
/// has stepped away, also a little later.
const GAME: &str = r#"
game = {x = 0, hp = 3, steps = {}}
rollback.track(game)
local speed = 2
function BOOT() beat.start{bpm = 120, actions = {up = 0, left = 2, right = 3}} end
function BEAT(n) if n == 4 and game.x == 0 then game.hp = game.hp - 1 end end
function MOVE(action) if action == "left" then return false end game.x = game.x + 1 end
function TIC()
  cls(5) pix(3, 4, 12)
  if btnp(4) then trace("A") end
  if btn(5) then game.steps[#game.steps + 1] = time() end
end
function broken() local nothing nothing.x = 1 end
"#;

fn host() -> Box<dyn Host + Send> {
    Box::new(NullHost)
}

fn cart(main: &str) -> Cart {
    let modules = [
        ("main.lua", main),
        (
            "rules.lua",
            "local rules = {} function rules.double(n) return 2 * n end return rules",
        ),
    ];
    let files: BTreeMap<String, Vec<u8>> = (modules.iter())
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
        .collect();
    Cart::from_folder("game", &files).expect("it is a cart")
}

fn file(source: &str) -> TestFile {
    TestFile {
        name: "test_game.lua".to_owned(),
        source: source.as_bytes().to_vec(),
    }
}

/// Runs the only test of a file.
fn run_in(cart: &Cart, source: &str, kept: Option<&TestHashes>) -> TestReport {
    let file = file(source);
    let cases = match list_tests(cart, &file, host) {
        Ok(cases) => cases,
        Err(failure) => {
            return TestReport {
                failure: Some(failure),
                ..TestReport::default()
            };
        }
    };
    let mut run = TestRun::begin(cart, &file, &cases[0], kept, host);
    while run.advance(1_000) {}
    run.finish()
}

fn run(body: &str) -> TestReport {
    run_in(
        &cart(GAME),
        &format!("test('it', function(t) {body} end)"),
        None,
    )
}

#[track_caller]
fn passes(body: &str) {
    let report = run(body);
    assert_eq!(report.failure, None, "{body}");
}

/// The first line of what is told about a test that fails.
#[track_caller]
fn fails(body: &str, expected: &str) {
    let report = run(body);
    let failure = report.failure.unwrap_or_default();
    assert_eq!(failure.message, expected, "{body}");
}

#[test]
fn a_test_begins_after_the_first_tick_and_drives_the_others() {
    passes("expect(t:tick()):is(1) expect(t:run(59)):is(59) expect(time() / 1000):is(1.0)");
    passes("t:until_beat(3) expect(beat.now()):is(3) expect(t:tick()):is(91)");
    passes("t:until_beat(3) expect(t:until_beat(2)):is(0)");
    passes("expect(t:wait_for(function() return t:tick() == 40 end)):is(39)");
    fails(
        "expect(1):is(1) t:wait_for(function() end, 5)",
        "test_game.lua:1: it did not come to that within 5 ticks",
    );
}

#[test]
fn presses_have_the_times_of_the_beats_that_they_name() {
    passes(
        "t:press('up', {beat = 3}) t:until_beat(4) expect(t:verdict()):has{beat = 3, verdict = 'great', error = 0.0}",
    );
    passes(
        "t:press('up', {beat = 3, late = 0.06}) t:until_beat(4) expect(t:verdict().verdict):is('great')",
    );
    passes(
        "t:press('up', {beat = 3, late = 0.0601}) t:until_beat(4) expect(t:verdict().verdict):is('good')",
    );
    passes(
        "t:press('up', {beat = 3, ms = -60}) t:until_beat(4) expect(t:verdict().ms):near(-60, 1e-6)",
    );
    passes(
        "t:until_beat(2) t:press('up', {late = 0.1}) t:run(30) expect(t:verdict()):has{beat = 2, verdict = 'good'}",
    );
    passes(
        "t:until_beat(2) t:press('up', {late = 0}) t:run(40) expect(t:verdict()):has{beat = 3, verdict = 'great'}",
    );
    passes(
        "t:press('left', {beat = 2}) t:until_beat(3) expect(t:count('failed')):is(1) expect(t:count('missed')):is(2)",
    );
    fails(
        "t:until_beat(3) t:press('up', {beat = 2})",
        "test_game.lua:1: that is in the past: the press would be at beat 2, and the music is at 3",
    );
    fails(
        "beat.stop() t:run(1) t:press('up', {beat = 2})",
        "test_game.lua:1: there is no music, so beats have no time: run until the cart has called beat.start",
    );
}

#[test]
fn verdicts_are_counted_by_their_names() {
    passes("t:until_beat(3.5) expect(t:count('missed')):is(4) expect(t:count('great')):is(0)");
    fails(
        "t:count('grate')",
        "test_game.lua:1: there is no verdict 'grate'; there are great, good, okay, early, late, failed, missed, rejected",
    );
}

#[test]
fn a_late_step_takes_the_bite_back() {
    passes(
        "t:until_beat(4) expect(game.hp):is(2) t:press('up', {beat = 4, late = 0.15}) t:run(6) expect(game):has{hp = 3, x = 1}",
    );
    passes("t:press('up', {beat = 4, late = 0.2}) t:until_beat(5) expect(game):has{hp = 2, x = 0}");
}

#[test]
fn what_is_held_is_held_for_so_many_ticks() {
    passes("t:press('a') t:run(2) expect(t:traces()):is{'A'}");
    passes("t:hold('b', 5) t:run(9) expect(#game.steps):is(5)");
    passes("t:hold('b') t:run(9) t:release('b') t:run(9) expect(#game.steps):is(9)");
    passes("t:press{button = 'b', hold = 2} t:run(9) expect(#game.steps):is(2)");
    passes(
        "t:press{key = 'space', hold = 2} t:run(1) expect(key(48)):is(true) t:run(2) expect(key(48)):is(false)",
    );
    passes("t:press{button = 1, player = 2} t:run(1) expect(btn(9)):is(true)");
    passes(
        "t:mouse(20, 30, {left = true, scroll_y = -1}) t:run(1) expect({mouse()}):is{20, 30, true, false, false, 0, -1} t:run(1) expect({mouse()}):is{20, 30, true, false, false, 0, 0}",
    );
    passes(
        "local seen = {} _G.TIC = function() for e in event.next do seen[#seen + 1] = e end end
         t:type('moss') t:drop('a.png', {problem = 'no code'}) t:run(1)
         expect(seen[1]):has{kind = 'text', text = 'moss'}
         expect(seen[2]):has{kind = 'drop', name = 'a.png', problem = 'no code'}",
    );
    fails(
        "t:press('jump')",
        "test_game.lua:1: there is no action, button or key 'jump'",
    );
    fails(
        "t:press{action = 'jump'}",
        "test_game.lua:1: there is no action 'jump' of player 1; there are left, right, up",
    );
    fails(
        "t:press('up', {lat = 3})",
        "test_game.lua:1: a press has no option \"lat\"; there are beat, late, ms, hold, player, and button, action or key",
    );
    fails(
        "t:jump()",
        "test_game.lua:1: a test has no t:jump; docs/guide/testing.md lists what there is",
    );
}

#[test]
fn bots_play() {
    passes(
        "local won, ticks = t:play(function(t) if game.x == 3 then return true end if t:tick() % 30 == 0 then return 'up' end end, 600) expect(won):is(true) expect(ticks):below(130)",
    );
    passes("expect((t:play(function() end, 60))):is(false) expect(t:tick()):is(61)");
    passes(
        "t:play(function(t, n) if n then return {'up', beat = n, late = 0.15} end end, 300) expect(t:count('okay')):is(9) expect(game.x):is(9)",
    );
}

#[test]
fn expectations_tell_what_was_expected_and_what_came() {
    passes(
        "expect(3):is(3.0) expect('a'):is_not('b') expect({1, {2}}):is{1, {2}} expect(0 / 0):is(0 / 0)",
    );
    passes(
        "expect(1.05):near(1, 0.1) expect({1, 2}):near({1.01, 2}, 0.1) expect('abc'):contains('b') expect{1, {2}}:contains{2}",
    );
    passes(
        "expect(function() error('no way') end):fails('no way') expect(broken):fails('main.lua:%d+: attempt to index')",
    );
    passes("expect(3):above(2):below(4):at_least(3):at_most(3)");
    passes("local loop = {} loop.loop = loop expect(loop):is(loop)");
    fails(
        "expect(game.hp):is(4)",
        "test_game.lua:1: expected 4, got 3",
    );
    fails(
        "expect(game.hp, 'hearts'):is(4)",
        "test_game.lua:1: hearts: expected 4, got 3",
    );
    fails(
        "expect('a\\n'):is(nil)",
        "test_game.lua:1: expected nil, got \"a\\n\"",
    );
    fails(
        "expect(1.5):near(1, 0.1)",
        "test_game.lua:1: expected within 0.1 of 1, got 1.5",
    );
    fails(
        "expect({1, 2}):contains(3)",
        "test_game.lua:1: expected something with 3, got {1, 2}",
    );
    fails(
        "expect(function() end):fails('x')",
        "test_game.lua:1: expected an error with \"x\", got none",
    );
    fails(
        "expect(2):above(2)",
        "test_game.lua:1: expected above 2, got 2",
    );
    fails(
        "expect({a = {b = {1, 2}}, c = 1}):is{a = {b = {1, 3}}, c = 1}",
        "test_game.lua:1: expected {a = {b = {1, 3}}, c = 1}\n     got {a = {b = {1, 2}}, c = 1}\n    they part at .a.b[2]: expected 3, got 2",
    );
    fails(
        "expect(game):has{hp = 3, x = 2}",
        "test_game.lua:1: expected {hp = 3, x = 2}\n     got {hp = 3, steps = {}, x = 0}\n    they part at .x: expected 2, got 0",
    );
    fails(
        "t:run(1)",
        "the test expects nothing; write what is expected: expect(x):is(3)",
    );
    fails(
        "expect(3)",
        "an expect has no check behind it; write what is expected, such as expect(x):is(3)",
    );
    fails(
        "pcall(function() expect(3):is(4) end) expect(1):is(1)",
        "test_game.lua:1: expected 4, got 3",
    );
}

#[test]
fn errors_of_cart_and_test_come_with_their_lines() {
    let check = |body: &str, message: &str, trace: &str| {
        let failure = run(body).failure.unwrap_or_default();
        assert_eq!(failure.message, message, "{body}");
        assert!(
            failure.traceback.contains(trace),
            "{body}: {}",
            failure.traceback
        );
    };
    check(
        "\nlocal a\nreturn a.b",
        "test_game.lua:3: attempt to index a nil value (local 'a')",
        "",
    );
    check(
        "broken()",
        "main.lua:13: attempt to index a nil value (local 'nothing')",
        "test_game.lua:1: in",
    );
    check(
        "_G.TIC = broken\nt:run(1)",
        "main.lua:13: attempt to index a nil value (local 'nothing')",
        "main.lua:13: in function 'TIC'",
    );
    check(
        "while true do end",
        "test_game.lua:1: the test ran too long without a tick (an endless loop?)",
        "",
    );
    check(
        "_G.TIC = function() while true do end end t:run(1)",
        "test_game.lua:1: the cart ran too long in one frame (an endless loop?)",
        "",
    );
    check(
        "_G.TIC = reset t:run(1)",
        "the cart called reset(), which ends its Lua state and with it the test",
        "",
    );
    check(
        "_G.TIC = exit t:run(5) t:run(1)",
        "test_game.lua:1: the cart has ended with exit(), so no tick comes any more",
        "",
    );
    let report = run("\n  expect(game.hp):is(4) -- why\n");
    assert_eq!(
        report.failure.expect("it fails").code,
        "expect(game.hp):is(4) -- why"
    );
}

#[test]
fn a_test_of_a_cart_that_goes_back_in_time_says_why_it_ends() {
    let main = "function TIC() if btnp(4) then rewind.frames(5) end end";
    let source = "test('it', function(t) t:run(20) t:press('a') t:run(9) expect(1):is(1) end)";
    let failure = run_in(&cart(main), source, None).failure;
    assert_eq!(
        failure.expect("it fails").message,
        "the cart called rewind.frames(), which takes the test back with everything else"
    );
}

#[test]
fn a_mistake_in_the_file_or_the_cart_is_told_before_any_test() {
    let check = |main: &str, source: &str, expected: &str| {
        let listed = list_tests(&cart(main), &file(source), host);
        let failure = listed.map(|cases| cases.len()).expect_err(source);
        assert_eq!(failure.message, expected);
    };
    check(GAME, "\nx x", "test_game.lua:2: syntax error near 'x'");
    check(
        GAME,
        "test('a')",
        "test_game.lua:1: a test ends with its function: test('a', function(t) ... end)",
    );
    check(
        GAME,
        "test('a', {sed = 1}, print)",
        "test_game.lua:1: a test has no option sed; there are seed, store, pmem, ticks and skip",
    );
    check(
        GAME,
        "test('a', print) test('a', print)",
        "test_game.lua:1: there are two tests with the name 'a'",
    );
    check(
        "function TIC() end x = nil + 1",
        "",
        "main.lua:1: attempt to perform arithmetic on a nil value",
    );
    check(
        "-- nothing",
        "",
        "main.lua: function TIC() is missing; the console calls it sixty times a second",
    );
}

#[test]
fn a_test_reaches_the_cart_and_leaves_no_trace_in_it() {
    passes("expect(require('rules').double(4)):is(8) expect(game.x):is(0)");
    let source = "local mine = 1 other = 2
        test('it', function(t)
          more = 3
          expect(_G.other):is(nil) expect(_G.more):is(nil) expect(_G.test):is(nil)
          expect(_G.expect):is(nil) expect(other + more + mine):is(6)
        end)";
    assert_eq!(run_in(&cart(GAME), source, None).failure, None);
    // The numbers of objects go on as without tests, and so does their order.
    let main = "made = {} function TIC() made[#made + 1] = tostring({}) end";
    let [many, none] = ["for i = 1, 100 do local x = {} end ", ""].map(|more| {
        let body = format!("{more} t:run(3) trace(made[#made]) t:run(1) expect(1):is(1)");
        let source = format!("test('it', function(t) {body} end)");
        run_in(&cart(main), &source, None).traces
    });
    assert_eq!(many, none);
    assert_eq!(many.len(), 1);
}

#[test]
fn carts_with_functions_of_the_same_names_can_be_tested() {
    let main = "function TIC() end
        function load() end function error() end function pairs() end function type() end
        test, expect, setmetatable, tostring = 1, 2, 3, 4";
    let source = "test('it', function(t) t:run(1) expect(_G.test):is(1) expect({1}):is{2} end)";
    let failure = run_in(&cart(main), source, None).failure.expect("it fails");
    assert!(
        failure
            .message
            .starts_with("test_game.lua:1: expected {2}\n     got {1}\n"),
        "{failure:?}"
    );
}

#[test]
fn options_say_how_the_console_begins() {
    let source = "test('it', {seed = 7, store = {scores = {best = 9}}, pmem = {3, -4}}, function(t)
        expect(store.load('scores')):is{best = 9}
        expect({pmem(0), pmem(1), pmem(2)}):is{3, 4294967292, 0}
        trace(math.random(1000000))
        t:run(1)
      end)";
    let traces = run_in(&cart(GAME), source, None);
    assert_eq!(traces.failure, None);
    let other = run_in(&cart(GAME), &source.replace("seed = 7", "seed = 8"), None);
    assert_ne!(traces.traces, other.traces);
    let source =
        "test('it', {ticks = 10}, function(t) expect(1):is(1) while true do t:run(1) end end)";
    let failure = run_in(&cart(GAME), source, None).failure.expect("it fails");
    assert_eq!(
        failure.message,
        "the test has taken 10 ticks; the option ticks allows more"
    );
}

#[test]
fn pictures_and_sound_are_compared_with_what_is_kept() {
    let source = "test('it', function(t) t:run(5) expect.frame('five') expect.sound('so far') end)";
    let first = run_in(&cart(GAME), source, None);
    assert_eq!((first.failure, first.expectations), (None, 2));
    let again = run_in(&cart(GAME), source, Some(&first.hashes));
    assert_eq!(again.failure, None);
    let changed = GAME.replace("cls(5)", "cls(6)");
    let report = run_in(&cart(&changed), source, Some(&first.hashes));
    let message = report.failure.expect("it fails").message;
    assert!(
        message.starts_with("test_game.lua:1: the frame 'five' is not as it was\n    expected "),
        "{message}"
    );
    assert_eq!(report.outputs[0].path, "it_five.png");
    assert!(report.outputs[0].bytes.starts_with(b"\x89PNG"));
    let report = run_in(&cart(GAME), source, Some(&TestHashes::default()));
    let message = report.failure.expect("it fails").message;
    assert!(
        message.contains("nothing is kept yet of the frame 'five'"),
        "{message}"
    );
    passes("expect(t:pixel(0, 0)):is('a7f070') expect(t:pixel(3, 4)):is('f4f4f4')");
    fails("t:pixel(240, 0)", "test_game.lua:1: x must be 0 to 239");
    fails(
        "t:screenshot('../x.png')",
        "test_game.lua:1: '../x.png' is no name for a file: letters, digits, _, - and . only, with / between folders",
    );
}

#[test]
fn a_replay_of_a_test_is_the_run_without_the_test() {
    let report = run(
        "t:press('up', {beat = 3, late = 0.1}) t:hold('b') t:until_beat(4) t:release() t:run(90) t:save_replay('walk.json') expect(game.x):is(1)",
    );
    assert_eq!(report.failure, None);
    let text = String::from_utf8(report.outputs[0].bytes.clone()).expect("it is text");
    let replay = crate::Replay::parse(&text).expect("it is a replay");
    let mut rerun = crate::Rerun::new(replay, cart(GAME), crate::Options::default(), host())
        .expect("it is of this cart");
    while !rerun.is_over() {
        rerun.verify().expect("it is the same run");
    }
    assert_eq!(rerun.ticks(), report.ticks);
    fails(
        "game.x = 5 t:save_replay('walk.json')",
        &format!("test_game.lua:1: {}", super::OTHER_RUN),
    );
}

#[test]
fn a_picture_that_changes_row_by_row_is_the_real_one() {
    let main = "function TIC() cls(1) end function BDR(row) poke(0x3fc3, row) end";
    let source = "test('it', function(t) t:run(3) expect(t:pixel(0, 10)):is('0e275d') end)";
    let report = run_in(&cart(main), source, None);
    assert_eq!(report.failure, None);
}
