//! What is told about tests: plain lines for people, TAP or JSON for programs;
//! and the files that tests have made.

use std::fmt::Write;
use std::fs;
use std::io::{IsTerminal, stdout};
use std::path::{Path, PathBuf};
use std::time::Duration;

use console::{TestFailure, TestReport, write_whole};
use serde_json::{Value, json};

use super::Job;
use crate::exit::{Failure, Outcome};
use crate::output;

/// Lines of traces that are shown of a test that failed.
const MOST_TRACES: usize = 20;

/// In which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Plain,
    Tap,
    Json,
}

/// Tells about tests, one after the other.
pub(super) struct Printer {
    form: Form,
    traces: bool,
    count: usize,
    out: PathBuf,
    shown: usize,
    passed: usize,
    failed: usize,
    skipped: usize,
    /// The file of the last test.
    file: String,
    /// Dots of a test that takes long.
    dots: usize,
    json: Vec<Value>,
}

impl Printer {
    pub(super) fn new(form: Form, traces: bool, count: usize, out: PathBuf) -> Printer {
        if form == Form::Tap {
            output::line("TAP version 13");
            output::line(&format!("1..{count}"));
        }
        Printer {
            form,
            traces,
            count,
            out,
            shown: 0,
            passed: 0,
            failed: 0,
            skipped: 0,
            file: String::new(),
            dots: 0,
            json: Vec::new(),
        }
    }

    /// How many have failed.
    pub(super) fn failed(&self) -> usize {
        self.failed
    }

    /// Another second has gone by.
    pub(super) fn wait(&mut self) {
        if self.form == Form::Plain && self.shown < self.count && stdout().is_terminal() {
            self.dots += 1;
            output::text(".");
        }
    }

    /// Tells about a test; without a report it was left out.
    pub(super) fn test(&mut self, job: &Job<'_>, report: Option<&TestReport>) -> Outcome {
        if std::mem::take(&mut self.dots) > 0 {
            output::text("\n");
        }
        self.shown += 1;
        let none = TestReport::default();
        let report = report.unwrap_or(&none);
        let skip = job.skip();
        match (skip, &report.failure) {
            (Some(_), _) => self.skipped += 1,
            (_, Some(_)) => self.failed += 1,
            _ => self.passed += 1,
        }
        let outputs = self.write_outputs(job, report)?;
        match self.form {
            Form::Plain => self.plain(job, report, &outputs),
            Form::Tap => self.tap(job, report, &outputs),
            Form::Json => self.json.push(as_json(job, report, &outputs)),
        }
        Ok(())
    }

    /// Tells what it came to.
    pub(super) fn finish(&self, took: Duration) {
        let (passed, failed, skipped) = (self.passed, self.failed, self.skipped);
        match self.form {
            Form::Plain => {
                let skipped = match skipped {
                    0 => String::new(),
                    _ => format!(", {skipped} skipped"),
                };
                let seconds = took.as_secs_f64();
                output::line(&format!(
                    "\n{passed} passed, {failed} failed{skipped} in {seconds:.1} s"
                ));
            }
            Form::Tap => {}
            Form::Json => {
                let all = json!({
                    "passed": passed,
                    "failed": failed,
                    "skipped": skipped,
                    "seconds": took.as_secs_f64(),
                    "tests": self.json,
                });
                output::line(&all.to_string());
            }
        }
    }

    fn write_outputs(&self, job: &Job<'_>, report: &TestReport) -> Result<Vec<PathBuf>, Failure> {
        let mut written = Vec::new();
        for made in &report.outputs {
            let path = self.out.join(&job.suite.name).join(&made.path);
            let folder = path.parent().unwrap_or(Path::new("."));
            fs::create_dir_all(folder).map_err(|error| Failure::file("make", folder, error))?;
            write_whole(&path, &made.bytes)
                .map_err(|error| Failure::file("write", &path, error))?;
            written.push(path);
        }
        Ok(written)
    }

    fn plain(&mut self, job: &Job<'_>, report: &TestReport, outputs: &[PathBuf]) {
        let file = job.file_path();
        if file != self.file {
            output::line(&file);
            self.file = file;
        }
        let name = job.name();
        match (job.skip(), &report.failure) {
            (Some(why), _) => output::line(&format!("  skip  {name}: {why}")),
            (_, Some(_)) => output::line(&format!("  FAIL  {name}")),
            _ => output::line(&format!("  ok    {name}")),
        }
        if let Some(failure) = &report.failure {
            output::line(&indented(&text_of(failure), "        "));
        }
        let is_told = self.traces || report.failure.is_some();
        let lines = report.traces.iter().filter(|_| is_told);
        let left_out = if self.traces {
            0
        } else {
            report.traces.len().saturating_sub(MOST_TRACES)
        };
        for line in lines.skip(left_out) {
            output::line(&indented(&format!("trace: {line}"), "        "));
        }
        for path in outputs {
            output::line(&format!("        made: {}", path.display()));
        }
    }

    fn tap(&self, job: &Job<'_>, report: &TestReport, outputs: &[PathBuf]) {
        let number = self.shown;
        let name = format!("{}: {}", job.file_path(), job.name()).replace('#', "\\#");
        match (job.skip(), &report.failure) {
            (Some(why), _) => output::line(&format!("ok {number} - {name} # SKIP {why}")),
            (_, None) => output::line(&format!("ok {number} - {name}")),
            (_, Some(failure)) => {
                output::line(&format!("not ok {number} - {name}"));
                let text = indented(&text_of(failure), "    ");
                output::line(&format!("  ---\n  message: |\n{text}"));
                for path in outputs {
                    output::line(&format!(
                        "  made: {}",
                        Value::from(path.display().to_string())
                    ));
                }
                output::line("  ...");
            }
        }
    }
}

/// What is wrong, the line of the test, and how Lua came there.
fn text_of(failure: &TestFailure) -> String {
    let mut text = failure.message.clone();
    for more in [&failure.code, &failure.traceback] {
        if !more.is_empty() {
            write!(text, "\n{}", indented(more, "    ")).expect("a string takes everything");
        }
    }
    text
}

/// The lines of a text with spaces before them.
fn indented(text: &str, by: &str) -> String {
    let lines: Vec<String> = (text.lines())
        .map(|line| format!("{by}{}", line.replace('\t', "  ")))
        .collect();
    lines.join("\n")
}

fn as_json(job: &Job<'_>, report: &TestReport, outputs: &[PathBuf]) -> Value {
    let result = match (job.skip(), &report.failure) {
        (Some(_), _) => "skipped",
        (_, Some(_)) => "failed",
        _ => "passed",
    };
    let mut told = json!({
        "file": job.file_path(),
        "name": job.name(),
        "result": result,
        "expectations": report.expectations,
        "ticks": report.ticks,
    });
    if let Ok(case) = &job.case {
        told["place"] = json!(case.place);
    }
    if let Some(why) = job.skip() {
        told["why"] = json!(why);
    }
    if let Some(failure) = &report.failure {
        told["message"] = json!(failure.message);
        told["code"] = json!(failure.code);
        told["traceback"] = json!(failure.traceback);
        told["traces"] = json!(report.traces);
    }
    if !outputs.is_empty() {
        let paths = outputs.iter().map(|path| path.display().to_string());
        told["made"] = json!(paths.collect::<Vec<_>>());
    }
    told
}
