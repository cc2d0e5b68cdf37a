//! Tests by area. Pictures are text: one row a line, colors as hexadecimal
//! digits, `.` for color 0; the screen is as small as the picture needs.

mod banks;
mod beat_grid;
mod clipping;
mod drawing;
mod extremes;
mod images;
mod input;
mod memory;
mod pictures;
mod sound;
mod stepped;
mod text;
mod textures;
mod tiles;

use crate::{Bank, Machine, Size};

/// A machine whose bank has recognizable tiles and a gray palette.
fn machine(width: u16, height: u16) -> Machine {
    let size = Size::new(width, height).expect("the tests use possible sizes");
    Machine::new(size, vec![bank()])
}

/// Tile 1 is an arrow to the upper left, tile n > 1 is filled with color n;
/// sprite 65 (letter A) is a bar of three columns.
fn bank() -> Bank {
    let mut bank = Bank::default();
    let arrow = [
        "22222222", "2333....", "233.....", "23.3....", "2...3...", "2....3..", "2.....3.",
        "2.......",
    ];
    for (row, line) in arrow.iter().enumerate() {
        bank.tiles[32 + row * 4..32 + row * 4 + 4].copy_from_slice(&packed(line));
    }
    for tile in 2..256 {
        bank.tiles[tile * 32..(tile + 1) * 32].fill((tile % 16 * 17) as u8);
    }
    for row in 0..8 {
        bank.sprites[65 * 32 + row * 4..65 * 32 + row * 4 + 4].copy_from_slice(&packed("..777..."));
    }
    for color in 0..16 {
        bank.palettes[0][color * 3..color * 3 + 3].fill(color as u8 * 17);
    }
    bank
}

/// The bytes of a row of pixels.
fn packed(line: &str) -> Vec<u8> {
    let nibbles: Vec<u8> = line
        .chars()
        .map(|digit| digit.to_digit(16).unwrap_or(0) as u8)
        .collect();
    nibbles
        .chunks(2)
        .map(|pair| pair[0] | pair[1] << 4)
        .collect()
}

/// The screen of the chosen bank as text.
fn shown(machine: &Machine) -> String {
    let size = machine.size();
    let mut text = String::new();
    for y in 0..size.height() as i32 {
        for x in 0..size.width() as i32 {
            match machine.pix(x, y) {
                0 => text.push('.'),
                color => text.extend(char::from_digit(u32::from(color), 16)),
            }
        }
        text.push('\n');
    }
    text
}

/// Draws on a black screen of the picture's size and compares.
#[track_caller]
fn check<R>(draw: impl FnOnce(&mut Machine) -> R, expected: &str) {
    let rows: Vec<&str> = expected.split_whitespace().collect();
    // The screen may be a column or a row larger, to be a possible one.
    let width = rows[0].len().next_multiple_of(2) as u16;
    let mut machine = machine(width, rows.len().max(2) as u16);
    draw(&mut machine);
    let expected = rows.join("\n") + "\n";
    let got: String = shown(&machine)
        .lines()
        .take(rows.len())
        .map(|line| line[..rows[0].len()].to_owned() + "\n")
        .collect();
    assert!(got == expected, "got\n{got}expected\n{expected}");
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    /// A number from `low` to `high`, both included.
    fn between(&mut self, low: i32, high: i32) -> i32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let range = i64::from(high) - i64::from(low) + 1;
        (i64::from(low) + ((self.0 >> 33) as i64).rem_euclid(range)) as i32
    }

    /// A number with a fraction of eighths.
    fn coordinate(&mut self, low: i32, high: i32) -> f32 {
        self.between(low * 8, high * 8) as f32 / 8.0
    }
}
