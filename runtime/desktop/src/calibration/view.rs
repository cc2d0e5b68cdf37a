//! Calibration on the screen. What moves while the ear is tested says nothing
//! about the beat: whoever taps with the eye would measure the wrong thing.

use super::taps::{Figures, Refusal, WANTED, WIDEST};
use super::{COUNT_IN, Calibration, PERIOD, Page, Test, nearest};
use crate::frame::{Color, Frame, GRAY, LINE, RED, WHITE, YELLOW, text_width, wrap};

const GREEN: Color = [0x38, 0xb7, 0x64];
const BLUE: Color = [0x41, 0xa6, 0xf6];
const SHADOW: Color = [0x33, 0x3c, 0x57];

const LEFT: i32 = 12;
/// Top of the line that shows the taps.
const SCALE: i32 = 74;
/// Milliseconds to each side of the middle of that line.
const REACH: i32 = 150;
/// Milliseconds for which a flash is lit.
const FLASH: f64 = 90.0;

impl Calibration {
    /// Says that a sound device is waited for.
    pub(crate) fn draw_waiting(frame: &mut Frame) {
        heading(frame, "Calibration", "");
        centered(frame, 60, "Waiting for the sound device...", WHITE);
        foot(frame, "Esc: leave");
    }

    /// Draws on an empty frame; the test is at `position`, in milliseconds.
    pub(crate) fn draw(&self, frame: &mut Frame, position: f64) {
        match self.page {
            Page::Coarse => self.draw_coarse(frame, position),
            Page::Taps(test) => self.draw_taps(frame, test, position),
            Page::Answer(test, answer) => self.draw_answer(frame, test, answer),
        }
    }

    fn draw_coarse(&self, frame: &mut Frame, position: f64) {
        heading(frame, "Sound: roughly", self.device_name());
        let text = "Do click and flash come together? Left and Right move the flash. \
                    Near is good enough; most devices need nothing.";
        paragraph(frame, 24, text, WHITE);
        let lit = is_lit(position - f64::from(self.coarse));
        flash(frame, 62, lit);
        let value = format!("< {} ms >", self.coarse);
        centered(frame, 104, &value, YELLOW);
        foot(frame, "Left, Right: move   Return: go on   Esc: leave");
    }

    fn draw_taps(&self, frame: &mut Frame, test: Test, position: f64) {
        let (what, with) = match test {
            Test::Sound => ("Sound", "clicks"),
            Test::Picture => ("Picture", "flashes"),
        };
        let name = match test {
            Test::Sound => self.device_name(),
            Test::Picture => "",
        };
        heading(frame, what, name);
        let (beat, _) = nearest(position, self.expected(test));
        let text = match (test, self.taps.errors().len()) {
            (_, 0) if beat < COUNT_IN - 1 => {
                format!("Wait for the beat, then tap with the {with}.")
            }
            (Test::Sound, 0) => {
                "Tap with the clicks: any key, button or click. Eyes shut is best.".into()
            }
            (Test::Picture, 0) => "Tap with the flashes: any key, button or click.".into(),
            (_, taps) => format!("{taps} of {WANTED}"),
        };
        paragraph(frame, 24, &text, WHITE);
        match test {
            // It fills with the taps, not with the beat.
            Test::Sound => progress(frame, 44, self.taps.errors().len()),
            Test::Picture => runner(frame, 44, position),
        }
        if let Err(reason) = &self.device
            && self.taps.errors().is_empty()
        {
            paragraph(frame, SCALE + 12, reason, GRAY);
        } else {
            self.draw_scale(frame, test);
        }
        foot(frame, "Any key: tap   Esc: leave");
    }

    /// Each tap as a mark, with the median and the spread so far.
    fn draw_scale(&self, frame: &mut Frame, test: Test) {
        let width = frame.width as i32 - 2 * LEFT;
        let figures = self.taps.figures();
        let middle = figures.map_or(f64::from(self.expected(test)), |figures| figures.median);
        let middle = (middle / 50.0).round() as i32 * 50;
        let column = |ms: f64| {
            let part = (ms - f64::from(middle)) / f64::from(REACH) / 2.0 + 0.5;
            LEFT + (part.clamp(0.0, 1.0) * f64::from(width - 1)) as i32
        };
        frame.fill(LEFT, SCALE + 14, width, 1, SHADOW);
        for step in -3..=3 {
            let ms = middle + step * REACH / 3;
            let x = column(f64::from(ms));
            frame.fill(x, SCALE + 12, 1, 5, SHADOW);
            under(frame, x, SCALE + 19, &ms.to_string(), GRAY);
        }
        if let Some(Figures { median, spread }) = figures {
            let (from, to) = (column(median - spread), column(median + spread));
            frame.fill(from, SCALE + 13, to - from + 1, 3, BLUE);
        }
        let errors = self.taps.errors();
        for (tap, &error) in errors.iter().enumerate() {
            let color = if tap + 1 == errors.len() {
                YELLOW
            } else if self.taps.is_dropped(tap) {
                SHADOW
            } else {
                WHITE
            };
            frame.fill(column(error), SCALE + 4, 1, 9, color);
        }
        if let Some(&last) = errors.last() {
            under(frame, column(last), SCALE - 5, &signed(last), YELLOW);
        }
        if let Some(figures) = figures {
            let words = format!(
                "median {} ms   spread {:.0} ms",
                signed(figures.median),
                figures.spread
            );
            let color = if figures.spread < WIDEST { GREEN } else { RED };
            centered(frame, SCALE + 33, &words, color);
        }
        let list: Vec<String> = errors
            .iter()
            .rev()
            .take(12)
            .map(|&error| signed(error))
            .collect();
        let mut text = list.join("  ");
        while !text.is_empty() && text_width(&text) > width {
            text.truncate(text.rfind("  ").unwrap_or(0));
        }
        centered(frame, SCALE + 44, &text, GRAY);
    }

    fn draw_answer(&self, frame: &mut Frame, test: Test, answer: Result<Figures, Refusal>) {
        let what = match test {
            Test::Sound => "Sound",
            Test::Picture => "Picture",
        };
        heading(
            frame,
            what,
            if test == Test::Sound {
                self.device_name()
            } else {
                ""
            },
        );
        let (color, words, then) = match answer {
            Ok(figures) => (
                GREEN,
                meaning(test, figures),
                match test {
                    Test::Sound => "Return: on to the picture   Esc: leave",
                    Test::Picture => "Return: keep it   Esc: leave, keep nothing",
                },
            ),
            Err(Refusal::Spread(figures)) => (
                RED,
                format!(
                    "The taps lie {:.0} ms around their median; that is too unsure, {WIDEST:.0} is the most. Tap evenly, with what you {}, not against it.",
                    figures.spread,
                    if test == Test::Sound { "hear" } else { "see" },
                ),
                "Return: again   Esc: leave",
            ),
            Err(Refusal::Range(figures)) => (
                RED,
                format!(
                    "The taps are {:.0} ms after the beat, which no device is: from -100 to 500 ms is possible. The slider of the first step may help.",
                    figures.median,
                ),
                "Return: again   Esc: leave",
            ),
        };
        paragraph(frame, 24, &words, color);
        self.draw_scale(frame, test);
        foot(frame, then);
    }

    fn device_name(&self) -> &str {
        self.device.as_deref().unwrap_or_default()
    }
}

/// What an answer means to the player.
fn meaning(test: Test, figures: Figures) -> String {
    let late = figures.median.round() as i32;
    let how = if late < 0 { "early" } else { "late" };
    let ms = late.abs();
    match test {
        Test::Sound => format!(
            "You hear the beat and answer {ms} ms {how}. From now on a tap like these counts as right on the beat."
        ),
        Test::Picture => format!(
            "You see the beat and answer {ms} ms {how}. Pictures will be drawn for the moment at which you see them."
        ),
    }
}

/// Whether a flash is lit at a place in the test.
fn is_lit(position: f64) -> bool {
    position.rem_euclid(f64::from(PERIOD)) < FLASH
}

fn flash(frame: &mut Frame, y: i32, lit: bool) {
    let x = frame.width as i32 / 2 - 16;
    frame.fill(x - 1, y - 1, 34, 34, SHADOW);
    if lit {
        frame.fill(x, y, 32, 32, WHITE);
    }
}

/// A mark that runs to and fro and is at an end, which lights up, on the beat.
fn runner(frame: &mut Frame, y: i32, position: f64) {
    let period = f64::from(PERIOD);
    let (left, right) = (LEFT + 20, frame.width as i32 - LEFT - 20);
    let place = position.max(0.0).rem_euclid(2.0 * period) / period;
    let part = if place < 1.0 { place } else { 2.0 - place };
    let x = left + (part * f64::from(right - left)) as i32;
    frame.fill(left, y + 8, right - left + 1, 1, SHADOW);
    let lit = is_lit(position) && position >= 0.0;
    let first = !(0.5..1.5).contains(&place);
    for (end, on_this) in [(left, first), (right, !first)] {
        let color = if lit && on_this { WHITE } else { SHADOW };
        frame.fill(end - 6, y + 2, 13, 13, color);
    }
    frame.fill(x - 2, y + 4, 5, 9, YELLOW);
}

fn progress(frame: &mut Frame, y: i32, taps: usize) {
    let width = frame.width as i32 - 2 * LEFT;
    frame.fill(LEFT, y + 5, width, 4, SHADOW);
    let done = width * taps as i32 / WANTED as i32;
    frame.fill(LEFT, y + 5, done, 4, YELLOW);
}

fn heading(frame: &mut Frame, text: &str, device: &str) {
    frame.text(LEFT, 8, text, YELLOW);
    let room = frame.width as i32 - 3 * LEFT - text_width(text);
    let shown = wrap(device, room).into_iter().next().unwrap_or_default();
    frame.text(
        frame.width as i32 - LEFT - text_width(&shown),
        8,
        &shown,
        GRAY,
    );
}

fn paragraph(frame: &mut Frame, top: i32, text: &str, color: Color) {
    let lines = wrap(text, frame.width as i32 - 2 * LEFT);
    for (row, line) in lines.iter().enumerate() {
        frame.text(LEFT, top + row as i32 * LINE, line, color);
    }
}

fn foot(frame: &mut Frame, text: &str) {
    centered(frame, frame.height as i32 - 12, text, GRAY);
}

/// Writes around a column, but not over the edges.
fn under(frame: &mut Frame, column: i32, y: i32, text: &str, color: Color) {
    let wide = text_width(text);
    let left = (column - wide / 2).min(frame.width as i32 - 2 - wide);
    frame.text(left.max(2), y, text, color);
}

fn centered(frame: &mut Frame, y: i32, text: &str, color: Color) {
    frame.text((frame.width as i32 - text_width(text)) / 2, y, text, color);
}

fn signed(ms: f64) -> String {
    // Adding 0 makes -0 a 0.
    format!("{:+.0}", ms.round() + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::latencies::Latencies;

    #[test]
    fn every_page_is_drawn_on_any_frame() {
        let figures = Figures {
            median: -499.0,
            spread: 31.0,
        };
        let answers = [
            Ok(figures),
            Err(Refusal::Spread(figures)),
            Err(Refusal::Range(figures)),
        ];
        let mut pages = vec![Page::Coarse];
        for test in [Test::Sound, Test::Picture] {
            pages.push(Page::Taps(test));
            pages.extend(answers.map(|answer| Page::Answer(test, answer)));
        }
        for device in [Ok("A device with a name ".repeat(9)), Err("gone".into())] {
            let mut calibration = Calibration::new(device, Latencies::default());
            calibration.taps.add(5, -4000.0);
            calibration.taps.add(6, 40.0);
            for &page in &pages {
                calibration.page = page;
                for (width, height) in [(256, 144), (240, 120), (8, 8)] {
                    let mut frame = Frame {
                        width,
                        height,
                        rgba: vec![0; (width * height * 4) as usize],
                    };
                    for position in [f64::NEG_INFINITY, -1.0, 0.0, 1e9] {
                        calibration.draw(&mut frame, position);
                    }
                }
            }
        }
    }
}
