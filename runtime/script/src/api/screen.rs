//! `screen`: how large the picture is.

use machine::Size;
use vm::{Call, Raise};

use crate::world::World;

type Outcome = Result<usize, Raise>;

/// Clearing both banks and the picture, in units of the budget.
const COST: i64 = 1000;

pub(super) fn size(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    if args.count() > 0 {
        let side = |i| args.integer(i).and_then(|side| u16::try_from(side).ok());
        let (Some(width), Some(height)) = (side(1), side(2)) else {
            return Err(Raise::from(
                "screen.size takes two whole numbers, such as screen.size(64, 64)",
            ));
        };
        let size = Size::new(width, height)
            .map_err(|error| Raise::from(format!("screen.size: {error}")))?;
        cx.charge(COST);
        cx.host().machine.set_size(size);
    }
    let size = cx.host().machine.size();
    cx.push_integer(size.width() as i64);
    cx.push_integer(size.height() as i64);
    Ok(2)
}
