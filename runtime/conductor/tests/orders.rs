//! Random songs with random inputs: whatever order inputs arrive in, however
//! time is cut into ticks, the verdicts and the world are those of a plain
//! calculation that knows everything from the start.

use std::collections::BTreeMap;

use conductor::{
    Act, Action, BeatPosition, Conductor, FINAL_AFTER, FLICKS_A_SECOND, Game, Input, MOST_PLAYERS,
    Moment, NANOS_A_BEAT, Report, Song, SongTime, StepNumber, TempoMap, Verdict, Windows,
};
use dice::{Seed, Stream};

const SEQUENCES: u64 = 10_000;

/// A world in which nothing commutes: a number that everything stirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct World(u64);

impl World {
    fn stir(&mut self, what: u64) {
        let mixed = (self.0 ^ what).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ (mixed >> 29);
    }

    /// Also stirs when it turns out to be illegal.
    fn act(&mut self, player: usize, action: Action) -> bool {
        self.stir(1 + player as u64 * 100 + u64::from(action));
        !self.0.is_multiple_of(5)
    }

    fn update(&mut self, beat: i64) {
        self.stir(10_000 + beat as u64);
    }

    fn close(&mut self, beat: i64, player: usize, verdict: Verdict) {
        let name = verdict.name().bytes().map(u64::from).sum::<u64>();
        self.stir(20_000 + beat as u64 * 50 + player as u64 + name * 1_000_000);
    }
}

struct Watched {
    world: World,
    slots: BTreeMap<u32, World>,
    travels: bool,
    /// Beats, halves, close-outs and bars, each once, in order.
    events: Vec<(char, i64)>,
    seen: std::collections::BTreeSet<StepNumber>,
    verdicts: BTreeMap<(i64, usize), Verdict>,
    rejected: usize,
    corrected: usize,
    moment: Moment,
}

impl Watched {
    fn new(travels: bool) -> Watched {
        Watched {
            world: World(1),
            slots: BTreeMap::new(),
            travels,
            events: Vec::new(),
            seen: std::collections::BTreeSet::new(),
            verdicts: BTreeMap::new(),
            rejected: 0,
            corrected: 0,
            moment: Moment::default(),
        }
    }
}

impl Game for Watched {
    type Error = String;

    fn can_travel(&self) -> bool {
        self.travels
    }

    fn save(&mut self, slot: u32) -> Result<(), String> {
        self.slots.insert(slot, self.world);
        Ok(())
    }

    fn load(&mut self, slot: u32) -> Result<(), String> {
        self.world = *self.slots.get(&slot).ok_or("a slot that was never saved")?;
        Ok(())
    }

    fn forget(&mut self, slot: u32) {
        self.slots.remove(&slot);
    }

    fn moment(&mut self, moment: &Moment) {
        self.moment = *moment;
    }

    fn act(&mut self, _step: StepNumber, act: &Act) -> Result<bool, String> {
        if self.travels {
            Ok(self.world.act(act.player, act.action))
        } else {
            let mut tried = self.world;
            let legal = tried.act(act.player, act.action);
            if legal {
                self.world = tried;
            }
            Ok(legal)
        }
    }

    fn update(&mut self, step: StepNumber, beat: i64) -> Result<(), String> {
        assert_eq!(
            self.moment.position.index(),
            beat,
            "BEAT is told its own moment"
        );
        if self.seen.insert(step) {
            self.events.push(('b', beat));
        }
        self.world.update(beat);
        Ok(())
    }

    fn close(
        &mut self,
        step: StepNumber,
        beat: i64,
        player: usize,
        verdict: Verdict,
    ) -> Result<(), String> {
        if self.seen.insert(step) {
            self.events.push(('c', beat));
        }
        assert_ne!(verdict, Verdict::None);
        self.world.close(beat, player, verdict);
        Ok(())
    }

    fn report(&mut self, report: &Report) -> Result<(), String> {
        if let Some(offset) = report.offset {
            let position = BeatPosition::of_beat(report.beat) + offset.beats;
            assert_eq!(
                self.moment.position, position,
                "VERDICT is told the moment of its press"
            );
        }
        if report.verdict == Verdict::Rejected {
            self.rejected += 1;
        } else {
            let key = (report.beat, report.player);
            let before = self.verdicts.insert(key, report.verdict);
            assert_eq!(
                before, report.instead_of,
                "a verdict changes only as a correction"
            );
            self.corrected += usize::from(before.is_some());
        }
        Ok(())
    }

    fn half(&mut self, beat: i64) -> Result<(), String> {
        self.events.push(('h', beat));
        Ok(())
    }
}

/// A song with changes of tempo, stops, warps, a count-in, a loop.
fn song(stream: &mut Stream) -> Song {
    let mut map = TempoMap::builder()
        .offset(SongTime(stream.int(-FLICKS_A_SECOND, FLICKS_A_SECOND)))
        .tempo(0.0, stream.int(40, 400) as f64);
    if stream.int(0, 1) == 0 {
        map = map.tempo(
            stream.int(1, 9) as f64,
            stream.int(40_000, 400_000) as f64 / 1000.0,
        );
    }
    if stream.int(0, 2) == 0 {
        map = map.stop(
            stream.int(0, 9) as f64,
            stream.int(10, 2000) as f64 / 1000.0,
        );
    }
    if stream.int(0, 3) == 0 {
        map = map.warp(
            stream.int(4, 9) as f64 + 0.5,
            stream.int(1, 30) as f64 / 8.0,
        );
    }
    if stream.int(0, 2) == 0 {
        let from = stream.int(0, FLICKS_A_SECOND);
        let length = stream.int(FLICKS_A_SECOND / 2, 5 * FLICKS_A_SECOND);
        map = map.looped(SongTime(from), SongTime(from + length));
    }
    Song {
        map: map.build().expect("all of it is allowed"),
        windows: Windows::default(),
        players: stream.int(1, 4) as usize,
        start: SongTime(stream.int(-2, 0) * FLICKS_A_SECOND / 2),
    }
}

/// The last song time of a run.
const END: SongTime = SongTime(8 * FLICKS_A_SECOND);

fn inputs(song: &Song, stream: &mut Stream) -> Vec<Input> {
    let span = (song.start.0, END.0 - 1);
    let mut inputs: Vec<Input> = (0..stream.int(0, 40))
        .map(|_| Input {
            at: SongTime(stream.int(span.0, span.1)),
            player: stream.int(0, song.players as i64 - 1) as usize,
            action: stream.int(0, 3) as Action,
        })
        .collect();
    // Some at the very edges of windows, and some twice.
    for _ in 0..stream.int(0, 6) {
        let beat = stream.int(0, 12);
        let edge = *stream
            .pick(&[0, 60, 120, 180, 250, -60, -120, -180])
            .expect("some");
        let position = BeatPosition(beat * NANOS_A_BEAT + edge * (NANOS_A_BEAT / 1000));
        let at = song.map.time_of(position);
        if at.0 >= span.0 && at.0 <= span.1 {
            inputs.push(Input {
                at,
                player: 0,
                action: 1,
            });
        }
    }
    inputs.sort();
    inputs
}

/// What must come of it: the calculation without any time travel.
struct Expected {
    world: World,
    events: Vec<(char, i64)>,
    verdicts: BTreeMap<(i64, usize), Verdict>,
    rejected: usize,
}

fn expected(song: &Song, inputs: &[Input]) -> Expected {
    let mut pressed: BTreeMap<i64, Vec<(Input, Verdict)>> = BTreeMap::new();
    for input in inputs {
        let (beat, grade, _) = song.judge(input.at);
        pressed.entry(beat).or_default().push((*input, grade));
    }
    let start = song.map.position(song.start);
    let first = (start.index() + i64::from(start.phase() > 0)).min(0);
    let mut world = World(1);
    let mut verdicts = BTreeMap::new();
    let mut events = Vec::new();
    let mut rejected = 0;
    // Inputs for a beat that hit before the start are nobody's.
    pressed = pressed.split_off(&first);
    for beat in first.. {
        let hits = song.map.time_of(BeatPosition::of_beat(beat));
        let acts = pressed.remove(&beat).unwrap_or_default();
        if song.map.is_skipped(beat) {
            assert!(acts.is_empty());
            continue;
        }
        let mut told = [Verdict::None; MOST_PLAYERS];
        for (input, grade) in acts {
            if told[input.player] != Verdict::None {
                rejected += 1;
                continue;
            }
            told[input.player] = grade;
            if grade.is_success() {
                let before = world;
                if !world.act(input.player, input.action) {
                    world = before;
                    told[input.player] = Verdict::Failed;
                }
            }
        }
        let half = song
            .map
            .time_of(BeatPosition(beat * NANOS_A_BEAT + NANOS_A_BEAT / 2));
        if hits <= END {
            world.update(beat);
            events.push((hits, 0, 'b', beat));
        }
        if half <= END {
            events.push((half, 1, 'h', beat));
        }
        let closes = song.close_time(beat);
        if closes <= END {
            for (player, verdict) in told.iter_mut().enumerate().take(song.players) {
                if *verdict == Verdict::None {
                    *verdict = Verdict::Missed;
                }
                world.close(beat, player, *verdict);
            }
            events.push((closes, 2, 'c', beat));
        }
        for (player, verdict) in told.iter().enumerate() {
            if *verdict != Verdict::None {
                verdicts.insert((beat, player), *verdict);
            }
        }
        if hits > END {
            break;
        }
    }
    assert!(
        pressed.is_empty(),
        "no input belongs to a beat that never is: {pressed:?}"
    );
    events.sort();
    Expected {
        world,
        events: events
            .into_iter()
            .map(|(_, _, what, beat)| (what, beat))
            .collect(),
        verdicts,
        rejected,
    }
}

/// How time is cut into ticks, and how late inputs arrive.
struct Course {
    /// Flicks between two ticks, at random up to this or always this.
    step: i64,
    uneven: bool,
    /// A stall of so many flicks at a random place, or none.
    stall: i64,
    late: bool,
    pauses: bool,
    /// The console's clock at the start.
    origin: SongTime,
}

fn course(stream: &mut Stream) -> Course {
    let hertz = *stream.pick(&[30, 60, 144, 20, 240]).expect("some");
    let stall = *stream.pick(&[0, 50, 200, 1000, 3000]).expect("some");
    Course {
        step: FLICKS_A_SECOND / hertz,
        uneven: stream.int(0, 1) == 0,
        stall: stall * FLICKS_A_SECOND / 1000,
        late: stream.int(0, 3) > 0,
        pauses: stream.int(0, 3) == 0,
        origin: SongTime(stream.int(0, 100 * FLICKS_A_SECOND)),
    }
}

fn run(song: &Song, inputs: &[Input], course: &Course, stream: &mut Stream, game: &mut Watched) {
    // When each arrives: at the latest when its beat is about to be final.
    let mut arrivals: Vec<(SongTime, Input)> = inputs
        .iter()
        .map(|input| {
            let last = song.close_time(song.judge(input.at).0) + FINAL_AFTER;
            let most = (last - input.at).0.clamp(1, FLICKS_A_SECOND / 5) - 1;
            let late = if course.late { stream.int(0, most) } else { 0 };
            (SongTime((input.at.0 + late).min(END.0)), *input)
        })
        .collect();
    if course.late {
        stream.shuffle(&mut arrivals);
    }
    let mut conductor = Conductor::new();
    let start = course.origin + song.start;
    conductor.start(song.clone(), start, game);
    let mut offset = course.origin;
    let mut now = song.start;
    let stall_at = stream.int(song.start.0, END.0);
    let mut stalled = course.stall == 0;
    loop {
        let (here, left): (Vec<_>, Vec<_>) = arrivals.iter().partition(|(at, _)| *at <= now);
        arrivals = left;
        let mut here: Vec<Input> = here
            .into_iter()
            .map(|(_, input)| Input {
                at: input.at + offset,
                ..input
            })
            .collect();
        stream.shuffle(&mut here);
        conductor.begin_tick(now + offset, &here);
        while conductor.step(game).expect("nothing fails") {}
        if now == END {
            break;
        }
        let pending = arrivals.iter().any(|(_, input)| input.at <= now);
        if course.pauses && !pending && stream.int(0, 20) == 0 {
            conductor.pause();
            let clone = conductor.clone();
            let length = SongTime(stream.int(0, 2 * FLICKS_A_SECOND));
            conductor.begin_tick(now + offset + length, &[]);
            assert!(
                !conductor.step(game).expect("nothing fails"),
                "a pause is quiet"
            );
            offset = offset + length;
            conductor.resume(now + offset);
            assert_eq!(clone.song(), conductor.song());
        }
        let step = if course.uneven {
            stream.int(1, course.step)
        } else {
            course.step
        };
        now = SongTime((now.0 + step).min(END.0));
        if !stalled && now.0 >= stall_at {
            stalled = true;
            now = SongTime((now.0 + course.stall).min(END.0));
        }
    }
}

fn check(seed: u64) {
    let mut stream = Seed::from(seed).stream();
    let song = song(&mut stream);
    let inputs = inputs(&song, &mut stream);
    let expected = expected(&song, &inputs);
    let course = course(&mut stream);
    let mut game = Watched::new(true);
    run(&song, &inputs, &course, &mut stream, &mut game);
    assert_eq!(game.verdicts, expected.verdicts, "seed {seed}");
    assert_eq!(game.world, expected.world, "seed {seed}");
    assert_eq!(game.events, expected.events, "seed {seed}");
    if !course.late {
        assert_eq!(game.rejected, expected.rejected, "seed {seed}");
    }
    assert!(
        game.slots.len() <= 12,
        "seed {seed}: {} slots",
        game.slots.len()
    );
}

#[test]
fn neither_arrival_nor_ticks_nor_stalls_change_anything() {
    for seed in 0..SEQUENCES {
        check(seed);
    }
}

#[test]
fn a_game_that_cannot_be_put_back_still_gets_every_event_once() {
    for seed in 0..500 {
        let mut stream = Seed::from(seed).stream();
        let song = song(&mut stream);
        let inputs = inputs(&song, &mut stream);
        let expected = expected(&song, &inputs);
        let course = course(&mut stream);
        let mut game = Watched::new(false);
        run(&song, &inputs, &course, &mut stream, &mut game);
        assert_eq!(game.events, expected.events, "seed {seed}");
        assert!(game.slots.is_empty());
    }
}

#[test]
fn a_clone_of_the_conductor_goes_on_as_the_original_does() {
    for seed in 0..300 {
        let mut stream = Seed::from(seed).stream();
        let song = song(&mut stream);
        let inputs = inputs(&song, &mut stream);
        let mut game = Watched::new(true);
        let mut conductor = Conductor::new();
        conductor.start(song.clone(), song.start, &mut game);
        let cut = SongTime(stream.int(song.start.0, END.0));
        let (before, after): (Vec<Input>, Vec<Input>) =
            inputs.iter().partition(|input| input.at <= cut);
        conductor.begin_tick(cut, &before);
        while conductor.step(&mut game).expect("nothing fails") {}
        let kept = (conductor.clone(), game.world, game.slots.clone());
        let finish = |conductor: &mut Conductor, game: &mut Watched| {
            conductor.begin_tick(END, &after);
            while conductor.step(game).expect("nothing fails") {}
            (conductor.clone(), game.world)
        };
        let first = finish(&mut conductor, &mut game);
        conductor = kept.0;
        game.world = kept.1;
        game.slots = kept.2;
        game.verdicts.clear();
        let mut again = Watched::new(true);
        again.world = game.world;
        again.slots = game.slots.clone();
        conductor.begin_tick(END, &after);
        while conductor
            .step(&mut Lenient(&mut again))
            .expect("nothing fails")
        {}
        assert_eq!((conductor, again.world), first, "seed {seed}");
    }
}

/// Forgets what was reported before a save point.
struct Lenient<'a>(&'a mut Watched);

impl Game for Lenient<'_> {
    type Error = String;

    fn can_travel(&self) -> bool {
        true
    }

    fn save(&mut self, slot: u32) -> Result<(), String> {
        self.0.save(slot)
    }

    fn load(&mut self, slot: u32) -> Result<(), String> {
        self.0.load(slot)
    }

    fn forget(&mut self, slot: u32) {
        self.0.forget(slot);
    }

    fn moment(&mut self, moment: &Moment) {
        self.0.moment(moment);
    }

    fn act(&mut self, step: StepNumber, act: &Act) -> Result<bool, String> {
        self.0.act(step, act)
    }

    fn update(&mut self, step: StepNumber, beat: i64) -> Result<(), String> {
        self.0.update(step, beat)
    }

    fn close(
        &mut self,
        step: StepNumber,
        beat: i64,
        player: usize,
        verdict: Verdict,
    ) -> Result<(), String> {
        self.0.close(step, beat, player, verdict)
    }
}

#[test]
fn after_a_jump_beats_begin_there_and_every_beat_that_hit_is_closed_once() {
    for seed in 0..500 {
        let mut stream = Seed::from(seed).stream();
        let song = song(&mut stream);
        let mut game = Watched::new(true);
        let mut conductor = Conductor::new();
        conductor.start(song.clone(), song.start, &mut game);
        let mut clock = song.start;
        for _ in 0..10 {
            for _ in 0..stream.int(1, 60) {
                clock = clock + SongTime(FLICKS_A_SECOND / 60);
                conductor.begin_tick(clock, &[]);
                while conductor.step(&mut game).expect("nothing fails") {}
            }
            let position = BeatPosition(stream.int(-2 * NANOS_A_BEAT, 20 * NANOS_A_BEAT));
            conductor.seek(position, clock, &mut game).expect("jumps");
            game.verdicts.clear();
            let open: i64 = game
                .events
                .iter()
                .map(|(what, _)| match what {
                    'b' => 1,
                    'c' => -1,
                    _ => 0,
                })
                .sum();
            assert_eq!(
                open, 0,
                "seed {seed}: beats that hit are closed before a jump"
            );
            let before = game.events.len();
            conductor.begin_tick(clock + SongTime(3 * FLICKS_A_SECOND), &[]);
            while conductor.step(&mut game).expect("nothing fails") {}
            clock = clock + SongTime(3 * FLICKS_A_SECOND);
            let beats: Vec<i64> = (game.events[before..].iter())
                .filter(|(what, _)| *what == 'b')
                .map(|&(_, beat)| beat)
                .collect();
            if let Some(&first) = beats.first() {
                assert!(BeatPosition::of_beat(first) >= position, "seed {seed}");
                assert!(beats.is_sorted_by(|one, other| one < other), "seed {seed}");
            }
        }
    }
}
