//! Pictures of a folder that stand for sections of bank 0, so that art can be
//! drawn in any pixel editor and seen in a review. Written with the cart's
//! palette; read by color, or by color number if the picture has exactly the
//! cart's palette (two of its colors may be equal).

use crate::bank::Bank;
use crate::picture;
use crate::section::Section;

/// Pictures and their sections.
pub(crate) const SHEETS: [Sheet; 3] = [
    Sheet {
        file: "tiles.png",
        section: Section::Tiles,
        width: 128,
        height: 128,
    },
    Sheet {
        file: "sprites.png",
        section: Section::Sprites,
        width: 128,
        height: 128,
    },
    Sheet {
        file: "screen.png",
        section: Section::Screen,
        width: 240,
        height: 136,
    },
];

/// A picture file for a section.
pub(crate) struct Sheet {
    pub(crate) file: &'static str,
    pub(crate) section: Section,
    width: usize,
    height: usize,
}

impl Sheet {
    /// The sheet in a file of this name.
    pub(crate) fn from_file(file: &str) -> Option<&'static Sheet> {
        SHEETS.iter().find(|s| s.file == file)
    }

    /// The sheet for a section.
    pub(crate) fn of(section: Section) -> Option<&'static Sheet> {
        SHEETS.iter().find(|s| s.section == section)
    }

    /// Reads the picture into the bank.
    ///
    /// # Errors
    /// What is wrong with the picture.
    pub(crate) fn read(&self, png: &[u8], bank: &mut Bank) -> Result<(), String> {
        let colors = self.color_numbers(png, bank)?;
        let bytes = bank.get_mut(self.section);
        bytes.fill(0);
        for (at, color) in colors.into_iter().enumerate() {
            let nibble = self.nibble(at % self.width, at / self.width);
            bytes[nibble / 2] |= color << (nibble % 2 * 4);
        }
        Ok(())
    }

    /// Writes the picture of the bank's section.
    pub(crate) fn write(&self, bank: &Bank) -> Vec<u8> {
        let bytes = bank.get(self.section);
        let pixels: Vec<u8> = (0..self.width * self.height)
            .map(|at| {
                let nibble = self.nibble(at % self.width, at / self.width);
                bytes[nibble / 2] >> (nibble % 2 * 4) & 15
            })
            .collect();
        let palette = bank.get(Section::Palette)[..48]
            .try_into()
            .expect("a palette has 48 bytes");
        picture::encode_indexed(&pixels, self.width, palette)
    }

    /// Place of a pixel in the section, in nibbles: 16 tiles stand side by
    /// side, a screen is one row after the other.
    fn nibble(&self, x: usize, y: usize) -> usize {
        if self.section == Section::Screen {
            return y * self.width + x;
        }
        let tile = y / 8 * 16 + x / 8;
        tile * 64 + y % 8 * 8 + x % 8
    }

    fn color_numbers(&self, png: &[u8], bank: &Bank) -> Result<Vec<u8>, String> {
        // First, because it checks the size for both ways.
        let picture = picture::decode_rgba(png)?;
        if (picture.width, picture.height) != (self.width, self.height) {
            return Err(format!(
                "expected {}x{} pixels, found {}x{}",
                self.width, self.height, picture.width, picture.height
            ));
        }
        let palette = bank.get(Section::Palette);
        if let Some(indexed) = picture::decode_indexed(png)?
            && palette[..48].starts_with(&indexed.palette)
            && indexed.pixels.iter().all(|&p| p < 16)
        {
            return Ok(indexed.pixels);
        }
        let colors = bank.colors();
        let (pixels, _) = picture.bytes.as_chunks::<4>();
        pixels
            .iter()
            .enumerate()
            .map(|(at, &[r, g, b, alpha])| {
                if alpha < 128 {
                    return Ok(0);
                }
                let number = colors.iter().position(|&c| c == [r, g, b]);
                number.map(|n| n as u8).ok_or_else(|| {
                    format!(
                        "the pixel at {},{} has the color #{r:02x}{g:02x}{b:02x}, which is none of the palette's 16",
                        at % self.width,
                        at / self.width
                    )
                })
            })
            .collect()
    }
}
