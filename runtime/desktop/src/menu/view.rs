//! The pause menu on the screen, and which row lies under the mouse. Rows
//! that do not fit scroll with the choice.

use super::Menu;
use crate::bindings::Bindings;
use crate::frame::{DARK, Frame, GRAY, LINE, WHITE, YELLOW, text_width};

const TOP: i32 = 22;
const BOTTOM: i32 = 14;
const ROW: i32 = LINE + 1;

/// Where the rows lie on a frame.
struct Rows {
    left: i32,
    right: i32,
    first: usize,
    shown: usize,
}

impl Menu {
    /// Draws over a darkened frame.
    pub(crate) fn draw(&self, frame: &mut Frame, bindings: &Bindings) {
        let rows = self.rows(bindings);
        let place = self.place((frame.width, frame.height), rows.len());
        let width = frame.width as i32;
        let heading = self.heading();
        frame.text((width - text_width(&heading)) / 2, 8, &heading, YELLOW);
        for (at, row) in rows.iter().enumerate().skip(place.first).take(place.shown) {
            let y = TOP + (at - place.first) as i32 * ROW;
            let color = if at == self.selected() {
                frame.fill(
                    place.left - 3,
                    y - 2,
                    place.right - place.left + 6,
                    ROW,
                    DARK,
                );
                YELLOW
            } else {
                WHITE
            };
            frame.text(place.left, y, &row.label, color);
            frame.text(place.right - text_width(&row.value), y, &row.value, color);
        }
        if let Some(slot) = self.chosen_slot() {
            let (x, y) = (place.right + 14, TOP);
            match &slot.picture {
                Some(picture) => picture.draw(frame, x, y),
                None => frame.fill(x, y, 96, 54, DARK),
            }
        }
        let advice = self.advice();
        let y = frame.height as i32 - BOTTOM + 2;
        frame.text((width - text_width(advice)) / 2, y, advice, GRAY);
    }

    /// The row under a pixel of the frame.
    pub(crate) fn row_at(
        &self,
        size: (u32, u32),
        pixel: (u32, u32),
        bindings: &Bindings,
    ) -> Option<usize> {
        let count = self.rows(bindings).len();
        let place = self.place(size, count);
        let (x, y) = (pixel.0 as i32, pixel.1 as i32 - TOP + 2);
        if y < 0 || x < place.left - 3 || x >= place.right + 3 {
            return None;
        }
        let at = (y / ROW) as usize;
        (at < place.shown && place.first + at < count).then_some(place.first + at)
    }

    fn place(&self, size: (u32, u32), count: usize) -> Rows {
        let (width, height) = (size.0 as i32, size.1 as i32);
        let shown = ((height - TOP - BOTTOM) / ROW).max(1) as usize;
        let first = (self.selected() + 1)
            .saturating_sub(shown)
            .min(count.saturating_sub(shown));
        let half = 88.min(width / 2 - 8);
        if self.shows_slots() {
            let left = (width / 2 - 112).max(4);
            return Rows {
                left,
                right: left + 114,
                first,
                shown: shown.min(count),
            };
        }
        Rows {
            left: width / 2 - half,
            right: width / 2 + half,
            first,
            shown: shown.min(count),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loudness::Loudness;
    use crate::menu::Offers;

    #[test]
    fn the_mouse_finds_the_row_that_is_drawn_there() {
        let bindings = Bindings::default();
        let menu = Menu::new(
            Vec::new(),
            false,
            Some(Loudness::default()),
            Offers::default(),
        );
        let size = (256, 144);
        for row in 0..menu.rows(&bindings).len() {
            let y = TOP as u32 + row as u32 * ROW as u32 + 3;
            assert_eq!(menu.row_at(size, (128, y), &bindings), Some(row));
        }
        assert_eq!(menu.row_at(size, (128, 5), &bindings), None);
        assert_eq!(menu.row_at(size, (2, 30), &bindings), None);
        assert_eq!(menu.row_at(size, (128, 140), &bindings), None);
    }

    #[test]
    fn a_long_list_is_drawn_on_any_frame() {
        let menu = Menu::new(vec!["ENTRY".into(); 40], true, None, Offers::default());
        for (width, height) in [(256, 144), (240, 120), (8, 8)] {
            let mut frame = Frame {
                width,
                height,
                rgba: vec![0; (width * height * 4) as usize],
            };
            menu.draw(&mut frame, &Bindings::default());
        }
    }
}
