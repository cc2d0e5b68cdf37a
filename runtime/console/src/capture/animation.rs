//! Pictures as an animated GIF. Every second tick is shown: GIF counts time
//! in hundredths, and browsers slow down what claims to be faster than 50
//! frames a second, so 30 with delays of 3, 3 and 4 is the best that keeps
//! time. Only the rectangle that changed is written.

use std::io::Write;

use super::CaptureError;
use super::indexed::Indexed;
use crate::Picture;

/// One picture of this many ticks is shown, the rest are left out.
pub(super) const TICKS_PER_SHOT: u64 = 2;

/// Writes a GIF as pictures come in, sixty a second.
pub struct GifRecorder<W: Write> {
    encoder: gif::Encoder<W>,
    width: usize,
    height: usize,
    ticks: u64,
    written: u64,
    shown: Option<Indexed>,
    waiting: Option<Indexed>,
}

impl<W: Write> GifRecorder<W> {
    /// Starts an endlessly repeating GIF of pictures of this size.
    pub fn new(to: W, width: usize, height: usize) -> Result<Self, CaptureError> {
        let side = |pixels: usize| u16::try_from(pixels).ok().filter(|&pixels| pixels > 0);
        let (Some(wide), Some(high)) = (side(width), side(height)) else {
            return Err(CaptureError::Size { width, height });
        };
        let mut encoder = gif::Encoder::new(to, wide, high, &[])?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        Ok(Self {
            encoder,
            width,
            height,
            ticks: 0,
            written: 0,
            shown: None,
            waiting: None,
        })
    }

    /// Adds the picture of one tick. One of another size is enlarged a whole
    /// number of times, or made smaller, and centered.
    pub fn add(&mut self, picture: &Picture) -> Result<(), CaptureError> {
        if self.ticks.is_multiple_of(TICKS_PER_SHOT) {
            self.show(Indexed::new(picture), 1)
        } else {
            self.ticks += 1;
            Ok(())
        }
    }

    /// Shows a picture for a number of ticks.
    pub(super) fn show(&mut self, picture: Indexed, ticks: u64) -> Result<(), CaptureError> {
        let picture = picture.fitted(self.width, self.height);
        if self.waiting.as_ref() != Some(&picture) {
            self.write_waiting()?;
            self.waiting = Some(picture);
        }
        self.ticks += ticks;
        Ok(())
    }

    /// Writes the last picture and the end of the file.
    pub fn finish(mut self) -> Result<W, CaptureError> {
        self.write_waiting()?;
        Ok(self.encoder.into_inner()?)
    }

    fn write_waiting(&mut self) -> Result<(), CaptureError> {
        let Some(picture) = self.waiting.take() else {
            return Ok(());
        };
        // Rounding the moments, not the lengths, keeps the whole in time.
        let hundredths = |ticks: u64| (ticks * 100 + 30) / 60;
        let delay = hundredths(self.ticks).saturating_sub(hundredths(self.written));
        self.written = self.ticks;
        let area = self.shown.as_ref().map_or(Area::whole(&picture), |shown| {
            Area::changed(shown, &picture)
        });
        let mut palette = picture.palette.concat();
        if palette.is_empty() {
            palette = vec![0; 3];
        }
        let frame = gif::Frame {
            delay: u16::try_from(delay).unwrap_or(u16::MAX),
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            dispose: gif::DisposalMethod::Keep,
            palette: Some(palette),
            buffer: area.cut(&picture).into(),
            ..gif::Frame::default()
        };
        self.encoder.write_frame(&frame)?;
        self.shown = Some(picture);
        Ok(())
    }
}

/// The part of a picture that differs from the one before.
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Area {
    fn whole(picture: &Indexed) -> Self {
        Self {
            left: 0,
            top: 0,
            width: picture.width,
            height: picture.height,
        }
    }

    fn changed(before: &Indexed, after: &Indexed) -> Self {
        // Equal indices mean equal colors only under equal palettes.
        if before.palette != after.palette {
            let color =
                |picture: &Indexed, at: usize| picture.palette[usize::from(picture.pixels[at])];
            return Self::found(after, |at| color(before, at) != color(after, at));
        }
        Self::found(after, |at| before.pixels[at] != after.pixels[at])
    }

    fn found(picture: &Indexed, differs: impl Fn(usize) -> bool) -> Self {
        let (mut left, mut right, mut top, mut bottom) = (picture.width, 0, picture.height, 0);
        for y in 0..picture.height {
            for x in 0..picture.width {
                if differs(y * picture.width + x) {
                    left = left.min(x);
                    right = right.max(x + 1);
                    top = top.min(y);
                    bottom = bottom.max(y + 1);
                }
            }
        }
        if right == 0 {
            // A frame has at least one pixel.
            (left, right, top, bottom) = (0, 1, 0, 1);
        }
        Self {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }

    fn cut(&self, picture: &Indexed) -> Vec<u8> {
        picture
            .pixels
            .chunks_exact(picture.width)
            .skip(self.top)
            .take(self.height)
            .flat_map(|row| &row[self.left..self.left + self.width])
            .copied()
            .collect()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::capture::still::tests::picture;

    /// A 4x2 picture with one lit pixel.
    pub(in crate::capture) fn lit(at: usize) -> Picture {
        let mut rgba = [10, 20, 30, 255].repeat(8);
        rgba[at * 4..at * 4 + 3].copy_from_slice(&[250, 0, 0]);
        picture(4, 2, rgba)
    }

    /// Delays in hundredths and the whole pictures of a GIF.
    pub(in crate::capture) fn decode(file: &[u8]) -> Vec<(u16, Vec<u8>)> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(file).unwrap();
        let (width, height) = (decoder.width() as usize, decoder.height() as usize);
        let mut canvas = vec![0; width * height * 4];
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let (left, top) = (frame.left as usize, frame.top as usize);
            let row_bytes = frame.width as usize * 4;
            for (y, row) in frame.buffer.chunks_exact(row_bytes).enumerate() {
                let at = ((top + y) * width + left) * 4;
                canvas[at..at + row_bytes].copy_from_slice(row);
            }
            frames.push((frame.delay, canvas.clone()));
        }
        frames
    }

    #[test]
    fn every_second_tick_is_shown_and_time_is_kept() {
        let mut recorder = GifRecorder::new(Vec::new(), 4, 2).unwrap();
        for tick in 0..12 {
            recorder.add(&lit(tick / 2)).unwrap();
        }
        let frames = decode(&recorder.finish().unwrap());
        let delays: Vec<u16> = frames.iter().map(|frame| frame.0).collect();
        assert_eq!(delays, [3, 4, 3, 3, 4, 3]);
        for (at, (_, shown)) in frames.iter().enumerate() {
            assert_eq!(*shown, lit(at).rgba, "frame {at}");
        }
    }

    #[test]
    fn a_still_scene_is_one_long_frame() {
        let mut recorder = GifRecorder::new(Vec::new(), 4, 2).unwrap();
        for _ in 0..120 {
            recorder.add(&lit(3)).unwrap();
        }
        let frames = decode(&recorder.finish().unwrap());
        assert_eq!(frames.len(), 1);
        assert_eq!(frames[0].0, 200);
    }
}
