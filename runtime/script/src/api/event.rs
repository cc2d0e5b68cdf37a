//! `event.next`: what was pressed and let go, each with its own time.

use std::collections::BTreeMap;

use vm::{Call, Raise, Tree};

use crate::timing::{Control, Press};
use crate::world::World;

type Outcome = Result<usize, Raise>;

pub(super) fn next(cx: &mut Call<'_, World>) -> Outcome {
    let world = cx.host();
    match world.next_press() {
        Some(press) => {
            let event = event(&press, world.seconds_of(&press));
            cx.push_tree(&event);
        }
        None => cx.push_nil(),
    }
    Ok(1)
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
    let named = fields.into_iter().map(|(name, value)| (name.into(), value));
    Tree::Map(named.collect::<BTreeMap<_, _>>())
}
