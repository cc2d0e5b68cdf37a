//! Gamepads, keyboard and mouse.

use vm::{Args, Call, Raise};

use crate::numbers::int;
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// Key codes are below this.
const KEYS: u8 = 95;

#[inline(always)]
pub(super) fn btn(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    match args.count() {
        0 => {
            let buttons = world.machine.buttons();
            cx.push_integer(i64::from(buttons));
        }
        1 => {
            let held = world.machine.btn(int(args, 1));
            cx.push_boolean(held);
        }
        _ => return Err(Raise::from("btn takes 0 or 1 arguments: btn([id])")),
    }
    Ok(1)
}

/// Hold and period, arguments 2 and 3 of `btnp` and `keyp`; -1 where absent.
fn repeat(args: Args<'_>) -> (i32, i32) {
    if args.count() == 3 {
        (int(args, 2), int(args, 3))
    } else {
        (-1, -1)
    }
}

pub(super) fn btnp(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    match args.count() {
        0 => {
            let buttons = world.machine.buttons_pressed();
            cx.push_integer(i64::from(buttons));
        }
        1 | 3 => {
            let (hold, period) = repeat(args);
            let pressed = world.machine.btnp(int(args, 1), hold, period);
            cx.push_boolean(pressed);
        }
        _ => {
            return Err(Raise::from(
                "btnp takes 0, 1 or 3 arguments: btnp([id, [hold, period]])",
            ));
        }
    }
    Ok(1)
}

/// The key code in argument 1: its low byte, below 95.
fn code(args: Args<'_>) -> Result<u8, Raise> {
    let code = int(args, 1) as u8;
    if code < KEYS {
        Ok(code)
    } else {
        Err(Raise::from("unknown key code: codes are 0 (any key) to 94"))
    }
}

#[inline(always)]
pub(super) fn key(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let held = match args.count() {
        0 => world.machine.any_key(),
        1 => match code(args)? {
            0 => world.machine.any_key(),
            code => world.machine.key(code),
        },
        _ => return Err(Raise::from("key takes 0 or 1 arguments: key([code])")),
    };
    cx.push_boolean(held);
    Ok(1)
}

pub(super) fn keyp(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let pressed = match args.count() {
        0 => world.machine.any_key_pressed(),
        1 | 3 => {
            let (hold, period) = repeat(args);
            match code(args)? {
                0 => world.machine.any_key_pressed(),
                code => world.machine.keyp(code, hold, period),
            }
        }
        _ => {
            return Err(Raise::from(
                "keyp takes 0, 1 or 3 arguments: keyp([code, [hold, period]])",
            ));
        }
    };
    cx.push_boolean(pressed);
    Ok(1)
}

pub(super) fn mouse(cx: &mut Call<'_, World>) -> Outcome {
    let mouse = cx.host().machine.mouse();
    cx.push_integer(i64::from(mouse.x));
    cx.push_integer(i64::from(mouse.y));
    cx.push_boolean(mouse.left);
    cx.push_boolean(mouse.middle);
    cx.push_boolean(mouse.right);
    cx.push_integer(i64::from(mouse.scroll_x));
    cx.push_integer(i64::from(mouse.scroll_y));
    Ok(7)
}
