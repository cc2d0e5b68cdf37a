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
use mapgen::{
    Cell, GENERATORS, GenError, Generator, Neighbors, Point, Request, Structure, generate,
};

/// Generators whose size is a parameter.
const SIZED: [&str; 16] = [
    "bsp",
    "subdivide",
    "caves",
    "maze",
    "voronoi",
    "noise",
    "terrain",
    "lsystem",
    "prefabs",
    "drunkard",
    "dla",
    "digger",
    "uniform",
    "rooms",
    "wfc",
    "wfc_tiled",
];

/// The grammars that `lsystem` knows.
const PRESETS: [&str; 7] = [
    "dungeon", "plant", "koch", "island", "crystal", "dragon", "hilbert",
];

/// How many seeds are tried: a tenth of them in a test run, all with
/// `SEEDS=all`, which takes a minute.
fn seeds(few: u64) -> u64 {
    if std::env::var_os("SEEDS").is_some() {
        few * 10
    } else {
        few
    }
}

/// The shortest and the longest side that a generator takes.
fn sides(name: &str) -> (u32, u32) {
    let generator = Generator::named(name).expect("a generator");
    let mut parameters = generator.info.parameters.iter();
    match parameters
        .find(|known| known.name == "w")
        .map(|known| known.kind)
    {
        Some(Kind::Integer { low, high, .. }) => (low as u32, high as u32),
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
        let seeds = match generator.info.name {
            // A code is searched for ways, so its maps take longer.
            "qr" => seeds(200),
            // Windows take a thousand times as long as a cell of other maps.
            "wfc" => seeds(1000).pow(2) / 10_000,
            _ => seeds(1000),
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
                    if width.min(height) < sides(name).0 {
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
        let (thin, long) = sides(name);
        for (width, height) in [(thin, long), (long, thin), (300, 5), (7, 300), (256, 256)] {
            for seed in 0..4 {
                check(name, &Request::new(seed).sized(width, height));
            }
        }
        let large = long.min(1024);
        check(name, &Request::new(1).sized(large, large));
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
                    // Without repairs, or with tiles larger than the map.
                    Err(GenError::Impossible { .. } | GenError::OutOfSteps { .. })
                        if name.starts_with("wfc") => {}
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
    let voronoi = [
        ("sites", 1.0),
        ("sites", 1_048_576.0),
        ("relax", 0.0),
        ("relax", 8.0),
        ("loops", 0.0),
        ("loops", 1.0),
    ];
    let noise = [
        ("octaves", 1.0),
        ("octaves", 8.0),
        ("frequency", 0.0),
        ("frequency", 1.0),
        ("open", 0.0),
        ("open", 1.0),
        ("pocket", 0.0),
        ("pocket", 4096.0),
    ];
    let terrain = [
        ("octaves", 8.0),
        ("frequency", 0.0),
        ("frequency", 1.0),
        ("water", 0.0),
        ("water", 1.0),
        ("rock", 0.0),
        ("rock", 1.0),
        ("sand", 0.0),
        ("sand", 1.0),
        ("forest", 0.0),
        ("forest", 1.0),
        ("rivers", 0.0),
        ("rivers", 4096.0),
        ("pocket", 0.0),
        ("pocket", 4096.0),
    ];
    let lsystem = [
        ("iterations", 0.0),
        ("iterations", 1.0),
        ("iterations", 32.0),
        ("width", 1.0),
        ("width", 16.0),
    ];
    let prefabs = [
        ("count", 1.0),
        ("count", 131_072.0),
        ("gap", 1.0),
        ("gap", 16.0),
        ("loops", 0.0),
        ("loops", 1.0),
    ];
    for seed in 0..2 {
        for (width, height) in [(4, 4), (9, 30), (80, 50)] {
            let base = Request::new(seed).sized(width, height);
            check_all("prefabs", &base, &prefabs);
            check_all("prefabs", &base.with("turn", "never"), &prefabs);
            let base = Request::new(seed).sized(width, height);
            for metric in ["euclidean", "manhattan", "chebyshev"] {
                let base = base.clone().with("metric", metric);
                check_all("voronoi", &base, &voronoi);
                check_all("voronoi", &base.with("ways", "gaps"), &voronoi);
            }
            for method in ["value", "simplex", "cellular"] {
                let base = base.clone().with("method", method);
                check_all("noise", &base, &noise);
                check_all("noise", &base.with("stray", "remove"), &noise);
            }
            for shape in ["island", "valley", "open"] {
                check_all("terrain", &base.clone().with("shape", shape), &terrain);
            }
            for preset in PRESETS {
                for style in ["corridors", "caves", "river"] {
                    let base = base.clone().with("preset", preset).with("style", style);
                    check_all("lsystem", &base, &lsystem);
                }
            }
        }
    }
    let uniform = [
        ("floor", 0.0),
        ("floor", 1.0),
        ("room_w_min", 2.0),
        ("room_w_max", 64.0),
        ("room_h_min", 2.0),
        ("room_h_max", 64.0),
        ("gap", 1.0),
        ("gap", 64.0),
        ("loops", 0.0),
        ("loops", 1.0),
    ];
    let rooms = [
        ("tries", 0.0),
        ("tries", 1_048_576.0),
        ("room_min", 2.0),
        ("room_min", 64.0),
        ("room_max", 2.0),
        ("room_max", 64.0),
        ("newest", 0.0),
        ("newest", 1.0),
        ("loops", 0.0),
        ("loops", 1.0),
        ("dead_ends", 0.0),
        ("dead_ends", 1.0),
    ];
    let drunkard = [
        ("floor", 0.0),
        ("floor", 1.0),
        ("life", 1.0),
        ("life", 16_777_216.0),
        ("straight", 0.0),
        ("straight", 1.0),
        ("center", 0.0),
        ("center", 1.0),
    ];
    let dla = [("floor", 0.0), ("floor", 0.9), ("floor", 1.0)];
    let digger = [
        ("floor", 0.0),
        ("floor", 1.0),
        ("room_w_min", 2.0),
        ("room_w_max", 64.0),
        ("room_h_min", 2.0),
        ("room_h_max", 64.0),
        ("corridor_min", 1.0),
        ("corridor_max", 64.0),
        ("corridor_chance", 0.0),
        ("corridor_chance", 1.0),
        ("loops", 0.0),
        ("loops", 1.0),
    ];
    let wfc = [
        ("n", 2.0),
        ("n", 4.0),
        ("repairs", 0.0),
        ("repairs", 1e6),
        ("restarts", 0.0),
        ("restarts", 100.0),
    ];
    for (width, height) in [(4, 4), (9, 20), (24, 16)] {
        let base = Request::new(3).sized(width, height);
        for sample in ["rooms", "caves", "maze", "city", "islands"] {
            let base = base.clone().with("sample", sample);
            check_all("wfc", &base, &wfc);
            check_all("wfc", &base.clone().with("symmetry", "none"), &wfc);
            check_all("wfc", &base.clone().with("wrap", "yes"), &wfc);
            check_all("wfc", &base.with("edge", "frame"), &wfc);
        }
        for tiles in ["pipes", "rooms", "castle"] {
            let base = base.clone().with("tiles", tiles);
            check_all("wfc_tiled", &base.clone().with("edge", "frame"), &wfc[2..]);
            check_all("wfc_tiled", &base, &wfc[2..]);
        }
    }
    for seed in 0..5 {
        for (width, height) in [(4, 4), (9, 30), (80, 50)] {
            let base = Request::new(seed).sized(width, height);
            check_all("bsp", &base, &bsp);
            check_all("caves", &base, &caves);
            check_all("subdivide", &base, &subdivide);
            check_all("digger", &base, &digger);
            check_all("uniform", &base, &uniform);
            check_all("rooms", &base, &rooms);
            check_all("drunkard", &base, &drunkard);
            let in_middle = base.clone().with("begin", "middle");
            check_all("drunkard", &in_middle, &drunkard);
            for method in ["inward", "outward", "attractor"] {
                for mirror in ["none", "across", "upright", "both"] {
                    let dla_base = base.clone().with("method", method);
                    check_all("dla", &dla_base.with("mirror", mirror), &dla);
                }
            }
            let removing = base.with("stray", "remove");
            check_all("subdivide", &removing, &subdivide);
            check_all("caves", &removing, &caves);
        }
    }
}

#[test]
fn drawings_of_any_rules_are_whole() {
    let rules = [
        ("F", "F=FF"),
        ("F", "F="),
        ("X", "X=X"),
        ("F+F+F+F+F", "F=[F][F]"),
        ("[[[[F]]]]", "F=[[F]R]"),
        ("R", "R=RR"),
        ("|", "F=F"),
        ("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", ""),
        ("X", "X:1=[X]FX; X:1000=F+X, X=R"),
    ];
    for (axiom, rules) in rules {
        for style in ["corridors", "caves", "river"] {
            for (width, height) in [(4, 4), (5, 60), (40, 30)] {
                for seed in 0..5 {
                    let request = Request::new(seed).sized(width, height);
                    let request = request.with("axiom", axiom).with("rules", rules);
                    check("lsystem", &request.clone().with("style", style));
                    check(
                        "lsystem",
                        &request.with("style", style).with("iterations", 9),
                    );
                }
            }
        }
    }
}

/// The share that is asked for is there, however the noise lies.
#[test]
fn noise_is_as_open_as_was_asked_for() {
    for method in ["value", "simplex", "cellular"] {
        for seed in 0..20 {
            let request = Request::new(seed).sized(200, 200).with("method", method);
            let map = generate("noise", &request.with("open", 0.4)).expect("a map");
            let open = map.metrics().open * 1000 / (200 * 200);
            assert!((340..=440).contains(&open), "{method} {seed}: {open}");
            let Structure::Heights(heights) = &map.structure else {
                panic!("heights");
            };
            assert_eq!(heights.bounds(), map.grid.bounds());
        }
    }
}

/// Each open cell of a region can be reached from every other without leaving
/// it, and what leads out of it is a passage or a tunnel.
#[test]
fn regions_are_rooms_of_their_own() {
    for seed in 0..20 {
        let map = generate("voronoi", &Request::new(seed)).expect("a map");
        let Structure::Regions(regions) = &map.structure else {
            panic!("regions");
        };
        let at = |point: Point| regions.numbers[(point.y * map.grid.width() + point.x) as usize];
        let tunnels = map.grid.count(Cell::Corridor.byte()) + map.grid.count(Cell::Door.byte());
        assert!(
            regions.passages.len() <= tunnels as usize + 2,
            "seed {seed}"
        );
        for passage in &regions.passages {
            assert!(map.grid.is_open(passage.point) && passage.from < passage.to);
        }
        let mut closed = map.grid.clone();
        for point in map.grid.bounds().points() {
            let cell = map.grid.cell(point);
            if matches!(cell, Cell::Corridor | Cell::Door) {
                closed.set(point, Cell::Wall.byte());
            }
        }
        let floor = closed
            .bounds()
            .points()
            .filter(|&point| closed.is_open(point));
        let floor: Vec<Point> = floor.collect();
        for &point in &floor {
            for next in closed.around(point, Neighbors::Four) {
                assert!(
                    !closed.is_open(next) || at(next) == at(point),
                    "seed {seed}"
                );
            }
        }
        let used = regions.sites.iter().filter(|site| site.open > 0).count();
        let parts = closed.components(Neighbors::Four).sizes.len();
        assert!(
            parts <= used,
            "seed {seed}: {parts} parts of {used} regions"
        );
    }
}

/// All that is not water or rock is on one piece of land, and the sea is
/// around an island.
#[test]
fn islands_have_the_sea_around_them() {
    for seed in 0..20 {
        let map = generate("terrain", &Request::new(seed)).expect("a map");
        let grid = &map.grid;
        let edge = grid.bounds().points().filter(|point| {
            point.x == 0
                || point.y == 0
                || point.x + 1 == grid.width()
                || point.y + 1 == grid.height()
        });
        let sea = edge
            .filter(|&point| grid.cell(point) == Cell::Water)
            .count();
        assert!(sea > 300, "seed {seed}: {sea}\n{}", map.to_text());
        for cell in [
            Cell::Sand,
            Cell::Grass,
            Cell::Forest,
            Cell::Rock,
            Cell::Water,
        ] {
            assert!(
                grid.count(cell.byte()) > 100,
                "seed {seed}: {}",
                cell.name()
            );
        }
        assert_eq!(grid.count(Cell::Wall.byte()), 0, "seed {seed}");
    }
}

#[test]
fn vaults_of_any_shape_are_joined() {
    let vaults = [
        "####\n#..+\n####",
        "++++\n+..+\n++++",
        "<.+\n\n>.+\n\n*.+",
        "...\n.+.\n..+",
        "+.>\n#.#\n#<#",
        "k$e\ns*+\n",
        " ++ \n+..+\n ++ \n\n######\n#~~~~#\n#.X.t+\n######",
        "+..........................+",
    ];
    for vaults in vaults {
        for turn in ["any", "never"] {
            for (width, height) in [(4, 4), (7, 9), (40, 30), (9, 200)] {
                for seed in 0..10 {
                    let request = Request::new(seed).sized(width, height);
                    let request = request.with("vaults", vaults).with("turn", turn);
                    check("prefabs", &request.clone().with("gap", 1));
                    check("prefabs", &request.with("loops", 1));
                }
            }
        }
    }
}

/// Each room is a vault that was drawn, no two of which touch, and every door
/// in an outline leads somewhere.
#[test]
fn vaults_are_where_their_rooms_are() {
    let mut names = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let map = generate("prefabs", &Request::new(seed)).expect("a map");
        let Structure::Vaults(vaults) = &map.structure else {
            panic!("vaults");
        };
        assert_eq!(vaults.len(), map.rooms.len());
        assert!(vaults.len() >= 8, "seed {seed}: {}", vaults.len());
        for (vault, room) in vaults.iter().zip(&map.rooms) {
            names.insert(vault.name.clone());
            let rect = room.rect;
            let around = mapgen::Rect::new(rect.x - 2, rect.y - 2, rect.w + 4, rect.h + 4);
            let others = map.rooms.iter().filter(|other| other.id != room.id);
            assert!(others.clone().all(|other| !other.rect.overlaps(&around)));
        }
        for &door in &map.doors {
            let open = map.grid.around(door, Neighbors::Four);
            let ways = open.filter(|&next| map.grid.is_open(next)).count();
            assert!(ways >= 2, "seed {seed}: a door at {door:?} leads nowhere");
        }
    }
    assert!(names.len() >= 12, "{names:?}");
}

#[test]
fn vaults_go_into_the_rock_of_any_map() {
    for name in ["bsp", "caves", "noise", "terrain", "maze", "lattice"] {
        for seed in 0..5 {
            let before = generate(name, &Request::new(seed)).expect("a map");
            let old = before.grid.clone();
            let prefabs = Generator::named("prefabs").expect("a generator");
            let map = prefabs.go_on(&Request::new(seed), before).expect("a map");
            let faults = faults(&map);
            assert!(
                faults.is_empty(),
                "{name} {seed}: {faults:?}\n{}",
                map.to_text()
            );
            let mut open = old.bounds().points().filter(|&point| old.is_open(point));
            assert!(open.all(|point| map.grid.is_open(point)), "{name} {seed}");
        }
    }
}

#[test]
fn a_drawing_goes_on_from_any_map() {
    for name in ["bsp", "caves", "noise", "terrain", "maze"] {
        for preset in PRESETS {
            for style in ["corridors", "caves", "river"] {
                let before = generate(name, &Request::new(3)).expect("a map");
                let request = Request::new(4).with("preset", preset).with("style", style);
                let drawing = Generator::named("lsystem").expect("a generator");
                let map = drawing.go_on(&request, before).expect("a map");
                let faults = faults(&map);
                assert!(faults.is_empty(), "{name} {preset} {style}: {faults:?}");
            }
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

/// Whatever the walkers do, exactly the wished share is dug.
#[test]
fn walkers_dig_the_wished_share() {
    for (floor, begin, center, expected) in [
        (0.0, "edge", 0.0, 2),
        (0.4, "edge", 0.0, 1497),
        (0.4, "middle", 1.0, 1497),
        (1.0, "middle", 0.0, 78 * 48),
    ] {
        let request = Request::new(3).with("floor", floor).with("begin", begin);
        let map = generate("drunkard", &request.with("center", center)).expect("a map");
        assert_eq!(map.grid.count_open(), expected, "{floor} {begin} {center}");
    }
}

#[test]
fn mirrored_aggregates_are_their_own_mirror_images() {
    for seed in 0..20 {
        for (mirror, across, upright) in [
            ("across", true, false),
            ("upright", false, true),
            ("both", true, true),
        ] {
            let request = Request::new(seed).sized(30 + seed as u32, 31);
            let map = generate("dla", &request.with("mirror", mirror)).expect("a map");
            let (width, height) = (map.grid.width(), map.grid.height());
            for point in map.grid.bounds().points() {
                let x = if across { width - 1 - point.x } else { point.x };
                let y = if upright {
                    height - 1 - point.y
                } else {
                    point.y
                };
                let image = mapgen::Point::new(x, y);
                assert_eq!(map.grid.is_open(point), map.grid.is_open(image), "{mirror}");
            }
        }
    }
}

/// Without loops the ways of a spanning tree are left: one fewer than rooms, and
/// none that leads through a third room.
#[test]
fn uniform_joins_rooms_by_a_tree_and_loops() {
    for seed in 0..50 {
        let tree = Request::new(seed).with("loops", 0.0);
        let map = generate("uniform", &tree).expect("a map");
        assert_eq!(map.corridors.list().len() + 1, map.rooms.len());
        let all = generate("uniform", &tree.with("loops", 1.0)).expect("a map");
        assert!(all.corridors.list().len() > map.rooms.len());
    }
}

/// The corridors say which room was dug from which, so they join all of them.
#[test]
fn corridors_of_the_digger_join_all_rooms() {
    for seed in 0..50 {
        let map = generate("digger", &Request::new(seed)).expect("a map");
        assert!(map.rooms.len() > 20, "{}", map.to_text());
        let mut sets = mapgen::UnionFind::new(map.rooms.len() as u32);
        for way in map.corridors.list() {
            way.to.map(|to| sets.join(way.from, to));
        }
        assert_eq!(sets.sets(), 1, "seed {seed}");
    }
}

/// Dead ends stay or go as they are told to, and mazes fill what rooms leave.
#[test]
fn mazes_between_rooms_have_the_wished_dead_ends() {
    let mut joins = 0;
    for seed in 0..50 {
        let keeping = Request::new(seed).with("dead_ends", 0.0);
        let map = generate("rooms", &keeping).expect("a map");
        assert!(map.metrics().dead_ends > 20);
        let grid = &map.grid;
        let cells = grid.bounds().inset(1).points();
        let mut odd = cells.filter(|point| point.x % 2 == 1 && point.y % 2 == 1);
        assert!(odd.all(|point| grid.is_open(point)));
        let map = generate("rooms", &keeping.with("dead_ends", 1.0)).expect("a map");
        assert_eq!(map.metrics().dead_ends, 0, "{}", map.to_text());
        let ways = map.corridors.list().iter();
        joins += ways.filter(|way| way.to.is_some()).count();
    }
    assert!(joins > 50, "{joins}");
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
