//! Finding out how late sound and pictures are: the player taps along with
//! clicks, then with flashes, and the median of the taps is the answer.
//!
//! Pure: it is told of presses and, for a tap, where in the test it fell. How
//! long the finger takes cannot be told from how long the sound takes, so
//! each answer is the two together, less the input latency that is set.

use winit::keyboard::KeyCode;

use crate::bindings::Control;
use crate::latencies::{Latencies, RANGE};
use taps::Taps;
pub use taps::{Figures, Refusal};

mod taps;
mod view;

/// Milliseconds from beat to beat: more than the whole range of latencies, so
/// that no tap is taken for one of the next beat.
pub(crate) const PERIOD: i32 = 750;
/// Beats to listen to before taps count.
const COUNT_IN: i64 = 4;
/// Milliseconds that the coarse slider moves by.
const COARSE_STEP: i32 = 25;
/// Ticks for which a result is not answered: the last tap may come twice.
const STEADY: u32 = 40;

/// The two tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    /// Tap with clicks.
    Sound,
    /// Tap with flashes.
    Picture,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Page {
    /// Clicks and flashes are brought together by eye and ear.
    Coarse,
    Taps(Test),
    Answer(Test, Result<Figures, Refusal>),
}

/// What was pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Press {
    /// A key.
    Key(KeyCode),
    /// A gamepad's control.
    Pad(Control),
    /// A button of the mouse.
    Click,
}

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Command {
    /// Go back; nothing is kept.
    Leave,
    /// Keep what was found, and go back.
    Save(Calibrated),
    /// The test begins, or begins again: beats count from now on.
    Begin,
}

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibrated {
    /// The latencies from now on.
    pub latencies: Latencies,
    /// Taps along with clicks, where there is a sound device.
    pub sound: Option<Figures>,
    /// Taps along with flashes.
    pub picture: Figures,
}

/// A calibration under way.
pub(crate) struct Calibration {
    page: Page,
    /// Where the taps are expected, in milliseconds after the beat.
    coarse: i32,
    taps: Taps,
    /// The latencies so far.
    before: Latencies,
    sound: Option<Figures>,
    /// The device, or why there is only the one test.
    device: Result<String, String>,
    /// Ticks that the page has been shown.
    shown: u32,
}

impl Calibration {
    /// For a device with these latencies, or without one for a reason.
    pub(crate) fn new(device: Result<String, String>, before: Latencies) -> Self {
        let page = if device.is_ok() {
            Page::Coarse
        } else {
            Page::Taps(Test::Picture)
        };
        Self {
            page,
            coarse: if device.is_ok() { before.audio } else { 0 },
            taps: Taps::default(),
            before,
            sound: None,
            device,
            shown: 0,
        }
    }

    /// Whether clicks are to be heard now.
    pub(crate) fn clicks(&self) -> bool {
        matches!(self.page, Page::Coarse | Page::Taps(Test::Sound))
    }

    /// A tick has passed.
    pub(crate) fn tick(&mut self) {
        self.shown = self.shown.saturating_add(1);
    }

    /// The sound device is gone: what is left is the other test.
    pub(crate) fn lose_sound(&mut self, reason: &str) -> Option<Command> {
        self.device = Err(reason.to_owned());
        let needs_it = self.clicks() || matches!(self.page, Page::Answer(Test::Sound, Err(_)));
        needs_it.then(|| self.begin(Test::Picture))
    }

    /// Answers to a press, `at` milliseconds after the first beat.
    pub(crate) fn press(&mut self, press: Press, at: f64) -> Option<Command> {
        if press == Press::Key(KeyCode::Escape) {
            return Some(Command::Leave);
        }
        match self.page {
            Page::Coarse => match press {
                Press::Key(KeyCode::ArrowLeft) | Press::Pad(Control::Left) => {
                    self.slide(-COARSE_STEP);
                    None
                }
                Press::Key(KeyCode::ArrowRight) | Press::Pad(Control::Right) => {
                    self.slide(COARSE_STEP);
                    None
                }
                press if is_yes(press) => Some(self.begin(Test::Sound)),
                _ => None,
            },
            Page::Taps(test) => {
                self.tap(test, at);
                None
            }
            Page::Answer(..) if self.shown < STEADY || !is_yes(press) => None,
            Page::Answer(test, Err(_)) => Some(self.begin(test)),
            Page::Answer(Test::Sound, Ok(figures)) => {
                self.sound = Some(figures);
                Some(self.begin(Test::Picture))
            }
            Page::Answer(Test::Picture, Ok(figures)) => Some(Command::Save(self.found(figures))),
        }
    }

    fn slide(&mut self, by: i32) {
        self.coarse = (self.coarse + by).clamp(*RANGE.start(), *RANGE.end());
    }

    fn begin(&mut self, test: Test) -> Command {
        self.page = Page::Taps(test);
        self.taps = Taps::default();
        self.shown = 0;
        Command::Begin
    }

    fn tap(&mut self, test: Test, at: f64) {
        let (beat, error) = nearest(at, self.expected(test));
        if beat < COUNT_IN {
            return;
        }
        self.taps.add(beat, error);
        if let Some(answer) = self.taps.answer() {
            self.page = Page::Answer(test, answer);
            self.shown = 0;
        }
    }

    /// Where taps are expected. Pictures are never as late as some sound is.
    fn expected(&self, test: Test) -> i32 {
        match test {
            Test::Sound => self.coarse,
            Test::Picture => 0,
        }
    }

    fn found(&self, picture: Figures) -> Calibrated {
        let input = self.before.input;
        let whole = |figures: Figures| figures.median.round() as i32 - input;
        let latencies = Latencies {
            audio: self.sound.map_or(self.before.audio, whole),
            visual: whole(picture),
            input,
        };
        Calibrated {
            latencies: latencies.clamped(),
            sound: self.sound,
            picture,
        }
    }
}

/// The beat that a tap is for, and how many milliseconds it is off, if it is
/// expected so many milliseconds after its beat.
fn nearest(at: f64, expected: i32) -> (i64, f64) {
    let period = f64::from(PERIOD);
    let beat = ((at - f64::from(expected)) / period).round();
    (beat as i64, at - beat * period)
}

fn is_yes(press: Press) -> bool {
    match press {
        Press::Key(key) => matches!(
            key,
            KeyCode::Enter | KeyCode::NumpadEnter | KeyCode::Space | KeyCode::KeyZ
        ),
        Press::Pad(control) => matches!(control, Control::South | Control::Start),
        Press::Click => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAP: Press = Press::Key(KeyCode::KeyJ);
    const YES: Press = Press::Key(KeyCode::Enter);

    fn calibration() -> Calibration {
        Calibration::new(Ok("Speaker".into()), Latencies::default())
    }

    /// Taps a whole test, each so many milliseconds after its beat.
    fn tap_all(calibration: &mut Calibration, error: impl Fn(i64) -> f64) {
        for beat in 0..COUNT_IN + 24 {
            let at = beat as f64 * f64::from(PERIOD) + error(beat);
            assert_eq!(calibration.press(TAP, at), None);
        }
        for _ in 0..STEADY {
            calibration.tick();
        }
    }

    #[test]
    fn two_tests_give_two_latencies() {
        let mut calibration = calibration();
        calibration.before.input = 5;
        assert!(calibration.clicks());
        assert_eq!(calibration.press(YES, 0.0), Some(Command::Begin));
        tap_all(&mut calibration, |beat| 40.0 + (beat % 3) as f64);
        assert!(!calibration.clicks());
        assert_eq!(calibration.press(YES, 0.0), Some(Command::Begin));
        tap_all(&mut calibration, |beat| -10.0 - (beat % 3) as f64);
        let Some(Command::Save(found)) = calibration.press(YES, 0.0) else {
            panic!("nothing was found");
        };
        assert_eq!((found.latencies.audio, found.latencies.visual), (36, -16));
        assert_eq!(found.latencies.input, 5);
        assert!(found.sound.is_some_and(|figures| figures.spread <= 1.0));
    }

    #[test]
    fn bluetooth_is_found_with_the_slider() {
        let mut calibration = calibration();
        for _ in 0..14 {
            calibration.press(Press::Key(KeyCode::ArrowRight), 0.0);
        }
        calibration.press(Press::Pad(Control::Left), 0.0);
        assert_eq!(calibration.coarse, 325);
        calibration.press(YES, 0.0);
        tap_all(&mut calibration, |_| 480.0);
        let Page::Answer(_, Ok(figures)) = calibration.page else {
            panic!("nothing was found");
        };
        assert!((figures.median - 480.0).abs() < 0.01);
    }

    #[test]
    fn a_refused_test_is_offered_again() {
        let mut calibration = calibration();
        calibration.press(YES, 0.0);
        tap_all(
            &mut calibration,
            |beat| if beat % 2 == 0 { 60.0 } else { -60.0 },
        );
        assert!(matches!(
            calibration.page,
            Page::Answer(Test::Sound, Err(Refusal::Spread(_)))
        ));
        assert_eq!(calibration.press(TAP, 0.0), None, "only yes is yes");
        assert_eq!(calibration.press(YES, 0.0), Some(Command::Begin));
        tap_all(&mut calibration, |_| 20.0);
        assert!(matches!(calibration.page, Page::Answer(_, Ok(_))));
    }

    #[test]
    fn a_last_tap_that_comes_twice_answers_nothing() {
        let mut calibration = calibration();
        calibration.press(YES, 0.0);
        for beat in COUNT_IN..COUNT_IN + 24 {
            calibration.press(YES, beat as f64 * f64::from(PERIOD));
        }
        assert!(matches!(calibration.page, Page::Answer(_, Ok(_))));
        assert_eq!(calibration.press(YES, 0.0), None);
        assert!(matches!(calibration.page, Page::Answer(_, Ok(_))));
    }

    #[test]
    fn without_sound_there_is_one_test() {
        let mut calibration = Calibration::new(Err("gone".into()), Latencies::default());
        assert!(!calibration.clicks());
        tap_all(&mut calibration, |_| 30.0);
        let Some(Command::Save(found)) = calibration.press(YES, 0.0) else {
            panic!("nothing was found");
        };
        assert_eq!((found.latencies.audio, found.latencies.visual), (0, 30));
        assert_eq!(found.sound, None);

        let mut calibration = self::calibration();
        calibration.press(YES, 0.0);
        assert_eq!(calibration.lose_sound("gone"), Some(Command::Begin));
        assert_eq!(calibration.page, Page::Taps(Test::Picture));
    }

    #[test]
    fn escape_leaves_from_anywhere() {
        let escape = Press::Key(KeyCode::Escape);
        let mut calibration = calibration();
        assert_eq!(calibration.press(escape, 0.0), Some(Command::Leave));
        calibration.press(YES, 0.0);
        assert_eq!(calibration.press(escape, 0.0), Some(Command::Leave));
        tap_all(&mut calibration, |_| 0.0);
        assert_eq!(calibration.press(escape, 0.0), Some(Command::Leave));
    }
}
