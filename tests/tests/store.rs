//! Stored tables across runs: what a cart saves in one is there in the next,
//! and reaches the disk without a write in every tick.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use console::{Cart, Console, Host, Input, Options};

const CART: &str = "-- title: counter
-- console: downbeat
local counts = store.load('counts') or {runs = 0, ticks = 0}
counts.runs = counts.runs + 1
store.save('old', {counts.runs})
function TIC()
  counts.ticks = counts.ticks + 1
  store.save('counts', counts)
  if counts.ticks == 100 then store.save('old', nil) end
  trace(counts.runs .. ' ' .. counts.ticks)
end";

/// What a host was given, and how often.
#[derive(Default)]
struct Shelf {
    tables: BTreeMap<String, Vec<u8>>,
    writes: usize,
}

struct Keeper(Arc<Mutex<Shelf>>);

impl Host for Keeper {
    fn load_tables(&mut self, _: &str) -> BTreeMap<String, Vec<u8>> {
        let shelf = self.0.lock().expect("no test panics while it holds this");
        shelf.tables.clone()
    }

    fn store_table(&mut self, _: &str, name: &str, json: Option<&[u8]>) {
        let mut shelf = self.0.lock().expect("no test panics while it holds this");
        shelf.writes += 1;
        match json {
            Some(json) => shelf.tables.insert(name.to_owned(), json.to_vec()),
            None => shelf.tables.remove(name),
        };
    }
}

#[test]
fn a_table_outlives_the_run_and_is_not_written_every_tick() {
    let shelf = Arc::new(Mutex::new(Shelf::default()));
    for _ in 0..2 {
        let cart = Cart::from_bytes("counter.lua", CART.as_bytes()).expect("a text is a cart");
        let host = Keeper(Arc::clone(&shelf));
        let mut console = Console::new(cart, Options::default(), Box::new(host));
        for _ in 0..60 {
            console.tick(&Input::default());
        }
        assert_eq!(console.failure(), None);
    }
    let shelf = shelf.lock().expect("no test panics while it holds this");
    let kept = BTreeMap::from([("counts".to_owned(), br#"{"runs":2,"ticks":120}"#.to_vec())]);
    assert_eq!(shelf.tables, kept);
    assert!(shelf.writes < 15, "{}", shelf.writes);
}
