//! What generators cost, in nanoseconds for each cell of the map, with the
//! share of floor beside it, because a generator that puts few rooms on any
//! size of map looks fast: `cargo bench -p mapgen [NAME..]`. Times are the
//! thread's own on the processor, the median of several seeds.
#![allow(clippy::print_stdout, reason = "a benchmark reports to a terminal")]
#![allow(clippy::disallowed_methods, reason = "reads arguments")]

use cpu_time::ThreadTime;
use mapgen::parameter::Kind;
use mapgen::{Cell, Generator, Paths, Point, Request, Sight, generate};

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
        if info
            .parameters
            .iter()
            .any(|parameter| parameter.name == "w")
        {
            for (side, seeds) in SIZES {
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

/// Sight, distances and ways on caves of 256x256 cells, in microseconds.
fn measure_walks() {
    let map = generate("caves", &Request::new(1).sized(256, 256)).expect("a map");
    let grid = &map.grid;
    let open = grid.bounds().points().filter(|&point| grid.is_open(point));
    let points: Vec<Point> = open.step_by(149).collect();
    let mut sight = Sight::default();
    let mut paths = Paths::default();
    let print = |what: &str, work: &mut dyn FnMut(usize) -> usize| {
        let mut times = Vec::new();
        let mut amount = 0;
        for number in 0..points.len() {
            let start = ThreadTime::now();
            amount += work(number);
            times.push(start.elapsed().as_nanos() as f64 / 1e3);
        }
        let [low, middle, high] = spread(times);
        let amount = amount / points.len();
        println!("{what:<24} {middle:>8.2} {low:>9.2}..{high:<9.2} us, {amount} cells");
    };
    let blocks = |byte| !Cell::is_open_byte(byte);
    for radius in [20, 60] {
        print(&format!("sight, radius {radius}"), &mut |number| {
            sight.look(grid, points[number], radius, blocks).len()
        });
    }
    print("distances", &mut |number| {
        grid.distances(points[number]).len()
    });
    print("way", &mut |number| {
        let other = points[(number * 7 + 3) % points.len()];
        paths.find(grid, points[number], other).len()
    });
}

/// Smallest, middle and largest.
fn spread(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    let at = |part: usize| values.get((values.len().max(1) - 1) * part / 2);
    [0, 1, 2].map(|part| at(part).copied().unwrap_or(f64::NAN))
}
