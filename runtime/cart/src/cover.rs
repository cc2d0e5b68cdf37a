//! The cover of carts from before the SCREEN chunk: a GIF of 240x136 pixels.
//! TIC-80 turns it into the screen of bank 0, and many real carts still show
//! that picture when they start, so it has to be read.

use gif::{ColorOutput, DecodeOptions, MemoryLimit};

use crate::palette::nearest;

const WIDTH: usize = 240;
const HEIGHT: usize = 136;

/// Reads the first frame of a GIF as the bytes of a SCREEN section, each pixel
/// in the nearest color of the palette.
///
/// # Errors
/// What is wrong with the GIF.
pub(crate) fn decode(data: &[u8], palette: &[[u8; 3]; 16]) -> Result<Vec<u8>, String> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::Indexed);
    options.set_memory_limit(MemoryLimit::Bytes(
        (1 << 20).try_into().expect("it is not zero"),
    ));
    let mut decoder = options.read_info(data).map_err(|e| e.to_string())?;
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    if (width, height) != (WIDTH, HEIGHT) {
        return Err(format!("it has {width}x{height} pixels, not 240x136"));
    }
    let global = decoder.global_palette().map(<[u8]>::to_vec);
    let frame = decoder
        .read_next_frame()
        .map_err(|e| e.to_string())?
        .ok_or("it has no picture")?;
    let colors = frame
        .palette
        .as_ref()
        .or(global.as_ref())
        .ok_or("it has no palette")?;
    let mut nibbles = [0_u8; 256];
    for (nibble, rgb) in nibbles.iter_mut().zip(colors.chunks_exact(3)) {
        *nibble = nearest(palette, [rgb[0], rgb[1], rgb[2]]);
    }
    let mut screen = vec![0; WIDTH * HEIGHT / 2];
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    for (row, pixels) in frame
        .buffer
        .chunks_exact(usize::from(frame.width).max(1))
        .enumerate()
    {
        for (column, &pixel) in pixels.iter().enumerate() {
            let (x, y) = (left + column, top + row);
            if x < WIDTH && y < HEIGHT {
                let at = y * WIDTH + x;
                let shift = at % 2 * 4;
                screen[at / 2] &= 0xf0 >> shift;
                screen[at / 2] |= nibbles[usize::from(pixel)] << shift;
            }
        }
    }
    Ok(screen)
}
