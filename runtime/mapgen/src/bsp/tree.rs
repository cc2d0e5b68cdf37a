//! The dungeon tree: areas, where they were cut, and the rooms in the leaves.
//!
//! Nodes lie in one list in the order of their cutting, level by level, so a
//! parent always comes before its children and no pass needs recursion.

use dice::Stream;
use serde::Serialize;

use crate::Rect;
use crate::draw::between;

/// The direction that a cut divides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Axis {
    /// Columns: a left and a right half.
    X,
    /// Rows: an upper and a lower half.
    Y,
}

/// Where a node was cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Split {
    /// What it divides.
    pub axis: Axis,
    /// First column or row of the second half.
    pub at: u32,
}

/// An area of the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Node {
    /// Its cells, walls at the left and top included.
    pub bounds: Rect,
    /// Cuts above it.
    pub depth: u32,
    /// The node that it is a half of.
    pub parent: Option<u32>,
    /// Its halves.
    pub children: Option<[u32; 2]>,
    /// Where it was cut.
    pub split: Option<Split>,
    /// The room in it, if it is a leaf.
    pub room: Option<u32>,
    /// True for a leaf that was too small for a room.
    pub barren: bool,
    /// A room is in it or below it.
    #[serde(skip)]
    pub(crate) has_room: bool,
}

/// All areas of a map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    pub(crate) nodes: Vec<Node>,
}

impl Tree {
    /// A tree of one node.
    pub(crate) fn new(bounds: Rect) -> Tree {
        Tree {
            nodes: vec![Node::new(bounds, 0, None)],
        }
    }

    /// The nodes; the first is the root, and parents come before children.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The nodes that were not cut.
    pub fn leaves(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|node| node.children.is_none())
    }

    /// How many leaves were too small for a room.
    pub fn barren(&self) -> usize {
        self.leaves().filter(|leaf| leaf.barren).count()
    }

    /// Cuts a node.
    pub(crate) fn split(&mut self, parent: u32, split: Split) {
        let first = self.nodes.len() as u32;
        let node = &mut self.nodes[parent as usize];
        node.split = Some(split);
        node.children = Some([first, first + 1]);
        let depth = node.depth + 1;
        for half in halves(node.bounds, split) {
            self.nodes.push(Node::new(half, depth, Some(parent)));
        }
    }
}

impl Node {
    fn new(bounds: Rect, depth: u32, parent: Option<u32>) -> Node {
        Node {
            bounds,
            depth,
            parent,
            children: None,
            split: None,
            room: None,
            barren: false,
            has_room: false,
        }
    }
}

/// Where to cut an area: across the side that is longer than 1.25 times the
/// other, by chance otherwise. Halves have `least` cells on a side if there is
/// room for that, and a third of the whole rather than less. `None` for an area
/// of one cell.
pub(crate) fn cut(bounds: Rect, least: u32, stream: &mut Stream) -> Option<Split> {
    let Rect { x, y, w, h } = bounds;
    let axis = if w * 4 > h * 5 {
        Axis::X
    } else if h * 4 > w * 5 || stream.int(0, 1) == 0 {
        Axis::Y
    } else {
        Axis::X
    };
    let (start, length) = match axis {
        Axis::X => (x, w),
        Axis::Y => (y, h),
    };
    if length < 2 {
        return None;
    }
    // At most half of the length, so that low is never above high.
    let margin = least.max(length / 3).min(length / 2).max(1);
    let at = start + between(stream, margin, length - margin);
    Some(Split { axis, at })
}

fn halves(bounds: Rect, split: Split) -> [Rect; 2] {
    let Rect { x, y, w, h } = bounds;
    match split.axis {
        Axis::X => [
            Rect::new(x, y, split.at - x, h),
            Rect::new(split.at, y, x + w - split.at, h),
        ],
        Axis::Y => [
            Rect::new(x, y, w, split.at - y),
            Rect::new(x, split.at, w, y + h - split.at),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dice::Seed;

    #[test]
    fn cuts_go_across_the_longer_side_and_stay_inside() {
        let mut stream = Seed::new(1).stream();
        for w in 1..40 {
            for h in 1..40 {
                let bounds = Rect::new(3, 5, w, h);
                let Some(split) = cut(bounds, 5, &mut stream) else {
                    assert!(w < 2 || h < 2);
                    continue;
                };
                let halves = halves(bounds, split);
                assert_eq!(halves[0].area() + halves[1].area(), bounds.area());
                assert!(halves.iter().all(|half| half.area() > 0), "{bounds:?}");
                if w * 4 > h * 5 {
                    assert_eq!(split.axis, Axis::X);
                }
                if h * 4 > w * 5 {
                    assert_eq!(split.axis, Axis::Y);
                }
            }
        }
    }
}
