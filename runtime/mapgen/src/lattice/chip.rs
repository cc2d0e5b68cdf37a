//! The 16-bit random generator of a game for a console of 1977: two bytes of
//! state, one byte a draw.
//!
//! Its sequence belongs to the labyrinths that players know by their seeds.

/// The generator's state; never both zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chip {
    rand: u8,
    z: u8,
}

impl Chip {
    /// Draws that are thrown away before the first is used.
    pub const BURNED: u32 = 16;

    /// The state of these two bytes; two zeros, which never change, become (1, 1).
    pub const fn new(rand: u8, z: u8) -> Chip {
        if rand == 0 && z == 0 {
            return Chip { rand: 1, z: 1 };
        }
        Chip { rand, z }
    }

    /// The state from which labyrinths draw: after [`Chip::BURNED`] draws.
    pub fn warm(rand: u8, z: u8) -> Chip {
        let mut chip = Chip::new(rand, z);
        for _ in 0..Chip::BURNED {
            chip.draw();
        }
        chip
    }

    /// The two bytes.
    pub const fn state(self) -> (u8, u8) {
        (self.rand, self.z)
    }

    /// The next byte.
    pub const fn draw(&mut self) -> u8 {
        let carry = self.rand & 1;
        let out = self.z >> 7;
        self.z = self.z << 1 | carry;
        self.rand >>= 1;
        if out == 1 {
            self.rand ^= 0xb4;
        }
        self.rand ^ self.z
    }

    /// A number below `count`, which is at most 255.
    pub(crate) fn below(&mut self, count: u32) -> u32 {
        u32::from(self.draw()) % count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_sequence() {
        let mut chip = Chip::new(1, 1);
        let drawn = [0; 8].map(|_: u8| chip.draw());
        assert_eq!(drawn, [3, 6, 12, 24, 48, 96, 192, 52]);
    }

    #[test]
    fn all_states_but_zero_are_one_cycle() {
        let first = Chip::new(1, 1);
        let mut chip = first;
        let mut steps = 0_u32;
        let mut seen = vec![false; 1 << 16];
        loop {
            let (rand, z) = chip.state();
            let state = usize::from(rand) << 8 | usize::from(z);
            assert!(!seen[state], "a state came twice");
            seen[state] = true;
            chip.draw();
            steps += 1;
            if chip == first {
                break;
            }
        }
        assert_eq!(steps, 65_535);
        assert!(!seen[0]);
        assert_eq!(Chip::new(0, 0), first);
    }
}
