//! Conversions between single-file forms, and what they say is lost.

use cart::{CODE_LIMIT, Cart, CartError, Chunk, Dialect, Form, Lost, Section};

use crate::sample::{CODE, full, small};

/// The same cart as if it had been read from another form and name.
fn as_if(cart: &Cart, form: Form, name: &str) -> Cart {
    let mut cart = cart.clone();
    cart.form = form;
    name.clone_into(&mut cart.name);
    cart
}

#[test]
fn text_to_tic_to_text() {
    for cart in [small(), full()] {
        let (text, losses) = cart.to_lua().unwrap();
        assert!(losses.is_empty());
        let read = Cart::from_bytes("a.lua", &text).unwrap();
        assert_eq!(read, as_if(&cart, Form::Text, "a.lua"));
        let (tic, losses) = read.to_tic().unwrap();
        assert!(losses.is_empty());
        let read = Cart::from_bytes("a.tic", &tic).unwrap();
        assert_eq!(read, as_if(&cart, Form::Tic, "a.tic"));
        assert_eq!(read.to_lua().unwrap().0, text);
        assert_eq!(read.to_tic().unwrap().0, tic);
    }
}

#[test]
fn tic_to_png_to_tic() {
    for cart in [small(), full()] {
        let (tic, _) = cart.to_tic().unwrap();
        let (png, losses) = cart.to_png().unwrap();
        assert!(losses.is_empty());
        let read = Cart::from_bytes("a.png", &png).unwrap();
        assert_eq!(read, as_if(&cart, Form::Png, "a.png"));
        assert_eq!(read.to_tic().unwrap().0, tic);
    }
}

#[test]
fn what_other_consoles_add_survives() {
    let mut cart = small();
    cart.chunks.push(Chunk {
        kind: 25,
        bank: 2,
        data: vec![1, 0],
    });
    cart.lang_id = 10;
    let (tic, _) = cart.to_tic().unwrap();
    let read = Cart::from_bytes("a.tic", &tic).unwrap();
    assert_eq!(read, as_if(&cart, Form::Tic, "a.tic"));
    let (text, losses) = read.to_lua().unwrap();
    assert_eq!(losses[0].what, Lost::Chunks(vec![25]));
    assert_eq!(
        losses[0].to_string(),
        "a text cart cannot hold the .tic chunks of type 25"
    );
    assert_eq!(Cart::from_bytes("a.lua", &text).unwrap().lang_id, 10);

    let text = b"x=1\n-- <SONG>\n-- la\n-- </SONG>\n";
    let cart = Cart::from_bytes("a.lua", text).unwrap();
    let written = cart.to_lua().unwrap().0;
    let again = Cart::from_bytes("a.lua", &written).unwrap();
    assert_eq!(again.notes, cart.notes);
    let losses = cart.to_tic().unwrap().1;
    assert_eq!(losses[0].what, Lost::Notes(vec!["SONG".to_owned()]));
}

#[test]
fn notes_that_would_be_read_as_sections_are_not_written() {
    // In a .lua file these lines are no sections, for a JavaScript cart they are.
    let text = b"// script: js\n-- <X>\n// <TILES>\n-- </X>\n";
    let cart = Cart::in_any_language("a.lua", text).unwrap();
    let (text, losses) = cart.to_lua().unwrap();
    assert!(matches!(losses[0].what, Lost::Notes(_)));
    let read = Cart::in_any_language("a.js", &text).unwrap();
    assert_eq!(read.banks, cart.banks);
}

#[test]
fn code_that_text_cannot_hold_as_it_is() {
    let mut cart = small();
    cart.code = b"x=1\r\n-- <y\r\n".to_vec();
    let (text, losses) = cart.to_lua().unwrap();
    let read = Cart::from_bytes("a.lua", &text).unwrap();
    assert_eq!(read.code, b"x=1\n--\t<y\n");
    let lost: Vec<_> = losses.into_iter().map(|l| l.what).collect();
    assert_eq!(lost, [Lost::CarriageReturns, Lost::SectionLines(vec![2])]);
}

#[test]
fn black_palettes() {
    let mut cart = small();
    cart.banks[0].get_mut(Section::Palette)[..48].fill(0);
    let (text, losses) = cart.to_lua().unwrap();
    assert!(losses.is_empty());
    let read = Cart::from_bytes("a.lua", &text).unwrap();
    assert_eq!(read.banks, cart.banks);
    assert_eq!(cart.to_tic().unwrap().1[0].what, Lost::BlackPalette);
}

#[test]
fn code_beyond_what_tic_holds_is_refused() {
    let mut cart = small();
    cart.code = vec![b' '; CODE_LIMIT];
    let (tic, _) = cart.to_tic().unwrap();
    assert_eq!(Cart::from_bytes("a.tic", &tic).unwrap().code, cart.code);
    cart.code.push(b' ');
    for result in [cart.to_tic(), cart.to_png()] {
        let message = result.unwrap_err().to_string();
        assert!(message.contains("524289 bytes of code"), "{message}");
    }
    assert!(cart.to_lua().is_ok());
}

#[test]
fn only_lua_runs_but_all_languages_convert() {
    let text =
        b"// title: x\n// script: js\nfunction TIC(){}\n\n// <TILES>\n// 000:1\n// </TILES>\n\n";
    let error = Cart::from_bytes("a.js", text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a.js: the cart is written in js; Downbeat runs Lua only"
    );
    let cart = Cart::in_any_language("a.js", text).unwrap();
    assert_eq!(cart.title(), "x");
    assert_eq!(cart.banks[0].get(Section::Tiles)[0], 1);
    let (tic, _) = cart.to_tic().unwrap();
    let read = Cart::in_any_language("a.tic", &tic).unwrap();
    assert_eq!(read.language.name, "js");
    let text = read.to_lua().unwrap().0;
    assert_eq!(Cart::in_any_language("a", &text).unwrap().banks, cart.banks);
    assert!(matches!(
        cart.to_folder(),
        Err(CartError::LanguageForm { .. })
    ));
}

#[test]
fn downbeat_text_in_tic_sees_fewer_names() {
    let text = b"-- console: downbeat\n-- screen: 64x64\n-- palette: db16\n";
    let cart = Cart::from_bytes("a.lua", text).unwrap();
    assert_eq!(cart.dialect, Dialect::Downbeat);
    assert_eq!(cart.banks[0].get(Section::Palette)[..48], cart::DB16);
    let (tic, losses) = cart.to_tic().unwrap();
    assert_eq!(losses[0].what, Lost::OwnTables);
    let read = Cart::from_bytes("a.tic", &tic).unwrap();
    assert_eq!(read.dialect, Dialect::Tic80);
    assert_eq!(read.header.screen_size().width, 64);
    let back = Cart::from_bytes("a.lua", &read.to_lua().unwrap().0).unwrap();
    assert_eq!(back, cart);
}

#[test]
fn memory_goes_by_saveid_else_by_assets() {
    let mut cart = Cart::from_bytes("a.lua", CODE).unwrap();
    // The MD5 of "small".
    assert_eq!(cart.memory_id(), "eb5c1399a871211c7e7ed732d15e3a8b");
    cart.header.saveid = None;
    let before = cart.memory_id();
    cart.code.push(b' ');
    assert_eq!(cart.memory_id(), before);
    cart.banks[0].get_mut(Section::Flags)[511] = 1;
    assert_ne!(cart.memory_id(), before);
}

#[test]
fn pictures_without_cart_and_other_files() {
    let message = |name: &str, bytes: &[u8]| Cart::from_bytes(name, bytes).unwrap_err().to_string();
    let (png, _) = small().to_png().unwrap();
    let at = png.windows(4).position(|w| w == b"caRt").unwrap();
    let mut bare = png.clone();
    bare[at..at + 4].copy_from_slice(b"noRt");
    assert_eq!(
        message("a.png", &bare),
        "a.png: a picture without a cart in it"
    );
    assert!(message("a.png", &png[..at + 30]).contains("is cut off"));
    assert!(message("a.lua", b"").contains("the file is empty"));
    assert!(message("a.beat", b"PK\x03\x04zip").contains("zip archive"));
    assert!(message("a.exe", b"MZ\0\0").contains("not a cart"));
}

#[test]
fn info_counts() {
    let info = small().info();
    assert_eq!(info.title, "Small");
    assert_eq!(info.code.lines, 9);
    assert_eq!(info.banks.len(), 1);
    let tiles = &info.banks[0].sections[0];
    assert_eq!((tiles.section, tiles.rows_used), (Section::Tiles, 2));
    assert_eq!(info.memory_id, small().memory_id());
}
