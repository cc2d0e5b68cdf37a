//! What is seen in a grid: all from one cell, one cell from another, and rays.
//!
//! Cells are columns and rows; a ray starts at a place in a cell, so the middle
//! of a cell is half a cell farther. Without a list of what blocks, walls,
//! rubble and rock do, as on a generated map.

use mapgen::ray::{FARTHEST, PARTS};
use mapgen::{Cell, Direction, Grid, Heading, Ray, Reach, Spot, Sweep, View};
use vm::{Args, Call, Field, Kind, Raise, Tree};

use super::{Outcome, give, point, view};
use crate::api::maps;
use crate::numbers::int_or;
use crate::world::World;

/// Most rays of a fan.
const MOST_RAYS: i64 = 4096;

/// Units of the budget for a ray, besides the cells that it passes.
const RAY: i64 = 20;

/// `g:fov(x, y, [radius], [blocks])`.
pub(crate) fn fov(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let view = view(args, "fov")?;
    let from = point(args, 2, "fov")?;
    let radius = match args.kind(4) {
        Kind::Nil => 20,
        _ => int_or(args, 4, 20).max(0) as u32,
    };
    let blocks = blocks(args, 5, "fov")?;
    let mut seen = Grid::new(view.width(), view.height(), 0);
    let cells = world
        .sight
        .look(view, from, radius, |byte| blocks[usize::from(byte)]);
    for &cell in cells {
        seen.set(cell, 1);
    }
    let units = cells.len() as i64;
    cx.charge(units);
    give(cx, &seen);
    Ok(1)
}

/// `g:sees(x0, y0, x1, y1, [blocks])`.
pub(crate) fn sees(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let view = view(args, "sees")?;
    let (from, to) = (point(args, 2, "sees")?, point(args, 4, "sees")?);
    let blocks = blocks(args, 6, "sees")?;
    let sees = view.sees(from, to, |byte| blocks[usize::from(byte)]);
    // Two lines, at the most across the whole grid.
    let steps = from.steps_to(to).min(view.width() + view.height());
    cx.charge(RAY + 2 * i64::from(steps));
    cx.push_boolean(sees);
    Ok(1)
}

/// `g:line(x0, y0, x1, y1, [blocks])`.
pub(crate) fn line(cx: &mut Call<'_, World>) -> Outcome {
    let args = cx.args();
    let view = view(args, "line")?;
    let (from, to) = (point(args, 2, "line")?, point(args, 4, "line")?);
    let blocks = blocks(args, 6, "line")?;
    let line = view.line(from, to, |byte| blocks[usize::from(byte)]);
    let units = RAY + 4 * line.len() as i64;
    cx.charge(units);
    let line = line.into_iter().map(maps::point).collect();
    cx.push_tree(&Tree::List(line));
    Ok(1)
}

/// `g:ray(x, y, dx, dy, [range], [blocks])`.
pub(crate) fn ray(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str =
        "g:ray takes a place and a direction, all of them numbers: g:ray(x, y, dx, dy)";
    let args = cx.args();
    let view = view(args, "ray")?;
    let number = |i: usize| args.number_opt(i).ok_or(USAGE);
    let (x, y, dx, dy) = (number(2)?, number(3)?, number(4)?, number(5)?);
    let heading = Heading::new(dx, dy).ok_or_else(|| {
        format!("g:ray: the direction must be two numbers that are not both 0, got {dx}, {dy}")
    })?;
    let range = range(args, 6, "ray")?;
    let blocks = blocks(args, 7, "ray")?;
    let Some(from) = spot(view, x, y) else {
        cx.push_nil();
        return Ok(1);
    };
    let ray = Ray {
        from,
        heading,
        range,
    };
    let reach = ray.cast(view, |byte| blocks[usize::from(byte)]);
    cx.charge(cost(&reach));
    cx.push_tree(&hit(&reach));
    Ok(1)
}

/// `g:fan(x, y, angle, opening, count, [range], [blocks])`.
pub(crate) fn fan(cx: &mut Call<'_, World>) -> Outcome {
    const USAGE: &str = "g:fan takes a place, an angle, how wide it opens, and how many rays: g:fan(x, y, angle, opening, count)";
    let (world, args) = cx.parts();
    let view = view(args, "fan")?;
    let number = |i: usize| args.number_opt(i).ok_or(USAGE);
    let (x, y, angle, width) = (number(2)?, number(3)?, number(4)?, number(5)?);
    let count = number(6)?;
    if !angle.is_finite() || !width.is_finite() {
        let message =
            format!("g:fan: angle and opening must be finite numbers, got {angle}, {width}");
        return Err(Raise::from(message));
    }
    let count = args.integer(6).filter(|count| (1..=MOST_RAYS).contains(count)).ok_or_else(|| {
        format!("g:fan: the number of rays must be a whole number from 1 to {MOST_RAYS}, got {count}")
    })?;
    let range = range(args, 7, "fan")?;
    let blocks = blocks(args, 8, "fan")?;
    let sweep = Sweep {
        angle,
        width,
        count: count as u32,
    };
    let reaches = match spot(view, x, y) {
        Some(from) => world
            .fan
            .cast(view, from, &sweep, range, |byte| blocks[usize::from(byte)]),
        None => &[],
    };
    let units = reaches.iter().map(cost).sum();
    let hits = Tree::List(reaches.iter().map(hit).collect());
    cx.charge(units);
    cx.push_tree(&hits);
    Ok(1)
}

fn cost(reach: &Reach) -> i64 {
    RAY + 2 * reach.distance as i64
}

/// A place in the grid; none outside.
fn spot(view: View<'_>, x: f64, y: f64) -> Option<Spot> {
    let is_inside = x < f64::from(view.width()) && y < f64::from(view.height());
    Spot::at(x, y).filter(|_| is_inside)
}

/// `{x, y, distance}` and, where something is hit, what.
fn hit(reach: &Reach) -> Tree {
    let mut entries = vec![
        ("x", Tree::Number(reach.at.x())),
        ("y", Tree::Number(reach.at.y())),
        ("distance", Tree::Number(reach.distance)),
    ];
    if let Some(hit) = reach.hit {
        let side = match hit.face {
            Direction::Up => "top",
            Direction::Right => "right",
            Direction::Down => "bottom",
            Direction::Left => "left",
        };
        entries.extend([
            ("column", maps::integer(hit.cell.x)),
            ("row", maps::integer(hit.cell.y)),
            ("value", Tree::Integer(i64::from(hit.byte))),
            ("side", maps::text(side)),
        ]);
    }
    maps::table(entries)
}

/// Argument `i` as how far rays go, in parts of a cell.
fn range(args: Args<'_>, i: usize, method: &str) -> Result<u32, Raise> {
    if matches!(args.kind(i), Kind::None | Kind::Nil) {
        return Ok(FARTHEST);
    }
    let given = args.number_opt(i);
    let cells = given.filter(|&cells| cells >= 0.0).ok_or_else(|| {
        let got = given.map_or_else(String::new, |given| format!(", got {given}"));
        format!("g:{method}: the range must be a number of cells from 0{got}")
    })?;
    Ok((cells * f64::from(PARTS)).min(f64::from(FARTHEST)) as u32)
}

/// Which values block: those of the list at argument `i`.
fn blocks(args: Args<'_>, i: usize, method: &str) -> Result<[bool; 256], Raise> {
    let wrong = || {
        Raise::from(format!(
            "g:{method}: what blocks must be a list of values from 0 to 255, such as {{0, 13}}"
        ))
    };
    match args.kind(i) {
        Kind::None | Kind::Nil => Ok(std::array::from_fn(|byte| !Cell::is_clear_byte(byte as u8))),
        Kind::Table => {
            let mut blocks = [false; 256];
            args.fields(i, |_, field| {
                let value = match field {
                    Field::Number(value) if value.floor().to_bits() == value.to_bits() => value,
                    _ => return Err(wrong()),
                };
                let is_byte = (0.0..=255.0).contains(&value);
                let known = is_byte.then(|| &mut blocks[value as usize]);
                *known.ok_or_else(wrong)? = true;
                Ok(())
            })?;
            Ok(blocks)
        }
        _ => Err(wrong()),
    }
}
