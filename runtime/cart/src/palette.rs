//! Colors that carts begin with, and the palettes that a header may name.
//! A `.hex` file is the plain list that palette collections offer: six hex
//! digits a line.

use crate::bank::Bank;

/// The palette of new carts.
pub const SWEETIE16: [u8; 48] = rgb([
    0x001a_1c2c,
    0x005d_275d,
    0x00b1_3e53,
    0x00ef_7d57,
    0x00ff_cd75,
    0x00a7_f070,
    0x0038_b764,
    0x0025_7179,
    0x0029_366f,
    0x003b_5dc9,
    0x0041_a6f6,
    0x0073_eff7,
    0x00f4_f4f4,
    0x0094_b0c2,
    0x0056_6c86,
    0x0033_3c57,
]);

/// The palette of binary carts that are older than the palette chunk.
pub const DB16: [u8; 48] = rgb([
    0x0014_0c1c,
    0x0044_2434,
    0x0030_346d,
    0x004e_4a4e,
    0x0085_4c30,
    0x0034_6524,
    0x00d0_4648,
    0x0075_7161,
    0x0059_7dce,
    0x00d2_7d2c,
    0x0085_95a1,
    0x006d_aa2c,
    0x00d2_aa99,
    0x006d_c2ca,
    0x00da_d45e,
    0x00de_eed6,
]);

/// Square, triangle and sawtooth: the waveforms of new carts.
pub const DEFAULT_WAVES: [u8; 48] = [
    0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0xff,
    0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe, 0xef, 0xcd, 0xab, 0x89, 0x67, 0x45, 0x23, 0x01,
    0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe, 0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe,
];

/// Names that a header's `palette` may have besides a `.hex` file.
const NAMED: [(&str, [u8; 48]); 2] = [("sweetie16", SWEETIE16), ("db16", DB16)];

/// Whether a palette has this name, so that no file is needed for it.
pub(crate) fn is_named(name: &str) -> bool {
    NAMED.iter().any(|(n, _)| n.eq_ignore_ascii_case(name))
}

const fn rgb(colors: [u32; 16]) -> [u8; 48] {
    let mut bytes = [0; 48];
    let mut i = 0;
    while i < 16 {
        bytes[i * 3] = (colors[i] >> 16) as u8;
        bytes[i * 3 + 1] = (colors[i] >> 8) as u8;
        bytes[i * 3 + 2] = colors[i] as u8;
        i += 1;
    }
    bytes
}

/// Puts the palette that a header names into a bank.
///
/// # Errors
/// A sentence that says what is wrong with the name or the file.
pub(crate) fn apply<'a>(
    name: &str,
    file: impl Fn(&str) -> Option<&'a [u8]>,
    bank: &mut Bank,
) -> Result<(), String> {
    if let Some((_, colors)) = NAMED.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
        bank.set_colors(colors);
        return Ok(());
    }
    let names: Vec<_> = NAMED.iter().map(|(n, _)| *n).collect();
    let Some(text) = file(name) else {
        return Err(format!(
            "there is no palette `{name}`: name one of {} or a .hex file of the cart's folder",
            names.join(", ")
        ));
    };
    let colors = from_hex(text).map_err(|problem| format!("{name}: {problem}"))?;
    bank.set_colors(&colors);
    Ok(())
}

/// Reads up to 16 lines of six hex digits; missing colors are black.
fn from_hex(text: &[u8]) -> Result<[u8; 48], String> {
    let mut colors = [0; 48];
    let mut count = 0;
    for (index, line) in text.split(|&b| b == b'\n').enumerate() {
        let line = String::from_utf8_lossy(line);
        let digits = line.trim().trim_start_matches('#');
        if digits.is_empty() {
            continue;
        }
        let value = u32::from_str_radix(digits, 16)
            .ok()
            .filter(|_| digits.len() == 6)
            .ok_or_else(|| format!("line {}: expected six hex digits", index + 1))?;
        if count == 16 {
            return Err(format!("line {}: more than 16 colors", index + 1));
        }
        colors[count * 3..count * 3 + 3].copy_from_slice(&value.to_be_bytes()[1..]);
        count += 1;
    }
    Ok(colors)
}

/// The color of a palette that is nearest to an RGB value, the first if equal.
pub(crate) fn nearest(palette: &[[u8; 3]; 16], rgb: [u8; 3]) -> u8 {
    let distance = |color: &[u8; 3]| -> i32 {
        color
            .iter()
            .zip(rgb)
            .map(|(&a, b)| (i32::from(a) - i32::from(b)).pow(2))
            .sum()
    };
    let index = (0..16).min_by_key(|&i| distance(&palette[i]));
    index.unwrap_or(0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_files() {
        let colors = from_hex(b"#102030\r\n\nff0001\n").unwrap();
        assert_eq!(colors[..7], [0x10, 0x20, 0x30, 0xff, 0, 1, 0]);
        assert_eq!(
            from_hex(b"102030\nzz").unwrap_err(),
            "line 2: expected six hex digits"
        );
        assert!(from_hex(&b"000000\n".repeat(17)).is_err());
    }

    #[test]
    fn the_nearest_color_is_the_first_of_equals() {
        let palette = std::array::from_fn(|i| [(i as u8 / 2) * 20; 3]);
        assert_eq!(nearest(&palette, [41, 40, 39]), 4);
    }
}
