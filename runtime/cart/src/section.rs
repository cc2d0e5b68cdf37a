//! The ten asset sections of a bank: one table of what each is called in a
//! text project, its number in a .tic file and its shape. Everything else
//! (reading, writing, `info`) walks this table, so a section is described once.

use serde::Serialize;

/// Number of banks in a cart.
pub const BANKS: usize = 8;

/// Bytes of all sections of one bank.
pub const BANK_SIZE: usize = 82_360;

/// One kind of asset in a bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Section {
    /// 256 background tiles of 8x8 pixels, 4 bits a pixel.
    Tiles,
    /// 256 foreground sprites of the same form.
    Sprites,
    /// 240x136 cells, one tile number a byte.
    Map,
    /// 16 waveforms of 32 steps, 4 bits a step.
    Waves,
    /// 64 sound effects of 66 bytes.
    Sfx,
    /// 60 music patterns of 64 rows, 3 bytes a row.
    Patterns,
    /// 8 music tracks of 51 bytes.
    Tracks,
    /// Flags of the 512 tiles and sprites.
    Flags,
    /// A 240x136 picture: the cover in bank 0.
    Screen,
    /// Two palettes of 16 RGB colors, one for each video bank.
    Palette,
}

/// What there is to know about a section.
struct Shape {
    tag: &'static str,
    chunk: u8,
    rows: usize,
    row_bytes: usize,
    /// Place in the bank's bytes: the order that the memory id is computed in.
    offset: usize,
}

const fn shape(
    tag: &'static str,
    chunk: u8,
    rows: usize,
    row_bytes: usize,
    offset: usize,
) -> Shape {
    Shape {
        tag,
        chunk,
        rows,
        row_bytes,
        offset,
    }
}

const SHAPES: [Shape; 10] = [
    shape("TILES", 1, 256, 32, 16_320),
    shape("SPRITES", 2, 256, 32, 24_512),
    shape("MAP", 4, 136, 240, 32_704),
    shape("WAVES", 10, 16, 16, 65_344),
    shape("SFX", 9, 64, 66, 65_600),
    shape("PATTERNS", 15, 60, 192, 69_824),
    shape("TRACKS", 14, 8, 51, 81_344),
    shape("FLAGS", 6, 2, 256, 81_752),
    shape("SCREEN", 18, 136, 120, 0),
    shape("PALETTE", 12, 2, 48, 82_264),
];

impl Section {
    /// All sections in the order in which text projects list them.
    pub const ALL: [Section; 10] = [
        Section::Tiles,
        Section::Sprites,
        Section::Map,
        Section::Waves,
        Section::Sfx,
        Section::Patterns,
        Section::Tracks,
        Section::Flags,
        Section::Screen,
        Section::Palette,
    ];

    fn shape(self) -> &'static Shape {
        &SHAPES[self as usize]
    }

    /// Name in a text project without bank digit, such as `TILES`.
    pub fn tag(self) -> &'static str {
        self.shape().tag
    }

    /// The section with this name.
    pub fn from_tag(tag: &str) -> Option<Section> {
        Section::ALL.into_iter().find(|s| s.tag() == tag)
    }

    /// Type number of the section's chunk in a .tic file.
    pub fn chunk(self) -> u8 {
        self.shape().chunk
    }

    /// The section that a chunk of this type holds.
    pub fn from_chunk(kind: u8) -> Option<Section> {
        Section::ALL.into_iter().find(|s| s.chunk() == kind)
    }

    /// Rows in a text project; a row is a tile, a map row, an effect ...
    pub fn rows(self) -> usize {
        self.shape().rows
    }

    /// Bytes of one row.
    pub fn row_bytes(self) -> usize {
        self.shape().row_bytes
    }

    /// Bytes of the section.
    pub fn size(self) -> usize {
        self.rows() * self.row_bytes()
    }

    /// Place of the section in the bytes of a bank.
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        let start = self.shape().offset;
        start..start + self.size()
    }

    /// Whether a text project writes the low digit of each byte first.
    pub(crate) fn low_digit_first(self) -> bool {
        self != Section::Palette
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_fill_a_bank_without_gaps() {
        let mut ranges: Vec<_> = Section::ALL.iter().map(|s| s.range()).collect();
        ranges.sort_by_key(|r| r.start);
        let mut end = 0;
        for range in ranges {
            assert_eq!(range.start, end);
            end = range.end;
        }
        assert_eq!(end, BANK_SIZE);
    }
}
