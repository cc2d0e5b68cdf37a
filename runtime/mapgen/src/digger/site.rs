//! Walls where something can be dug, and the shapes that are dug out of them.

use super::{Digger, Dug};
use crate::draw::between;
use crate::recorder::{Canvas, Recorder};
use crate::{Cell, Direction, Point, Rect};

/// A wall of something that is dug.
#[derive(Clone, Copy, Debug)]
pub(super) struct Site {
    pub(super) point: Point,
    /// Away from what it is a wall of.
    pub(super) direction: Direction,
}

impl Site {
    pub(super) const fn is_upright(self) -> bool {
        matches!(self.direction, Direction::Up | Direction::Down)
    }

    /// A straight corridor behind the wall.
    pub(super) fn corridor(self, length: u32) -> Option<Rect> {
        if self.is_upright() {
            self.room(1, length, 0)
        } else {
            self.room(length, 1, 0)
        }
    }

    /// A room behind the wall, which is at its cell number `back`, counted
    /// along the side; `None` above or left of the map.
    pub(super) fn room(self, w: u32, h: u32, back: u32) -> Option<Rect> {
        let Point { x, y } = self.point;
        let (x, y) = match self.direction {
            Direction::Up => (x.checked_sub(back), y.checked_sub(h)),
            Direction::Right => (Some(x + 1), y.checked_sub(back)),
            Direction::Down => (x.checked_sub(back), Some(y + 1)),
            Direction::Left => (x.checked_sub(w), y.checked_sub(back)),
        };
        Some(Rect::new(x?, y?, w, h))
    }
}

impl Digger {
    /// The end of the newest corridor as long as it has tries, or any wall of
    /// anything; each costs one of its tries. The wall's owner comes with it.
    pub(super) fn pick_site(&mut self) -> (u32, Site) {
        if let Some((number, tries)) = self.ahead {
            self.ahead = (tries > 1).then_some((number, tries - 1));
            if let Some(way) = self.dug[number as usize].corridor {
                let site = Site {
                    point: way.end.wrapped(way.direction),
                    direction: way.direction,
                };
                return (number, site);
            }
        }
        let place = between(&mut self.sites, 0, self.active.len() as u32 - 1) as usize;
        let number = self.active[place];
        let Dug { rect, tries, .. } = &mut self.dug[number as usize];
        *tries -= 1;
        if *tries == 0 {
            self.active.swap_remove(place);
        }
        (
            number,
            wall_of(
                *rect,
                between(&mut self.sites, 0, 2 * (rect.w + rect.h) - 1),
            ),
        )
    }

    /// A shape, if it and all around it is wall.
    pub(super) fn fitting<R: Recorder>(
        &self,
        canvas: &Canvas<R>,
        shape: Option<Rect>,
    ) -> Option<Rect> {
        let rect = shape?;
        let inner = self.ground.inner();
        let is_inside = rect.x >= inner.x
            && rect.y >= inner.y
            && rect.right() <= inner.right()
            && rect.bottom() <= inner.bottom();
        if !is_inside {
            return None;
        }
        let mut rows = rect.y - 1..=rect.bottom();
        let columns = rect.x as usize - 1..=rect.right() as usize;
        let is_wall = |&cell: &u8| cell == Cell::Wall.byte();
        rows.all(|y| canvas.grid().row(y)[columns.clone()].iter().all(is_wall))
            .then_some(rect)
    }
}

/// The walls of a rectangle by number: top, bottom, left, right.
const fn wall_of(rect: Rect, number: u32) -> Site {
    let Rect { x, y, w, h } = rect;
    let (x, y, direction) = if number < w {
        (x + number, y - 1, Direction::Up)
    } else if number < 2 * w {
        (x + number - w, y + h, Direction::Down)
    } else if number < 2 * w + h {
        (x - 1, y + number - 2 * w, Direction::Left)
    } else {
        (x + w, y + number - 2 * w - h, Direction::Right)
    };
    Site {
        point: Point::new(x, y),
        direction,
    }
}
