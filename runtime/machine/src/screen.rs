//! Video memory: two banks of pixels with their palettes and variables.
//!
//! Pixels are held one nibble a byte, because drawing and composing touch them
//! far more often than carts read their bytes. A `Canvas` is the chosen bank
//! with the clip rectangle: the only way pixels are drawn.

use crate::address::{
    BORDER, CURSOR, OFFSET, PALETTE, PALETTE_MAP, PALETTE_SIZE, SCREEN_SIZE, SEGMENT, VIDEO_END,
};
use crate::bank::zeros;
use crate::clip::Clip;
use crate::depth::DepthBuffer;
use crate::size::Size;

/// Pixels that screen memory can hold.
pub(crate) const PIXELS: usize = SCREEN_SIZE * 2;
/// Bytes of palette, palette map and variables.
pub(crate) const REGISTERS_SIZE: usize = VIDEO_END - SCREEN_SIZE;
/// The map under which every color stays itself.
pub(crate) const IDENTITY: u64 = 0xfedc_ba98_7654_3210;

/// One video bank: 16 KiB of the address space.
#[derive(Clone, Debug)]
pub(crate) struct Video {
    /// Screen memory, one nibble a byte.
    pub(crate) pixels: Box<[u8; PIXELS]>,
    /// The bytes from the palette on.
    pub(crate) registers: [u8; REGISTERS_SIZE],
}

impl Video {
    /// A black bank with the given palette and the identity map.
    fn new(palette: &[u8; PALETTE_SIZE]) -> Video {
        let mut registers = [0; REGISTERS_SIZE];
        registers[..PALETTE_SIZE].copy_from_slice(palette);
        registers[PALETTE_MAP - PALETTE..BORDER - PALETTE].copy_from_slice(&IDENTITY.to_le_bytes());
        registers[SEGMENT - PALETTE] = 2;
        Video {
            pixels: zeros(),
            registers,
        }
    }

    /// The bytes of the palette.
    #[inline]
    pub(crate) fn palette(&self) -> &[u8; PALETTE_SIZE] {
        self.registers
            .first_chunk()
            .expect("the palette comes before other registers")
    }

    /// The bytes of the palette, to be written.
    pub(crate) fn palette_mut(&mut self) -> &mut [u8] {
        &mut self.registers[..PALETTE_SIZE]
    }

    /// The border color (bank 0) or transparent color (bank 1).
    pub(crate) fn border(&self) -> u8 {
        self.registers[BORDER - PALETTE] & 15
    }

    /// How far the shown picture is moved, in columns and rows.
    pub(crate) fn offset(&self) -> (i8, i8) {
        let at = OFFSET - PALETTE;
        (self.registers[at] as i8, self.registers[at + 1] as i8)
    }

    /// The cursor byte.
    pub(crate) fn cursor(&self) -> u8 {
        self.registers[CURSOR - PALETTE]
    }

    /// Sets the cursor byte.
    pub(crate) fn set_cursor(&mut self, cursor: u8) {
        self.registers[CURSOR - PALETTE] = cursor;
    }

    /// The blit segment.
    pub(crate) fn segment(&self) -> u8 {
        self.registers[SEGMENT - PALETTE] & 15
    }

    /// A drawing color after the palette map; only its low nibble counts.
    #[inline]
    pub(crate) fn mapped(&self, color: i32) -> u8 {
        // The map is 16 nibbles: one number, from which one is shifted down.
        let map = u64::from_le_bytes(self.palette_map());
        (map >> ((color & 15) * 4)) as u8 & 15
    }

    /// The bytes of the palette map.
    #[inline]
    pub(crate) fn palette_map(&self) -> [u8; 8] {
        let bytes = &self.registers[PALETTE_MAP - PALETTE..];
        *bytes
            .first_chunk()
            .expect("eight bytes of variables follow the palette map")
    }
}

/// Both video banks and what drawing needs besides them.
#[derive(Clone, Debug)]
pub(crate) struct Screen {
    pub(crate) size: Size,
    pub(crate) banks: [Video; 2],
    /// The bank in the window of the address space: 0 or 1, which indexing by
    /// the lowest bit makes clear to the compiler.
    pub(crate) current: usize,
    pub(crate) clip: Clip,
    pub(crate) depth: DepthBuffer,
}

impl Screen {
    /// Two black banks with the same palette; bank 0 shows the system cursor.
    pub(crate) fn new(size: Size, palette: &[u8; PALETTE_SIZE]) -> Screen {
        let mut banks = [Video::new(palette), Video::new(palette)];
        banks[0].set_cursor(0x80);
        Screen {
            size,
            banks,
            current: 0,
            clip: Clip::full(size),
            depth: DepthBuffer::default(),
        }
    }

    /// Becomes a black screen of another size; palettes and variables stay.
    pub(crate) fn resize(&mut self, size: Size) {
        self.size = size;
        self.clip = Clip::full(size);
        self.depth.clear();
        for video in &mut self.banks {
            video.pixels.fill(0);
        }
    }

    /// The chosen bank.
    #[inline]
    pub(crate) fn video(&self) -> &Video {
        &self.banks[self.current & 1]
    }

    /// The chosen bank, to be written.
    #[inline]
    pub(crate) fn video_mut(&mut self) -> &mut Video {
        &mut self.banks[self.current & 1]
    }

    /// The chosen bank, to be written, the other one, and the depths.
    pub(crate) fn parts(&mut self) -> (&mut Video, &Video, &mut DepthBuffer) {
        let [first, second] = &mut self.banks;
        if self.current == 0 {
            (first, second, &mut self.depth)
        } else {
            (second, first, &mut self.depth)
        }
    }

    /// The chosen bank as a drawing surface.
    #[inline]
    pub(crate) fn canvas(&mut self) -> Canvas<'_> {
        Canvas {
            pixels: &mut self.banks[self.current & 1].pixels,
            width: self.size.width(),
            clip: self.clip,
        }
    }

    /// Fills the clip rectangle; a whole screen also forgets all depths.
    pub(crate) fn clear(&mut self, color: i32) {
        let color = self.video().mapped(color);
        if self.clip == Clip::full(self.size) {
            let length = self.size.width() * self.size.height();
            self.video_mut().pixels[..length].fill(color);
            self.depth.clear();
        } else {
            let clip = self.clip;
            let mut canvas = self.canvas();
            for y in clip.top..clip.bottom {
                canvas.fill(y, clip.left, clip.right, color);
            }
            self.depth.clear_rectangle(clip, self.size);
        }
    }

    /// The raw color of a pixel; 0 outside the screen.
    #[inline]
    pub(crate) fn pixel(&self, x: i32, y: i32) -> u8 {
        let (width, height) = (self.size.width(), self.size.height());
        if (x as u32 as usize) < width && (y as u32 as usize) < height {
            self.video().pixels[y as usize * width + x as usize]
        } else {
            0
        }
    }

    /// Sets a pixel inside the clip rectangle.
    #[inline]
    pub(crate) fn set_pixel(&mut self, x: i32, y: i32, color: i32) {
        if self.clip.contains(x, y) {
            let width = self.size.width();
            let video = self.video_mut();
            let color = video.mapped(color);
            video.pixels[y as usize * width + x as usize] = color;
        }
    }
}

/// The pixels of a bank and the clip rectangle; colors are mapped already.
pub(crate) struct Canvas<'a> {
    pub(crate) pixels: &'a mut [u8; PIXELS],
    pub(crate) width: usize,
    pub(crate) clip: Clip,
}

impl Canvas<'_> {
    /// Sets a pixel if the clip rectangle has it.
    #[inline]
    pub(crate) fn set(&mut self, x: i32, y: i32, color: u8) {
        if self.clip.contains(x, y) {
            self.pixels[y as usize * self.width + x as usize] = color;
        }
    }

    /// The pixels of columns `left..right` of a row; all inside the clip.
    #[inline]
    pub(crate) fn row(&mut self, y: i32, left: i32, right: i32) -> &mut [u8] {
        let start = y as usize * self.width;
        &mut self.pixels[start + left as usize..start + right as usize]
    }

    /// Eight pixels of a row from one of the bank on; all inside the clip.
    #[inline]
    pub(crate) fn eight(&mut self, start: usize) -> &mut [u8; 8] {
        // Said once, so that it is not checked twice.
        assert!(
            start <= PIXELS - 8,
            "the clip rectangle is inside the screen"
        );
        self.pixels[start..]
            .first_chunk_mut()
            .expect("the clip rectangle is inside the screen")
    }

    /// Fills columns `left..right` of a row; all inside the clip.
    #[inline]
    pub(crate) fn fill(&mut self, y: i32, left: i32, right: i32, color: u8) {
        if left < right {
            self.row(y, left, right).fill(color);
        }
    }

    /// Fills `length` pixels of a row, cut to the clip.
    #[inline]
    pub(crate) fn span(&mut self, x: i32, y: i32, length: i32, color: u8) {
        if y >= self.clip.top && y < self.clip.bottom {
            let (left, right) = self.clip.columns(x, length);
            self.fill(y, left, right, color);
        }
    }

    /// Fills `length` pixels of a column, cut to the clip.
    pub(crate) fn column(&mut self, x: i32, y: i32, length: i32, color: u8) {
        if x >= self.clip.left && x < self.clip.right {
            let (top, bottom) = self.clip.rows(y, length);
            for row in top..bottom {
                self.pixels[row as usize * self.width + x as usize] = color;
            }
        }
    }

    /// Fills a rectangle, cut to the clip.
    pub(crate) fn rectangle(&mut self, x: i32, y: i32, width: i32, height: i32, color: u8) {
        let (left, right) = self.clip.columns(x, width);
        let (top, bottom) = self.clip.rows(y, height);
        for row in top..bottom {
            self.fill(row, left, right, color);
        }
    }
}
