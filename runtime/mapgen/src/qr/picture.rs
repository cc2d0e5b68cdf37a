//! Gray pixels of png and jpeg files, whoever made them: the size is looked at
//! before there is memory for it, and a damaged file is an error.
//!
//! Decoding is the crates' `png` and `zune-jpeg`; a picture takes four bytes a
//! pixel while it is decoded, at most, and one afterwards.

use std::borrow::Cow;
use std::io::Cursor;

use png::{ColorType, Limits, Transformations};
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::error::{MOST_PIXELS, QrError};

/// How files of these formats begin.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";
const JPEG: &[u8] = b"\xff\xd8\xff";
/// Most bytes that a png may need beside its pixels.
const MOST_BESIDE: usize = 64 << 20;

/// Gray pixels row by row, 0 dark and 255 light; never empty.
#[derive(Clone, Debug)]
pub(super) struct Gray {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<u8>,
}

impl Gray {
    pub(super) fn at(&self, x: usize, y: usize) -> u8 {
        self.pixels[y * self.width + x]
    }

    /// Squares of so many pixels on a side become one; what is left over at
    /// the right and lower edge is left out.
    pub(super) fn shrunk(&self, side: usize) -> Cow<'_, Gray> {
        let (width, height) = (self.width / side, self.height / side);
        if side < 2 || width == 0 || height == 0 {
            return Cow::Borrowed(self);
        }
        let mean = |(x, y): (usize, usize)| {
            let rows = (y * side..(y + 1) * side).map(|y| y * self.width + x * side);
            let square = rows.flat_map(|at| &self.pixels[at..at + side]);
            let sum: usize = square.map(|&pixel| usize::from(pixel)).sum();
            (sum / (side * side)) as u8
        };
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Cow::Owned(Gray {
            width,
            height,
            pixels: places.map(mean).collect(),
        })
    }

    /// The pixels from a column and row on, as many as are asked for, inside.
    pub(super) fn part(&self, (left, top): (usize, usize), width: usize, height: usize) -> Gray {
        let rows = self.pixels.chunks(self.width).skip(top).take(height);
        Gray {
            width,
            height,
            pixels: rows
                .flat_map(|row| &row[left..left + width])
                .copied()
                .collect(),
        }
    }

    /// Shades as a photographer counts them: twice as bright is a step further,
    /// the brightest stays.
    pub(super) fn in_stops(&self) -> Gray {
        let stops: [u8; 256] = std::array::from_fn(|shade| {
            let brightness = (shade + 1) as f64;
            (dice::maths::log2(brightness) * 255.0 / 8.0) as u8
        });
        let pixels = self.pixels.iter().map(|&shade| stops[usize::from(shade)]);
        Gray {
            width: self.width,
            height: self.height,
            pixels: pixels.collect(),
        }
    }

    /// Four times as wide and high, with shades in between, in a light frame.
    pub(super) fn enlarged(&self) -> Gray {
        let (side, frame) = (4, 16);
        let width = self.width * side + 2 * frame;
        let height = self.height * side + 2 * frame;
        let mut pixels = vec![u8::MAX; width * height];
        for y in 0..self.height * side {
            let (top, bottom, down) = neighbors(y, self.height);
            let row = &mut pixels[(frame + y) * width + frame..][..self.width * side];
            for (x, pixel) in row.iter_mut().enumerate() {
                let (left, right, along) = neighbors(x, self.width);
                let mix = |y: usize| {
                    let (a, b) = (self.at(left, y), self.at(right, y));
                    u32::from(a) * (8 - along) + u32::from(b) * along
                };
                *pixel = ((mix(top) * (8 - down) + mix(bottom) * down) / 64) as u8;
            }
        }
        Gray {
            width,
            height,
            pixels,
        }
    }

    /// The pixels of a file; what is transparent is white.
    ///
    /// # Errors
    ///
    /// Neither format, a damaged file, or too many pixels.
    pub(super) fn open(file: &[u8]) -> Result<Gray, QrError> {
        let what = match file {
            [] => "the file is empty",
            _ if file.starts_with(PNG) => return open_png(file),
            _ if file.starts_with(JPEG) => return open_jpeg(file),
            _ => "it begins like neither; save it as one of them",
        };
        Err(QrError::NoPicture { what })
    }
}

/// The pixels on both sides of a quarter of a pixel, and the share of the second
/// one in eighths; the outer quarters have one.
fn neighbors(quarter: usize, length: usize) -> (usize, usize, u32) {
    let eighths = (quarter * 2 + 1).saturating_sub(4);
    let last = length - 1;
    let first = (eighths / 8).min(last);
    let share = if quarter < 2 { 0 } else { eighths % 8 };
    (first, (first + 1).min(last), share as u32)
}

fn check_size(width: u32, height: u32) -> Result<(usize, usize), QrError> {
    if width.max(height) > MOST_PIXELS {
        return Err(QrError::TooLarge { width, height });
    }
    Ok((width as usize, height as usize))
}

fn open_png(file: &[u8]) -> Result<Gray, QrError> {
    let damaged = |error: png::DecodingError| QrError::Damaged {
        format: "png",
        what: error.to_string(),
    };
    let limits = Limits { bytes: MOST_BESIDE };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), limits);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let head = decoder.read_header_info().map_err(damaged)?;
    let (width, height) = check_size(head.width, head.height)?;
    let mut reader = decoder.read_info().map_err(damaged)?;
    let (color, _) = reader.output_color_type();
    let mut pixels = Vec::with_capacity(width * height);
    if reader.info().interlaced {
        let mut bytes = vec![0; width * height * color.samples()];
        reader.next_frame(&mut bytes).map_err(damaged)?;
        grays(&bytes, color, &mut pixels);
    } else {
        while let Some(row) = reader.next_row().map_err(damaged)? {
            grays(row.data(), color, &mut pixels);
        }
    }
    Ok(Gray {
        width,
        height,
        pixels,
    })
}

/// Appends the grays of 8-bit samples.
fn grays(bytes: &[u8], color: ColorType, pixels: &mut Vec<u8>) {
    let on_white =
        |gray: u8, alpha: u8| 255 - (u32::from(255 - gray) * u32::from(alpha) / 255) as u8;
    match color {
        ColorType::GrayscaleAlpha => {
            pixels.extend(bytes.chunks_exact(2).map(|p| on_white(p[0], p[1])));
        }
        ColorType::Rgb => pixels.extend(bytes.chunks_exact(3).map(luma)),
        ColorType::Rgba => {
            pixels.extend(bytes.chunks_exact(4).map(|p| on_white(luma(p), p[3])));
        }
        // The decoder expands palettes, so one sample is one gray.
        ColorType::Grayscale | ColorType::Indexed => pixels.extend_from_slice(bytes),
    }
}

/// Brightness of red, green and blue, by the weights of ITU-R BT.709.
fn luma(pixel: &[u8]) -> u8 {
    let [red, green, blue] = [pixel[0], pixel[1], pixel[2]].map(u32::from);
    ((red * 2126 + green * 7152 + blue * 722) / 10_000) as u8
}

fn open_jpeg(file: &[u8]) -> Result<Gray, QrError> {
    let damaged = |what: String| QrError::Damaged {
        format: "jpeg",
        what,
    };
    let options = DecoderOptions::default()
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX));
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder
        .decode_headers()
        .map_err(|error| damaged(error.to_string()))?;
    let size = decoder.info().map(|info| (info.width, info.height));
    let (width, height) = size.ok_or_else(|| damaged("it has no size".to_owned()))?;
    let (width, height) = check_size(width.into(), height.into())?;
    // Photographs hold their brightness apart; the colors need no decoding.
    let is_gray = matches!(
        decoder.input_colorspace(),
        Some(ColorSpace::YCbCr | ColorSpace::Luma)
    );
    if is_gray {
        decoder.set_options(options.jpeg_set_out_colorspace(ColorSpace::Luma));
    }
    let bytes = decoder
        .decode()
        .map_err(|error| damaged(error.to_string()))?;
    let pixels = if is_gray {
        bytes
    } else {
        bytes.chunks_exact(3).map(luma).collect()
    };
    if pixels.is_empty() || pixels.len() != width * height {
        return Err(damaged("pixels are missing".to_owned()));
    }
    Ok(Gray {
        width,
        height,
        pixels,
    })
}
