//! Sets of patterns as bits, of a width that the compiler knows, so that each
//! operation is a few instructions without a loop.

/// Some of up to `W * 64` patterns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// No pattern.
    pub(super) const EMPTY: Set<W> = Set([0; W]);

    /// The patterns below `count`.
    pub(super) fn first(count: u32) -> Set<W> {
        let mut all = Set::EMPTY;
        (0..count).for_each(|pattern| all.insert(pattern));
        all
    }

    /// One pattern.
    pub(super) fn one(pattern: u32) -> Set<W> {
        let mut one = Set::EMPTY;
        one.insert(pattern);
        one
    }

    pub(super) fn insert(&mut self, pattern: u32) {
        self.0[pattern as usize / 64] |= 1 << (pattern % 64);
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    pub(super) fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The only pattern; `None` when there are none or several.
    #[inline]
    pub(super) fn only(&self) -> Option<u32> {
        let mut found = None;
        for (number, &word) in (0..).zip(&self.0) {
            if word != 0 {
                if found.is_some() || word & (word - 1) != 0 {
                    return None;
                }
                found = Some(number * 64 + word.trailing_zeros());
            }
        }
        found
    }

    /// True when both have a pattern in common.
    #[inline]
    pub(super) fn meets(&self, other: &Set<W>) -> bool {
        let common = self.0.iter().zip(&other.0).map(|(a, b)| a & b);
        common.fold(0, |all, word| all | word) != 0
    }

    /// The patterns of both.
    #[inline]
    pub(super) fn and(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The patterns of this one that are not in the other.
    #[inline]
    pub(super) fn without(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The patterns of either.
    #[inline]
    pub(super) fn or(&self, other: &Set<W>) -> Set<W> {
        Set(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Calls `visit` with each pattern, in ascending order.
    #[inline]
    pub(super) fn each(&self, mut visit: impl FnMut(usize)) {
        for (number, &word) in self.0.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                visit(number * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    /// The union of what a table has for every four patterns: 16 entries for
    /// each four, one for each choice among them.
    #[inline]
    pub(super) fn union(&self, table: &[Set<W>]) -> Set<W> {
        let mut all = Set::EMPTY;
        for (&word, table) in self.0.iter().zip(table.chunks_exact(256)) {
            let mut left = word;
            for fours in table.chunks_exact(16) {
                all = all.or(&fours[left as usize & 15]);
                left >>= 4;
            }
        }
        all
    }

    /// The table for [`Set::union`] when each pattern stands for a set.
    pub(super) fn table(of: impl Fn(u32) -> Option<Set<W>>) -> Vec<Set<W>> {
        let mut table = vec![Set::EMPTY; W * 256];
        for (fours, entries) in (0..).zip(table.chunks_exact_mut(16)) {
            for bit in 0..4 {
                if let Some(set) = of(fours * 4 + bit) {
                    let chosen = entries.iter_mut().enumerate();
                    let chosen = chosen.filter(|(choice, _)| choice >> bit & 1 == 1);
                    chosen.for_each(|(_, entry)| *entry = entry.or(&set));
                }
            }
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_hold_what_was_put_into_them() {
        let all = Set::<2>::first(100);
        assert_eq!(all.count(), 100);
        assert_eq!(all.only(), None);
        let one = Set::one(70);
        assert_eq!((one.only(), one.count()), (Some(70), 1));
        assert!(all.meets(&one) && !all.without(&one).meets(&one));
        assert_eq!(all.without(&one).or(&one), all);
        assert_eq!(all.and(&one), one);
        let mut each = Vec::new();
        all.each(|pattern| each.push(pattern));
        assert_eq!(each, (0..100).collect::<Vec<_>>());
        assert!(Set::<2>::EMPTY.is_empty() && Set::<2>::EMPTY.only().is_none());
    }

    #[test]
    fn a_union_is_what_the_patterns_stand_for() {
        let next = |pattern: u32| (pattern < 100).then(|| Set::<2>::one(pattern + 1));
        let table = Set::table(next);
        let mut some = Set::one(3);
        some.insert(64);
        some.insert(66);
        let mut expected = Set::one(4);
        expected.insert(65);
        expected.insert(67);
        assert_eq!(some.union(&table), expected);
        assert_eq!(Set::EMPTY.union(&table), Set::EMPTY);
    }
}
