//! `event.next`: what was typed, pasted or dropped on the window, and what was
//! pressed and let go, each with its own time.

use std::collections::BTreeMap;

use vm::{Call, Raise, Tree};

use crate::handed::{Code, Handed};
use crate::timing::{Control, Press};
use crate::world::{Arrival, World};

type Outcome = Result<usize, Raise>;

pub(super) fn next(cx: &mut Call<'_, World>) -> Outcome {
    let world = cx.host();
    let event = match world.next_arrival() {
        Some(Arrival::Press(press)) => event(&press, world.seconds_of(&press)),
        Some(Arrival::Handed(handed)) => table(self::handed(handed)),
        None => {
            cx.push_nil();
            return Ok(1);
        }
    };
    cx.push_tree(&event);
    Ok(1)
}

/// The table for what was handed over.
fn handed(handed: Handed) -> Vec<(&'static str, Tree)> {
    let text = |text: String| Tree::Bytes(text.into_bytes());
    match handed {
        Handed::Text(words) => vec![("kind", text("text".into())), ("text", text(words))],
        Handed::Picture { name, code } => {
            let mut fields = vec![("kind", text("drop".into())), ("name", text(name))];
            match code {
                Ok(Code { text: said, matrix }) => {
                    fields.extend([("text", text(said)), ("matrix", text(matrix))]);
                }
                Err(problem) => fields.push(("problem", text(problem))),
            }
            fields
        }
    }
}

/// The table a cart gets.
fn event(press: &Press, seconds: f64) -> Tree {
    let kind = if press.down { "press" } else { "release" };
    let mut fields = vec![
        ("kind", Tree::Bytes(kind.into())),
        ("time", Tree::Number(seconds)),
    ];
    match press.what {
        Control::Button(button) => fields.extend([
            ("button", Tree::Integer(i64::from(button))),
            ("player", Tree::Integer(i64::from(button / 8) + 1)),
        ]),
        Control::Key(key) => fields.push(("key", Tree::Integer(i64::from(key)))),
    }
    table(fields)
}

fn table(fields: Vec<(&'static str, Tree)>) -> Tree {
    let named = fields.into_iter().map(|(name, value)| (name.into(), value));
    Tree::Map(named.collect::<BTreeMap<_, _>>())
}
