//! Ten thousand damaged files, always the same ones: each gives a cart or an
//! error. Whatever is still a cart can be written again in every form, and
//! what was written can be read.

use cart::{Cart, Form};

use crate::sample::{Xorshift, small};

/// Damaged files of each form.
const FILES: usize = 3334;

/// Of how many carts that could still be read one is written in all forms.
const WRITTEN: usize = 8;

/// Damages bytes in one to four places.
fn damage(bytes: &mut Vec<u8>, random: &mut Xorshift) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len().max(1)).min(bytes.len());
        match random.below(6) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            3 => {
                let end = bytes.len().min(at + random.below(64));
                bytes.drain(at..end);
            }
            4 => {
                let end = bytes.len().min(at + random.below(64));
                let copy = bytes[at..end].to_vec();
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            _ => {
                let odd = [0, 1, 2, 31, 127, 128, 255, b'\n', b'<', b'-'];
                bytes.insert(at, odd[random.below(odd.len())]);
            }
        }
    }
}

fn check(name: &str, seed: &[u8]) {
    let mut random = Xorshift(0x00c0_ffee);
    let mut carts = 0;
    for _ in 0..FILES {
        let mut bytes = seed.to_vec();
        damage(&mut bytes, &mut random);
        let Ok(cart) = Cart::in_any_language(name, &bytes) else {
            continue;
        };
        carts += 1;
        if carts % WRITTEN == 0 {
            rewrite(&cart);
        }
    }
    assert!(carts > FILES / 20, "{name}: only {carts} carts are left");
}

fn rewrite(cart: &Cart) {
    let (text, _) = cart.to_lua().unwrap();
    let (tic, _) = cart.to_tic().unwrap();
    let (png, _) = cart.to_png().unwrap();
    let name = format!("a.{}", cart.language.extension);
    let text = Cart::in_any_language(&name, &text).unwrap();
    assert_eq!(text.banks, cart.banks);
    let tic = Cart::in_any_language("a.tic", &tic).unwrap();
    assert_eq!(tic.code, Cart::in_any_language("a.png", &png).unwrap().code);
    if cart.form == Form::Tic {
        assert_eq!(tic.code, cart.code);
        assert_eq!(tic.banks, cart.banks);
    }
    if cart.language.is_lua() {
        let (folder, _) = cart.to_folder().unwrap();
        let folder = Cart::from_folder("a", &folder).unwrap();
        assert_eq!(folder.banks, cart.banks);
    }
}

#[test]
fn damaged_tic_files() {
    check("a.tic", &small().to_tic().unwrap().0);
}

#[test]
fn damaged_png_files() {
    check("a.png", &small().to_png().unwrap().0);
}

#[test]
fn damaged_text_files() {
    check("a.lua", &small().to_lua().unwrap().0);
}
