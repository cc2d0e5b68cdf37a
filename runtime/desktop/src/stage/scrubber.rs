//! The timeline of developer mode: which ticks are kept, small pictures of
//! them, and where a key or the mouse leads. Pure: it is told what is kept and
//! says which tick to go to.

use std::collections::VecDeque;
use std::ops::RangeInclusive;

use winit::keyboard::KeyCode;

use crate::frame::{Color, DARK, Frame, GRAY, WHITE, YELLOW, text_width};
use crate::thumbnail::Thumbnail;

/// Height of the timeline below the game.
pub(super) const HEIGHT: i32 = 72;
/// Ticks between two pictures.
const EVERY: u64 = 60;
/// Pictures that are kept: ten minutes.
const MOST: usize = 600;
/// Width and height of a picture on the timeline.
const WIDTH: usize = 32;
/// Ticks that a page is.
const PAGE: u64 = 60;
/// Between the bar and the edges.
const MARGIN: i32 = 8;
/// Where the bar is, from the top of the timeline.
const BAR: i32 = 38;
const TROUGH: Color = [0x33, 0x3c, 0x57];

/// The timeline, and whether the game stands still.
#[derive(Default)]
pub(super) struct Scrubber {
    paused: bool,
    /// The mouse holds the playhead.
    dragging: bool,
    pictures: VecDeque<(u64, Thumbnail)>,
}

/// Where a key leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To a kept tick.
    To(u64),
    /// To the tick after the newest one, which has to be played.
    Play,
}

impl Scrubber {
    /// Whether the game stands still.
    pub(super) fn is_paused(&self) -> bool {
        self.paused
    }

    /// Stops the game, or lets it go on.
    pub(super) fn set_paused(&mut self, paused: bool) {
        self.paused = paused;
        self.dragging = false;
    }

    /// Takes the picture of a tick, if it is time for one.
    pub(super) fn note(&mut self, tick: u64, picture: &console::Picture) {
        self.forget_after(tick);
        let due = (self.pictures.back()).is_none_or(|&(last, _)| tick >= last + EVERY);
        if due {
            if self.pictures.len() >= MOST {
                self.pictures.pop_front();
            }
            self.pictures
                .push_back((tick, Thumbnail::of(picture, WIDTH)));
        }
    }

    /// The ticks after this one have not been.
    pub(super) fn forget_after(&mut self, tick: u64) {
        while (self.pictures.back()).is_some_and(|&(last, _)| last > tick) {
            self.pictures.pop_back();
        }
    }

    /// Where a key leads from a tick. None if it is no key of the timeline.
    pub(super) fn key(place: KeyCode, at: u64, kept: &RangeInclusive<u64>) -> Option<Step> {
        let to = match place {
            KeyCode::Comma | KeyCode::ArrowLeft => at.saturating_sub(1),
            KeyCode::Period | KeyCode::ArrowRight if at >= *kept.end() => return Some(Step::Play),
            KeyCode::Period | KeyCode::ArrowRight => at + 1,
            KeyCode::Home => *kept.start(),
            KeyCode::End => *kept.end(),
            KeyCode::PageUp => at.saturating_sub(PAGE),
            KeyCode::PageDown => at + PAGE,
            _ => return None,
        };
        (!kept.is_empty()).then(|| Step::To(to.clamp(*kept.start(), *kept.end())))
    }

    /// The mouse button goes down at a point of the timeline, counted from its
    /// left top corner: where that leads.
    pub(super) fn grab(
        &mut self,
        point: (i32, i32),
        width: i32,
        kept: &RangeInclusive<u64>,
    ) -> Option<u64> {
        let inside = (0..HEIGHT).contains(&point.1) && (0..width).contains(&point.0);
        self.dragging = inside && !kept.is_empty();
        self.drag(point.0, width, kept)
    }

    /// The mouse moves: where the playhead goes, if it is held.
    pub(super) fn drag(&self, x: i32, width: i32, kept: &RangeInclusive<u64>) -> Option<u64> {
        self.dragging.then(|| tick_at(x, width, kept))
    }

    /// The mouse button goes up.
    pub(super) fn let_go(&mut self) {
        self.dragging = false;
    }

    /// Draws it with its left top corner there.
    pub(super) fn draw(
        &self,
        frame: &mut Frame,
        (x, y): (i32, i32),
        width: i32,
        at: u64,
        kept: &RangeInclusive<u64>,
    ) {
        frame.fill(x, y, width, HEIGHT, DARK);
        let state = if self.paused { "Paused" } else { "Running" };
        let color = if self.paused { YELLOW } else { GRAY };
        let end = frame.text(x + MARGIN, y + 3, &format!("{state}  tick {at}"), color);
        if kept.is_empty() {
            frame.text(end + 10, y + 3, "nothing is kept yet", GRAY);
            return;
        }
        let seconds = |ticks: u64| ticks as f64 / 60.0;
        let back = format!(
            "{:.2} s back of {:.0} s",
            seconds(kept.end().saturating_sub(at)),
            seconds(kept.end() - kept.start())
        );
        frame.text(x + width - MARGIN - text_width(&back), y + 3, &back, WHITE);
        let shown = ((width - 2 * MARGIN) / WIDTH as i32).max(1);
        let gap = (width - 2 * MARGIN - shown * WIDTH as i32) / (shown - 1).max(1);
        for slot in 0..shown {
            let left = MARGIN + slot * (WIDTH as i32 + gap);
            let tick = tick_at(left + WIDTH as i32 / 2, width, kept);
            if let Some(picture) = self.picture_near(tick) {
                picture.draw(frame, x + left, y + 14);
            }
        }
        frame.fill(x + MARGIN, y + BAR, width - 2 * MARGIN, 4, TROUGH);
        let head = x + x_of(at, width, kept);
        frame.fill(x + MARGIN, y + BAR, head - x - MARGIN, 4, GRAY);
        frame.fill(head - 1, y + BAR - 3, 3, 10, YELLOW);
        let help: [&str; 2] = if self.paused {
            [
                ", . one tick   PgUp PgDn a second   Home End",
                "mouse: drag   F4: play on   F2: close",
            ]
        } else {
            ["F4: pause   F2: close", "Tab: page   PgUp PgDn: scroll"]
        };
        for (line, text) in help.iter().zip([49, 58]) {
            frame.text(x + MARGIN, y + text, line, GRAY);
        }
    }

    /// The picture that was taken nearest to a tick.
    fn picture_near(&self, tick: u64) -> Option<&Thumbnail> {
        (self.pictures.iter())
            .min_by_key(|(taken, _)| taken.abs_diff(tick))
            .map(|(_, picture)| picture)
    }
}

fn tick_at(x: i32, width: i32, kept: &RangeInclusive<u64>) -> u64 {
    let room = (width - 2 * MARGIN - 1).max(1);
    let place = (x - MARGIN).clamp(0, room) as u64;
    let span = kept.end().saturating_sub(*kept.start());
    kept.start() + (place * span + room as u64 / 2) / room as u64
}

fn x_of(tick: u64, width: i32, kept: &RangeInclusive<u64>) -> i32 {
    let room = (width - 2 * MARGIN - 1).max(1) as u64;
    let span = kept.end().saturating_sub(*kept.start()).max(1);
    let place = tick.saturating_sub(*kept.start()).min(span);
    MARGIN + (place * room / span) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(key: KeyCode, at: u64, expected: Option<Step>) {
        assert_eq!(Scrubber::key(key, at, &(2..=500)), expected, "{key:?}");
    }

    #[test]
    fn keys_lead_to_kept_ticks() {
        check(KeyCode::Comma, 500, Some(Step::To(499)));
        check(KeyCode::Comma, 2, Some(Step::To(2)));
        check(KeyCode::Period, 499, Some(Step::To(500)));
        check(KeyCode::Period, 500, Some(Step::Play));
        check(KeyCode::PageUp, 100, Some(Step::To(40)));
        check(KeyCode::PageUp, 40, Some(Step::To(2)));
        check(KeyCode::PageDown, 480, Some(Step::To(500)));
        check(KeyCode::Home, 300, Some(Step::To(2)));
        check(KeyCode::End, 300, Some(Step::To(500)));
        check(KeyCode::KeyQ, 300, None);
        let nothing = RangeInclusive::new(1, 0);
        assert_eq!(Scrubber::key(KeyCode::Comma, 1, &nothing), None);
        assert_eq!(
            Scrubber::key(KeyCode::Period, 1, &nothing),
            Some(Step::Play)
        );
    }

    #[test]
    fn the_mouse_drags_from_end_to_end() {
        let (kept, width) = (10..=3_610, 256);
        let mut scrubber = Scrubber::default();
        assert_eq!(scrubber.drag(100, width, &kept), None);
        assert_eq!(scrubber.grab((0, 40), width, &kept), Some(10));
        assert_eq!(scrubber.drag(900, width, &kept), Some(3_610));
        let middle = scrubber.drag(128, width, &kept).unwrap();
        assert!((1_780..1_840).contains(&middle), "{middle}");
        assert_eq!(x_of(middle, width, &kept), 128);
        scrubber.let_go();
        assert_eq!(scrubber.drag(100, width, &kept), None);
        assert_eq!(scrubber.grab((0, -4), width, &kept), None);
    }

    #[test]
    fn pictures_are_a_second_apart_and_forget_what_has_not_been() {
        let cart = console::Cart::from_bytes("a.lua", b"function TIC() end").unwrap();
        let options = console::Options::default();
        let console = console::Console::new(cart, options, Box::new(console::NullHost));
        let mut scrubber = Scrubber::default();
        for tick in 1..=300 {
            scrubber.note(tick, console.picture());
        }
        assert_eq!(scrubber.pictures.len(), 5);
        scrubber.note(130, console.picture());
        let ticks: Vec<u64> = scrubber.pictures.iter().map(|&(tick, _)| tick).collect();
        assert_eq!(ticks, [1, 61, 121]);
        assert!(scrubber.picture_near(70).is_some());
    }
}
