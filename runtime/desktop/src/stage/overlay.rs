//! The overlay for developers: where the beat is, how inputs were judged, and
//! how well the clock knows the sound. It only collects what the console and
//! the sound device tell; drawing is in `overlay/view.rs`.

use std::collections::VecDeque;
use std::time::Duration;

use console::conductor::estimator::{Health, Mode};
use console::conductor::{BeatPosition, Moment, Tally, Verdict, Windows};
use console::{Judged, Music, Timing};

use super::timing::Source;

mod view;

/// Verdicts that are listed.
const LISTED: usize = 6;
/// Inputs that are marked on the beat line.
const MARKED: usize = 32;
/// Ticks whose time is remembered: a second.
const TIMED: usize = 60;
/// Bins of the histogram to each side of 0, and milliseconds of each.
const BINS: usize = 25;
const BIN: f64 = 5.0;

/// What is shown of the music and the clock.
pub(super) struct Overlay {
    on: bool,
    beat: Option<Beat>,
    /// The last verdicts, the newest first.
    verdicts: VecDeque<Judged>,
    /// Where in the song inputs fell, and what they were judged to be.
    marks: VecDeque<(BeatPosition, Verdict)>,
    /// How many inputs were how far off, those within reach of a beat.
    errors: [u32; BINS * 2 + 1],
    sum: f64,
    squares: f64,
    count: u32,
    clock: ClockHealth,
    ticks: VecDeque<Duration>,
}

/// The music as of the last tick.
struct Beat {
    moment: Moment,
    windows: Windows,
    tally: Tally,
    epoch: u64,
}

/// Where the clock comes from, and how good it is.
#[derive(Default)]
struct ClockHealth {
    source: Option<Source>,
    health: Option<Health>,
    /// Milliseconds from a tick to hearing it.
    lag: f64,
}

impl Default for Overlay {
    fn default() -> Self {
        Self {
            on: false,
            beat: None,
            verdicts: VecDeque::new(),
            marks: VecDeque::new(),
            errors: [0; BINS * 2 + 1],
            sum: 0.0,
            squares: 0.0,
            count: 0,
            clock: ClockHealth::default(),
            ticks: VecDeque::new(),
        }
    }
}

impl Overlay {
    /// Shows or hides it.
    pub(super) fn toggle(&mut self) {
        self.on = !self.on;
    }

    /// Whether it is shown.
    pub(super) fn is_on(&self) -> bool {
        self.on
    }

    /// Forgets what was told: another cart, or the same one again.
    pub(super) fn clear(&mut self) {
        *self = Self {
            on: self.on,
            ..Self::default()
        };
    }

    /// A tick has run: what it told about the music.
    pub(super) fn take_music(&mut self, music: Music<'_>, timing: &Timing) {
        let conductor = music.conductor();
        self.beat = music.song().map(|song| Beat {
            moment: conductor.moment(timing.clock),
            windows: song.windows,
            tally: music.tally(),
            epoch: conductor.epoch(),
        });
        let last = self.verdicts.front();
        let fresh: Vec<Judged> = (music.reports().rev())
            .take_while(|&judged| Some(judged) != last)
            .cloned()
            .collect();
        for judged in fresh.into_iter().rev() {
            self.judged(judged);
        }
    }

    /// A tick has run: how long it took, and what the clock was like.
    pub(super) fn take_clock(
        &mut self,
        source: Source,
        health: Option<Health>,
        lag: f64,
        spent: Duration,
    ) {
        self.clock = ClockHealth {
            source: Some(source),
            health,
            lag,
        };
        keep(&mut self.ticks, spent, TIMED);
    }

    fn judged(&mut self, judged: Judged) {
        let report = judged.report;
        keep(&mut self.verdicts, judged, LISTED);
        let Some(offset) = report.offset else { return };
        let place = BeatPosition::of_beat(report.beat) + offset.beats;
        keep(&mut self.marks, (place, report.verdict), MARKED);
        let error = offset.time.milliseconds();
        let bin = (error / BIN).round();
        if report.verdict != Verdict::Rejected && bin.abs() <= BINS as f64 {
            self.errors[(bin as i64 + BINS as i64) as usize] += 1;
            self.sum += error;
            self.squares += error * error;
            self.count += 1;
        }
    }

    /// The mean error and its standard deviation in milliseconds.
    fn mean(&self) -> Option<(f64, f64)> {
        let count = f64::from(self.count);
        let mean = self.sum / count;
        let variance = (self.squares / count - mean * mean).max(0.0);
        (self.count > 0).then(|| (mean, variance.sqrt()))
    }

    /// The mean and the longest time of the last second's ticks.
    fn tick_times(&self) -> (Duration, Duration) {
        let sum: Duration = self.ticks.iter().sum();
        let most = self.ticks.iter().max().copied().unwrap_or_default();
        (sum / self.ticks.len().max(1) as u32, most)
    }
}

impl ClockHealth {
    fn words(&self) -> String {
        let mode = match (self.source, self.health.map(|health| health.mode)) {
            (Some(Source::Sound(_)), Some(Mode::Starting)) => "starting",
            (Some(Source::Sound(_)), Some(Mode::Callbacks)) => "callbacks",
            (Some(Source::Sound(_)), Some(Mode::Delay)) => "delay",
            (Some(Source::Sound(_)), Some(Mode::Held)) => "held",
            (Some(Source::Sound(_)), None) => "unknown",
            _ => return "no sound: own clock".into(),
        };
        format!("sound: {mode}, {:.0} ms", self.lag)
    }

    fn figures(&self) -> String {
        let (Some(Source::Sound(epoch)), Some(health)) = (self.source, self.health) else {
            return String::new();
        };
        format!(
            "{:+.0} ppm  p99 {:.1} ms  resets {}  epoch {epoch}",
            health.drift_ppm, health.residual_p99_ms, health.resets
        )
    }
}

fn keep<T>(list: &mut VecDeque<T>, item: T, most: usize) {
    list.push_front(item);
    list.truncate(most);
}

#[cfg(test)]
mod tests {
    use console::conductor::{Offset, Report, SongTime};

    use super::*;

    /// An input so many milliseconds off at 120 bpm.
    pub(super) fn judged(beat: i64, verdict: Verdict, error: f64) -> Judged {
        let report = Report {
            beat,
            player: 0,
            verdict,
            offset: (verdict != Verdict::Missed).then(|| Offset {
                beats: BeatPosition::of_beats(error / 500.0),
                time: SongTime::of_seconds(error / 1e3),
            }),
            action: Some(0),
            instead_of: None,
        };
        Judged {
            report,
            action: Some("tap".into()),
        }
    }

    #[test]
    fn errors_are_counted_where_they_belong() {
        let mut overlay = Overlay::default();
        for error in [-2.0, 2.0, 12.0, -127.0, -900.0] {
            overlay.judged(judged(4, Verdict::Good, error));
        }
        overlay.judged(judged(4, Verdict::Rejected, 50.0));
        overlay.judged(judged(5, Verdict::Missed, 0.0));
        let full: Vec<(usize, u32)> = (overlay.errors.iter().copied().enumerate())
            .filter(|&(_, count)| count > 0)
            .collect();
        assert_eq!(full, [(0, 1), (BINS, 2), (BINS + 2, 1)]);
        assert_eq!(overlay.mean().map(|(mean, _)| mean.round()), Some(-29.0));
        assert_eq!(overlay.verdicts.len(), 6);
        assert_eq!(overlay.marks.len(), 6);
        overlay.clear();
        assert!(overlay.mean().is_none());
    }
}
