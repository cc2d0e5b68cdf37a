//! `downbeat test`: runs the tests that carts have beside their code.
//!
//! This file finds the order of things: which tests there are, on two threads
//! what came of each, and what is kept. Finding files and telling about them
//! is next door.

mod find;
mod report;

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use console::{Host, TestCase, TestFailure, TestHashes, TestReport, TestRun, list_tests};

use super::record::Headless;
use crate::exit::{Exit, Failure, Outcome};
use find::{Suite, find};
use report::{Form, Printer};

/// Ticks between two looks at whether a test is over.
const TICKS_AT_ONCE: u64 = 1_000_000;

/// The most tests that run at the same time.
const MOST_THREADS: usize = 2;

/// Runs the tests of carts: test_*.lua beside their code
#[derive(Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(crate) struct Test {
    /// A cart with tests, a file with tests, or a folder of carts
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Only tests with this text in their name or the name of their file
    #[arg(long, value_name = "TEXT")]
    filter: Option<String>,
    /// Keeps the pictures and sounds of expect.frame and expect.sound as they are
    #[arg(long)]
    update: bool,
    /// Where pictures and replays go that tests make [default: downbeat-test in the folder for temporary files]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Shows what is traced, also in tests that pass
    #[arg(long)]
    traces: bool,
    /// Writes TAP, version 13
    #[arg(long, conflicts_with = "json")]
    tap: bool,
    /// Writes one line of JSON at the end
    #[arg(long)]
    json: bool,
}

/// A test to run, or what is wrong with a file of tests.
pub(crate) struct Job<'a> {
    suite: &'a Suite,
    /// Its place among the files of the suite.
    file: usize,
    case: Result<TestCase, TestFailure>,
}

impl Job<'_> {
    fn file_path(&self) -> String {
        self.suite.files[self.file].path.display().to_string()
    }

    /// The test's name; that of the file if it could not be read.
    fn name(&self) -> &str {
        let file = &self.suite.files[self.file].file.name;
        self.case.as_ref().map_or(file, |case| &case.name)
    }

    fn skip(&self) -> Option<&str> {
        let case = self.case.as_ref().ok()?;
        case.options.skip.as_deref()
    }
}

impl Test {
    pub(crate) fn execute(self) -> Outcome {
        let began = Instant::now();
        let suites = find(&self.path)?;
        let jobs = self.jobs(&suites);
        if jobs.is_empty() {
            let filter = self.filter.as_deref().unwrap_or_default();
            let what = format!("no test has '{filter}' in its name");
            return Err(Failure::new(Exit::Usage, what));
        }
        let out = (self.out.clone()).unwrap_or_else(|| std::env::temp_dir().join("downbeat-test"));
        let form = match (self.tap, self.json) {
            (true, _) => Form::Tap,
            (_, true) => Form::Json,
            _ => Form::Plain,
        };
        let mut printer = Printer::new(form, self.traces, jobs.len(), out);
        let mut reports = Vec::new();
        for job in &jobs {
            reports.push(job.case.is_err().then(|| broken(job)));
        }
        self.run(&jobs, &mut reports, &mut printer)?;
        if self.update {
            update(&suites, &jobs, &reports)?;
        }
        printer.finish(began.elapsed());
        match printer.failed() {
            0 => Ok(()),
            failed => Err(Failure::new(
                Exit::CartFailed,
                format!("{failed} of {} tests failed", jobs.len()),
            )),
        }
    }

    /// All tests that are wanted. A file that cannot be read is one, too.
    fn jobs<'a>(&self, suites: &'a [Suite]) -> Vec<Job<'a>> {
        let mut jobs = Vec::new();
        for suite in suites {
            for (place, file) in suite.files.iter().enumerate() {
                let cases = match list_tests(&suite.cart, &file.file, host) {
                    Ok(cases) if cases.is_empty() => vec![Err(TestFailure {
                        message: format!(
                            "{}: it has no test; write test(\"name\", function(t) ... end)",
                            file.file.name
                        ),
                        ..TestFailure::default()
                    })],
                    Ok(cases) => cases.into_iter().map(Ok).collect(),
                    Err(failure) => vec![Err(failure)],
                };
                jobs.extend(cases.into_iter().map(|case| Job {
                    suite,
                    file: place,
                    case,
                }));
            }
        }
        if let Some(filter) = &self.filter {
            jobs.retain(|job| job.name().contains(filter) || job.file_path().contains(filter));
        }
        jobs
    }

    /// Runs what has no report yet, and prints all in order.
    fn run(
        &self,
        jobs: &[Job<'_>],
        reports: &mut [Option<TestReport>],
        printer: &mut Printer,
    ) -> Outcome {
        let wanted: Vec<usize> = (0..jobs.len())
            .filter(|&job| reports[job].is_none() && jobs[job].skip().is_none())
            .collect();
        let next = AtomicUsize::new(0);
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = threads.min(MOST_THREADS).min(wanted.len());
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, wanted, next) = (sender.clone(), &wanted, &next);
                scope.spawn(move || self.work(jobs, wanted, next, &sender));
            }
            drop(sender);
            let mut shown = 0;
            loop {
                while let Some(job) = jobs.get(shown)
                    && (reports[shown].is_some() || job.skip().is_some())
                {
                    printer.test(job, reports[shown].as_ref())?;
                    shown += 1;
                }
                match receiver.recv_timeout(Duration::from_secs(1)) {
                    Ok((job, report)) => {
                        let place: &mut Option<TestReport> = &mut reports[job];
                        *place = Some(report);
                    }
                    Err(RecvTimeoutError::Timeout) => printer.wait(),
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
        })
    }

    /// Runs one test after the other, until there are no more.
    fn work(
        &self,
        jobs: &[Job<'_>],
        wanted: &[usize],
        next: &AtomicUsize,
        sender: &Sender<(usize, TestReport)>,
    ) {
        while let Some(&place) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let job = &jobs[place];
            let file = &job.suite.files[job.file];
            if let Ok(case) = &job.case {
                let kept = (!self.update).then_some(&file.hashes);
                let mut run = TestRun::begin(&job.suite.cart, &file.file, case, kept, host);
                while run.advance(TICKS_AT_ONCE) {}
                // Nobody listens any more if printing has failed.
                let _ = sender.send((place, run.finish()));
            }
        }
    }
}

fn host() -> Box<dyn Host + Send> {
    Box::new(Headless)
}

/// The report about a file that cannot be read.
fn broken(job: &Job<'_>) -> TestReport {
    TestReport {
        failure: job.case.as_ref().err().cloned(),
        ..TestReport::default()
    }
}

/// Keeps the hashes of the tests that passed.
fn update(suites: &[Suite], jobs: &[Job<'_>], reports: &[Option<TestReport>]) -> Outcome {
    for suite in suites {
        for (place, file) in suite.files.iter().enumerate() {
            let mut hashes: TestHashes = file.hashes.clone();
            for (job, report) in jobs.iter().zip(reports) {
                let is_of_file = std::ptr::eq(job.suite, suite) && job.file == place;
                let passed = report.as_ref().filter(|report| report.failure.is_none());
                if let (true, Some(report)) = (is_of_file, passed) {
                    hashes.replace(job.name(), &report.hashes);
                }
            }
            if hashes != file.hashes {
                file.write_hashes(&hashes)?;
            }
        }
    }
    Ok(())
}
