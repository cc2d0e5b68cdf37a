//! Which cart a replay is of: a hash of all that decides how a cart runs,
//! whatever file it comes from and whatever that is called.

use cart::{Cart, Dialect};
use md5::{Digest, Md5};

use super::ReplayCart;
use crate::assets;
use crate::picture::hex;

impl ReplayCart {
    /// The name and the hash of a cart.
    pub fn of(cart: &Cart) -> ReplayCart {
        let mut hash = Md5::new();
        let mut add = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        let size = assets::size(cart);
        add(&[u8::from(cart.dialect == Dialect::Downbeat)]);
        add(format!("{}x{}", size.width(), size.height()).as_bytes());
        add(&cart.code);
        for bank in &cart.banks {
            add(bank.bytes());
        }
        for (name, bytes) in cart.modules.iter().chain(&cart.files) {
            add(name.as_bytes());
            add(bytes);
        }
        ReplayCart {
            name: cart.name.clone(),
            md5: hex(hash.finalize().as_slice()),
        }
    }
}
