//! Text projects: where code ends, how rows are read, what is odd or wrong.

use super::*;
use crate::language::LUA;
use crate::palette::SWEETIE16;

fn parse(text: &str) -> Draft {
    read("a.lua", text.as_bytes(), LUA).unwrap()
}

fn code(text: &str) -> String {
    String::from_utf8(parse(text).code).unwrap()
}

fn problem(text: &str) -> String {
    read("a.lua", text.as_bytes(), LUA).unwrap_err().to_string()
}

fn warnings(text: &str) -> Vec<String> {
    parse(text)
        .warnings
        .iter()
        .map(ToString::to_string)
        .collect()
}

#[test]
fn code_ends_before_the_first_line_of_a_section() {
    assert_eq!(code("x=1\n"), "x=1\n");
    assert_eq!(code("x=1\n\n-- <TILES>\n-- </TILES>\n"), "x=1\n");
    assert_eq!(code("x=1\n-- <TILES>\n-- </TILES>\n"), "x=1");
    assert_eq!(code("x=1\r\n\r\n-- <TILES>\r\n-- </TILES>\r\n"), "x=1\n");
    assert_eq!(code("\n-- <TILES>\n-- </TILES>"), "");
    assert_eq!(code("-- <TILES>\n-- </TILES>"), "");
    assert_eq!(
        code("-- <3\nx=1 -- <TILES>\n --  <MAP>"),
        "-- <3\nx=1 -- <TILES>\n --  <MAP>"
    );
    assert_eq!(code("\u{feff}x=1"), "x=1");
}

#[test]
fn rows() {
    let draft = parse(
        "\n-- <TILES>\n-- 000:1a2B\n-- 255:21   \n-- </TILES>\n-- <TILES7>\n-- 001:f\n-- </TILES7>\n\
         -- <PALETTE>\n-- 000:102\n-- 001:ff\n-- </PALETTE>\n-- <LANG>\n-- 000:a0\n-- </LANG>\n",
    );
    assert!(draft.warnings.is_empty());
    let tiles = draft.banks[0].get(Section::Tiles);
    assert_eq!(tiles[..3], [0xa1, 0xb2, 0]);
    assert_eq!(tiles[255 * 32..][..2], [0x12, 0]);
    assert_eq!(draft.banks[7].get(Section::Tiles)[32], 0x0f);
    let palette = draft.banks[0].get(Section::Palette);
    assert_eq!(palette[..3], [0x10, 0x20, 0]);
    assert_eq!(palette[48], 0xff);
    assert_eq!(draft.lang_id, 10);
}

#[test]
fn a_text_without_palette_has_the_default_one() {
    let draft = parse("x=1\n");
    assert_eq!(draft.banks[0].get(Section::Palette)[..48], SWEETIE16);
    assert!(!draft.banks[0].is_used(Section::Waves));
    let black = parse("\n-- <PALETTE>\n-- </PALETTE>\n");
    assert!(!black.banks[0].is_used(Section::Palette));
}

#[test]
fn mistakes_have_their_line() {
    for (text, expected) in [
        (
            "x=1\n-- <MAP>\n-- 000:12x4\n",
            "a.lua:3: in section <MAP>: the row has other characters than hex digits: `-- 000:12x4`",
        ),
        (
            "x=1\n-- <MAP>\n\nfunction TIC()\n",
            "a.lua:4: in section <MAP>: expected a row such as `-- 000:0123`, found `function TIC()`",
        ),
        (
            "\n-- <MAP>\n-- 00:12\n",
            "a.lua:3: in section <MAP>: expected a row such as `-- 000:0123`, found `-- 00:12`",
        ),
        (
            "x=1\ny\0=2\n",
            "a.lua:2: a zero byte; a text cart is plain text",
        ),
    ] {
        assert_eq!(problem(text), expected);
    }
}

#[test]
fn oddities_are_told() {
    for (text, expected) in [
        (
            "\n-- <MAP>\n-- 000:12\n",
            "line 2: the section <MAP> is not closed",
        ),
        (
            "\n-- <MAP>\n-- <SFX>\n-- </SFX>\n",
            "line 2: the section <MAP> is not closed",
        ),
        (
            "\n-- <TRACKS>\n-- 008:12\nwhatever\n-- </TRACKS>\n",
            "line 3: the section has fewer rows; it ends here",
        ),
        (
            &format!("\n-- <WAVES>\n-- 000:{}\n-- </WAVES>\n", "1".repeat(33)),
            "line 3: the row is too long; its end is left out",
        ),
        (
            "x=1\n-- <MAP>\n-- </MAP>\ny=2\n\nz=3\n",
            "line 4: 2 lines after the code are not run, because an earlier line begins with `-- <`",
        ),
    ] {
        assert_eq!(warnings(text), [expected], "{text}");
    }
}

#[test]
fn unknown_sections_are_kept() {
    let text = "x=1\n\n-- <SONG>\n-- la la\n\n-- <VERSE>\n-- </SONG>\n-- <MAP>\n-- 000:1\n-- </MAP>\n-- <TILES9>\n";
    let draft = parse(text);
    assert_eq!(
        String::from_utf8_lossy(&draft.notes),
        "-- <SONG>\n-- la la\n\n-- <VERSE>\n-- </SONG>\n-- <TILES9>\n"
    );
    assert!(draft.warnings.is_empty());
    assert_eq!(draft.banks[0].get(Section::Map)[0], 1);
}

#[test]
fn line_ends_are_counted_as_lua_does() {
    let plain = |text: &str| String::from_utf8(plain_line_ends(text.as_bytes())).unwrap();
    assert_eq!(plain("a\r\nb\n\rc\rd\r\re\n\nf"), "a\nb\nc\nd\n\ne\n\nf");
}

#[test]
fn code_lines_that_look_like_sections_are_disarmed() {
    let code = b"-- <3\nx\n-- <TILES>\n  -- <MAP>\n-- <y\n";
    let lines = section_lines(code, "--");
    assert_eq!(lines, [3, 5]);
    assert_eq!(
        disarm(code, "--", &lines),
        b"-- <3\nx\n--\t<TILES>\n  -- <MAP>\n--\t<y\n"
    );
    assert_eq!(section_lines(b"-- <MAP>\n", "--"), [1]);
}
