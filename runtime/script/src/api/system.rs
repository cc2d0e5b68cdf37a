//! Time, trace, exit and reset.

use vm::{Call, Raise};

use super::text::until_nul;
use crate::numbers::int_or;
use crate::world::World;

type Outcome = Result<usize, Raise>;

pub(super) fn trace(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let Some(text) = args.bytes(1).map(until_nul) else {
        return Err(Raise::from(
            "trace takes 1 or 2 arguments: trace(text, [color])",
        ));
    };
    let color = int_or(args, 2, 15) as u8;
    world.trace(text, color);
    let units = 64 + text.len() as i64 / 4;
    cx.charge(units);
    Ok(0)
}

pub(super) fn time(cx: &mut Call<'_, World>) -> Outcome {
    let now = cx.host().milliseconds();
    cx.push_number(now);
    Ok(1)
}

pub(super) fn tstamp(cx: &mut Call<'_, World>) -> Outcome {
    let world = cx.host();
    world.unix_time_read = true;
    let now = world.unix_time;
    cx.push_number(now as f64);
    Ok(1)
}

pub(super) fn exit(cx: &mut Call<'_, World>) -> Outcome {
    cx.host().exit();
    Ok(0)
}

pub(super) fn reset(cx: &mut Call<'_, World>) -> Outcome {
    cx.host().reset();
    Ok(0)
}
