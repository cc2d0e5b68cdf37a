//! The asset bytes of one bank: all sections in one block, always of full
//! size, so that nobody downstream has to think about missing or short data.

use std::fmt;

use crate::palette::{DEFAULT_WAVES, SWEETIE16};
use crate::section::{BANK_SIZE, Section};

/// Tiles, sprites, map, sounds, music, flags, cover and palettes of a bank.
#[derive(Clone, PartialEq, Eq)]
pub struct Bank(Vec<u8>);

impl Default for Bank {
    fn default() -> Bank {
        Bank(vec![0; BANK_SIZE])
    }
}

impl fmt::Debug for Bank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = Section::ALL.into_iter().filter(|&s| self.is_used(s));
        f.debug_list()
            .entries(used.map(|s| (s, self.used_bytes(s))))
            .finish()
    }
}

impl Bank {
    /// A bank with only the default palette and waveforms.
    pub fn with_defaults() -> Bank {
        let mut bank = Bank::default();
        bank.set_default_palette();
        bank.set_default_waves();
        bank
    }

    /// Bytes of a section, always [`Section::size`] many.
    pub fn get(&self, section: Section) -> &[u8] {
        &self.0[section.range()]
    }

    /// Bytes of a section to change.
    pub fn get_mut(&mut self, section: Section) -> &mut [u8] {
        &mut self.0[section.range()]
    }

    /// One row of a section in the sense of a text project.
    pub fn row(&self, section: Section, row: usize) -> &[u8] {
        let size = section.row_bytes();
        &self.get(section)[row * size..(row + 1) * size]
    }

    /// Length of a section without the zeros at its end.
    pub fn used_bytes(&self, section: Section) -> usize {
        used_bytes(self.get(section))
    }

    /// Whether a section has a byte that is not zero.
    pub fn is_used(&self, section: Section) -> bool {
        self.used_bytes(section) > 0
    }

    /// Whether any section has a byte that is not zero.
    pub fn is_empty(&self) -> bool {
        used_bytes(&self.0) == 0
    }

    /// All sections in one block of 82,360 bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Replaces a section: what is missing becomes zero, what does not fit is
    /// cut off.
    pub(crate) fn load(&mut self, section: Section, data: &[u8]) {
        let to = self.get_mut(section);
        let count = data.len().min(to.len());
        to[..count].copy_from_slice(&data[..count]);
        to[count..].fill(0);
    }

    /// Sets the palette of the first video bank.
    pub(crate) fn set_colors(&mut self, colors: &[u8; 48]) {
        self.get_mut(Section::Palette)[..48].copy_from_slice(colors);
    }

    pub(crate) fn set_default_palette(&mut self) {
        self.set_colors(&SWEETIE16);
    }

    pub(crate) fn set_default_waves(&mut self) {
        self.load(Section::Waves, &DEFAULT_WAVES);
    }

    /// Whether palette and waveforms are the defaults and nothing else.
    pub(crate) fn has_defaults(&self) -> bool {
        self.has_default(Section::Palette) && self.has_default(Section::Waves)
    }

    /// Whether a section is as in a new cart: zero except for the first
    /// palette and the first three waveforms.
    pub(crate) fn has_default(&self, section: Section) -> bool {
        let start: &[u8] = match section {
            Section::Palette => &SWEETIE16,
            Section::Waves => &DEFAULT_WAVES,
            _ => &[],
        };
        let bytes = self.get(section);
        bytes.starts_with(start) && used_bytes(&bytes[start.len()..]) == 0
    }

    /// The palette of the first video bank.
    pub(crate) fn colors(&self) -> [[u8; 3]; 16] {
        let palette = self.get(Section::Palette);
        std::array::from_fn(|i| [palette[i * 3], palette[i * 3 + 1], palette[i * 3 + 2]])
    }
}

fn used_bytes(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&b| b != 0).map_or(0, |i| i + 1)
}
