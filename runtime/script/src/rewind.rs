//! Going back in time, as a cart asks for it: the console does so when the
//! tick is over.
//!
//! Everything a cart has is put back, so nothing in it can tell. What it hands
//! over with the wish is all that comes along, for one tick.

use vm::Tree;

/// The most ticks that a cart can go back: a minute, however much is kept, so
/// that what it can do does not depend on the memory of the machine.
pub const MOST_REWOUND: u64 = 3600;

/// What the `rewind` table reads and writes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rewind {
    /// Ticks that can be gone back from the end of this one.
    pub reach: u64,
    /// What came along from a future that is no more; only in the first tick
    /// after it.
    pub note: Option<Tree>,
    /// What the cart has asked for in this tick.
    pub asked: Option<RewindRequest>,
}

/// A wish to go back.
#[derive(Debug, Clone, PartialEq)]
pub struct RewindRequest {
    /// From the end of the tick that asks; at least 1, which undoes it alone.
    pub ticks: u64,
    /// What comes along.
    pub note: Option<Tree>,
}
