//! A camera and a sheet of paper with a code on it: every picture is made from
//! numbers alone, the same on every machine.
//!
//! A ray goes through each quarter of a pixel to the plane of the sheet; then
//! come light, a shadow's edge, the blur of the lens, and noise.

use dice::maths::{cos, exp, sin};
use dice::{Seed, Stream};
use mapgen::qr::Matrix;

/// How a photograph is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    /// Pixels of the picture.
    pub(crate) size: (usize, usize),
    /// Pixels of a module, seen from straight above.
    pub(crate) module: f64,
    /// Degrees that the sheet is turned, and tilted backwards and sideways.
    pub(crate) pose: [f64; 3],
    /// Brightness at the left and right edge, and what the shadow leaves of it.
    pub(crate) light: [f64; 3],
    /// Standard deviation of the blur, in pixels.
    pub(crate) blur: f64,
    /// Standard deviation of the noise, in shades.
    pub(crate) noise: f64,
}

impl Shot {
    /// A good photograph, which others spoil.
    pub(crate) const GOOD: Shot = Shot {
        size: (480, 360),
        module: 6.0,
        pose: [0.0, 0.0, 0.0],
        light: [1.0, 1.0, 1.0],
        blur: 0.6,
        noise: 2.0,
    };

    /// The gray pixels of a photograph of this code, row by row.
    pub(crate) fn take(&self, code: &Matrix, seed: u64) -> Vec<u8> {
        let (width, height) = self.size;
        let mut stream = Seed::new(seed).stream();
        let mut shades = Vec::with_capacity(width * height);
        let view = View::new(self);
        for y in 0..height {
            for x in 0..width {
                let quarters = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
                let sum: f64 = quarters
                    .iter()
                    .map(|(right, down)| sheet(code, view.hit(x as f64 + right, y as f64 + down)))
                    .sum();
                shades.push(sum / 4.0 * self.brightness(x, y));
            }
        }
        let shades = blurred(&shades, width, self.blur);
        let noisy = shades.into_iter().map(|shade| {
            let noise = bell(&mut stream) * self.noise;
            (shade + noise + 0.5).clamp(0.0, 255.0) as u8
        });
        noisy.collect()
    }

    fn brightness(&self, x: usize, y: usize) -> f64 {
        let (width, height) = self.size;
        let (across, down) = (x as f64 / width as f64, y as f64 / height as f64);
        let [left, right, shadow] = self.light;
        // The shadow's edge runs aslant and is soft.
        let behind = ((across + down * 0.4 - 0.65) * 12.0).clamp(0.0, 1.0);
        (left + (right - left) * across) * (1.0 + (shadow - 1.0) * behind)
    }
}

/// Where the sheet is, seen from the camera.
struct View {
    middle: (f64, f64),
    distance: f64,
    /// The sheet's directions right, down and upwards.
    axes: [[f64; 3]; 3],
    module: f64,
}

impl View {
    fn new(shot: &Shot) -> View {
        let [turn, back, side] = shot
            .pose
            .map(|degrees| degrees * core::f64::consts::PI / 180.0);
        let about = |axis: [f64; 3]| {
            let [x, y, z] = axis;
            let (x, y) = (x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn));
            let (y, z) = (y * cos(back) - z * sin(back), y * sin(back) + z * cos(back));
            let (x, z) = (x * cos(side) + z * sin(side), z * cos(side) - x * sin(side));
            [x, y, z]
        };
        let (width, height) = shot.size;
        View {
            middle: (width as f64 / 2.0, height as f64 / 2.0),
            distance: width.max(height) as f64 * 1.2,
            axes: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(about),
            module: shot.module,
        }
    }

    /// Where the ray through a place of the picture meets the sheet, in modules
    /// from its middle.
    fn hit(&self, x: f64, y: f64) -> (f64, f64) {
        let ray = [x - self.middle.0, y - self.middle.1, self.distance];
        let [right, down, up] = self.axes;
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let scale = up[2] * self.distance / dot(up, ray);
        let place = [
            ray[0] * scale,
            ray[1] * scale,
            ray[2] * scale - self.distance,
        ];
        (
            dot(right, place) / self.module,
            dot(down, place) / self.module,
        )
    }
}

/// Shades of the sheet and the desk below it.
fn sheet(code: &Matrix, (x, y): (f64, f64)) -> f64 {
    let half = f64::from(code.size()) / 2.0;
    let edge = half + 5.0;
    if x.abs() > edge || y.abs() > edge {
        // Wood with a grain.
        return 105.0 + 14.0 * sin(x * 0.7 + sin(y * 0.2) * 3.0);
    }
    let (column, row) = (x + half, y + half);
    let is_inside = column >= 0.0 && row >= 0.0;
    if is_inside && code.is_dark(column as u32, row as u32) {
        32.0
    } else {
        228.0
    }
}

fn blurred(shades: &[f64], width: usize, deviation: f64) -> Vec<f64> {
    if deviation <= 0.0 {
        return shades.to_vec();
    }
    let reach = (deviation * 3.0) as isize + 1;
    let weights: Vec<f64> = (-reach..=reach)
        .map(|at| exp(-((at * at) as f64) / (2.0 * deviation * deviation)))
        .collect();
    let all: f64 = weights.iter().sum();
    let height = shades.len() / width;
    let pass = |from: &[f64], step: (isize, isize)| -> Vec<f64> {
        let mut to = Vec::with_capacity(from.len());
        for y in 0..height as isize {
            for x in 0..width as isize {
                let sum: f64 = (-reach..=reach)
                    .zip(&weights)
                    .map(|(at, weight)| {
                        let x = (x + at * step.0).clamp(0, width as isize - 1);
                        let y = (y + at * step.1).clamp(0, height as isize - 1);
                        from[y as usize * width + x as usize] * weight
                    })
                    .sum();
                to.push(sum / all);
            }
        }
        to
    };
    pass(&pass(shades, (1, 0)), (0, 1))
}

/// About a normal distribution.
fn bell(stream: &mut Stream) -> f64 {
    (0..12).map(|_| stream.float()).sum::<f64>() - 6.0
}
