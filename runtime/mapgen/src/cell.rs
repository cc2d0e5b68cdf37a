//! What a cell of a generated map holds, one byte and one glyph each.
//!
//! Walls, rubble, water and rock are in the way; everything else can be walked
//! on, also what stands there: a game asks for the kind and puts its own tile
//! down.

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
    /// Water, which cannot be walked on; glyph `~`.
    Water = 14,
    /// Sand; glyph `:`.
    Sand = 15,
    /// Grass; glyph `"`.
    Grass = 16,
    /// Forest; glyph `t`.
    Forest = 17,
    /// Rock, which cannot be walked on; glyph `^`.
    Rock = 18,
    /// A locked door, which counts as open; glyph `X`.
    Lock = 19,
}

/// A bit for each byte in whose cells one cannot walk.
const CLOSED: u32 = 1 << Cell::Wall as u8
    | 1 << Cell::Rubble as u8
    | 1 << Cell::Water as u8
    | 1 << Cell::Rock as u8;

/// A bit for each byte that nobody sees through: all of them but water.
const OPAQUE: u32 = CLOSED & !(1 << Cell::Water as u8);

impl Cell {
    /// All kinds, in the order of their bytes.
    pub const ALL: [Cell; 20] = [
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
        Cell::Water,
        Cell::Sand,
        Cell::Grass,
        Cell::Forest,
        Cell::Rock,
        Cell::Lock,
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
            Cell::Water => '~',
            Cell::Sand => ':',
            Cell::Grass => '"',
            Cell::Forest => 't',
            Cell::Rock => '^',
            Cell::Lock => 'X',
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
            Cell::Water => "water",
            Cell::Sand => "sand",
            Cell::Grass => "grass",
            Cell::Forest => "forest",
            Cell::Rock => "rock",
            Cell::Lock => "lock",
        }
    }

    /// True where one can walk.
    pub const fn is_open(self) -> bool {
        Cell::is_open_byte(self as u8)
    }

    /// True for ground without anything on it, where something can be put.
    pub const fn is_ground(self) -> bool {
        matches!(
            self,
            Cell::Floor | Cell::Corridor | Cell::Crack | Cell::Sand | Cell::Grass | Cell::Forest
        )
    }

    /// True for a byte of the grid where one can walk; bytes that are no cell
    /// are a cart's own and count as open.
    #[inline]
    pub const fn is_open_byte(byte: u8) -> bool {
        byte >= 32 || CLOSED >> byte & 1 == 0
    }

    /// True for a byte of the grid that one can see through.
    #[inline]
    pub const fn is_clear_byte(byte: u8) -> bool {
        byte >= 32 || OPAQUE >> byte & 1 == 0
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
        assert_eq!(Cell::from_byte(20), None);
        assert_eq!(Cell::from_glyph('?'), None);
    }

    #[test]
    fn some_kinds_are_in_the_way_and_water_is_seen_across() {
        let closed: Vec<u8> = (0..=255)
            .filter(|&byte| !Cell::is_open_byte(byte))
            .collect();
        assert_eq!(closed, [0, 13, 14, 18]);
        let opaque: Vec<u8> = (0..=255)
            .filter(|&byte| !Cell::is_clear_byte(byte))
            .collect();
        assert_eq!(opaque, [0, 13, 18]);
    }
}
