//! What a test says of how its console begins: `test("name", {seed = 7}, ...)`.

use script::{Tree, is_store_name, stored_json};

use crate::picture::hex;
use crate::replay::Replay;

/// The most ticks that a test takes, unless it says so: 18 hours of play.
const MOST_TICKS: u64 = 4_000_000;

/// Slots of persistent memory.
const SLOTS: usize = 256;

/// How the console of a test begins.
#[derive(Debug, Clone)]
pub struct TestOptions {
    /// Seed, stored tables and persistent memory: a replay without a tick.
    pub(super) start: Replay,
    /// The most ticks that it may take.
    pub(super) ticks: u64,
    /// Why it is not run.
    pub skip: Option<String>,
}

impl Default for TestOptions {
    fn default() -> TestOptions {
        TestOptions {
            start: Replay::new(0),
            ticks: MOST_TICKS,
            skip: None,
        }
    }
}

impl TestOptions {
    /// Reads the options of a test.
    ///
    /// # Errors
    /// Which one is wrong, and what it should be.
    pub(super) fn read(given: &Tree) -> Result<TestOptions, String> {
        let mut options = TestOptions::default();
        let Tree::Map(map) = given else {
            return Ok(options);
        };
        for (name, value) in map {
            let name = String::from_utf8_lossy(name);
            let wrong = |what: &str| Err(format!("the option {name} of a test must be {what}"));
            match (name.as_ref(), value) {
                ("seed", Tree::Integer(seed)) => options.start.seed = *seed as u64,
                ("seed", _) => return wrong("a whole number"),
                ("ticks", Tree::Integer(ticks)) if *ticks > 0 => options.ticks = *ticks as u64,
                ("ticks", _) => return wrong("how many ticks it may take, a whole number"),
                ("skip", Tree::Bytes(why)) => {
                    options.skip = Some(String::from_utf8_lossy(why).into_owned());
                }
                ("skip", _) => return wrong("why it is not run, a text"),
                ("store", Tree::Map(tables)) => {
                    for (name, table) in tables {
                        options.store(&String::from_utf8_lossy(name), table)?;
                    }
                }
                ("store", Tree::List(list)) if list.is_empty() => {}
                ("store", _) => return wrong("tables by name, as store.save keeps them"),
                ("pmem", Tree::List(slots)) => match memory(slots) {
                    Some(memory) => options.start.memory = memory,
                    None => return wrong("up to 256 whole numbers, the first of which is slot 0"),
                },
                ("pmem", _) => {
                    return wrong("a list of whole numbers, the first of which is slot 0");
                }
                _ => {
                    return Err(format!(
                        "a test has no option {name}; there are seed, store, pmem, ticks and skip"
                    ));
                }
            }
        }
        Ok(options)
    }

    fn store(&mut self, name: &str, table: &Tree) -> Result<(), String> {
        if !is_store_name(name) {
            return Err(format!("store: '{name}' is no name that store.save takes"));
        }
        if !matches!(table, Tree::List(_) | Tree::Map(_)) {
            return Err(format!(
                "store: {name} must be a table, as store.save keeps it"
            ));
        }
        let json = stored_json(table).map_err(|why| format!("store: {name}: {why}"))?;
        let json = String::from_utf8_lossy(&json).into_owned();
        self.start.store.insert(name.to_owned(), json);
        Ok(())
    }
}

/// Persistent memory as replays have it.
fn memory(slots: &[Tree]) -> Option<String> {
    if slots.len() > SLOTS {
        return None;
    }
    let slot = |slot: &Tree| match slot {
        Tree::Integer(value) => Some((*value as u32).to_le_bytes()),
        _ => None,
    };
    let bytes: Option<Vec<[u8; 4]>> = slots.iter().map(slot).collect();
    Some(hex(&bytes?.concat()))
}
