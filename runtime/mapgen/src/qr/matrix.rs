//! The modules of a QR code: from a text, from lines of `#` and `.`, from a
//! photograph or a screenshot; and back into a picture.
//!
//! Encoding is the crate `qrcode`'s, finding and decoding `rqrr`'s, opening
//! pictures `image`'s.

use std::io::Cursor;

use image::{ImageError, ImageReader, Limits};
use qrcode::{Color, EcLevel, QrCode};
use rqrr::{BitGrid, DeQRError, PreparedImage, SimpleGrid};
use thiserror::Error;

/// Longest side of a picture that is read, in pixels.
pub const MOST_PIXELS: u32 = 8192;

/// A square of dark and light modules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    size: u32,
    dark: Vec<bool>,
}

/// How much of a code may be damaged and still be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Correction {
    /// 7 in 100.
    Low,
    /// 15 in 100.
    #[default]
    Medium,
    /// 25 in 100.
    Quartile,
    /// 30 in 100.
    High,
}

/// Why there is no QR code.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum QrError {
    /// More text than the largest code holds.
    #[error("{bytes} bytes are too much for a QR code with this correction; shorten the text")]
    TooLong {
        /// Length of the text.
        bytes: usize,
    },
    /// Lines that are no code.
    #[error(
        "a QR code has 21 to 177 rows, four more a version, as long as they are many, of '#' and '.'; {what}"
    )]
    NoMatrix {
        /// What is wrong.
        what: String,
    },
    /// Bytes that are no picture that can be opened.
    #[error("no png or jpeg picture: {what}")]
    NoPicture {
        /// What the decoder says.
        what: String,
    },
    /// A picture that is too large.
    #[error("the picture has {width}x{height} pixels, at most {most} on a side are read", most = MOST_PIXELS)]
    TooLarge {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A picture without a code.
    #[error(
        "no finder pattern: the three nested squares of a QR code are not in the picture; take it sharper, straighter or nearer"
    )]
    NoFinder,
    /// A code that cannot be read.
    #[error("a QR code of {size}x{size} modules is there, but {what}")]
    Unreadable {
        /// Modules on a side.
        size: u32,
        /// What cannot be read.
        what: &'static str,
    },
}

impl Matrix {
    /// The smallest code for a text.
    ///
    /// # Errors
    ///
    /// The text is too long for any.
    pub fn encode(text: &str, correction: Correction) -> Result<Matrix, QrError> {
        let level = match correction {
            Correction::Low => EcLevel::L,
            Correction::Medium => EcLevel::M,
            Correction::Quartile => EcLevel::Q,
            Correction::High => EcLevel::H,
        };
        let bytes = text.len();
        let code = QrCode::with_error_correction_level(text, level)
            .map_err(|_| QrError::TooLong { bytes })?;
        let colors = code.to_colors();
        Ok(Matrix {
            size: code.width() as u32,
            dark: colors.iter().map(|&color| color == Color::Dark).collect(),
        })
    }

    /// The code of these lines: `#` is dark, `.` light.
    ///
    /// # Errors
    ///
    /// Other characters, or a size that no QR code has.
    pub fn from_text(text: &str) -> Result<Matrix, QrError> {
        let wrong = |what: String| QrError::NoMatrix { what };
        let rows: Vec<&str> = text.split_whitespace().collect();
        let size = rows.len();
        if !(21..=177).contains(&size) || size % 4 != 1 {
            return Err(wrong(format!("got {size} rows")));
        }
        let mut dark = Vec::with_capacity(size * size);
        for (number, row) in rows.iter().enumerate() {
            if row.len() != size || row.bytes().any(|byte| byte != b'#' && byte != b'.') {
                return Err(wrong(format!("row {} is '{row}'", number + 1)));
            }
            dark.extend(row.bytes().map(|byte| byte == b'#'));
        }
        let size = size as u32;
        Ok(Matrix { size, dark })
    }

    /// Finds a code in a png or jpeg picture, and what it says. A second try
    /// has light and dark exchanged, a third is for small pictures.
    ///
    /// # Errors
    ///
    /// What was found: no picture, no finder pattern, a wrong checksum.
    pub fn read(picture: &[u8]) -> Result<(Matrix, String), QrError> {
        let (width, height, gray) = open(picture)?;
        let at = |x: usize, y: usize| gray[y * width + x];
        let first = find(width, height, at);
        let Err(error) = first else {
            return first;
        };
        if let Ok(found) = find(width, height, |x, y| 255 - at(x, y)) {
            return Ok(found);
        }
        // Modules of one or two pixels are too small for the finder, and so
        // are pictures without a light margin.
        if width.max(height) <= 512 {
            let (scale, margin) = (4, 16);
            let size = |side: usize| side * scale + 2 * margin;
            let enlarged = |x: usize, y: usize| {
                let inside = |at: usize, side: usize| {
                    at.checked_sub(margin)
                        .map(|at| at / scale)
                        .filter(|&at| at < side)
                };
                inside(x, width)
                    .zip(inside(y, height))
                    .map_or(255, |(x, y)| at(x, y))
            };
            if let Ok(found) = find(size(width), size(height), enlarged) {
                return Ok(found);
            }
        }
        Err(error)
    }

    /// Modules on a side: 17 + 4 times the version.
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// The version of the code, 1 to 40.
    pub const fn version(&self) -> u32 {
        (self.size - 17) / 4
    }

    /// True for a dark module; false outside.
    pub fn is_dark(&self, x: u32, y: u32) -> bool {
        x < self.size && self.dark.get((y * self.size + x) as usize) == Some(&true)
    }

    /// The code as lines: `#` is dark, `.` light.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.dark.len() + self.size as usize);
        for row in self.dark.chunks(self.size as usize) {
            text.extend(row.iter().map(|&dark| if dark { '#' } else { '.' }));
            text.push('\n');
        }
        text
    }

    /// What the code says.
    ///
    /// # Errors
    ///
    /// The modules are damaged too much.
    pub fn decode(&self) -> Result<String, QrError> {
        let grid =
            SimpleGrid::from_func(self.size as usize, |x, y| self.is_dark(x as u32, y as u32));
        let told = rqrr::Grid::new(grid).decode();
        told.map(|(_, text)| text)
            .map_err(|error| unreadable(self.size, error))
    }

    /// The code as a gray picture with a light margin of four modules, `scale`
    /// pixels a module (at least 1): the length of its sides, and its pixels
    /// row by row, 0 dark and 255 light.
    pub fn picture(&self, scale: u32) -> (u32, Vec<u8>) {
        let scale = scale.clamp(1, 64);
        let side = (self.size + 8) * scale;
        let module = |at: u32| (at / scale).wrapping_sub(4);
        let pixels = (0..side).flat_map(|y| {
            (0..side).map(move |x| {
                if self.is_dark(module(x), module(y)) {
                    0
                } else {
                    255
                }
            })
        });
        (side, pixels.collect())
    }
}

/// The gray pixels of a png or jpeg picture; what is transparent is white.
fn open(picture: &[u8]) -> Result<(usize, usize, Vec<u8>), QrError> {
    let wrong = |error: ImageError| QrError::NoPicture {
        what: error.to_string(),
    };
    let reader = |bytes| {
        ImageReader::new(Cursor::new(bytes))
            .with_guessed_format()
            .map_err(|error| wrong(ImageError::IoError(error)))
    };
    let (width, height) = reader(picture)?.into_dimensions().map_err(wrong)?;
    if width.max(height) > MOST_PIXELS {
        return Err(QrError::TooLarge { width, height });
    }
    let mut reader = reader(picture)?;
    reader.limits(Limits::default());
    let pixels = reader.decode().map_err(wrong)?.into_luma_alpha8();
    let gray = pixels.pixels().map(|pixel| {
        let [gray, alpha] = pixel.0.map(u32::from);
        ((gray * alpha + 255 * (255 - alpha)) / 255) as u8
    });
    Ok((width as usize, height as usize, gray.collect()))
}

fn find(
    width: usize,
    height: usize,
    at: impl Fn(usize, usize) -> u8,
) -> Result<(Matrix, String), QrError> {
    let mut image = PreparedImage::prepare_from_greyscale(width, height, at);
    let mut error = QrError::NoFinder;
    for found in image.detect_grids() {
        let size = found.grid.size();
        match found.decode() {
            Ok((_, text)) => {
                let dark = (0..size * size).map(|i| found.grid.bit(i / size, i % size));
                let dark = dark.collect();
                let size = size as u32;
                return Ok((Matrix { size, dark }, text));
            }
            Err(what) => error = unreadable(size as u32, what),
        }
    }
    Err(error)
}

fn unreadable(size: u32, error: DeQRError) -> QrError {
    let what = match error {
        DeQRError::DataEcc => "its checksum is wrong: too many modules are damaged",
        DeQRError::FormatEcc => {
            "its format cannot be read: the modules beside the finders are damaged"
        }
        DeQRError::InvalidVersion | DeQRError::InvalidGridSize => {
            "no version of QR codes has that size"
        }
        DeQRError::EncodingError => "what it says is no text",
        DeQRError::UnknownDataType => "it holds data of an unknown type",
        _ => "its data ends too early or too late",
    };
    QrError::Unreadable { size, what }
}
