//! The taps of a test and what they say: the worst are dropped, the median
//! of the rest counts if it is sure enough.

use crate::latencies::RANGE;

/// Taps that make a test.
pub(super) const WANTED: usize = 24;
/// Taps that are dropped, the worst.
const DROPPED: usize = 4;
/// Milliseconds of spread at which an answer is not sure enough.
pub(super) const WIDEST: f64 = 30.0;

/// What taps say, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// The median of the taps that count: how late they were.
    pub median: f64,
    /// The median of their distances from it.
    pub spread: f64,
}

/// Why taps say nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Refusal {
    /// They are too far apart.
    Spread(Figures),
    /// They agree on something that cannot be.
    Range(Figures),
}

/// Errors of taps in milliseconds, in the order of the taps.
#[derive(Clone, Debug, Default)]
pub(super) struct Taps {
    errors: Vec<f64>,
    last_beat: Option<i64>,
}

impl Taps {
    /// A tap for a beat; only the first one for a beat counts.
    pub(super) fn add(&mut self, beat: i64, error: f64) {
        if self.last_beat.is_none_or(|last| beat > last) && self.errors.len() < WANTED {
            self.last_beat = Some(beat);
            self.errors.push(error);
        }
    }

    /// All errors so far.
    pub(super) fn errors(&self) -> &[f64] {
        &self.errors
    }

    /// Whether a tap is one of the worst, as far as is known.
    pub(super) fn is_dropped(&self, tap: usize) -> bool {
        self.worst().contains(&tap)
    }

    /// What the taps say so far; none before the first.
    pub(super) fn figures(&self) -> Option<Figures> {
        let worst = self.worst();
        let kept: Vec<f64> = (self.errors.iter().enumerate())
            .filter(|(tap, _)| !worst.contains(tap))
            .map(|(_, &error)| error)
            .collect();
        let middle = median(&kept)?;
        let distances: Vec<f64> = kept.iter().map(|error| (error - middle).abs()).collect();
        Some(Figures {
            median: middle,
            spread: median(&distances)?,
        })
    }

    /// What they say once they are all there.
    pub(super) fn answer(&self) -> Option<Result<Figures, Refusal>> {
        let figures = self.figures().filter(|_| self.errors.len() == WANTED)?;
        let range = f64::from(*RANGE.start())..=f64::from(*RANGE.end());
        Some(if figures.spread >= WIDEST {
            Err(Refusal::Spread(figures))
        } else if !range.contains(&figures.median) {
            Err(Refusal::Range(figures))
        } else {
            Ok(figures)
        })
    }

    /// The taps farthest from the median of all, a sixth of them.
    fn worst(&self) -> Vec<usize> {
        let Some(middle) = median(&self.errors) else {
            return Vec::new();
        };
        let distance = |tap: &usize| (self.errors[*tap] - middle).abs();
        let mut taps: Vec<usize> = (0..self.errors.len()).collect();
        taps.sort_by(|one, other| distance(other).total_cmp(&distance(one)));
        taps.truncate(self.errors.len() * DROPPED / WANTED);
        taps
    }
}

fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    let upper = *sorted.get(middle)?;
    if sorted.len() % 2 == 1 {
        return Some(upper);
    }
    Some(f64::midpoint(sorted[middle - 1], upper))
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the figures are exact")]
mod tests {
    use super::*;

    fn taps(errors: impl IntoIterator<Item = f64>) -> Taps {
        let mut taps = Taps::default();
        for (beat, error) in errors.into_iter().enumerate() {
            taps.add(beat as i64, error);
        }
        taps
    }

    fn check(errors: impl Fn(usize) -> f64, expected: Result<(f64, f64), &str>) {
        let answer = taps((0..WANTED).map(errors)).answer().unwrap();
        let answer = match answer {
            Ok(figures) => Ok((figures.median, figures.spread)),
            Err(Refusal::Spread(_)) => Err("spread"),
            Err(Refusal::Range(_)) => Err("range"),
        };
        assert_eq!(answer, expected);
    }

    #[test]
    fn the_median_of_the_better_taps_counts() {
        check(|_| 12.0, Ok((12.0, 0.0)));
        check(|tap| if tap < 4 { 300.0 } else { 40.0 }, Ok((40.0, 0.0)));
        // Of 0 to 23 the four farthest from 11.5 go, two at each end.
        check(|tap| tap as f64, Ok((11.5, 5.0)));
        check(
            |tap| if tap % 2 == 0 { 10.0 } else { 69.0 },
            Ok((39.5, 29.5)),
        );
    }

    #[test]
    fn unsure_and_impossible_answers_are_refused() {
        check(|tap| if tap % 2 == 0 { 10.0 } else { 70.0 }, Err("spread"));
        check(|_| 501.0, Err("range"));
        check(|_| -101.0, Err("range"));
        check(|_| 500.0, Ok((500.0, 0.0)));
        check(|_| -100.0, Ok((-100.0, 0.0)));
    }

    #[test]
    fn few_taps_have_figures_but_no_answer() {
        assert_eq!(taps([]).figures(), None);
        let some = taps([10.0, 20.0, 90.0]);
        assert_eq!(some.figures().unwrap().median, 20.0);
        assert_eq!(some.answer(), None);
        let one_dropped = taps([10.0, 10.0, 11.0, 12.0, 12.0, 90.0]);
        assert!(one_dropped.is_dropped(5));
        assert_eq!(one_dropped.figures().unwrap().median, 11.0);
    }

    #[test]
    fn a_beat_takes_one_tap() {
        let mut taps = Taps::default();
        taps.add(4, 1.0);
        taps.add(4, 2.0);
        taps.add(3, 3.0);
        taps.add(6, 4.0);
        assert_eq!(taps.errors(), [1.0, 4.0]);
    }
}
