//! `downbeat gen`: forms, parameters, figures about many seeds.

use std::path::PathBuf;

use console::mapgen::GENERATORS;
use console::mapgen::qr::{Correction, Matrix};
use tests::program::{self, Finished};

use crate::picture_file::{jpeg, png};
use crate::small;

fn gen_map(arguments: &str) -> Finished {
    let words: Vec<&str> = std::iter::once("gen").chain(arguments.split(' ')).collect();
    program::run(&words).expect("the program runs")
}

#[track_caller]
pub(crate) fn good(arguments: &str) -> String {
    let done = gen_map(arguments);
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""), "{arguments}");
    done.out
}

#[track_caller]
pub(crate) fn wrong(arguments: &str, part: &str) {
    let done = gen_map(arguments);
    assert_eq!(done.code, Some(2), "{arguments}: {}", done.err);
    assert!(done.err.contains(part), "{arguments}: {}", done.err);
    assert!(!done.err.contains("panicked"), "{arguments}: {}", done.err);
}

fn folder() -> PathBuf {
    let folder = tests::target().join("tests/maps");
    std::fs::create_dir_all(&folder).expect("the target folder is writable");
    folder
}

#[test]
fn text_and_json_are_those_of_the_crate() {
    for generator in GENERATORS {
        let map = generator.generate(&small(generator, 7)).expect("a map");
        let name = generator.info.name;
        let has_size = generator.info.parameters.iter().any(|it| it.name == "w");
        let size = if has_size { " --size 31x19" } else { "" };
        assert_eq!(good(&format!("{name}{size} --seed 7")), map.to_text());
        let json = good(&format!("{name}{size} --seed 7 --format json"));
        assert_eq!(json, format!("{}\n", map.to_json()));
    }
}

#[test]
fn parameters_are_options_too() {
    let text = good("bsp --size 40x30 --seed 7 --depth 3 --room-min=3");
    assert_eq!(
        text,
        good("bsp -p w=40 -p h=30 --seed 7 -p depth=3 -p room_min=3")
    );
    assert_ne!(text, good("bsp --size 40x30 --seed 7"));
    let list = good("--list");
    for generator in GENERATORS {
        assert!(list.contains(generator.info.name), "{list}");
    }
}

#[test]
fn what_is_wrong_is_named() {
    wrong(
        "bsp --depth 40",
        "downbeat: gen: bsp: depth must be 0 to 12, got 40",
    );
    wrong("bsp --size 9999999999x4", "64x48");
    wrong("bsp --size 5000x4", "w must be 4 to 4096, got 5000");
    wrong("lattice --size 64x64", "no parameter is called 'w'");
    wrong("cake", "no generator is called 'cake'");
    wrong("bsp --deep 4", "--deep");
    wrong("bsp --depth", "-p");
    wrong("bsp --seeds 9..1", "nothing from 9 to 1");
    wrong("bsp --seeds 1..9 --axes up,down", "two of open");
    wrong("bsp --format gif --size 4000x4000 -o x.gif", "512x512");
    wrong("qr --image no-such.png", "no-such.png");
    wrong("bsp -o no-such-folder/map.txt", "map.txt");
    wrong(
        "bsp --size 4096x4096 --format png --scale 64 -o x.png",
        "smaller",
    );
}

#[test]
fn pictures_animations_and_tiled_maps_are_written() {
    let folder = folder();
    let file = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let read = |name: &str| std::fs::read(folder.join(name)).expect("it was written");
    let png = file("map.png");
    good(&format!(
        "bsp --size 40x30 --seed 7 --format png --scale 3 -o {png}"
    ));
    let written = read("map.png");
    assert_eq!(&written[16..24], [0, 0, 0, 120, 0, 0, 0, 90]);
    good(&format!(
        "bsp --size 40x30 --seed 7 --format gif -o {}",
        file("map.gif")
    ));
    assert!(read("map.gif").starts_with(b"GIF89a"));
    good(&format!(
        "bsp --size 40x30 --seed 7 --format tmj -o {}",
        file("tiled.tmj")
    ));
    let tiled: serde_json::Value = serde_json::from_slice(&read("tiled.tmj")).expect("JSON");
    assert_eq!(
        tiled["layers"][0]["data"].as_array().map(Vec::len),
        Some(1200)
    );
    assert_eq!(tiled["tilesets"][0]["image"], "tiled.png");
    assert!(read("tiled.png").starts_with(b"\x89PNG"));
}

#[test]
fn a_code_in_a_picture_is_a_dungeon() {
    let folder = folder();
    let text = "HELLO DUNGEON";
    let matrix = Matrix::encode(text, Correction::default()).expect("short");
    let (side, gray) = matrix.picture(4);
    let picture = console::Picture {
        border: (0, 0),
        width: side as usize,
        height: side as usize,
        rgba: gray.iter().flat_map(|&it| [it, it, it, 255]).collect(),
    };
    let file = folder.join("code.png");
    let to = std::fs::File::create(&file).expect("the folder is writable");
    console::capture::write_png(to, &picture, 1).expect("it is written");
    let path = file.to_str().expect("UTF-8");
    let seen = good(&format!("qr --seed 3 -p image={path}"));
    let words = ["gen", "qr", "--seed", "3", "--text", text];
    let expected = program::run(&words).expect("the program runs").out;
    assert_eq!(seen, expected);
    let photograph = folder.join("code.jpg");
    std::fs::write(&photograph, jpeg(side as usize, &gray, 70)).expect("it is written");
    let path = photograph.to_str().expect("UTF-8");
    assert_eq!(good(&format!("qr --seed 3 --image {path}")), expected);
}

#[test]
fn pictures_without_a_code_are_told_why() {
    let matrix = Matrix::encode("GONE", Correction::Low).expect("short");
    let (side, mut gray) = matrix.picture(4);
    let side = side as usize;
    let whole = png(side, &gray);
    let photograph = jpeg(side, &gray, 70);
    gray[side * side / 2..].fill(255);
    let check = |name: &str, file: &[u8], part: &str| {
        let path = folder().join(name);
        std::fs::write(&path, file).expect("the folder is writable");
        let path = path.to_str().expect("UTF-8");
        wrong(&format!("qr --image {path}"), &format!("{name}: {part}"));
    };
    check(
        "empty.png",
        b"",
        "no png or jpeg picture: the file is empty",
    );
    check("other.png", b"GIF89a", "no png or jpeg picture: it begins");
    check(
        "cut.png",
        &whole[..whole.len() / 2],
        "the png picture is damaged",
    );
    check("cut.jpg", &photograph[..40], "the jpeg picture is damaged");
    check(
        "white.jpg",
        &jpeg(99, &vec![255; 9801], 70),
        "the picture is of nearly one shade",
    );
    check(
        "half.png",
        &png(side, &gray),
        "no finder pattern: 2 of the three",
    );
    wrong("qr --image nowhere.png", "nowhere.png");
}

#[test]
fn figures_of_many_seeds_do_not_depend_on_cores() {
    let table = good("bsp --size 40x30 --seeds 1..40 --metrics csv");
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines.len(), 41);
    assert!(
        lines[0].starts_with("seed,open,rooms,parts,"),
        "{}",
        lines[0]
    );
    for (line, seed) in lines[1..].iter().zip(1..) {
        assert!(line.starts_with(&format!("{seed},")), "{line}");
    }
    assert_eq!(table, good("bsp --size 40x30 --seeds 1..40"));
    let file = folder().join("range.png");
    let path = file.to_str().expect("UTF-8");
    good(&format!(
        "bsp --size 40x30 --seeds 1..40 --metrics png --axes path,rooms -o {path}"
    ));
    assert!(
        std::fs::read(&file)
            .expect("it was written")
            .starts_with(b"\x89PNG")
    );
}
