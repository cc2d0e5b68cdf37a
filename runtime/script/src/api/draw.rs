//! Pixels, shapes and triangles.
//!
//! Each function charges the instruction budget for the pixels it may touch,
//! so that a loop of few instructions around costly drawing is stopped too.

use machine::{ScannedTriangle, TextureSource, TexturedTriangle};
use vm::{Args, Call, Kind, Raise};

use super::tiles::color_keys_or_none;
use crate::numbers::{flag, float, int, int_or};
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// Pixels of the screen, an upper bound of what one shape touches.
const SCREEN: i64 = 240 * 136;

/// Budget units for filling `w` x `h` pixels, cut to a screen's size.
fn area(w: i64, h: i64) -> i64 {
    w.clamp(0, 256) * h.clamp(0, 256) / 256
}

/// Fails unless exactly `count` arguments were given.
fn exactly(args: Args<'_>, count: usize, usage: &'static str) -> Result<(), Raise> {
    if args.count() == count {
        Ok(())
    } else {
        Err(Raise::from(usage))
    }
}

pub(super) fn cls(cx: &mut Call<'_, World>) -> Outcome {
    cx.charge(SCREEN / 256);
    let (world, args) = cx.parts();
    let color = if args.count() == 1 { int(args, 1) } else { 0 };
    world.machine.cls(color);
    Ok(0)
}

#[inline(always)]
pub(super) fn pix(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    if args.count() < 2 {
        return Err(Raise::from(
            "pix takes 2 or 3 arguments: pix(x, y, [color])",
        ));
    }
    let (x, y) = (int(args, 1), int(args, 2));
    if args.count() >= 3 {
        world.machine.set_pix(x, y, int(args, 3));
        return Ok(0);
    }
    let color = world.machine.pix(x, y);
    cx.push_integer(i64::from(color));
    Ok(1)
}

/// Budget units for a line: its longer side, cut to the screen's size.
fn line_cost(x0: f32, y0: f32, x1: f32, y1: f32) -> i64 {
    let longer = (x1 - x0).abs().max((y1 - y0).abs());
    8 + longer.min(256.0) as i64 / 2
}

#[inline(always)]
pub(super) fn line(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        5,
        "line takes 5 arguments: line(x0, y0, x1, y1, color)",
    )?;
    let [x0, y0, x1, y1] = [1, 2, 3, 4].map(|i| float(cx.args(), i));
    let color = int(cx.args(), 5);
    cx.charge(line_cost(x0, y0, x1, y1));
    cx.host().machine.line(x0, y0, x1, y1, color);
    Ok(0)
}

/// The four integers of a rectangle and its color, and their cost.
fn rectangle(args: Args<'_>, usage: &'static str) -> Result<[i32; 5], Raise> {
    exactly(args, 5, usage)?;
    Ok([1, 2, 3, 4, 5].map(|i| int(args, i)))
}

#[inline(always)]
pub(super) fn rect(cx: &mut Call<'_, World>) -> Outcome {
    let [x, y, w, h, color] =
        rectangle(cx.args(), "rect takes 5 arguments: rect(x, y, w, h, color)")?;
    cx.charge(area(w.into(), h.into()));
    cx.host().machine.rect(x, y, w, h, color);
    Ok(0)
}

pub(super) fn rectb(cx: &mut Call<'_, World>) -> Outcome {
    let [x, y, w, h, color] = rectangle(
        cx.args(),
        "rectb takes 5 arguments: rectb(x, y, w, h, color)",
    )?;
    cx.charge(8);
    cx.host().machine.rectb(x, y, w, h, color);
    Ok(0)
}

/// Budget units for the rows and pixels of an ellipse.
fn ellipse_cost(a: i32, b: i32) -> i64 {
    let (a, b) = (i64::from(a), i64::from(b));
    area(2 * a + 1, 2 * b + 1) + (a.max(0) + b.max(0)).min(4096) / 4
}

pub(super) fn circ(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        4,
        "circ takes 4 arguments: circ(x, y, radius, color)",
    )?;
    let [x, y, radius, color] = [1, 2, 3, 4].map(|i| int(cx.args(), i));
    cx.charge(ellipse_cost(radius, radius));
    cx.host().machine.circ(x, y, radius, color);
    Ok(0)
}

pub(super) fn circb(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        4,
        "circb takes 4 arguments: circb(x, y, radius, color)",
    )?;
    let [x, y, radius, color] = [1, 2, 3, 4].map(|i| int(cx.args(), i));
    cx.charge(ellipse_cost(radius, radius));
    cx.host().machine.circb(x, y, radius, color);
    Ok(0)
}

pub(super) fn elli(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        5,
        "elli takes 5 arguments: elli(x, y, a, b, color)",
    )?;
    let [x, y, a, b, color] = [1, 2, 3, 4, 5].map(|i| int(cx.args(), i));
    cx.charge(ellipse_cost(a, b));
    cx.host().machine.elli(x, y, a, b, color);
    Ok(0)
}

pub(super) fn ellib(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        5,
        "ellib takes 5 arguments: ellib(x, y, a, b, color)",
    )?;
    let [x, y, a, b, color] = [1, 2, 3, 4, 5].map(|i| int(cx.args(), i));
    cx.charge(ellipse_cost(a, b));
    cx.host().machine.ellib(x, y, a, b, color);
    Ok(0)
}

/// Three points: arguments `from` to `from + 5`.
fn points(args: Args<'_>, from: usize) -> [[f32; 2]; 3] {
    [0, 2, 4].map(|i| [float(args, from + i), float(args, from + i + 1)])
}

/// The pixels of the box around a triangle, cut to the screen.
fn box_pixels(corners: &[[f32; 2]; 3]) -> i64 {
    let extent = |axis: usize| {
        let [a, b, c] = corners.map(|corner| corner[axis]);
        let low = a.min(b).min(c).max(0.0);
        let high = a.max(b).max(c).min(256.0);
        (high - low).max(0.0) as i64 + 1
    };
    extent(0) * extent(1)
}

pub(super) fn tri(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        7,
        "tri takes 7 arguments: tri(x1, y1, x2, y2, x3, y3, color)",
    )?;
    let corners = points(cx.args(), 1);
    let color = int(cx.args(), 7);
    cx.charge(box_pixels(&corners) / 16);
    cx.host().machine.tri(corners, color);
    Ok(0)
}

pub(super) fn trib(cx: &mut Call<'_, World>) -> Outcome {
    exactly(
        cx.args(),
        7,
        "trib takes 7 arguments: trib(x1, y1, x2, y2, x3, y3, color)",
    )?;
    let corners = points(cx.args(), 1);
    let color = int(cx.args(), 7);
    let [a, b, c] = corners;
    let sides = [(a, b), (b, c), (c, a)].map(|(p, q)| line_cost(p[0], p[1], q[0], q[1]));
    cx.charge(sides.into_iter().sum());
    cx.host().machine.trib(corners, color);
    Ok(0)
}

pub(super) fn ttri(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let count = args.count();
    if count < 12 {
        return Err(Raise::from(
            "ttri takes 12 to 17 arguments: ttri(x1, y1, x2, y2, x3, y3, u1, v1, u2, v2, u3, v3, [texsrc], [chromakey], [z1, z2, z3])",
        ));
    }
    // Old carts pass `true` for the map.
    let source = match args.kind(13) {
        Kind::Boolean => i32::from(args.boolean(13)),
        _ => int_or(args, 13, 0),
    };
    let corners = points(args, 1);
    let triangle = TexturedTriangle {
        corners,
        texture: points(args, 7),
        source: TextureSource::from_number(source).unwrap_or(TextureSource::Tiles),
        keys: color_keys_or_none(args, 14),
        depths: (count == 17).then(|| [15, 16, 17].map(|i| float(args, i))),
    };
    cx.charge(box_pixels(&corners) / 2);
    cx.host().machine.ttri(&triangle);
    Ok(0)
}

pub(super) fn textri(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    if args.count() < 12 {
        return Ok(0);
    }
    let corners = points(args, 1);
    let triangle = ScannedTriangle {
        corners,
        texture: points(args, 7),
        from_map: flag(args, 13),
        keys: color_keys_or_none(args, 14),
    };
    cx.charge(box_pixels(&corners) / 2);
    cx.host().machine.textri(&triangle);
    Ok(0)
}

pub(super) fn paint(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    if !(3..=4).contains(&args.count()) {
        return Err(Raise::from(
            "paint takes 3 or 4 arguments: paint(x, y, color, [border])",
        ));
    }
    let [x, y, color] = [1, 2, 3].map(|i| int(args, i));
    let border = int_or(args, 4, -1);
    cx.charge(SCREEN / 4);
    cx.host().machine.paint(x, y, color, border);
    Ok(0)
}

pub(super) fn clip(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    match args.count() {
        0 => world.machine.clip(None),
        4 => world.machine.clip(Some((
            int(args, 1),
            int(args, 2),
            int(args, 3),
            int(args, 4),
        ))),
        _ => {
            return Err(Raise::from(
                "clip takes 0 or 4 arguments: clip([x, y, w, h])",
            ));
        }
    }
    Ok(0)
}
