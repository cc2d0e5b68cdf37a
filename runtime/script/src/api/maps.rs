//! `gen`: what a cart asks of a generator, and the map as tables of Lua.
//!
//! Lists of Lua count from 1, so the numbers of rooms and nodes do too:
//! `map.rooms[corridor.from]` is the room where a corridor begins.

use std::collections::BTreeMap;

use mapgen::parameter::{Kind as Range, Parameter, Value};
use mapgen::voronoi::Regions;
use mapgen::{Chain, GENERATORS, Generator, Map, PASSES, Point, Request, Structure, Thing};
use serde_json::json;
use vm::{Call, Kind, Raise, Tree, TreeLimits};

use super::grid;
use crate::json;
use crate::world::World;

type Outcome = Result<usize, Raise>;

/// Parameters may hold a whole QR code as text.
const LIMITS: TreeLimits = TreeLimits {
    depth: 4,
    size: 64 << 10,
};

/// Values behind a map that can be tables of a cart: about 40 MiB.
const MOST_VALUES: usize = 600_000;

/// Units of the budget for each cell of a map, as measured on large maps, for
/// the generators that are fast; another one may be slow.
const UNITS_A_CELL: &[(&str, i64)] = &[
    ("bsp", 4),
    ("subdivide", 8),
    ("caves", 4),
    ("lattice", 8),
    ("qr", 100),
    ("maze", 8),
    ("voronoi", 60),
    ("wfc", 3000),
    ("wfc_tiled", 200),
    ("noise", 60),
    ("terrain", 200),
    ("lsystem", 100),
    ("prefabs", 60),
    ("terrain", 120),
    ("lsystem", 20),
    ("drunkard", 30),
    ("dla", 500),
    ("digger", 40),
    ("uniform", 64),
    ("rooms", 48),
];

/// The same, for passes.
const PASS: i64 = 30;

/// The same, for all others.
const SLOW: i64 = 400;

/// Cells of a map whose size no parameter gives.
const SMALL: i64 = 128 * 128;

/// `gen.NAME{...}`.
pub(super) fn generate(cx: &mut Call<'_, World>, generator: &Generator) -> Outcome {
    let name = generator.info.name;
    let request = request(cx, 1, generator)?;
    let chain = Chain::new(name, request).map_err(|error| of(&error))?;
    make(cx, name, &chain)
}

/// `gen.chain(NAME, {...}, NAME, {...}, ...)`.
pub(super) fn chain(cx: &mut Call<'_, World>) -> Outcome {
    let chain = links(cx, "gen.chain")?;
    make(cx, "chain", &chain)
}

/// The generators and passes that a function's arguments name, each with a
/// table behind it or none. Without a seed of its own a link has the first's.
///
/// # Errors
/// An argument that is neither, or what is in a table cannot be a parameter.
pub(super) fn links(cx: &mut Call<'_, World>, function: &str) -> Result<Chain, Raise> {
    let mut chain = Chain::default();
    let mut first_seed = None;
    let mut at = 1;
    while at == 1 || at <= cx.args().count() {
        let Some(name) = cx.args().bytes(at) else {
            return Err(Raise::from(format!(
                "{function} takes names and tables in turn, such as {function}(\"caves\", {{seed=7}}, \"loops\")"
            )));
        };
        let name = String::from_utf8_lossy(name).into_owned();
        let generator =
            Generator::named(&name).map_err(|error| Raise::from(format!("{function}: {error}")))?;
        at += 1;
        let mut request = if cx.args().kind(at) == Kind::Table {
            at += 1;
            given(cx, at - 1, generator)?
        } else {
            Given::default()
        };
        let seed = request.seed.or(first_seed);
        let seed = seed.unwrap_or_else(|| (cx.random_bits() >> 32).into());
        first_seed = first_seed.or(Some(seed));
        request.request.seed = seed;
        chain = chain
            .then(&name, request.request)
            .map_err(|error| of(&error))?;
    }
    Ok(chain)
}

/// Makes a map, for which the function of this name was called, and pushes it.
fn make(cx: &mut Call<'_, World>, name: &str, chain: &Chain) -> Outcome {
    if !pay(cx, chain) {
        return Ok(0);
    }
    let map = &chain.generate().map_err(|error| of(&error))?;
    let count = values(map);
    if count > MOST_VALUES {
        return Err(Raise::from(format!(
            "gen.{name}: {count} values behind the cells are more than a cart can hold; make the map smaller",
        )));
    }
    let tree = behind(map);
    cx.push_tree(&tree);
    grid::give(cx, &map.grid);
    cx.put_field("grid");
    if let Structure::Heights(heights) = &map.structure {
        grid::give(cx, heights);
        cx.put_field("heights");
    }
    Ok(1)
}

/// `gen.list()`.
pub(super) fn list(cx: &mut Call<'_, World>) -> Outcome {
    listed(cx, GENERATORS)
}

/// `gen.passes()`.
pub(super) fn passes(cx: &mut Call<'_, World>) -> Outcome {
    listed(cx, PASSES)
}

fn listed(cx: &mut Call<'_, World>, generators: &[Generator]) -> Outcome {
    let generators = generators.iter().map(|generator| {
        let info = generator.info;
        let parameters = info.parameters.iter().map(described).collect();
        table([
            ("name", text(info.name)),
            ("version", integer(info.version)),
            ("about", text(info.about)),
            ("parameters", Tree::List(parameters)),
        ])
    });
    cx.push_tree(&Tree::List(generators.collect()));
    Ok(1)
}

/// The error, with the name of the function.
pub(super) fn of(error: &mapgen::GenError) -> Raise {
    Raise::from(format!("gen.{error}"))
}

/// What the table at argument `i` asks of a generator. Without a seed it is
/// one of `math.random`, short enough to be typed.
///
/// # Errors
/// What is in the table cannot be a parameter.
pub(super) fn request(
    cx: &mut Call<'_, World>,
    i: usize,
    generator: &Generator,
) -> Result<Request, Raise> {
    let mut given = match cx.args().kind(i) {
        Kind::None | Kind::Nil => Given::default(),
        _ => given(cx, i, generator)?,
    };
    let seed = given.seed;
    given.request.seed = seed.unwrap_or_else(|| (cx.random_bits() >> 32).into());
    Ok(given.request)
}

/// What a table asks of a generator, with the seed if it has one.
#[derive(Default)]
struct Given {
    request: Request,
    seed: Option<dice::Seed>,
}

fn given(cx: &mut Call<'_, World>, i: usize, generator: &Generator) -> Result<Given, Raise> {
    let name = generator.info.name;
    let usage = || {
        Raise::from(format!(
            "gen.{name} takes a table, such as gen.{name}{{seed=7}}"
        ))
    };
    let given = match cx.args().kind(i) {
        Kind::Table => cx.tree(i, LIMITS).map_err(|no| {
            Raise::from(format!("gen.{name}: {} is no number and no text", no.path))
        })?,
        _ => return Err(usage()),
    };
    let given = match given {
        Tree::Map(map) => map,
        Tree::List(list) if list.is_empty() => BTreeMap::new(),
        _ => return Err(usage()),
    };
    let mut asked = Given::default();
    for (key, value) in given {
        let key = String::from_utf8_lossy(&key).into_owned();
        if key == "seed" {
            asked.seed = Some(seed(name, &value)?);
        } else {
            let value = parameter(generator, &key, value)?;
            asked.request.parameters.push((key, value));
        }
    }
    Ok(asked)
}

/// Charges for all links of a chain; false if the budget is spent.
pub(super) fn pay(cx: &mut Call<'_, World>, chain: &Chain) -> bool {
    let Some((first, request)) = chain.links().first() else {
        return true;
    };
    let cells = cells(first, request);
    for (generator, _) in chain.links() {
        cx.charge(1000 + units(generator).saturating_mul(cells));
    }
    !cx.is_spent()
}

/// Units of the budget for each cell.
fn units(generator: &Generator) -> i64 {
    let name = generator.info.name;
    let units = UNITS_A_CELL.iter().find(|(known, _)| *known == name);
    match units {
        Some((_, units)) => *units,
        None if generator.is_pass() => PASS,
        None => SLOW,
    }
}

/// How many cells the map will have, at the most.
pub(super) fn cells(generator: &Generator, request: &Request) -> i64 {
    let side = |name: &str| {
        let parameter = generator
            .info
            .parameters
            .iter()
            .find(|it| it.name == name)?;
        let Range::Integer { low, high, default } = parameter.kind else {
            return None;
        };
        let given = request.parameters.iter().rev().find(|(it, _)| it == name);
        let given = match given {
            Some((_, Value::Integer(number))) => Some(*number),
            Some((_, Value::Number(number))) => Some(*number as i64),
            Some((_, Value::Text(text))) => text.trim().parse::<f64>().ok().map(|it| it as i64),
            _ => default,
        };
        given.map(|number| number.clamp(low, high))
    };
    match (side("w"), side("h")) {
        (Some(w), Some(h)) => w * h,
        _ => SMALL,
    }
}

fn seed(name: &str, value: &Tree) -> Result<dice::Seed, Raise> {
    let pair = |list: &[Tree]| match list {
        [Tree::Integer(world), Tree::Integer(level)] => {
            Some(Request::pair((*world).try_into().ok()?, (*level).try_into().ok()?).seed)
        }
        _ => None,
    };
    let found = match value {
        Tree::Integer(number) => Some((*number as u64).into()),
        Tree::Number(number) if number.fract() == 0.0 && number.abs() < 9e15 => {
            Some((*number as i64 as u64).into())
        }
        Tree::Bytes(bytes) => Some(dice::Seed::from_text(&String::from_utf8_lossy(bytes))),
        Tree::List(list) => pair(list),
        _ => None,
    };
    found.ok_or_else(|| {
        Raise::from(format!(
            "gen.{name}: seed must be a whole number, a text, or a world and a level such as {{3, 1}}, both 0 to 255"
        ))
    })
}

fn parameter(generator: &Generator, name: &str, value: Tree) -> Result<Value, Raise> {
    let got = match value {
        Tree::Integer(number) => return Ok(Value::Integer(number)),
        Tree::Number(number) => return Ok(Value::Number(number)),
        Tree::Bytes(bytes) => return Ok(Value::Text(String::from_utf8_lossy(&bytes).into())),
        Tree::Boolean(value) => value.to_string(),
        Tree::List(_) | Tree::Map(_) => "a table".to_owned(),
    };
    let info = generator.info;
    let known = info.parameters.iter().find(|known| known.name == name);
    let range = known.map_or_else(|| "a number or a text".to_owned(), Parameter::range);
    Err(Raise::from(format!(
        "gen.{}: {name} must be {range}, got {got}",
        info.name
    )))
}

/// About how many values the tables of a map have.
fn values(map: &Map) -> usize {
    let corridors = map.corridors.list();
    let points: usize = corridors
        .iter()
        .map(|corridor| map.corridors.points(corridor).len())
        .sum();
    let structure = match &map.structure {
        Structure::Tree(tree) => 15 * tree.nodes().len(),
        Structure::Vaults(vaults) => 5 * vaults.len(),
        Structure::Regions(regions) => {
            regions.numbers.len() + 5 * (regions.sites.len() + regions.passages.len())
        }
        _ => 0,
    };
    7 * map.rooms.len()
        + 4 * corridors.len()
        + 3 * (points + map.doors.len())
        + 5 * map.things.len()
        + 7 * map.locks.len()
        + structure
}

/// Everything of a map but its grid.
fn behind(map: &Map) -> Tree {
    let rooms = map.rooms.iter().map(|room| {
        table([
            ("id", integer(room.id + 1)),
            ("x", integer(room.rect.x)),
            ("y", integer(room.rect.y)),
            ("w", integer(room.rect.w)),
            ("h", integer(room.rect.h)),
            ("kind", plain(&json!(room.kind))),
        ])
    });
    let corridors = map.corridors.list().iter().map(|corridor| {
        let points = map.corridors.points(corridor).iter().copied().map(point);
        let mut entries = vec![
            ("from", integer(corridor.from + 1)),
            ("points", Tree::List(points.collect())),
        ];
        entries.extend(corridor.to.map(|to| ("to", integer(to + 1))));
        table(entries)
    });
    let mut entries = vec![
        ("rooms", Tree::List(rooms.collect())),
        ("corridors", Tree::List(corridors.collect())),
        (
            "doors",
            Tree::List(map.doors.iter().copied().map(point).collect()),
        ),
        ("things", Tree::List(map.things.iter().map(thing).collect())),
        ("metrics", plain(&json!(map.metrics()))),
        ("recipe", recipe(map)),
    ];
    let locks = map.locks.iter();
    let locks = locks.map(|lock| table([("door", point(lock.door)), ("key", point(lock.key))]));
    entries.push(("locks", Tree::List(locks.collect())));
    entries.extend(map.start.map(|start| ("start", point(start))));
    entries.extend(map.exit.map(|exit| ("exit", point(exit))));
    match &map.structure {
        // Heights are a grid, which a tree of values cannot hold.
        Structure::Plain | Structure::Heights(_) => {}
        Structure::Vaults(vaults) => {
            let vaults = vaults.iter().map(|vault| from_one(plain(&json!(vault))));
            entries.push(("vaults", Tree::List(vaults.collect())));
        }
        Structure::Regions(regions) => entries.extend(self::regions(regions)),
        Structure::Tree(tree) => {
            let nodes = tree
                .nodes()
                .iter()
                .map(|node| from_one(plain(&json!(node))));
            entries.push(("tree", Tree::List(nodes.collect())));
        }
        Structure::Lattice(lattice) => entries.push(("lattice", self::lattice(lattice))),
        Structure::Matrix(matrix) => {
            let rows = matrix.to_text();
            let rows = rows.lines().map(text).collect();
            entries.push(("matrix", Tree::List(rows)));
        }
    }
    table(entries)
}

fn thing(thing: &Thing) -> Tree {
    let mut entries = vec![
        ("kind", text(thing.kind.name())),
        ("x", integer(thing.point.x)),
        ("y", integer(thing.point.y)),
    ];
    entries.extend(thing.room.map(|room| ("room", integer(room + 1))));
    table(entries)
}

/// A node with its numbers counted from 1.
fn from_one(mut node: Tree) -> Tree {
    if let Tree::Map(entries) = &mut node {
        for name in ["parent", "room", "children"] {
            match entries.get_mut(name.as_bytes()) {
                Some(Tree::Integer(number)) => *number += 1,
                Some(Tree::List(children)) => {
                    for child in children {
                        if let Tree::Integer(number) = child {
                            *number += 1;
                        }
                    }
                }
                _ => {}
            }
        }
    }
    node
}

/// Sites, the number of each cell's site, and the ways from region to region.
fn regions(regions: &Regions) -> [(&'static str, Tree); 3] {
    let sites = regions.sites.iter().map(|site| {
        table([
            ("id", integer(site.id + 1)),
            ("x", integer(site.point.x)),
            ("y", integer(site.point.y)),
            ("open", integer(site.open)),
        ])
    });
    let passages = regions.passages.iter().map(|passage| {
        table([
            ("from", integer(passage.from + 1)),
            ("to", integer(passage.to + 1)),
            ("x", integer(passage.point.x)),
            ("y", integer(passage.point.y)),
        ])
    });
    let numbers = regions.numbers.iter().map(|number| integer(number + 1));
    [
        ("sites", Tree::List(sites.collect())),
        ("regions", Tree::List(numbers.collect())),
        ("passages", Tree::List(passages.collect())),
    ]
}

/// The lattice; where there is no room, `rooms` has 0.
fn lattice(lattice: &mapgen::lattice::Lattice) -> Tree {
    let rooms = lattice.rooms.iter();
    let rooms = rooms.map(|room| integer(room.map_or(0, |room| u32::from(room) + 1)));
    let mut tree = plain(&lattice.to_json());
    if let Tree::Map(entries) = &mut tree {
        entries.insert(b"rooms".to_vec(), Tree::List(rooms.collect()));
    }
    tree
}

/// What makes the map again: `gen[recipe.generator]` with these parameters.
fn recipe(map: &Map) -> Tree {
    let recipe = &map.recipe;
    let mut tree = plain(&recipe.to_json());
    if let Tree::Map(entries) = &mut tree {
        let seed = Tree::Integer(recipe.seed.number() as i64);
        entries.insert(b"seed".to_vec(), seed);
    }
    tree
}

/// A parameter for `gen.list`.
fn described(parameter: &Parameter) -> Tree {
    let mut entries = vec![
        ("name", text(parameter.name)),
        ("about", text(parameter.about)),
    ];
    match parameter.kind {
        Range::Integer { low, high, default } => {
            entries.extend([
                ("kind", text("integer")),
                ("low", Tree::Integer(low)),
                ("high", Tree::Integer(high)),
            ]);
            entries.extend(default.map(|number| ("default", Tree::Integer(number))));
        }
        Range::Chance { default } => entries.extend([
            ("kind", text("chance")),
            ("low", integer(0)),
            ("high", integer(1)),
            ("default", Tree::Number(f64::from(default) / 1000.0)),
        ]),
        Range::Choice { options } => {
            let words = options.iter().map(|word| text(word)).collect();
            entries.extend([
                ("kind", text("choice")),
                ("options", Tree::List(words)),
                (
                    "default",
                    text(options.first().copied().unwrap_or_default()),
                ),
            ]);
        }
        Range::Text { most, default } => entries.extend([
            ("kind", text("text")),
            ("most", Tree::Integer(most as i64)),
            ("default", text(default)),
        ]),
    }
    table(entries)
}

/// A value that is JSON already.
fn plain(value: &serde_json::Value) -> Tree {
    json::tree(value.clone()).unwrap_or(Tree::List(Vec::new()))
}

/// `{x, y}`.
pub(super) fn point(point: Point) -> Tree {
    table([("x", integer(point.x)), ("y", integer(point.y))])
}

pub(super) fn table(entries: impl IntoIterator<Item = (&'static str, Tree)>) -> Tree {
    let named = |(name, value): (&str, Tree)| (name.as_bytes().to_vec(), value);
    Tree::Map(entries.into_iter().map(named).collect())
}

pub(super) fn integer(number: u32) -> Tree {
    Tree::Integer(i64::from(number))
}

pub(super) fn text(text: &str) -> Tree {
    Tree::Bytes(text.as_bytes().to_vec())
}
