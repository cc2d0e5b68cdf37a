//! Trees as JSON: what is read is what was written, integers and floats apart.
//!
//! A float always has a point or an exponent, so `1.0` stays a float; keys are
//! in order, so that equal tables give equal bytes.

use serde_json::{Map, Number, Value};
use vm::{Path, Step, Tree};

/// Why a tree is no JSON.
#[derive(thiserror::Error, Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoJson {
    /// JSON has no way to write it.
    #[error("is a number without a finite value")]
    Number,
    /// JSON is made of characters.
    #[error("is a string that is no text (UTF-8)")]
    String,
    /// Likewise.
    #[error("has a key that is no text (UTF-8)")]
    Key,
}

/// The JSON of a tree, on one line.
///
/// # Errors
/// The first value that JSON cannot hold, and where it is.
pub(crate) fn encode(tree: &Tree) -> Result<Vec<u8>, (Path, NoJson)> {
    Ok(value(tree)?.to_string().into_bytes())
}

fn value(tree: &Tree) -> Result<Value, (Path, NoJson)> {
    let no = |why| (Path::default(), why);
    Ok(match tree {
        Tree::Boolean(value) => Value::Bool(*value),
        Tree::Integer(value) => Value::from(*value),
        Tree::Number(value) => {
            Value::Number(Number::from_f64(*value).ok_or_else(|| no(NoJson::Number))?)
        }
        Tree::Bytes(bytes) => Value::from(text(bytes).ok_or_else(|| no(NoJson::String))?),
        Tree::List(list) => {
            let element = |(element, n)| value(element).map_err(|no| at(no, Step::Index(n)));
            Value::Array(
                list.iter()
                    .zip(1..)
                    .map(element)
                    .collect::<Result<_, _>>()?,
            )
        }
        Tree::Map(map) => {
            let mut object = Map::new();
            for (key, entry) in map {
                let name = text(key).ok_or_else(|| no(NoJson::Key))?;
                let entry = value(entry).map_err(|no| at(no, Step::Name(key.clone())))?;
                object.insert(name.to_owned(), entry);
            }
            Value::Object(object)
        }
    })
}

fn at((mut path, why): (Path, NoJson), step: Step) -> (Path, NoJson) {
    path.prepend(step);
    (path, why)
}

fn text(bytes: &[u8]) -> Option<&str> {
    std::str::from_utf8(bytes).ok()
}

/// The tree that JSON stands for. Entries that are null are as if they were
/// not there.
///
/// # Errors
/// What is wrong with the JSON, and on which line.
pub(crate) fn decode(json: &[u8]) -> Result<Tree, serde_json::Error> {
    let value: Value = serde_json::from_slice(json)?;
    Ok(tree(value).unwrap_or(Tree::List(Vec::new())))
}

/// The tree of a value; none for null.
pub(crate) fn tree(value: Value) -> Option<Tree> {
    Some(match value {
        Value::Null => return None,
        Value::Bool(value) => Tree::Boolean(value),
        Value::Number(number) => match number.as_i64() {
            Some(integer) => Tree::Integer(integer),
            None => Tree::Number(number.as_f64()?),
        },
        Value::String(text) => Tree::Bytes(text.into_bytes()),
        Value::Array(list) => Tree::List(list.into_iter().filter_map(tree).collect()),
        Value::Object(object) => {
            let entries = object.into_iter();
            let entry = |(name, value): (String, _)| Some((name.into_bytes(), tree(value)?));
            let map: std::collections::BTreeMap<_, _> = entries.filter_map(entry).collect();
            if map.is_empty() {
                Tree::List(Vec::new())
            } else {
                Tree::Map(map)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{NoJson, decode, encode};
    use std::collections::BTreeMap;
    use vm::Tree;

    fn map(entries: &[(&str, Tree)]) -> Tree {
        let entry = |(name, tree): &(&str, Tree)| (name.as_bytes().to_vec(), tree.clone());
        Tree::Map(entries.iter().map(entry).collect::<BTreeMap<_, _>>())
    }

    #[test]
    fn what_is_written_is_read() {
        let cases = [
            (Tree::List(vec![]), "[]"),
            (Tree::Integer(1), "1"),
            (Tree::Number(1.0), "1.0"),
            (Tree::Number(-0.0), "-0.0"),
            (Tree::Number(0.1), "0.1"),
            (Tree::Number(1e300), "1e+300"),
            (Tree::Number(5e-324), "5e-324"),
            (Tree::Number(9_007_199_254_740_993.0), "9007199254740992.0"),
            (Tree::Integer(i64::MIN), "-9223372036854775808"),
            (Tree::Integer(i64::MAX), "9223372036854775807"),
            (
                Tree::Bytes(b"a\"\n\0\x7f".to_vec()),
                "\"a\\\"\\n\\u0000\x7f\"",
            ),
            (Tree::Bytes("ä😀".into()), "\"ä😀\""),
            (
                map(&[
                    ("b", Tree::List(vec![Tree::Boolean(true)])),
                    ("1", Tree::Integer(2)),
                ]),
                r#"{"1":2,"b":[true]}"#,
            ),
        ];
        for (tree, json) in cases {
            let written = encode(&tree).unwrap();
            assert_eq!(String::from_utf8_lossy(&written), json);
            let read = decode(&written).unwrap();
            assert_eq!(read, tree, "{json}");
            let bits = |tree: &Tree| match tree {
                Tree::Number(number) => number.to_bits(),
                _ => 0,
            };
            assert_eq!(bits(&read), bits(&tree), "{json}");
        }
    }

    #[test]
    fn every_float_comes_back_to_the_last_bit() {
        let mut chance = dice::Seed::new(7).stream();
        for _ in 0..20_000 {
            let number = f64::from_bits(chance.bits());
            if number.is_finite() {
                let read = decode(&encode(&Tree::Number(number)).unwrap()).unwrap();
                assert!(matches!(read, Tree::Number(read) if read.to_bits() == number.to_bits()));
            }
        }
    }

    #[test]
    fn what_json_cannot_hold_is_named() {
        let cases = [
            (Tree::Number(f64::INFINITY), "a.b[2]", NoJson::Number),
            (Tree::Number(f64::NAN), "a.b[2]", NoJson::Number),
            (Tree::Bytes(vec![0xff]), "a.b[2]", NoJson::String),
            (
                Tree::Map(BTreeMap::from([(vec![0xff], Tree::Integer(1))])),
                "a.b[2]",
                NoJson::Key,
            ),
        ];
        for (wrong, path, why) in cases {
            let list = Tree::List(vec![Tree::Integer(1), wrong]);
            let tree = map(&[("a", map(&[("b", list)]))]);
            let (found, because) = encode(&tree).unwrap_err();
            assert_eq!((found.to_string().as_str(), because), (path, why));
        }
    }

    #[test]
    fn files_that_people_edit_are_read_gently() {
        let cases = [
            (
                r#" {"a": null, "b": 18446744073709551615} "#,
                map(&[("b", Tree::Number(18_446_744_073_709_551_615.0))]),
            ),
            ("null", Tree::List(vec![])),
            ("{}", Tree::List(vec![])),
            (
                "[1, null, 2]",
                Tree::List(vec![Tree::Integer(1), Tree::Integer(2)]),
            ),
        ];
        for (json, tree) in cases {
            assert_eq!(decode(json.as_bytes()).unwrap(), tree, "{json}");
        }
        for damaged in ["", "{", "[1,]", "\u{feff}{}", "{\"a\" 1}"] {
            assert!(decode(damaged.as_bytes()).is_err(), "{damaged}");
        }
        let deep = "[".repeat(100_000);
        assert!(decode(deep.as_bytes()).is_err());
    }
}
