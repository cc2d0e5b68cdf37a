//! What generators cost, in nanoseconds for each cell of the map, with the
//! share of floor beside it, because a generator that puts few rooms on any
//! size of map looks fast: `cargo bench -p mapgen [NAME..]`. Times are the
//! thread's own on the processor, the median of several seeds.
#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "reads arguments")]

use cpu_time::ThreadTime;
use mapgen::parameter::Kind;
use mapgen::ray::FARTHEST;
use mapgen::recorder::Silent;
use mapgen::run::{Algorithm, Progress, Run};
use mapgen::wfc::{Effort, Wfc, WfcTiled};
use mapgen::{
    Cell, Fan, Field, Gait, Generator, Grid, Neighbors, Paths, Point, Request, Sight, Spot, Sweep,
    generate,
};

/// Sides of square maps, and how many seeds of each are measured.
const SIZES: [(u32, u64); 4] = [(80, 101), (256, 51), (1024, 11), (4096, 3)];
/// Seeds of generators whose size is given by something else.
const SEEDS: u64 = 101;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // Without it this was started by a test run, which measures nothing.
    if !arguments.iter().any(|argument| argument == "--bench") {
        return;
    }
    let names: Vec<&String> = arguments
        .iter()
        .filter(|word| !word.starts_with("--"))
        .collect();
    let wanted = |name: &str| names.is_empty() || names.iter().any(|part| name.contains(*part));
    println!("generator    size         ns/cell   fastest..slowest  floor  rooms  watched");
    for generator in mapgen::GENERATORS {
        let info = generator.info;
        if !wanted(info.name) {
            continue;
        }
        let width = info.parameters.iter().find(|it| it.name == "w");
        if let Some(Kind::Integer { high, .. }) = width.map(|it| it.kind) {
            for (side, seeds) in SIZES
                .into_iter()
                .filter(|(side, _)| i64::from(*side) <= high)
            {
                measure(generator, seeds, |seed| {
                    Request::new(seed).sized(side, side)
                });
            }
        } else {
            measure(generator, SEEDS, Request::new);
        }
        for parameter in info.parameters {
            if let ("method", Kind::Choice { options }) = (parameter.name, parameter.kind) {
                for method in &options[1..] {
                    println!("  {method}");
                    for (side, seeds) in &SIZES[..3] {
                        measure(generator, *seeds, |seed| {
                            let request = Request::new(seed).sized(*side, *side);
                            request.with("method", *method)
                        });
                    }
                }
            }
        }
    }
    if wanted("walks") {
        measure_walks();
    }
    if wanted("collapse") {
        measure_collapses();
    }
}

/// Wave function collapse on maps of 80x50 cells: how many of 1,000 seeds meet
/// a contradiction, begin again, and end without a map.
fn measure_collapses() {
    println!("collapse, 80x50      us/cell   contradiction  restarted  failed  dug");
    let sized = |seed: u64| Request::new(seed).sized(80, 50);
    for name in ["rooms", "caves", "maze", "city", "islands"] {
        let request = |seed: u64| sized(seed).with("sample", name);
        measure_collapse(name, request, Wfc::is_collapsed, Wfc::effort);
    }
    for name in ["pipes", "rooms", "castle"] {
        let request = |seed: u64| sized(seed).with("tiles", name);
        measure_collapse(name, request, WfcTiled::is_collapsed, WfcTiled::effort);
    }
}

fn measure_collapse<A: Algorithm>(
    name: &str,
    request: impl Fn(u64) -> Request,
    is_collapsed: impl Fn(&A) -> bool,
    effort: impl Fn(&A) -> Effort,
) {
    let (mut times, mut all) = (Vec::new(), Effort::default());
    let (mut failed, mut dug) = (0, 0);
    for seed in 1..=1000 {
        let start = ThreadTime::now();
        let mut run = Run::<A, Silent>::new(&request(seed), Silent).expect("parameters");
        let mut whole = Ok(Progress::More);
        while whole.is_ok() && !is_collapsed(run.algorithm()) {
            whole = run.step();
        }
        let done = effort(run.algorithm());
        all.contradictions += u32::from(done.contradictions > 0);
        all.restarts += u32::from(done.restarts > 0);
        if whole.is_err() {
            failed += 1;
            continue;
        }
        let before = run.canvas().grid().clone();
        let (map, _) = run.finish().expect("an end");
        times.push(start.elapsed().as_nanos() as f64 / 4e6);
        let cells = map.grid.cells().iter().zip(before.cells());
        // All but start and exit.
        dug += cells.filter(|(after, before)| after != before).count() - 2;
    }
    let [_, middle, _] = spread(times);
    let share = |count: u32| f64::from(count) / 10.0;
    println!(
        "{name:<20} {middle:>7.2} {:>13.1} % {:>8.1} % {failed:>7} {:>4.1} %",
        share(all.contradictions),
        share(all.restarts),
        dug as f64 / 4e4,
    );
}

/// A generator on squares or, if it has its own sizes, as it is.
fn measure(generator: &Generator, seeds: u64, request: impl Fn(u64) -> Request) {
    let mut times = Vec::new();
    let mut watched = Vec::new();
    let (mut open, mut cells, mut rooms) = (0, 0, 0);
    let mut size = String::new();
    for seed in 0..=seeds {
        let request = request(seed);
        let start = ThreadTime::now();
        let map = generator.generate(&request).expect("a map");
        let time = start.elapsed().as_nanos() as f64;
        let count = map.grid.cells().len() as f64;
        // The first one warms memory up.
        if seed > 0 {
            times.push(time / count);
            open += u64::from(map.grid.count_open());
            cells += count as u64;
            rooms += map.rooms.len() as u64;
        }
        size = format!("{}x{}", map.grid.width(), map.grid.height());
        drop(map);
        if count < 2e6 {
            let start = ThreadTime::now();
            drop(generator.trace(&request).expect("a map"));
            watched.push(start.elapsed().as_nanos() as f64 / count);
        }
    }
    let [low, middle, high] = spread(times);
    let [_, traced, _] = spread(watched);
    println!(
        "{:<12} {size:<11} {middle:>8.2} {low:>9.2}..{high:<9.2} {:>4.0} % {:>6} {traced:>8.2}",
        generator.info.name,
        open as f64 * 100.0 / cells as f64,
        rooms / seeds,
    );
}

/// Sight, distances and ways on caves of 256x256 cells, and fans of rays on
/// maps of a screen's size, in microseconds.
fn measure_walks() {
    let map = generate("caves", &Request::new(1).sized(256, 256)).expect("a map");
    let grid = &map.grid;
    let points = places(grid, 149);
    let other = |number: usize| points[(number * 7 + 3) % points.len()];
    let mut sight = Sight::default();
    let mut paths = Paths::default();
    let mut field = Field::default();
    for radius in [20, 60] {
        measure_walk(&format!("sight, radius {radius}"), &points, |_, point| {
            sight.look(grid, point, radius, blocks).len()
        });
    }
    measure_walk("sees", &points, |number, point| {
        usize::from(grid.view().sees(point, other(number), blocks))
    });
    measure_walk("distances", &points, |_, point| grid.distances(point).len());
    measure_walk("way", &points, |number, point| {
        paths.find(grid, point, other(number)).len()
    });
    let plain = Gait::default();
    let eight = plain.clone().with_neighbors(Neighbors::Eight);
    let mud = eight.clone().with_cost(Cell::Corridor.byte(), 4);
    for (name, gait) in [("plain", plain), ("eight", eight), ("eight, mud", mud)] {
        measure_walk(&format!("way, {name}"), &points, |number, point| {
            paths.find_on(grid, &gait, point, other(number)).len()
        });
        measure_walk(&format!("field, {name}"), &points, |_, point| {
            field.measure(grid, &gait, &[point]).len()
        });
        measure_walk(&format!("flow, {name}"), &points, |_, point| {
            field.flow(grid, &gait, &[point]).len()
        });
    }
    for name in ["caves", "subdivide"] {
        let map = generate(name, &Request::new(1).sized(240, 136)).expect("a map");
        let mut fan = Fan::default();
        let circle = Sweep {
            angle: 0.1,
            width: std::f64::consts::TAU,
            count: 360,
        };
        measure_walk(
            &format!("360 rays, {name}"),
            &places(&map.grid, 61),
            |_, point| {
                let from = Spot::middle(point);
                let view = map.grid.view();
                let reaches = fan.cast(view, from, &circle, FARTHEST, blocks);
                reaches.iter().map(|reach| reach.distance as usize).sum()
            },
        );
    }
}

fn blocks(byte: u8) -> bool {
    !Cell::is_clear_byte(byte)
}

/// Every so many open cells.
fn places(grid: &Grid, step: usize) -> Vec<Point> {
    let open = grid.bounds().points().filter(|&point| grid.is_open(point));
    open.step_by(step).collect()
}

/// One piece of work from each of some cells.
fn measure_walk(what: &str, points: &[Point], mut work: impl FnMut(usize, Point) -> usize) {
    let mut times = Vec::new();
    let mut amount = 0;
    for (number, &point) in points.iter().enumerate() {
        let start = ThreadTime::now();
        amount += work(number, point);
        times.push(start.elapsed().as_nanos() as f64 / 1e3);
    }
    let [low, middle, high] = spread(times);
    let amount = amount / points.len();
    println!("{what:<24} {middle:>8.2} {low:>9.2}..{high:<9.2} us, {amount} cells");
}

/// Smallest, middle and largest.
fn spread(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let at = |part: usize| values.get((values.len().max(1) - 1) * part / 2);
    [0, 1, 2].map(|part| at(part).copied().unwrap_or(f64::NAN))
}
