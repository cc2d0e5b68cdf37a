//! Carts of our own to test with, and the random numbers that fill them:
//! xorshift, because the same carts must come out everywhere.

use cart::{Cart, Section};

/// A small random number generator.
pub(crate) struct Xorshift(pub(crate) u64);

impl Xorshift {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below a bound that is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 11) as usize % bound
    }
}

/// Code of a small cart.
pub(crate) const CODE: &[u8] = b"-- title:  Small\n-- author: us\n-- script: lua\n-- saveid: small\n\nfunction TIC()\n  cls(13)\n  print(\"caf\xe9\", 84, 64)\nend\n";

/// A cart with a little of everything in bank 0.
pub(crate) fn small() -> Cart {
    let mut cart = Cart::new("small.lua", CODE);
    for section in Section::ALL {
        let row = section.row_bytes();
        let rows = section.rows();
        let bytes = cart.banks[0].get_mut(section);
        bytes[1] = 0x21;
        bytes[(rows - 1) * row] = section.chunk();
    }
    cart
}

/// A cart with all sections of all banks full and long code.
pub(crate) fn full() -> Cart {
    let mut random = Xorshift(0x5eed);
    let mut code = CODE.to_vec();
    while code.len() < 3 * 0x1_0000 {
        code.extend(format!("-- {}\n", random.next()).bytes());
    }
    let mut cart = Cart::new("full.lua", &code);
    for bank in &mut cart.banks {
        for section in Section::ALL {
            for byte in bank.get_mut(section) {
                *byte = random.next() as u8;
            }
        }
    }
    cart
}
