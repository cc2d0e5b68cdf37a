//! Finds the finder patterns of QR codes: a dark ring around a dark stone,
//! which a row crosses in the widths 1:1:3:1:1. Regions are joined from the
//! dark runs of rows, so a picture is gone through once, whatever is in it;
//! the crate that reads codes need not see pictures without a code.

/// A rectangle that holds pixels; `right` and `bottom` are the first outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

/// What looks like finder patterns.
#[derive(Debug)]
pub(super) struct Finders {
    /// The frames of those that are a ring around a stone.
    pub(super) rings: Vec<Frame>,
    /// The frames of all that the reading crate takes for one.
    pub(super) all: Vec<Frame>,
}

/// Dark pixels beside each other in a row, and the region they belong to.
struct Run {
    start: usize,
    end: usize,
    region: usize,
}

/// Dark pixels that are joined; one that is a part of another knows it.
#[derive(Clone, Copy)]
struct Region {
    parent: usize,
    area: usize,
    frame: Frame,
}

impl Finders {
    /// The finder patterns among dark pixels, given row by row.
    pub(super) fn new(width: usize, dark: &[bool]) -> Finders {
        let (rows, mut regions) = regions(width, dark);
        let mut is_seen = vec![false; regions.len()];
        let mut finders = Finders {
            rings: Vec::new(),
            all: Vec::new(),
        };
        for three in rows.iter().flat_map(|row| row.windows(3)) {
            if !is_crossed(three) {
                continue;
            }
            let [left, stone, right] = [0, 1, 2].map(|at| root(&mut regions, three[at].region));
            if left != right || left == stone || is_seen[left] {
                continue;
            }
            let (ring, stone) = (regions[left], regions[stone]);
            // A whole one has 9 modules in its stone and 24 in its ring.
            if (11..70).contains(&(stone.area * 100 / ring.area)) {
                is_seen[left] = true;
                finders.all.push(ring.frame);
                if stone.frame.is_middle_of(ring.frame) {
                    finders.rings.push(ring.frame);
                }
            }
        }
        finders
    }
}

impl Frame {
    pub(super) fn width(self) -> usize {
        self.right - self.left
    }

    pub(super) fn height(self) -> usize {
        self.bottom - self.top
    }

    /// The smallest frame around both.
    pub(super) fn with(self, other: Frame) -> Frame {
        Frame {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    pub(super) fn meets(self, other: Frame) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }

    /// True for about three sevenths in the middle of `ring`. A module of data
    /// that blur has joined to the ring is allowed for.
    fn is_middle_of(self, ring: Frame) -> bool {
        let is_middle = |from: usize, to: usize, ring_from: usize, ring_to: usize| {
            let (length, all) = (to - from, ring_to - ring_from);
            ring_from < from
                && to < ring_to
                && (20..70).contains(&(length * 100 / all))
                && (from + to).abs_diff(ring_from + ring_to) * 2 <= all
        };
        is_middle(self.left, self.right, ring.left, ring.right)
            && is_middle(self.top, self.bottom, ring.top, ring.bottom)
            && ring.width() <= ring.height() * 3
            && ring.height() <= ring.width() * 3
    }
}

/// True if three dark runs and the light between them have the widths of a
/// finder pattern, each three quarters of a module more or less.
fn is_crossed(three: &[Run]) -> bool {
    let [left, stone, right] = three else {
        return false;
    };
    let ones = [
        left.end - left.start,
        stone.start - left.end,
        right.start - stone.end,
        right.end - right.start,
    ];
    let module = ones.iter().sum::<usize>() / 4;
    let fits = |width: usize, modules: usize| width.abs_diff(modules * module) * 4 <= module * 3;
    fits(stone.end - stone.start, 3) && ones.into_iter().all(|width| fits(width, 1))
}

/// The dark runs of each row, and the regions they are joined to.
fn regions(width: usize, dark: &[bool]) -> (Vec<Vec<Run>>, Vec<Region>) {
    let mut rows: Vec<Vec<Run>> = Vec::with_capacity(dark.len() / width);
    let mut regions: Vec<Region> = Vec::new();
    for (y, pixels) in dark.chunks(width).enumerate() {
        let mut row: Vec<Run> = Vec::new();
        let mut above = rows.last().map_or(&[][..], Vec::as_slice);
        let mut end = 0;
        while let Some(start) = pixels[end..].iter().position(|&dark| dark) {
            let start = end + start;
            let length = pixels[start..].iter().position(|&dark| !dark);
            end = length.map_or(width, |length| start + length);
            let region = regions.len();
            let frame = Frame {
                left: start,
                top: y,
                right: end,
                bottom: y + 1,
            };
            regions.push(Region {
                parent: region,
                area: end - start,
                frame,
            });
            // The last run above may reach to the next run as well.
            while let [first, rest @ ..] = above
                && first.start < end
            {
                if first.end > start {
                    join(&mut regions, first.region, region);
                }
                if first.end > end {
                    break;
                }
                above = rest;
            }
            row.push(Run { start, end, region });
        }
        rows.push(row);
    }
    (rows, regions)
}

/// The region that this one is a part of.
fn root(regions: &mut [Region], mut region: usize) -> usize {
    while regions[region].parent != region {
        // Halves the way for whoever goes it next.
        regions[region].parent = regions[regions[region].parent].parent;
        region = regions[region].parent;
    }
    region
}

fn join(regions: &mut [Region], one: usize, other: usize) {
    let (one, other) = (root(regions, one), root(regions, other));
    if one == other {
        return;
    }
    let (large, small) = if regions[one].area >= regions[other].area {
        (one, other)
    } else {
        (other, one)
    };
    regions[small].parent = large;
    regions[large].area += regions[small].area;
    regions[large].frame = regions[large].frame.with(regions[small].frame);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_squares_are_counted_once() {
        let check = |lines: &str, expected: usize| {
            let dark: Vec<bool> = lines
                .split_whitespace()
                .flat_map(str::bytes)
                .map(|byte| byte == b'#')
                .collect();
            let width = lines.split_whitespace().next().map_or(0, str::len);
            let finders = Finders::new(width, &dark);
            assert_eq!(finders.rings.len(), expected, "{lines}");
        };
        let finder = "####### #.....# #.###.# #.###.# #.###.# #.....# #######";
        check(finder, 1);
        let doubled: Vec<String> = finder
            .split(' ')
            .map(|row| format!("..{row}..{row}."))
            .collect();
        check(&doubled.join(" "), 2);
        check("####### ####### #.###.# #.###.# #.###.# ####### #######", 0);
        check("#.###.# ....... ....... .......", 0);
        // Open below, and a stone that hangs from the ring.
        check("####### #.....# #.###.# #.###.# #.###.# #.....# #.....#", 1);
        check("####### #..#..# #.###.# #.###.# #.###.# #.....# #######", 0);
    }
}
