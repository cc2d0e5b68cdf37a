//! What games ask of a grid, compared with slow answers that are written from
//! the definitions, with exact fractions, and with other people's crates.

mod rays;
mod sight;
mod ways;

use dice::Stream;
use mapgen::{Cell, Grid, Point};

fn blocks(byte: u8) -> bool {
    !Cell::is_clear_byte(byte)
}

/// A map of chance: so many walls in a hundred, or chains of them that touch
/// at corners only.
fn noise(stream: &mut Stream) -> Grid {
    let (width, height) = (stream.int(1, 44) as u32, stream.int(1, 32) as u32);
    let mut grid = Grid::new(width, height, Cell::Floor.byte());
    let percent = *stream
        .pick(&[0, 3, 10, 20, 30, 40, 50, 65])
        .expect("a list");
    for point in grid.bounds().points() {
        if stream.int(0, 99) < percent {
            grid.set(point, Cell::Wall.byte());
        }
    }
    for _ in 0..stream.int(0, 6) {
        let mut at = any(stream, &grid);
        let mut down = stream.int(0, 1) == 0;
        for _ in 0..stream.int(2, 20) {
            grid.set(at, Cell::Rubble.byte());
            down ^= stream.int(0, 5) == 0;
            at.x += 1;
            at.y = at.y.saturating_add_signed(if down { 1 } else { -1 });
        }
    }
    grid
}

fn any(stream: &mut Stream, grid: &Grid) -> Point {
    let mut side = |length: u32| stream.int(0, i64::from(length) - 1) as u32;
    Point::new(side(grid.width()), side(grid.height()))
}

/// Some open cells; none if there is none.
fn some_open(stream: &mut Stream, grid: &Grid, count: usize) -> Vec<Point> {
    let open: Vec<Point> = grid
        .bounds()
        .points()
        .filter(|&p| grid.is_open(p))
        .collect();
    let mut pick = || stream.pick(&open).copied();
    (0..count).filter_map(|_| pick()).collect()
}
