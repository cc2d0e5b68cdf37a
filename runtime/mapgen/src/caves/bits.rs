//! Walls as bits, 64 cells a word, a row in whole words. Bits beyond the last
//! column are walls, and so is everything outside.

use dice::Stream;

use crate::recorder::{Canvas, Recorder};

/// All bits of eight bytes but the highest of each.
const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// A grid of bits; a bit is set for a wall.
#[derive(Clone, Debug)]
pub(crate) struct Bits {
    width: u32,
    height: u32,
    /// Words of a row.
    stride: usize,
    words: Vec<u64>,
}

impl Bits {
    /// All walls.
    pub(crate) fn new(width: u32, height: u32) -> Bits {
        let stride = width.div_ceil(64) as usize;
        Bits {
            width,
            height,
            stride,
            words: vec![u64::MAX; stride * height as usize],
        }
    }

    pub(crate) const fn width(&self) -> u32 {
        self.width
    }

    pub(crate) const fn height(&self) -> u32 {
        self.height
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = &[u64]> {
        self.words.chunks_exact(self.stride)
    }

    pub(crate) fn is_wall(&self, row: u32, x: u32) -> bool {
        let word = row as usize * self.stride + x as usize / 64;
        self.words[word] >> (x % 64) & 1 == 1
    }

    /// True when all cells of a row from `start` up to but without `end` are
    /// walls.
    pub(crate) fn is_closed(&self, row: u32, start: u32, end: u32) -> bool {
        let row = row as usize * self.stride;
        let mut x = start;
        while x < end {
            let stop = (x / 64 * 64 + 64).min(end);
            let mask = (u64::MAX >> (64 - (stop - x))) << (x % 64);
            if self.words[row + x as usize / 64] & mask != mask {
                return false;
            }
            x = stop;
        }
        true
    }

    /// Opens the cells of a row from `start` up to but without `end`.
    pub(crate) fn open(&mut self, row: u32, start: u32, end: u32) {
        self.masks(row, start, end, |word, mask| *word &= !mask);
    }

    /// Makes them walls.
    pub(crate) fn close(&mut self, row: u32, start: u32, end: u32) {
        self.masks(row, start, end, |word, mask| *word |= mask);
    }

    fn masks(&mut self, row: u32, start: u32, end: u32, change: impl Fn(&mut u64, u64)) {
        let row = row as usize * self.stride;
        let mut x = start;
        while x < end {
            let stop = (x / 64 * 64 + 64).min(end);
            let mask = (u64::MAX >> (64 - (stop - x))) << (x % 64);
            change(&mut self.words[row + x as usize / 64], mask);
            x = stop;
        }
    }

    /// Sets each bit with so many thousandths of chance, in steps of 1/1024.
    pub(crate) fn noise(&mut self, thousandths: u32, stream: &mut Stream) {
        // A bit that is set with chance p, put together from fair bits: the
        // binary digits of p from the last, "or" for a 1 and "and" for a 0,
        // halve what was there and add a half for each 1.
        let digits = (thousandths * 1024 + 500) / 1000;
        if digits >= 1024 {
            self.words.fill(u64::MAX);
            return;
        }
        let last = digits.trailing_zeros().min(10);
        for word in &mut self.words {
            *word = 0;
            for digit in last..10 {
                let fair = stream.bits();
                *word = if digits >> digit & 1 == 1 {
                    *word | fair
                } else {
                    *word & fair
                };
            }
        }
        self.close_edge();
    }

    /// Opens the cells whose byte is one of those, row by row, the edge apart.
    pub(crate) fn open_where(&mut self, cells: &[u8], is_open: impl Fn(u8) -> bool) {
        let width = self.width as usize;
        let rows = self.words.chunks_exact_mut(self.stride);
        for (words, row) in rows.zip(cells.chunks_exact(width)) {
            for (word, cells) in words.iter_mut().zip(row.chunks(64)) {
                let bit = |(x, &cell): (u32, &u8)| u64::from(is_open(cell)) << x;
                *word = !(0..).zip(cells).map(bit).fold(0, |all, bit| all | bit);
            }
        }
        self.close_edge();
    }

    /// Every cell becomes what five of the nine in its square are.
    pub(crate) fn generation(&mut self) {
        let stride = self.stride;
        // Of the rows above, at and below: how many of three cells side by
        // side are walls, as two binary digits. Outside, all three are.
        let mut ones = vec![u64::MAX; stride * 3];
        let mut twos = vec![u64::MAX; stride * 3];
        sums(
            &self.words[..stride],
            &mut ones[stride..],
            &mut twos[stride..],
        );
        for row in 0..self.height as usize {
            let below = (row + 2) % 3 * stride;
            let (low, high) = (&mut ones[below..], &mut twos[below..]);
            if let Some(next) = self.words.get((row + 1) * stride..(row + 2) * stride) {
                sums(next, low, high);
            } else {
                low[..stride].fill(u64::MAX);
                high[..stride].fill(u64::MAX);
            }
            let [a, b, c] = [0, stride, 2 * stride];
            let out = &mut self.words[row * stride..(row + 1) * stride];
            for (i, word) in out.iter_mut().enumerate() {
                let (x, y, z) = (ones[a + i], ones[b + i], ones[c + i]);
                let odd = x ^ y ^ z;
                let carry = (x & y) | (z & (x | y));
                let (p, q, r) = (twos[a + i], twos[b + i], twos[c + i]);
                // Twice as many as the set ones of these four, and one if odd.
                let (both, any) = (p & q, p | q);
                let (other, some) = (r & carry, r | carry);
                let two = both | other | (any & some);
                let three = (both & some) | (other & any);
                *word = three | (two & odd);
            }
        }
        self.close_edge();
    }

    /// Draws walls and floor.
    pub(crate) fn draw<R: Recorder>(&self, canvas: &mut Canvas<R>) {
        let mut cells = vec![0; self.stride * 64];
        for (y, row) in (0..).zip(self.rows()) {
            for (word, cells) in row.iter().zip(cells.chunks_exact_mut(64)) {
                for (byte, cells) in word.to_le_bytes().iter().zip(cells.chunks_exact_mut(8)) {
                    // Eight copies of the byte, of each another bit, which is
                    // carried to the top of its copy and from there to 1: an
                    // open cell is a 1.
                    let copies = u64::from(!byte).wrapping_mul(0x0101_0101_0101_0101);
                    let bits = copies & 0x8040_2010_0804_0201;
                    let tops = (bits & LOW).wrapping_add(LOW) | bits;
                    let spread = tops >> 7 & 0x0101_0101_0101_0101;
                    cells.copy_from_slice(&spread.to_le_bytes());
                }
            }
            canvas.write_row(y, &cells[..self.width as usize]);
        }
    }

    /// Makes the outermost cells, and the bits beyond them, walls.
    fn close_edge(&mut self) {
        let stride = self.stride;
        let last = self.words.len() - stride;
        self.words[..stride].fill(u64::MAX);
        self.words[last..].fill(u64::MAX);
        let beyond = u64::MAX << ((self.width - 1) % 64);
        for row in self.words.chunks_exact_mut(stride) {
            row[0] |= 1;
            row[stride - 1] |= beyond;
        }
    }
}

/// How many of three cells side by side are walls, as two binary digits.
fn sums(row: &[u64], low: &mut [u64], high: &mut [u64]) {
    let last = row.len() - 1;
    for (i, &here) in row.iter().enumerate() {
        let before = if i > 0 { row[i - 1] >> 63 } else { 1 };
        let after = if i < last { row[i + 1] << 63 } else { 1 << 63 };
        let (left, right) = (here << 1 | before, here >> 1 | after);
        low[i] = left ^ here ^ right;
        high[i] = (left & here) | (right & (left | here));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Seed;

    fn walls(bits: &Bits) -> usize {
        let cells = (0..bits.height).flat_map(|y| (0..bits.width).map(move |x| (y, x)));
        cells.filter(|&(y, x)| bits.is_wall(y, x)).count()
    }

    #[test]
    fn a_generation_is_the_rule_cell_by_cell() {
        for (width, height) in [(4, 4), (63, 20), (64, 9), (65, 33), (130, 7)] {
            let mut bits = Bits::new(width, height);
            bits.noise(450, &mut Seed::new(u64::from(width)).stream());
            let before = bits.clone();
            bits.generation();
            for y in 0..height {
                for x in 0..width {
                    let is_wall = |dx: i32, dy: i32| {
                        let (x, y) = (x.checked_add_signed(dx), y.checked_add_signed(dy));
                        x.zip(y)
                            .is_none_or(|(x, y)| x >= width || y >= height || before.is_wall(y, x))
                    };
                    let around = (-1..=1).flat_map(|y| (-1..=1).map(move |x| (x, y)));
                    let count = around.filter(|&(x, y)| is_wall(x, y)).count();
                    let is_edge = x == 0 || y == 0 || x + 1 == width || y + 1 == height;
                    assert_eq!(bits.is_wall(y, x), count >= 5 || is_edge, "{x} {y}");
                }
            }
        }
    }

    #[test]
    fn noise_has_the_wished_chance() {
        for thousandths in [0, 1, 100, 450, 500, 999, 1000] {
            let mut bits = Bits::new(1000, 1000);
            bits.noise(thousandths, &mut Seed::new(1).stream());
            let inside = walls(&bits) as i64 - 3996;
            let expected = 998 * 998 * i64::from(thousandths) / 1000;
            assert!((inside - expected).abs() < 3000, "{thousandths}: {inside}");
        }
    }

    #[test]
    fn parts_of_rows_are_opened_and_closed() {
        let mut bits = Bits::new(200, 2);
        bits.open(1, 60, 190);
        assert_eq!(walls(&bits), 400 - 130);
        assert!(bits.is_wall(1, 59) && !bits.is_wall(1, 60));
        assert!(!bits.is_wall(1, 189) && bits.is_wall(1, 190));
        assert!(bits.is_closed(1, 0, 60) && bits.is_closed(1, 190, 200));
        assert!(!bits.is_closed(1, 0, 61) && !bits.is_closed(1, 189, 200));
        bits.close(1, 64, 128);
        assert_eq!(walls(&bits), 400 - 66);
        bits.open(0, 5, 5);
        assert_eq!(walls(&bits), 400 - 66);
    }
}
