//! Every case of the conformance suite, a test each: the same pixels on every
//! frame, the same trace lines and sound registers as TIC-80, and sound that is
//! as loud and as high.
//!
//! A case that fails leaves a picture below `target/conformance/`. Cases in
//! known-failures.txt are run too, and fail once they match.
#![allow(clippy::disallowed_methods, reason = "tests read cases from files")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use console::{InputScript, Options};
use libtest_mimic::{Arguments, Failed, Trial};
use tests::difference::{self, Pixels};
use tests::hashes::{self, FrameHash};
use tests::loudness::{self, SoundFacts};
use tests::recording::{self, Recording};
use tests::trace;

fn main() -> ExitCode {
    let folder = tests::root().join("tests/conformance/tic80");
    let known = known_failures();
    let cases = Case::all(&folder).expect("the suite is complete");
    for name in &known {
        let case = cases.iter().find(|case| case.name == *name);
        // Whatever is not about sound has to match.
        assert!(
            case.is_some_and(|case| case.sound),
            "known-failures.txt: {name} is no case about sound"
        );
    }
    let trials = cases
        .into_iter()
        .map(|case| {
            let known = known.contains(&case.name);
            Trial::test(case.name.clone(), move || case.run(known))
        })
        .collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// The names in known-failures.txt.
fn known_failures() -> BTreeSet<String> {
    let path = tests::root().join("tests/conformance/known-failures.txt");
    let text = std::fs::read_to_string(path).expect("the list of known failures is there");
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// What NAME.json says.
#[derive(serde::Deserialize)]
struct Facts {
    frames: u64,
    check: Vec<u64>,
    input: Option<String>,
    trace: bool,
    sound: bool,
}

/// One cart with its expected results.
struct Case {
    name: String,
    folder: PathBuf,
    sound: bool,
    facts: Facts,
}

impl Case {
    fn all(folder: &Path) -> Result<Vec<Case>> {
        let mut names: Vec<String> = std::fs::read_dir(folder)?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|name| name.strip_suffix(".lua").map(str::to_owned))
            .collect();
        names.sort();
        ensure!(names.len() == 156, "{} carts, 156 expected", names.len());
        names
            .into_iter()
            .map(|name| {
                let text = std::fs::read_to_string(folder.join(format!("{name}.json")))?;
                let facts: Facts = serde_json::from_str(&text).context(name.clone())?;
                Ok(Case {
                    name,
                    folder: folder.to_path_buf(),
                    sound: facts.sound,
                    facts,
                })
            })
            .collect()
    }

    fn run(&self, known_failure: bool) -> Result<(), Failed> {
        match (self.compare(), known_failure) {
            (Ok(()), false) | (Err(_), true) => Ok(()),
            (Ok(()), true) => Err(format!(
                "{} matches now: take it out of known-failures.txt",
                self.name
            )
            .into()),
            (Err(error), false) => Err(format!("{error:#}").into()),
        }
    }

    fn compare(&self) -> Result<()> {
        let inputs = match &self.facts.input {
            Some(name) => std::fs::read_to_string(self.folder.join(name))?,
            None => String::new(),
        };
        let inputs = InputScript::parse(&inputs)?;
        let expected = hashes::parse(&self.read("frames.md5")?)?;
        let mut wrong: Option<(u64, Pixels)> = None;
        let mut registers = Vec::new();
        let mut sound = Vec::new();
        let options = Options {
            sound_rate: self.sound.then_some(loudness::RATE),
            ..Options::default()
        };
        let cart = self.folder.join(format!("{}.lua", self.name));
        let frames = self.facts.frames;
        let got = recording::record_with(options, &cart, &inputs, frames, |frame, console| {
            let hash = FrameHash::of(console.picture());
            if wrong.is_none() && expected.get(&frame).is_none_or(|want| !want.agrees(&hash)) {
                wrong = Some((frame, recording::picture(console)));
            }
            registers.push(console::sound_registers(console.machine()));
            sound.extend_from_slice(console.sound());
        })?;
        let mut faults = Vec::new();
        if let Some((frame, picture)) = wrong {
            faults.push(self.show(frame, &picture)?);
        }
        if registers.len() != expected.len() {
            faults.push(format!(
                "{} frames have a picture, {} expected",
                registers.len(),
                expected.len()
            ));
        }
        faults.extend(self.trace_fault(&got)?);
        if self.sound {
            faults.extend(self.register_fault(&registers)?);
            let facts: SoundFacts = serde_json::from_str(&self.read("wav.json")?)?;
            faults.extend(loudness::faults(&facts, &sound));
        }
        if !faults.is_empty() {
            bail!("{}", faults.join("\n"));
        }
        Ok(())
    }

    fn read(&self, extension: &str) -> Result<String> {
        let path = self.folder.join(format!("{}.{extension}", self.name));
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    }

    fn trace_fault(&self, got: &Recording) -> Result<Option<String>> {
        let expected: Vec<String> = if self.facts.trace {
            self.read("trace.txt")?.lines().map(str::to_owned).collect()
        } else {
            Vec::new()
        };
        let chunk = format!("{}.lua", self.name);
        Ok(trace::first_difference(&expected, &got.trace, &chunk))
    }

    fn register_fault(&self, got: &[String]) -> Result<Option<String>> {
        let text = self.read("registers.txt")?;
        let expected: Vec<&str> = text.lines().collect();
        if expected.len() != got.len() {
            let lengths = format!("{} register lines, {} expected", got.len(), expected.len());
            return Ok(Some(lengths));
        }
        let differs = (0..got.len()).find(|&tick| got[tick] != expected[tick]);
        Ok(differs.map(|tick| {
            format!(
                "sound registers of tick {tick}:\n  expected: {}\n  got:      {}",
                expected[tick], got[tick]
            )
        }))
    }

    /// Writes a picture of the first frame that differs; the nearest recorded
    /// picture stands for the expected one if that frame has none.
    fn show(&self, frame: u64, got: &Pixels) -> Result<String> {
        let name = format!("{}.f{frame:03}.png", self.name);
        let recorded = self.facts.check.iter().min_by_key(|at| at.abs_diff(frame));
        let Some(recorded) = recorded else {
            return Ok(format!("frame {frame} differs (no picture was recorded)"));
        };
        let file = format!("{}.f{recorded:03}.png", self.name);
        let expected = difference::read(&self.folder.join(file))?;
        let got = if expected.width == got.width {
            got.clone()
        } else {
            // The screen alone was recorded, in the middle of the border.
            let (columns, rows) = (got.width - expected.width, got.height - expected.height);
            got.part(columns / 2, rows / 2, expected.width, expected.height)
        };
        let place = match expected.first_difference(&got) {
            Some((x, y)) if *recorded == frame => format!(", first at {x},{y}"),
            _ => String::new(),
        };
        let stands = if *recorded == frame {
            String::new()
        } else {
            format!(" (beside the expected frame {recorded})")
        };
        let path = tests::target().join("conformance").join(name);
        difference::show(&path, &expected, &got)?;
        Ok(format!(
            "frame {frame} is the first that differs{place}: {}{stands}",
            path.display()
        ))
    }
}
