//! Where files stand: the entries at the top, and the size of a file.

use crate::{at, none, paths};

/// What may stand at the top, beside dot-files.
const TOP: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE-MIT",
    "LICENSE-APACHE",
    "NOTICE",
    "clippy.toml",
    "rustfmt.toml",
    "runtime",
    "carts",
    "stdlib",
    "docs",
    "tests",
];

/// Largest file, in bytes.
const MOST_BYTES: u64 = 1_000_000;

/// Largest picture of our own, in bytes.
const MOST_PNG_BYTES: u64 = 20 * 1024;

fn top_faults(paths: &[String]) -> Vec<String> {
    paths
        .iter()
        .map(|path| path.split('/').next().unwrap_or(path))
        .filter(|entry| !entry.starts_with('.') && !TOP.contains(entry))
        .map(|entry| format!("{entry} does not belong at the top"))
        .collect()
}

fn size_faults(path: &str, bytes: u64) -> Vec<String> {
    let is_ours = path.starts_with("tests/suite/");
    let most = if is_ours && crate::extension(path) == "png" {
        MOST_PNG_BYTES
    } else {
        MOST_BYTES
    };
    let fault = || format!("{path}: {bytes} bytes, at most {most}");
    (bytes > most).then(fault).into_iter().collect()
}

#[test]
fn the_top_has_the_entries_of_the_architecture() {
    none(&top_faults(&paths()));
}

#[test]
fn files_are_small() {
    let size = |path: &String| std::fs::metadata(at(path)).map_or(0, |file| file.len());
    let faults: Vec<String> = paths()
        .iter()
        .flat_map(|path| size_faults(path, size(path)))
        .collect();
    none(&faults);
}

mod can_fail {
    use super::*;

    #[test]
    fn on_a_new_entry_at_the_top() {
        let paths = ["runtime/vm/build.rs", ".ci/run", "notes.txt", "src/main.rs"];
        let paths = paths.map(str::to_owned);
        assert_eq!(top_faults(&paths).len(), 2);
    }

    #[test]
    fn on_a_large_file() {
        assert_eq!(size_faults("carts/a.tic", 2_000_000).len(), 1);
        assert_eq!(size_faults("tests/suite/a/b/c.png", 30_000).len(), 1);
        assert_eq!(size_faults("docs/c.png", 30_000).len(), 0);
    }
}
