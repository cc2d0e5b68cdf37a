//! Clocks that are not the tick's: a device that is heard later, and the
//! cart's own tracks, which sound a tick after they are begun.

use console::Input;
use console::conductor::SongTime;

use crate::{Run, UP, press};

/// Ticks that the sound is behind.
const LAG: i64 = 3;

/// Runs ticks on a clock that is behind, with a press when it is at a tick.
fn run_behind(run: &mut Run, ticks: i64, presses: &[i64]) {
    for tick in 0..ticks {
        let clock = SongTime::of_tick(tick - LAG);
        let arrived: Vec<_> = (presses.iter())
            .map(|&at| SongTime::of_tick(at))
            .filter(|&at| at <= clock && at > SongTime::of_tick(tick - LAG - 1))
            .map(|at| press(at, UP))
            .collect();
        run.tick_at(clock, &arrived);
    }
}

const CODE: &str = "t = 0
    function BEAT(n) trace('beat '..n..' '..t) end
    function VERDICT(v, p, ms) if ms then trace(v..' '..ms) end end
    function TIC()
      if t == 10 then beat.start() end
      if t == 50 then beat.pause() end
      if t == 80 then beat.resume() end
      if t == 120 then beat.seek(7) end
      t = t + 1
    end";

#[test]
fn beats_hit_when_they_are_heard_through_pauses_and_jumps() {
    let mut run = Run::new(CODE);
    // What starts in tick 10 is heard when the clock is at tick 10.
    run_behind(&mut run, 160, &[41]);
    run.expect(&[
        "beat 0 13",
        "beat 1 43",
        "great 16.666666666667",
        // 40 ticks had been pushed at the pause; they go on in tick 80.
        "beat 2 103",
        "beat 7 123",
        "beat 8 153",
    ]);
}

#[test]
fn position_never_steps_back_but_by_a_jump() {
    let code = CODE.replace("beat.seek(7)", "local x")
        + "\nfunction OVR() local now = beat.now() assert(now >= (last or 0), now) last = now end";
    let mut run = Run::new(&code);
    run_behind(&mut run, 200, &[]);
    assert_eq!(run.console.failure(), None);
}

/// Z is player 1's A button, unless the cart puts another key in its place.
#[test]
fn a_key_that_is_a_button_presses_the_actions_of_that() {
    let code = "function BOOT() beat.start{actions={tap=4}} end
        function VERDICT(v, p, ms) if ms then trace(v..' '..ms) end end
        function BEAT(n) if n == 2 then poke(0x14E04 + 4, 1) end end";
    let mut run = Run::new(code);
    for tick in 0..150 {
        let keys = match tick {
            30 | 90 => [26, 0, 0, 0],
            120 => [1, 0, 0, 0],
            _ => [0; 4],
        };
        let input = Input {
            keys,
            ..Input::default()
        };
        run.status = run.console.tick(&input);
        run.note();
    }
    run.expect(&["great 0.0", "great 0.0"]);
}

/// A host without sound goes on through a stall, so that its clock is ahead
/// of the ticks from then on.
#[test]
fn what_starts_after_a_stall_without_sound_starts_then_and_not_in_the_past() {
    let code = "t = 0
        function BEAT(n) trace(n..' '..t) end
        function TIC()
          t = t + 1
          if t == 5 then beat.start() end
        end";
    let mut run = Run::new(code);
    let stall = 180;
    for tick in 0..70 {
        run.tick_at(SongTime::of_tick(tick + stall), &[]);
    }
    run.expect(&["0 5", "1 34", "2 64"]);
}

#[test]
fn beats_of_a_track_hit_with_their_rows() {
    // 0x13FFE is the row that plays.
    let code = "t = 0
        function BOOT() beat.start{music=0, rows_per_beat=8, beats_per_bar=2} end
        function BEAT(n) trace(n..' '..t..' '..peek(0x13FFE)) end
        function TIC()
          if t == 60 then beat.pause() end
          if t == 70 then beat.resume() end
          if t == 170 then beat.seek(1) end
          t = t + 1
        end";
    let mut run = Run::new(code);
    run.ticks(250, 0);
    // 6 ticks a row at the usual tempo; the pause takes 10 and what is left of
    // a row is silent.
    run.expect(&[
        "0 1 0", "1 49 8", "2 107 16", "3 155 24", "1 171 8", "2 219 16",
    ]);
}

#[test]
fn a_track_counts_in_with_beats_of_its_own_length() {
    let code = "t = 0
        function BOOT() beat.start{music=0, count_in=2} end
        function BEAT(n) trace(n..' '..t..' '..peek(0x13FFC)) end
        function TIC() t = t + 1 end";
    let mut run = Run::new(code);
    run.ticks(80, 0);
    run.expect(&["-2 1 255", "-1 25 255", "0 49 0", "1 73 0"]);
}

#[test]
fn a_game_that_cannot_go_back_says_what_is_in_the_way() {
    let code = "function BOOT()
          rollback.track{co=coroutine.create(print)}
          beat.start()
        end";
    let mut run = Run::new(code);
    run.ticks(1, 0);
    let failure = run.console.failure().expect("it fails");
    assert!(failure.message.contains("co"), "{failure}");
}
