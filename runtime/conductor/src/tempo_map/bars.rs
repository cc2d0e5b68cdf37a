//! Which bar a beat is in, across signature changes and loops.
//!
//! A signature starts a new bar at its beat. A loop's seam does not: the bar
//! under way goes on, in the signature of the loop's start. Changes inside the
//! loop come again in each pass, so all passes but the first are alike.

/// A beat's bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    /// Counted from 0 at beat 0; negative in a count-in.
    pub index: i64,
    /// Which beat of the bar, from 0.
    pub beat_in_bar: i64,
    /// How many beats the bar has; fewer than its signature says where a new
    /// signature cuts it short.
    pub beats: i64,
}

/// Beats that are counted in bars of one length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    /// First beat of the run.
    beat: i64,
    /// Bar of that beat.
    bar: i64,
    /// Beats of that bar before the run.
    phase: i64,
    /// Beats in each bar.
    beats: i64,
}

impl Run {
    fn bar_of(&self, beat: i64, end: Option<i64>) -> Bar {
        let counted = (beat - self.beat).saturating_add(self.phase);
        let beat_in_bar = counted.rem_euclid(self.beats);
        let left = end.map_or(i64::MAX, |end| end - beat);
        Bar {
            index: self.bar + counted.div_euclid(self.beats),
            beat_in_bar,
            beats: self.beats.min(beat_in_bar.saturating_add(left)),
        }
    }
}

/// How passes through a loop are counted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Passes {
    /// First beat of the second pass.
    beat: i64,
    /// Beats in a pass.
    length: i64,
    /// Bars in a pass.
    bars: i64,
    /// The second pass, and all that follow.
    runs: Vec<Run>,
}

/// All bars of a song.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Bars {
    runs: Vec<Run>,
    passes: Option<Passes>,
}

impl Bars {
    /// From signatures (beat, beats per bar) in any order, of which later ones
    /// win; four beats to the bar where none is in force. The loop, if any, is
    /// its first beat and its number of beats.
    pub(super) fn new(signatures: &[(i64, i64)], repeat: Option<(i64, i64)>) -> Bars {
        let mut sorted = signatures.to_vec();
        sorted.sort_by_key(|&(beat, _)| beat);
        let mut runs: Vec<Run> = vec![Run {
            beat: 0,
            bar: 0,
            phase: 0,
            beats: 4,
        }];
        if sorted.first().is_some_and(|&(beat, _)| beat < 0) {
            runs[0].beat = sorted[0].0;
        }
        for (beat, beats) in sorted {
            begin(&mut runs, beat, beats);
        }
        // Bar 0 is the one of beat 0, also when signatures come before it.
        let zero = bar_in(&runs, 0, None).index;
        for run in &mut runs {
            run.bar -= zero;
        }
        let Some((first, length)) = repeat else {
            return Bars { runs, passes: None };
        };
        // What comes after the loop never plays.
        let played = runs.partition_point(|run| run.beat < first + length).max(1);
        runs.truncate(played);
        let passes = passes(&runs, first, length);
        Bars { runs, passes }
    }

    /// The bar of a beat; the last bars that can be counted go on for ever.
    pub(super) fn bar_of(&self, beat: i64) -> Bar {
        let beat = beat.clamp(i64::MIN / 4, i64::MAX / 4);
        match &self.passes {
            Some(passes) if beat >= passes.beat => {
                let pass = (beat - passes.beat) / passes.length;
                let bar = bar_in(
                    &passes.runs,
                    beat - pass * passes.length,
                    Some(passes.beat + passes.length),
                );
                Bar {
                    index: bar.index + pass * passes.bars,
                    ..bar
                }
            }
            Some(passes) => bar_in(&self.runs, beat, Some(passes.beat)),
            None => bar_in(&self.runs, beat, None),
        }
    }
}

/// Starts a run of bars at a beat, in place of one that starts there.
fn begin(runs: &mut Vec<Run>, beat: i64, beats: i64) {
    let last = runs[runs.len() - 1];
    if last.beat == beat {
        let end = runs.len() - 1;
        runs[end].beats = beats;
        return;
    }
    let before = last.bar_of(beat - 1, None);
    runs.push(Run {
        beat,
        bar: before.index + 1,
        phase: 0,
        beats,
    });
}

/// The bar of a beat by runs alone; a bar that reaches the end is not cut.
fn bar_in(runs: &[Run], beat: i64, end: Option<i64>) -> Bar {
    let begun = runs.partition_point(|run| run.beat <= beat);
    let run = &runs[begun.saturating_sub(1)];
    let next = runs.get(begun.max(1)).map(|run| run.beat);
    run.bar_of(beat, next.filter(|&next| end.is_none_or(|end| next < end)))
}

/// The bars of a loop with signature changes inside; without any, the bars of
/// the song simply go on and there is nothing to add.
fn passes(runs: &[Run], first: i64, length: i64) -> Option<Passes> {
    let end = first + length;
    let begun = runs.partition_point(|run| run.beat <= first).max(1);
    let (entry, inside) = (runs[begun - 1], &runs[begun..]);
    if inside.is_empty() {
        return None;
    }
    let seam = |runs: &[Run], end: i64| {
        let last = bar_in(runs, end - 1, Some(end));
        // The bar under way goes on unless it is full.
        if last.beat_in_bar + 1 >= entry.beats.min(last.beats) {
            (last.index + 1, 0)
        } else {
            (last.index, last.beat_in_bar + 1)
        }
    };
    let (bar, phase) = seam(runs, end);
    let mut next = vec![Run {
        beat: end,
        bar,
        phase,
        beats: entry.beats,
    }];
    for run in inside {
        begin(&mut next, run.beat + length, run.beats);
    }
    let (after, _) = seam(&next, end + length);
    Some(Passes {
        beat: end,
        length,
        bars: after - bar,
        runs: next,
    })
}
