//! Tests of carts: a test file runs in the Lua state of a fresh console with
//! the real cart in it, and drives it tick by tick.
//!
//! Nothing here reads a file or a clock. Between two ticks the test has its
//! turn, as a coroutine of the cart's own Lua state; what it asks of the
//! console goes to a [`Bench`], and how many ticks come next is its answer.

mod bench;
mod hashes;
mod options;
mod pictures;
mod press;
#[cfg(test)]
mod tests;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use cart::Cart;
use script::{Failure, FailureKind, Seed, Value};

use crate::console::{Console, Options, Status};
use crate::failure::CartFailure;
use crate::happening::Happening;
use crate::host::Host;
use crate::replay::ReplayPlayer;
use bench::{Bench, Desk, Wait};
pub use hashes::TestHashes;
pub use options::TestOptions;

/// Why there is no replay of a test.
const OTHER_RUN: &str = "t:save_replay: without the test, its inputs give another run, because \
    the test has changed something in the cart by itself";

/// A file with tests.
#[derive(Debug, Clone, Default)]
pub struct TestFile {
    /// What errors call it: its path in the cart's folder, such as
    /// `test_walk.lua`.
    pub name: String,
    /// Its text.
    pub source: Vec<u8>,
}

/// A test of a file.
#[derive(Debug, Clone)]
pub struct TestCase {
    /// Its place among those of the file, counted from 1.
    pub number: usize,
    /// Its name, which no other of the file has.
    pub name: String,
    /// File and line of it: `test_walk.lua:12`.
    pub place: String,
    /// How its console begins.
    pub options: TestOptions,
}

/// Why a test failed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TestFailure {
    /// What is wrong, with file and line in front where there is one; the
    /// lines after the first say more.
    pub message: String,
    /// The line of the test file that it was noticed in, without the spaces
    /// around it; empty if it was not in one.
    pub code: String,
    /// How Lua came there, a line a call; may be empty.
    pub traceback: String,
}

/// A file that a test has made: a picture or a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestOutput {
    /// Its path below the folder for such files, with `/`.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// How a test went.
#[derive(Debug, Clone, Default)]
pub struct TestReport {
    /// Why it failed, if it did.
    pub failure: Option<TestFailure>,
    /// How many expectations were checked.
    pub expectations: u64,
    /// How many ticks the cart ran.
    pub ticks: u64,
    /// What cart and test traced, the last lines of it.
    pub traces: Vec<String>,
    /// What it has made.
    pub outputs: Vec<TestOutput>,
    /// The hashes of pictures and sound that it came by.
    pub hashes: TestHashes,
}

/// Makes hosts: one test may need several consoles.
pub type MakeHost = fn() -> Box<dyn Host + Send>;

/// The tests of a file, in order. The file is run once, beside the cart.
///
/// # Errors
/// The file or the cart has a mistake.
pub fn list_tests(
    cart: &Cart,
    file: &TestFile,
    host: MakeHost,
) -> Result<Vec<TestCase>, TestFailure> {
    let mut run = TestRun::new(cart, file, TestOptions::default(), host);
    run.load();
    let mut bench = run.bench();
    match bench.failure.take() {
        Some(failure) => Err(failure),
        None => Ok(std::mem::take(&mut bench.cases)),
    }
}

/// A test that runs.
pub struct TestRun {
    console: Console,
    file: TestFile,
    host: MakeHost,
    bench: Arc<Mutex<Bench>>,
    is_over: bool,
}

impl TestRun {
    /// Puts the cart into a console of its own, plays its first tick, and
    /// begins the test. Without kept hashes, all pictures and sounds are right.
    pub fn begin(
        cart: &Cart,
        file: &TestFile,
        case: &TestCase,
        kept: Option<&TestHashes>,
        host: MakeHost,
    ) -> TestRun {
        let mut run = TestRun::new(cart, file, case.options.clone(), host);
        run.bench().test.clone_from(&case.name);
        run.bench().kept = kept.cloned();
        run.load();
        if !run.has_failed() {
            run.turn(&[Value::Bytes(b"begin"), Value::Integer(case.number as i64)]);
        }
        run
    }

    fn new(cart: &Cart, file: &TestFile, options: TestOptions, host: MakeHost) -> TestRun {
        let mut settings = Options::default();
        settings.script.seed = Seed::new(options.start.seed);
        let mut console = Console::at_start_of(&options.start, cart.clone(), settings, host());
        console.set_quick(true);
        console.is_lazy = true;
        let bench = Arc::new(Mutex::new(Bench::new(options)));
        console.world.tester = Some(Box::new(Desk(Arc::clone(&bench))));
        TestRun {
            console,
            file: file.clone(),
            host,
            bench,
            is_over: false,
        }
    }

    /// Goes on for so many ticks at most; false once the test is over.
    pub fn advance(&mut self, most: u64) -> bool {
        for _ in 0..most {
            if self.is_over || self.has_failed() {
                return false;
            }
            let wait = self.bench().wait.clone();
            match wait {
                Wait::Over => {
                    self.is_over = true;
                    return false;
                }
                Wait::Replay(path) => {
                    self.save_replay(path);
                    self.go_on();
                    continue;
                }
                Wait::Ticks(_) | Wait::Beat(_) => self.tick(),
            }
            let is_woken = {
                let music = self.console.music();
                self.bench().is_woken(music)
            };
            if is_woken && !self.has_failed() {
                self.go_on();
            }
        }
        !self.has_failed()
    }

    /// How many ticks the cart has run.
    pub fn ticks(&self) -> u64 {
        self.bench().ticks
    }

    /// How it went.
    pub fn finish(self) -> TestReport {
        let mut bench = self.bench();
        let mut failure = bench.failure.take();
        if let Some(failure) = &mut failure {
            failure.code = self.code_of(&failure.message);
        }
        TestReport {
            failure,
            expectations: bench.checked,
            ticks: bench.ticks,
            traces: bench.traces.drain(..).collect(),
            outputs: std::mem::take(&mut bench.outputs),
            hashes: std::mem::take(&mut bench.seen),
        }
    }

    fn bench(&self) -> MutexGuard<'_, Bench> {
        self.bench.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_failed(&self) -> bool {
        self.bench().failure.is_some()
    }

    /// The first tick, and the test file.
    fn load(&mut self) {
        self.tick();
        if self.has_failed() {
            return;
        }
        let file = std::mem::take(&mut self.file);
        self.turn(&[
            Value::Bytes(b"load"),
            Value::Bytes(&file.source),
            Value::Bytes(file.name.as_bytes()),
        ]);
        self.file = file;
    }

    fn go_on(&mut self) {
        self.turn(&[Value::Bytes(b"go on")]);
    }

    /// The test has its turn, with all that it may ask about within reach.
    fn turn(&mut self, order: &[Value<'_>]) {
        let console = &mut self.console;
        let Some(script) = &mut console.script else {
            return;
        };
        let lock = || self.bench.lock().unwrap_or_else(PoisonError::into_inner);
        {
            let mut bench = lock();
            bench.stage = Some(std::mem::take(&mut console.stage));
            bench.picture_is_due = console.picture_is_due;
        }
        let done = script.test(&mut console.world, order);
        let mut bench = lock();
        console.stage = bench.stage.take().unwrap_or_default();
        console.picture_is_due = bench.picture_is_due;
        if let Err(failure) = done {
            bench.fail(stopped(&failure));
        }
    }

    /// The next tick of the cart.
    fn tick(&mut self) {
        let Some(mut player) = self.bench().player.take() else {
            return;
        };
        let before = self.console.frame();
        // Presses were checked when they were added.
        let _ = player.step(&mut self.console);
        let mut bench = self.bench();
        bench.player = Some(player);
        bench.ticks += 1;
        for happening in self.console.happenings() {
            if let Happening::Trace { text, .. } = happening {
                bench.trace(&String::from_utf8_lossy(text));
            }
        }
        bench.take_verdicts(self.console.music());
        bench.take_sound(self.console.machine());
        match self.console.status() {
            Status::Running => {}
            Status::Exited => bench.has_exited = true,
            Status::Failed => bench.fail(failed(self.console.failure())),
        }
        if self.console.reset_asked {
            bench.fail_with(
                "the cart called reset(), which ends its Lua state and with it the test",
            );
        } else if self.console.frame() != before + 1 {
            bench.fail_with(
                "the cart called rewind.frames(), which takes the test back with everything else",
            );
        }
    }

    /// Plays the test's inputs again in a console without it, and keeps what
    /// is written down then.
    fn save_replay(&mut self, path: String) {
        let digest = self.console.digest();
        let Some(replay) = self.bench().replay() else {
            return;
        };
        let mut settings = Options::default();
        settings.script.seed = Seed::new(replay.seed);
        let cart = self.console.cart().clone();
        let mut console = Console::at_start_of(&replay, cart, settings, (self.host)());
        console.set_quick(true);
        console.record();
        let mut player = ReplayPlayer::new(replay);
        while player.ticks() < player.replay().ticks {
            // Its presses have been played before.
            let _ = player.step(&mut console);
        }
        let is_same = console.digest() == digest;
        let json = (console.recorder().filter(|_| is_same)).map(|it| it.replay().to_json());
        let mut bench = self.bench();
        match json {
            Some(json) => {
                let bytes = json.into_bytes();
                bench.outputs.push(TestOutput { path, bytes });
            }
            None => bench.complaint = Some(OTHER_RUN.to_owned()),
        }
    }

    /// The line of the test file that a message begins with.
    fn code_of(&self, message: &str) -> String {
        let rest = message.strip_prefix(&self.file.name);
        let number = rest.and_then(|rest| rest.strip_prefix(':')?.split(':').next());
        let number: Option<usize> = number.and_then(|number| number.parse().ok());
        let source = String::from_utf8_lossy(&self.file.source);
        let line = number.and_then(|number| source.lines().nth(number.checked_sub(1)?));
        line.unwrap_or_default().trim().to_owned()
    }
}

/// The cart stopped with an error.
fn failed(failure: Option<&CartFailure>) -> TestFailure {
    let failure = failure.cloned();
    failure.map_or_else(TestFailure::default, |failure| TestFailure {
        message: failure.message,
        traceback: failure.traceback,
        code: String::new(),
    })
}

/// The test stopped and could not say why.
fn stopped(failure: &Failure) -> TestFailure {
    let mut message = String::from_utf8_lossy(&failure.message).into_owned();
    if failure.kind == FailureKind::Budget {
        message = message.replace(
            "the cart ran too long in one frame (an endless loop?)",
            "the test ran too long without a tick (an endless loop?)",
        );
    }
    TestFailure {
        message,
        traceback: String::from_utf8_lossy(&failure.traceback).into_owned(),
        code: String::new(),
    }
}
