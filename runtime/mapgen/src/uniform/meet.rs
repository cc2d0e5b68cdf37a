//! Where the surroundings of rooms meet: from all rooms at once the walls are
//! flooded, step by step, and where the floods of two rooms touch, the shortest
//! way between them that comes near no other room crosses. All ways of a least
//! spanning tree are among these.

use dice::Stream;

use crate::draw::between;
use crate::{Direction, Grid, Point, Room};

/// No edge follows.
const NONE: u32 = u32::MAX;
/// The owner of the outermost cells, which no flood enters.
const EDGE: u32 = u32::MAX;

/// Two rooms whose floods touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The rooms; the first has the smaller number.
    pub(super) rooms: [u32; 2],
    /// Steps between the two, walls between them plus 1.
    pub(super) steps: u32,
    /// Two cells side by side, one of each flood.
    pub(super) cells: [Point; 2],
    /// Places as short as this one that were met.
    equals: u32,
    /// The next edge of the first room, or [`NONE`].
    next: u32,
}

/// The floods of all rooms.
#[derive(Clone, Debug, Default)]
pub(super) struct Floods {
    width: usize,
    /// For each cell its room plus 1, 0 where no flood came, or [`EDGE`].
    owners: Vec<u32>,
    /// Steps from each cell to its room.
    steps: Vec<u16>,
    /// The edges between floods; from the shortest on, when all is flooded.
    pub(super) edges: Vec<Edge>,
    /// The first edge of each room.
    firsts: Vec<u32>,
}

impl Floods {
    /// Floods everything between rooms that touch one another nowhere. Among
    /// places that are equally short, chance decides.
    pub(super) fn of(grid: &Grid, rooms: &[Room], stream: &mut Stream) -> Floods {
        let (width, cells) = (grid.width() as usize, grid.cells().len());
        let mut floods = Floods {
            width,
            owners: vec![0; cells],
            steps: vec![0; cells],
            edges: Vec::new(),
            firsts: vec![NONE; rooms.len()],
        };
        floods.owners[..width].fill(EDGE);
        floods.owners[cells - width..].fill(EDGE);
        for row in floods.owners.chunks_exact_mut(width) {
            (row[0], row[width - 1]) = (EDGE, EDGE);
        }
        let (mut now, mut later) = (Vec::new(), Vec::new());
        for room in rooms {
            for y in room.rect.y..room.rect.bottom() {
                let start = grid.index(Point::new(room.rect.x, y));
                floods.owners[start..start + room.rect.w as usize].fill(room.id + 1);
            }
            let within = room.rect.inset(1);
            let rim = room.rect.points().filter(|&point| !within.contains(point));
            now.extend(rim.map(|point| grid.index(point) as u32));
        }
        while !now.is_empty() {
            for &here in &now {
                let here = here as usize;
                for next in [here - width, here + 1, here + width, here - 1] {
                    if floods.visit(here, next, stream) {
                        later.push(next as u32);
                    }
                }
            }
            std::mem::swap(&mut now, &mut later);
            later.clear();
        }
        floods
            .edges
            .sort_unstable_by_key(|edge| (edge.steps, edge.rooms));
        floods
    }

    /// True if the flood of one cell is the first to come to the next.
    #[inline]
    fn visit(&mut self, here: usize, next: usize, stream: &mut Stream) -> bool {
        let owners = [self.owners[here], self.owners[next]];
        if owners[1] == 0 {
            self.owners[next] = owners[0];
            self.steps[next] = self.steps[here] + 1;
            return true;
        }
        if owners[0] != owners[1] && owners[1] != EDGE {
            let steps = u32::from(self.steps[here]) + u32::from(self.steps[next]) + 1;
            let cells = [here, next].map(|cell| {
                let (x, y) = (cell % self.width, cell / self.width);
                Point::new(x as u32, y as u32)
            });
            let is_turned = owners[0] > owners[1];
            let cells = if is_turned {
                [cells[1], cells[0]]
            } else {
                cells
            };
            let rooms = [owners[0].min(owners[1]) - 1, owners[0].max(owners[1]) - 1];
            self.meet(rooms, cells, steps, stream);
        }
        false
    }

    /// The way from a cell of a flood back to its room, without the room's own
    /// cells; straight on in a direction as long as that is a shortest way.
    pub(super) fn back(&self, from: Point, direction: Direction) -> Vec<Point> {
        let place = |point: Point| point.y as usize * self.width + point.x as usize;
        let owner = self.owners[place(from)];
        let mut direction = direction;
        let mut way = Vec::new();
        let mut here = from;
        let mut left = self.steps[place(here)];
        while left > 0 {
            way.push(here);
            left -= 1;
            let is_back = |next: Point| {
                let next = place(next);
                self.owners[next] == owner && self.steps[next] == left
            };
            // One of the four is nearer, which the flood came from.
            for _ in 0..3 {
                if is_back(here.wrapped(direction)) {
                    break;
                }
                direction = direction.clockwise();
            }
            here = here.wrapped(direction);
        }
        way
    }

    /// Notes where two floods touch, unless a shorter place is known.
    fn meet(&mut self, rooms: [u32; 2], cells: [Point; 2], steps: u32, stream: &mut Stream) {
        let mut number = self.firsts[rooms[0] as usize];
        while number != NONE && self.edges[number as usize].rooms != rooms {
            number = self.edges[number as usize].next;
        }
        let Some(edge) = self.edges.get_mut(number as usize) else {
            let first = &mut self.firsts[rooms[0] as usize];
            let next = std::mem::replace(first, self.edges.len() as u32);
            self.edges.push(Edge {
                rooms,
                steps,
                cells,
                equals: 1,
                next,
            });
            return;
        };
        if steps < edge.steps {
            (edge.steps, edge.cells, edge.equals) = (steps, cells, 1);
        } else if steps == edge.steps {
            // The n-th takes the place with a chance of 1 in n.
            edge.equals += 1;
            if between(stream, 1, edge.equals) == 1 {
                edge.cells = cells;
            }
        }
    }
}
