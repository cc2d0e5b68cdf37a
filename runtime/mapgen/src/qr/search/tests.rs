//! What a search costs, counted in pixels that are tried: pictures in which
//! everything looks a little like a finder pattern end as soon as others.

use super::*;
use crate::qr::Correction;
use dice::{Seed, Stream};

/// A picture whose shade at a place is given.
fn picture(side: usize, shade: impl Fn(usize, usize) -> u8) -> Gray {
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    Gray {
        width: side,
        height: side,
        pixels: places.map(|(x, y)| shade(x, y)).collect(),
    }
}

/// Noise of squares with so many pixels on a side.
fn noise(side: usize, square: usize, mut shade: impl FnMut(&mut Stream) -> u8) -> Gray {
    let mut stream = Seed::new(5).stream();
    let across = side.div_ceil(square);
    let shades: Vec<u8> = (0..across * across).map(|_| shade(&mut stream)).collect();
    picture(side, |x, y| shades[y / square * across + x / square])
}

fn dark_or_light(stream: &mut Stream) -> u8 {
    if stream.int(0, 1) == 0 { 0 } else { 255 }
}

/// Cloth, planks and pebbles, with grain.
fn texture(side: usize) -> Gray {
    let grain = noise(side, 1, |stream| stream.int(0, 40) as u8);
    picture(side, |x, y| {
        let weave = if (x / 3 + y / 4) % 2 == 0 { 120 } else { 60 };
        let plank = if (x + y / 9) % 97 < 5 { 0 } else { 40 };
        let pebble = if (x % 50).abs_diff(25).pow(2) + (y % 40).abs_diff(20).pow(2) < 60 {
            50
        } else {
            0
        };
        weave + plank + pebble + grain.at(x, y)
    })
}

/// Noise with the three corners of a code, and no code between them.
fn corners_in_noise(side: usize) -> Gray {
    let noise = noise(side, 1, dark_or_light);
    let code = Matrix::encode("7", Correction::Low).expect("short");
    picture(side, |x, y| {
        let (column, row) = ((x / 4) as u32, (y / 4) as u32);
        let is_corner = (column < 9 || column.abs_diff(18) < 6) && row < 9;
        if is_corner || column < 9 && row.abs_diff(18) < 6 {
            let is_dark = code.is_dark(column.wrapping_sub(1), row.wrapping_sub(1));
            if is_dark { 0 } else { 255 }
        } else {
            noise.at(x, y)
        }
    })
}

#[test]
fn noise_and_texture_end_soon() {
    let check = |name: &str, picture: &Gray, most: usize| {
        let mut search = Search::default();
        assert!(search.search(picture).is_err(), "{name}");
        assert!(search.tried <= most, "{name}: {} pixels", search.tried);
    };
    let shades = |stream: &mut Stream| stream.int(0, 255) as u8;
    check("shades", &noise(2000, 1, shades), 1_000_000);
    check("dark and light", &noise(900, 1, dark_or_light), 8_000_000);
    check("modules", &noise(600, 3, dark_or_light), 8_000_000);
    check("texture", &texture(600), 1_000_000);
    check("corners", &corners_in_noise(800), 1_000_000);
}

#[test]
fn no_more_is_tried_than_the_bound() {
    let code = Matrix::encode("7", Correction::Low).expect("short");
    let (side, pixels) = code.picture(4);
    let picture = Gray {
        width: side as usize,
        height: side as usize,
        pixels,
    };
    let check = |tried: usize, is_read: bool| {
        let mut search = Search {
            tried,
            ..Search::default()
        };
        assert_eq!(search.search(&picture).is_ok(), is_read, "{tried}");
        assert!(search.tried <= MOST_TRIED);
    };
    check(0, true);
    check(MOST_TRIED - 100, false);
}

#[test]
fn windows_cover_the_picture() {
    let check = |side: usize, expected: usize| {
        let picture = picture(side, |_, _| 0);
        let windows: Vec<Frame> = windows(&picture).collect();
        assert_eq!(windows.len(), expected, "{side}");
        let all = windows.into_iter().reduce(Frame::with);
        assert_eq!(all.map(|all| (all.right, all.bottom)), Some((side, side)));
    };
    check(1600, 1);
    check(1601, 4);
    check(2800, 4);
    check(2801, 9);
}
