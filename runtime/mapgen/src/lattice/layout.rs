//! Where the rooms of a labyrinth are: eight bytes, one a row, a bit set where
//! a room exists, and the places of the special ones.
//!
//! Start, exit, key and treasure are in four different quarters; two spare
//! rooms lie in opposite corners. Corridors run along the row until they are
//! below or above their goal, then along the column.

use super::chip::Chip;
use crate::Direction;

/// Rows of the labyrinth.
pub const ROWS: u32 = 8;

/// A room's place: column and row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// Column, from 0.
    pub column: u8,
    /// Row, from 0.
    pub row: u8,
}

/// The rooms of a labyrinth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layout {
    /// Columns: 7 or 8.
    pub columns: u32,
    /// A byte a row; bit 0 is the left column.
    pub rows: [u8; ROWS as usize],
    /// Where the player begins.
    pub start: Place,
    /// Where the level is left.
    pub exit: Place,
    /// What opens the exit.
    pub key: Place,
    /// The treasure room.
    pub treasure: Place,
    /// The room that start and exit are joined through.
    pub spare_a: Place,
    /// The room that start, key and treasure are joined through.
    pub spare_b: Place,
}

impl Layout {
    /// The places for a seed of two bytes, before any corridor.
    ///
    /// Draws, in this order: which quarter is whose; column and row of start,
    /// exit, key and treasure; which corners are the spare rooms'; column and
    /// row of both. Never change that.
    pub fn places(world: u8, level: u8, columns: u32) -> Layout {
        let mut chip = Chip::warm(world, level);
        let mut left = [0, 1, 2, 3];
        let mut number = chip.below(24) as usize;
        for count in (2..=4).rev() {
            left.swap(number % count, count - 1);
            number /= count;
        }
        // The left half has the odd column.
        let half = columns.div_ceil(2);
        let [start, exit, key, treasure] = left.map(|quarter| {
            let (from, count) = if quarter & 1 == 0 {
                (0, half)
            } else {
                (half, columns - half)
            };
            let column = from + chip.below(count);
            let row = (quarter >> 1) * (ROWS / 2) + chip.below(ROWS / 2);
            Place::new(column, row)
        });
        let special = [start, exit, key, treasure];
        let falls = chip.draw() & 1 == 1;
        let [spare_a, spare_b] = [false, true].map(|is_right| {
            let column = if is_right { columns - 2 } else { 0 };
            let row = if is_right == falls { ROWS - 2 } else { 0 };
            let number = chip.below(4);
            // The corner has four places and at most one special room.
            let places = [0, 1, 2, 3].map(|more| {
                let place = (number + more) % 4;
                Place::new(column + place % 2, row + place / 2)
            });
            let free = places.into_iter().find(|place| !special.contains(place));
            free.unwrap_or(places[0])
        });
        Layout {
            columns,
            rows: [0; ROWS as usize],
            start,
            exit,
            key,
            treasure,
            spare_a,
            spare_b,
        }
    }

    /// The labyrinth of a seed of two bytes, with all corridors.
    pub fn new(world: u8, level: u8, columns: u32) -> Layout {
        let mut layout = Layout::places(world, level, columns);
        for (from, to) in layout.ways() {
            layout.join(from, to);
        }
        layout
    }

    /// The pairs of rooms that corridors join.
    pub const fn ways(&self) -> [(Place, Place); 5] {
        [
            (self.start, self.spare_a),
            (self.spare_a, self.exit),
            (self.key, self.spare_b),
            (self.treasure, self.spare_b),
            (self.spare_b, self.start),
        ]
    }

    /// Makes rooms along the row of `from`, then along the column of `to`.
    pub const fn join(&mut self, from: Place, to: Place) {
        let (mut column, mut row) = (from.column, from.row);
        loop {
            self.rows[row as usize] |= 1 << column;
            if column < to.column {
                column += 1;
            } else if column > to.column {
                column -= 1;
            } else if row < to.row {
                row += 1;
            } else if row > to.row {
                row -= 1;
            } else {
                return;
            }
        }
    }

    /// True where a room exists.
    pub const fn has(&self, place: Place) -> bool {
        self.rows[place.row as usize] >> place.column & 1 == 1
    }

    /// The room beside a place, if there is one.
    pub fn beside(&self, place: Place, direction: Direction) -> Option<Place> {
        let (column, row) = (u32::from(place.column), u32::from(place.row));
        let next = crate::Point::new(column, row).toward(direction)?;
        let is_inside = next.x < self.columns && next.y < ROWS;
        let next = Place::new(next.x, next.y);
        (is_inside && self.has(next)).then_some(next)
    }

    /// All rooms that can be reached from one, as bits like [`Layout::rows`].
    pub fn reached(&self, from: Place) -> [u8; ROWS as usize] {
        let mut reached = [0; ROWS as usize];
        reached[from.row as usize] = (1 << from.column) & self.rows[from.row as usize];
        loop {
            let before = reached;
            for row in 0..ROWS as usize {
                let mut bits = reached[row] | reached[row] << 1 | reached[row] >> 1;
                if row > 0 {
                    bits |= reached[row - 1];
                }
                bits |= reached.get(row + 1).copied().unwrap_or(0);
                reached[row] = bits & self.rows[row];
            }
            if reached == before {
                return reached;
            }
        }
    }
}

impl Place {
    /// The place in this column and row.
    pub const fn new(column: u32, row: u32) -> Place {
        Place {
            column: column as u8,
            row: row as u8,
        }
    }

    /// Its number among 64, row by row.
    pub const fn cell(self) -> usize {
        self.row as usize * 8 + self.column as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solvable(layout: &Layout) -> bool {
        let reached = layout.reached(layout.start);
        reached == layout.rows
            && [layout.exit, layout.key, layout.treasure]
                .iter()
                .all(|place| reached[place.row as usize] >> place.column & 1 == 1)
    }

    #[test]
    fn every_labyrinth_of_every_seed_can_be_solved() {
        for columns in [7, 8] {
            for world in 1..=255 {
                for level in 1..=255 {
                    let layout = Layout::new(world, level, columns);
                    assert!(solvable(&layout), "{world} {level} {columns}");
                    let quarter = |place: Place| {
                        let right = u32::from(place.column) >= columns.div_ceil(2);
                        u8::from(right) | u8::from(place.row >= 4) << 1
                    };
                    let special = [layout.start, layout.exit, layout.key, layout.treasure];
                    let mut quarters = special.map(quarter);
                    quarters.sort_unstable();
                    assert_eq!(quarters, [0, 1, 2, 3], "{world} {level}");
                    assert!(!special.contains(&layout.spare_a));
                    assert!(!special.contains(&layout.spare_b));
                    assert_ne!(layout.spare_a, layout.spare_b);
                    let most = (1_u32 << columns) - 1;
                    assert!(layout.rows.iter().all(|&row| u32::from(row) <= most));
                }
            }
        }
    }

    #[test]
    fn corridors_run_along_the_row_first() {
        let mut layout = Layout::places(1, 1, 8);
        layout.join(Place::new(1, 1), Place::new(3, 3));
        let expected = [0, 0b1110, 0b1000, 0b1000, 0, 0, 0, 0];
        assert_eq!(layout.rows, expected);
        layout.join(Place::new(3, 3), Place::new(2, 2));
        assert_eq!(layout.rows, [0, 0b1110, 0b1100, 0b1100, 0, 0, 0, 0]);
    }
}
