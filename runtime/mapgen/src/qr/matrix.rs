//! The modules of a QR code: from a text, from lines of `#` and `.`, from a
//! photograph or a screenshot; and back into a picture.
//!
//! Encoding is the crate `qrcode`'s, decoding `rqrr`'s.

use qrcode::{Color, EcLevel, QrCode};
use rqrr::{BitGrid, DeQRError, SimpleGrid};

use super::error::QrError;
use super::picture::Gray;
use super::search;

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

    /// Finds a code in a png or jpeg picture, and what it says.
    ///
    /// # Errors
    ///
    /// What was found instead: no picture, a blurred one, too few finder
    /// patterns, a wrong checksum.
    pub fn read(picture: &[u8]) -> Result<(Matrix, String), QrError> {
        search::search(&Gray::open(picture)?)
    }

    /// The modules and the text of a grid that was found in a picture.
    pub(super) fn of_grid<G: BitGrid>(grid: &rqrr::Grid<G>) -> Result<(Matrix, String), QrError> {
        let side = grid.grid.size();
        let size = side as u32;
        let (_, text) = grid.decode().map_err(|error| unreadable(size, error))?;
        let modules = (0..side * side).map(|i| grid.grid.bit(i / side, i % side));
        let dark = modules.collect();
        Ok((Matrix { size, dark }, text))
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

fn unreadable(size: u32, error: DeQRError) -> QrError {
    let what = match error {
        DeQRError::DataEcc => {
            "its checksum is wrong: too many modules are damaged, covered, or outside of the picture"
        }
        DeQRError::FormatEcc => {
            "its format cannot be read: the modules beside the finders are damaged or covered"
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
