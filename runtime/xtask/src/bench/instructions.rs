//! Counts the instructions of a frame with callgrind.
//!
//! A long run less a short one, so that starting up cancels out. Two run at a
//! time: the count does not depend on what else the machine does.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, anyhow, ensure};

/// Frames of the long run and of the short one.
const FRAMES: [u32; 2] = [40, 10];

/// Runs at the same time.
const AT_ONCE: usize = 2;

/// A cart to count.
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) cart: PathBuf,
}

/// Whether there is a valgrind.
pub(crate) fn can_count() -> bool {
    Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Instructions a frame of each job, by its name. What callgrind wrote stays
/// beside the program, for `callgrind_annotate`.
pub(crate) fn a_frame(program: &Path, jobs: &[Job]) -> Result<BTreeMap<String, f64>> {
    let waiting: Vec<(&Job, u32)> = jobs
        .iter()
        .flat_map(|job| FRAMES.map(move |frames| (job, frames)))
        .collect();
    let next = AtomicUsize::new(0);
    let work = || -> Result<Vec<((&str, u32), f64)>> {
        let mut counted = Vec::new();
        while let Some(&(job, frames)) = waiting.get(next.fetch_add(1, Ordering::Relaxed)) {
            let count = count(program, job, frames)
                .with_context(|| format!("cannot count {}", job.name))?;
            counted.push(((job.name.as_str(), frames), count));
        }
        Ok(counted)
    };
    let mut counted = BTreeMap::new();
    std::thread::scope(|scope| -> Result<()> {
        let workers: Vec<_> = (0..AT_ONCE.min(cores()))
            .map(|_| scope.spawn(work))
            .collect();
        for worker in workers {
            counted.extend(worker.join().map_err(|_| anyhow!("a thread panicked"))??);
        }
        Ok(())
    })?;
    let [long, short] = FRAMES;
    let frame = |job: &Job| {
        let at = |frames| counted.get(&(job.name.as_str(), frames)).copied();
        let difference = at(long).unwrap_or_default() - at(short).unwrap_or_default();
        (job.name.clone(), difference / f64::from(long - short))
    };
    Ok(jobs.iter().map(frame).collect())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Instructions of a whole run.
fn count(program: &Path, job: &Job, frames: u32) -> Result<f64> {
    let file = program.with_file_name(format!("{}.{frames}.callgrind", job.name));
    let output = Command::new("valgrind")
        .arg("--tool=callgrind")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .arg("record")
        .arg(&job.cart)
        .args(["--frames", &frames.to_string()])
        .output()
        .context("cannot start valgrind")?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let written = std::fs::read_to_string(&file)?;
    total(&written).context("callgrind wrote no total")
}

/// The count in what callgrind wrote.
fn total(written: &str) -> Option<f64> {
    let line = written.lines().find_map(|line| {
        line.strip_prefix("summary:")
            .or_else(|| line.strip_prefix("totals:"))
    })?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn the_total_is_found_in_either_form() {
        assert_eq!(total("version: 1\nsummary: 12\n"), Some(12.0));
        assert_eq!(total("fn=(1) main\n3 4\ntotals: 34 5\n"), Some(34.0));
        assert_eq!(total("events: Ir\n"), None);
    }
}
