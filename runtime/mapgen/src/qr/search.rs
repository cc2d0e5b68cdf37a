//! Finds a code in a picture and reads it. The finder of the crate `rqrr`
//! judges light and dark along rows; where shadows fall, that is tried again
//! with a threshold of each pixel's surroundings, sharp and smoothed. When all
//! fails, what the picture lacks is said.

mod finders;
mod means;

use rqrr::PreparedImage;

use super::error::QrError;
use super::matrix::Matrix;
use super::picture::Gray;
use finders::count;
use means::Means;

/// Longest side that is searched closely; larger pictures are shrunk to it.
const SEARCHED: usize = 2048;
/// Longest side of pictures that are enlarged.
const SMALL: usize = 512;
/// How far smoothing reaches in pixels, and what part of the longer side the
/// surroundings reach, in each try with a threshold.
const THRESHOLDS: [(usize, usize); 5] = [(0, 16), (1, 16), (1, 30), (1, 8), (2, 12)];
/// The same with shades in stops, where the edge of a shadow is a slope that
/// falls out of a mean.
const IN_STOPS: [(usize, usize); 2] = [(1, 30), (1, 16)];
/// Shades between dark and light that a code needs to be seen.
const LEAST_CONTRAST: u8 = 24;

type Found = Result<(Matrix, String), QrError>;

/// What is read of a picture.
#[derive(Clone, Copy)]
enum Look<'a> {
    /// Its shades, as they are.
    Shades(&'a Gray),
    /// What is dark, in a row of so many pixels after the other.
    Dark(usize, &'a [bool]),
}

/// The first code that can be read.
///
/// # Errors
///
/// The code that was found but not read, or else what the picture lacks.
pub(super) fn search(picture: &Gray) -> Found {
    let longest = picture.width.max(picture.height);
    let near = picture.shrunk(longest.div_ceil(SEARCHED));
    let mut nearest = None;
    let mut read = |look: Look| {
        // Dark on light first.
        [false, true].into_iter().find_map(|is_turned| {
            let error = match look.read(is_turned) {
                Ok(code) => return Some(code),
                Err(error) => error,
            };
            if nearest.is_none() && matches!(error, QrError::Unreadable { .. }) {
                nearest = Some(error);
            }
            None
        })
    };
    let mut found = read(Look::Shades(&near));
    // Modules of one or two pixels are too small for the finder, and so are
    // pictures without a light margin.
    if found.is_none() && longest <= SMALL {
        found = read(Look::Shades(&picture.enlarged()));
    }
    if found.is_none() {
        let in_stops = near.in_stops();
        let pictures = [(&*near, &THRESHOLDS[..]), (&in_stops, &IN_STOPS[..])];
        found = pictures.into_iter().find_map(|(picture, tries)| {
            let means = Means::new(picture);
            tries.iter().find_map(|&(smooth, part)| {
                let dark = means.dark(smooth, near.width.max(near.height) / part);
                read(Look::Dark(near.width, &dark))
            })
        });
    }
    // Small codes in large pictures.
    if found.is_none() && longest > SEARCHED {
        found = read(Look::Shades(picture));
    }
    found.ok_or_else(|| lack(&near, nearest))
}

impl Look<'_> {
    /// The code that is seen so, with light and dark exchanged if `is_turned`.
    fn read(self, is_turned: bool) -> Found {
        let mut prepared = match self {
            Look::Shades(picture) => {
                let turned = if is_turned { u8::MAX } else { 0 };
                let at = |x, y| picture.at(x, y) ^ turned;
                PreparedImage::prepare_from_greyscale(picture.width, picture.height, at)
            }
            Look::Dark(width, dark) => {
                let at = |x, y| dark[y * width + x] != is_turned;
                PreparedImage::prepare_from_bitmap(width, dark.len() / width, at)
            }
        };
        let mut error = QrError::NoFinder { found: 0 };
        for grid in prepared.detect_grids() {
            match Matrix::of_grid(&grid) {
                Ok(code) => return Ok(code),
                Err(what) => error = what,
            }
        }
        Err(error)
    }
}

/// Why no code was found, but perhaps one that cannot be read. Of shades so
/// near to each other nothing else is told: codes are seen in their noise.
fn lack(picture: &Gray, unreadable: Option<QrError>) -> QrError {
    let means = Means::new(picture);
    let (dark, light) = means.span();
    if light.saturating_sub(dark) < LEAST_CONTRAST {
        return QrError::Flat;
    }
    if let Some(unreadable) = unreadable {
        return unreadable;
    }
    let reach = picture.width.max(picture.height) / 12;
    match count(picture.width, &means.dark(1, reach)) {
        0 if !means.is_sharp(light - dark) => QrError::Blurred,
        found @ 0..3 => QrError::NoFinder { found },
        _ => QrError::NoGrid,
    }
}
