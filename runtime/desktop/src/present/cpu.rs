//! Pictures through plain memory that the window system shows. Each row of
//! the picture is enlarged once and then copied.

use std::num::NonZeroU32;
use std::sync::Arc;

use softbuffer::{Context, Surface};
use winit::window::Window;

use super::PresentError;
use crate::frame::Frame;
use crate::layout::Layout;

/// The presenter that needs no GPU.
pub(crate) struct Cpu {
    surface: Surface<Arc<Window>, Arc<Window>>,
    size: (u32, u32),
    /// Whether pictures are held back until they are asked after.
    held_back: bool,
}

impl Cpu {
    pub(super) fn new(window: &Arc<Window>) -> Result<Self, PresentError> {
        let failed = |error| PresentError::new("the window takes no picture", error);
        let context = Context::new(Arc::clone(window)).map_err(failed)?;
        let surface = Surface::new(&context, Arc::clone(window)).map_err(failed)?;
        Ok(Self {
            surface,
            size: (0, 0),
            held_back: super::is_x11(window),
        })
    }

    pub(super) fn present(
        &mut self,
        frame: &Frame,
        window: (u32, u32),
    ) -> Result<(), PresentError> {
        let failed = |error| PresentError::new("the window takes no picture", error);
        if self.size != window {
            let (Some(width), Some(height)) =
                (NonZeroU32::new(window.0), NonZeroU32::new(window.1))
            else {
                return Ok(());
            };
            self.surface.resize(width, height).map_err(failed)?;
            self.size = window;
        }
        let mut buffer = self.surface.buffer_mut().map_err(failed)?;
        let width = window.0 as usize;
        if buffer.len() >= width * window.1 as usize {
            enlarge(frame, window, &mut buffer);
        }
        buffer.present().map_err(failed)?;
        if self.held_back {
            // On X11 a picture stays in the connection's buffer until the
            // next one is begun, a frame late or, on a still screen, never.
            // Beginning one now sends it.
            self.surface.buffer_mut().map_err(failed)?;
        }
        Ok(())
    }
}

/// Fills a window's pixels, 0x00RRGGBB, with the frame and black around it.
fn enlarge(frame: &Frame, window: (u32, u32), out: &mut [u32]) {
    let layout = Layout::fit((frame.width, frame.height), window);
    let width = window.0 as usize;
    let (left, right) = (layout.x as usize, (layout.x + layout.width) as usize);
    let columns: Vec<u32> = (0..layout.width).map(|x| layout.column(x)).collect();
    let mut drawn: Option<(u32, usize)> = None;
    for y in 0..window.1 {
        let start = y as usize * width;
        if y < layout.y || y >= layout.y + layout.height {
            out[start..start + width].fill(0);
            continue;
        }
        let source = layout.row(y - layout.y);
        match drawn {
            Some((row, at)) if row == source => out.copy_within(at..at + width, start),
            _ => {
                let row = &mut out[start..start + width];
                row[..left].fill(0);
                row[right..].fill(0);
                let pixels = source as usize * frame.width as usize;
                for (to, &column) in row[left..right].iter_mut().zip(&columns) {
                    let at = (pixels + column as usize) * 4;
                    let rgb = &frame.rgba[at..at + 3];
                    *to = u32::from_be_bytes([0, rgb[0], rgb[1], rgb[2]]);
                }
                drawn = Some((source, start));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two by two pixels: 1 2 / 3 4 in the blue channel.
    fn check(window: (u32, u32), expected: &[&str]) {
        let frame = Frame {
            width: 2,
            height: 2,
            rgba: [1, 2, 3, 4]
                .iter()
                .flat_map(|&blue| [0, 0, blue, 255])
                .collect(),
        };
        let mut out = vec![9; (window.0 * window.1) as usize];
        enlarge(&frame, window, &mut out);
        let rows: Vec<String> = out
            .chunks(window.0 as usize)
            .map(|row| row.iter().map(ToString::to_string).collect())
            .collect();
        assert_eq!(rows, expected);
    }

    #[test]
    fn pixels_are_enlarged_and_the_rest_is_black() {
        check((2, 2), &["12", "34"]);
        check((4, 4), &["1122", "1122", "3344", "3344"]);
        check(
            (5, 7),
            &[
                "00000", "11220", "11220", "33440", "33440", "00000", "00000",
            ],
        );
        check((1, 3), &["0", "1", "0"]);
    }
}
