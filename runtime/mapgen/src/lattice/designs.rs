//! What rooms look like inside, and which look a room has at which level.
//!
//! The look of an ordinary room is `BY_LEVEL[level][NOISE[cell]]`: sixteen
//! kinds of noise, ten designs, those with more walls more often at deeper
//! levels. Every design leaves the middle row and column open at the ends, so
//! a way leads from any exit to any other.

/// Columns of a room, walls included.
pub const ROOM_W: u32 = 11;
/// Rows of a room, walls included.
pub const ROOM_H: u32 = 9;

/// A room's inside, a line a row: `.` floor, `o` a wall of the design.
pub type Design = [&'static str; 7];

/// The looks of ordinary rooms, from empty to full of walls.
pub const ORDINARY: [Design; 10] = [
    [
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ],
    [
        ".........",
        ".o.....o.",
        ".........",
        ".........",
        ".........",
        ".o.....o.",
        ".........",
    ],
    [
        ".........",
        ".........",
        "...o.o...",
        ".........",
        "...o.o...",
        ".........",
        ".........",
    ],
    [
        ".........",
        ".oo...oo.",
        ".o.....o.",
        ".........",
        ".o.....o.",
        ".oo...oo.",
        ".........",
    ],
    [
        ".........",
        "..ooooo..",
        ".........",
        ".........",
        ".........",
        "..ooooo..",
        ".........",
    ],
    [
        ".........",
        ".o.....o.",
        ".o.o.o.o.",
        "...o.o...",
        ".o.o.o.o.",
        ".o.....o.",
        ".........",
    ],
    [
        "ooo...ooo",
        "oo.....oo",
        "o.......o",
        ".........",
        "o.......o",
        "oo.....oo",
        "ooo...ooo",
    ],
    [
        ".........",
        ".ooo.ooo.",
        ".o.....o.",
        "...ooo...",
        ".o.....o.",
        ".ooo.ooo.",
        ".........",
    ],
    [
        "oooo.oooo",
        "o.......o",
        "o.oo.oo.o",
        ".........",
        "o.oo.oo.o",
        "o.......o",
        "oooo.oooo",
    ],
    [
        "oo.....oo",
        "o..ooo..o",
        "..o...o..",
        "....o....",
        "..o...o..",
        "o..ooo..o",
        "oo.....oo",
    ],
];

/// The room of the start.
pub const START: Design = [
    "ooo...ooo",
    "o.......o",
    ".........",
    ".........",
    ".........",
    "o.......o",
    "ooo...ooo",
];
/// The room of the exit.
pub const EXIT: Design = [
    ".........",
    "..oo.oo..",
    "..o...o..",
    ".........",
    "..o...o..",
    "..oo.oo..",
    ".........",
];
/// The room of the key.
pub const KEY: Design = [
    ".........",
    ".o.o.o.o.",
    ".........",
    "..o...o..",
    ".........",
    ".o.o.o.o.",
    ".........",
];
/// The treasure room.
pub const TREASURE: Design = [
    "o.......o",
    ".........",
    "...o.o...",
    ".........",
    "...o.o...",
    ".........",
    "o.......o",
];

/// A kind of noise, 0 to 15, for each of the 64 places, row by row.
pub const NOISE: [u8; 64] = [
    9, 2, 14, 5, 11, 0, 7, 12, //
    4, 13, 1, 8, 3, 15, 10, 6, //
    0, 11, 6, 12, 9, 2, 5, 14, //
    15, 7, 3, 10, 13, 8, 1, 4, //
    5, 9, 12, 1, 6, 14, 11, 2, //
    8, 0, 15, 4, 7, 10, 3, 13, //
    12, 6, 10, 13, 2, 5, 9, 1, //
    3, 14, 8, 11, 15, 4, 0, 7, //
];

/// Which of [`ORDINARY`] a kind of noise means at each level.
pub const BY_LEVEL: [[u8; 16]; 8] = [
    [0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 6],
    [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4, 4, 6, 5],
    [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 6, 6, 5, 7],
    [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8],
    [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8],
    [0, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 9],
    [0, 2, 3, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 8, 9, 9],
    [1, 3, 4, 4, 5, 5, 6, 7, 7, 8, 8, 8, 9, 9, 9, 9],
];

/// The number in [`ORDINARY`] of the room at a place (0 to 63) and level (0 to 7).
pub fn ordinary(level: usize, cell: usize) -> u8 {
    BY_LEVEL[level % 8][usize::from(NOISE[cell % 64])]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Neighbors, Point};

    /// Every cell that is open in a design, with open cells all around it,
    /// leads to every exit in the middle of a side.
    #[test]
    fn a_way_leads_from_any_exit_to_any_other() {
        let special = [START, EXIT, KEY, TREASURE];
        for (number, design) in ORDINARY.iter().chain(&special).enumerate() {
            let grid = Grid::from_text(&design.join("\n")).expect("a design");
            assert_eq!((grid.width(), grid.height()), (ROOM_W - 2, ROOM_H - 2));
            let parts = grid.components(Neighbors::Four).sizes.len();
            assert_eq!(parts, 1, "design {number}");
            for exit in [(4, 0), (8, 3), (4, 6), (0, 3)] {
                assert!(grid.is_open(Point::new(exit.0, exit.1)), "design {number}");
            }
        }
        for design in special {
            assert_eq!(design[3].as_bytes()[4], b'.', "the middle is free");
        }
    }

    #[test]
    fn deeper_levels_have_more_walls() {
        let walls = |level: usize| -> usize {
            let of = |cell| {
                let design = ORDINARY[usize::from(ordinary(level, cell))];
                design.concat().matches('o').count()
            };
            (0..64).map(of).sum()
        };
        for level in 1..8 {
            assert!(walls(level) > walls(level - 1), "level {level}");
        }
        let mut kinds = [0; 16];
        for noise in NOISE {
            kinds[usize::from(noise)] += 1;
        }
        assert_eq!(kinds, [4; 16]);
    }
}
