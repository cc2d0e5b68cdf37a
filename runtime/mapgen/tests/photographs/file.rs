//! Gray pixels as picture files. The jpeg writer is the least that spoils a
//! picture as a camera does: one component, the quantization of Annex K of
//! ITU-T T.81, and codes of one length, since nobody minds the size. A crate
//! for it would be built for these tests alone.

use dice::maths::cos;

/// A png file of gray pixels.
pub(crate) fn png(width: usize, pixels: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let height = pixels.len() / width;
    let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().expect("a size");
    writer.write_image_data(pixels).expect("as many pixels");
    writer.finish().expect("memory can be written to");
    file
}

/// A jpeg file of gray pixels; quality is 1 to 100.
pub(crate) fn jpeg(width: usize, pixels: &[u8], quality: u32) -> Vec<u8> {
    let height = pixels.len() / width;
    let scale = if quality < 50 {
        5000 / quality
    } else {
        200 - 2 * quality
    };
    let steps = LUMINANCE.map(|step| ((step * scale + 50) / 100).clamp(1, 255));
    let mut file = vec![0xff, 0xd8];
    let mut segment = |marker: u8, bytes: &[u8]| {
        file.extend([0xff, marker]);
        file.extend((bytes.len() as u16 + 2).to_be_bytes());
        file.extend(bytes);
    };
    let table = ZIGZAG.map(|at| steps[at] as u8);
    segment(0xdb, &[&[0][..], &table].concat());
    let [h0, h1, w0, w1] = [height >> 8, height, width >> 8, width].map(|number| number as u8);
    segment(0xc0, &[8, h0, h1, w0, w1, 1, 1, 0x11, 0]);
    // Twelve codes of four bits, the sizes themselves; then all pairs of a run
    // and a size as codes of eight bits.
    let sizes: Vec<u8> = (0..12).collect();
    let lengths = |bits: usize, count: usize| -> Vec<u8> {
        let count = |length| if length == bits { count as u8 } else { 0 };
        (1..=16).map(count).collect()
    };
    segment(0xc4, &[vec![0], lengths(4, 12), sizes].concat());
    let pairs = pairs();
    segment(
        0xc4,
        &[vec![0x10], lengths(8, pairs.len()), pairs.clone()].concat(),
    );
    segment(0xda, &[1, 1, 0, 0, 63, 0]);
    let waves = waves();
    let mut bits = Bits::default();
    let mut last = 0;
    for top in (0..height).step_by(8) {
        for left in (0..width).step_by(8) {
            let block: [f64; 64] = std::array::from_fn(|at| {
                let (x, y) = (left + at % 8, top + at / 8);
                let place = y.min(height - 1) * width + x.min(width - 1);
                f64::from(pixels[place]) - 128.0
            });
            let values = transformed(&block, &waves);
            let value = |at: usize| (values[at] / f64::from(steps[at])).round() as i32;
            bits.write_sized(value(0) - last, |size| (size, 4));
            last = value(0);
            let mut zeros = 0;
            for value in ZIGZAG[1..].iter().map(|&at| value(at)) {
                if value == 0 {
                    zeros += 1;
                    continue;
                }
                for _ in 0..zeros / 16 {
                    bits.write(code(&pairs, 0xf0), 8);
                }
                bits.write_sized(value, |size| (code(&pairs, zeros % 16 * 16 + size), 8));
                zeros = 0;
            }
            if zeros > 0 {
                bits.write(code(&pairs, 0), 8);
            }
        }
    }
    bits.write(0x7f, 7);
    file.extend(bits.bytes);
    file.extend([0xff, 0xd9]);
    file
}

/// A run of zeros and the size of the number after it; 0 ends a block.
fn pairs() -> Vec<u8> {
    let sized = (0..16).flat_map(|run| (1..=10).map(move |size| run << 4 | size));
    [0, 0xf0].into_iter().chain(sized).collect()
}

fn code(pairs: &[u8], pair: u32) -> u32 {
    let found = pairs.iter().position(|&known| u32::from(known) == pair);
    found.expect("numbers have at most ten bits") as u32
}

/// Amplitudes of each of eight waves at each of eight places.
fn waves() -> [[f64; 8]; 8] {
    std::array::from_fn(|wave| {
        std::array::from_fn(|at| {
            let turn = (2 * at + 1) as f64 * wave as f64 * core::f64::consts::PI / 16.0;
            let share: f64 = if wave == 0 { 0.125 } else { 0.25 };
            share.sqrt() * cos(turn)
        })
    })
}

/// The discrete cosine transform of a block.
fn transformed(block: &[f64; 64], waves: &[[f64; 8]; 8]) -> [f64; 64] {
    // Each pass goes along rows and exchanges rows and columns.
    let pass = |from: &[f64; 64]| -> [f64; 64] {
        std::array::from_fn(|place| {
            let (wave, row) = (&waves[place / 8], &from[place % 8 * 8..][..8]);
            wave.iter().zip(row).map(|(wave, shade)| wave * shade).sum()
        })
    };
    pass(&pass(block))
}

#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    pending: u32,
    count: u32,
}

impl Bits {
    fn write(&mut self, value: u32, count: u32) {
        for at in (0..count).rev() {
            self.pending = self.pending << 1 | (value >> at & 1);
            self.count += 1;
            if self.count == 8 {
                self.bytes.push(self.pending as u8);
                if self.pending == 0xff {
                    self.bytes.push(0);
                }
                (self.pending, self.count) = (0, 0);
            }
        }
    }

    /// Writes the code of a number's size, and the number in as many bits.
    fn write_sized(&mut self, number: i32, code: impl Fn(u32) -> (u32, u32)) {
        let size = 32 - number.unsigned_abs().leading_zeros();
        let (code, length) = code(size);
        self.write(code, length);
        let bits = if number < 0 { number - 1 } else { number };
        self.write(bits as u32, size);
    }
}

#[rustfmt::skip]
const LUMINANCE: [u32; 64] = [
    16, 11, 10, 16, 24, 40, 51, 61,
    12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77,
    24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101,
    72, 92, 95, 98, 112, 100, 103, 99,
];

#[rustfmt::skip]
const ZIGZAG: [usize; 64] = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5,
    12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21, 28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51,
    58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
];
