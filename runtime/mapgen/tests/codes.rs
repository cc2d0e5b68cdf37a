//! QR codes as dungeons: texts of versions 1 to 6, goals within four digs,
//! pictures that are read, and what is said about those that are not.
#![allow(clippy::disallowed_methods, reason = "a variable asks for all codes")]

#[path = "photographs/file.rs"]
mod file;

use file::{jpeg, png};
use mapgen::qr::{Correction, MOST_DIGS, Matrix, digs};
use mapgen::{Cell, Map, Request, Structure, generate};

/// A text of so many letters and digits.
fn text(length: usize, number: usize) -> String {
    let letters = b"abcdefghijklmnopqrstuvwxyz0123456789 -./:";
    (0..length)
        .map(|i| letters[(i * 7 + number * 13 + i * number) % letters.len()] as char)
        .collect()
}

fn matrix(map: &Map) -> &Matrix {
    match &map.structure {
        Structure::Matrix(matrix) => matrix,
        _ => panic!("a code has a matrix"),
    }
}

/// The code as a png file.
fn screenshot(matrix: &Matrix, scale: u32) -> Vec<u8> {
    let (side, pixels) = matrix.picture(scale);
    png(side as usize, &pixels)
}

#[test]
fn every_version_from_1_to_6_can_be_played_and_revealed() {
    let mut versions = [0; 7];
    for length in [1, 10, 20, 40, 50, 60, 75, 80, 95, 106] {
        for seed in 0..6 {
            let text = text(length, seed as usize);
            let map = generate("qr", &Request::new(seed).with("text", text.as_str()));
            let map = map.expect("a map");
            let matrix = matrix(&map);
            assert_eq!(map.grid.width(), matrix.size() * 2);
            versions[matrix.version() as usize] += 1;
            let found = digs(&map.grid, map.start.expect("a start"));
            let goals: Vec<_> = map.grid.find(Cell::Goal.byte()).collect();
            assert_eq!(goals.len(), 3);
            for goal in goals {
                let place = goal.y * map.grid.width() + goal.x;
                assert!(found[place as usize] <= MOST_DIGS, "{text}");
            }
            assert_eq!(matrix.decode(), Ok(text.clone()));
            let picture = screenshot(matrix, 3);
            assert_eq!(Matrix::read(&picture), Ok((matrix.clone(), text)));
        }
    }
    assert!(versions[1..].iter().all(|&count| count > 0), "{versions:?}");
}

#[test]
fn cells_follow_the_modules() {
    let map = generate("qr", &Request::new(3)).expect("a map");
    let (matrix, size) = (matrix(&map), matrix(&map).size());
    let mut cracked = 0;
    let mut walls = 0;
    for y in 0..size {
        for x in 0..size {
            let cells = mapgen::Rect::new(x * 2, y * 2, 2, 2);
            let open = cells.points().filter(|&point| map.grid.is_open(point));
            let open = open.count();
            let far = size - 8;
            let is_protected = (y < 8 && (x < 8 || x >= far)) || (y >= far && x < 8);
            let is_cleared = (y == size - 1 && x >= size - 9) || (x == size - 1 && y >= size - 9);
            if is_cleared || !matrix.is_dark(x, y) {
                assert_eq!(open, 4, "{x} {y}");
            } else if is_protected {
                // The middle of a finder holds a goal.
                let is_middle = [(3, 3), (size - 4, 3), (3, size - 4)].contains(&(x, y));
                assert_eq!(open, usize::from(is_middle), "{x} {y}");
            } else {
                assert!(open <= 1);
                walls += 1;
                cracked += open;
            }
        }
    }
    // Four in six, give or take chance.
    assert!(
        (55..80).contains(&(cracked * 100 / walls)),
        "{cracked} of {walls}"
    );
}

#[test]
fn photographs_and_screenshots_are_read() {
    let said = "https://example.com/downbeat";
    let matrix = Matrix::encode(said, Correction::Quartile).expect("short");
    for scale in [1, 2, 3, 8] {
        let read = Matrix::read(&screenshot(&matrix, scale));
        assert_eq!(read, Ok((matrix.clone(), said.into())), "scale {scale}");
    }
    let (side, pixels) = matrix.picture(6);
    let read = Matrix::read(&jpeg(side as usize, &pixels, 80));
    assert_eq!(read, Ok((matrix.clone(), said.into())));
    // Light on dark, turned, in a corner of a larger gray picture.
    let (side, pixels) = matrix.picture(5);
    let side = side as usize;
    let inverted: Vec<u8> = pixels.iter().map(|shade| 255 - shade).collect();
    let read = Matrix::read(&png(side, &inverted));
    assert_eq!(read.map(|(_, text)| text), Ok(said.into()));
    let mut large = vec![190; 700 * 600];
    for (at, &shade) in pixels.iter().enumerate() {
        let (x, y) = (side - 1 - at / side, at % side);
        large[(290 + y) * 700 + 380 + x] = shade;
    }
    let read = Matrix::read(&jpeg(700, &large, 75));
    assert_eq!(read.map(|(_, text)| text), Ok(said.into()));
}

#[test]
fn the_matrix_of_a_picture_makes_the_same_dungeon() {
    let map = generate("qr", &Request::new(9).with("text", "moss")).expect("a map");
    let (seen, _) = Matrix::read(&screenshot(matrix(&map), 4)).expect("a code");
    let request = Request::new(9).with("matrix", seen.to_text());
    let again = generate("qr", &request).expect("a map");
    assert_eq!(again.grid, map.grid);
    assert_eq!(matrix(&again).decode(), Ok("moss".into()));
}

#[test]
fn what_cannot_be_read_is_said() {
    let check = |picture: &[u8], expected: &str| {
        let error = Matrix::read(picture).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(b"", "no png or jpeg picture: the file is empty");
    check(
        b"GIF89a......",
        "no png or jpeg picture: it begins like neither",
    );
    let matrix = Matrix::encode("a longer text, damaged", Correction::Low).expect("short");
    let good = screenshot(&matrix, 4);
    check(&good[..good.len() / 2], "the png picture is damaged");
    check(&good[..20], "the png picture is damaged");
    let (side, mut damaged) = matrix.picture(4);
    let side = side as usize;
    let photograph = jpeg(side, &damaged, 80);
    check(&photograph[..3], "the jpeg picture is damaged");
    check(&photograph[..60], "the jpeg picture is damaged");
    check(&png(200, &vec![250; 200 * 200]), "of nearly one shade");
    let steps: Vec<u8> = (0..200 * 200).map(|at| (at % 200) as u8).collect();
    check(&png(200, &steps), "nothing in the picture is sharp");
    let stripes: Vec<u8> = (0..200 * 200).map(|at| at as u8 / 50 * 80).collect();
    check(&png(200, &stripes), "no finder pattern: 0 of the three");
    // A code without its right half, and one without what lies between its
    // finder patterns.
    let module = |at: usize| (at / 4).wrapping_sub(4);
    let mut half = damaged.clone();
    for (at, shade) in half.iter_mut().enumerate() {
        if module(at % side) >= 16 {
            *shade = 255;
        }
    }
    check(&png(side, &half), "no finder pattern: 2 of the three");
    for (at, shade) in damaged.iter_mut().enumerate() {
        let (x, y) = (at % side, at / side);
        if (9..25).contains(&module(x)) && (9..17).contains(&module(y)) {
            *shade = if (x / 4 + y / 4) % 3 == 0 { 0 } else { 255 };
        }
    }
    check(&png(side, &damaged), "checksum is wrong");
}

#[test]
fn noise_in_a_picture_is_no_panic() {
    let matrix = Matrix::encode("noise", Correction::Medium).expect("short");
    let mut stream = dice::Seed::new(1).stream();
    for round in 0..60 {
        let (side, mut pixels) = matrix.picture(3);
        for _ in 0..round * 40 {
            let place = stream.index(pixels.len()).expect("some pixels");
            pixels[place] = stream.int(0, 255) as u8;
        }
        let _ = Matrix::read(&png(side as usize, &pixels));
        let mut modules = matrix.to_text().into_bytes();
        for _ in 0..round * 4 {
            let place = stream.index(modules.len()).expect("some modules");
            modules[place] = match modules[place] {
                b'#' => b'.',
                b'.' => b'#',
                other => other,
            };
        }
        let damaged = String::from_utf8(modules).expect("ASCII");
        let damaged = Matrix::from_text(&damaged).expect("a square");
        let _ = damaged.decode();
        let request = Request::new(round).with("matrix", damaged.to_text());
        let _ = generate("qr", &request);
    }
}

#[test]
fn wrong_parameters_are_said() {
    let check = |request: Request, expected: &str| {
        let error = generate("qr", &request).expect_err(expected).to_string();
        assert!(error.contains(expected), "{error}");
    };
    check(
        Request::new(1).with("text", "x".repeat(2900)),
        "qr: 2900 bytes are too much for a QR code",
    );
    check(Request::new(1).with("matrix", "#.#"), "got 1 rows");
    check(
        Request::new(1).with("correction", "all"),
        "must be one of medium",
    );
    let large = Request::new(1).with("text", "y".repeat(2000));
    let map = generate("qr", &large).expect("a large code can be played too");
    assert!(matrix(&map).version() > 30);
    assert!(generate("qr", &Request::new(1).with("text", "")).is_ok());
}

/// How many codes are tried: half of them in a test run, two thousand with `SEEDS=all`.
fn codes() -> u64 {
    if std::env::var_os("SEEDS").is_some() {
        2000
    } else {
        1000
    }
}

/// Fewest walls on a way from the start to each goal, found from the letters of
/// the map alone: what can be reached without a dig, then with one more.
fn walls_to_goals(text: &str) -> Vec<usize> {
    let rows: Vec<Vec<char>> = text.lines().map(|row| row.chars().collect()).collect();
    let side = rows.len() as isize;
    let places = || (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    let glyph = |(x, y): (isize, isize)| rows[y as usize][x as usize];
    let mut needed = vec![usize::MAX; rows.len() * rows.len()];
    let mut border: Vec<_> = places().filter(|&at| glyph(at) == '<').collect();
    for walls in 0.. {
        let mut beyond = Vec::new();
        while let Some((x, y)) = border.pop() {
            let known = &mut needed[(y * side + x) as usize];
            if *known != usize::MAX {
                continue;
            }
            *known = walls;
            for (right, down) in [
                (-1, -1),
                (0, -1),
                (1, -1),
                (-1, 0),
                (1, 0),
                (-1, 1),
                (0, 1),
                (1, 1),
            ] {
                let next = (x + right, y + down);
                if !(0..side).contains(&next.0) || !(0..side).contains(&next.1) {
                    continue;
                }
                if glyph(next) == '#' {
                    beyond.push(next);
                } else {
                    border.push(next);
                }
            }
        }
        if beyond.is_empty() {
            break;
        }
        border = beyond;
    }
    let goals = places().filter(|&at| glyph(at) == '!');
    goals
        .map(|(x, y)| needed[(y * side + x) as usize])
        .collect()
}

#[test]
fn codes_of_all_kinds_can_be_played_and_revealed() {
    let alphabets = [
        "0123456789",
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 $%*+-./:",
        "abcdefghijklmnopqrstuvwxyz .,/:?=&",
        "aÄßéλж中文🎵 ",
    ];
    let levels = ["low", "medium", "quartile", "high"];
    let corrections = [
        Correction::Low,
        Correction::Medium,
        Correction::Quartile,
        Correction::High,
    ];
    let mut stream = dice::Seed::new(2000).stream();
    let mut counts = [[0; 4]; 6];
    for number in 0..codes() {
        let kind = number as usize % 4;
        let letters: Vec<char> = alphabets[number as usize / 4 % 4].chars().collect();
        let length = stream.int(1, 180);
        let mut text: String = (0..length).filter_map(|_| stream.pick(&letters)).collect();
        // Shortened until it fits into version 6.
        while Matrix::encode(&text, corrections[kind])
            .expect("short")
            .version()
            > 6
        {
            let length = text.chars().count();
            text = text.chars().take(length - length.div_ceil(10)).collect();
        }
        let request = Request::new(number)
            .with("text", text.as_str())
            .with("correction", levels[kind]);
        let map = generate("qr", &request).expect("a map");
        let matrix = matrix(&map);
        counts[matrix.version() as usize - 1][kind] += 1;
        let walls = walls_to_goals(&map.grid.to_text());
        assert_eq!(walls.len(), 3, "{text}");
        assert!(
            walls.iter().all(|&walls| walls <= MOST_DIGS as usize),
            "{text}: {walls:?}"
        );
        let revealed = Matrix::read(&screenshot(matrix, 3));
        assert_eq!(revealed, Ok((matrix.clone(), text)), "{}", levels[kind]);
    }
    let is_seen = counts.iter().flatten().all(|&count| count > 0);
    assert!(is_seen, "{counts:?}");
}
