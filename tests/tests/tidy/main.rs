//! The rules of docs/architecture.md that a compiler does not check, each a
//! test over the files of the repository.
//!
//! A rule is a function from text to faults, so that beside every rule a test
//! over made-up text shows that it can fail.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read files and run programs"
)]

mod crates;
mod layout;
mod source;
mod words;

use std::path::PathBuf;
use std::process::Command;

/// A text file of the repository.
struct File {
    /// From the top of the repository, with forward slashes.
    path: String,
    text: String,
}

impl File {
    fn new(path: &str, text: &str) -> File {
        File {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    fn is_rust(&self) -> bool {
        extension(&self.path) == "rs"
    }

    /// The member crate that the file belongs to, such as `machine`.
    fn crate_name(&self) -> &str {
        let rest = self.path.strip_prefix("runtime/").unwrap_or(&self.path);
        rest.split('/').next().unwrap_or_default()
    }

    /// True for code that is compiled for tests only.
    fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || self.path.contains("/tests/")
            || self.path.ends_with("/tests.rs")
            || self.path.contains("/benches/")
    }
}

fn extension(path: &str) -> &str {
    path.rsplit_once('.').map_or("", |(_, extension)| extension)
}

/// The paths that git keeps, or would keep if they were added now.
fn paths() -> Vec<String> {
    let listed = Command::new("git")
        .args([
            "ls-files",
            "-z",
            "--cached",
            "--others",
            "--exclude-standard",
        ])
        .current_dir(tests::root())
        .output()
        .expect("git lists the files of the repository");
    assert!(listed.status.success(), "git ls-files failed");
    String::from_utf8(listed.stdout)
        .expect("paths are UTF-8")
        .split_terminator('\0')
        .filter(|path| tests::root().join(path).is_file())
        .map(str::to_owned)
        .collect()
}

/// Every text file of the repository.
fn files() -> Vec<File> {
    let read = |path: String| {
        let text = String::from_utf8(std::fs::read(at(&path)).ok()?).ok()?;
        (!text.contains('\0')).then_some(File { path, text })
    };
    let files: Vec<File> = paths().into_iter().filter_map(read).collect();
    assert!(
        files.len() > 50,
        "the files of the repository were not found"
    );
    files
}

fn at(path: &str) -> PathBuf {
    tests::root().join(path)
}

/// Applies a rule to every file that it is for.
fn hold(rule: impl Fn(&File) -> Vec<String>) {
    let faults: Vec<String> = files().iter().flat_map(rule).collect();
    none(&faults);
}

#[track_caller]
fn none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}
