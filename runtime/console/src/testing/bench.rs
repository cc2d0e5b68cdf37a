//! What a test asks of its console while it has its turn, and what is noted
//! about it.
//!
//! The bench is shared by the console's driver and the Lua state's world; only
//! one of them looks at it at a time.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

use machine::Machine;
use md5::{Digest, Md5};
use script::conductor::{BeatPosition, SongTime, Verdict};
use script::{Tester, Tree, World};

use super::pictures::path;
use super::press::{self, Given, field};
use super::{TestCase, TestFailure, TestHashes, TestOptions, TestOutput};
use crate::picture::{hex, screen_md5, sound_bytes};
use crate::replay::{Replay, ReplayPlayer};
use crate::stage::{Judged, Music, Stage};

/// Lines of traces that are kept, and verdicts.
const MOST_TRACES: usize = 10_000;
const MOST_VERDICTS: usize = 100_000;

/// What can be counted.
const VERDICTS: [Verdict; 8] = [
    Verdict::Great,
    Verdict::Good,
    Verdict::Okay,
    Verdict::Early,
    Verdict::Late,
    Verdict::Failed,
    Verdict::Missed,
    Verdict::Rejected,
];

/// What a test waits for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Wait {
    /// So many ticks more.
    Ticks(u64),
    /// A place in the music.
    Beat(BeatPosition),
    /// A replay of the run so far, to be kept under this path.
    Replay(String),
    /// Nothing: it has ended.
    Over,
}

/// A test and its console, between two ticks.
pub(super) struct Bench {
    /// The name of the test; empty while a file is only listed.
    pub(super) test: String,
    pub(super) cases: Vec<TestCase>,
    pub(super) wait: Wait,
    pub(super) failure: Option<TestFailure>,
    /// What the test is told when it wakes.
    pub(super) complaint: Option<String>,
    /// The console's own, while the test has its turn.
    pub(super) stage: Option<Stage>,
    pub(super) picture_is_due: bool,
    /// What gives the inputs; none while a tick is played.
    pub(super) player: Option<ReplayPlayer>,
    pub(super) has_exited: bool,
    pub(super) ticks: u64,
    pub(super) checked: u64,
    pub(super) traces: VecDeque<String>,
    pub(super) outputs: Vec<TestOutput>,
    /// None are compared with if there are none.
    pub(super) kept: Option<TestHashes>,
    pub(super) seen: TestHashes,
    options: TestOptions,
    ran: u64,
    verdicts: Vec<Judged>,
    reported: u64,
    counts: BTreeMap<&'static str, i64>,
    /// The beat that is nearest, and whether it has just come to be ahead.
    nearest: Option<i64>,
    coming: Option<i64>,
    sound: Md5,
}

/// The bench as the world has it.
pub(super) struct Desk(pub(super) Arc<Mutex<Bench>>);

impl Tester for Desk {
    fn answer(
        &mut self,
        world: &mut World,
        question: &str,
        given: &Tree,
    ) -> Result<Option<Tree>, String> {
        let mut bench = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let none = Given::new();
        let given = match given {
            Tree::Map(given) => given,
            _ => &none,
        };
        bench.answer(world, question, given)
    }
}

impl Bench {
    pub(super) fn new(options: TestOptions) -> Bench {
        Bench {
            test: String::new(),
            cases: Vec::new(),
            wait: Wait::Over,
            failure: None,
            complaint: None,
            stage: None,
            picture_is_due: false,
            player: Some(ReplayPlayer::new(options.start.clone())),
            has_exited: false,
            ticks: 0,
            checked: 0,
            traces: VecDeque::new(),
            outputs: Vec::new(),
            kept: None,
            seen: TestHashes::default(),
            options,
            ran: 0,
            verdicts: Vec::new(),
            reported: 0,
            counts: BTreeMap::new(),
            nearest: None,
            coming: None,
            sound: Md5::new(),
        }
    }

    /// The test has failed; what came first counts.
    pub(super) fn fail(&mut self, failure: TestFailure) {
        self.failure.get_or_insert(failure);
    }

    pub(super) fn fail_with(&mut self, message: &str) {
        self.fail(TestFailure {
            message: message.to_owned(),
            ..TestFailure::default()
        });
    }

    pub(super) fn trace(&mut self, text: &str) {
        if self.traces.len() == MOST_TRACES {
            self.traces.pop_front();
        }
        self.traces.push_back(text.to_owned());
    }

    /// The inputs so far, as a replay without digests.
    pub(super) fn replay(&self) -> Option<Replay> {
        let player = self.player.as_ref()?;
        let mut replay = player.replay().clone();
        replay.ticks = player.ticks();
        Some(replay)
    }

    /// Notes the verdicts of the last tick.
    pub(super) fn take_verdicts(&mut self, music: Music<'_>) {
        let new = music.reported().saturating_sub(self.reported);
        self.reported = music.reported();
        let reports = music.reports();
        let known = reports.len().saturating_sub(new as usize);
        for judged in reports.skip(known) {
            let mut count = |verdict: Verdict, by: i64| {
                *self.counts.entry(verdict.name()).or_default() += by;
            };
            count(judged.report.verdict, 1);
            if let Some(before) = judged.report.instead_of {
                count(before, -1);
            }
            if self.verdicts.len() < MOST_VERDICTS {
                self.verdicts.push(judged.clone());
            }
        }
    }

    /// Mixes the sound registers into the hash of all so far.
    pub(super) fn take_sound(&mut self, machine: &Machine) {
        self.sound.update(sound_bytes(machine));
    }

    /// Whether what the test waits for has come with the last tick.
    pub(super) fn is_woken(&mut self, music: Music<'_>) -> bool {
        self.ran += 1;
        let clock = SongTime::of_tick(self.ticks as i64 - 1);
        let conductor = music.conductor();
        let position = conductor
            .is_running()
            .then(|| conductor.moment(clock).position);
        let nearest = position.map(|position| (position + BeatPosition::of_beats(0.5)).index());
        let is_ahead = |beat: &i64| position < Some(BeatPosition::of_beat(*beat));
        self.coming = nearest.filter(|beat| self.nearest != Some(*beat) && is_ahead(beat));
        self.nearest = nearest;
        if self.ticks >= self.options.ticks {
            self.fail_with(&format!(
                "the test has taken {} ticks; the option ticks allows more",
                self.ticks
            ));
        }
        if self.has_exited {
            return true;
        }
        match &mut self.wait {
            Wait::Ticks(left) => {
                *left = left.saturating_sub(1);
                *left == 0
            }
            Wait::Beat(beat) => {
                if position.is_none() {
                    self.complaint = Some(press::silent(music));
                }
                position.is_none_or(|position| position >= *beat)
            }
            Wait::Replay(_) | Wait::Over => true,
        }
    }

    fn answer(
        &mut self,
        world: &mut World,
        question: &str,
        given: &Given,
    ) -> Result<Option<Tree>, String> {
        match question {
            "listed" => self.listed(given)?,
            "failed" => {
                let place = text(given, "place");
                let message = text(given, "message");
                let separator = if place.is_empty() { "" } else { ": " };
                self.fail(TestFailure {
                    message: format!("{place}{separator}{message}"),
                    traceback: text(given, "trace"),
                    code: String::new(),
                });
            }
            "over" => self.over(given),
            "wait" => return self.wait_for(given).map(|it| Some(Tree::Boolean(it))),
            "woken" => return self.woken().map(Some),
            "press" => {
                let (music, player) = hands(self.stage.as_ref(), self.player.as_mut())?;
                let what = press::control(given, music)?;
                let at = press::time(given, music, player.ticks())?;
                player.add_tap(press::tap(given, what, at)?);
            }
            "release" => {
                let (music, player) = hands(self.stage.as_ref(), self.player.as_mut())?;
                let all = field(given, "all").is_some();
                let what = (!all).then(|| press::control(given, music)).transpose()?;
                if !player.end_taps(what) && !all {
                    return Err("that is not held".to_owned());
                }
            }
            "mouse" => {
                let (_, player) = hands(self.stage.as_ref(), self.player.as_mut())?;
                for held in press::mouse(given, player.ticks(), world.machine.size())? {
                    player.add_held(held);
                }
            }
            "hand" => {
                let (_, player) = hands(self.stage.as_ref(), self.player.as_mut())?;
                player.add_handed(press::handed(given, player.ticks())?);
            }
            "menu" => {
                let (_, player) = hands(self.stage.as_ref(), self.player.as_mut())?;
                match field(given, "index") {
                    Some(Tree::Integer(index @ 0..=255)) => player.add_choice(*index as usize),
                    _ => return Err("the entries of a menu are counted from 0".to_owned()),
                }
            }
            "verdicts" => return Ok(Some(Tree::List(self.verdicts.iter().map(judged).collect()))),
            "verdict" => return Ok(self.verdicts.last().map(judged)),
            "count" => {
                let name = text(given, "verdict");
                let names = VERDICTS.map(Verdict::name);
                if !names.contains(&name.as_str()) {
                    let names = names.join(", ");
                    return Err(format!("there is no verdict '{name}'; there are {names}"));
                }
                let count = self.counts.get(name.as_str()).copied().unwrap_or(0);
                return Ok(Some(Tree::Integer(count)));
            }
            "tick" => return Ok(Some(Tree::Integer(self.ticks as i64))),
            "exited" => return Ok(Some(Tree::Boolean(self.has_exited))),
            "traces" => {
                let lines = self.traces.iter().map(|line| bytes(line));
                return Ok(Some(Tree::List(lines.collect())));
            }
            "pixel" => return self.pixel(world, given).map(Some),
            "screenshot" => {
                let path = path(given, "file", ".png")?;
                self.screenshot(world, path)?;
            }
            "frame" => {
                self.draw(world);
                let hash = screen_md5(world.machine.picture());
                self.compare(world, "frame", given, &hash)?;
            }
            "sound" => {
                let hash = hex(self.sound.clone().finalize().as_slice());
                self.compare(world, "sound", given, &hash)?;
            }
            _ => return Err(format!("there is no answer to {question}")),
        }
        Ok(None)
    }

    fn listed(&mut self, given: &Given) -> Result<(), String> {
        let name = text(given, "name");
        if name.contains(char::is_control) {
            return Err("the name of a test is one line of text".to_owned());
        }
        if self.cases.iter().any(|case| case.name == name) {
            return Err(format!("there are two tests with the name '{name}'"));
        }
        let options =
            field(given, "options").map_or_else(|| Ok(TestOptions::default()), TestOptions::read);
        self.cases.push(TestCase {
            number: self.cases.len() + 1,
            name,
            place: text(given, "place"),
            options: options?,
        });
        Ok(())
    }

    /// The test has ended.
    fn over(&mut self, given: &Given) {
        let count = |name: &str| match field(given, name) {
            Some(Tree::Integer(count)) => *count as u64,
            _ => 0,
        };
        self.checked = count("checked");
        self.wait = Wait::Over;
        if count("made") > self.checked {
            self.fail_with(
                "an expect has no check behind it; write what is expected, such as expect(x):is(3)",
            );
        } else if self.checked == 0 {
            self.fail_with("the test expects nothing; write what is expected: expect(x):is(3)");
        }
    }

    /// Whether there is something to wait for.
    fn wait_for(&mut self, given: &Given) -> Result<bool, String> {
        self.ran = 0;
        if field(given, "replay").is_some() {
            self.wait = Wait::Replay(path(given, "replay", ".json")?);
            return Ok(true);
        }
        if self.has_exited {
            return Err("the cart has ended with exit(), so no tick comes any more".to_owned());
        }
        if let Some(ticks) = press::number(given, "ticks")? {
            if ticks < 1.0 {
                return Err("the cart runs a number of ticks, at least 1".to_owned());
            }
            self.wait = Wait::Ticks(ticks as u64);
            return Ok(true);
        }
        let Some(beat) = press::number(given, "beat")? else {
            return Err("say how many ticks, or up to which beat".to_owned());
        };
        let stage = self.stage.as_ref();
        let music = stage.map(Stage::music).ok_or(NOT_IN_A_TICK)?;
        let beat = BeatPosition::of_beats(beat);
        if !music.conductor().is_running() {
            return Err(press::silent(music));
        }
        let clock = SongTime::of_tick(self.ticks as i64 - 1);
        self.wait = Wait::Beat(beat);
        Ok(music.conductor().moment(clock).position < beat)
    }

    fn woken(&mut self) -> Result<Tree, String> {
        if let Some(complaint) = self.complaint.take() {
            return Err(complaint);
        }
        let mut told = vec![
            ("ran", Tree::Integer(self.ran as i64)),
            ("exited", Tree::Boolean(self.has_exited)),
        ];
        if let Some(beat) = self.coming {
            told.push(("coming", Tree::Integer(beat)));
        }
        Ok(map(told))
    }
}

const NOT_IN_A_TICK: &str = "this can be asked between two ticks only, by the test itself";

/// The music and what gives the inputs.
fn hands<'a>(
    stage: Option<&'a Stage>,
    player: Option<&'a mut ReplayPlayer>,
) -> Result<(Music<'a>, &'a mut ReplayPlayer), String> {
    match (stage, player) {
        (Some(stage), Some(player)) => Ok((stage.music(), player)),
        _ => Err(NOT_IN_A_TICK.to_owned()),
    }
}

/// A field that is text, or nothing.
pub(super) fn text(given: &Given, name: &str) -> String {
    match field(given, name) {
        Some(Tree::Bytes(bytes)) => String::from_utf8_lossy(bytes).into_owned(),
        _ => String::new(),
    }
}

pub(super) fn bytes(text: &str) -> Tree {
    Tree::Bytes(text.as_bytes().to_vec())
}

fn map(fields: Vec<(&str, Tree)>) -> Tree {
    let named = fields
        .into_iter()
        .map(|(name, value)| (name.as_bytes().to_vec(), value));
    Tree::Map(named.collect())
}

/// A verdict as tests read it.
fn judged(judged: &Judged) -> Tree {
    let report = &judged.report;
    let mut told = vec![
        ("beat", Tree::Integer(report.beat)),
        ("player", Tree::Integer(report.player as i64 + 1)),
        ("verdict", bytes(report.verdict.name())),
    ];
    if let Some(offset) = report.offset {
        told.push(("error", Tree::Number(offset.beats.beats())));
        told.push(("ms", Tree::Number(offset.time.milliseconds())));
    }
    if let Some(action) = &judged.action {
        told.push(("action", bytes(action)));
    }
    if let Some(before) = report.instead_of {
        told.push(("instead_of", bytes(before.name())));
    }
    map(told)
}
