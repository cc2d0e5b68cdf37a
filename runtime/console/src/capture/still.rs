//! One picture as a PNG file, enlarged by a whole number if wanted. Few
//! colors make an indexed PNG, many a true color one; both are exact.

use std::io::Write;

use super::CaptureError;
use super::indexed::Indexed;
use crate::Picture;

/// Writes a picture as PNG, every pixel `scale` by `scale` large.
///
/// A scale of 0 counts as 1. The picture's border is included.
pub fn write_png<W: Write>(to: W, picture: &Picture, scale: u32) -> Result<(), CaptureError> {
    let scale = scale.max(1);
    let (width, height) = (picture.width, picture.height);
    let side = |pixels: usize| u32::try_from(pixels).ok()?.checked_mul(scale);
    let (Some(wide), Some(high)) = (side(width), side(height)) else {
        return Err(CaptureError::Size { width, height });
    };
    if wide == 0 || high == 0 || wide > 0xffff || high > 0xffff {
        return Err(CaptureError::Size { width, height });
    }
    let indexed = Indexed::new(picture);
    let exact = indexed
        .pixels
        .iter()
        .zip(picture.rgba.chunks_exact(4))
        .all(|(&index, pixel)| indexed.palette[usize::from(index)] == pixel[..3]);
    let mut encoder = png::Encoder::new(to, wide, high);
    encoder.set_depth(png::BitDepth::Eight);
    let bytes = if exact {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(indexed.palette.concat());
        enlarge(&indexed.pixels, width, 1, scale as usize)
    } else {
        encoder.set_color(png::ColorType::Rgba);
        enlarge(&picture.rgba, width, 4, scale as usize)
    };
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()?;
    Ok(())
}

/// Repeats every pixel of `size` bytes, and every row, `scale` times.
fn enlarge(pixels: &[u8], width: usize, size: usize, scale: usize) -> Vec<u8> {
    if scale == 1 {
        return pixels.to_vec();
    }
    let mut out = Vec::with_capacity(pixels.len() * scale * scale);
    for row in pixels.chunks_exact(width * size) {
        let start = out.len();
        for pixel in row.chunks_exact(size) {
            for _ in 0..scale {
                out.extend_from_slice(pixel);
            }
        }
        let end = out.len();
        for _ in 1..scale {
            out.extend_from_within(start..end);
        }
    }
    out
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::capture) fn picture(width: usize, height: usize, rgba: Vec<u8>) -> Picture {
        assert_eq!(rgba.len(), width * height * 4);
        Picture {
            border: (0, 0),
            width,
            height,
            rgba,
        }
    }

    fn decode(file: &[u8]) -> (u32, u32, Vec<u8>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        bytes.truncate(info.buffer_size());
        (info.width, info.height, bytes)
    }

    #[test]
    fn a_still_comes_back_exactly() {
        let shown = picture(2, 1, vec![1, 2, 3, 255, 200, 100, 0, 255]);
        let mut file = Vec::new();
        write_png(&mut file, &shown, 1).unwrap();
        assert_eq!(decode(&file), (2, 1, vec![1, 2, 3, 200, 100, 0]));
        file.clear();
        write_png(&mut file, &shown, 2).unwrap();
        let row = [1, 2, 3, 1, 2, 3, 200, 100, 0, 200, 100, 0];
        assert_eq!(decode(&file), (4, 2, [row, row].concat()));
    }

    #[test]
    fn more_than_256_colors_stay_exact() {
        let rgba: Vec<u8> = (0..600_u32)
            .flat_map(|n| [n as u8, (n >> 8) as u8, 5, 255])
            .collect();
        let mut file = Vec::new();
        write_png(&mut file, &picture(600, 1, rgba.clone()), 1).unwrap();
        assert_eq!(decode(&file).2, rgba);
    }

    #[test]
    fn an_empty_picture_is_refused() {
        assert!(write_png(Vec::new(), &picture(0, 0, Vec::new()), 3).is_err());
    }
}
