//! The faults that such games are known for, each named for what a player saw.

use console::conductor::SongTime;
use console::{Control, Input, Press, Status, Timing};

use crate::{LEFT, Run, UP, at, press};

/// A game of one table that walks north, with whatever it is given.
fn game(start: &str, beat: &str, action: &str) -> String {
    format!(
        "game = {start}
        function BOOT() rollback.track(game) beat.start() end
        function BEAT(n) {beat} end
        function MOVE() {action} end"
    )
}

#[test]
fn the_map_keeps_its_size_when_an_input_goes_back_in_time() {
    let code = game(
        "{w=9, h=9, goal={x=8, y=8}, name='cave', deep=true}",
        "if n == 2 then game.w = game.w + 1 end",
        "game.moved = true",
    ) + "\nfunction TIC() last = table.concat({game.w, game.h, game.goal.x, game.goal.y, game.name, tostring(game.deep), tostring(game.moved)}, ' ') end
    function CLOSE(n) if n == 2 then trace(table.concat({game.w, game.h, game.goal.x, game.goal.y, game.name, tostring(game.deep), tostring(game.moved)}, ' ')) end end";
    let mut run = Run::new(&code);
    run.play(at(2_400), 60, &[press(at(2_050), UP)]);
    run.expect(&["10 9 8 8 cave true true"]);
}

#[test]
fn a_hazard_of_the_beat_still_hurts_after_a_late_input() {
    let code = game(
        "{hp=5}",
        "if n == 2 then game.hp = game.hp - 1 end",
        "game.moved = true",
    ) + "\nfunction CLOSE(n) if n == 2 then trace(game.hp..' '..tostring(game.moved)) end end";
    let mut run = Run::new(&code);
    run.play(at(2_400), 60, &[press(at(2_100), UP)]);
    run.expect(&["4 true"]);
}

#[test]
fn a_late_input_draws_no_other_random_numbers() {
    let code = game(
        "{dice=rng.new(7), rolled={}}",
        "game.rolled[#game.rolled+1] = game.dice:int(1000)..'/'..math.random(1000)",
        "",
    ) + "\nfunction CLOSE(n) if n == 3 then trace(table.concat(game.rolled, ' ')) end end";
    let mut steady = Run::new(&code);
    steady.play(at(3_400), 60, &[]);
    let mut late = Run::new(&code);
    late.play(at(3_400), 60, &[press(at(1_050), UP), press(at(2_150), UP)]);
    assert_eq!(steady.lines, late.lines);
    assert_eq!(steady.lines[0].split(' ').count(), 4, "{:?}", steady.lines);
}

#[test]
fn what_the_beat_did_to_a_list_inside_is_undone_too_and_lists_stay_the_same() {
    let code = game(
        "{rows={{1, 2}, {3, 4}}}",
        "if n == 2 then game.rows[1][1] = game.rows[1][1] + 10 table.insert(game.rows[2], 5) end",
        "seen = game.rows[1][1]..' '..#game.rows[2]..' '..tostring(kept == game.rows[2])",
    ) + "\nkept = game.rows[2]
    function CLOSE(n) if n == 2 then trace(seen..' then '..game.rows[1][1]..' '..#game.rows[2]..' '..tostring(kept == game.rows[2])) end end";
    let mut run = Run::new(&code);
    run.play(at(2_400), 60, &[press(at(2_050), UP)]);
    run.expect(&["1 2 true then 11 3 true"]);
}

#[test]
fn a_stall_loses_no_beat_and_no_close_out() {
    let code = "function BOOT() beat.start() end
        function BEAT(n) trace('beat '..n..' '..beat.now()) end
        function HALF(n) trace('half '..n) end
        function CLOSE(n, verdict) trace('close '..n..' '..verdict) end
        function TIC() trace('tic') end";
    let mut run = Run::new(code);
    run.tick_at(SongTime::ZERO, &[]);
    run.tick_at(at(2_300), &[press(at(1_050), UP)]);
    run.expect(&[
        "beat 0 0.0",
        "tic",
        "close 0 missed",
        "half 0",
        "beat 1 1.0",
        "close 1 great",
        "half 1",
        "beat 2 2.0",
        "close 2 missed",
        "tic",
    ]);
}

#[test]
fn beat_zero_hits_once_wherever_the_song_begins() {
    for (options, expected) in [
        ("", &["beat 0 in tick 0"][..]),
        ("offset=0.25", &["beat 0 in tick 15"]),
        ("offset=-0.25", &["beat 0 in tick 0"]),
        ("count_in=1", &["beat -1 in tick 0", "beat 0 in tick 30"]),
        (
            "count_in=1, offset=1",
            &["beat -2 in tick 0", "beat -1 in tick 30"],
        ),
    ] {
        let code = format!(
            "t = 0
            function BOOT() beat.start{{{options}}} end
            function BEAT(n) if n < 1 then trace('beat '..n..' in tick '..t) end end
            function TIC() t = t + 1 end"
        );
        let mut run = Run::new(&code);
        run.ticks(45, 0);
        assert_eq!(run.lines, expected, "{options}");
    }
}

#[test]
fn the_bar_goes_on_over_the_seam_of_a_loop() {
    let code = "function BOOT() beat.start{loop={2, 5}, beats_per_bar=3} end
        function BEAT(n) local bar, place = beat.bar() trace(n..'='..bar..':'..place) end";
    let mut run = Run::new(code);
    run.ticks(30 * 9 + 1, 0);
    run.expect(&[
        "0=0:0", "1=0:1", "2=0:2", "3=1:0", "4=1:1", "5=1:2", "6=2:0", "7=2:1", "8=2:2", "9=3:0",
    ]);
}

#[test]
fn a_restart_with_an_offset_is_in_time() {
    let code = "t = 0
        function BOOT() beat.start{offset=0.1} end
        function BEAT(n) trace(n..' '..t) end
        function VERDICT(v, p, ms) trace(v..' '..(ms or 'nothing')) end
        function TIC() t = t + 1 if t == 40 then beat.start{offset=0.1} end end";
    let mut run = Run::new(code);
    // Tick 39 is where the second song starts; its beat 1 is 0.6 s later.
    run.ticks(75, 0).ticks(1, 1).ticks(1, 0);
    assert_eq!(
        run.lines,
        [
            "0 6",
            "missed nothing",
            "1 36",
            "0 45",
            "missed nothing",
            "1 75",
            "great 0.0"
        ]
        .map(str::to_owned)
    );
}

#[test]
fn beats_that_are_nearly_at_once_all_hit() {
    let code = "function BOOT() beat.start{bpm=10000} end
        function BEAT(n) count = (count or 0) + 1 last = n end
        function CLOSE(n) closed = (closed or 0) + 1 end
        function OVR() trace(count..' '..last..' '..(closed or 0)) end";
    let mut run = Run::new(code);
    run.ticks(61, 0);
    // 10,000 beats a minute are 166.67 a second.
    assert_eq!(run.lines.last().map(String::as_str), Some("167 166 167"));
}

#[test]
fn two_keys_in_one_tick_count_once_and_the_second_is_rejected() {
    let code = "function BOOT() beat.start{actions={up={0, 'w'}, left=2}} end
        function MOVE(action) trace('move '..action) end
        function VERDICT(v, p, ms, action) trace(v..' '..tostring(action)) end";
    let mut run = Run::new(code);
    // The button and the key of one action are one input.
    let tick = SongTime::of_tick(1);
    let key = Press {
        at: tick,
        what: Control::Key(23),
        down: true,
    };
    run.tick_at(SongTime::ZERO, &[]);
    run.tick_at(tick, &[press(tick, 0), key, press(tick, 2)]);
    assert_eq!(run.status, Status::Running);
    run.expect(&["move left", "great left", "rejected up"]);
}

#[test]
fn a_press_shorter_than_a_tick_counts() {
    let code = "function BOOT() beat.start() end
        function MOVE(action, verdict) trace(action..' '..verdict) end
        function TIC() if btn(0) then trace('held') end end";
    let mut run = Run::new(code);
    run.tick_at(SongTime::ZERO, &[]);
    let up = Press {
        down: false,
        ..press(SongTime(200), UP)
    };
    run.tick_at(SongTime::of_tick(1), &[press(SongTime(100), UP), up]);
    run.expect(&["up great"]);
}

#[test]
fn an_input_that_arrives_after_the_close_out_still_counts_by_its_time() {
    let code = game("{n=0}", "game.n = game.n + n", "game.n = 1000")
        + "\nfunction VERDICT(v, p, ms, a, n, instead) trace(n..' '..v..' '..tostring(instead)) end
        function CLOSE(n, v) if n == 1 then trace('close '..v..' '..game.n) end end";
    let mut run = Run::new(&code);
    run.tick_at(SongTime::ZERO, &[]);
    run.tick_at(at(1_300), &[]);
    run.tick_at(at(1_330), &[press(at(1_020), UP)]);
    run.expect(&[
        "0 missed nil",
        "close missed 1",
        "1 missed nil",
        "close great 1001",
        "1 great missed",
    ]);
}

#[test]
fn the_same_trace_twice() {
    let trace = || {
        let code = game(
            "{r=rng.new(3), log={}}",
            "game.log[#game.log+1] = n..':'..game.r:int(99)",
            "game.log[#game.log+1] = 'm'..game.r:int(99) return game.r:chance(0.5)",
        ) + "\nfunction CLOSE(n, v) trace(v..' '..table.concat(game.log, ' ')) end";
        let mut run = Run::new(&code);
        let presses: Vec<Press> = (1..12)
            .map(|n| press(at(n * 1_000 + (n * 137) % 400 - 200), (n % 4) as u8))
            .collect();
        run.play(at(13_000), 60, &presses);
        run.lines
    };
    let lines = trace();
    assert_eq!(lines.len(), 13);
    assert_eq!(lines, trace());
}

#[test]
fn the_first_tick_takes_the_inputs_that_came_with_it() {
    let code = "function BOOT() beat.start() end
        function MOVE(action, verdict) trace(action..' '..verdict) end";
    let mut run = Run::new(code);
    let timing = Timing {
        presses: vec![press(SongTime::ZERO, UP)],
        ..Timing::default()
    };
    run.console.tick_timed(&Input::default(), &timing);
    run.note();
    run.expect(&["up great"]);
}

/// What a callback reads of the music: its place and the verdicts.
const TELL: &str = "
    local function tell(what)
      local bar, place = beat.bar()
      trace(('%s now %.2f time %.3f index %d phase %.2f bar %d:%d bpm %g %s %s'):format(what,
        beat.now(), beat.time(), beat.index(), beat.phase(), bar, place, beat.bpm(),
        beat.verdict(), tostring(beat.error())))
    end";

#[test]
fn a_verdict_reads_the_moment_of_its_press_and_not_that_of_the_beat() {
    let code = game("{n=0}", "game.n = n", "")
        + TELL
        + "\nfunction VERDICT(v, p, ms, a, n) tell(n..' '..v) end";
    let mut run = Run::new(&code);
    let presses = [
        press(at(1_020), UP),
        press(at(1_100), LEFT),
        press(at(1_900), UP),
        press(at(2_600), UP),
    ];
    run.play(at(3_300), 60, &presses);
    run.expect(&[
        // A missed beat is judged when it is closed out: an input is for the next one then.
        "0 missed now 0.25 time 0.125 index 0 phase 0.25 bar 0:0 bpm 120 none nil",
        "1 great now 1.02 time 0.510 index 1 phase 0.02 bar 0:1 bpm 120 great 0.02",
        "1 rejected now 1.10 time 0.550 index 1 phase 0.10 bar 0:1 bpm 120 great 0.02",
        "2 good now 1.90 time 0.950 index 1 phase 0.90 bar 0:1 bpm 120 good -0.1",
        "3 early now 2.60 time 1.300 index 2 phase 0.60 bar 0:2 bpm 120 early -0.4",
    ]);
}

#[test]
fn a_verdict_that_comes_late_reads_the_moment_of_its_press_too() {
    let code = "function BOOT() beat.start{tempo={{0, 120}, {1.2, 60}}} end".to_owned()
        + TELL
        + "\nfunction VERDICT(v, p, ms, a, n) tell(n..' '..v) end";
    let mut run = Run::new(&code);
    run.tick_at(SongTime::ZERO, &[]);
    run.tick_at(at(1_350), &[]);
    run.tick_at(at(1_380), &[press(at(1_030), UP), press(at(1_010), UP)]);
    run.expect(&[
        "0 missed now 0.25 time 0.125 index 0 phase 0.25 bar 0:0 bpm 120 none nil",
        "1 missed now 1.25 time 0.650 index 1 phase 0.25 bar 0:1 bpm 60 none nil",
        "1 great now 1.01 time 0.505 index 1 phase 0.01 bar 0:1 bpm 120 great 0.01",
        "1 rejected now 1.03 time 0.515 index 1 phase 0.03 bar 0:1 bpm 120 great 0.01",
    ]);
}

#[test]
fn a_song_that_is_ended_calls_nothing_of_the_next_one() {
    // The page is turned at 1.1: beat 1 has hit, and is neither missed nor closed.
    for (ends, expected) in [
        (
            "beat.start()",
            &["page 2", "beat 0", "close 0 missed", "missed 0"][..],
        ),
        ("beat.stop()", &["page 2"]),
        (
            "beat.seek(7) beat.start()",
            &["page 2", "beat 0", "close 0 missed", "missed 0"],
        ),
        ("beat.judge('up') beat.stop()", &["page 2"]),
    ] {
        let code = format!(
            "function BOOT() beat.start() end
            function BEAT(n) trace('beat '..n) end
            function MOVE(action) trace('move '..action) end
            function CLOSE(n, v) trace('close '..n..' '..v) end
            function VERDICT(v, p, ms, a, n) trace(v..' '..n) end
            t = 0
            function TIC() t = t + 1 if t == 34 then {ends} trace('page 2') end end"
        );
        let mut run = Run::new(&code);
        run.ticks(55, 0);
        assert_eq!(
            run.lines[..4],
            ["beat 0", "close 0 missed", "missed 0", "beat 1"]
        );
        assert_eq!(&run.lines[4..], expected, "{ends}");
    }
}

#[test]
fn a_song_that_a_callback_ends_calls_nothing_of_the_next_one() {
    for (ends, expected) in [
        // What is on the beat of a late step would run on the next level.
        ("MOVE", &["beat 0", "beat 1", "move up", "next"][..]),
        ("BEAT", &["beat 0", "beat 1", "next"]),
        (
            "CLOSE",
            &[
                "beat 0",
                "beat 1",
                "move up",
                "beat 1",
                "good 1",
                "close 1 1",
                "next",
            ],
        ),
        (
            "VERDICT",
            &["beat 0", "beat 1", "move up", "beat 1", "good 1", "next"],
        ),
    ] {
        let code = format!(
            "function BOOT() rollback.track{{}} beat.start{{players=2}} end
            local function next(what) if what == '{ends}' and beat.now() >= 1 then trace('next') beat.start{{bpm=1}} end end
            function BEAT(n) if beat.bpm() > 1 then trace('beat '..n) end next 'BEAT' end
            function MOVE(action) if beat.bpm() > 1 then trace('move '..action) end next 'MOVE' end
            function CLOSE(n, v, p) if n > 0 then trace('close '..n..' '..p) next 'CLOSE' end end
            function VERDICT(v, p, ms, a, n) if n > 0 then trace(v..' '..n) next 'VERDICT' end end"
        );
        let mut run = Run::new(&code);
        run.play(at(1_400), 60, &[press(at(1_100), UP)]);
        assert_eq!(run.lines, expected, "{ends}");
    }
}
