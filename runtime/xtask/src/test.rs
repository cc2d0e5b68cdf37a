//! `cargo xtask test [FILTER..]`: everything that must hold before a change
//! lands, in one command, with the time of each step at the end.
//!
//! A failing step does not hide the ones after it, but nothing is tested that
//! was not built.

use anyhow::Result;

use crate::packages::{self, For};
use crate::step::{self, Report};

/// Runs the checks and the tests; true if all passed.
pub(crate) fn run(filters: &[String]) -> Result<bool> {
    let mut report = Report::default();
    let there = report.step("packages", || {
        packages::ensure(&[For::Building, For::Playing, For::Testing])?;
        Ok(true)
    })?;
    if !there {
        report.print();
        return Ok(false);
    }
    if filters.is_empty() {
        report.cargo("format", &["fmt", "--all", "--check"])?;
        let lint = "clippy --release --workspace --all-targets -- -D warnings";
        report.cargo("lint", &lint.split(' ').collect::<Vec<_>>())?;
    }
    let built = report.cargo("build", &["build", "--release", "--workspace"])?;
    if built {
        let test = ["test", "--release", "--workspace", "--no-fail-fast"];
        if filters.is_empty() {
            report.tests("test", &test)?;
        }
        for filter in filters {
            report.tests(filter, &[&test[..], &["--", filter]].concat())?;
        }
    }
    report.print();
    if step::strict() && report.passed_tests() == 0 {
        println!("no test ran");
        return Ok(false);
    }
    Ok(report.passed())
}
