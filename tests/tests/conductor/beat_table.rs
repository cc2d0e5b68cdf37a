//! The `beat` table, function by function, and what it says to mistakes.

use console::Status;

use crate::Run;

/// What a cart says when a statement is wrong, in its line 3.
#[track_caller]
fn refuse(statement: &str, expected: &str) {
    let mut run = Run::new(&format!("function TIC()\n{statement}\nend"));
    run.ticks(1, 0);
    assert_eq!(run.status, Status::Failed, "{statement}");
    let message = &run.lines[0];
    let wanted = format!("cart.lua:3: {expected}");
    assert!(message.starts_with(&wanted), "{statement}: {message}");
}

#[test]
fn every_option_is_checked() {
    for (options, expected) in [
        ("'fast'", "options are a table, such as {bpm=120}"),
        ("{120}", "options are a table"),
        (
            "{bmp=120}",
            "there is no option bmp; there are song, chart,",
        ),
        ("{bpm=0}", "bpm must be 1 to 10000, got 0"),
        ("{bpm='120'}", "bpm must be 1 to 10000, got '120'"),
        ("{bpm=0/0}", "bpm must be 1 to 10000, got NaN"),
        ("{bpm=print}", "bpm must not be a function"),
        (
            "{offset=1e9}",
            "offset must be -3600 to 3600, got 1000000000",
        ),
        (
            "{beats_per_bar=2.5}",
            "beats_per_bar must be 1 to 100, got 2.5",
        ),
        (
            "{tempo=120}",
            "tempo must be a list of {beat, bpm}, got 120",
        ),
        (
            "{tempo={{0,120},{4}}}",
            "tempo entry 2 must be {beat, bpm}, got a table",
        ),
        (
            "{tempo={{0,120},{4,0}}}",
            "tempo entry 2: bpm must be 1 to 10000, got 0",
        ),
        (
            "{stops={{4,-1}}}",
            "stop entry 1: length must be 0 to 3600 seconds, got -1",
        ),
        (
            "{loop=true}",
            "loop must be {from, to} in beats where there is no song",
        ),
        (
            "{loop={4, 2}}",
            "loop must be true or {from, to} in beats, got a table",
        ),
        ("{volume=2}", "volume must be 0 to 1, got 2"),
        ("{count_in=-1}", "count_in must be 0 to 64, got -1"),
        ("{players=5}", "players must be 1 to 4, got 5"),
        (
            "{windows=1}",
            "windows must be a table, such as {great=0.06}, got 1",
        ),
        (
            "{windows={perfect=.01}}",
            "windows has no perfect; it has great, good, okay, close",
        ),
        (
            "{windows={great='x'}}",
            "windows.great must be a number, got 'x'",
        ),
        (
            "{windows={great=.3}}",
            "windows must be 0 < great <= good <= okay < close",
        ),
        ("{actions=1}", "actions must be a table, such as"),
        (
            "{actions={up=8}}",
            "actions.up must be a button 0 to 7, a key",
        ),
        (
            "{actions={up='hyper'}}",
            "actions.up: there is no key 'hyper'",
        ),
        (
            "{actions={up={key='w', player=2}}}",
            "actions.up: player must be 1 to 1, got 2",
        ),
        (
            "{actions={up={0, {}}}}",
            "actions.up must be a button 0 to 7",
        ),
        (
            "{song=1}",
            "song must be a string, such as \"music/cave.ogg\", got 1",
        ),
        ("{song='cave.ogg'}", "the cart has no cave.ogg"),
        ("{song='cave.txt'}", "cave.txt is no sound file we can play"),
        ("{chart='cave.sm'}", "the cart has no cave.sm"),
        (
            "{chart='cave.sm', bpm=1}",
            "chart and bpm exclude each other",
        ),
        (
            "{rows_per_beat=4}",
            "rows_per_beat is an option of music, which is not given",
        ),
        ("{music=8}", "music must be 0 to 7, got 8"),
        ("{music=0, bpm=120}", "music and bpm exclude each other"),
        (
            "{music=0, tempo={{0,1}}}",
            "tempo must be 1 to 255, got a table",
        ),
    ] {
        refuse(
            &format!("beat.start({options})"),
            &format!("beat.start: {expected}"),
        );
    }
}

#[test]
fn every_argument_is_checked() {
    for (call, expected) in [
        (
            "beat.seek(4)",
            "beat.seek: there is no music; call beat.start first",
        ),
        (
            "beat.seek('x')",
            "beat.seek: beats must be -1000000 to 1000000, got 'x'",
        ),
        (
            "beat.seek()",
            "beat.seek: beats must be -1000000 to 1000000, got nothing",
        ),
        (
            "beat.verdict(5)",
            "beat.verdict: player must be 1 to 4, got 5",
        ),
        (
            "beat.error({})",
            "beat.error: player must be 1 to 4, got a table",
        ),
        (
            "beat.judge(1)",
            "beat.judge: the action must be a name of beat.start's actions",
        ),
        (
            "beat.judge('up')",
            "beat.judge: there is no music; call beat.start first",
        ),
        (
            "beat.start() beat.judge('jump')",
            "beat.judge: there is no action 'jump'; beat.start has down, left, right, up",
        ),
        (
            "beat.start() beat.judge('up', 2)",
            "beat.judge: player must be 1 to 1, got 2",
        ),
        (
            "beat.every(0, print)",
            "beat.every: beats must be 0.01 to 1000000, got 0",
        ),
        (
            "beat.every(1)",
            "beat.every: the second argument must be a function, got nothing",
        ),
        (
            "beat.at(true, print)",
            "beat.at: beats must be -1000000 to 1000000, got true",
        ),
        (
            "beat.at(1, 'x')",
            "beat.at: the second argument must be a function, got 'x'",
        ),
        (
            "beat.cancel('x')",
            "beat.cancel: the timer must be what beat.every or beat.at gave, got 'x'",
        ),
        (
            "for i=1,2000 do beat.at(i, print) end",
            "beat.at: there are 1000 timers; end some with beat.cancel",
        ),
    ] {
        refuse(call, expected);
    }
}

#[test]
fn without_music_everything_is_at_rest() {
    let mut run = Run::new(
        "function TIC()
          trace(table.concat({beat.now(), beat.index(), beat.phase(), beat.bpm(), beat.time(), beat.verdict(), tostring(beat.error())}, ' '))
          beat.pause() beat.resume() beat.stop()
        end",
    );
    run.ticks(2, 0);
    run.expect(&["0.0 0 0.0 0.0 0.0 none nil"; 2]);
}

#[test]
fn time_is_told_in_all_its_ways() {
    let mut run = Run::new(
        "function BOOT() beat.start{tempo={{0,120},{1,60}}, beats_per_bar=2} end
        function TIC()
          local bar, place, size = beat.bar()
          trace(table.concat({beat.now(), beat.index(), beat.phase(), beat.bpm(), beat.time(), bar, place, size}, ' '))
        end",
    );
    run.ticks(106, 0);
    assert_eq!(run.lines[15], "0.5 0 0.5 120.0 0.25 0 0 2");
    assert_eq!(run.lines[105], "2.25 2 0.25 60.0 1.75 1 0 2");
}

#[test]
fn pause_resume_and_seek_lose_and_double_no_beat() {
    let mut run = Run::new(
        "t = 0
        function BOOT() beat.start() end
        function BEAT(n) trace('beat '..n..' in tick '..t) end
        function TIC()
          if t == 40 then beat.pause() end
          if t == 50 then trace(beat.now()) end
          if t == 100 then beat.resume() end
          if t == 125 then beat.seek(8) end
          t = t + 1
          if t == 150 then beat.stop() end
        end",
    );
    run.ticks(200, 0);
    run.expect(&[
        "beat 0 in tick 0",
        "beat 1 in tick 30",
        "1.333333333",
        "beat 2 in tick 120",
        "beat 8 in tick 126",
    ]);
}

#[test]
fn timers_fire_at_their_places_and_can_be_canceled() {
    let mut run = Run::new(
        "function BOOT()
          local id
          id = beat.every(0.5, function(count)
            trace('every '..count..' at '..beat.now())
            if count == 3 then beat.cancel(id) end
          end)
          beat.at(1.25, function() trace('at '..beat.now()) beat.at(1, function() trace('late '..beat.now()) end) end)
          beat.start()
        end",
    );
    run.ticks(90, 0);
    run.expect(&[
        "every 0 at 0.0",
        "every 1 at 0.5",
        "every 2 at 1.0",
        "at 1.25",
        "late 1.0",
        "every 3 at 1.5",
    ]);
}

#[test]
fn judge_answers_at_once_and_is_carried_out_after_tic() {
    let mut run = Run::new(
        "t = 0
        function BOOT() beat.start() end
        function MOVE(action, verdict) trace('move '..action..' '..verdict) end
        function TIC()
          if t == 31 then trace(beat.judge('up')) trace(beat.judge('up')) trace('tic') end
          if t == 32 then trace(beat.verdict()) trace(table.concat({beat.error()}, ' ')) end
          t = t + 1
        end",
    );
    run.ticks(33, 0);
    run.expect(&[
        "great",
        "rejected",
        "tic",
        "move up great",
        "great",
        "0.033333333 16.666666666667",
    ]);
}

#[test]
fn each_player_has_a_verdict_and_a_pad_of_its_own() {
    let mut run = Run::new(
        "function BOOT() beat.start{players=2} end
        function CLOSE(n, verdict, player) trace(n..' '..player..' '..verdict) end",
    );
    run.ticks(31, 0).ticks(1, 1 << 8).ticks(10, 0);
    run.expect(&["0 1 missed", "0 2 missed", "1 1 missed", "1 2 great"]);
}

#[test]
fn a_mistake_in_a_callback_stops_the_cart_at_its_line() {
    for callback in ["BEAT", "CLOSE", "BAR", "HALF", "VERDICT"] {
        let mut run = Run::new(&format!(
            "function BOOT() beat.start() end\nfunction {callback}()\n  local x = nil + 1\nend"
        ));
        run.ticks(40, 0);
        assert_eq!(run.status, Status::Failed, "{callback}");
        assert!(
            run.lines[0].starts_with("cart.lua:4: "),
            "{callback}: {:?}",
            run.lines
        );
    }
}

#[test]
fn all_callbacks_of_a_tick_share_its_budget() {
    let mut run = Run::new(
        "function BOOT() beat.start() end
        function BEAT() while true do end end",
    );
    run.ticks(1, 0);
    assert_eq!(run.status, Status::Failed);
    assert!(run.lines[0].contains("ran too long"), "{:?}", run.lines);
}

#[test]
fn a_reset_cart_begins_without_a_beat() {
    let mut run = Run::new(
        "t = 0
        function BOOT() trace('boot '..beat.bpm()) beat.every(1, function() trace('tick') end) end
        function TIC() t = t + 1 if t == 2 then beat.start() end if t == 20 then reset() end end",
    );
    run.ticks(21, 0);
    run.expect(&["boot 0.0", "tick", "boot 0.0"]);
    assert!(run.console.music().song().is_none());
}

#[test]
fn music_shows_the_conductor_and_its_verdicts() {
    let mut run = Run::new("function BOOT() beat.start() end");
    assert!(!run.console.music().is_beat_cart());
    run.ticks(31, 0).ticks(1, 1);
    let music = run.console.music();
    assert!(music.is_beat_cart());
    assert_eq!(music.tally().judged, 1);
    let last = music.reports().next_back().expect("an input was judged");
    assert_eq!(last.action.as_deref(), Some("up"));
    assert!(
        last.milliseconds()
            .is_some_and(|error| (16.0..17.0).contains(&error))
    );
}
