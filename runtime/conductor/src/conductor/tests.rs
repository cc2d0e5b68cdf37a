//! The conductor with a small dungeon: the worked example, and inputs that
//! arrive in any order.

use super::{Conductor, Input, SongTime};
use crate::game::{Act, Game, Moment, Report, StepNumber};
use crate::song::Song;
use crate::tempo_map::TempoMap;
use crate::time::FLICKS_A_SECOND;
use crate::verdict::{Verdict, Windows};

const NORTH: u16 = 0;
const EAST: u16 = 1;
const WEST: u16 = 2;

/// The dungeon of the worked example: a slime that faces east, next to it the
/// player. Everything that is kept is in `State`.
#[derive(Debug, Clone, PartialEq)]
struct State {
    hp: i64,
    digs: i64,
    player: (i64, i64),
    slime: Option<(i64, i64)>,
    wall: Option<(i64, i64)>,
    dead: bool,
}

struct Dungeon {
    now: State,
    slots: Vec<Option<State>>,
    loads: usize,
    log: Vec<String>,
    reports: Vec<(usize, Verdict)>,
}

impl Dungeon {
    fn new(hp: i64, digs: i64, wall: Option<(i64, i64)>) -> Dungeon {
        Dungeon {
            now: State {
                hp,
                digs,
                player: (6, 5),
                slime: Some((5, 5)),
                wall,
                dead: false,
            },
            slots: Vec::new(),
            loads: 0,
            log: Vec::new(),
            reports: Vec::new(),
        }
    }
}

impl Game for Dungeon {
    type Error = String;

    fn can_travel(&self) -> bool {
        true
    }

    fn save(&mut self, slot: u32) -> Result<(), String> {
        let slot = slot as usize;
        if self.slots.len() <= slot {
            self.slots.resize(slot + 1, None);
        }
        self.slots[slot] = Some(self.now.clone());
        Ok(())
    }

    fn load(&mut self, slot: u32) -> Result<(), String> {
        self.loads += 1;
        self.now = self.slots[slot as usize].clone().ok_or("an empty slot")?;
        Ok(())
    }

    fn forget(&mut self, slot: u32) {
        if let Some(slot) = self.slots.get_mut(slot as usize) {
            *slot = None;
        }
    }

    fn moment(&mut self, _moment: &Moment) {}

    fn act(&mut self, _step: StepNumber, act: &Act) -> Result<bool, String> {
        let (x, y) = self.now.player;
        let goal = match act.action {
            NORTH => (x, y - 1),
            EAST => (x + 1, y),
            _ => (x - 1, y),
        };
        if self.now.slime == Some(goal) {
            self.now.slime = None;
        } else if self.now.wall == Some(goal) {
            if self.now.digs == 0 {
                return Ok(false);
            }
            self.now.digs -= 1;
            self.now.player = goal;
        } else {
            self.now.player = goal;
        }
        Ok(true)
    }

    fn update(&mut self, _step: StepNumber, beat: i64) -> Result<(), String> {
        self.log.push(format!("beat {beat}"));
        if beat == 41
            && let Some(slime) = self.now.slime
        {
            let ahead = (slime.0 + 1, slime.1);
            if self.now.player == ahead {
                self.now.hp -= 1;
            } else {
                self.now.slime = Some(ahead);
            }
        }
        Ok(())
    }

    fn close(
        &mut self,
        _: StepNumber,
        beat: i64,
        _: usize,
        verdict: Verdict,
    ) -> Result<(), String> {
        self.log.push(format!("close {beat} {}", verdict.name()));
        self.now.dead |= self.now.hp <= 0;
        Ok(())
    }

    fn report(&mut self, report: &Report) -> Result<(), String> {
        if report.beat >= 41 {
            self.reports.push((report.beat as usize, report.verdict));
        }
        Ok(())
    }

    fn half(&mut self, beat: i64) -> Result<(), String> {
        self.log.push(format!("half {beat}"));
        Ok(())
    }
}

fn song(players: usize) -> Song {
    Song {
        map: TempoMap::builder()
            .tempo(0.0, 120.0)
            .build()
            .expect("a tempo"),
        windows: Windows::default(),
        players,
        start: SongTime::ZERO,
    }
}

/// At a place in thousandths of a beat, at 120 bpm.
fn at(thousandths: i64) -> SongTime {
    SongTime(thousandths * (FLICKS_A_SECOND / 2000))
}

/// Plays until beat 42 at a tick rate.
fn play(dungeon: &mut Dungeon, hertz: i64, inputs: &[(i64, u16)]) {
    let mut conductor = Conductor::new();
    conductor.start(song(1), SongTime::ZERO, dungeon);
    let mut left = inputs;
    for tick in 0..=21 * hertz {
        let clock = SongTime(tick * FLICKS_A_SECOND / hertz);
        let arrived: Vec<Input> = left
            .iter()
            .take_while(|&&(when, _)| at(when) <= clock)
            .map(|&(when, action)| Input {
                at: at(when),
                player: 0,
                action,
            })
            .collect();
        left = &left[arrived.len()..];
        conductor.begin_tick(clock, &arrived);
        while conductor.step(dungeon).expect("nothing fails") {}
    }
}

#[test]
fn the_worked_example() {
    use Verdict::{Early, Failed, Good, Great, Late, Missed, Okay, Rejected};
    struct Row<'a> {
        inputs: &'a [(i64, u16)],
        digs: i64,
        wall: bool,
        verdicts: &'a [(usize, Verdict)],
        hp: i64,
        player: (i64, i64),
        slime: Option<(i64, i64)>,
    }
    let hurt = |inputs, verdicts| Row {
        inputs,
        digs: 2,
        wall: false,
        verdicts,
        hp: 2,
        player: (6, 5),
        slime: Some((5, 5)),
    };
    let north = |inputs, verdicts| Row {
        inputs,
        digs: 2,
        wall: false,
        verdicts,
        hp: 3,
        player: (6, 4),
        slime: Some((6, 5)),
    };
    let rows = [
        hurt(&[], &[(41, Missed)]),
        north(&[(41_050, NORTH)], &[(41, Great)]),
        north(&[(41_100, NORTH)], &[(41, Good)]),
        north(&[(41_150, NORTH)], &[(41, Okay)]),
        hurt(&[(41_200, NORTH)], &[(41, Late)]),
        north(&[(40_950, NORTH)], &[(41, Great)]),
        Row {
            player: (6, 5),
            slime: None,
            ..north(&[(41_050, WEST)], &[(41, Great)])
        },
        Row {
            digs: 0,
            wall: true,
            ..hurt(&[(41_050, EAST)], &[(41, Failed)])
        },
        Row {
            wall: true,
            player: (7, 5),
            ..north(&[(41_050, EAST)], &[(41, Great)])
        },
        north(
            &[(41_020, NORTH), (41_100, EAST)],
            &[(41, Great), (41, Rejected)],
        ),
        hurt(
            &[(40_700, NORTH), (41_050, EAST)],
            &[(41, Early), (41, Rejected)],
        ),
        hurt(&[(41_300, NORTH)], &[(41, Missed), (42, Early)]),
    ];
    for row in &rows {
        for hertz in [30, 60, 144] {
            let wall = row.wall.then_some((7, 5));
            let mut dungeon = Dungeon::new(3, row.digs, wall);
            play(&mut dungeon, hertz, row.inputs);
            let named = format!("{:?} at {hertz} Hz", row.inputs);
            assert_eq!(dungeon.reports, row.verdicts, "{named}");
            assert_eq!(dungeon.now.hp, row.hp, "{named}");
            assert_eq!(dungeon.now.player, row.player, "{named}");
            assert_eq!(dungeon.now.slime, row.slime, "{named}");
        }
    }
}

#[test]
fn a_death_counts_only_when_the_beat_can_no_longer_be_rescued() {
    let mut dungeon = Dungeon::new(1, 2, None);
    play(&mut dungeon, 60, &[]);
    assert!(dungeon.now.dead);
    let mut dungeon = Dungeon::new(1, 2, None);
    play(&mut dungeon, 60, &[(41_150, NORTH)]);
    assert!(!dungeon.now.dead);
    assert_eq!(dungeon.now.hp, 1);
}

#[test]
fn a_slow_input_within_its_window_is_judged_by_its_time_until_the_beat_is_final() {
    // At 120 bpm the close-out is at 41.25 and final at 41.45.
    for (arrives, expected) in [
        (41_300, Verdict::Great),
        (41_440, Verdict::Great),
        (41_460, Verdict::Missed),
    ] {
        let mut dungeon = Dungeon::new(3, 2, None);
        let mut conductor = Conductor::new();
        conductor.start(song(1), SongTime::ZERO, &mut dungeon);
        let input = Input {
            at: at(41_050),
            player: 0,
            action: NORTH,
        };
        conductor.begin_tick(at(arrives), &[]);
        while conductor.step(&mut dungeon).expect("nothing fails") {}
        conductor.begin_tick(at(arrives), &[input]);
        while conductor.step(&mut dungeon).expect("nothing fails") {}
        let last = dungeon.reports.iter().rfind(|it| it.0 == 41);
        assert_eq!(last.map(|it| it.1), Some(expected), "{arrives}");
        let tally = conductor.tally();
        if expected == Verdict::Missed {
            assert_eq!((tally.corrected, tally.ignored), (0, 1));
            assert_eq!(dungeon.now.hp, 2);
        } else {
            assert_eq!((tally.corrected, tally.ignored), (1, 0));
            assert_eq!((dungeon.now.hp, dungeon.now.player), (3, (6, 4)));
        }
    }
}

#[test]
fn of_two_inputs_the_earlier_one_counts_even_if_it_arrives_later() {
    let mut dungeon = Dungeon::new(3, 2, None);
    let mut conductor = Conductor::new();
    conductor.start(song(1), SongTime::ZERO, &mut dungeon);
    for (clock, when, action) in [(41_020, 41_010, EAST), (41_060, 40_990, NORTH)] {
        let input = Input {
            at: at(when),
            player: 0,
            action,
        };
        conductor.begin_tick(at(clock), &[input]);
        while conductor.step(&mut dungeon).expect("nothing fails") {}
    }
    assert_eq!(dungeon.now.player, (6, 4));
    assert_eq!(dungeon.reports.last(), Some(&(41, Verdict::Rejected)));
}

#[test]
fn a_long_stall_loses_and_doubles_nothing() {
    let mut dungeon = Dungeon::new(3, 2, None);
    let mut conductor = Conductor::new();
    conductor.start(song(1), SongTime::ZERO, &mut dungeon);
    conductor.begin_tick(at(3_300), &[]);
    while conductor.step(&mut dungeon).expect("nothing fails") {}
    let expected = [
        "beat 0",
        "close 0 missed",
        "half 0",
        "beat 1",
        "close 1 missed",
        "half 1",
        "beat 2",
        "close 2 missed",
        "half 2",
        "beat 3",
        "close 3 missed",
    ];
    assert_eq!(dungeon.log, expected);
}
