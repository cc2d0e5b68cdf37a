//! How loud the player wants it: a volume in percent, and when there is to
//! be silence. The ear hears ratios, so the gain is the square of the volume.

/// The player's choices about sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Loudness {
    /// 0 to 100, in steps of 5.
    pub(crate) percent: u8,
    /// Nothing is heard.
    pub(crate) muted: bool,
    /// Nothing is heard while another window has the keyboard.
    pub(crate) mute_unfocused: bool,
}

impl Default for Loudness {
    fn default() -> Self {
        Self {
            percent: FULL,
            muted: false,
            mute_unfocused: false,
        }
    }
}

const FULL: u8 = 100;
const STEP: u8 = 5;

impl Loudness {
    /// A volume from a file, which may hold anything.
    pub(crate) fn at(percent: u8) -> u8 {
        percent.min(FULL) / STEP * STEP
    }

    /// A step louder; whoever turns it up wants to hear something.
    pub(crate) fn raise(&mut self) {
        self.percent = Self::at(self.percent.saturating_add(STEP));
        self.muted = false;
    }

    /// A step quieter.
    pub(crate) fn lower(&mut self) {
        self.percent = self.percent.saturating_sub(STEP);
    }

    /// As it is while something has to be heard, whatever was chosen.
    pub(crate) fn audible(self) -> Self {
        Self {
            percent: self.percent.max(FULL / 2),
            muted: false,
            mute_unfocused: false,
        }
    }

    /// What samples are multiplied by.
    pub(crate) fn gain(self, focused: bool) -> f32 {
        if self.muted || (self.mute_unfocused && !focused) {
            return 0.0;
        }
        let part = f32::from(self.percent) / f32::from(FULL);
        part * part
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the gains are exact")]
mod tests {
    use super::*;

    #[test]
    fn steps_end_at_both_ends() {
        let mut loudness = Loudness::default();
        loudness.raise();
        assert_eq!(loudness.percent, 100);
        (0..30).for_each(|_| loudness.lower());
        assert_eq!(loudness.percent, 0);
        loudness.muted = true;
        loudness.raise();
        assert_eq!((loudness.percent, loudness.muted), (5, false));
        assert_eq!(Loudness::at(255), 100);
        assert_eq!(Loudness::at(63), 60);
    }

    #[test]
    fn silence_is_by_choice_only() {
        let gain = |muted, mute_unfocused, focused| {
            Loudness {
                percent: 50,
                muted,
                mute_unfocused,
            }
            .gain(focused)
        };
        assert_eq!(gain(false, false, true), 0.25);
        assert_eq!(gain(false, false, false), 0.25);
        assert_eq!(gain(false, true, true), 0.25);
        assert_eq!(gain(false, true, false), 0.0);
        assert_eq!(gain(true, false, true), 0.0);
        let muted = Loudness {
            percent: 0,
            muted: true,
            mute_unfocused: true,
        };
        assert_eq!(muted.audible().gain(false), 0.25);
    }
}
