//! Every generator, over many seeds and every small size: no panic, one
//! connected part, start and exit apart with a way between them, and nothing
//! of what the map says in a wall.
#![allow(clippy::disallowed_methods, reason = "a variable asks for all seeds")]

#[path = "robust/faults.rs"]
mod faults;

use faults::faults;
use mapgen::parameter::Kind;
use mapgen::recorder::Silent;
use mapgen::run::{Progress, Run};
use mapgen::subdivide::Subdivide;
use mapgen::{GENERATORS, GenError, Generator, Request, generate};

/// Generators whose size is a parameter.
const SIZED: [&str; 4] = ["bsp", "subdivide", "caves", "maze"];

/// How many seeds are tried: a tenth of them in a test run, all with
/// `SEEDS=all`, which takes a minute.
fn seeds(few: u64) -> u64 {
    if std::env::var_os("SEEDS").is_some() {
        few * 10
    } else {
        few
    }
}

/// The shortest side that a generator takes.
fn least(name: &str) -> u32 {
    let generator = Generator::named(name).expect("a generator");
    let mut parameters = generator.info.parameters.iter();
    match parameters
        .find(|known| known.name == "w")
        .map(|known| known.kind)
    {
        Some(Kind::Integer { low, .. }) => low as u32,
        _ => panic!("{name} has a width"),
    }
}

#[track_caller]
fn check(name: &str, request: &Request) {
    let map = match generate(name, request) {
        Ok(map) => map,
        Err(error) => panic!("{name} {request:?}: {error}"),
    };
    let faults = faults(&map);
    assert!(
        faults.is_empty(),
        "{name} {request:?}: {faults:?}\n{}",
        map.to_text()
    );
}

#[test]
fn maps_of_the_default_size_are_whole() {
    for generator in GENERATORS {
        // A code is searched for ways, so its maps take longer.
        let seeds = if generator.info.name == "qr" {
            seeds(200)
        } else {
            seeds(1000)
        };
        for seed in 0..seeds {
            check(generator.info.name, &Request::new(seed));
        }
    }
}

#[test]
fn maps_of_every_small_size_are_whole_or_a_typed_error() {
    for name in SIZED {
        for width in 1..=20_u32 {
            for height in 1..=20_u32 {
                for seed in 0..seeds(20) {
                    let request = Request::new(seed).sized(width, height);
                    if width.min(height) < least(name) {
                        let error = generate(name, &request).expect_err("too small");
                        assert!(matches!(error, GenError::OutOfRange { .. }), "{error}");
                        continue;
                    }
                    check(name, &request);
                }
            }
        }
    }
}

#[test]
fn thin_and_large_maps_are_whole() {
    for name in SIZED {
        let thin = least(name);
        for (width, height) in [(thin, 4096), (4096, thin), (300, 5), (7, 300), (256, 256)] {
            for seed in 0..4 {
                check(name, &Request::new(seed).sized(width, height));
            }
        }
        check(name, &Request::new(1).sized(1024, 1024));
    }
}

/// Parameters at the ends of their ranges, in pairs.
#[test]
fn extreme_parameters_are_whole_or_a_typed_error() {
    let check_all = |name: &str, base: &Request, pairs: &[(&str, f64)]| {
        for (number, &(first, one)) in pairs.iter().enumerate() {
            for &(second, other) in &pairs[number..] {
                let request = base.clone().with(first, one).with(second, other);
                match generate(name, &request) {
                    Ok(map) => {
                        let faults = faults(&map);
                        assert!(faults.is_empty(), "{name} {request:?}: {faults:?}");
                    }
                    Err(GenError::OutOfRange { .. }) => {}
                    Err(error) => panic!("{name} {request:?}: {error}"),
                }
            }
        }
    };
    let bsp = [
        ("depth", 0.0),
        ("depth", 12.0),
        ("room_min", 2.0),
        ("room_min", 64.0),
        ("room_max", 2.0),
        ("room_max", 4096.0),
        ("difficulty", 0.0),
        ("difficulty", 16.0),
        ("treasures", 0.0),
        ("treasures", 4096.0),
    ];
    let subdivide = [
        ("screen_w", 4.0),
        ("screen_w", 4096.0),
        ("screen_h", 4.0),
        ("screen_h", 4096.0),
        ("room_w_min", 4.0),
        ("room_w_max", 64.0),
        ("room_h_min", 4.0),
        ("room_h_max", 64.0),
        ("wall_chance", 0.0),
        ("wall_chance", 1.0),
        ("shift_chance", 0.0),
        ("shift_chance", 1.0),
    ];
    let caves = [
        ("wall_chance", 0.0),
        ("wall_chance", 1.0),
        ("generations", 0.0),
        ("generations", 32.0),
        ("pocket", 0.0),
        ("pocket", 4096.0),
    ];
    for seed in 0..5 {
        for (width, height) in [(4, 4), (9, 30), (80, 50)] {
            let base = Request::new(seed).sized(width, height);
            check_all("bsp", &base, &bsp);
            check_all("caves", &base, &caves);
            check_all("subdivide", &base, &subdivide);
            let removing = base.with("stray", "remove");
            check_all("subdivide", &removing, &subdivide);
            check_all("caves", &removing, &caves);
        }
    }
}

#[test]
fn a_budget_ends_a_generation_with_an_error() {
    for generator in GENERATORS {
        let mut request = Request::new(1);
        request.budget = Some(3);
        let error = generator.generate(&request).expect_err("three steps");
        assert!(matches!(error, GenError::OutOfSteps { budget: 3, .. }));
    }
}

/// Orientation from the source: 6.5 rooms a screen; connected before any repair
/// in 94, 60 and 0.5 of a hundred maps of 4x3 screens.
#[test]
fn subdivide_has_the_figures_of_its_source() {
    for (chance, low, high) in [(0.75, 180, 198), (0.6, 90, 140), (0.4, 0, 10)] {
        let mut connected = 0;
        let mut rooms = 0;
        for seed in 0..200 {
            let request = Request::new(seed).with("wall_chance", chance);
            let mut run = Run::<Subdivide, Silent>::new(&request, Silent).expect("parameters");
            while run.step().expect("a map") == Progress::More {}
            connected += u32::from(run.algorithm().first_sets() == 1);
            let (map, _) = run.finish().expect("a map");
            rooms += map.rooms.len() as u32;
        }
        assert!((low..=high).contains(&connected), "{chance}: {connected}");
        let a_screen = rooms * 10 / (200 * 12);
        assert!((60..=70).contains(&a_screen), "{a_screen} tenths");
    }
}

/// The way is counted without walking over floors; a search over all cells says
/// the same.
#[test]
fn the_exit_of_bsp_is_the_farthest_room_on_foot() {
    for seed in 0..200 {
        let request = Request::new(seed).with("depth", seed as u32 % 9);
        let map = generate("bsp", &request).expect("a map");
        let distances = map.grid.distances(map.start.expect("a start"));
        let far = |point: mapgen::Point| distances[(point.y * map.grid.width() + point.x) as usize];
        let exit = far(map.exit.expect("an exit"));
        if map.rooms.len() > 1 {
            let farthest = map.rooms.iter().map(|room| far(room.rect.center())).max();
            assert_eq!(Some(exit), farthest, "seed {seed}");
        }
    }
}

/// One way between any two cells: as many open cells beside each other as there
/// are open cells, less one.
#[test]
fn mazes_of_all_methods_are_perfect() {
    let methods = [
        "backtracker",
        "division",
        "kruskal",
        "prim",
        "eller",
        "wilson",
        "growing",
    ];
    for method in methods {
        for (width, height) in [(5, 5), (6, 9), (7, 5), (31, 20), (79, 49), (5, 200)] {
            for seed in 0..20 {
                let request = Request::new(seed)
                    .sized(width, height)
                    .with("method", method);
                check("maze", &request);
                let map = generate("maze", &request).expect("a maze");
                let metrics = map.metrics();
                assert_eq!(metrics.loops, 0, "{method}\n{}", map.to_text());
                let cells = ((width - 1) / 2) * ((height - 1) / 2);
                assert_eq!(metrics.open, cells * 2 - 1, "{method}");
            }
        }
    }
}
