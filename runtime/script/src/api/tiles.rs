//! Sprites, the tile map and sprite flags.

use machine::{ColorKeys, Machine, MapView, Sprite};
use vm::{Args, Call, Kind, Raise};

use crate::numbers::{flag, int, int_or, to_i32};
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// The colors that argument `i` makes transparent: one number, or a table of
/// up to sixteen, read up to its first element that is no number. Only 0 to
/// 15 count, after the low byte is taken.
pub(super) fn color_keys(args: Args<'_>, i: usize) -> ColorKeys {
    let byte = |color: f64| i32::from(to_i32(color) as u8);
    if args.kind(i) == Kind::Table {
        (1..=16)
            .map_while(|n| args.element(i, n))
            .fold(ColorKeys::NONE, |keys, color| keys.with(byte(color)))
    } else {
        ColorKeys::one(byte(args.number(i)))
    }
}

/// The same, and no color where the argument was not given.
pub(super) fn color_keys_or_none(args: Args<'_>, i: usize) -> ColorKeys {
    if args.count() >= i {
        color_keys(args, i)
    } else {
        ColorKeys::NONE
    }
}

#[inline(always)]
pub(super) fn spr(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let count = args.count();
    let mut sprite = Sprite {
        id: int_or(args, 1, 0),
        x: if count >= 3 { int(args, 2) } else { 0 },
        y: if count >= 3 { int(args, 3) } else { 0 },
        keys: color_keys_or_none(args, 4),
        scale: int_or(args, 5, 1),
        flip: int_or(args, 6, 0),
        rotate: int_or(args, 7, 0),
        width: 1,
        height: 1,
    };
    if count >= 9 {
        sprite.width = int(args, 8);
        sprite.height = int(args, 9);
    }
    world.machine.spr(&sprite);
    let side =
        |tiles: i32| i64::from(tiles.clamp(0, 32)) * i64::from(sprite.scale.clamp(0, 32)) * 8;
    let pixels = side(sprite.width).min(512) * side(sprite.height).min(512);
    cx.charge(pixels / 8);
    Ok(0)
}

pub(super) fn map(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let count = args.count();
    let mut view = MapView {
        x: 0,
        y: 0,
        width: 30,
        height: 17,
        screen_x: 0,
        screen_y: 0,
        keys: color_keys_or_none(args, 7),
        scale: 1,
    };
    if count >= 2 {
        (view.x, view.y) = (int(args, 1), int(args, 2));
    }
    if count >= 4 {
        (view.width, view.height) = (int(args, 3), int(args, 4));
    }
    if count >= 6 {
        (view.screen_x, view.screen_y) = (int(args, 5), int(args, 6));
    }
    if count >= 8 {
        view.scale = int(args, 8);
    }
    if count >= 9 && args.kind(9) == Kind::Function {
        return remapped(cx, &view);
    }
    let cells = i64::from(view.width.clamp(0, 256)) * i64::from(view.height.clamp(0, 256));
    cx.charge(cells.min(1024) * 8);
    cx.host().machine.map(&view);
    Ok(0)
}

/// Charges for a part of a long loop, and ends it when the budget is spent:
/// with an error, as the cart may do nothing after it that would give one.
fn pay(cx: &mut Call<'_, World>, units: i64) -> Result<(), Raise> {
    cx.charge(units);
    if cx.is_spent() {
        return Err(Raise::from(
            "map: the cart ran too long in one frame (too many cells?)",
        ));
    }
    Ok(())
}

/// Draws cell by cell, asking the cart's function what to draw.
///
/// Its errors are swallowed. Upstream then reads the three topmost values of
/// its stack as if they were the results: what lay there before, and the
/// message, which counts as 0. At first those are the color key and the scale.
fn remapped(cx: &mut Call<'_, World>, view: &MapView) -> Outcome {
    let size = i64::from(view.scale).saturating_mul(8);
    let mut below = [cx.args().number(7), cx.args().number(8)];
    // A row costs something even if it has no cells: there may be billions.
    for row in 0..i64::from(view.height) {
        pay(cx, 1)?;
        for column in 0..i64::from(view.width) {
            let x = view.x.wrapping_add(column as i32);
            let y = view.y.wrapping_add(row as i32);
            let (x, y) = Machine::wrapped_cell(x, y);
            let tile = cx.host().machine.mget(x, y);
            let mut results = [0.0; 3];
            let cell = [tile.into(), x.into(), y.into()];
            if !cx.pcall(9, &cell, &mut results) {
                results = [below[0], below[1], 0.0];
            }
            below = [results[1], results[2]];
            let [tile, flip, rotate] = results.map(to_i32);
            let at = |start: i32, cells: i64| start.wrapping_add(cells.wrapping_mul(size) as i32);
            cx.host().machine.draw_cell(
                tile,
                at(view.screen_x, column),
                at(view.screen_y, row),
                view.keys,
                view.scale,
                flip,
                rotate,
            );
            pay(cx, 16)?;
        }
    }
    Ok(0)
}

#[inline(always)]
pub(super) fn mget(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    if args.count() != 2 {
        return Err(Raise::from("mget takes 2 arguments: mget(x, y)"));
    }
    let tile = world.machine.mget(int(args, 1), int(args, 2));
    cx.push_integer(i64::from(tile));
    Ok(1)
}

#[inline(always)]
pub(super) fn mset(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    if args.count() != 3 {
        return Err(Raise::from("mset takes 3 arguments: mset(x, y, tile)"));
    }
    world.machine.mset(int(args, 1), int(args, 2), int(args, 3));
    Ok(0)
}

#[inline(always)]
pub(super) fn fget(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    if args.count() < 2 {
        return Err(Raise::from("fget takes 2 arguments: fget(sprite, flag)"));
    }
    let value = world.machine.fget(int(args, 1), int(args, 2));
    cx.push_boolean(value);
    Ok(1)
}

pub(super) fn fset(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    if args.count() < 3 {
        return Err(Raise::from(
            "fset takes 3 arguments: fset(sprite, flag, value)",
        ));
    }
    world
        .machine
        .fset(int(args, 1), int(args, 2), flag(args, 3));
    Ok(0)
}
