//! Streams: sequences of random values from a seed.
//!
//! The generator is xoshiro256** by Blackman and Vigna, seeded by `SplitMix64`
//! as they advise. Its four words are kept in the open, because carts hold
//! them as plain bytes; tests compare it with the crate `rand_xoshiro`.

use crate::Seed;
use crate::seed::mix;

/// A random stream; cloning it copies its state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stream {
    words: [u64; 4],
}

impl Stream {
    /// A stream that starts at `seed`.
    pub fn new(seed: Seed) -> Stream {
        let mut number = seed.number();
        Stream {
            words: std::array::from_fn(|_| {
                number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
                mix(number)
            }),
        }
    }

    /// The stream with this state, as [`Stream::state`] gave it.
    ///
    /// Four zero words, which no stream ever has, stand for seed 0.
    pub fn from_state(state: [u64; 4]) -> Stream {
        if state == [0; 4] {
            return Stream::new(Seed::new(0));
        }
        Stream { words: state }
    }

    /// The four words of the generator.
    pub fn state(&self) -> [u64; 4] {
        self.words
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let [a, b, c, d] = self.words;
        let bits = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let (c, d) = (c ^ a, d ^ b);
        self.words = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        bits
    }

    /// An integer from `low` to `high`, both included, every one equally likely.
    ///
    /// With `high < low` the two are swapped.
    pub fn int(&mut self, low: i64, high: i64) -> i64 {
        let (low, high) = (low.min(high), low.max(high));
        let span = high.wrapping_sub(low) as u64;
        low.wrapping_add(self.up_to(span) as i64)
    }

    /// A number from 0 up to but not including 1, a multiple of 2^-53.
    pub fn float(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A position in a list of `length` entries, `None` for an empty one.
    pub fn index(&mut self, length: usize) -> Option<usize> {
        let last = length.checked_sub(1)?;
        Some(self.up_to(last as u64) as usize)
    }

    /// One entry of `list`, `None` when it is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        self.index(list.len()).map(|i| &list[i])
    }

    /// Puts `list` into a random order, every order equally likely.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            let other = self.up_to(last as u64) as usize;
            list.swap(last, other);
        }
    }

    /// A new stream for a named part, made from this state without advancing it.
    #[must_use]
    pub fn fork(&self, name: &str) -> Stream {
        let [a, b, c, d] = self.state();
        let here = Seed::new(a ^ b.rotate_left(16) ^ c.rotate_left(32) ^ d.rotate_left(48));
        here.derive(name).stream()
    }

    /// A number from 0 to `last`: draws below the smallest mask that covers
    /// `last`, again until one fits, so that no value is favored.
    fn up_to(&mut self, last: u64) -> u64 {
        let mask = u64::MAX.checked_shr(last.leading_zeros()).unwrap_or(0);
        loop {
            let value = self.bits() & mask;
            if value <= last {
                return value;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_never_changes() {
        let mut stream = Seed::new(0).stream();
        let drawn: Vec<i64> = (0..8).map(|_| stream.int(1, 100)).collect();
        assert_eq!(drawn, [53, 43, 97, 45, 90, 75, 25, 64]);
    }

    #[test]
    fn the_generator_is_the_one_of_the_reference() {
        use rand_xoshiro::Xoshiro256StarStar;
        use rand_xoshiro::rand_core::{Rng, SeedableRng};

        // The outputs of the authors' program for the words 1, 2, 3, 4.
        let mut stream = Stream::from_state([1, 2, 3, 4]);
        let published = [
            11_520,
            0,
            1_509_978_240,
            1_215_971_899_390_074_240,
            1_216_172_134_540_287_360,
            607_988_272_756_665_600,
            16_172_922_978_634_559_625,
            8_476_171_486_693_032_832,
            10_595_114_339_597_558_777,
            2_904_607_092_377_533_576,
        ];
        assert_eq!(published.map(|_| stream.bits()), published);
        for seed in [0, 1, 42, u64::MAX] {
            let mut stream = Seed::new(seed).stream();
            let mut other = Xoshiro256StarStar::seed_from_u64(seed);
            for _ in 0..100 {
                assert_eq!(stream.bits(), other.next_u64(), "seed {seed}");
            }
        }
        assert_eq!(Stream::from_state([0; 4]), Seed::new(0).stream());
    }

    #[test]
    fn a_state_goes_out_and_back() {
        let mut stream = Seed::new(5).stream();
        stream.bits();
        let mut copy = Stream::from_state(stream.state());
        assert_eq!(copy, stream);
        assert_eq!(copy.bits(), stream.bits());
        assert_eq!(Stream::from_state([1, 2, 3, 4]).state(), [1, 2, 3, 4]);
    }

    #[test]
    fn ranges_are_covered_evenly_and_never_left() {
        let mut stream = Seed::new(1).stream();
        let mut seen = [0; 6];
        for _ in 0..6000 {
            seen[stream.int(1, 6) as usize - 1] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
        assert_eq!(stream.int(3, 3), 3);
        assert!((2..=9).contains(&stream.int(9, 2)));
        for _ in 0..100 {
            stream.int(i64::MIN, i64::MAX);
            assert!((0.0..1.0).contains(&stream.float()));
        }
    }

    #[test]
    fn lists_are_picked_from_and_shuffled() {
        let mut stream = Seed::new(2).stream();
        assert_eq!(stream.pick::<u8>(&[]), None);
        assert_eq!(stream.index(1), Some(0));
        let mut list: Vec<u32> = (0..50).collect();
        stream.shuffle(&mut list);
        assert_ne!(list, (0..50).collect::<Vec<_>>());
        list.sort_unstable();
        assert_eq!(list, (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn a_fork_depends_on_name_and_state_and_advances_nothing() {
        let mut stream = Seed::new(3).stream();
        let before = stream.clone();
        assert_eq!(stream.fork("a"), stream.fork("a"));
        assert_ne!(stream.fork("a"), stream.fork("b"));
        assert_eq!(stream, before);
        stream.bits();
        assert_ne!(stream.fork("a"), before.fork("a"));
    }
}
