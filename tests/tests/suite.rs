//! Our own cases: every folder `suite/AREA/CASE` is a test. README.md of this
//! package says what such a folder holds.
//!
//! With `UPDATE=1` the expected results are written instead of compared.
#![allow(clippy::disallowed_methods, reason = "tests read cases from files")]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use console::InputScript;
use libtest_mimic::{Arguments, Failed, Trial};
use tests::difference::{self, Pixels};
use tests::hashes::FrameHash;
use tests::{recording, trace};

fn main() -> ExitCode {
    let suite = tests::root().join("tests/suite");
    let mut trials = vec![Trial::test("every_cart_of_ours_has_a_case", || {
        message(carts_have_cases())
    })];
    for area in folders(&suite) {
        for case in folders(&area) {
            let name = case.strip_prefix(&suite).unwrap_or(&case).display();
            trials.push(Trial::test(name.to_string(), move || {
                message(Case::read(case).and_then(|case| case.run()))
            }));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn message(outcome: Result<()>) -> Result<(), Failed> {
    outcome.map_err(|error| format!("{error:#}").into())
}

/// The folders directly inside a folder, sorted.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_dir())
        .collect();
    folders.sort();
    folders
}

/// What `case.json` may say.
#[derive(Default, serde::Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Facts {
    frames: Option<u64>,
    pictures: Vec<u64>,
    hashes: bool,
    cart: Option<String>,
    inputs: Option<String>,
}

/// One folder of the suite.
struct Case {
    folder: PathBuf,
    facts: Facts,
    cart: PathBuf,
    inputs: InputScript,
}

impl Case {
    fn read(folder: PathBuf) -> Result<Case> {
        let facts: Facts = match std::fs::read(folder.join("case.json")) {
            Ok(bytes) => serde_json::from_slice(&bytes).context("case.json")?,
            Err(_) => Facts::default(),
        };
        let cart = match &facts.cart {
            Some(path) => tests::root().join(path),
            None => ["cart.lua", "cart.tic", "cart.png", "cart"]
                .iter()
                .map(|name| folder.join(name))
                .find(|path| path.exists())
                .context("there is no cart in the folder")?,
        };
        let inputs = match &facts.inputs {
            Some(path) => tests::root().join(path),
            None => folder.join("inputs.txt"),
        };
        let inputs = match std::fs::read_to_string(&inputs) {
            Ok(text) => InputScript::parse(&text).context("inputs.txt")?,
            Err(error) if facts.inputs.is_some() => return Err(error.into()),
            Err(_) => InputScript::default(),
        };
        Ok(Case {
            folder,
            facts,
            cart,
            inputs,
        })
    }

    fn run(&self) -> Result<()> {
        let frames = self.facts.frames.unwrap_or(self.inputs.frames()).max(1);
        let mut hashes = String::new();
        let mut pictures: Vec<(u64, Pixels)> = Vec::new();
        let got = recording::record(&self.cart, &self.inputs, frames, |frame, console| {
            let hash = FrameHash::of(console.picture());
            hashes.extend([&frame.to_string(), " ", &hash.screen, "\n"]);
            if self.facts.pictures.contains(&frame) {
                let screen = recording::screen(console);
                pictures.push((frame, screen));
            }
        })?;
        let lines: String = got.trace.iter().flat_map(|line| [line, "\n"]).collect();
        if tests::updating() {
            return self.update(&lines, &hashes, &pictures);
        }
        let mut faults = Vec::new();
        for (frame, picture) in &pictures {
            faults.extend(self.picture_fault(*frame, picture)?);
        }
        ensure!(
            pictures.len() == self.facts.pictures.len(),
            "the cart ended before the last picture:\n{lines}"
        );
        let expected = self.expected("trace.txt")?;
        let expected: Vec<String> = expected.lines().map(str::to_owned).collect();
        let name = self.cart.file_name().unwrap_or_default().to_string_lossy();
        faults.extend(trace::first_difference(&expected, &got.trace, &name));
        if self.facts.hashes {
            faults.extend(hash_fault(&self.expected("frames.md5")?, &hashes));
        }
        if !faults.is_empty() {
            bail!("{}", faults.join("\n"));
        }
        Ok(())
    }

    /// Writes what came out as the expected result.
    fn update(&self, trace: &str, hashes: &str, pictures: &[(u64, Pixels)]) -> Result<()> {
        std::fs::write(self.folder.join("trace.txt"), trace)?;
        if self.facts.hashes {
            std::fs::write(self.folder.join("frames.md5"), hashes)?;
        }
        for (frame, picture) in pictures {
            let path = self.picture_path(*frame);
            // The same pixels may be compressed in many ways; no change, no diff.
            if difference::read(&path).ok().as_ref() != Some(picture) {
                difference::write(&path, picture)?;
            }
        }
        Ok(())
    }

    fn expected(&self, name: &str) -> Result<String> {
        std::fs::read_to_string(self.folder.join(name))
            .with_context(|| format!("{name} is missing; cargo xtask bless writes it"))
    }

    fn picture_path(&self, frame: u64) -> PathBuf {
        self.folder.join(format!("frame-{frame}.png"))
    }

    fn picture_fault(&self, frame: u64, got: &Pixels) -> Result<Option<String>> {
        let expected = difference::read(&self.picture_path(frame))?;
        let Some((x, y)) = expected.first_difference(got) else {
            return Ok(None);
        };
        let name = self.folder.file_name().unwrap_or_default().display();
        let path = tests::target().join(format!("suite/{name}.frame-{frame}.png"));
        difference::show(&path, &expected, got)?;
        Ok(Some(format!(
            "frame {frame} differs, first at {x},{y}: {}",
            path.display()
        )))
    }
}

/// The first frame whose hash differs.
fn hash_fault(expected: &str, got: &str) -> Option<String> {
    let mut lines = got.lines();
    for want in expected.lines() {
        let have = lines.next().unwrap_or("(nothing more)");
        if want != have {
            return Some(format!(
                "frame hash:\n  expected: {want}\n  got:      {have}"
            ));
        }
    }
    lines
        .next()
        .map(|have| format!("one frame too many: {have}"))
}

/// Every cart in `carts/` is played by a case in `suite/carts`.
fn carts_have_cases() -> Result<()> {
    let carts = std::fs::read_dir(tests::root().join("carts"))?;
    let cases: Vec<String> = folders(&tests::root().join("tests/suite/carts"))
        .into_iter()
        .filter_map(|folder| Case::read(folder).ok()?.facts.cart)
        .collect();
    for cart in carts {
        let name = cart?.file_name().to_string_lossy().into_owned();
        let is_cart = !name.starts_with('.') && name != "README.md";
        let path = format!("carts/{name}");
        ensure!(
            !is_cart || cases.iter().any(|case| case.trim_end_matches('/') == path),
            "{path}: no case in tests/suite/carts plays it"
        );
    }
    Ok(())
}
