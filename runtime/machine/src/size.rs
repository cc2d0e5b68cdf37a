//! How large the screen of a cart is.
//!
//! A cart may choose any size whose 4-bit pixels fit into screen memory; a row
//! of pixels then takes half its width in bytes and nothing else moves.

use crate::address::SCREEN_SIZE;

/// Width of the usual screen in pixels.
pub const WIDTH: usize = 240;
/// Height of the usual screen in pixels.
pub const HEIGHT: usize = 136;
/// Columns of border left and right of the usual screen.
const BORDER_COLUMNS: usize = 8;
/// Rows of border above and below the usual screen.
const BORDER_ROWS: usize = 4;

/// Width and height of the inner screen in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    width: u16,
    height: u16,
}

/// Why a screen size was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SizeError {
    /// A side is zero, or a row does not fill whole bytes.
    #[error("screen {0}x{1}: both sides must be at least 2 and the width even")]
    Shape(u16, u16),
    /// The pixels do not fit into screen memory.
    #[error("screen {0}x{1}: at most 32640 pixels fit into screen memory")]
    TooLarge(u16, u16),
}

impl Size {
    /// A size whose pixels fit into screen memory.
    pub fn new(width: u16, height: u16) -> Result<Size, SizeError> {
        if width < 2 || height < 2 || !width.is_multiple_of(2) {
            return Err(SizeError::Shape(width, height));
        }
        if usize::from(width) * usize::from(height) > SCREEN_SIZE * 2 {
            return Err(SizeError::TooLarge(width, height));
        }
        Ok(Size { width, height })
    }

    /// Pixels in a row.
    pub fn width(self) -> usize {
        usize::from(self.width)
    }

    /// Rows of pixels.
    pub fn height(self) -> usize {
        usize::from(self.height)
    }

    /// Columns of border left and right, and rows of it above and below. Only
    /// the usual screen has one: on a small screen it would be larger than what
    /// it surrounds, and a cart that chooses its size means the whole picture.
    pub fn border(self) -> (usize, usize) {
        if self == Size::default() {
            (BORDER_COLUMNS, BORDER_ROWS)
        } else {
            (0, 0)
        }
    }

    /// Pixels in a row of the picture with its border.
    pub fn picture_width(self) -> usize {
        self.width() + 2 * self.border().0
    }

    /// Rows of the picture with its border.
    pub fn picture_height(self) -> usize {
        self.height() + 2 * self.border().1
    }
}

impl Default for Size {
    fn default() -> Size {
        Size {
            width: WIDTH as u16,
            height: HEIGHT as u16,
        }
    }
}
