//! What a cart keeps for its next run: tables by name, as JSON.
//!
//! All of it is in memory while the cart runs, so that `store.load` is a
//! function of what the host gave at the start; the console hands changes to
//! the host when a tick is over.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Names that a cart can have.
const MOST_NAMES: usize = 64;

/// Characters of a name.
const LONGEST_NAME: usize = 64;

/// Bytes of JSON under one name.
pub const MOST_STORED: usize = 256 << 10;

/// Tables by their names; a copy costs nothing until it is changed.
type Tables = Arc<BTreeMap<String, Arc<[u8]>>>;

/// A cart's stored tables.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Store {
    tables: Tables,
    /// What the host has.
    handed: Tables,
}

/// What is stored at a moment, to return to it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Stored(Tables);

impl Stored {
    /// Bytes that it takes beside an earlier one, which shares what is equal.
    pub(crate) fn size_beside(&self, earlier: Option<&Stored>) -> usize {
        if earlier.is_some_and(|Stored(tables)| Arc::ptr_eq(tables, &self.0)) {
            return 0;
        }
        let is_shared = |name: &String, json: &Arc<[u8]>| {
            let other = earlier.and_then(|Stored(tables)| tables.get(name));
            other.is_some_and(|other| Arc::ptr_eq(other, json))
        };
        let size = |(name, json): (&String, &Arc<[u8]>)| {
            let json = if is_shared(name, json) { 0 } else { json.len() };
            size_of::<(String, Arc<[u8]>)>() + name.len() + json + 32
        };
        self.0.iter().map(size).sum()
    }
}

/// Why a table cannot be stored under a name.
#[derive(thiserror::Error, Debug, Clone, PartialEq, Eq)]
pub enum StoreError {
    /// The name is not one.
    #[error("a name is 1 to 64 letters, digits, _ and -, got {0:?}")]
    Name(String),
    /// Some systems would take both for the same file.
    #[error("the name {0:?} differs from {1:?} only in capital letters; choose one of them")]
    Capitals(String, String),
    /// There is no room for another name.
    #[error("there are 64 names already; store.save(name, nil) frees one")]
    Names,
    /// The table is too large.
    #[error("the table takes more than 256 KiB; divide it among several names")]
    Size,
}

impl Store {
    /// What a host kept from earlier runs. Names and tables that no cart could
    /// have stored are left alone.
    pub fn new(tables: BTreeMap<String, Vec<u8>>) -> Store {
        let kept = (tables.into_iter())
            .filter(|(name, bytes)| is_store_name(name) && bytes.len() <= MOST_STORED)
            .map(|(name, bytes)| (name, Arc::from(bytes)));
        let tables = Tables::new(kept.collect());
        Store {
            handed: tables.clone(),
            tables,
        }
    }

    /// Everything that is kept, as JSON by name.
    pub fn tables(&self) -> &BTreeMap<String, Arc<[u8]>> {
        &self.tables
    }

    /// The JSON under a name.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.tables.get(name).map(AsRef::as_ref)
    }

    /// Keeps JSON under a name, in place of what was there.
    ///
    /// # Errors
    /// Nothing has changed then.
    pub fn set(&mut self, name: &str, json: Vec<u8>) -> Result<(), StoreError> {
        if !is_store_name(name) {
            return Err(StoreError::Name(name.to_owned()));
        }
        if json.len() > MOST_STORED {
            return Err(StoreError::Size);
        }
        if !self.tables.contains_key(name) {
            let mut names = self.tables.keys();
            if let Some(other) = names.find(|other| other.eq_ignore_ascii_case(name)) {
                return Err(StoreError::Capitals(name.to_owned(), other.clone()));
            }
            if self.tables.len() >= MOST_NAMES {
                return Err(StoreError::Names);
            }
        }
        if self.get(name) != Some(&json) {
            Arc::make_mut(&mut self.tables).insert(name.to_owned(), json.into());
        }
        Ok(())
    }

    /// Forgets a name.
    pub fn remove(&mut self, name: &str) {
        if self.tables.contains_key(name) {
            Arc::make_mut(&mut self.tables).remove(name);
        }
    }

    /// What is stored now.
    pub fn stored(&self) -> Stored {
        Stored(self.tables.clone())
    }

    /// Goes back to what was stored; what differs from what was handed to the
    /// host has changed then.
    pub fn restore(&mut self, stored: &Stored) {
        self.tables.clone_from(&stored.0);
    }

    /// Whether something differs since the last [`Store::take_changes`].
    pub fn is_changed(&self) -> bool {
        !Arc::ptr_eq(&self.tables, &self.handed) && self.tables != self.handed
    }

    /// The names that have changed since the last time, with what is there
    /// now: nothing if it was forgotten.
    pub fn take_changes(&mut self) -> Vec<(String, Option<Vec<u8>>)> {
        let before = std::mem::replace(&mut self.handed, self.tables.clone());
        let names: BTreeSet<&String> = before.keys().chain(self.tables.keys()).collect();
        (names.into_iter())
            .filter(|name| before.get(*name) != self.tables.get(*name))
            .map(|name| (name.clone(), self.get(name).map(<[u8]>::to_vec)))
            .collect()
    }
}

/// Whether a table can be stored under this name: it is safe in a file's.
pub fn is_store_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::{MOST_STORED, Store, StoreError, is_store_name};
    use std::collections::BTreeMap;

    #[test]
    fn names_are_safe_in_file_names() {
        let good = ["a", "best-scores_2", &"x".repeat(64)];
        let bad = ["", "a b", "../a", "a.b", "ä", "a/b", &"x".repeat(65)];
        for name in good {
            assert!(is_store_name(name), "{name}");
        }
        for name in bad {
            assert!(!is_store_name(name), "{name}");
            let refused = Store::default().set(name, b"{}".to_vec());
            assert_eq!(refused, Err(StoreError::Name(name.to_owned())));
        }
    }

    #[test]
    fn changes_are_told_once_and_only_if_they_are_some() {
        let kept = BTreeMap::from([
            ("a".to_owned(), b"[1]".to_vec()),
            ("../evil".to_owned(), b"[]".to_vec()),
        ]);
        let mut store = Store::new(kept);
        assert_eq!(store.get("../evil"), None);
        store.set("a", b"[1]".to_vec()).unwrap();
        store.remove("b");
        assert!(!store.is_changed());
        store.set("a", b"[2]".to_vec()).unwrap();
        store.set("b", b"[3]".to_vec()).unwrap();
        store.remove("b");
        let changes = [("a".to_owned(), Some(b"[2]".to_vec()))];
        assert_eq!(store.take_changes(), changes);
        assert_eq!(store.take_changes(), []);
    }

    #[test]
    fn going_back_is_a_change_if_the_host_has_what_came_after() {
        let mut store = Store::default();
        store.set("a", b"[1]".to_vec()).unwrap();
        let earlier = store.stored();
        store.restore(&earlier);
        assert_eq!(store.take_changes().len(), 1);
        store.restore(&earlier);
        assert!(!store.is_changed());
        store.set("a", b"[2]".to_vec()).unwrap();
        store.set("b", b"[3]".to_vec()).unwrap();
        assert_eq!(store.take_changes().len(), 2);
        store.restore(&earlier);
        let changes = [
            ("a".to_owned(), Some(b"[1]".to_vec())),
            ("b".to_owned(), None),
        ];
        assert_eq!(store.take_changes(), changes);
    }

    #[test]
    fn there_is_an_end_to_names_and_sizes() {
        let mut store = Store::default();
        for number in 0..64 {
            store.set(&format!("n{number}"), b"[]".to_vec()).unwrap();
        }
        assert_eq!(store.set("more", b"[]".to_vec()), Err(StoreError::Names));
        store.set("n5", b"[1]".to_vec()).unwrap();
        assert_eq!(
            store.set("N5", b"[]".to_vec()),
            Err(StoreError::Capitals("N5".to_owned(), "n5".to_owned()))
        );
        store.remove("n5");
        store.set("more", vec![b' '; MOST_STORED]).unwrap();
        assert_eq!(
            store.set("more", vec![b' '; MOST_STORED + 1]),
            Err(StoreError::Size)
        );
    }
}
