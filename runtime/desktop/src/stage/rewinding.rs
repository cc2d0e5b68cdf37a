//! Going back while a key is held: by how many ticks in each tick, and the
//! mark on the screen that says so. Pure: it is told what is held and which
//! ticks are kept, and says where to go.

use std::ops::RangeInclusive;

use crate::edges::Switch;
use crate::frame::{Color, DARK, Frame, GRAY, WHITE, YELLOW, text_width};

/// Ticks after which it goes twice as fast, and again.
const FASTER: u32 = 60;
/// How often it gets faster.
const MOST_DOUBLED: u32 = 2;
/// Ticks that a key which the cart reads too has to be held.
pub(super) const PATIENCE: u32 = 15;
/// Behind the bar.
const TROUGH: Color = [0x33, 0x3c, 0x57];

/// What is to be done in a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Motion {
    /// Play.
    Forward,
    /// Show this tick.
    Back(u64),
    /// Show what is shown: there is nothing older.
    Stay,
    /// It was let go: play on from here.
    Land,
}

/// The keys that turn time back, and since when.
#[derive(Default)]
pub(super) struct Rewinding {
    held: Vec<Switch>,
    /// Ticks that something has been held.
    ticks: u32,
    /// Ticks before it begins.
    patience: u32,
    /// Where it began.
    from: Option<u64>,
}

impl Rewinding {
    /// A key goes down; it counts once it was held for so many ticks.
    pub(super) fn press(&mut self, switch: Switch, patience: u32) {
        if self.held.is_empty() {
            self.patience = patience;
        }
        if !self.held.contains(&switch) {
            self.held.push(switch);
        }
    }

    /// The keys that a test picks go up.
    pub(super) fn release_where(&mut self, picked: impl Fn(Switch) -> bool) {
        self.held.retain(|&switch| !picked(switch));
    }

    /// Whether time goes back.
    pub(super) fn is_on(&self) -> bool {
        self.from.is_some()
    }

    /// Where to go in this tick, from tick `at`.
    pub(super) fn tick(&mut self, at: u64, kept: &RangeInclusive<u64>) -> Motion {
        if self.held.is_empty() {
            self.ticks = 0;
            let ends = self.from.take().is_some();
            return if ends { Motion::Land } else { Motion::Forward };
        }
        if self.from.is_none() && (self.ticks < self.patience || kept.is_empty()) {
            self.ticks += 1;
            return Motion::Forward;
        }
        if self.from.is_none() {
            self.ticks = 0;
            self.from = Some(at);
        }
        let goal = at
            .saturating_sub(self.speed())
            .clamp(*kept.start(), *kept.end());
        self.ticks += 1;
        if goal < at {
            Motion::Back(goal)
        } else {
            Motion::Stay
        }
    }

    /// Ticks in a tick.
    fn speed(&self) -> u64 {
        1 << (self.ticks / FASTER).min(MOST_DOUBLED)
    }

    /// Draws the mark: two arrows and the seconds that were taken back in a
    /// corner, and in the border at the bottom what is kept.
    pub(super) fn draw(&self, frame: &mut Frame, at: u64, kept: &RangeInclusive<u64>) {
        let Some(from) = self.from else { return };
        let at_end = at <= *kept.start();
        let mut words = format!("-{:.1} s", from.saturating_sub(at) as f64 / 60.0);
        if at_end {
            words.push_str("  no further");
        } else if self.speed() > 1 {
            words = format!("{words}  {}x", self.speed());
        }
        frame.fill(8, 4, text_width(&words) + 22, 11, DARK);
        for arrow in 0..2 {
            for column in 0..4 {
                let x = 11 + arrow * 6 + column;
                frame.fill(x, 9 - column, 1, column * 2 + 1, YELLOW);
            }
        }
        frame.text(26, 7, &words, WHITE);
        let (left, width) = (8, frame.width as i32 - 16);
        let (first, last) = (*kept.start(), (*kept.end()).max(from));
        let place = |tick: u64| {
            let part = tick.saturating_sub(first) as f64 / (last - first).max(1) as f64;
            (part * f64::from(width)) as i32
        };
        let y = frame.height as i32 - 3;
        frame.fill(left, y, width, 2, TROUGH);
        frame.fill(left, y, place(at), 2, GRAY);
        frame.fill(left + place(at) - 1, y - 1, 3, 4, YELLOW);
    }
}

#[cfg(test)]
mod tests {
    use winit::keyboard::KeyCode;

    use super::*;

    const KEY: Switch = Switch::Key(KeyCode::Backspace);

    /// Holds the key for so many ticks; the ticks that were shown.
    fn hold(
        rewinding: &mut Rewinding,
        ticks: u32,
        mut at: u64,
        kept: &RangeInclusive<u64>,
    ) -> Vec<u64> {
        let mut shown = Vec::new();
        for _ in 0..ticks {
            if let Motion::Back(tick) = rewinding.tick(at, kept) {
                at = tick;
                shown.push(tick);
            }
        }
        shown
    }

    #[test]
    fn it_goes_tick_by_tick_and_then_faster() {
        let mut rewinding = Rewinding::default();
        rewinding.press(KEY, 0);
        let shown = hold(&mut rewinding, 180, 1_000, &(2..=1_000));
        assert_eq!(shown[..3], [999, 998, 997]);
        assert_eq!(shown[59..62], [940, 938, 936]);
        assert_eq!(shown[119..122], [820, 816, 812]);
        assert_eq!(shown.last(), Some(&580));
        rewinding.release_where(|switch| switch == KEY);
        assert_eq!(rewinding.tick(580, &(2..=1_000)), Motion::Land);
        assert_eq!(rewinding.tick(581, &(2..=581)), Motion::Forward);
    }

    #[test]
    fn it_stops_at_the_oldest_tick() {
        let mut rewinding = Rewinding::default();
        rewinding.press(KEY, 0);
        assert_eq!(hold(&mut rewinding, 5, 100, &(98..=100)), [99, 98]);
        assert_eq!(rewinding.tick(98, &(98..=100)), Motion::Stay);
        let mut nothing = Rewinding::default();
        nothing.press(KEY, 0);
        let empty = RangeInclusive::new(1, 0);
        assert_eq!(nothing.tick(1, &empty), Motion::Forward);
    }

    #[test]
    fn a_key_of_the_cart_has_to_be_held_for_a_while() {
        let mut rewinding = Rewinding::default();
        rewinding.press(KEY, 3);
        let motions: Vec<Motion> = (0..4).map(|_| rewinding.tick(50, &(2..=50))).collect();
        let (forward, back) = (Motion::Forward, Motion::Back(49));
        assert_eq!(motions, [forward, forward, forward, back]);
    }

    #[test]
    fn the_mark_fits_any_frame() {
        let mut rewinding = Rewinding::default();
        rewinding.press(KEY, 0);
        hold(&mut rewinding, 5, 100, &(2..=100));
        for (width, height) in [(256, 144), (8, 8)] {
            let mut frame = Frame {
                width,
                height,
                rgba: vec![0; (width * height * 4) as usize],
            };
            rewinding.draw(&mut frame, 95, &(2..=100));
        }
    }
}
