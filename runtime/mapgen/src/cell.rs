//! What a cell of a generated map holds, one byte and one glyph each.
//!
//! Everything but [`Cell::Wall`] and [`Cell::Rubble`] can be walked on, also
//! what stands there: a game asks for the kind and puts its own tile down.

use serde::{Serialize, Serializer};

/// The kind of a cell; its number is the byte in the grid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Cell {
    /// Solid; glyph `#`.
    Wall = 0,
    /// The floor of a room; glyph `.`.
    Floor = 1,
    /// The floor of a corridor; glyph `,`.
    Corridor = 2,
    /// A doorway: open before and behind, wall on both sides; glyph `+`.
    Door = 3,
    /// Where the player begins; glyph `<`.
    Start = 4,
    /// Where the map is left; glyph `>`.
    Exit = 5,
    /// Opens the exit; glyph `k`.
    Key = 6,
    /// A treasure; glyph `$`.
    Treasure = 7,
    /// A shop; glyph `s`.
    Shop = 8,
    /// An enemy; glyph `e`.
    Enemy = 9,
    /// Something to pick up; glyph `*`.
    Loot = 10,
    /// A cracked wall, which can be walked through; glyph `%`.
    Crack = 11,
    /// What has to be reached; glyph `!`.
    Goal = 12,
    /// A wall that a design puts into a room; glyph `o`.
    Rubble = 13,
}

impl Cell {
    /// All kinds, in the order of their bytes.
    pub const ALL: [Cell; 14] = [
        Cell::Wall,
        Cell::Floor,
        Cell::Corridor,
        Cell::Door,
        Cell::Start,
        Cell::Exit,
        Cell::Key,
        Cell::Treasure,
        Cell::Shop,
        Cell::Enemy,
        Cell::Loot,
        Cell::Crack,
        Cell::Goal,
        Cell::Rubble,
    ];

    /// The kind with this byte.
    pub fn from_byte(byte: u8) -> Option<Cell> {
        Cell::ALL.get(usize::from(byte)).copied()
    }

    /// The kind with this glyph.
    pub fn from_glyph(glyph: char) -> Option<Cell> {
        Cell::ALL.into_iter().find(|cell| cell.glyph() == glyph)
    }

    /// The byte in the grid.
    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// The character in a map's text.
    pub const fn glyph(self) -> char {
        match self {
            Cell::Wall => '#',
            Cell::Floor => '.',
            Cell::Corridor => ',',
            Cell::Door => '+',
            Cell::Start => '<',
            Cell::Exit => '>',
            Cell::Key => 'k',
            Cell::Treasure => '$',
            Cell::Shop => 's',
            Cell::Enemy => 'e',
            Cell::Loot => '*',
            Cell::Crack => '%',
            Cell::Goal => '!',
            Cell::Rubble => 'o',
        }
    }

    /// One word for what is there.
    pub const fn name(self) -> &'static str {
        match self {
            Cell::Wall => "wall",
            Cell::Floor => "floor",
            Cell::Corridor => "corridor",
            Cell::Door => "door",
            Cell::Start => "start",
            Cell::Exit => "exit",
            Cell::Key => "key",
            Cell::Treasure => "treasure",
            Cell::Shop => "shop",
            Cell::Enemy => "enemy",
            Cell::Loot => "loot",
            Cell::Crack => "crack",
            Cell::Goal => "goal",
            Cell::Rubble => "rubble",
        }
    }

    /// True where one can walk.
    pub const fn is_open(self) -> bool {
        !matches!(self, Cell::Wall | Cell::Rubble)
    }

    /// True for a byte of the grid where one can walk.
    pub const fn is_open_byte(byte: u8) -> bool {
        byte != Cell::Wall as u8 && byte != Cell::Rubble as u8
    }
}

/// A cell is written as its name.
impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_glyphs_lead_back() {
        for (byte, cell) in Cell::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(cell.byte()), byte);
            assert_eq!(Cell::from_byte(byte as u8), Some(cell));
            assert_eq!(Cell::from_glyph(cell.glyph()), Some(cell));
            assert_eq!(Cell::is_open_byte(cell.byte()), cell.is_open());
        }
        assert_eq!(Cell::from_byte(14), None);
        assert_eq!(Cell::from_glyph('?'), None);
    }
}
