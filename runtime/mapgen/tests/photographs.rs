//! Photographs of codes, taken by a camera of numbers: turned, tilted, in uneven
//! light, blurred and noisy. Most are read; the others, and files that are
//! damaged or claim to be huge, are errors that say why, within bounds of memory.

#[path = "photographs/camera.rs"]
mod camera;
#[path = "photographs/file.rs"]
mod file;

use camera::Shot;
use dice::Seed;
use file::{jpeg, png};
use mapgen::qr::{Correction, MOST_PIXELS, Matrix, QrError};

const TEXT: &str = "https://example.com/downbeat/7";

/// Twenty photographs; what is said of those that cannot be read, and by which
/// quality they are packed.
fn shots() -> [(&'static str, Shot, u32, &'static str); 20] {
    let good = Shot::GOOD;
    let shot = |change: &dyn Fn(&mut Shot)| {
        let mut shot = good;
        change(&mut shot);
        shot
    };
    [
        ("from straight above", good, 85, ""),
        ("turned", shot(&|s| s.pose = [30.0, 0.0, 0.0]), 85, ""),
        ("upside down", shot(&|s| s.pose = [170.0, 0.0, 0.0]), 85, ""),
        ("from below", shot(&|s| s.pose = [5.0, 25.0, 0.0]), 85, ""),
        (
            "from aside",
            shot(&|s| s.pose = [-8.0, 20.0, -20.0]),
            85,
            "",
        ),
        (
            "from far aside",
            shot(&|s| s.pose = [3.0, 55.0, 0.0]),
            60,
            "",
        ),
        (
            "beside a lamp",
            shot(&|s| s.light = [1.0, 0.35, 1.0]),
            85,
            "",
        ),
        (
            "far from a lamp",
            shot(&|s| s.light = [0.15, 1.0, 1.0]),
            85,
            "",
        ),
        (
            "half in a shadow",
            shot(&|s| s.light = [1.0, 1.0, 0.4]),
            85,
            "",
        ),
        (
            "half in a deep shadow",
            shot(&|s| s.light = [1.0, 0.9, 0.2]),
            85,
            "",
        ),
        (
            "at dusk",
            shot(&|s| (s.light, s.noise) = ([0.25, 0.25, 1.0], 4.0)),
            40,
            "",
        ),
        (
            "at night",
            shot(&|s| (s.light, s.noise) = ([0.08, 0.08, 1.0], 6.0)),
            85,
            "",
        ),
        ("with a shaking hand", shot(&|s| s.blur = 2.5), 60, ""),
        ("with a poor sensor", shot(&|s| s.noise = 30.0), 60, ""),
        ("from afar", shot(&|s| s.module = 2.5), 85, ""),
        (
            "with all that, and more pixels",
            shot(&|s| {
                *s = Shot {
                    size: (800, 600),
                    module: 9.0,
                    pose: [200.0, 30.0, -15.0],
                    light: [0.3, 1.0, 0.5],
                    blur: 2.0,
                    noise: 12.0,
                }
            }),
            60,
            "",
        ),
        (
            "out of focus",
            shot(&|s| s.blur = 9.0),
            85,
            "nothing in the picture is sharp",
        ),
        (
            "in the dark",
            shot(&|s| (s.light, s.noise) = ([0.02, 0.02, 1.0], 4.0)),
            85,
            "of nearly one shade",
        ),
        (
            "from too near",
            shot(&|s| s.module = 14.0),
            85,
            "outside of the picture",
        ),
        (
            "of a corner",
            shot(&|s| s.module = 30.0),
            85,
            "of the three nested squares",
        ),
    ]
}

#[test]
fn most_photographs_are_read_and_the_others_are_told_why() {
    let matrix = Matrix::encode(TEXT, Correction::Medium).expect("short");
    for (seed, (name, shot, quality, expected)) in (0..).zip(shots()) {
        let pixels = shot.take(&matrix, seed);
        let width = shot.size.0;
        for file in [jpeg(width, &pixels, quality), png(width, &pixels)] {
            match Matrix::read(&file) {
                Ok((_, text)) => assert_eq!((text.as_str(), expected), (TEXT, ""), "{name}"),
                Err(error) => {
                    let error = error.to_string();
                    assert!(
                        !expected.is_empty() && error.contains(expected),
                        "{name}: {error}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_small_code_in_a_large_screenshot_is_read() {
    let matrix = Matrix::encode(TEXT, Correction::Medium).expect("short");
    let (width, height) = (4000, 3000);
    let (side, modules) = matrix.picture(6);
    let side = side as usize;
    // Windows with bars and lines of text, and the code in one of them.
    let mut pixels: Vec<u8> = (0..width * height)
        .map(|at| match (at % width, at / width) {
            (_, y) if y % 700 < 30 => 60,
            (x, y) if y % 24 < 12 && x % 1300 < 900 && (x * 7 + y / 12 * 5) % 11 < 4 => 20,
            _ => 240,
        })
        .collect();
    for (left, top) in [(3700, 40), (1190, 1150)] {
        let before = pixels.clone();
        for (row, shades) in modules.chunks(side).enumerate() {
            pixels[(top + row) * width + left..][..side].copy_from_slice(shades);
        }
        let read = Matrix::read(&png(width, &pixels)).map(|(_, text)| text);
        assert_eq!(read, Ok(TEXT.to_owned()), "{left} {top}");
        pixels = before;
    }
}

/// The head of a png that claims to have so many pixels, and nothing else.
fn claimed(side: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let writer = png::Encoder::new(&mut file, side, side).write_header();
    drop(writer.expect("a size"));
    file
}

#[test]
fn huge_pictures_take_little_memory() {
    let check = |file: &[u8], bytes: u64, is_expected: fn(&QrError) -> bool| {
        let mut read = Ok(String::new());
        let used = allocation_counter::measure(|| read = Matrix::read(file).map(|(_, text)| text));
        let error = read.expect_err("no code is in it");
        assert!(is_expected(&error), "{error}");
        assert!(used.bytes_max <= bytes, "{} bytes: {error}", used.bytes_max);
    };
    let is_too_large = |error: &QrError| matches!(error, QrError::TooLarge { .. });
    for side in [MOST_PIXELS + 1, 100_000, i32::MAX as u32] {
        check(&claimed(side), 1 << 20, is_too_large);
    }
    let matrix = Matrix::encode(TEXT, Correction::Low).expect("short");
    let (side, pixels) = matrix.picture(4);
    let mut photograph = jpeg(side as usize, &pixels, 80);
    // The height and the width follow the frame's marker.
    let frame = photograph.windows(2).position(|pair| pair == [0xff, 0xc0]);
    let frame = frame.expect("a frame");
    photograph[frame + 5..frame + 9].fill(0xff);
    check(&photograph, 1 << 20, is_too_large);
    photograph[frame + 5..frame + 9].copy_from_slice(&[0x20, 0, 0x20, 0]);
    check(&photograph, 600 << 20, |_| true);
    // A few bytes that unpack to the largest picture.
    let side = MOST_PIXELS as usize;
    let packed = png(side, &vec![255; side * side]);
    assert!(packed.len() < 1 << 20);
    check(&packed, 600 << 20, |error| *error == QrError::Flat);
}

#[test]
fn damaged_files_are_no_panic() {
    let matrix = Matrix::encode(TEXT, Correction::Low).expect("short");
    let (side, pixels) = matrix.picture(2);
    let side = side as usize;
    let mut stream = Seed::new(1).stream();
    for file in [jpeg(side, &pixels, 80), png(side, &pixels)] {
        assert!(Matrix::read(&file).is_ok());
        for length in (0..file.len()).step_by(file.len() / 100) {
            let _ = Matrix::read(&file[..length]);
        }
        for round in 0..300 {
            let mut damaged = file.clone();
            for _ in 0..=round / 60 {
                let place = stream.index(damaged.len()).expect("some bytes");
                damaged[place] = stream.int(0, 255) as u8;
            }
            let _ = Matrix::read(&damaged);
        }
    }
}
