//! Headers in code: which comment counts, and what a wrong value answers.

use super::*;
use crate::language::LUA;

fn read(code: &str, reading: Reading) -> Result<Header, String> {
    Header::from_code(code.as_bytes(), LUA, reading, "game.lua").map_err(|e| e.to_string())
}

#[test]
fn tags_of_tic80() {
    let code = "-- title:   A game \r\nx=1 -- author: me\n--saveid:abc\n-- menu: ONE  TWO\n-- title: B\n-- desc:";
    let header = read(code, Reading::Tic80).unwrap();
    assert_eq!(header.title.as_deref(), Some("A game"));
    assert_eq!(header.author.as_deref(), Some("me"));
    assert_eq!(header.saveid.as_deref(), Some("abc"));
    assert_eq!(header.menu_labels(), ["ONE", "TWO"]);
    assert_eq!(header.desc, None);
    assert_eq!(header.screen_size(), ScreenSize::default());
}

#[test]
fn tags_of_tic80_end_after_127_bytes() {
    let code = format!("-- title: {}", "x".repeat(200));
    let length = |reading| read(&code, reading).unwrap().title.unwrap().len();
    assert_eq!(length(Reading::Tic80), 127);
    assert_eq!(length(Reading::Strict), 200);
}

#[test]
fn screens() {
    let size = |text: &str| {
        read(&format!("-- screen: {text}"), Reading::Strict).map(|h| h.screen_size().to_string())
    };
    for good in ["64x64", "16x9", "240x136", "2x16320", "32640x1"] {
        assert_eq!(size(good).as_deref(), Ok(good));
    }
    assert_eq!(size("160 X 136").as_deref(), Ok("160x136"));
    for (bad, part) in [
        ("63x64", "odd"),
        ("0x0", "no pixels"),
        ("240x138", "too large"),
        ("99999999999999x2", "too large"),
        ("65536x65536", "too large"),
        ("big", "expected a size"),
    ] {
        let message = size(bad).unwrap_err();
        assert!(message.starts_with("game.lua:1: screen: "), "{message}");
        assert!(message.contains(part), "{message}");
    }
}

#[test]
fn comments_of_tic80_carts_may_mean_anything() {
    let code = "-- screen: the first\n-- bpm: fast\n-- players: none\n-- jam: 2020\n";
    let header = read(code, Reading::Tic80).unwrap();
    assert_eq!((header.screen, header.bpm), (None, None));
    assert!(read("-- screen: 63x64", Reading::Tic80).is_err());
    assert_eq!(
        read("\n\n-- bpm: fast\n", Reading::Strict).unwrap_err(),
        "game.lua:3: bpm: expected a tempo over 0 and up to 1000, got `fast`"
    );
}

#[test]
fn lines_say_what_the_code_does_not() {
    let code = "-- title: A\n-- bpm: 120\n-- jam: LOWREZ\n-- seed: 7\n-- palette: my.hex\n";
    let header = read(code, Reading::Strict).unwrap();
    let lines = |code: &str| header.missing_lines(code.as_bytes());
    assert_eq!(
        lines("-- title: A\n-- jam: strawberry\n-- players: many"),
        "-- bpm: 120\n-- players:\n-- seed: 7\n-- jam: lowrez\n-- console: downbeat\n"
    );
    assert_eq!(lines(code), "-- palette:\n-- console: downbeat\n");
    let whole = format!("{}{code}", lines(code));
    assert_eq!(lines(&whole), "");
}

#[test]
fn the_console_line_chooses_the_dialect() {
    assert_eq!(
        dialect_of_text(b"x\n-- console: Downbeat\n"),
        Dialect::Downbeat
    );
    assert_eq!(dialect_of_text(b"-- console: other"), Dialect::Tic80);
    assert_eq!(dialect_of_text(b""), Dialect::Tic80);
}
