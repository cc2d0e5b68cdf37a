//! Finds a code in a picture and reads it. Light and dark are told apart by a
//! threshold of all the picture, then of each pixel's surroundings, sharp and
//! smoothed. The crate `rqrr`, whose work has no bound where much looks like a
//! finder pattern, is given only what lies around three of them, and only so
//! many pixels in all. When all fails, what the picture lacks is said.

mod corners;
mod finders;
mod means;

use rqrr::PreparedImage;

use super::error::QrError;
use super::matrix::Matrix;
use super::picture::Gray;
use corners::places;
use finders::{Finders, Frame};
use means::Means;

/// Longest side that is searched closely; larger pictures are shrunk to it, and
/// then searched once in windows of this size.
const SEARCHED: usize = 1600;
/// How far windows are apart; a code as large as the rest is in one of them.
const APART: usize = 1200;
/// Longest side of pictures that are enlarged.
const SMALL: usize = 512;
/// How far smoothing reaches in pixels, and what part of the longer side the
/// surroundings reach, in each try with a threshold.
const THRESHOLDS: [(usize, usize); 6] = [(0, 1), (0, 16), (1, 16), (1, 30), (1, 8), (2, 12)];
/// The same with shades in stops, where the edge of a shadow is a slope that
/// falls out of a mean.
const IN_STOPS: [(usize, usize); 2] = [(1, 30), (1, 16)];
/// Shades between dark and light that a code needs to be seen.
const LEAST_CONTRAST: u8 = 24;
/// The finder patterns of a code.
const CORNERS: usize = 3;
/// Most finder patterns in what is tried; more are texture.
const MOST_FINDERS: usize = 24;
/// Most that the reading crate takes for finder patterns in a place that is
/// tried: each pair beside each of them is a copy of the place.
const MOST_INSIDE: usize = 8;
/// Places that are tried with one threshold.
const MOST_PLACES: usize = 4;
/// Most pixels that the reading crate is given of a picture, in all tries.
const MOST_TRIED: usize = 32_000_000;

type Found = Result<(Matrix, String), QrError>;

/// The first code that can be read.
///
/// # Errors
///
/// The code that was found but not read, or else what the picture lacks.
pub(super) fn search(picture: &Gray) -> Found {
    Search::default().search(picture)
}

/// What was tried until a code was read.
#[derive(Default)]
struct Search {
    /// Pixels that the reading crate was given.
    tried: usize,
    /// The first code that could not be read.
    unreadable: Option<QrError>,
}

impl Search {
    fn search(&mut self, picture: &Gray) -> Found {
        let longest = picture.width.max(picture.height);
        let near = picture.shrunk(longest.div_ceil(SEARCHED));
        let means = Means::new(&near);
        let mut found = self.look(&means, THRESHOLDS[0]);
        // Modules of one or two pixels are too small for the finder, and so are
        // pictures without a light margin.
        if found.is_none() && longest <= SMALL {
            let enlarged = Means::new(&picture.enlarged());
            found = THRESHOLDS[..2]
                .iter()
                .find_map(|&how| self.look(&enlarged, how));
        }
        found = found.or_else(|| {
            THRESHOLDS[1..]
                .iter()
                .find_map(|&how| self.look(&means, how))
        });
        if found.is_none() {
            let in_stops = Means::new(&near.in_stops());
            found = IN_STOPS.iter().find_map(|&how| self.look(&in_stops, how));
        }
        // Small codes in large pictures.
        if found.is_none() && longest > SEARCHED {
            found = windows(picture).find_map(|window| {
                let means = Means::new(&picture.part(
                    (window.left, window.top),
                    window.width(),
                    window.height(),
                ));
                self.look(&means, THRESHOLDS[1])
            });
        }
        found.ok_or_else(|| lack(&means, self.unreadable.take()))
    }

    /// The code that is seen with a threshold, dark on light first.
    fn look(&mut self, means: &Means, (smooth, part): (usize, usize)) -> Option<(Matrix, String)> {
        let mut dark = means.dark(smooth, means.longest() / part);
        self.read(means.width(), &dark).or_else(|| {
            for dark in &mut dark {
                *dark = !*dark;
            }
            self.read(means.width(), &dark)
        })
    }

    /// The code around what looks like finder patterns among dark pixels.
    fn read(&mut self, width: usize, dark: &[bool]) -> Option<(Matrix, String)> {
        let finders = Finders::new(width, dark);
        if finders.rings.len() > MOST_FINDERS {
            return None;
        }
        let places = places(&finders.rings, width, dark.len() / width);
        places.into_iter().take(MOST_PLACES).find_map(|place| {
            let inside = finders.all.iter().filter(|ring| ring.meets(place));
            let pixels = place.width() * place.height();
            if inside.count() > MOST_INSIDE || self.tried + pixels > MOST_TRIED {
                return None;
            }
            self.tried += pixels;
            let at = |x, y| dark[(place.top + y) * width + place.left + x];
            let mut prepared =
                PreparedImage::prepare_from_bitmap(place.width(), place.height(), at);
            for grid in prepared.detect_grids() {
                match Matrix::of_grid(&grid) {
                    Ok(code) => return Some(code),
                    Err(error) => {
                        self.unreadable.get_or_insert(error);
                    }
                }
            }
            None
        })
    }
}

/// Overlapping parts of a large picture.
fn windows(picture: &Gray) -> impl Iterator<Item = Frame> {
    let (width, height) = (picture.width, picture.height);
    let starts = |length: usize| (0..length.saturating_sub(SEARCHED - APART)).step_by(APART);
    starts(height.max(SEARCHED)).flat_map(move |top| {
        starts(width.max(SEARCHED)).map(move |left| Frame {
            left,
            top,
            right: (left + SEARCHED).min(width),
            bottom: (top + SEARCHED).min(height),
        })
    })
}

/// Why no code was found, but perhaps one that cannot be read. Of shades so
/// near to each other nothing else is told: codes are seen in their noise.
fn lack(means: &Means, unreadable: Option<QrError>) -> QrError {
    let (dark, light) = means.span();
    if light.saturating_sub(dark) < LEAST_CONTRAST {
        return QrError::Flat;
    }
    if let Some(unreadable) = unreadable {
        return unreadable;
    }
    let finders = Finders::new(means.width(), &means.dark(1, means.longest() / 12));
    match finders.rings.len() {
        0 if !means.is_sharp(light - dark) => QrError::Blurred,
        found @ 0..CORNERS => QrError::NoFinder { found },
        _ => QrError::NoGrid,
    }
}

#[cfg(test)]
mod tests;
