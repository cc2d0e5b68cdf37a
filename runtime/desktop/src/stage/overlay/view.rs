//! The overlay on the screen: verdicts and their errors above, the clock and
//! the beat line below, the middle left to the game.

use console::conductor::Verdict;

use super::{BIN, BINS, Beat, Overlay};
use crate::frame::{Color, Frame, GRAY, LINE, RED, WHITE, YELLOW, text_width};

const GREEN: Color = [0x38, 0xb7, 0x64];
const BLUE: Color = [0x41, 0xa6, 0xf6];
const SHADOW: Color = [0x33, 0x3c, 0x57];
const PURPLE: Color = [0x9a, 0x55, 0xb0];

/// Between the edge of the frame and a panel, and within.
const GAP: i32 = 3;
/// Beats on the line, and where the first one stands.
const BEATS: i64 = 4;
const LEAD: f64 = 0.3;
/// Height of the panel below.
const BELOW: i32 = 4 * LINE + 20;
/// Height of the bars of the histogram.
const BARS: i32 = 26;

impl Overlay {
    /// Draws over a frame.
    pub(crate) fn draw(&self, frame: &mut Frame) {
        self.draw_verdicts(frame);
        self.draw_errors(frame);
        let (width, height) = (frame.width as i32, frame.height as i32);
        let top = height - BELOW;
        panel(frame, 0, top, width, BELOW);
        let (mean, most) = self.tick_times();
        let ticks = format!(
            "tick {:.1}, most {:.1} ms",
            mean.as_secs_f64() * 1e3,
            most.as_secs_f64() * 1e3
        );
        frame.text(GAP, top + 2, &self.clock.words(), WHITE);
        right(frame, top + 2, &ticks, WHITE);
        frame.text(GAP, top + 2 + LINE, &self.clock.figures(), GRAY);
        match &self.beat {
            None => {
                frame.text(
                    GAP,
                    top + 2 + 2 * LINE,
                    "no music: beat.start() begins it",
                    GRAY,
                );
            }
            Some(beat) => {
                let (song, tally) = beat.words();
                frame.text(GAP, top + 2 + 2 * LINE, &song, GRAY);
                right(frame, top + 2 + 2 * LINE, &tally, GRAY);
                let epoch = format!("song {}", beat.epoch);
                right(frame, top + 2 + LINE, &epoch, GRAY);
                self.draw_line(frame, beat, top + 3 * LINE + 5);
            }
        }
    }

    fn draw_verdicts(&self, frame: &mut Frame) {
        if self.verdicts.is_empty() {
            return;
        }
        let lines: Vec<(String, Color)> = self
            .verdicts
            .iter()
            .map(|judged| {
                let report = &judged.report;
                let error = report.offset.map_or_else(String::new, |offset| {
                    format!(" {:+.1}", offset.time.milliseconds())
                });
                let before = report
                    .instead_of
                    .map_or_else(String::new, |before| format!(", was {}", before.name()));
                let name = report.verdict.name();
                let action = judged.action.as_deref().unwrap_or_default();
                let text = format!("P{} {name}{error} {action}{before}", report.player + 1);
                (text, color(report.verdict))
            })
            .collect();
        let widest = lines.iter().map(|(text, _)| text_width(text)).max();
        let high = lines.len() as i32 * LINE + GAP;
        panel(frame, 0, 0, widest.unwrap_or(0) + 2 * GAP, high);
        for (row, (text, color)) in lines.iter().enumerate() {
            frame.text(GAP, GAP + row as i32 * LINE, text, *color);
        }
    }

    /// How many inputs were how far off.
    fn draw_errors(&self, frame: &mut Frame) {
        let Some((mean, deviation)) = self.mean() else {
            return;
        };
        let wide = self.errors.len() as i32 * 2;
        let left = frame.width as i32 - wide - GAP;
        panel(frame, left - GAP, 0, wide + 2 * GAP, BARS + 2 * LINE + 6);
        let most = self.errors.iter().max().copied().unwrap_or(0).max(1);
        let middle = left + BINS as i32 * 2;
        frame.fill(middle, GAP, 1, BARS, SHADOW);
        for (bin, &count) in self.errors.iter().enumerate() {
            let high = (f64::from(count) / f64::from(most) * f64::from(BARS)).ceil() as i32;
            let distance = (bin as f64 - BINS as f64) * BIN;
            let color = self
                .beat
                .as_ref()
                .map_or(WHITE, |beat| beat.color(distance));
            frame.fill(left + bin as i32 * 2, GAP + BARS - high, 2, high, color);
        }
        frame.fill(left, GAP + BARS, wide, 1, GRAY);
        let reach = BINS as f64 * BIN;
        let row = GAP + BARS + 3;
        frame.text(left, row, &format!("-{reach:.0}"), GRAY);
        let label = format!("+{reach:.0} ms");
        frame.text(left + wide - text_width(&label), row, &label, GRAY);
        frame.text(middle - 1, row, "0", GRAY);
        let words = format!("{mean:+.1}, sd {deviation:.1}");
        frame.text(
            left + (wide - text_width(&words)) / 2,
            row + LINE,
            &words,
            WHITE,
        );
    }

    /// Four beats with their windows to scale, what was pressed, and now.
    fn draw_line(&self, frame: &mut Frame, beat: &Beat, top: i32) {
        let (left, right) = (GAP, frame.width as i32 - GAP);
        let now = beat.moment.position.beats();
        let page = ((now + LEAD) / BEATS as f64).floor() as i64 * BEATS;
        let scale = f64::from(right - left) / BEATS as f64;
        let column = |beats: f64| left + ((beats - page as f64 + LEAD) * scale).round() as i32;
        let high = 8;
        frame.fill(left, top, right - left, high, SHADOW);
        let windows = &beat.windows;
        for beat in page..=page + BEATS {
            for (verdict, color) in [
                (Verdict::Late, RED),
                (Verdict::Okay, YELLOW),
                (Verdict::Good, BLUE),
                (Verdict::Great, GREEN),
            ] {
                let reach = windows.distance(verdict);
                let before = if verdict == Verdict::Late { 0.0 } else { reach };
                let from = column(beat as f64 - before).max(left);
                let to = (column(beat as f64 + reach) + 1).min(right);
                frame.fill(from, top, to - from, high, color);
            }
            let x = column(beat as f64);
            if x < right {
                frame.fill(x, top - 2, 1, high + 4, WHITE);
                let label = beat.to_string();
                frame.text(x - text_width(&label) / 2, top + high + 3, &label, GRAY);
            }
        }
        for &(place, verdict) in &self.marks {
            let x = column(place.beats());
            if (left..right).contains(&x) {
                frame.fill(x, top - 4, 1, 4, color(verdict));
                frame.fill(x, top + 1, 1, high - 2, BLACK);
            }
        }
        let x = column(now);
        frame.fill(x - 1, top - 4, 3, 2, WHITE);
        frame.fill(x, top - 2, 1, high + 4, WHITE);
    }
}

const BLACK: Color = [0, 0, 0];

impl Beat {
    fn words(&self) -> (String, String) {
        let moment = &self.moment;
        let tempo = if moment.paused {
            "paused".to_owned()
        } else {
            format!("{:.1} bpm", moment.bpm)
        };
        let song = format!(
            "bar {}:{}/{}  {tempo}",
            moment.bar,
            moment.beat_in_bar + 1,
            moment.beats_per_bar,
        );
        let tally = format!(
            "judged {} late {} lost {}",
            self.tally.judged, self.tally.corrected, self.tally.ignored
        );
        (song, tally)
    }

    /// The color of an error at the tempo of now.
    fn color(&self, ms: f64) -> Color {
        let beats = ms.abs() * self.moment.bpm / 60_000.0;
        [
            (Verdict::Great, GREEN),
            (Verdict::Good, BLUE),
            (Verdict::Okay, YELLOW),
        ]
        .into_iter()
        .find(|&(verdict, _)| beats <= self.windows.distance(verdict))
        .map_or(RED, |(_, color)| color)
    }
}

fn color(verdict: Verdict) -> Color {
    match verdict {
        Verdict::Great => GREEN,
        Verdict::Good => BLUE,
        Verdict::Okay => YELLOW,
        Verdict::Early | Verdict::Late | Verdict::Missed => RED,
        Verdict::Failed => PURPLE,
        Verdict::None | Verdict::Rejected => GRAY,
    }
}

/// Dims twice: colored text has to be read on white games too.
fn panel(frame: &mut Frame, x: i32, y: i32, width: i32, height: i32) {
    frame.shade(x, y, width, height);
    frame.shade(x, y, width, height);
}

fn right(frame: &mut Frame, y: i32, text: &str, color: Color) {
    frame.text(frame.width as i32 - GAP - text_width(text), y, text, color);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use console::conductor::{BeatPosition, Moment, Tally, Windows};

    use super::*;
    use crate::stage::overlay::tests::judged;
    use crate::stage::timing::Source;

    #[test]
    fn it_is_drawn_on_any_frame() {
        let mut overlay = Overlay::default();
        for stage in 0..3 {
            for (width, height) in [(256, 144), (240, 120), (8, 8)] {
                let mut frame = Frame {
                    width,
                    height,
                    rgba: vec![0; (width * height * 4) as usize],
                };
                overlay.draw(&mut frame);
            }
            overlay.take_clock(Source::Monotonic, None, 0.0, Duration::from_millis(1));
            overlay.judged(judged(3, Verdict::Great, 900.0 * f64::from(stage)));
            overlay.beat = Some(Beat {
                moment: Moment {
                    runs: true,
                    position: BeatPosition::of_beats(-3.3),
                    bpm: 120.0,
                    ..Moment::default()
                },
                windows: Windows::default(),
                tally: Tally::default(),
                epoch: 1,
            });
        }
    }
}
