//! A picture that shows how a frame differs from the expected one: expected,
//! got, and the pixels that differ in white on black, side by side.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use anyhow::{Context, Result, ensure};

/// RGBA pixels with their size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// In pixels.
    pub width: usize,
    /// In pixels.
    pub height: usize,
    /// Four bytes a pixel, rows from the top.
    pub rgba: Vec<u8>,
}

impl Pixels {
    /// A black picture.
    pub fn black(width: usize, height: usize) -> Pixels {
        Pixels {
            width,
            height,
            rgba: [0, 0, 0, 255].repeat(width * height),
        }
    }

    /// The color at a place; none outside.
    pub fn at(&self, x: usize, y: usize) -> Option<[u8; 4]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let start = (y * self.width + x) * 4;
        self.rgba.get(start..start + 4)?.try_into().ok()
    }

    fn set(&mut self, x: usize, y: usize, color: [u8; 4]) {
        let start = (y * self.width + x) * 4;
        if x < self.width
            && let Some(pixel) = self.rgba.get_mut(start..start + 4)
        {
            pixel.copy_from_slice(&color);
        }
    }

    /// A part of the picture, from its left top corner.
    #[must_use]
    pub fn part(&self, left: usize, top: usize, width: usize, height: usize) -> Pixels {
        let mut part = Pixels::black(width, height);
        for y in 0..height {
            for x in 0..width {
                if let Some(color) = self.at(left + x, top + y) {
                    part.set(x, y, color);
                }
            }
        }
        part
    }

    /// Each pixel drawn as a square of `scale` pixels.
    #[must_use]
    pub fn scaled(&self, scale: usize) -> Pixels {
        let mut large = Pixels::black(self.width * scale, self.height * scale);
        for y in 0..large.height {
            for x in 0..large.width {
                if let Some(color) = self.at(x / scale, y / scale) {
                    large.set(x, y, color);
                }
            }
        }
        large
    }

    /// The first pixel, in reading order, that another picture has otherwise.
    pub fn first_difference(&self, other: &Pixels) -> Option<(usize, usize)> {
        let width = self.width.max(other.width);
        let height = self.height.max(other.height);
        (0..height)
            .flat_map(|y| (0..width).map(move |x| (x, y)))
            .find(|&(x, y)| self.at(x, y) != other.at(x, y))
    }
}

/// Reads a PNG file of any color type as RGBA.
pub fn read(path: &Path) -> Result<Pixels> {
    let name = || format!("cannot read {}", path.display());
    let file = File::open(path).with_context(name)?;
    let mut decoder = png::Decoder::new(std::io::BufReader::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info().with_context(name)?;
    let size = reader.output_buffer_size().with_context(name)?;
    let mut bytes = vec![0; size];
    let info = reader.next_frame(&mut bytes).with_context(name)?;
    bytes.truncate(info.buffer_size());
    let rgba = match info.color_type {
        png::ColorType::Rgba => bytes,
        png::ColorType::Rgb => spread(&bytes, 3, |pixel| [pixel[0], pixel[1], pixel[2], 255]),
        png::ColorType::Grayscale => spread(&bytes, 1, |pixel| [pixel[0], pixel[0], pixel[0], 255]),
        png::ColorType::GrayscaleAlpha => {
            spread(&bytes, 2, |pixel| [pixel[0], pixel[0], pixel[0], pixel[1]])
        }
        png::ColorType::Indexed => anyhow::bail!("{} was not expanded", path.display()),
    };
    Ok(Pixels {
        width: info.width as usize,
        height: info.height as usize,
        rgba,
    })
}

fn spread(bytes: &[u8], channels: usize, pixel: impl Fn(&[u8]) -> [u8; 4]) -> Vec<u8> {
    bytes.chunks_exact(channels).flat_map(pixel).collect()
}

/// Writes a PNG file, and its folder if there is none yet. Pictures of at
/// most 256 colors are written with a palette, so that they stay small.
pub fn write(path: &Path, pixels: &Pixels) -> Result<()> {
    let name = || format!("cannot write {}", path.display());
    ensure!(
        pixels.rgba.len() == pixels.width * pixels.height * 4,
        "{}: the pixels do not fill the size",
        path.display()
    );
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(name)?;
    }
    let file = BufWriter::new(File::create(path).with_context(name)?);
    let mut encoder = png::Encoder::new(file, pixels.width as u32, pixels.height as u32);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    let mut palette: Vec<[u8; 3]> = Vec::new();
    let mut indices = Vec::with_capacity(pixels.rgba.len() / 4);
    for pixel in pixels.rgba.chunks_exact(4) {
        let color = [pixel[0], pixel[1], pixel[2]];
        let index = palette.iter().position(|known| *known == color);
        indices.push(index.unwrap_or(palette.len()) as u8);
        if index.is_none() {
            palette.push(color);
        }
        if palette.len() > 256 {
            break;
        }
    }
    let data = if palette.len() <= 256 {
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_palette(palette.concat());
        indices
    } else {
        encoder.set_color(png::ColorType::Rgba);
        pixels.rgba.clone()
    };
    let mut writer = encoder.write_header().with_context(name)?;
    writer.write_image_data(&data).with_context(name)?;
    writer.finish().with_context(name)
}

/// Writes expected, got and difference side by side into one PNG file.
pub fn show(path: &Path, expected: &Pixels, got: &Pixels) -> Result<()> {
    const GAP: usize = 8;
    let width = expected.width.max(got.width);
    let height = expected.height.max(got.height);
    let mut sheet = Pixels::black(width * 3 + GAP * 2, height);
    for y in 0..height {
        for x in 0..width {
            let (want, have) = (expected.at(x, y), got.at(x, y));
            let differs = if want == have { 0 } else { 255 };
            sheet.set(x, y, want.unwrap_or([64, 0, 64, 255]));
            sheet.set(width + GAP + x, y, have.unwrap_or([64, 0, 64, 255]));
            sheet.set(2 * (width + GAP) + x, y, [differs, differs, differs, 255]);
        }
        for x in 0..GAP {
            sheet.set(width + x, y, [96, 96, 96, 255]);
            sheet.set(2 * width + GAP + x, y, [96, 96, 96, 255]);
        }
    }
    write(path, &sheet)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dot(width: usize, height: usize, x: usize, y: usize) -> Pixels {
        let mut pixels = Pixels::black(width, height);
        pixels.set(x, y, [255, 0, 0, 255]);
        pixels
    }

    #[test]
    fn the_first_differing_pixel_is_named() {
        assert_eq!(dot(4, 3, 1, 2).first_difference(&dot(4, 3, 1, 2)), None);
        assert_eq!(
            dot(4, 3, 1, 2).first_difference(&dot(4, 3, 3, 1)),
            Some((3, 1))
        );
        assert_eq!(
            Pixels::black(4, 3).first_difference(&Pixels::black(5, 3)),
            Some((4, 0))
        );
    }

    #[test]
    fn scaling_and_cutting_undo_each_other() {
        let small = dot(3, 2, 2, 1);
        let large = small.scaled(3);
        assert_eq!((large.width, large.height), (9, 6));
        assert_eq!(large.at(6, 3), Some([255, 0, 0, 255]));
        assert_eq!(large.at(5, 3), Some([0, 0, 0, 255]));
        assert_eq!(large.part(6, 3, 3, 3), dot(1, 1, 0, 0).scaled(3));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let path = crate::target().join("tests/difference.png");
        let pixels = dot(5, 4, 1, 3);
        show(&path, &pixels, &Pixels::black(5, 4)).expect("the target folder is writable");
        let sheet = read(&path).expect("it was just written");
        assert_eq!((sheet.width, sheet.height), (5 * 3 + 16, 4));
        assert_eq!(sheet.part(0, 0, 5, 4), pixels);
        assert_eq!(sheet.at(2 * 13 + 1, 3), Some([255; 4]));
    }
}
