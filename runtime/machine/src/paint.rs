//! Flood fill with a small queue.
//!
//! The queue of waiting pixels is short and what does not fit is dropped, so
//! intricate shapes can keep holes: carts were drawn with that in mind.

use crate::screen::Screen;

/// Pixels that can wait at once.
const QUEUE: usize = 399;
/// The border color that means: fill what has the seed's color.
const NO_BORDER: u8 = 255;

impl Screen {
    /// Fills from a seed up to a border color, or with no border (255) the
    /// seed's color. Each pixel of the clip rectangle is filled at most once.
    pub(crate) fn paint(&mut self, x: i32, y: i32, color: i32, border: u8) {
        if !self.clip.contains(x, y) {
            return;
        }
        let color = self.video().mapped(color);
        let seed = self.pixel(x, y);
        let fills = |pixel: u8| {
            pixel != color
                && if border == NO_BORDER {
                    pixel == seed
                } else {
                    pixel != border
                }
        };
        if !fills(seed) {
            return;
        }
        let canvas = self.canvas();
        let (clip, width) = (canvas.clip, canvas.width);
        let mut queue = std::collections::VecDeque::with_capacity(QUEUE);
        canvas.pixels[y as usize * width + x as usize] = color;
        queue.push_back((x, y));
        while let Some((x, y)) = queue.pop_front() {
            for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                if clip.contains(x, y) && queue.len() < QUEUE {
                    let pixel = &mut canvas.pixels[y as usize * width + x as usize];
                    if fills(*pixel) {
                        *pixel = color;
                        queue.push_back((x, y));
                    }
                }
            }
        }
    }
}
