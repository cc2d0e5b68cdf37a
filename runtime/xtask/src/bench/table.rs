//! The table of the speed carts, and whether the targets are met.

use super::recorded::Recorded;

/// The mean of the ratios that is to be reached, and the largest of them.
const MOST_MEAN: f64 = 0.40;
const MOST: f64 = 0.80;

/// What was measured of one cart.
pub(crate) struct Row<'a> {
    pub(crate) recorded: &'a Recorded,
    /// Instructions a frame.
    pub(crate) instructions: Option<f64>,
    /// Microseconds a frame.
    pub(crate) micros: Option<f64>,
}

impl Row<'_> {
    /// Our instructions, of TIC-80's.
    fn ratio(&self) -> Option<f64> {
        self.instructions
            .map(|count| count / self.recorded.instructions)
    }
}

/// Prints the table; `scale` is how much slower this machine is than the one
/// on which TIC-80's times were recorded.
pub(crate) fn print(rows: &[Row], scale: Option<f64>) {
    println!("\n              million instructions a frame      microseconds a frame");
    println!("cart           TIC-80  Downbeat   ratio        TIC-80  Downbeat   ratio");
    for row in rows {
        let Recorded {
            name,
            instructions,
            micros,
        } = row.recorded;
        let there = micros * scale.unwrap_or(1.0);
        println!(
            "{name:<12} {:>8.1} {} {}      {there:>8.0} {} {}",
            instructions / 1e6,
            cell(row.instructions.map(|count| count / 1e6), 9, 2),
            cell(row.ratio(), 7, 3),
            cell(row.micros, 9, 0),
            cell(row.micros.map(|micros| micros / there), 7, 3),
        );
    }
    match scale {
        Some(scale) => println!(
            "TIC-80's microseconds are those recorded, times {scale:.2}: lua5.3 takes \
             {:.0} ms for fib(30) here and took 123 ms there.",
            scale * 123.0
        ),
        None => println!(
            "TIC-80's microseconds are those of the machine they were recorded on; \
             with lua5.3 installed they are scaled to this one."
        ),
    }
    let ratios: Vec<f64> = rows.iter().filter_map(Row::ratio).collect();
    if ratios.is_empty() {
        return;
    }
    let mean = geometric_mean(&ratios);
    println!(
        "\ngeometric mean of the ratios {mean:.3} ({}: at most {MOST_MEAN:.2})",
        word(mean <= MOST_MEAN)
    );
    let largest = ratios.iter().copied().fold(0.0, f64::max);
    println!(
        "largest ratio {largest:.3} ({}: at most {MOST:.2})",
        word(largest <= MOST)
    );
}

/// How a target is marked.
pub(crate) fn word(met: bool) -> &'static str {
    if met { "met" } else { "missed" }
}

fn cell(value: Option<f64>, width: usize, digits: usize) -> String {
    match value {
        Some(value) => format!("{value:>width$.digits$}"),
        None => format!("{:>width$}", "-"),
    }
}

fn geometric_mean(values: &[f64]) -> f64 {
    let product: f64 = values.iter().product();
    product.powf(1.0 / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_geometric() {
        assert!((geometric_mean(&[0.25, 1.0]) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn what_was_not_measured_is_a_dash() {
        assert_eq!(cell(None, 4, 1), "   -");
        assert_eq!(cell(Some(1.25), 6, 2), "  1.25");
    }
}
