//! The outside as the console sees it: one trait, a host that does nothing,
//! and everything a cart may cause goes through here.

use std::collections::BTreeMap;

use script::{NullSongs, Songs};

/// What the console asks of the program around it.
///
/// Every method has the answer of a console without an outside, so that a
/// host names only what it offers.
pub trait Host {
    /// A cart called `trace`; `text` is its bytes, `color` unmasked.
    fn trace(&mut self, text: &[u8], color: u8) {
        let _ = (text, color);
    }

    /// Seconds since 1970, for `tstamp()`; read once a tick.
    fn unix_time(&mut self) -> u64 {
        0
    }

    /// The persistent memory of a cart, as it was last stored: 1,024 bytes,
    /// or `None` when there is none yet.
    fn load_memory(&mut self, cart_id: &str) -> Option<Vec<u8>> {
        let _ = cart_id;
        None
    }

    /// Keeps the persistent memory of a cart.
    fn store_memory(&mut self, cart_id: &str, bytes: &[u8]) {
        let _ = (cart_id, bytes);
    }

    /// The tables that a Downbeat cart has stored in earlier runs, by name, as
    /// JSON; asked for once.
    fn load_tables(&mut self, cart_id: &str) -> BTreeMap<String, Vec<u8>> {
        let _ = cart_id;
        BTreeMap::new()
    }

    /// Keeps a table of a cart, or forgets it.
    fn store_table(&mut self, cart_id: &str, name: &str, json: Option<&[u8]>) {
        let _ = (cart_id, name, json);
    }

    /// What plays the songs of a Downbeat cart; asked for once.
    fn songs(&mut self) -> Box<dyn Songs + Send> {
        Box::<NullSongs>::default()
    }
}

/// A host without an outside: headless runs and tests.
#[derive(Debug, Clone, Copy, Default)]
pub struct NullHost;

impl Host for NullHost {}
