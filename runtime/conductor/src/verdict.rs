//! How good an input was: the eight verdicts, and the windows that decide.
//!
//! Windows are symmetric around a beat, inclusive, and compared as integers.

use crate::time::{BeatPosition, NANOS_A_BEAT, SongTime};

/// The judged state of one beat for one player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Verdict {
    /// No input yet; it is still possible.
    #[default]
    None,
    /// After the previous beat's close-out, before this one's Okay window.
    Early,
    /// Within the widest window.
    Okay,
    /// Within the middle window.
    Good,
    /// Within the narrowest window.
    Great,
    /// After the Okay window, before the close-out.
    Late,
    /// Within a window, but the cart says that the action is illegal.
    Failed,
    /// The beat was closed out without an input.
    Missed,
    /// A second input for a beat that is used up. No beat ever has this
    /// verdict; it is what such an input is told.
    Rejected,
}

impl Verdict {
    /// The name that carts see.
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::None => "none",
            Verdict::Early => "early",
            Verdict::Okay => "okay",
            Verdict::Good => "good",
            Verdict::Great => "great",
            Verdict::Late => "late",
            Verdict::Failed => "failed",
            Verdict::Missed => "missed",
            Verdict::Rejected => "rejected",
        }
    }

    /// Great, Good and Okay.
    pub const fn is_success(self) -> bool {
        matches!(self, Verdict::Great | Verdict::Good | Verdict::Okay)
    }
}

/// Distances from a beat, in billionths of a beat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Windows {
    great: i64,
    good: i64,
    okay: i64,
    close: i64,
}

impl Default for Windows {
    fn default() -> Windows {
        Windows {
            great: NANOS_A_BEAT * 6 / 100,
            good: NANOS_A_BEAT * 12 / 100,
            okay: NANOS_A_BEAT * 18 / 100,
            close: NANOS_A_BEAT / 4,
        }
    }
}

/// Windows that contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "windows must be 0 < great <= good <= okay < close and close <= 1 - okay, in beats; got great {great}, good {good}, okay {okay}, close {close}"
)]
pub struct WindowsError {
    /// As asked for, in beats.
    pub great: f64,
    /// As asked for, in beats.
    pub good: f64,
    /// As asked for, in beats.
    pub okay: f64,
    /// As asked for, in beats.
    pub close: f64,
}

impl Windows {
    /// Windows in beats: the widest distance of each verdict, and the phase at
    /// which a beat is closed out.
    ///
    /// # Errors
    /// Unless 0 < great <= good <= okay < close <= 1 - okay.
    pub fn new(great: f64, good: f64, okay: f64, close: f64) -> Result<Windows, WindowsError> {
        let nanos = |beats: f64| BeatPosition::of_beats(beats).0;
        let windows = Windows {
            great: nanos(great),
            good: nanos(good),
            okay: nanos(okay),
            close: nanos(close),
        };
        let Windows {
            great: a,
            good: b,
            okay: c,
            close: d,
        } = windows;
        let finite = [great, good, okay, close].iter().all(|it| it.is_finite());
        if finite && 0 < a && a <= b && b <= c && c < d && d <= NANOS_A_BEAT - c {
            Ok(windows)
        } else {
            Err(WindowsError {
                great,
                good,
                okay,
                close,
            })
        }
    }

    /// The widest distance of a verdict, in beats; 0 for those without one.
    pub fn distance(&self, verdict: Verdict) -> f64 {
        let nanos = match verdict {
            Verdict::Great => self.great,
            Verdict::Good => self.good,
            Verdict::Okay => self.okay,
            Verdict::Late => self.close,
            _ => 0,
        };
        BeatPosition(nanos).beats()
    }

    /// The phase of the close-out, in billionths of a beat.
    pub const fn close(&self) -> i64 {
        self.close
    }

    /// Which beat an input at a position is for, and how good it is: Early,
    /// Okay, Good, Great or Late. A position at exactly the close-out belongs
    /// to the next beat.
    pub fn grade(&self, position: BeatPosition) -> (i64, Verdict) {
        let (index, phase) = (position.index(), position.phase());
        if phase < self.close {
            let verdict = self.within(phase).unwrap_or(Verdict::Late);
            return (index, verdict);
        }
        let verdict = self.within(NANOS_A_BEAT - phase);
        (index + 1, verdict.unwrap_or(Verdict::Early))
    }

    fn within(&self, distance: i64) -> Option<Verdict> {
        [
            (self.great, Verdict::Great),
            (self.good, Verdict::Good),
            (self.okay, Verdict::Okay),
        ]
        .into_iter()
        .find(|&(most, _)| distance <= most)
        .map(|(_, verdict)| verdict)
    }
}

/// How far an input was from its beat; negative is before it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Offset {
    /// In beats.
    pub beats: BeatPosition,
    /// In time.
    pub time: SongTime,
}

#[cfg(test)]
mod tests {
    use super::{BeatPosition, NANOS_A_BEAT, Verdict, Windows};

    #[test]
    fn every_edge_belongs_where_the_table_says() {
        use Verdict::{Early, Good, Great, Late, Okay};
        let check = |thousandths: i64, expected: (i64, Verdict)| {
            let at = BeatPosition(41 * NANOS_A_BEAT + thousandths * (NANOS_A_BEAT / 1000));
            assert_eq!(Windows::default().grade(at), expected, "{thousandths}");
        };
        check(0, (41, Great));
        check(60, (41, Great));
        check(61, (41, Good));
        check(120, (41, Good));
        check(121, (41, Okay));
        check(180, (41, Okay));
        check(181, (41, Late));
        check(249, (41, Late));
        check(250, (42, Early));
        check(819, (42, Early));
        check(820, (42, Okay));
        check(879, (42, Okay));
        check(880, (42, Good));
        check(939, (42, Good));
        check(940, (42, Great));
        check(999, (42, Great));
        check(-60, (41, Great));
    }

    #[test]
    fn a_billionth_of_a_beat_beyond_an_edge_is_beyond_it() {
        let windows = Windows::default();
        let edge = NANOS_A_BEAT * 6 / 100;
        assert_eq!(windows.grade(BeatPosition(edge)).1, Verdict::Great);
        assert_eq!(windows.grade(BeatPosition(edge + 1)).1, Verdict::Good);
        assert_eq!(windows.grade(BeatPosition(-edge)).1, Verdict::Great);
        assert_eq!(windows.grade(BeatPosition(-edge - 1)).1, Verdict::Good);
    }

    #[test]
    fn windows_that_contradict_each_other_are_refused() {
        assert_eq!(Windows::new(0.06, 0.12, 0.18, 0.25), Ok(Windows::default()));
        for bad in [
            (0.0, 0.1, 0.2, 0.25),
            (0.2, 0.1, 0.2, 0.25),
            (0.1, 0.2, 0.25, 0.25),
            (0.1, 0.2, 0.4, 0.7),
            (f64::NAN, 0.2, 0.2, 0.25),
        ] {
            assert!(Windows::new(bad.0, bad.1, bad.2, bad.3).is_err(), "{bad:?}");
        }
    }
}
