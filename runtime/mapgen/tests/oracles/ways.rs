//! Ways and distances against Dijkstra's algorithm of the crate `pathfinding`,
//! over steps that are written out here once more.

use dice::{Seed, Stream};
use mapgen::field::{NO_DIRECTION, NO_WAY};
use mapgen::grid::AROUND;
use mapgen::{Field, Gait, Grid, Neighbors, Paths, Point, Request, generate};
use pathfinding::prelude::{dijkstra, dijkstra_all};

use crate::{noise, some_open};

/// A gait, and what it is told in.
struct Ground {
    gait: Gait,
    is_diagonal: bool,
    costs: [u32; 256],
}

impl Ground {
    fn new(is_diagonal: bool, own: &[(u8, u8)]) -> Ground {
        let neighbors = [Neighbors::Four, Neighbors::Eight][usize::from(is_diagonal)];
        let mut gait = Gait::default().with_neighbors(neighbors);
        let mut costs = [1; 256];
        for closed in [0, 13, 14, 18] {
            costs[closed] = 0;
        }
        for &(byte, cost) in own {
            gait = gait.with_cost(byte, cost);
            costs[usize::from(byte)] = cost.into();
        }
        Ground {
            gait,
            is_diagonal,
            costs,
        }
    }

    fn any(stream: &mut Stream) -> Ground {
        let is_diagonal = stream.int(0, 1) == 1;
        let mut cost = |most: i64| stream.int(0, most) as u8;
        match cost(3) {
            0 | 1 => Ground::new(is_diagonal, &[]),
            2 => Ground::new(
                is_diagonal,
                &[(0, cost(9)), (1, 1 + cost(3)), (13, cost(2))],
            ),
            _ => Ground::new(is_diagonal, &[(0, cost(255)), (1, 1 + cost(200))]),
        }
    }

    fn cost(&self, grid: &Grid, point: Point) -> u32 {
        grid.get(point)
            .map_or(0, |byte| self.costs[usize::from(byte)])
    }

    /// Steps between neighbors, with what they count: into the neighbor, or
    /// from it.
    fn steps(&self, grid: &Grid, from: Point, is_back: bool) -> Vec<(Point, u32)> {
        let mut steps = Vec::new();
        for y in -1..=1 {
            for x in -1..=1 {
                let is_corner = x != 0 && y != 0;
                if (x, y) == (0, 0) || is_corner && !self.is_diagonal {
                    continue;
                }
                let at = |x: i32, y: i32| {
                    Point::new(from.x.wrapping_add_signed(x), from.y.wrapping_add_signed(y))
                };
                let to = at(x, y);
                let is_open = |point: Point| self.cost(grid, point) > 0;
                if !is_open(to) || !is_open(at(x, 0)) && y == 0 {
                    continue;
                }
                if is_corner && !(is_open(at(x, 0)) && is_open(at(0, y))) {
                    continue;
                }
                let unit = match (self.is_diagonal, is_corner) {
                    (false, _) => 1,
                    (true, false) => 5,
                    (true, true) => 7,
                };
                let entered = if is_back { from } else { to };
                steps.push((to, unit * self.cost(grid, entered)));
            }
        }
        steps
    }

    /// What a way counts; fails if one of its steps is none.
    #[track_caller]
    fn count(&self, grid: &Grid, way: &[Point]) -> u32 {
        let step = |pair: &[Point]| {
            let steps = self.steps(grid, pair[0], false);
            let found = steps.into_iter().find(|&(next, _)| next == pair[1]);
            found.expect("each step is one").1
        };
        way.windows(2).map(step).sum()
    }
}

#[test]
fn ways_are_as_cheap_as_they_can_be() {
    let mut stream = Seed::new(6).stream();
    let mut paths = Paths::default();
    let (mut found, mut none) = (0, 0);
    for number in 0..400 {
        let grid = if number % 4 == 0 {
            let name = ["caves", "bsp", "subdivide", "maze"][number / 4 % 4];
            let request = Request::new(number as u64);
            let request = if name == "subdivide" {
                request
            } else {
                request.sized(48, 34)
            };
            generate(name, &request).expect("a map").grid
        } else {
            noise(&mut stream)
        };
        let ground = Ground::any(&mut stream);
        let points = some_open(&mut stream, &grid, 31);
        let Some((&from, goals)) = points.split_first() else {
            continue;
        };
        let expected = dijkstra_all(&from, |&point| ground.steps(&grid, point, false));
        for &to in goals {
            let way = paths.find_on(&grid, &ground.gait, from, to);
            let expected = match expected.get(&to) {
                Some(&(_, cost)) => Some(cost),
                None => (from == to).then_some(0),
            };
            if let Some(expected) = expected {
                assert_eq!((way[0], way[way.len() - 1]), (from, to));
                assert_eq!(
                    ground.count(&grid, way),
                    expected,
                    "{number} {from:?} {to:?}"
                );
                found += 1;
            } else {
                assert!(way.is_empty(), "{number} {from:?} {to:?}");
                none += 1;
            }
        }
    }
    assert!(
        found + none > 10_000 && found > 6000 && none > 500,
        "{found} {none}"
    );
}

#[test]
fn fields_and_flows_are_those_of_dijkstra() {
    let mut stream = Seed::new(7).stream();
    let mut field = Field::default();
    let mut walks = 0;
    for number in 0..200 {
        let grid = noise(&mut stream);
        let ground = Ground::any(&mut stream);
        let count = stream.int(0, 4) as usize;
        let goals = some_open(&mut stream, &grid, count);
        // A node before all goals makes them one.
        let costs = dijkstra_all(&None, |node: &Option<Point>| match node {
            None => goals
                .iter()
                .map(|&goal| (Some(goal), 1))
                .collect::<Vec<_>>(),
            Some(point) => {
                let steps = ground.steps(&grid, *point, true).into_iter();
                steps.map(|(next, cost)| (Some(next), cost)).collect()
            }
        });
        let expected = |point| {
            costs
                .get(&Some(point))
                .map_or(NO_WAY, |&(_, cost)| cost - 1)
        };
        let distances = field.measure(&grid, &ground.gait, &goals).to_vec();
        for (point, &distance) in grid.bounds().points().zip(&distances) {
            assert_eq!(distance, expected(point), "{number} {point:?}");
        }
        let far = distances
            .iter()
            .copied()
            .filter(|&distance| distance != NO_WAY);
        let farthest = field.farthest(&grid, &ground.gait, &goals);
        assert_eq!(farthest.map(|(_, distance)| distance), far.max());
        let directions = field.flow(&grid, &ground.gait, &goals);
        let place = |point: Point| (point.y * grid.width() + point.x) as usize;
        for start in grid.bounds().points() {
            let mut way = vec![start];
            let mut at = start;
            while let direction @ 1..=8 = directions[place(at)] {
                let (x, y) = AROUND[usize::from(direction) - 1];
                at = Point::new(at.x.wrapping_add_signed(x), at.y.wrapping_add_signed(y));
                way.push(at);
                assert!(
                    way.len() <= distances.len(),
                    "{number} {start:?}: in circles"
                );
            }
            let is_goal = directions[place(at)] == 0;
            assert_eq!(is_goal, distances[place(start)] != NO_WAY);
            assert_eq!(!is_goal, directions[place(start)] == NO_DIRECTION);
            if is_goal {
                assert!(goals.contains(&at));
                assert_eq!(ground.count(&grid, &way), distances[place(start)]);
                walks += 1;
            }
        }
    }
    assert!(walks > 30_000, "{walks}");
}

#[test]
fn one_search_after_another_in_the_same_memory() {
    let mut stream = Seed::new(8).stream();
    let mut paths = Paths::default();
    for _ in 0..200 {
        let grid = noise(&mut stream);
        let ground = Ground::any(&mut stream);
        let [from, to] = some_open(&mut stream, &grid, 2)[..] else {
            continue;
        };
        let expected = dijkstra(
            &from,
            |&point| ground.steps(&grid, point, false),
            |&point| point == to,
        );
        let way = paths.find_on(&grid, &ground.gait, from, to);
        let cost = expected.map(|(_, cost)| cost);
        let way = (!way.is_empty()).then(|| ground.count(&grid, way));
        assert_eq!(way, cost);
        // The plain search shares it.
        let plain = paths.find(&grid, from, to).len() as u32;
        let steps = grid.distances(from)[(to.y * grid.width() + to.x) as usize];
        assert_eq!(plain, steps.wrapping_add(1));
    }
}
