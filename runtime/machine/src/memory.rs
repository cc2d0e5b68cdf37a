//! The address space as carts see it: peek, poke, memcpy, memset.
//!
//! Everything is reachable by byte and by fields of 4, 2 and 1 bits. Where
//! pixels and tiles are held one nibble a byte, this file translates.

use crate::address::{MAP, MEMORY_SIZE, SCREEN_SIZE, TILES, VIDEO_END};
use crate::machine::Machine;
use crate::nibbles::{pack, unpack};
use crate::screen::PIXELS;

/// Bytes that are moved at once; bounded, so that nothing is allocated.
const CHUNK: usize = 512;

impl Machine {
    /// Reads a field of 8, 4, 2 or 1 bits; the address counts fields of that
    /// width. Other widths and addresses outside memory give 0.
    #[inline]
    pub fn peek(&self, address: i32, bits: u8) -> u8 {
        // A negative address is larger than any that exists.
        let place = address as u32 as usize;
        if bits == 8 {
            if place < MEMORY_SIZE {
                self.byte(place)
            } else {
                0
            }
        } else if bits == 4 && place < PIXELS {
            self.screen.video().pixels[place]
        } else if let Some(Field { byte, shift, mask }) = Field::new(place, bits) {
            (self.byte(byte) >> shift) & mask
        } else {
            0
        }
    }

    /// Writes a field of 8, 4, 2 or 1 bits; what does not exist is ignored.
    #[inline]
    pub fn poke(&mut self, address: i32, value: i32, bits: u8) {
        let place = address as u32 as usize;
        if bits == 8 {
            if place < MEMORY_SIZE {
                self.set_byte(place, value as u8);
            }
        } else if bits == 4 && place < PIXELS {
            self.screen.video_mut().pixels[place] = value as u8 & 15;
        } else if let Some(Field { byte, shift, mask }) = Field::new(place, bits) {
            let kept = self.byte(byte) & !(mask << shift);
            self.set_byte(byte, kept | (value as u8 & mask) << shift);
        }
    }

    /// Copies memory; ranges may overlap. Nothing happens if a part of either
    /// range is outside memory.
    pub fn memcpy(&mut self, target: i32, source: i32, length: i32) {
        let (Some(target), Some(source)) = (range(target, length), range(source, length)) else {
            return;
        };
        let length = length as usize;
        // Inside the screen pixels can be moved as they are held.
        if target.max(source) + length <= SCREEN_SIZE {
            let pixels = &mut self.screen.video_mut().pixels;
            pixels.copy_within(source * 2..(source + length) * 2, target * 2);
            return;
        }
        let mut buffer = [0; CHUNK];
        let mut done = 0;
        while done < length {
            let size = CHUNK.min(length - done);
            // A range that moves up is copied from its end, so that no chunk
            // is overwritten before it was read.
            let at = if target > source {
                length - done - size
            } else {
                done
            };
            self.read(source + at, &mut buffer[..size]);
            self.write(target + at, &buffer[..size]);
            done += size;
        }
    }

    /// Fills memory with the low byte of a value. Nothing happens if a part of
    /// the range is outside memory.
    pub fn memset(&mut self, target: i32, value: i32, length: i32) {
        let Some(target) = range(target, length) else {
            return;
        };
        let buffer = [value as u8; CHUNK];
        let mut done = 0;
        while done < length as usize {
            let size = CHUNK.min(length as usize - done);
            self.write(target + done, &buffer[..size]);
            done += size;
        }
    }

    /// The byte at an address inside memory.
    #[inline]
    fn byte(&self, address: usize) -> u8 {
        if address >= MAP {
            self.ram.byte(address)
        } else if address >= TILES {
            let at = (address - TILES) * 2;
            self.sheet.nibbles[at] | self.sheet.nibbles[at + 1] << 4
        } else if address >= SCREEN_SIZE {
            self.screen.video().registers[address - SCREEN_SIZE]
        } else {
            let pixels = &self.screen.video().pixels;
            pixels[address * 2] | pixels[address * 2 + 1] << 4
        }
    }

    /// Sets the byte at an address inside memory.
    #[inline]
    fn set_byte(&mut self, address: usize, value: u8) {
        let pair = if address >= MAP {
            self.ram.set_byte(address, value);
            return;
        } else if address >= TILES {
            let at = (address - TILES) * 2;
            &mut self.sheet.nibbles[at..at + 2]
        } else if address >= SCREEN_SIZE {
            self.screen.video_mut().registers[address - SCREEN_SIZE] = value;
            return;
        } else {
            &mut self.screen.video_mut().pixels[address * 2..address * 2 + 2]
        };
        pair[0] = value & 15;
        pair[1] = value >> 4;
    }

    /// Reads consecutive bytes inside memory.
    fn read(&self, address: usize, buffer: &mut [u8]) {
        for (region, part) in split(address, buffer.len()) {
            let out = &mut buffer[part.clone()];
            let at = address + part.start;
            match region {
                Region::Screen => pack(&self.screen.video().pixels[at * 2..], out),
                Region::Registers => out.copy_from_slice(
                    &self.screen.video().registers[at - SCREEN_SIZE..][..out.len()],
                ),
                Region::Sheet => pack(&self.sheet.nibbles[(at - TILES) * 2..], out),
                Region::Ram => out.copy_from_slice(self.ram.slice(at, out.len())),
            }
        }
    }

    /// Writes consecutive bytes inside memory.
    fn write(&mut self, address: usize, buffer: &[u8]) {
        for (region, part) in split(address, buffer.len()) {
            let bytes = &buffer[part.clone()];
            let at = address + part.start;
            match region {
                Region::Screen => unpack(bytes, &mut self.screen.video_mut().pixels[at * 2..]),
                Region::Registers => self.screen.video_mut().registers[at - SCREEN_SIZE..]
                    [..bytes.len()]
                    .copy_from_slice(bytes),
                Region::Sheet => unpack(bytes, &mut self.sheet.nibbles[(at - TILES) * 2..]),
                Region::Ram => self.ram.slice_mut(at, bytes.len()).copy_from_slice(bytes),
            }
        }
    }
}

/// Where a field of less than a byte lies.
struct Field {
    byte: usize,
    shift: u32,
    mask: u8,
}

impl Field {
    #[inline]
    fn new(address: usize, bits: u8) -> Option<Field> {
        // Fields in a byte as a power of two.
        let power = match bits {
            4 => 1,
            2 => 2,
            1 => 3,
            _ => return None,
        };
        let byte = address >> power;
        let place = address & ((1 << power) - 1);
        (byte < MEMORY_SIZE).then(|| Field {
            byte,
            shift: place as u32 * u32::from(bits),
            mask: 0xff >> (8 - bits),
        })
    }
}

/// The start of a range of bytes, if all of it is inside memory.
fn range(start: i32, length: i32) -> Option<usize> {
    let start = usize::try_from(start).ok()?;
    let length = usize::try_from(length).ok()?;
    (start + length <= MEMORY_SIZE).then_some(start)
}

/// The parts of memory that are stored differently.
#[derive(Clone, Copy)]
enum Region {
    Screen,
    Registers,
    Sheet,
    Ram,
}

/// Cuts a range of memory at the borders of regions; the ranges that come with
/// the regions are relative to the address.
fn split(address: usize, length: usize) -> impl Iterator<Item = (Region, std::ops::Range<usize>)> {
    const ENDS: [(Region, usize); 4] = [
        (Region::Screen, SCREEN_SIZE),
        (Region::Registers, VIDEO_END),
        (Region::Sheet, MAP),
        (Region::Ram, MEMORY_SIZE),
    ];
    let mut start = 0;
    ENDS.into_iter().filter_map(move |(region, end)| {
        let stop = end.saturating_sub(address).min(length);
        let part = start..stop;
        start = stop.max(start);
        (!part.is_empty()).then_some((region, part))
    })
}
