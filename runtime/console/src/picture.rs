//! Pictures and sound registers as comparable values, for tests and
//! recordings.

use machine::{Machine, Picture};
use md5::{Digest, Md5};

/// First address of the sound registers, and their bytes.
const REGISTERS: i32 = 0x0ff9c;
const REGISTERS_SIZE: i32 = 72;
/// First address of the stereo volumes, and their bytes.
const STEREO: i32 = 0x14000;
const STEREO_SIZE: i32 = 4;

/// MD5 of the screen inside the border: R, G, B, 255 of each pixel, rows from
/// the top, as 32 hexadecimal digits.
pub fn screen_md5(picture: &Picture) -> String {
    hex(Md5::digest(picture.screen().rgba).as_slice())
}

/// MD5 of the whole picture, border included, in the same form.
pub fn picture_md5(picture: &Picture) -> String {
    hex(Md5::digest(&picture.rgba).as_slice())
}

/// The 72 sound register bytes and the 4 stereo bytes, in hexadecimal, with a
/// space between.
pub fn sound_registers(machine: &Machine) -> String {
    let bytes = |from: i32, count: i32| memory(machine, from, count).collect::<Vec<u8>>();
    format!(
        "{} {}",
        hex(&bytes(REGISTERS, REGISTERS_SIZE)),
        hex(&bytes(STEREO, STEREO_SIZE))
    )
}

/// The same as bytes: sound registers, then stereo.
pub(crate) fn sound_bytes(machine: &Machine) -> [u8; (REGISTERS_SIZE + STEREO_SIZE) as usize] {
    let mut all =
        memory(machine, REGISTERS, REGISTERS_SIZE).chain(memory(machine, STEREO, STEREO_SIZE));
    std::array::from_fn(|_| all.next().unwrap_or(0))
}

fn memory(machine: &Machine, from: i32, count: i32) -> impl Iterator<Item = u8> {
    (from..from + count).map(|address| machine.peek(address, 8))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        write!(text, "{byte:02x}").expect("a string takes everything");
    }
    text
}
