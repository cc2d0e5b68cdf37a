//! The wave: what is still possible at each place, and what follows when less
//! is possible.
//!
//! Places lie in a ring of places where nothing is possible, so that no edge
//! has to be looked for. What a place no longer holds is told to its four
//! neighbors by the numbers of its sides: only one that has gone takes
//! something from a neighbor. Nothing is counted, so parts of the wave can be
//! put back to the beginning at any time.

use std::collections::VecDeque;
use std::fmt::Debug;

use dice::Stream;

use super::entropy::{Buckets, Logarithms};
use super::rules::Rules;
use super::set::Set;
use crate::{Point, Rect};

/// How far beyond a cleared area undecided places are cleared too.
const REACH: u32 = 8;

/// A pattern that was chosen for a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Choice {
    pub(super) place: Point,
    /// How many were possible.
    pub(super) among: u32,
}

/// What followed from a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Effect {
    /// Patterns that are no longer possible somewhere.
    pub(super) patterns: u32,
    /// Places where something was ruled out.
    pub(super) places: u32,
}

/// A place where nothing is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Contradiction(pub(super) Point);

/// A wave of any number of patterns.
pub(super) trait Wave: Debug {
    /// The pattern of a place, once it is decided.
    fn decided(&self, place: Point) -> Option<u32>;

    /// The places that were decided in the last propagation.
    fn fresh(&self) -> Vec<Point>;

    /// Chooses a pattern where the least is open; `None` when all is decided.
    fn choose(&mut self, stream: &mut Stream) -> Option<Choice>;

    /// Rules out whatever no longer fits anywhere.
    fn propagate(&mut self) -> Result<Effect, Contradiction>;

    /// Puts the places at most `radius` away back to the beginning, with the
    /// undecided ones near there that were narrowed down; says how many. Others
    /// stay, and what follows from them is told again.
    fn clear(&mut self, around: Point, radius: u32) -> u32;

    /// Puts everything back to the beginning.
    fn restart(&mut self);
}

/// A wave at its beginning, when all is possible that the edges and the size
/// of the map allow.
pub(super) fn begun(
    rules: &Rules,
    columns: u32,
    rows: u32,
) -> Result<Box<dyn Wave>, Contradiction> {
    fn sized<const W: usize>(
        rules: &Rules,
        columns: u32,
        rows: u32,
    ) -> Result<Box<dyn Wave>, Contradiction> {
        Ok(Box::new(Field::<W>::begun(rules, columns, rows)?))
    }
    match rules.len() {
        0..=64 => sized::<1>(rules, columns, rows),
        65..=128 => sized::<2>(rules, columns, rows),
        129..=192 => sized::<3>(rules, columns, rows),
        193..=256 => sized::<4>(rules, columns, rows),
        257..=384 => sized::<6>(rules, columns, rows),
        385..=512 => sized::<8>(rules, columns, rows),
        513..=768 => sized::<12>(rules, columns, rows),
        _ => sized::<16>(rules, columns, rows),
    }
}

/// Weight, and weight times logarithm of the weight.
type Sum = (u32, u64);

/// A wave of at most `W * 64` patterns.
#[derive(Clone, Debug)]
struct Field<const W: usize> {
    /// Places from one row to the next, the ring included.
    stride: u32,
    rows: u32,
    /// For each pattern its weight, and weight times logarithm of the weight.
    shares: Vec<Sum>,
    /// The shares of all.
    whole: Sum,
    /// For each pattern the numbers of its sides, clockwise from the top.
    sides: Vec<[u32; 4]>,
    /// Clockwise from the top: the patterns that have each number on that side.
    members: [Vec<Set<W>>; 4],
    /// The same by side: which patterns fit beside some, as a table of unions.
    unions: [Vec<Set<W>>; 4],
    all: Set<W>,
    /// What is possible at each place.
    sets: Vec<Set<W>>,
    /// The same at the beginning.
    initial: Vec<Set<W>>,
    /// What has gone from each place since its neighbors were last told.
    untold: Vec<Set<W>>,
    /// For each place that is not decided, the shares of what is possible
    /// there or untold.
    sums: Vec<Sum>,
    initial_sums: Vec<Sum>,
    queue: VecDeque<u32>,
    /// Places whose entropy is to be counted anew, each once.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    buckets: Buckets,
    logarithms: Logarithms,
    /// Places that became decided.
    fresh: Vec<u32>,
}

impl<const W: usize> Field<W> {
    fn begun(rules: &Rules, columns: u32, rows: u32) -> Result<Field<W>, Contradiction> {
        let stride = columns + 2;
        let places = stride as usize * (rows as usize + 2);
        let all = Set::first(rules.len());
        let members: [Vec<Set<W>>; 4] = std::array::from_fn(|side| {
            let mut members = vec![Set::EMPTY; rules.kinds[side % 2] as usize];
            for (pattern, &number) in (0..).zip(&rules.sides[side]) {
                members[number as usize].insert(pattern);
            }
            members
        });
        let unions = std::array::from_fn(|side| {
            let others = &members[(side + 2) % 4];
            Set::table(|pattern| {
                let number = rules.sides[side].get(pattern as usize)?;
                Some(others[*number as usize])
            })
        });
        let numbers = |pattern: u32| [0, 1, 2, 3].map(|side| rules.sides[side][pattern as usize]);
        let logarithms = Logarithms::new();
        let share = |&weight: &u32| (weight, u64::from(weight) * u64::from(logarithms.of(weight)));
        let shares: Vec<Sum> = rules.weights.iter().map(share).collect();
        let plus = |sum: Sum, share: &Sum| (sum.0 + share.0, sum.1 + share.1);
        let whole = shares.iter().fold((0, 0), plus);
        let mut field = Field {
            stride,
            rows,
            shares,
            whole,
            sides: (0..rules.len()).map(numbers).collect(),
            members,
            unions,
            all,
            sets: vec![Set::EMPTY; places],
            initial: Vec::new(),
            untold: vec![Set::EMPTY; places],
            sums: vec![whole; places],
            initial_sums: Vec::new(),
            queue: VecDeque::new(),
            changed: Vec::new(),
            is_changed: vec![false; places],
            buckets: Buckets::new(places),
            logarithms,
            fresh: Vec::new(),
        };
        field.put_edges(rules, columns)?;
        field.propagate()?;
        field.initial.clone_from(&field.sets);
        field.initial_sums.clone_from(&field.sums);
        field.fresh.clear();
        Ok(field)
    }

    /// Rules out what cannot stand at an edge, and inside what has a side that
    /// no pattern fits.
    fn put_edges(&mut self, rules: &Rules, columns: u32) -> Result<(), Contradiction> {
        let at_edge: [Set<W>; 4] = std::array::from_fn(|side| {
            let mut set = Set::EMPTY;
            let able = (0..).zip(&rules.edges[side]).filter(|(_, can)| **can);
            able.for_each(|(pattern, _)| set.insert(pattern));
            set
        });
        let inside: [Set<W>; 4] = std::array::from_fn(|side| {
            let others = &self.members[(side + 2) % 4];
            let fitting = self.members[side].iter().zip(others);
            let fitting = fitting.filter(|(_, other)| !other.is_empty());
            fitting.fold(Set::EMPTY, |all, (these, _)| all.or(these))
        });
        for y in 0..self.rows {
            for x in 0..columns {
                let outer = [y == 0, x + 1 == columns, y + 1 == self.rows, x == 0];
                let mut set = self.all;
                for side in 0..4 {
                    let rule = if outer[side] { &at_edge } else { &inside };
                    set = set.and(&rule[side]);
                }
                if set.is_empty() {
                    return Err(Contradiction(Point::new(x, y)));
                }
                let place = self.place(Point::new(x, y));
                self.sets[place as usize] = set;
                self.touch(place);
                self.untold[place as usize] = self.all.without(&set);
                if !self.untold[place as usize].is_empty() {
                    self.queue.push_back(place);
                }
            }
        }
        Ok(())
    }

    fn place(&self, point: Point) -> u32 {
        (point.y + 1) * self.stride + point.x + 1
    }

    fn point(&self, place: u32) -> Point {
        Point::new(place % self.stride - 1, place / self.stride - 1)
    }

    /// The places at most so far away.
    fn area(&self, around: Point, radius: u32) -> Rect {
        let (left, top) = (
            around.x.saturating_sub(radius),
            around.y.saturating_sub(radius),
        );
        let right = (around.x + radius).min(self.stride - 3);
        let bottom = (around.y + radius).min(self.rows - 1);
        Rect::new(left, top, right + 1 - left, bottom + 1 - top)
    }

    /// Clockwise from the top.
    fn around(&self, place: u32) -> [u32; 4] {
        let stride = self.stride;
        [place - stride, place + 1, place + stride, place - 1]
    }

    #[inline]
    fn touch(&mut self, place: u32) {
        if !std::mem::replace(&mut self.is_changed[place as usize], true) {
            self.changed.push(place);
        }
    }

    /// Puts changed places where their entropy belongs.
    fn sort_changed(&mut self) {
        for place in self.changed.drain(..) {
            let at = place as usize;
            self.is_changed[at] = false;
            if self.sets[at].only().is_some() {
                self.buckets.remove(place);
                self.fresh.push(place);
            } else {
                let (weight, product) = self.sums[at];
                self.buckets
                    .put(place, self.logarithms.bucket(weight, product));
            }
        }
    }

    /// Clockwise from the top: what the neighbors of a place cannot be, given
    /// what is possible there and what has gone.
    #[inline]
    fn lost(&self, set: &Set<W>, gone: &Set<W>, count: u32) -> [Set<W>; 4] {
        // The same in three ways, from here on the quickest: by the few that
        // have gone, by the few that are left, or by the tables.
        let (left, by_table) = (set.count(), 8 * W as u32);
        let mut sets = [Set::EMPTY; 4];
        if 2 * count <= left.min(by_table) {
            gone.each(|pattern| {
                for (side, &number) in self.sides[pattern].iter().enumerate() {
                    let number = number as usize;
                    if !set.meets(&self.members[side][number]) {
                        sets[side] = sets[side].or(&self.members[(side + 2) % 4][number]);
                    }
                }
            });
            return sets;
        }
        if left <= by_table {
            set.each(|pattern| {
                for (side, &number) in self.sides[pattern].iter().enumerate() {
                    let others = &self.members[(side + 2) % 4];
                    sets[side] = sets[side].or(&others[number as usize]);
                }
            });
        } else {
            for (fitting, unions) in sets.iter_mut().zip(&self.unions) {
                *fitting = set.union(unions);
            }
        }
        sets.map(|fitting| self.all.without(&fitting))
    }
}

impl<const W: usize> Wave for Field<W> {
    fn decided(&self, place: Point) -> Option<u32> {
        self.sets[self.place(place) as usize].only()
    }

    fn fresh(&self) -> Vec<Point> {
        self.fresh.iter().map(|&place| self.point(place)).collect()
    }

    fn choose(&mut self, stream: &mut Stream) -> Option<Choice> {
        let place = self.buckets.take(stream)?;
        let set = self.sets[place as usize];
        let mut left = stream.int(1, i64::from(self.sums[place as usize].0));
        let mut pattern = 0;
        set.each(|next| {
            if left > 0 {
                left -= i64::from(self.shares[next].0);
                pattern = next as u32;
            }
        });
        let chosen = Set::one(pattern);
        self.sets[place as usize] = chosen;
        self.untold[place as usize] = set.without(&chosen);
        self.queue.push_back(place);
        Some(Choice {
            place: self.point(place),
            among: set.count(),
        })
    }

    fn propagate(&mut self) -> Result<Effect, Contradiction> {
        let mut effect = Effect::default();
        self.fresh.clear();
        while let Some(place) = self.queue.pop_front() {
            let gone = std::mem::replace(&mut self.untold[place as usize], Set::EMPTY);
            let set = self.sets[place as usize];
            self.touch(place);
            let count = gone.count();
            effect.patterns += count;
            effect.places += 1;
            if set.only().is_none() {
                let (mut weight, mut product) = self.sums[place as usize];
                gone.each(|pattern| {
                    weight -= self.shares[pattern].0;
                    product -= self.shares[pattern].1;
                });
                self.sums[place as usize] = (weight, product);
            }
            let lost = self.lost(&set, &gone, count);
            for (next, lost) in self.around(place).into_iter().zip(lost) {
                let at = next as usize;
                let possible = self.sets[at];
                let lost = lost.and(&possible);
                if lost.is_empty() {
                    continue;
                }
                if self.untold[at].is_empty() {
                    self.queue.push_back(next);
                }
                self.untold[at] = self.untold[at].or(&lost);
                self.sets[at] = possible.without(&lost);
                if self.sets[at].is_empty() {
                    return Err(Contradiction(self.point(next)));
                }
            }
        }
        self.sort_changed();
        Ok(effect)
    }

    fn clear(&mut self, around: Point, radius: u32) -> u32 {
        let near = self.area(around, radius);
        let wide = self.area(around, radius + REACH);
        let mut cleared: Vec<u32> = near.points().map(|point| self.place(point)).collect();
        for &place in &cleared {
            self.sets[place as usize] = self.initial[place as usize];
        }
        let mut head = 0;
        let mut beside = Vec::new();
        while let Some(&place) = cleared.get(head) {
            head += 1;
            for next in self.around(place) {
                let (set, initial) = (self.sets[next as usize], self.initial[next as usize]);
                if set == initial {
                    continue;
                }
                if set.only().is_some() || !wide.contains(self.point(next)) {
                    beside.push(next);
                } else {
                    self.sets[next as usize] = initial;
                    cleared.push(next);
                }
            }
        }
        for &place in &cleared {
            self.untold[place as usize] = Set::EMPTY;
            self.sums[place as usize] = self.initial_sums[place as usize];
            self.touch(place);
        }
        self.queue
            .retain(|&place| !self.untold[place as usize].is_empty());
        for place in beside {
            let at = place as usize;
            if self.untold[at].is_empty() {
                self.queue.push_back(place);
            }
            self.untold[at] = self.all.without(&self.sets[at]);
            self.sums[at] = self.whole;
        }
        cleared.len() as u32
    }

    fn restart(&mut self) {
        self.sets.clone_from(&self.initial);
        self.sums.clone_from(&self.initial_sums);
        self.untold.fill(Set::EMPTY);
        self.queue.clear();
        for y in 0..self.rows {
            for x in 0..self.stride - 2 {
                self.touch(self.place(Point::new(x, y)));
            }
        }
        self.sort_changed();
    }
}
