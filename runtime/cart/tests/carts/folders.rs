//! Folders: round trips through text, what each file does, and the place that
//! a message gives for a mistake.

use cart::{Cart, Dialect, Files, Form, Lost, Section};

use crate::sample::{full, small};

fn files(list: &[(&str, &str)]) -> Files {
    list.iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect()
}

fn message(list: &[(&str, &str)]) -> String {
    let error = Cart::from_folder("game", &files(list)).unwrap_err();
    error.to_string()
}

#[test]
fn folder_to_text_to_folder() {
    let folder = files(&[
        (
            "cart.json",
            "{\n  \"title\": \"A \\\"good\\\" game\",\n  \"saveid\": \"good\",\n  \"menu\": \"ONE TWO\",\n  \"screen\": \"64x64\",\n  \"palette\": \"db16\",\n  \"bpm\": 122.5,\n  \"players\": 2,\n  \"seed\": 18446744073709551615,\n  \"jam\": \"lowrez\",\n  \"rewind\": \"no\"\n}\n",
        ),
        ("main.lua", "-- author: us\nfunction TIC() end\n"),
        ("assets.txt", "-- <MAP>\n-- 000:12\n-- </MAP>\n\n"),
    ]);
    let mut folder = Cart::from_folder("game", &folder)
        .and_then(|cart| cart.to_folder())
        .unwrap()
        .0;
    let cart = Cart::from_folder("game", &folder).unwrap();
    assert_eq!(cart.header.seed, Some(u64::MAX));
    assert_eq!(cart.header.author.as_deref(), Some("us"));
    let (text, losses) = cart.to_lua().unwrap();
    assert!(losses.is_empty());
    let read = Cart::from_bytes("game.lua", &text).unwrap();
    assert_eq!(read.header, cart.header);
    assert_eq!(read.dialect, Dialect::Downbeat);
    assert_eq!(read.banks, cart.banks);
    assert_eq!(read.to_folder().unwrap().0, folder);
    assert_eq!(read.to_lua().unwrap().0, text);

    folder.insert("enemy.lua".to_owned(), b"return {}".to_vec());
    folder.insert("cave.ogg".to_owned(), b"Ogg\0".to_vec());
    let cart = Cart::from_folder("game", &folder).unwrap();
    assert_eq!(cart.to_folder().unwrap().0, folder);
    let losses: Vec<_> = cart
        .to_tic()
        .unwrap()
        .1
        .into_iter()
        .map(|l| l.to_string())
        .collect();
    assert_eq!(
        losses,
        [
            "a .tic cart cannot hold the modules enemy.lua",
            "a .tic cart cannot hold the files cave.ogg",
            "in a .tic cart the cart sees TIC-80's functions only, not Downbeat's tables (beat, gen, rng ...)",
        ]
    );
}

#[test]
fn carts_of_tic80_as_folders() {
    for cart in [small(), full()] {
        let (folder, losses) = cart.to_folder().unwrap();
        assert_eq!(losses.len(), 1);
        assert_eq!(losses[0].what, Lost::BareNames);
        assert_eq!(folder["main.lua"], cart.code);
        let names: Vec<_> = folder.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "assets.txt",
                "cart.json",
                "main.lua",
                "screen.png",
                "sprites.png",
                "tiles.png"
            ]
        );
        let read = Cart::from_folder("small", &folder).unwrap();
        assert_eq!(read.form, Form::Folder);
        assert_eq!(read.banks, cart.banks);
        assert_eq!(read.header, cart.header);
        let text = read.to_lua().unwrap().0;
        assert!(text.starts_with(b"-- console: downbeat\n-- title:  Small\n"));
        let read = Cart::from_bytes("a.lua", &text).unwrap();
        assert_eq!(read.to_folder().unwrap().0, folder);
    }
}

#[test]
fn comments_that_are_no_keys_of_ours() {
    let text = b"-- jam: strawberry\n-- palette: modern\nx=1\n";
    let cart = Cart::from_bytes("a.lua", text).unwrap();
    let folder = cart.to_folder().unwrap().0;
    assert_eq!(folder["cart.json"], b"{}\n");
    let text = Cart::from_folder("a", &folder).unwrap().to_lua().unwrap().0;
    let cart = Cart::from_bytes("a.lua", &text).unwrap();
    assert_eq!(cart.header.jam, None);
    assert_eq!(cart.to_folder().unwrap().0, folder);
}

#[test]
fn a_bare_folder_is_a_new_cart() {
    let cart = Cart::from_folder("game", &files(&[("main.lua", "x=1")])).unwrap();
    assert_eq!(cart.title(), "game");
    assert_eq!(cart.dialect, Dialect::Downbeat);
    assert_eq!(cart.banks, Cart::new("", b"").banks);
    assert_eq!(cart.to_folder().unwrap().0.len(), 2);
    let silent = files(&[("main.lua", ""), ("assets.txt", "-- <WAVES>\n-- </WAVES>")]);
    let cart = Cart::from_folder("game", &silent).unwrap();
    assert!(!cart.banks[0].is_used(Section::Waves));
    let again = Cart::from_folder("game", &cart.to_folder().unwrap().0).unwrap();
    assert_eq!(again.banks, cart.banks);
}

#[test]
fn unknown_keys_and_notes_are_kept() {
    let folder = files(&[
        ("assets.txt", "-- <SONG>\n-- la\n-- </SONG>\n"),
        ("cart.json", "{\n  \"editor\": {\"zoom\":2}\n}\n"),
        ("main.lua", ""),
    ]);
    let cart = Cart::from_folder("game", &folder).unwrap();
    assert_eq!(cart.to_folder().unwrap().0, folder);
    let lost = cart.to_lua().unwrap().1.remove(0).what;
    assert_eq!(lost, Lost::Keys(vec!["editor".to_owned()]));
}

#[test]
fn palette_files() {
    let mut folder = files(&[
        ("cart.json", "{\"palette\": \"my.hex\"}"),
        ("main.lua", ""),
        ("my.hex", "000000\nff8000\n"),
    ]);
    let cart = Cart::from_folder("game", &folder).unwrap();
    assert_eq!(
        cart.banks[0].get(Section::Palette)[3..6],
        [0xff, 0x80, 0x00]
    );
    let text = cart.to_lua().unwrap().0;
    assert_eq!(Cart::from_bytes("a.lua", &text).unwrap().banks, cart.banks);
    folder.insert("my.hex".to_owned(), b"000000\noops\n".to_vec());
    let error = Cart::from_folder("game", &folder).unwrap_err();
    assert_eq!(
        error.to_string(),
        "cart.json:1: palette: my.hex: line 2: expected six hex digits"
    );
}

#[test]
fn sheets_are_read_by_color() {
    let mut cart = small();
    let (mut folder, _) = cart.to_folder().unwrap();
    // The picture keeps its colors; in the new palette they have other numbers.
    let palette = cart.banks[0].get_mut(Section::Palette);
    for color in 0..8 {
        for byte in 0..3 {
            palette.swap(color * 3 + byte, (15 - color) * 3 + byte);
        }
    }
    let assets = cart.to_folder().unwrap().0.remove("assets.txt").unwrap();
    folder.insert("assets.txt".to_owned(), assets);
    let read = Cart::from_folder("game", &folder).unwrap();
    let tiles = |cart: &Cart| cart.banks[0].get(Section::Tiles)[..2].to_vec();
    assert_eq!(tiles(&cart), [0x00, 0x21]);
    assert_eq!(tiles(&read), [0xff, 0xde]);

    folder.insert("cart.json".to_owned(), b"{\"palette\":\"db16\"}".to_vec());
    let error = Cart::from_folder("game", &folder).unwrap_err().to_string();
    assert!(
        error.contains(".png: the pixel at 0,0 has the color #1a212c, which is none"),
        "{error}"
    );
    let screen = folder["screen.png"].clone();
    folder.insert("tiles.png".to_owned(), screen);
    folder.remove("cart.json");
    let error = Cart::from_folder("game", &folder).unwrap_err().to_string();
    assert_eq!(error, "tiles.png: expected 128x128 pixels, found 240x136");
}

#[test]
fn mistakes_have_their_file_and_line() {
    let main = ("main.lua", "x=1");
    let check = |list: &[(&str, &str)], expected: &str| assert_eq!(message(list), expected);
    check(
        &[("enemy.lua", "")],
        "game: there is no main.lua in the folder",
    );
    check(
        &[
            main,
            (
                "cart.json",
                "{\n\"title\": \"a\",\n\"bpm\": -1,\n\"x\": 1\n}",
            ),
        ],
        "cart.json:3: bpm: expected a tempo over 0 and up to 1000, got `-1`",
    );
    check(
        &[main, ("cart.json", "{\n\"title\": {}\n\n}")],
        "cart.json:2: title: expected a text or a number",
    );
    check(
        &[main, ("cart.json", "{\n\"title\": \"a\"\n\"bpm\"")],
        "cart.json:3: expected `,` or `}`",
    );
    check(
        &[main, ("cart.json", "{\"title\": \"a\",\n\"title\": \"b\"}")],
        "cart.json:2: title: the key is there twice",
    );
    check(
        &[main, ("cart.json", "[]")],
        "cart.json:1: invalid type: sequence, expected an object with the cart's keys",
    );
    check(
        &[main, ("cart.json", "{\n\"palette\": \"no.hex\"}")],
        "cart.json:2: palette: there is no palette `no.hex`: name one of sweetie16, db16 or a .hex file of the cart's folder",
    );
    check(
        &[("main.lua", "\n-- screen: 3x3\n")],
        "main.lua:2: screen: the width of 3x3 is odd; two pixels share a byte",
    );
    check(
        &[main, ("assets.txt", "-- <MAP>\n-- 000:xy\n")],
        "assets.txt:2: in section <MAP>: the row has other characters than hex digits: `-- 000:xy`",
    );
    check(
        &[("main.lua", "-- script: moon\n")],
        "game: the cart is written in moon; Downbeat runs Lua only",
    );
}
