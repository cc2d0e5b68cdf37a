//! What fits beside what: patterns with a weight, and on each of their four
//! sides the number of what is there.
//!
//! Two patterns fit where the numbers of the sides that meet are equal. That
//! holds for windows that overlap as for tiles with sockets, and makes a set
//! of neighbors the union of a few sets, one for each number.

/// The most patterns.
pub(super) const MOST: usize = 1024;

/// Patterns and how they fit together.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// How often each pattern is to be chosen, from 1.
    pub(super) weights: Vec<u32>,
    /// Clockwise from the top: what each pattern has on that side.
    pub(super) sides: [Vec<u32>; 4],
    /// How many different things meet across rows and across columns.
    pub(super) kinds: [u32; 2],
    /// Clockwise from the top: whether a pattern can stand at that edge.
    pub(super) edges: [Vec<bool>; 4],
}

impl Rules {
    /// Rules for patterns with these things on their sides: for each pattern
    /// what it has above, right, below and left.
    pub(super) fn new(weights: Vec<u32>, things: &[[u128; 4]], edges: [Vec<bool>; 4]) -> Rules {
        let mut kinds = [0; 2];
        let mut sides = [const { Vec::new() }; 4];
        for (axis, count) in kinds.iter_mut().enumerate() {
            let mut known: Vec<u128> = things
                .iter()
                .flat_map(|thing| [thing[axis], thing[axis + 2]])
                .collect();
            known.sort_unstable();
            known.dedup();
            for side in [axis, axis + 2] {
                let number = |thing: &[u128; 4]| known.partition_point(|&it| it < thing[side]);
                sides[side] = things.iter().map(|thing| number(thing) as u32).collect();
            }
            *count = known.len() as u32;
        }
        Rules {
            weights,
            sides,
            kinds,
            edges,
        }
    }

    /// The rules with all patterns at every edge, unless they are `closed`.
    pub(super) fn with_edges(mut self, closed: bool) -> Rules {
        if !closed {
            self.edges.iter_mut().for_each(|edge| edge.fill(true));
        }
        self
    }

    pub(super) fn len(&self) -> u32 {
        self.weights.len() as u32
    }
}
