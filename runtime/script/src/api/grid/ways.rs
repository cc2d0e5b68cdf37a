//! Ways over a grid: from one cell to another, and how far everything is from
//! some goals.
//!
//! One can walk on everything but walls, rubble, water and rock, as on a
//! generated map, unless a table of costs says otherwise.

use mapgen::field::NO_WAY;
use mapgen::{Gait, Neighbors, Point, View};
use vm::{Args, Call, Kind, Raise, Tree, TreeLimits};

use super::{Outcome, give_cells, place_at, point, side_of, view};
use crate::api::maps;
use crate::world::World;

/// The value of cells that no way leads to.
const FAR: u8 = 255;

/// Goals that can be listed: some thousands.
const LIMITS: TreeLimits = TreeLimits {
    depth: 3,
    size: 256 << 10,
};

/// Units of the budget for a cell whose steps all count the same, and where
/// they do not.
const PLAIN: i64 = 1;
const COSTLY: i64 = 5;

/// `g:path(x0, y0, x1, y1, [diagonal], [costs])`.
pub(crate) fn path(cx: &mut Call<'_, World>) -> Outcome {
    let (world, args) = cx.parts();
    let view = view(args, "path")?;
    let (from, to) = (point(args, 2, "path")?, point(args, 4, "path")?);
    let gait = gait(args, 6, "path")?;
    let way = world.paths.find_on(view, &gait, from, to);
    let way: Vec<Tree> = way.iter().copied().map(maps::point).collect();
    // A search may look at every cell.
    let units = units(view, &gait);
    cx.charge(units);
    if way.is_empty() {
        cx.push_nil();
    } else {
        cx.push_tree(&Tree::List(way));
    }
    Ok(1)
}

/// `g:field(goal, [y], [diagonal], [costs])`.
pub(crate) fn field(cx: &mut Call<'_, World>) -> Outcome {
    let (goals, next) = goals(cx, "field")?;
    let (world, args) = cx.parts();
    let view = view(args, "field")?;
    let gait = gait(args, next, "field")?;
    let one = gait.straight();
    let byte = |&distance: &u32| match distance {
        NO_WAY => FAR,
        distance => (distance / one).min(u32::from(FAR) - 1) as u8,
    };
    let distances = world.field.measure(view, &gait, &goals);
    let bytes: Vec<u8> = distances.iter().map(byte).collect();
    let (width, height, units) = (view.width(), view.height(), units(view, &gait));
    cx.charge(units);
    give_cells(cx, width, height, &bytes);
    Ok(1)
}

/// `g:flow(goal, [y], [diagonal], [costs])`.
pub(crate) fn flow(cx: &mut Call<'_, World>) -> Outcome {
    let (goals, next) = goals(cx, "flow")?;
    let (world, args) = cx.parts();
    let view = view(args, "flow")?;
    let gait = gait(args, next, "flow")?;
    let directions = world.field.flow(view, &gait, &goals).to_vec();
    let (width, height, units) = (view.width(), view.height(), units(view, &gait));
    cx.charge(units + 2 * directions.len() as i64);
    give_cells(cx, width, height, &directions);
    Ok(1)
}

/// `g:farthest(goal, [y], [diagonal], [costs])`.
pub(crate) fn farthest(cx: &mut Call<'_, World>) -> Outcome {
    let (goals, next) = goals(cx, "farthest")?;
    let (world, args) = cx.parts();
    let view = view(args, "farthest")?;
    let gait = gait(args, next, "farthest")?;
    let farthest = world.field.farthest(view, &gait, &goals);
    let units = units(view, &gait);
    cx.charge(units);
    let Some((cell, distance)) = farthest else {
        cx.push_nil();
        return Ok(1);
    };
    let distance = match gait.straight() {
        1 => maps::integer(distance),
        one => Tree::Number(f64::from(distance) / f64::from(one)),
    };
    cx.push_tree(&maps::table([
        ("x", maps::integer(cell.x)),
        ("y", maps::integer(cell.y)),
        ("distance", distance),
    ]));
    Ok(1)
}

fn units(view: View<'_>, gait: &Gait) -> i64 {
    let each = if gait.is_plain() { PLAIN } else { COSTLY };
    each * view.cells().len() as i64
}

/// The cell at arguments 2 and 3, or the cell or list of cells at argument 2;
/// and the argument after it.
fn goals(cx: &mut Call<'_, World>, method: &str) -> Result<(Vec<Point>, usize), Raise> {
    if cx.args().kind(2) != Kind::Table {
        return Ok((vec![point(cx.args(), 2, method)?], 4));
    }
    let wrong = || {
        Raise::from(format!(
            "g:{method}: goals are a column and a row, a cell such as {{x=3, y=4}}, or a list of cells"
        ))
    };
    let given = cx.tree(2, LIMITS).map_err(|_| wrong())?;
    let cell = |tree: &Tree| {
        let Tree::Map(entries) = tree else {
            return None;
        };
        let side = |name: &str| match entries.get(name.as_bytes())? {
            Tree::Integer(number) => Some(side_of(*number)),
            Tree::Number(number) => Some(side_of(place_at(*number))),
            _ => None,
        };
        Some(Point::new(side("x")?, side("y")?))
    };
    let goals: Option<Vec<Point>> = match &given {
        Tree::List(list) => list.iter().map(cell).collect(),
        one => cell(one).map(|cell| vec![cell]),
    };
    Ok((goals.ok_or_else(wrong)?, 3))
}

/// How one walks: argument `i` allows diagonal steps, and the table after it
/// has what entering a cell costs, by its value.
fn gait(args: Args<'_>, i: usize, method: &str) -> Result<Gait, Raise> {
    let gait = Gait::default();
    let mut gait = if args.boolean(i) {
        gait.with_neighbors(Neighbors::Eight)
    } else {
        gait
    };
    match args.kind(i + 1) {
        Kind::None | Kind::Nil => return Ok(gait),
        Kind::Table => {}
        _ => {
            return Err(Raise::from(format!(
                "g:{method}: costs must be a table, such as {{[2]=5, [3]=0}}"
            )));
        }
    }
    for value in 0..=255 {
        if let Some(cost) = args.element(i + 1, i64::from(value)) {
            let is_cost = (0.0..=255.0).contains(&cost) && cost.floor().to_bits() == cost.to_bits();
            if !is_cost {
                return Err(Raise::from(format!(
                    "g:{method}: a cost must be a whole number from 0 (closed) to 255, got {cost}"
                )));
            }
            gait = gait.with_cost(value, cost as u8);
        }
    }
    Ok(gait)
}
