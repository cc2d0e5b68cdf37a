//! Maps as pictures: a colored square for each cell; and as an animation of
//! the steps that led to them.

use console::Picture;
use console::capture::{CaptureError, GifRecorder, write_png};
use mapgen::{Cell, Chain, Grid, Request};

use super::wrong;
use crate::exit::{Exit, Failure};

/// Most cells of an animation: every change of a cell is kept in memory.
const MOST_CELLS: usize = 512 * 512;
/// Most pictures of an animation; with more steps, each shows several.
const MOST_SHOTS: usize = 400;
/// Ticks, of 60 a second, that the finished map stays.
const LAST: usize = 120;
/// Pixels of a tile on a side.
pub(super) const TILE: usize = 8;

/// The color of a cell: those of the default palette, and shades of them for
/// terrain, so that what stands on it is seen.
pub(super) fn color(byte: u8) -> [u8; 3] {
    match Cell::from_byte(byte) {
        Some(Cell::Wall) => [0x1a, 0x1c, 0x2c],
        Some(Cell::Floor) => [0x94, 0xb0, 0xc2],
        Some(Cell::Corridor) => [0x56, 0x6c, 0x86],
        Some(Cell::Door) => [0xef, 0x7d, 0x57],
        Some(Cell::Start) => [0x38, 0xb7, 0x64],
        Some(Cell::Exit) => [0xb1, 0x3e, 0x53],
        Some(Cell::Key) => [0x41, 0xa6, 0xf6],
        Some(Cell::Treasure) => [0xff, 0xcd, 0x75],
        Some(Cell::Shop) => [0xa7, 0xf0, 0x70],
        Some(Cell::Enemy) => [0x5d, 0x27, 0x5d],
        Some(Cell::Loot) => [0x73, 0xef, 0xf7],
        Some(Cell::Crack) => [0x25, 0x71, 0x79],
        Some(Cell::Goal) => [0x3b, 0x5d, 0xc9],
        Some(Cell::Rubble) => [0x33, 0x3c, 0x57],
        Some(Cell::Water) => [0x29, 0x36, 0x6f],
        Some(Cell::Sand) => [0xd8, 0xc0, 0x8c],
        Some(Cell::Grass) => [0x7c, 0xa8, 0x5a],
        Some(Cell::Forest) => [0x3c, 0x6e, 0x4b],
        Some(Cell::Rock) => [0x6a, 0x66, 0x72],
        Some(Cell::Lock) => [0x8a, 0x48, 0x36],
        None => [0xf4, 0xf4, 0xf4],
    }
}

/// A map as PNG, cells `scale` pixels large.
pub(super) fn still(grid: &Grid, scale: u32) -> Result<Vec<u8>, Failure> {
    png(&painted(grid, 1), scale)
}

/// A picture as PNG, every pixel `scale` large.
pub(super) fn png(picture: &Picture, scale: u32) -> Result<Vec<u8>, Failure> {
    let mut file = Vec::new();
    write_png(&mut file, picture, scale).map_err(|error| unwritten(&error))?;
    Ok(file)
}

/// The tile set for Tiled: a square for each kind of cell, side by side.
pub(super) fn tiles() -> Result<Vec<u8>, Failure> {
    let kinds = Cell::ALL.map(Cell::byte).to_vec();
    let count = kinds.len() as u32;
    let row = Grid::from_cells(count, 1, kinds).unwrap_or_default();
    png(&painted(&row, 1), TILE as u32)
}

/// The steps of a map as GIF, cells `scale` pixels large.
pub(super) fn animation(chain: &Chain, scale: u32) -> Result<Vec<u8>, Failure> {
    let cells = |request: &Request| {
        let side = |name| {
            let given = request
                .parameters
                .iter()
                .rev()
                .find(|(known, _)| known == name);
            given.and_then(|(_, value)| value.to_string().trim_matches('\'').parse::<usize>().ok())
        };
        side("w")
            .unwrap_or(1)
            .saturating_mul(side("h").unwrap_or(1))
    };
    let first = chain.links().first();
    if first.is_some_and(|(_, request)| cells(request) > MOST_CELLS) {
        return Err(Failure::new(
            Exit::Usage,
            format!("gen: an animation has at most {MOST_CELLS} cells (512x512)"),
        ));
    }
    let mut trace = chain.trace().map_err(|error| wrong(&error))?;
    let steps = trace.steps().len();
    let stride = steps.div_ceil(MOST_SHOTS).max(1);
    let ticks = (600 / (steps / stride).max(1)).clamp(2, 16) & !1;
    let grid = trace.show(0);
    let (width, height) = (grid.width() as usize, grid.height() as usize);
    let sides = [width, height].map(|side| side * scale as usize);
    let failed = |error: CaptureError| unwritten(&error);
    let mut gif = GifRecorder::new(Vec::new(), sides[0], sides[1]).map_err(failed)?;
    let mut at = 0;
    loop {
        let picture = painted(trace.show(at), scale as usize);
        let stay = if at == steps { LAST } else { ticks };
        for _ in 0..stay {
            gif.add(&picture).map_err(failed)?;
        }
        if at == steps {
            return gif.finish().map_err(failed);
        }
        at = (at + stride).min(steps);
    }
}

/// The squares of all cells.
fn painted(grid: &Grid, scale: usize) -> Picture {
    let (width, height) = (
        grid.width() as usize * scale,
        grid.height() as usize * scale,
    );
    let mut rgba = Vec::with_capacity(width * height * 4);
    for y in 0..grid.height() {
        let start = rgba.len();
        for &cell in grid.row(y) {
            let [r, g, b] = color(cell);
            for _ in 0..scale {
                rgba.extend([r, g, b, 255]);
            }
        }
        for _ in 1..scale {
            rgba.extend_from_within(start..start + width * 4);
        }
    }
    Picture {
        border: (0, 0),
        width,
        height,
        rgba,
    }
}

fn unwritten(error: &CaptureError) -> Failure {
    Failure::new(
        Exit::Usage,
        format!("gen: {error}; make the map or --scale smaller"),
    )
}
