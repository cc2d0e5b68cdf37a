//! The expressive range of a generator: figures about the maps of many seeds,
//! as a table and as a heat map of two of them.
//!
//! All cores take seeds from one counter; results are put in order, so that
//! what is written does not depend on who was faster.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use console::Picture;
use mapgen::{Chain, GenError, Metrics};

use super::{picture, progress, wrong};
use crate::exit::Failure;

/// Figures by name, in the order of the table.
const FIGURES: [Figure; 9] = [
    Figure("open", |of| Some(of.open)),
    Figure("rooms", |of| Some(of.rooms)),
    Figure("parts", |of| Some(of.parts)),
    Figure("dead_ends", |of| Some(of.dead_ends)),
    Figure("loops", |of| Some(of.loops)),
    Figure("branching", |of| Some(of.branching)),
    Figure("path", |of| of.path),
    Figure("linearity", |of| Some(of.linearity)),
    Figure("leniency", |of| Some(of.leniency)),
];

/// Squares of the heat map on a side.
const SQUARES: usize = 32;
/// Pixels of a square, and of the frame around all.
const SQUARE: u32 = 10;

/// Something that is measured about a map.
#[derive(Clone, Copy)]
pub(super) struct Figure(&'static str, fn(&Metrics) -> Option<u32>);

/// The value of `--axes`.
pub(super) fn axes(text: &str) -> Result<(Figure, Figure), String> {
    let known = FIGURES.map(|figure| figure.0).join(", ");
    let named = |name: &str| FIGURES.into_iter().find(|figure| figure.0 == name.trim());
    text.split_once(',')
        .and_then(|(x, y)| named(x).zip(named(y)))
        .ok_or_else(|| format!("write it as X,Y, two of {known}"))
}

/// Measures the maps of the seeds from `first` to `last`.
///
/// # Errors
/// That of the lowest seed that gives no map.
pub(super) fn measure(
    chain: &Chain,
    first: u64,
    last: u64,
) -> Result<Vec<(u64, Metrics)>, Failure> {
    let next = AtomicU64::new(first);
    let all = last - first + 1;
    let work = |is_first: bool| {
        let mut done: Vec<(u64, Result<Metrics, GenError>)> = Vec::new();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed > last || seed < first {
                return done;
            }
            if is_first {
                progress(seed - first, all);
            }
            let measured = chain
                .clone()
                .seeded(seed.into())
                .generate()
                .map(|map| map.metrics());
            let failed = measured.is_err();
            done.push((seed, measured));
            if failed {
                next.store(u64::MAX / 2, Ordering::Relaxed);
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let mut done: Vec<_> = thread::scope(|scope| {
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(|| work(false))).collect();
        let mut done = work(true);
        for other in others {
            done.extend(other.join().unwrap_or_default());
        }
        done
    });
    progress(all, all);
    done.sort_by_key(|(seed, _)| *seed);
    done.into_iter()
        .map(|(seed, measured)| Ok((seed, measured.map_err(|error| wrong(&error))?)))
        .collect()
}

/// A line a seed, with a head.
pub(super) fn table(maps: &[(u64, Metrics)]) -> String {
    let mut text = format!("seed,{}\n", FIGURES.map(|figure| figure.0).join(","));
    for (seed, metrics) in maps {
        let _ = write!(text, "{seed}");
        for Figure(_, of) in FIGURES {
            match of(metrics) {
                Some(number) => {
                    let _ = write!(text, ",{number}");
                }
                None => text.push(','),
            }
        }
        text.push('\n');
    }
    text
}

/// How often two figures come together, as PNG: the first to the right, the
/// second upwards, from the least to the most that there is.
pub(super) fn heat_map(
    maps: &[(u64, Metrics)],
    axes: (Figure, Figure),
) -> Result<Vec<u8>, Failure> {
    let of = |metrics: &Metrics| axes.0.1(metrics).zip(axes.1.1(metrics));
    let pairs: Vec<(u32, u32)> = maps.iter().filter_map(|(_, metrics)| of(metrics)).collect();
    let (xs, ys): (Vec<u32>, Vec<u32>) = pairs.iter().copied().unzip();
    let (across, up) = (Axis::of(&xs), Axis::of(&ys));
    let mut counts = vec![0_u64; SQUARES * SQUARES];
    for (x, y) in pairs {
        counts[(SQUARES - 1 - up.square(y)) * SQUARES + across.square(x)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0);
    // A frame of one square in the color of nothing.
    let side = SQUARES + 2;
    let mut rgba = Vec::with_capacity(side * side * 4);
    for row in 0..side {
        for column in 0..side {
            let is_inside = (1..=SQUARES).contains(&row) && (1..=SQUARES).contains(&column);
            let [r, g, b] = if is_inside {
                heat(counts[(row - 1) * SQUARES + column - 1], most)
            } else {
                [0x33, 0x3c, 0x57]
            };
            rgba.extend([r, g, b, 255]);
        }
    }
    let picture = Picture {
        border: (0, 0),
        width: side,
        height: side,
        rgba,
    };
    picture::png(&picture, SQUARE)
}

/// From the least to the most of a figure.
struct Axis {
    low: u32,
    high: u32,
}

impl Axis {
    fn of(numbers: &[u32]) -> Axis {
        Axis {
            low: numbers.iter().copied().min().unwrap_or(0),
            high: numbers.iter().copied().max().unwrap_or(0),
        }
    }

    fn square(&self, number: u32) -> usize {
        let span = u64::from(self.high - self.low) + 1;
        (u64::from(number - self.low) * SQUARES as u64 / span) as usize
    }
}

/// Dark blue for nothing, over violet and orange to yellow for the most.
fn heat(count: u64, most: u64) -> [u8; 3] {
    const STOPS: [[u8; 3]; 5] = [
        [0x29, 0x36, 0x6f],
        [0x5d, 0x27, 0x5d],
        [0xb1, 0x3e, 0x53],
        [0xef, 0x7d, 0x57],
        [0xff, 0xcd, 0x75],
    ];
    if count == 0 {
        return [0x1a, 0x1c, 0x2c];
    }
    let place = (count * 4 * 256 / most.max(1)) as usize;
    let (stop, part) = ((place / 256).min(3), place - (place / 256).min(3) * 256);
    std::array::from_fn(|channel| {
        let (from, to) = (STOPS[stop][channel], STOPS[stop + 1][channel]);
        let blend = usize::from(from) * (256 - part) + usize::from(to) * part;
        (blend / 256) as u8
    })
}
