//! Chunks: each kind, old kinds, and what is odd or damaged about them.

use std::io::Write;

use flate2::write::ZlibEncoder;

use super::*;
use crate::palette::{DB16, DEFAULT_WAVES, SWEETIE16};

fn chunk(kind: u8, bank: u8, data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    push(&mut out, kind, usize::from(bank), data);
    out
}

fn parse(chunks: &[Vec<u8>]) -> Draft {
    read("a.tic", &chunks.concat()).unwrap()
}

fn warnings(bytes: &[u8]) -> Vec<String> {
    let draft = read("a.tic", bytes).unwrap();
    draft.warnings.iter().map(ToString::to_string).collect()
}

fn packed(code: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(code).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn every_section_has_its_chunk() {
    for section in Section::ALL {
        let data: Vec<u8> = (1..=section.size()).map(|i| i as u8).collect();
        for bank in [0, 7] {
            let draft = parse(&[chunk(section.chunk(), bank, &data)]);
            assert_eq!(draft.banks[usize::from(bank)].get(section), data);
            assert!(draft.warnings.is_empty());
        }
        let short = parse(&[chunk(section.chunk(), 1, &[9])]);
        assert_eq!(short.banks[1].get(section)[..2], [9, 0]);
    }
}

#[test]
fn palettes() {
    let palette = |chunks: &[Vec<u8>]| {
        let palette = parse(chunks).banks[0].get(Section::Palette).to_vec();
        (palette[..48].to_vec(), palette[48])
    };
    let code = chunk(CODE, 0, b"x=1");
    assert_eq!(palette(std::slice::from_ref(&code)), (DB16.to_vec(), 0));
    assert_eq!(
        palette(&[chunk(12, 0, &[0; 48]), code.clone()]),
        (DB16.to_vec(), 0)
    );
    assert_eq!(
        palette(&[code.clone(), chunk(DEFAULTS, 0, &[])]),
        (SWEETIE16.to_vec(), 0)
    );
    assert_eq!(palette(&[chunk(12, 0, &[7; 48])]), (vec![7; 48], 0));
    assert_eq!(palette(&[chunk(12, 0, &[7; 96])]), (vec![7; 48], 7));
    let defaults = parse(&[chunk(DEFAULTS, 2, &[])]);
    assert_eq!(
        defaults.banks[2].get(Section::Waves)[..48],
        DEFAULT_WAVES[..]
    );
    assert!(!defaults.banks[0].is_used(Section::Waves));
}

#[test]
fn code_lies_in_banks_from_the_highest_down() {
    let whole = [vec![b'a'; CODE_CHUNK], vec![b'b'; 10]].concat();
    let chunks = [
        chunk(CODE, 0, &whole[CODE_CHUNK..]),
        chunk(CODE, 1, &whole[..CODE_CHUNK]),
    ];
    assert_eq!(chunks[1][1..3], [0, 0], "65,536 is written as 0");
    assert_eq!(parse(&chunks).code, whole);
    let last = [chunk(CODE, 0, b"old"), chunk(CODE, 0, b"new")];
    assert_eq!(parse(&last).code, b"new");
}

#[test]
fn code_ends_at_a_zero_byte() {
    assert!(warnings(&chunk(CODE, 0, b"x=1\0")).is_empty());
    let bytes = chunk(CODE, 0, b"x=1\0junk");
    assert_eq!(read("a.tic", &bytes).unwrap().code, b"x=1");
    assert_eq!(
        warnings(&bytes),
        ["the code ends at a zero byte; 4 bytes after it are left out"]
    );
}

#[test]
fn packed_code() {
    let zip = packed(b"x=1 -- and so on and on and on");
    let code = |data: &[u8]| read("a.tic", &chunk(PACKED_CODE, 0, data)).map(|d| d.code);
    assert_eq!(code(&zip).unwrap(), b"x=1 -- and so on and on and on");
    assert_eq!(code(&zip[..zip.len() - 4]).unwrap().len(), 30);
    let both = [chunk(PACKED_CODE, 0, &zip), chunk(CODE, 0, b"y=2")];
    assert_eq!(parse(&both).code[..3], *b"x=1");
    let empty = [chunk(PACKED_CODE, 0, &packed(b"")), chunk(CODE, 0, b"y=2")];
    assert_eq!(parse(&empty).code, b"y=2");
    for damaged in [&zip[..10], b"", b"no zlib at all"] {
        let message = code(damaged).unwrap_err().to_string();
        assert!(
            message.starts_with("a.tic: the packed code at offset 4 is damaged: "),
            "{message}"
        );
    }
    let bomb = packed(&vec![b' '; PACKED_LIMIT + 1]);
    assert!(code(&bomb).unwrap_err().to_string().contains("more than"));
}

#[test]
fn old_patterns_get_volume_commands() {
    // A row: note 4 at attenuation 3; note 4 with command 2; no note; stop.
    let rows = [0x34, 0x80, 1, 0x34, 0x25, 1, 0x30, 0, 0, 0x31, 0, 0];
    let draft = parse(&[chunk(OLD_PATTERNS, 3, &rows)]);
    assert_eq!(
        draft.banks[3].get(Section::Patterns)[..12],
        [0xc4, 0x9c, 1, 0x34, 0x25, 1, 0x30, 0, 0, 0x31, 0, 0]
    );
}

fn gif(width: u16, height: u16) -> Vec<u8> {
    let mut out = Vec::new();
    let palette = [0, 0, 0, 0xef, 0x7d, 0x58];
    let mut encoder = gif::Encoder::new(&mut out, width, height, &palette).unwrap();
    let pixels = (0..usize::from(width) * usize::from(height)).map(|i| (i % 3 == 0) as u8);
    let frame = gif::Frame::from_indexed_pixels(width, height, pixels.collect::<Vec<_>>(), None);
    encoder.write_frame(&frame).unwrap();
    drop(encoder);
    out
}

#[test]
fn old_covers_become_the_screen() {
    let cover = gif(240, 136);
    let draft = parse(&[chunk(COVER, 0, &cover), chunk(DEFAULTS, 0, &[])]);
    // Sweetie16's color 3 is nearest to the orange, 0 to black.
    assert_eq!(draft.banks[0].get(Section::Screen)[..3], [0x03, 0x30, 0x00]);
    assert_eq!(draft.cover, Some(cover.clone()));
    let screen = chunk(Section::Screen.chunk(), 0, &[5]);
    let both = parse(&[chunk(COVER, 0, &cover), screen]);
    assert_eq!(both.banks[0].used_bytes(Section::Screen), 1);
}

#[test]
fn a_cover_that_cannot_be_read_is_kept() {
    for (cover, part) in [
        (gif(8, 8), "8x8 pixels"),
        (b"no gif".to_vec(), "GIF header"),
        (gif(240, 136)[..90].to_vec(), "cannot be read"),
    ] {
        let bytes = chunk(COVER, 0, &cover);
        let all = warnings(&bytes);
        assert!(all.len() == 1 && all[0].contains(part), "{all:?}");
        assert_eq!(read("a.tic", &bytes).unwrap().cover, Some(cover));
    }
}

#[test]
fn what_means_nothing_is_kept() {
    let big = vec![1; CODE_CHUNK];
    let chunks = [
        chunk(21, 3, b"new"),
        chunk(BINARY, 1, &big),
        chunk(0, 0, b""),
        chunk(CODE, 0, b"x"),
    ];
    let draft = parse(&chunks);
    let kept: Vec<_> = draft
        .chunks
        .iter()
        .map(|c| (c.kind, c.bank, c.data.len()))
        .collect();
    assert_eq!(kept, [(21, 3, 3), (BINARY, 1, CODE_CHUNK), (0, 0, 0)]);
}

#[test]
fn damage() {
    let mut cut = chunk(CODE, 0, b"x=1");
    cut[1] = 200;
    assert_eq!(read("a.tic", &cut).unwrap().code, b"x=1");
    assert_eq!(
        warnings(&cut),
        [
            "the chunk of type 5 at offset 4 claims 200 bytes, but the file has only 3: is it cut off?"
        ]
    );
    let stray = [chunk(CODE, 0, b"x=1"), vec![1, 2]].concat();
    assert_eq!(warnings(&stray), ["2 bytes after the last chunk"]);
    assert_eq!(
        warnings(&chunk(Section::Flags.chunk(), 5, &[1; 514])),
        ["the FLAGS chunk of bank 5 is 2 bytes too long; they are left out"]
    );
    for nothing in [&b""[..], b"\x05", &chunk(22, 0, b"abc")] {
        let message = read("a.tic", nothing).unwrap_err().to_string();
        assert_eq!(
            message,
            "a.tic: not a cart: there is no chunk of a cart in it"
        );
    }
}
