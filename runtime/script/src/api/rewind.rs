//! `rewind`: the cart itself goes back in time, when the tick is over.

use vm::{Call, Fault, Kind, NoTree, Raise, TreeLimits};

use crate::rewind::RewindRequest;
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// A note is small: it may be kept once a tick.
const LIMITS: TreeLimits = TreeLimits {
    depth: 16,
    size: 4096,
};

pub(super) fn frames(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let reach = world.rewind.reach;
    let ticks = args.integer(1).and_then(|ticks| u64::try_from(ticks).ok());
    let Some(ticks) = ticks.filter(|ticks| *ticks > 0) else {
        return Err(Raise::from(
            "rewind.frames takes a number of ticks from 1, such as rewind.frames(60)",
        ));
    };
    if ticks > reach {
        return Err(Raise::from(format!(
            "rewind.frames: {ticks} ticks are too many, rewind.kept() is {reach}"
        )));
    }
    let note = match cx.args().kind(2) {
        Kind::None | Kind::Nil => None,
        _ => Some(cx.tree(2, LIMITS).map_err(|no| unfit(&no))?),
    };
    cx.host().rewind.asked = Some(RewindRequest { ticks, note });
    Ok(0)
}

#[allow(clippy::unnecessary_wraps, reason = "the signature of host functions")]
pub(super) fn kept(cx: &mut Call<'_, World>) -> Outcome {
    let reach = cx.host().rewind.reach;
    cx.push_integer(reach as i64);
    Ok(1)
}

#[allow(clippy::unnecessary_wraps, reason = "the signature of host functions")]
pub(super) fn note(cx: &mut Call<'_, World>) -> Outcome {
    match cx.host().rewind.note.clone() {
        Some(note) => cx.push_tree(&note),
        None => cx.push_nil(),
    }
    Ok(1)
}

fn unfit(no: &NoTree) -> Raise {
    Raise::from(match no.why {
        Fault::Size => "rewind.frames: the note is too large; 4 KB are the most",
        _ => {
            "rewind.frames: the note holds numbers, strings, booleans, lists and tables with strings as keys"
        }
    })
}
