//! Deltas: what differs between two states of a range of bytes.
//!
//! Pages, lines of 64 bytes and words of 8 are compared; of a word that differs
//! the bytes of old XOR new are kept, without the zeros around them. So a
//! counter takes a byte, and so does the color that the collector gives every
//! object anew; and one delta leads back and forth.

/// Bytes that are compared at once and, if they are equal, passed over.
const PAGE: usize = 4096;
/// Bytes of a line: a page has as many as a mask has bits.
const LINE: usize = PAGE / 64;
/// Bytes of a word: a line has as many as a mask of one byte has bits.
const WORD: usize = 8;
/// The most bytes that the changes of a page take: number, mask, and all words.
const MOST: usize = 4 + 8 + 64 * (1 + 8 * (1 + WORD)) + WORD;

static ZEROS: [u8; PAGE] = [0; PAGE];

/// The difference of two states; applied to either it gives the other.
#[derive(Clone, Debug)]
pub(crate) struct Delta {
    /// Lengths of both states.
    lengths: [usize; 2],
    /// Page by page its number, a mask of lines, for each of those a mask of
    /// words, for each of those a code and its bytes.
    changes: Box<[u8]>,
}

impl Delta {
    /// Bytes of memory it takes, with what an allocation costs.
    pub(crate) fn size(&self) -> usize {
        size_of::<Delta>() + self.changes.len() + 16
    }
}

/// A copy of a state in whole pages, with zeros behind its end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shadow {
    pages: Vec<[u8; PAGE]>,
    length: usize,
    /// The delta that is being made.
    changes: Vec<u8>,
}

impl Shadow {
    /// The state.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.pages.as_flattened()[..self.length]
    }

    /// Bytes of memory it takes.
    pub(crate) fn size(&self) -> usize {
        self.pages.capacity() * PAGE + self.changes.capacity()
    }

    /// Becomes a copy of another state, without a delta.
    pub(crate) fn copy(&mut self, bytes: &[u8]) {
        let (pages, rest) = bytes.as_chunks::<PAGE>();
        self.pages.clear();
        self.pages.extend_from_slice(pages);
        if !rest.is_empty() {
            self.pages.push(padded(rest));
        }
        self.length = bytes.len();
    }

    /// Becomes a copy of a state; the delta leads from it to what was before.
    pub(crate) fn advance(&mut self, bytes: &[u8]) -> Delta {
        let before = self.length;
        let (new, rest) = bytes.as_chunks::<PAGE>();
        let count = bytes.len().div_ceil(PAGE);
        if count > self.pages.len() {
            self.pages.resize(count, ZEROS);
        }
        self.changes.clear();
        let mut block = [0; MOST];
        let changes = &mut self.changes;
        let mut step = |number: usize, old: &mut [u8; PAGE], new: &[u8; PAGE]| {
            if old != new {
                let length = note_page(number, old, new, &mut block);
                changes.extend_from_slice(&block[..length]);
                *old = *new;
            }
        };
        let mut old = self.pages.iter_mut().enumerate();
        for (new, (number, old)) in new.iter().zip(old.by_ref()) {
            step(number, old, new);
        }
        if !rest.is_empty()
            && let Some((number, old)) = old.next()
        {
            step(number, old, &padded(rest));
        }
        for (number, old) in old {
            step(number, old, &ZEROS);
        }
        self.pages.truncate(count);
        self.length = bytes.len();
        // The last word is read with what follows it.
        self.changes.extend_from_slice(&[0; WORD]);
        Delta {
            lengths: [before, self.length],
            changes: self.changes.as_slice().into(),
        }
    }

    /// Goes from the newer of a delta's states to the older.
    pub(crate) fn undo(&mut self, delta: &Delta) {
        self.flip(&delta.changes, delta.lengths[0]);
    }

    /// Goes from the older of a delta's states to the newer.
    pub(crate) fn redo(&mut self, delta: &Delta) {
        self.flip(&delta.changes, delta.lengths[1]);
    }

    fn flip(&mut self, mut changes: &[u8], length: usize) {
        let count = length.div_ceil(PAGE);
        if count > self.pages.len() {
            self.pages.resize(count, ZEROS);
        }
        while let [a, b, c, d, rest @ ..] = changes
            && let Some((mask, rest)) = rest.split_first_chunk()
        {
            let number = u32::from_le_bytes([*a, *b, *c, *d]);
            let page = &mut self.pages[number as usize];
            changes = flip_page(page, u64::from_le_bytes(*mask), rest);
        }
        self.pages.truncate(count);
        self.length = length;
    }
}

/// A last page that is not full.
fn padded(rest: &[u8]) -> [u8; PAGE] {
    let mut page = ZEROS;
    page[..rest.len()].copy_from_slice(rest);
    page
}

/// Writes what differs in a page; returns how many bytes that took.
fn note_page(number: usize, old: &[u8; PAGE], new: &[u8; PAGE], block: &mut [u8; MOST]) -> usize {
    let (old, _) = old.as_chunks::<LINE>();
    let (new, _) = new.as_chunks::<LINE>();
    let mut lines = 0_u64;
    let mut at = 12;
    for (index, (old, new)) in old.iter().zip(new).enumerate() {
        if old != new {
            lines |= 1 << index;
            at = note_line(old, new, block, at);
        }
    }
    block[..4].copy_from_slice(&(number as u32).to_le_bytes());
    block[4..12].copy_from_slice(&lines.to_le_bytes());
    at
}

/// Writes what differs in a line from a place on; returns the place behind it.
#[inline]
fn note_line(old: &[u8; LINE], new: &[u8; LINE], block: &mut [u8; MOST], start: usize) -> usize {
    let (old, _) = old.as_chunks::<WORD>();
    let (new, _) = new.as_chunks::<WORD>();
    let mut words = 0;
    let mut at = start + 1;
    for (index, (old, new)) in old.iter().zip(new).enumerate() {
        let change = u64::from_le_bytes(*old) ^ u64::from_le_bytes(*new);
        let first = change.trailing_zeros() / 8;
        let behind = 8 - change.leading_zeros() / 8;
        // Whether a word differs is hard to foresee, so no jump depends on it:
        // what is written for an equal one is written over.
        let Some(place) = block[at..].first_chunk_mut::<{ 1 + WORD }>() else {
            return at;
        };
        place[0] = (first | behind << 4) as u8;
        place[1..].copy_from_slice(&change.wrapping_shr(first * 8).to_le_bytes());
        let differs = usize::from(change != 0);
        words |= differs << index;
        at += differs * (1 + behind.wrapping_sub(first) as usize);
    }
    block[start] = words as u8;
    at
}

/// Applies the changes of the lines of a page; returns those that follow.
fn flip_page<'a>(page: &mut [u8; PAGE], mut lines: u64, mut changes: &'a [u8]) -> &'a [u8] {
    let (page, _) = page.as_chunks_mut::<LINE>();
    while lines != 0 {
        let (line, _) = page[lines.trailing_zeros() as usize].as_chunks_mut::<WORD>();
        lines &= lines - 1;
        let Some((&words, rest)) = changes.split_first() else {
            return changes;
        };
        let mut words = words;
        changes = rest;
        while words != 0 {
            let word = &mut line[words.trailing_zeros() as usize];
            words &= words - 1;
            let Some(&[code, ref bytes @ ..]) = changes.first_chunk::<{ 1 + WORD }>() else {
                return changes;
            };
            let (first, behind) = (u32::from(code & 15), u32::from(code >> 4));
            let bytes = u64::from_le_bytes(*bytes.first_chunk().expect("there are eight"));
            // The bytes behind belong to the next word.
            let kept = (behind - first) * 8;
            let change = bytes << (64 - kept) >> (64 - behind * 8);
            *word = (u64::from_le_bytes(*word) ^ change).to_le_bytes();
            changes = &changes[1 + kept as usize / 8..];
        }
    }
    changes
}
