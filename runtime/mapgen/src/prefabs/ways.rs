//! Ways between doors: from all doors at once a flood runs over the rock
//! around the vaults, and where two floods meet there is a way between two
//! doors. The shortest ones that join all vaults make a spanning tree.
//!
//! Vaults never touch each other or the map's edge, so that the rock between
//! them hangs together and every door is reached.

use crate::caves::Bits;
use crate::{Direction, Grid, Point, UnionFind};

/// A door in the outline of a vault on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Door {
    pub(super) point: Point,
    /// The room that its vault is.
    pub(super) room: u32,
    /// Nothing is cut off if it is walled up.
    pub(super) is_closable: bool,
    /// A way leads to it.
    pub(super) is_used: bool,
}

/// A way between two doors, or from a door to a map that was there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Way {
    length: u32,
    /// Beside each other on the map, where the floods meet.
    from: u32,
    to: u32,
}

/// The floods of all doors.
#[derive(Clone, Debug)]
pub(super) struct Floods {
    width: u32,
    /// The number of the door, plus 1; behind the doors that of the map.
    owners: Vec<u32>,
    /// Steps from the door, and the direction back to it.
    steps: Vec<u32>,
    back: Vec<u8>,
    /// The ways of the spanning tree, the shortest first.
    pub(super) tree: Vec<Way>,
    /// The shortest way of each door to another vault.
    pub(super) best: Vec<Option<Way>>,
}

impl Floods {
    /// Floods from all doors, and from what is open in `before`. `vaults` is
    /// open where a vault is.
    pub(super) fn new(doors: &[Door], rooms: u32, vaults: &Bits, before: Option<&Grid>) -> Floods {
        let (width, height) = (vaults.width(), vaults.height());
        let cells = width as usize * height as usize;
        let mut floods = Floods {
            width,
            owners: vec![0; cells],
            steps: vec![0; cells],
            back: vec![0; cells],
            tree: Vec::new(),
            best: vec![None; doors.len()],
        };
        let mut queue: Vec<u32> = Vec::with_capacity(cells / 2);
        for (number, door) in (1..).zip(doors) {
            let at = door.point.y * width + door.point.x;
            floods.owners[at as usize] = number;
            queue.push(at);
        }
        let map = doors.len() as u32 + 1;
        if let Some(grid) = before {
            for point in grid.bounds().points().filter(|&point| grid.is_open(point)) {
                if vaults.is_wall(point.y, point.x) {
                    let at = point.y * width + point.x;
                    floods.owners[at as usize] = map;
                    queue.push(at);
                }
            }
        }
        let mut ways = Vec::new();
        let mut head = 0;
        while let Some(&at) = queue.get(head) {
            head += 1;
            let here = at as usize;
            let point = Point::new(at % width, at / width);
            for (number, direction) in (0..).zip(Direction::ALL) {
                let Some(next) = point.toward(direction) else {
                    continue;
                };
                let is_edge =
                    next.x == 0 || next.y == 0 || next.x + 1 >= width || next.y + 1 >= height;
                if is_edge {
                    continue;
                }
                let there = (next.y * width + next.x) as usize;
                if floods.owners[there] == 0 {
                    if vaults.is_wall(next.y, next.x) {
                        floods.owners[there] = floods.owners[here];
                        floods.steps[there] = floods.steps[here] + 1;
                        // Back is two quarter turns on.
                        floods.back[there] = (number + 2) % 4;
                        queue.push(there as u32);
                    }
                } else if floods.owners[there] != floods.owners[here] && there > here {
                    // A vault's own cells are joined inside it.
                    if vaults.is_wall(next.y, next.x) || vaults.is_wall(point.y, point.x) {
                        ways.push(Way {
                            length: floods.steps[here] + floods.steps[there] + 1,
                            from: at,
                            to: there as u32,
                        });
                    }
                }
            }
        }
        floods.choose(ways, doors, rooms);
        floods
    }

    /// The spanning tree, and the shortest way of each door.
    fn choose(&mut self, mut ways: Vec<Way>, doors: &[Door], rooms: u32) {
        ways.sort_unstable();
        let mut sets = UnionFind::new(rooms + 1);
        for way in ways {
            let owners = [way.from, way.to].map(|at| self.owners[at as usize] as usize - 1);
            let [from, to] = owners.map(|owner| doors.get(owner).map_or(rooms, |door| door.room));
            if from == to {
                continue;
            }
            if sets.join(from, to) {
                self.tree.push(way);
            }
            for owner in owners {
                if let Some(best @ None) = self.best.get_mut(owner) {
                    *best = Some(way);
                }
            }
        }
    }

    /// The two ends of a way: numbers of doors, none for the map before.
    pub(super) fn ends(&self, way: Way) -> [Option<usize>; 2] {
        [way.from, way.to].map(|at| {
            let owner = self.owners[at as usize] as usize - 1;
            (owner < self.best.len()).then_some(owner)
        })
    }

    /// The cells of a way, from one end to the other.
    pub(super) fn cells(&self, way: Way) -> Vec<Point> {
        let mut cells = Vec::with_capacity(way.length as usize + 1);
        self.back_from(way.from, &mut cells);
        cells.reverse();
        self.back_from(way.to, &mut cells);
        cells
    }

    fn back_from(&self, at: u32, cells: &mut Vec<Point>) {
        let mut point = Point::new(at % self.width, at / self.width);
        loop {
            cells.push(point);
            let index = (point.y * self.width + point.x) as usize;
            let direction = Direction::ALL[usize::from(self.back[index])];
            match point.toward(direction) {
                Some(next) if self.steps[index] > 0 => point = next,
                _ => return,
            }
        }
    }
}
