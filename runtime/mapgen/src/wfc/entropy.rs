//! Which place comes next: the one with the least entropy, any of equal ones.
//!
//! Entropy is counted in fixed point and places lie in buckets of a 32nd of a
//! bit, so that no float decides, and finding the next place costs the same on
//! a map of any size. A place that moves on leaves its old entry behind, which
//! is dropped when it comes up.

use dice::Stream;

/// Fractional bits of logarithms.
const POINT: u32 = 12;
/// Fractional bits that buckets tell apart.
const FINE: u32 = 5;
/// The mark of a place that is in no bucket.
const NOWHERE: u16 = u16::MAX;

/// Binary logarithms in fixed point.
#[derive(Clone, Debug)]
pub(super) struct Logarithms {
    /// Of 1 to just under 2 in steps of 1/256.
    fractions: [u32; 256],
}

impl Logarithms {
    pub(super) fn new() -> Logarithms {
        let fraction = |step: usize| {
            // Squaring doubles the logarithm; each time the number passes 2,
            // the next binary digit is a one.
            let mut number = (256 + step as u64) << 23;
            (0..POINT).fold(0, |digits, _| {
                number = (number * number) >> 31;
                let digit = number >> 32;
                number >>= digit;
                digits << 1 | digit as u32
            })
        };
        Logarithms {
            fractions: std::array::from_fn(fraction),
        }
    }

    /// The logarithm of a number from 1, in 1/4096.
    #[inline]
    pub(super) fn of(&self, number: u32) -> u32 {
        let whole = number.max(1).ilog2();
        let step = (u64::from(number) << 32 >> whole >> 24) as usize & 255;
        (whole << POINT) + self.fractions[step]
    }

    /// The bucket of a place where patterns of this weight in sum are possible,
    /// and of this sum of weight times logarithm.
    #[inline]
    pub(super) fn bucket(&self, weight: u32, product: u64) -> u16 {
        let mean = (product / u64::from(weight.max(1))) as u32;
        (self.of(weight).saturating_sub(mean) >> (POINT - FINE)) as u16
    }
}

/// Places that are not decided, by entropy.
#[derive(Clone, Debug)]
pub(super) struct Buckets {
    lists: Vec<Vec<u32>>,
    /// The bucket of each place.
    of: Vec<u16>,
    /// No bucket below holds anything.
    lowest: usize,
}

impl Buckets {
    pub(super) fn new(places: usize) -> Buckets {
        Buckets {
            lists: Vec::new(),
            of: vec![NOWHERE; places],
            lowest: 0,
        }
    }

    /// Puts a place into a bucket, out of the one where it was.
    #[inline]
    pub(super) fn put(&mut self, place: u32, bucket: u16) {
        if std::mem::replace(&mut self.of[place as usize], bucket) == bucket {
            return;
        }
        let number = usize::from(bucket);
        if number >= self.lists.len() {
            self.lists.resize(number + 1, Vec::new());
        }
        self.lists[number].push(place);
        self.lowest = self.lowest.min(number);
    }

    /// Takes a place out.
    #[inline]
    pub(super) fn remove(&mut self, place: u32) {
        self.of[place as usize] = NOWHERE;
    }

    /// Takes one of the places with the least entropy.
    pub(super) fn take(&mut self, stream: &mut Stream) -> Option<u32> {
        while let Some(list) = self.lists.get_mut(self.lowest) {
            if list.is_empty() {
                self.lowest += 1;
                continue;
            }
            let last = list.len() as i64 - 1;
            let place = list.swap_remove(stream.int(0, last) as usize);
            if usize::from(self.of[place as usize]) == self.lowest {
                self.remove(place);
                return Some(place);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Seed;

    #[test]
    fn logarithms_are_near_the_real_ones() {
        let logarithms = Logarithms::new();
        assert_eq!(logarithms.of(1), 0);
        assert_eq!(logarithms.of(1 << 20), 20 << POINT);
        for number in [3, 5, 100, 255, 256, 257, 9999, u32::MAX] {
            let real = dice::maths::log2(f64::from(number)) * 4096.0;
            let ours = f64::from(logarithms.of(number));
            assert!((ours - real).abs() < 24.0, "{number}: {ours} {real}");
        }
    }

    #[test]
    fn entropy_is_the_number_of_bits_to_tell_patterns_apart() {
        let logarithms = Logarithms::new();
        let bucket = |weights: &[u32]| {
            let product = weights
                .iter()
                .map(|&weight| u64::from(weight) * u64::from(logarithms.of(weight)));
            logarithms.bucket(weights.iter().sum(), product.sum())
        };
        assert_eq!(bucket(&[7]), 0);
        assert_eq!(bucket(&[3, 3]), 32);
        assert_eq!(bucket(&[5; 8]), 96);
        assert!(bucket(&[1, 99]) < 5);
    }

    #[test]
    fn the_least_bucket_comes_first_and_old_entries_are_dropped() {
        let mut stream = Seed::new(1).stream();
        let mut buckets = Buckets::new(4);
        for (place, bucket) in [(0, 9), (1, 3), (2, 5), (3, 9), (0, 2), (1, 9), (2, 5)] {
            buckets.put(place, bucket);
        }
        buckets.remove(3);
        let taken = std::iter::from_fn(|| buckets.take(&mut stream));
        assert_eq!(taken.collect::<Vec<_>>(), [0, 2, 1]);
    }
}
