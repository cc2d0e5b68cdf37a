//! Sets that grow together: which rooms can be reached from which.
//!
//! Paths are halved while looking up, and the smaller number stays the name of
//! a set, so that names do not depend on the order of joining.

/// Numbers from 0 in disjoint sets.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UnionFind {
    parents: Vec<u32>,
    sets: u32,
}

impl UnionFind {
    /// So many numbers, each in a set of its own.
    pub fn new(count: u32) -> UnionFind {
        UnionFind {
            parents: (0..count).collect(),
            sets: count,
        }
    }

    /// One number more, in a set of its own.
    pub fn push(&mut self) -> u32 {
        let number = self.parents.len() as u32;
        self.parents.push(number);
        self.sets += 1;
        number
    }

    /// The smallest number of the set.
    #[inline]
    pub fn find(&mut self, number: u32) -> u32 {
        let mut number = number as usize;
        loop {
            let parent = self.parents[number] as usize;
            if parent == number {
                return number as u32;
            }
            self.parents[number] = self.parents[parent];
            number = parent;
        }
    }

    /// Joins the sets of two numbers; false when they were one already.
    #[inline]
    pub fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        let (low, high) = (a.min(b), a.max(b));
        self.parents[high as usize] = low;
        self.sets -= u32::from(low != high);
        low != high
    }

    /// How many sets there are.
    pub const fn sets(&self) -> u32 {
        self.sets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_grow_together() {
        let mut sets = UnionFind::new(5);
        assert!(sets.join(4, 3) && sets.join(1, 0) && sets.join(4, 1));
        assert!(!sets.join(0, 3));
        assert_eq!((sets.sets(), sets.find(4), sets.find(2)), (2, 0, 2));
        assert_eq!(sets.push(), 5);
        assert_eq!(sets.sets(), 3);
    }
}
