//! `store`: argument rules, and what a cart reads when a table cannot be kept.

use vm::{Call, Fault, Kind, NoTree, Path, Raise, Tree, TreeLimits};

use crate::json;
use crate::store::{MOST_STORED, StoreError};
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// Never smaller than what fits as JSON: a value takes two bytes or more.
const LIMITS: TreeLimits = TreeLimits {
    depth: 64,
    size: MOST_STORED + 4,
};

/// Bytes of JSON that are written or read in one unit of the budget.
const BYTES_A_UNIT: i64 = 2;

pub(super) fn save(cx: &mut Call<'_, World>) -> Outcome {
    let name = name(cx, "save")?;
    match cx.args().kind(2) {
        Kind::Nil => {
            cx.host().store.remove(&name);
            return Ok(0);
        }
        Kind::Table => {}
        other => {
            return Err(Raise::from(format!(
                "store.save: what is stored must be a table (nil forgets the name), got {}",
                called(other)
            )));
        }
    }
    let tree = cx.tree(2, LIMITS).map_err(|no| unstorable(&no))?;
    let json = json::encode(&tree)
        .map_err(|(path, why)| Raise::from(format!("store.save: {} {why}", place(&path))))?;
    cx.charge(json.len() as i64 / BYTES_A_UNIT);
    let stored = cx.host().store.set(&name, json);
    stored.map_err(|error| Raise::from(format!("store.save: {error}")))?;
    Ok(0)
}

pub(super) fn load(cx: &mut Call<'_, World>) -> Outcome {
    let name = name(cx, "load")?;
    let Some(bytes) = cx.host().store.get(&name) else {
        cx.push_nil();
        return Ok(1);
    };
    let units = bytes.len() as i64 / BYTES_A_UNIT;
    let tree = json::decode(bytes);
    cx.charge(units);
    match tree {
        Ok(tree @ (Tree::List(_) | Tree::Map(_))) => cx.push_tree(&tree),
        Ok(_) => {
            return Err(Raise::from(format!(
                "store.load: what is stored as {name} is no table; was its file changed?"
            )));
        }
        Err(error) => {
            return Err(Raise::from(format!(
                "store.load: what is stored as {name} is damaged: {error}"
            )));
        }
    }
    Ok(1)
}

fn name(cx: &Call<'_, World>, function: &str) -> Result<String, Raise> {
    let Some(name) = cx.args().bytes(1) else {
        return Err(Raise::from(format!(
            "store.{function}: the name must be a string, such as \"scores\""
        )));
    };
    Ok(String::from_utf8_lossy(name).into_owned())
}

/// What is in the way of storing a table.
fn unstorable(no: &NoTree) -> Raise {
    let place = place(&no.path);
    Raise::from(match no.why {
        Fault::Kind(kind) => format!("store.save: {place} is {}", called(kind)),
        Fault::Cycle => format!("store.save: {place} is a table that is inside of itself"),
        Fault::Mixed => {
            format!("store.save: {place} is both a list and a table with names; store them apart")
        }
        Fault::Holes => format!(
            "store.save: {place} has numbers as keys that are not 1, 2, 3 and so on; use strings"
        ),
        Fault::Key => {
            format!("store.save: {place} has a key that is neither a string nor a whole number")
        }
        Fault::Depth => format!("store.save: {place} is inside more than 64 tables"),
        Fault::Size => format!("store.save: {}", StoreError::Size),
        Fault::Memory => "store.save: there is not enough memory".to_owned(),
    })
}

/// A place in the table as a subject.
fn place(path: &Path) -> String {
    if path.is_empty() {
        "the table".to_owned()
    } else {
        path.to_string()
    }
}

fn called(kind: Kind) -> &'static str {
    match kind {
        Kind::None => "nothing",
        Kind::Nil => "nil",
        Kind::Boolean => "a boolean",
        Kind::Number => "a number",
        Kind::String => "a string",
        Kind::Table => "a table",
        Kind::Function => "a function",
        Kind::Other => "a coroutine or an object of the console",
    }
}
