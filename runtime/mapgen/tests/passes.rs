//! Repairs and placements on maps of every generator: each keeps what a map
//! promises and does what its name says, alone and behind the others.

#[path = "robust/faults.rs"]
mod faults;

use std::collections::BTreeSet;

use faults::faults;
use mapgen::parameter::Kind;
use mapgen::{
    Cell, Chain, GENERATORS, GenError, Generator, Grid, Map, Neighbors, PASSES, Point, Request,
    generate,
};

fn chain(names: &str, seed: u64) -> Result<Chain, GenError> {
    let empty = Ok(Chain::default());
    names.split('+').fold(empty, |chain, link| {
        let mut words = link.split(' ');
        let name = words.next().unwrap_or_default();
        let mut request = Request::new(seed);
        for word in words {
            let (name, value) = word.split_once('=').expect("NAME=VALUE");
            request = request.with(name, value);
        }
        chain?.then(name, request)
    })
}

fn made(names: &str, seed: u64) -> Map {
    let map = chain(names, seed).and_then(|chain| chain.generate());
    map.unwrap_or_else(|error| panic!("{names} {seed}: {error}"))
}

/// Generators whose maps promise that all is one part.
fn whole() -> impl Iterator<Item = &'static str> {
    let names = GENERATORS.iter().map(|generator| generator.info.name);
    names.filter(|&name| name != "qr")
}

#[test]
fn every_pass_keeps_what_a_map_promises() {
    for name in whole() {
        for pass in PASSES {
            for seed in 0..20 {
                let link = format!("{name}+{}", pass.info.name);
                let map = made(&link, seed);
                let faults = faults(&map);
                assert!(
                    faults.is_empty(),
                    "{link} {seed}: {faults:?}\n{}",
                    map.to_text()
                );
            }
        }
    }
}

#[test]
fn all_passes_behind_each_other_keep_it_too() {
    let all = "loops+prune share=0.5+widen+doors share=0.7+ends+locks count=3+treasure+populate";
    for name in whole() {
        for seed in 0..20 {
            let link = format!("{name}+{all}");
            let map = made(&link, seed);
            let faults = faults(&map);
            assert!(
                faults.is_empty(),
                "{link} {seed}: {faults:?}\n{}",
                map.to_text()
            );
            let again = Chain::of(&map.recipe).and_then(|chain| chain.generate());
            assert_eq!(again.expect("a map").to_json(), map.to_json(), "{link}");
        }
    }
}

#[test]
fn watching_a_chain_changes_nothing() {
    let links = chain("maze+loops+doors+ends+populate", 4).expect("names");
    let map = links.generate().expect("a map");
    let mut trace = links.trace().expect("a map");
    assert_eq!(trace.map(), &map);
    let all = trace.steps().len();
    assert!(trace.show(0).cells().iter().all(|&cell| cell == 0));
    assert_eq!(trace.show(all), &map.grid);
    for step in trace.steps() {
        assert!(
            step.text.ends_with('.') && step.text.len() < 120,
            "{}",
            step.text
        );
    }
}

/// Maps in pieces, as a generator with walls across them.
fn torn(name: &str, seed: u64) -> Map {
    let mut map = generate(name, &Request::new(seed)).expect("a map");
    let (width, height) = (map.grid.width(), map.grid.height());
    for at in 1..4 {
        map.grid.fill(
            mapgen::Rect::new(width * at / 4, 0, 1, height),
            Cell::Wall.byte(),
        );
        map.grid.fill(
            mapgen::Rect::new(0, height * at / 4, width, 1),
            Cell::Wall.byte(),
        );
    }
    map.rooms.clear();
    map.things.clear();
    map.doors.clear();
    map.corridors = mapgen::Corridors::default();
    for point in map.grid.bounds().points() {
        if map.grid.is_open(point) {
            map.grid.set(point, Cell::Floor.byte());
        }
    }
    (map.start, map.exit) = (None, None);
    map
}

#[test]
fn torn_maps_become_one_part() {
    for name in ["bsp", "caves", "maze", "subdivide"] {
        for seed in 0..50 {
            let before = torn(name, seed);
            let parts = before.grid.components(Neighbors::Four).sizes;
            assert!(parts.len() > 2, "{name} {seed}");
            let connect = Generator::named("connect").expect("a pass");
            let open = before.grid.count_open();
            let joined = connect
                .go_on(&Request::new(seed), before.clone())
                .expect("a map");
            assert_eq!(joined.grid.components(Neighbors::Four).sizes.len(), 1);
            assert!(joined.grid.count_open() > open);
            let request = Request::new(seed).with("stray", "remove");
            let removed = connect.go_on(&request, before).expect("a map");
            let largest = parts.iter().copied().max();
            assert_eq!(
                removed
                    .grid
                    .components(Neighbors::Four)
                    .sizes
                    .first()
                    .copied(),
                largest
            );
            assert_eq!(Some(removed.grid.count_open()), largest);
        }
    }
}

fn dead_ends(grid: &Grid) -> usize {
    let points = grid.bounds().points().filter(|&point| grid.is_open(point));
    let ways = |&point: &Point| {
        let around = grid.around(point, Neighbors::Four);
        around.filter(|&next| grid.is_open(next)).count() == 1
    };
    points.filter(ways).count()
}

#[test]
fn pruned_mazes_are_the_way_to_the_exit_alone() {
    for seed in 0..50 {
        let whole = made("maze", seed);
        let pruned = made("maze+prune", seed);
        assert_eq!(dead_ends(&pruned.grid), 2, "start and exit");
        let path = whole.metrics().path.expect("a way");
        assert_eq!(pruned.grid.count_open(), path + 1);
        let some = made("maze+prune share=0.5 longest=6", seed);
        let between = dead_ends(&pruned.grid) + 1..dead_ends(&whole.grid);
        assert!(between.contains(&dead_ends(&some.grid)));
    }
}

#[test]
fn loops_are_as_many_as_asked_for_and_long() {
    for seed in 0..50 {
        let map = made("maze+loops count=7 way=30", seed);
        assert_eq!(map.metrics().loops, 7, "seed {seed}");
        let none = made("maze+loops count=0", seed);
        assert_eq!(none.grid, made("maze", seed).grid);
    }
}

#[test]
fn wide_corridors_lead_where_narrow_ones_did() {
    for name in ["bsp", "subdivide", "maze"] {
        for seed in 0..30 {
            let (narrow, wide) = (
                made(name, seed),
                made(&format!("{name}+widen width=3"), seed),
            );
            assert_eq!(
                narrow.metrics().loops,
                wide.metrics().loops,
                "{name} {seed}"
            );
            let (before, after) = (narrow.grid.count_open(), wide.grid.count_open());
            assert!(after > before || name == "maze", "{name} {seed}");
        }
    }
}

#[test]
fn start_and_exit_are_far_apart() {
    for name in whole() {
        for seed in 0..20 {
            let map = made(&format!("{name}+ends"), seed);
            let start = map.start.expect("a start");
            let distances = map.grid.distances(start);
            let far = |point: Point| distances[(point.y * map.grid.width() + point.x) as usize];
            let in_room = |point: &Point| {
                map.rooms.is_empty() || map.rooms.iter().any(|room| room.rect.contains(*point))
            };
            let free = |point: &Point| {
                let cell = map.grid.cell(*point);
                in_room(point) && matches!(cell, Cell::Floor | Cell::Corridor | Cell::Exit)
            };
            let farthest = map.grid.bounds().points().filter(free).map(far).max();
            assert_eq!(
                Some(far(map.exit.expect("an exit"))),
                farthest,
                "{name} {seed}"
            );
        }
    }
}

#[test]
fn treasures_lie_in_dead_ends_while_there_are_some() {
    for seed in 0..30 {
        let map = made("maze+treasure count=8", seed);
        assert_eq!(map.things.len(), 8);
        for thing in &map.things {
            let ways = map.grid.around(thing.point, Neighbors::Four);
            assert_eq!(ways.filter(|&next| map.grid.is_open(next)).count(), 1);
        }
    }
}

/// Plays a map: takes every key that can be reached, opens its door, and goes
/// on; the keys in the order in which they were taken.
fn played(map: &Map) -> (Vec<Point>, bool) {
    let mut shut: BTreeSet<Point> = map.locks.iter().map(|lock| lock.door).collect();
    let mut taken = Vec::new();
    loop {
        let mut grid = map.grid.clone();
        for &door in &shut {
            grid.set(door, Cell::Wall.byte());
        }
        let distances = grid.distances(map.start.expect("a start"));
        let is_near =
            |point: Point| distances[(point.y * grid.width() + point.x) as usize] != u32::MAX;
        let next = map
            .locks
            .iter()
            .find(|lock| shut.contains(&lock.door) && is_near(lock.key));
        match next {
            Some(lock) => {
                shut.remove(&lock.door);
                taken.push(lock.key);
            }
            None => return (taken, is_near(map.exit.expect("an exit"))),
        }
    }
}

#[test]
fn keys_lie_before_their_locks_and_no_way_leads_around() {
    let mut count = 0;
    for name in whole() {
        for seed in 0..40 {
            let map = made(&format!("{name}+ends+locks count=4"), seed);
            let (taken, is_through) = played(&map);
            let keys: Vec<Point> = map.locks.iter().map(|lock| lock.key).collect();
            assert_eq!(taken, keys, "{name} {seed}\n{}", map.to_text());
            assert!(is_through, "{name} {seed}");
            count += keys.len();
            // A lock whose key is missing ends the way: nothing leads around it.
            for missing in 0..map.locks.len() {
                let mut other = map.clone();
                other.grid.set(map.locks[missing].door, Cell::Wall.byte());
                other.locks.clear();
                assert!(
                    !played(&other).1,
                    "{name} {seed}: a way around lock {missing}"
                );
            }
        }
    }
    assert!(count > 40 * 5, "only {count} locks");
}

#[test]
fn nobody_stands_near_the_start_or_beside_another() {
    for name in whole() {
        for seed in 0..20 {
            let before = made(name, seed).things.len();
            let map = made(&format!("{name}+populate safe=10"), seed);
            let put = &map.things[before..];
            assert!(!put.is_empty(), "{name} {seed}");
            let distances = map.grid.distances(map.start.expect("a start"));
            for thing in put {
                let place = thing.point.y * map.grid.width() + thing.point.x;
                assert!(distances[place as usize] >= 10, "{name} {seed}");
                let near = |other: &&mapgen::Thing| {
                    other.point.x.abs_diff(thing.point.x) <= 1
                        && other.point.y.abs_diff(thing.point.y) <= 1
                };
                assert_eq!(put.iter().filter(near).count(), 1, "{name} {seed}");
            }
        }
    }
}

/// Every pass on every tiny map, with parameters at the ends of their ranges.
#[test]
fn tiny_maps_and_extreme_parameters_are_whole_or_a_typed_error() {
    for side in 4..9 {
        for seed in 0..5 {
            let before =
                generate("bsp", &Request::new(seed).sized(side, 12 - side)).expect("a map");
            for pass in PASSES {
                let mut requests = vec![Request::new(seed)];
                for parameter in pass.info.parameters {
                    let ends = match parameter.kind {
                        Kind::Integer { low, high, .. } => [low.to_string(), high.to_string()],
                        Kind::Chance { .. } => ["0".to_owned(), "1".to_owned()],
                        Kind::Choice { options } => {
                            [options[0].into(), options[options.len() - 1].into()]
                        }
                        Kind::Text { .. } => continue,
                    };
                    requests.extend(ends.map(|end| Request::new(seed).with(parameter.name, end)));
                }
                for request in requests {
                    match pass.go_on(&request, before.clone()) {
                        Ok(map) => {
                            let faults = faults(&map);
                            assert!(
                                faults.is_empty(),
                                "{} {request:?}: {faults:?}",
                                pass.info.name
                            );
                        }
                        Err(GenError::Impossible { .. }) => {}
                        Err(error) => panic!("{}: {error}", pass.info.name),
                    }
                }
            }
        }
    }
}

#[test]
fn large_maps_take_all_passes() {
    let map = made(
        "maze w=1024 h=1024+loops+prune share=0.3+ends+locks count=9+populate",
        1,
    );
    assert!(faults(&map).is_empty());
    assert_eq!(map.metrics().parts, 1);
}

fn refused(names: &str, expected: &str) {
    let error = chain(names, 1)
        .and_then(|chain| chain.generate())
        .expect_err("refused");
    assert_eq!(error.to_string(), expected);
}

#[test]
fn chains_that_cannot_be_say_why() {
    refused(
        "loops",
        "loops: changes a map, so a generator comes before it, as in bsp+loops",
    );
    refused(
        "bsp+subdivide",
        "subdivide: begins with an empty map, so it can only be the first of a chain",
    );
    refused(
        "bsp+locks+loops",
        "loops: ways around the locks could open; put loops before locks",
    );
    refused(
        "bsp w=40 h=30+caves w=50",
        "caves: w is 40, as the map before it has, not 50; leave it out",
    );
    let error = Chain::default().generate().expect_err("empty");
    assert_eq!(
        error.to_string(),
        "chain: it is empty; begin with a generator, as in bsp+loops"
    );
    let error = chain("bsp+bridges", 1)
        .expect_err("no such pass")
        .to_string();
    assert!(
        error.contains("'bridges'") && error.contains("connect, prune, loops"),
        "{error}"
    );
}

#[test]
fn the_rule_of_caves_goes_on_from_any_map() {
    for name in whole() {
        for seed in 0..20 {
            let map = made(&format!("{name}+caves generations=2"), seed);
            let faults = faults(&map);
            assert!(
                faults.is_empty(),
                "{name} {seed}: {faults:?}\n{}",
                map.to_text()
            );
            assert!(map.rooms.is_empty());
        }
    }
}

#[test]
fn what_digs_goes_on_from_the_open_cells_of_any_map() {
    for name in whole() {
        for digs in ["drunkard", "dla", "digger"] {
            for seed in 0..10 {
                let before = made(name, seed);
                let map = made(&format!("{name}+{digs} floor=0.8"), seed);
                let faults = faults(&map);
                assert!(
                    faults.is_empty(),
                    "{name}+{digs} {seed}: {faults:?}\n{}",
                    map.to_text()
                );
                let points = || before.grid.bounds().points();
                assert!(points().all(|p| !before.grid.is_open(p) || map.grid.is_open(p)));
                // Between narrow walls the digger finds nothing to dig.
                let inner = before.grid.bounds().inset(1).area();
                let had = u64::from(before.grid.count_open());
                let grows = u64::from(map.grid.count_open()) > had;
                let has_enough = had * 10 >= inner * 8;
                assert!(
                    grows || has_enough || digs == "digger",
                    "{name}+{digs} {seed}"
                );
            }
        }
    }
}

#[test]
fn what_digs_comes_to_an_end_on_maps_in_pieces() {
    for digs in ["drunkard", "dla", "digger"] {
        for seed in 0..10 {
            for floor in [0.0, 0.5, 1.0] {
                let request = Request::new(seed).with("floor", floor);
                let generator = Generator::named(digs).expect("a generator");
                let map = generator.go_on(&request, torn("caves", seed));
                let map = map.expect("a map");
                let (start, exit) = (map.start.expect("a start"), map.exit.expect("an exit"));
                assert_ne!(start, exit);
                let distances = map.grid.distances(start);
                let place = exit.y * map.grid.width() + exit.x;
                assert_ne!(distances[place as usize], u32::MAX);
            }
        }
    }
}
