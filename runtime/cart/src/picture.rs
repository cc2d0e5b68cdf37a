//! PNG files: the cart inside a picture, and plain pictures as pixels. The
//! chunks of the file are walked here, because the decoder does not hand out
//! chunks that it does not know; the pixels are left to the decoder, within
//! limits, since a few bytes can claim a picture of gigabytes.

use std::io::Cursor;

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use png::{BitDepth, ColorType, Decoder, Encoder, Limits, Transformations};

use crate::form::PNG_SIGNATURE;
use crate::tic::unpack;

/// The chunk that holds a packed .tic file.
const CART_CHUNK: [u8; 4] = *b"caRt";

/// Most bytes that the cart in a picture may unpack to: all banks and code
/// of a full cart are a third of it.
const CART_LIMIT: usize = 4 << 20;

/// Most pixels of a picture that we look at.
const PIXEL_LIMIT: u64 = 4 << 20;

/// Low bits of each color byte that hold the length of a hidden cart.
const HEAD_BITS: u32 = 4;

/// Color bytes that hold that length.
const HEAD_BYTES: usize = 8;

/// A picture of 8-bit red, green, blue and alpha.
pub(crate) struct Rgba {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) bytes: Vec<u8>,
}

/// A picture whose pixels are numbers of colors.
pub(crate) struct Indexed {
    pub(crate) pixels: Vec<u8>,
    /// Red, green and blue of each color.
    pub(crate) palette: Vec<u8>,
}

/// The .tic bytes inside a PNG file: in a chunk of its own, else in the low
/// bits of the colors.
///
/// # Errors
/// What is wrong with the picture or its cart.
pub(crate) fn cart_bytes(png: &[u8]) -> Result<Vec<u8>, String> {
    let packed = match cart_chunk(png)? {
        Some(packed) => packed.to_vec(),
        None => hidden_bytes(&decode_rgba(png)?.bytes)
            .ok_or("a picture without a cart in it".to_owned())?,
    };
    unpack(ZlibDecoder::new(packed.as_slice()), CART_LIMIT)
        .map_err(|problem| format!("the cart in the picture is damaged: {problem}"))
}

/// Data of the cart chunk, if there is one.
fn cart_chunk(png: &[u8]) -> Result<Option<&[u8]>, String> {
    let mut rest = &png[PNG_SIGNATURE.len().min(png.len())..];
    while let Some((head, tail)) = rest.split_first_chunk::<8>() {
        let [a, b, c, d, kind @ ..] = *head;
        let size = u32::from_be_bytes([a, b, c, d]) as usize;
        let Some(data) = tail.get(..size) else {
            return if kind == CART_CHUNK {
                Err(format!(
                    "the cart in the picture is cut off: {} of {size} bytes are left",
                    tail.len()
                ))
            } else {
                Ok(None)
            };
        };
        if kind == CART_CHUNK {
            return Ok(Some(data));
        }
        // The check sum follows; zlib has one of its own for the cart.
        rest = tail.get(size + 4..).unwrap_or_default();
    }
    Ok(None)
}

/// Takes hidden bytes out of the low bits of color bytes: first 32 bits, four
/// a byte, the number of bits (8) and the length (24) of what follows.
fn hidden_bytes(colors: &[u8]) -> Option<Vec<u8>> {
    let (head, body) = colors.split_at_checked(HEAD_BYTES)?;
    let head = head
        .iter()
        .rev()
        .fold(0_u32, |all, &byte| all << HEAD_BITS | u32::from(byte & 15));
    let (bits, size) = ((head & 0xff) as usize, (head >> 8) as usize);
    let room = body.len() * bits / 8;
    if !(1..=8).contains(&bits) || size == 0 || size > room {
        return None;
    }
    let mut out = vec![0_u8; size];
    for at in 0..size * 8 {
        let bit = body[at / bits] >> (at % bits) & 1;
        out[at / 8] |= bit << (at % 8);
    }
    Some(out)
}

/// Hides bytes as [`hidden_bytes`] finds them.
#[cfg(test)]
pub(crate) fn hide_bytes(colors: &mut [u8], data: &[u8], bits: usize) {
    let head = bits as u32 | (data.len() as u32) << 8;
    for (index, color) in colors[..HEAD_BYTES].iter_mut().enumerate() {
        *color = *color & 0xf0 | (head >> (index as u32 * HEAD_BITS) & 15) as u8;
    }
    let body = &mut colors[HEAD_BYTES..];
    for at in 0..data.len() * 8 {
        let bit = data[at / 8] >> (at % 8) & 1;
        let color = &mut body[at / bits];
        *color = *color & !(1 << (at % bits)) | bit << (at % bits);
    }
}

/// Reads the pixels of any PNG.
pub(crate) fn decode_rgba(png: &[u8]) -> Result<Rgba, String> {
    let mut reader = open(png, Transformations::normalize_to_color8())?;
    let (width, height) = size_of(&reader);
    let size = reader
        .output_buffer_size()
        .ok_or("the picture is too large")?;
    let mut raw = vec![0; size];
    let info = reader.next_frame(&mut raw).map_err(|e| e.to_string())?;
    raw.truncate(info.buffer_size());
    let bytes = match info.color_type {
        ColorType::Rgba => raw,
        ColorType::Rgb => spread::<3>(&raw, |[r, g, b]| [r, g, b, 255]),
        ColorType::Grayscale => spread::<1>(&raw, |[v]| [v, v, v, 255]),
        ColorType::GrayscaleAlpha => spread::<2>(&raw, |[v, a]| [v, v, v, a]),
        ColorType::Indexed => return Err("its colors cannot be read".to_owned()),
    };
    Ok(Rgba {
        width,
        height,
        bytes,
    })
}

fn spread<const N: usize>(raw: &[u8], pixel: impl Fn([u8; N]) -> [u8; 4]) -> Vec<u8> {
    let (pixels, _) = raw.as_chunks::<N>();
    pixels.iter().flat_map(|&p| pixel(p)).collect()
}

/// Reads the color numbers of a PNG that has a palette; `None` if it has not.
pub(crate) fn decode_indexed(png: &[u8]) -> Result<Option<Indexed>, String> {
    let mut reader = open(png, Transformations::IDENTITY)?;
    let (width, height) = size_of(&reader);
    let info = reader.info();
    let (ColorType::Indexed, Some(palette)) = (info.color_type, &info.palette) else {
        return Ok(None);
    };
    let palette = palette.to_vec();
    let bits = match info.bit_depth {
        BitDepth::One => 1,
        BitDepth::Two => 2,
        BitDepth::Four => 4,
        BitDepth::Eight | BitDepth::Sixteen => 8,
    };
    let size = reader
        .output_buffer_size()
        .ok_or("the picture is too large")?;
    let mut raw = vec![0; size];
    let info = reader.next_frame(&mut raw).map_err(|e| e.to_string())?;
    let mut pixels = Vec::with_capacity(width * height);
    for row in raw.chunks(info.line_size.max(1)).take(height) {
        // Pixels are packed from the high bits down.
        pixels.extend((0..width).map(|x| {
            let shift = 8 - bits - x * bits % 8;
            row[x * bits / 8] >> shift & (0xff >> (8 - bits)) as u8
        }));
    }
    Ok(Some(Indexed { pixels, palette }))
}

type Reader<'a> = png::Reader<Cursor<&'a [u8]>>;

fn open(png: &[u8], transformations: Transformations) -> Result<Reader<'_>, String> {
    let limits = Limits { bytes: 16 << 20 };
    let mut decoder = Decoder::new_with_limits(Cursor::new(png), limits);
    decoder.set_transformations(transformations);
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let info = decoder.read_header_info().map_err(|e| e.to_string())?;
    if u64::from(info.width) * u64::from(info.height) > PIXEL_LIMIT {
        return Err(format!(
            "a picture of {}x{} pixels is too large for a cart",
            info.width, info.height
        ));
    }
    decoder.read_info().map_err(|e| e.to_string())
}

fn size_of(reader: &Reader<'_>) -> (usize, usize) {
    let info = reader.info();
    (info.width as usize, info.height as usize)
}

/// Writes a picture with a .tic file inside.
pub(crate) fn encode_cart(picture: &Rgba, tic: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
    let packed = std::io::Write::write_all(&mut packed, tic)
        .and_then(|()| packed.finish())
        .expect("writing to memory cannot fail");
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, picture.width as u32, picture.height as u32);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder
        .write_header()
        .and_then(|mut writer| {
            writer.write_image_data(&picture.bytes)?;
            writer.write_chunk(png::chunk::ChunkType(CART_CHUNK), &packed)?;
            writer.finish()
        })
        .expect("the picture has the size that was announced");
    out
}

/// Writes a picture of 16 colors, one byte a pixel in `pixels`.
pub(crate) fn encode_indexed(pixels: &[u8], width: usize, palette: &[u8; 48]) -> Vec<u8> {
    let height = pixels.len() / width;
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width as u32, height as u32);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Four);
    encoder.set_palette(palette.to_vec());
    let packed: Vec<u8> = pixels
        .chunks(2)
        .map(|pair| pair[0] << 4 | pair[1] & 15)
        .collect();
    encoder
        .write_header()
        .and_then(|mut writer| {
            writer.write_image_data(&packed)?;
            writer.finish()
        })
        .expect("the picture has the size that was announced");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_bytes_come_back() {
        let data: Vec<u8> = (0..=255).rev().collect();
        for bits in 1..=8 {
            let mut colors = vec![0x5a; 8 + 256 * 8];
            hide_bytes(&mut colors, &data, bits);
            assert_eq!(hidden_bytes(&colors).as_ref(), Some(&data), "{bits} bits");
        }
        assert_eq!(hidden_bytes(&[0xff; 64]), None);
        assert_eq!(hidden_bytes(&[0; 7]), None);
    }

    #[test]
    fn carts_hide_in_the_low_bits_of_colors() {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        std::io::Write::write_all(&mut packed, b"chunks").unwrap();
        let mut colors = vec![0xff; 16 * 16 * 4];
        hide_bytes(&mut colors, &packed.finish().unwrap(), 1);
        let mut png = Vec::new();
        let mut encoder = Encoder::new(&mut png, 16, 16);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header().unwrap();
        writer.write_image_data(&colors).unwrap();
        writer.finish().unwrap();
        assert_eq!(cart_bytes(&png).unwrap(), b"chunks");
    }

    #[test]
    fn huge_pictures_are_refused_before_they_are_made() {
        let mut png = PNG_SIGNATURE.to_vec();
        png.extend(b"\0\0\0\rIHDR\0\x01\0\0\0\x01\0\0\x08\x06\0\0\0");
        let check_sum = [0x6c, 0x84, 0x30, 0xe3];
        png.extend(check_sum);
        assert_eq!(
            cart_bytes(&png).unwrap_err(),
            "a picture of 65536x65536 pixels is too large for a cart"
        );
    }

    #[test]
    fn color_numbers_come_back() {
        let pixels: Vec<u8> = (0..64).map(|i| i % 16).collect();
        let palette = std::array::from_fn(|i| i as u8);
        let png = encode_indexed(&pixels, 8, &palette);
        let picture = decode_indexed(&png).unwrap().unwrap();
        assert_eq!(picture.pixels, pixels);
        assert_eq!(picture.palette, palette);
        let rgba = decode_rgba(&png).unwrap();
        assert_eq!((rgba.width, rgba.height), (8, 8));
        assert_eq!(rgba.bytes[4..8], [3, 4, 5, 255]);
    }
}
