//! Cells in the order of whole numbers: a ring of lists, one a number.
//!
//! Whoever takes the least and adds no more than a fixed span to it needs no
//! heap. Bits say which lists have cells, so that large gaps cost little.

/// A queue of cells. What is added is never below what was taken last, and not
/// more than the span above it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Queue {
    lists: Vec<Vec<u32>>,
    filled: Vec<u64>,
    now: u32,
}

impl Queue {
    /// Empties it and begins at a number, for a span.
    pub(crate) fn begin(&mut self, now: u32, span: u32) {
        let lists = (span as usize + 1).next_power_of_two().max(64);
        for list in &mut self.lists {
            list.clear();
        }
        self.lists.resize_with(lists, Vec::new);
        self.filled.clear();
        self.filled.resize(lists / 64, 0);
        self.now = now;
    }

    /// Adds a cell.
    #[inline]
    pub(crate) fn push(&mut self, number: u32, cell: u32) {
        let list = number as usize & (self.lists.len() - 1);
        self.filled[list / 64] |= 1 << (list % 64);
        self.lists[list].push(cell);
    }

    /// Takes a cell with the least number, the one that came last.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(u32, u32)> {
        loop {
            let list = self.now as usize & (self.lists.len() - 1);
            if let Some(cell) = self.lists[list].pop() {
                return Some((self.now, cell));
            }
            self.filled[list / 64] &= !(1 << (list % 64));
            self.now += self.ahead(list)?;
        }
    }

    /// How far ahead of a list the next one with cells is.
    #[inline]
    fn ahead(&self, list: usize) -> Option<u32> {
        let (word, bit) = (list / 64, (list % 64) as u32);
        let rest = self.filled[word] >> bit;
        if rest != 0 {
            return Some(rest.trailing_zeros());
        }
        let words = self.filled.len();
        (1..=words).find_map(|step| {
            let bits = self.filled[(word + step) & (words - 1)];
            (bits != 0).then(|| step as u32 * 64 - bit + bits.trailing_zeros())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_comes_first_around_the_ring() {
        for span in [3, 63, 64, 200, 4000] {
            let mut queue = Queue::default();
            queue.begin(5, span);
            queue.push(5, 0);
            let (mut before, mut count) = (5, 0);
            let mut stream = dice::Seed::new(u64::from(span)).stream();
            while let Some((number, cell)) = queue.pop() {
                assert!(number >= before);
                before = number;
                count += 1;
                for _ in 0..if count < 500 { 2 } else { 0 } {
                    let more = stream.int(0, i64::from(span)) as u32;
                    queue.push(number + more, cell + 1);
                }
            }
            assert_eq!(count, 999, "{span}");
        }
    }
}
