//! Rectangles, filled and outlined.

use crate::screen::Screen;

impl Screen {
    /// Fills a rectangle; sizes below 1 draw nothing.
    pub(crate) fn rectangle(&mut self, x: i32, y: i32, width: i32, height: i32, color: i32) {
        let color = self.video().mapped(color);
        self.canvas().rectangle(x, y, width, height, color);
    }

    /// Draws the outline of a rectangle: two rows and two columns, of which a
    /// negative size leaves one pair out.
    pub(crate) fn rectangle_outline(
        &mut self,
        x: i32,
        y: i32,
        width: i32,
        height: i32,
        color: i32,
    ) {
        let color = self.video().mapped(color);
        let right = x.wrapping_add(width).wrapping_sub(1);
        let bottom = y.wrapping_add(height).wrapping_sub(1);
        let mut canvas = self.canvas();
        canvas.span(x, y, width, color);
        canvas.span(x, bottom, width, color);
        canvas.column(x, y, height, color);
        canvas.column(right, y, height, color);
    }
}
