//! Heights from noise: a byte a cell, and the level that a share of them is
//! below. The noise is crate `fastnoise-lite`, which adds, multiplies and takes
//! square roots of `f32` and calls no function of a C library, so that heights
//! are the same bytes on every machine; all that follows is whole numbers.

use dice::Stream;
use fastnoise_lite::{
    CellularDistanceFunction, CellularReturnType, FastNoiseLite, FractalType, NoiseType,
};

/// Noise over the plane.
pub(crate) struct Field {
    noise: FastNoiseLite,
    /// From -1..1 to bytes around 128; sums of octaves lie in the middle of
    /// that range, so they are spread a little.
    stretch: f32,
    shift: f32,
}

impl Field {
    /// Noise by a method, `frequency` thousandths of a wave a cell.
    pub(crate) fn new(method: &str, octaves: u32, frequency: u32, stream: &mut Stream) -> Field {
        // Each octave has the next seed, which must not overflow.
        let mut noise = FastNoiseLite::with_seed((stream.bits() >> 34) as i32);
        let (kind, stretch, shift) = match method {
            // Distances to the nearest point, so that points are hills.
            "cellular" => (NoiseType::Cellular, -150.0, 80.0),
            "simplex" => (NoiseType::OpenSimplex2, 160.0, 128.0),
            _ => (NoiseType::Value, 160.0, 128.0),
        };
        noise.set_noise_type(Some(kind));
        noise.set_frequency(Some(frequency as f32 / 1000.0));
        noise.set_fractal_type(Some(FractalType::FBm));
        noise.set_fractal_octaves(Some(octaves as i32));
        noise.set_cellular_distance_function(Some(CellularDistanceFunction::Euclidean));
        noise.set_cellular_return_type(Some(CellularReturnType::Distance));
        Field {
            noise,
            stretch,
            shift,
        }
    }

    /// The heights of a row from its left end.
    pub(crate) fn row(&self, y: u32, heights: &mut [u8]) {
        for (x, height) in (0_u32..).zip(heights) {
            let value = self.noise.get_noise_2d(x as f32, y as f32);
            // The cast ends at 0 and 255.
            *height = (value * self.stretch + self.shift) as u8;
        }
    }
}

/// How often each height is there.
#[derive(Clone, Debug)]
pub(crate) struct Histogram {
    counts: [u32; 256],
}

impl Histogram {
    /// Counts these heights.
    pub(crate) fn of(heights: impl Iterator<Item = u8>) -> Histogram {
        let mut counts = [0; 256];
        for height in heights {
            counts[usize::from(height)] += 1;
        }
        Histogram { counts }
    }

    /// The lowest level that at least so many thousandths of the heights are
    /// below, 0 to 256.
    pub(crate) fn level(&self, thousandths: u32) -> u16 {
        let all: u64 = self.counts.iter().copied().map(u64::from).sum();
        let wished = (all * u64::from(thousandths)).div_ceil(1000);
        let mut below = 0;
        for (level, &count) in (0..).zip(&self.counts) {
            if below >= wished {
                return level;
            }
            below += u64::from(count);
        }
        256
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Seed;

    #[test]
    fn levels_split_heights_by_their_share() {
        let heights = Histogram::of([5, 5, 9, 200].into_iter());
        let levels = [0, 1, 500, 501, 750, 751, 1000].map(|share| heights.level(share));
        assert_eq!(levels, [0, 6, 6, 10, 10, 201, 201]);
        assert_eq!(Histogram::of([255].into_iter()).level(1000), 256);
    }

    /// Written down once: another compiler or machine must give the same.
    #[test]
    fn heights_never_change() {
        let heights = ["value", "simplex", "cellular"].map(|method| {
            let field = Field::new(method, 4, 60, &mut Seed::new(7).stream());
            let mut row = [0; 60];
            field.row(30, &mut row);
            [0, 11, 22, 33, 44, 55].map(|x| row[x])
        });
        let expected = [
            [182, 138, 102, 144, 140, 154],
            [170, 101, 245, 30, 87, 119],
            [188, 161, 191, 146, 143, 179],
        ];
        assert_eq!(heights, expected);
    }
}
