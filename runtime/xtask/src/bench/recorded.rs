//! What TIC-80 needs for the speed carts, as `tests/bench/README.md` has it.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// CPU seconds that `lua5.3` took for fib(30) where TIC-80 was measured.
const SECONDS_THERE: f64 = 0.123;

const FIBONACCI: &str = "local function fib(n) if n<2 then return n end \
    return fib(n-1)+fib(n-2) end \
    local start=os.clock() fib(30) print(os.clock()-start)";

/// TIC-80's figures for one cart.
#[derive(Debug, PartialEq)]
pub(crate) struct Recorded {
    pub(crate) name: String,
    /// Instructions a frame.
    pub(crate) instructions: f64,
    /// Microseconds a frame, picture included, on the machine they were
    /// recorded on.
    pub(crate) micros: f64,
}

/// Reads the table in the folder of the carts.
pub(crate) fn read(folder: &Path) -> Result<Vec<Recorded>> {
    let path = folder.join("README.md");
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let carts: Vec<Recorded> = text.lines().filter_map(row).collect();
    ensure!(!carts.is_empty(), "{} has no table", path.display());
    Ok(carts)
}

/// A row `| name | what | million instructions | tick + picture |`.
fn row(line: &str) -> Option<Recorded> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let name = cells.next()?.to_owned();
    let millions: f64 = cells.nth(1)?.parse().ok()?;
    let (tick, picture) = cells.next()?.split_once('+')?;
    let number = |text: &str| text.trim().parse::<f64>().ok();
    Some(Recorded {
        name,
        instructions: millions * 1e6,
        micros: number(tick)? + number(picture)?,
    })
}

/// How many times as long as there the same work takes here: the median of
/// five runs of the same program. None without `lua5.3`.
pub(crate) fn scale() -> Option<f64> {
    let mut times = Vec::new();
    for _ in 0..5 {
        let done = Command::new("lua5.3").args(["-e", FIBONACCI]).output();
        let told = String::from_utf8(done.ok()?.stdout).ok()?;
        times.push(told.trim().parse::<f64>().ok()?);
    }
    times.sort_by(f64::total_cmp);
    Some(times[times.len() / 2] / SECONDS_THERE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_all_nine_carts() {
        let folder = crate::step::root().join("tests/bench");
        let carts = read(&folder).expect("the page has a table");
        assert_eq!(carts.len(), 9);
        for cart in carts {
            assert!(folder.join(cart.name + ".lua").is_file());
            assert!(cart.instructions > 1e6 && cart.micros > 100.0);
        }
    }

    #[test]
    fn headings_are_no_rows() {
        assert_eq!(row("|---|---|---|---|"), None);
        assert_eq!(row("| cart | a | b | c |"), None);
        let expected = Recorded {
            name: "a".to_owned(),
            instructions: 1.5e6,
            micros: 7.0,
        };
        assert_eq!(row("| a | b | 1.5 | 3 + 4 |"), Some(expected));
    }
}
