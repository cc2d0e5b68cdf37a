//! A table of named options: each is taken out, checked, and explained in the
//! cart's words where it is wrong.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::RangeInclusive;

use vm::{Call, Fault, Kind, Tree, TreeLimits};

use crate::world::World;

/// Options are small; a long tempo map fits.
const LIMITS: TreeLimits = TreeLimits {
    depth: 6,
    size: 4 << 20,
};

/// The options that are still to be taken.
pub(super) struct Options(BTreeMap<Vec<u8>, Tree>);

impl Options {
    /// Reads the table in argument 1; nothing is a table without options.
    pub(super) fn read(cx: &mut Call<'_, World>, known: &[&str]) -> Result<Options, String> {
        if matches!(cx.args().kind(1), Kind::None | Kind::Nil) {
            return Ok(Options(BTreeMap::new()));
        }
        let named = "options are a table, such as {bpm=120}";
        let map = match cx.tree(1, LIMITS) {
            Ok(Tree::Map(map)) => map,
            Ok(Tree::List(list)) if list.is_empty() => BTreeMap::new(),
            Ok(_) => return Err(named.to_owned()),
            Err(no) if no.path.is_empty() => return Err(named.to_owned()),
            Err(no) => {
                let why = match no.why {
                    Fault::Kind(Kind::Function) => "must not be a function",
                    Fault::Kind(_) => "cannot be used here",
                    Fault::Cycle => "is inside of itself",
                    Fault::Mixed => "must be a list or have names, not both",
                    Fault::Holes => "must be a list without gaps, from 1 on",
                    Fault::Key => "must have names or whole numbers as keys",
                    Fault::Depth => "is nested too deep",
                    Fault::Size | Fault::Memory => "is too large",
                };
                return Err(format!("{} {why}", no.path));
            }
        };
        let unknown = map
            .keys()
            .find(|key| !known.iter().any(|it| it.as_bytes() == *key));
        match unknown {
            None => Ok(Options(map)),
            Some(key) => Err(format!(
                "there is no option {}; there are {}",
                String::from_utf8_lossy(key),
                known.join(", ")
            )),
        }
    }

    /// Whether an option is given and not taken.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name.as_bytes())
    }

    /// Takes an option as it is.
    pub(super) fn take(&mut self, name: &str) -> Option<Tree> {
        self.0.remove(name.as_bytes())
    }

    /// Takes a number in a range.
    pub(super) fn number(
        &mut self,
        name: &str,
        range: RangeInclusive<f64>,
    ) -> Result<Option<f64>, String> {
        self.checked(name, &range, number)
    }

    /// Takes a whole number in a range.
    pub(super) fn whole(
        &mut self,
        name: &str,
        range: RangeInclusive<i64>,
    ) -> Result<Option<i64>, String> {
        self.checked(name, &range, whole)
    }

    /// Takes a boolean.
    pub(super) fn flag(&mut self, name: &str) -> Result<Option<bool>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(Tree::Boolean(flag)) => Ok(Some(flag)),
            Some(other) => Err(format!(
                "{name} must be true or false, got {}",
                shown(&other)
            )),
        }
    }

    /// Takes a string.
    pub(super) fn text(&mut self, name: &str, example: &str) -> Result<Option<String>, String> {
        match self.take(name) {
            None => Ok(None),
            Some(Tree::Bytes(bytes)) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
            Some(other) => Err(format!(
                "{name} must be a string, such as \"{example}\", got {}",
                shown(&other)
            )),
        }
    }

    /// Takes a list of pairs of numbers.
    pub(super) fn pairs(&mut self, name: &str, what: &str) -> Result<Vec<(f64, f64)>, String> {
        let Some(value) = self.take(name) else {
            return Ok(Vec::new());
        };
        let Tree::List(list) = &value else {
            return Err(format!(
                "{name} must be a list of {what}, got {}",
                shown(&value)
            ));
        };
        (list.iter().zip(1..))
            .map(|(entry, place)| {
                pair(entry).ok_or_else(|| {
                    format!("{name} entry {place} must be {what}, got {}", shown(entry))
                })
            })
            .collect()
    }

    fn checked<T: PartialOrd + Display>(
        &mut self,
        name: &str,
        range: &RangeInclusive<T>,
        read: fn(&Tree) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(value) = self.take(name) else {
            return Ok(None);
        };
        match read(&value).filter(|number| range.contains(number)) {
            Some(number) => Ok(Some(number)),
            None => Err(format!(
                "{name} must be {} to {}, got {}",
                range.start(),
                range.end(),
                shown(&value)
            )),
        }
    }
}

/// A number of either kind.
pub(super) fn number(tree: &Tree) -> Option<f64> {
    match tree {
        Tree::Integer(number) => Some(*number as f64),
        Tree::Number(number) => Some(*number),
        _ => None,
    }
}

/// A number with a whole value.
pub(super) fn whole(tree: &Tree) -> Option<i64> {
    match tree {
        Tree::Integer(number) => Some(*number),
        Tree::Number(number) if number.fract() == 0.0 => Some(*number as i64),
        _ => None,
    }
}

/// Two numbers in a list.
pub(super) fn pair(tree: &Tree) -> Option<(f64, f64)> {
    match tree {
        Tree::List(list) => match list.as_slice() {
            [first, second] => Some((number(first)?, number(second)?)),
            _ => None,
        },
        _ => None,
    }
}

/// A value as messages show it.
pub(super) fn shown(tree: &Tree) -> String {
    match tree {
        Tree::Boolean(value) => value.to_string(),
        Tree::Integer(value) => value.to_string(),
        Tree::Number(value) => shown_number(*value),
        Tree::Bytes(bytes) => quoted(bytes),
        Tree::List(_) | Tree::Map(_) => "a table".to_owned(),
    }
}

/// A number as messages show it.
pub(super) fn shown_number(value: f64) -> String {
    if value.abs() < 1e15 {
        value.to_string()
    } else {
        format!("{value:e}")
    }
}

/// The beginning of a string in quotes.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let text: String = String::from_utf8_lossy(bytes).chars().take(40).collect();
    format!("'{text}'")
}
