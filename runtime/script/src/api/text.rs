//! Text in the system font and in sprites.
//!
//! The text argument has been through `tostring` before these run.

use vm::{Args, Call, Raise};

use crate::numbers::{flag, int, int_or};
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// The part of a text before its first NUL: upstream's texts are C strings.
pub(super) fn until_nul(text: &[u8]) -> &[u8] {
    text.split(|byte| *byte == 0).next().unwrap_or(text)
}

/// Budget units for drawing a text of `length` bytes at a scale.
fn cost(length: usize, scale: i32) -> i64 {
    let scale = i64::from(scale.clamp(0, 64));
    (length as i64).saturating_mul(8 + scale * scale)
}

pub(super) fn print(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let Some(text) = args.bytes(1).map(until_nul) else {
        return Ok(0);
    };
    let (x, y) = position(args);
    let scale = int_or(args, 6, 1);
    let width = world.machine.print(
        text,
        x,
        y,
        int_or(args, 4, 15),
        flag(args, 5),
        scale,
        flag(args, 7),
    );
    let units = cost(text.len(), scale);
    cx.charge(units);
    cx.push_integer(i64::from(width));
    Ok(1)
}

pub(super) fn font(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let Some(text) = args.bytes(1).map(until_nul) else {
        return Ok(0);
    };
    let (x, y) = position(args);
    let key = i32::from(int_or(args, 4, 0) as u8);
    let (w, h) = if args.count() >= 6 {
        (int(args, 5), int(args, 6))
    } else {
        (8, 8)
    };
    let scale = int_or(args, 8, 1);
    let width = world
        .machine
        .font(text, x, y, key, w, h, flag(args, 7), scale, flag(args, 9));
    let units = cost(text.len(), scale);
    cx.charge(units);
    cx.push_integer(i64::from(width));
    Ok(1)
}

/// Arguments 2 and 3, which count only together.
fn position(args: Args<'_>) -> (i32, i32) {
    if args.count() >= 3 {
        (int(args, 2), int(args, 3))
    } else {
        (0, 0)
    }
}
