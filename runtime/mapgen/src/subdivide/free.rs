//! What is left of a free rectangle around a room: four rectangles, by cuts
//! that run from top to bottom or from left to right.

use crate::Rect;

/// How the space around a room is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cut {
    /// From top to bottom: left and right of the room get the full height.
    Vertical,
    /// From left to right: above and below the room get the full width.
    Horizontal,
}

/// The four rectangles around `room`, which is inside `free`: for a vertical
/// cut left, right, above, below; for a horizontal one above, below, left, right.
pub fn cuts(free: Rect, room: Rect, cut: Cut) -> [Rect; 4] {
    let left = room.x - free.x;
    let right = free.right() - room.right();
    let above = room.y - free.y;
    let below = free.bottom() - room.bottom();
    match cut {
        Cut::Vertical => [
            Rect::new(free.x, free.y, left, free.h),
            Rect::new(room.right(), free.y, right, free.h),
            Rect::new(room.x, free.y, room.w, above),
            Rect::new(room.x, room.bottom(), room.w, below),
        ],
        Cut::Horizontal => [
            Rect::new(free.x, free.y, free.w, above),
            Rect::new(free.x, room.bottom(), free.w, below),
            Rect::new(free.x, room.y, left, room.h),
            Rect::new(room.right(), room.y, right, room.h),
        ],
    }
}

/// The cuts whose largest rectangle is larger, vertical ones if they are equal.
pub(super) fn better(free: Rect, room: Rect) -> (Cut, [Rect; 4]) {
    let largest = |cut| {
        let areas = cuts(free, room, cut).map(|rect| rect.area());
        areas.into_iter().max().unwrap_or(0)
    };
    let cut = if largest(Cut::Horizontal) > largest(Cut::Vertical) {
        Cut::Horizontal
    } else {
        Cut::Vertical
    };
    (cut, cuts(free, room, cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_source_is_cut_vertically() {
        let free = Rect::new(0, 0, 9, 7);
        let room = Rect::new(2, 1, 3, 3);
        let areas = |cut| cuts(free, room, cut).map(|rect| rect.area());
        assert_eq!(areas(Cut::Vertical), [14, 28, 3, 9]);
        assert_eq!(areas(Cut::Horizontal), [9, 27, 6, 12]);
        assert_eq!(better(free, room).0, Cut::Vertical);
    }

    #[test]
    fn nothing_of_the_space_is_lost_or_counted_twice() {
        let free = Rect::new(3, 4, 9, 8);
        for w in 1..=9 {
            for h in 1..=8 {
                for x in 0..=9 - w {
                    for y in 0..=8 - h {
                        let room = Rect::new(3 + x, 4 + y, w, h);
                        for cut in [Cut::Vertical, Cut::Horizontal] {
                            let rest = cuts(free, room, cut);
                            let area: u64 = rest.iter().map(Rect::area).sum();
                            assert_eq!(area + room.area(), free.area());
                            assert!(rest.iter().all(|rect| !rect.overlaps(&room)));
                        }
                    }
                }
            }
        }
    }
}
