//! Any bytes as a cart: reading gives a cart or an error, and a cart can be
//! written in every form and read again. The first byte chooses how the rest
//! is taken and what is written, so that one set of inputs reaches all readers
//! and the slow writers run only when the fuzzer asks for them.
#![no_main]

use cart::{Cart, CartError, Files, Form};
use libfuzzer_sys::fuzz_target;

/// Files of a folder, which zero bytes separate in an input. The picture is
/// last and takes the rest, because it has zero bytes itself.
const PARTS: [&str; 4] = ["main.lua", "cart.json", "assets.txt", "tiles.png"];

fuzz_target!(|data: &[u8]| {
    let Some((&way, bytes)) = data.split_first() else {
        return;
    };
    let cart = match way & 3 {
        0 => Cart::in_any_language("a.tic", bytes),
        1 => Cart::in_any_language("a.lua", bytes),
        2 => Cart::in_any_language("a.png", bytes),
        _ => Cart::from_folder("a", &folder(bytes)),
    };
    // Errors are as good as carts, but their text must not fail either.
    match cart {
        Ok(cart) => {
            assert_eq!(cart.banks.len(), cart::BANKS);
            if way & 4 != 0 {
                check_files(&cart);
            }
            if way & 8 != 0 && cart.language.is_lua() {
                check_folder(&cart);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});

fn folder(bytes: &[u8]) -> Files {
    let parts = bytes.splitn(PARTS.len(), |&b| b == 0);
    PARTS
        .iter()
        .zip(parts)
        .filter(|(_, part)| !part.is_empty())
        .map(|(path, part)| ((*path).to_owned(), part.to_vec()))
        .collect()
}

fn check_files(cart: &Cart) {
    assert_eq!(cart.info().memory_id.len(), 32);
    let (text, losses) = cart.to_lua().expect("text holds every cart");
    let name = format!("a.{}", cart.language.extension);
    let read = match Cart::in_any_language(&name, &text) {
        // A .tic may have keys in its code that only text carts take at their word.
        Err(CartError::Header { .. }) if cart.form != Form::Text => return,
        read => read.expect("text is read again"),
    };
    // The same goes for the palette that a key names.
    if read.dialect == cart.dialect {
        assert_eq!(read.banks, cart.banks);
    }
    if losses.is_empty() {
        assert_eq!(read.language, cart.language);
        assert_eq!(read.to_lua().expect("text holds every cart").0, text);
    }
    if let Ok((tic, _)) = cart.to_tic() {
        let read = Cart::in_any_language("a.tic", &tic);
        if cart.form == Form::Tic {
            let read = read.expect("chunks are read again");
            assert_eq!(read.code, cart.code);
            assert_eq!(read.banks, cart.banks);
            assert_eq!(read.chunks, cart.chunks);
        }
    }
}

fn check_folder(cart: &Cart) {
    let (files, _) = cart.to_folder().expect("a folder holds every Lua cart");
    let read = Cart::from_folder("a", &files).expect("a folder is read again");
    assert_eq!(read.banks, cart.banks);
    assert_eq!(read.to_folder().expect("it was one").0, files);
}
