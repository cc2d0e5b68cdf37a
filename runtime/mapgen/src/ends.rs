//! Where generators put the start and the exit: far apart on foot.

use dice::Stream;

use crate::draw::between;
use crate::map::{Room, RoomKind};
use crate::recorder::{Canvas, Recorder, StepKind};
use crate::{Cell, Field, Gait, Point};

/// Puts the two anywhere: a walk from a cell of a part, which has others, to
/// the farthest one finds the start, and a walk from there the exit.
pub(crate) fn anywhere<R: Recorder>(canvas: &mut Canvas<R>, from: Point) -> [Point; 2] {
    let (mut field, gait) = (Field::default(), Gait::default());
    let mut farthest = |from| {
        let found = field.farthest(canvas.grid(), &gait, &[from]);
        found.map_or(from, |(point, _)| point)
    };
    let start = farthest(from);
    let exit = farthest(start);
    canvas.set(start, Cell::Start);
    canvas.set(exit, Cell::Exit);
    canvas.step(StepKind::Special, || {
        "The start is put far out, and the exit as far from it as can be.".to_owned()
    });
    [start, exit]
}

/// Puts the two into rooms, or where there are none, anywhere in a part that
/// has this cell.
pub(crate) fn in_rooms_or_part<R: Recorder>(
    canvas: &mut Canvas<R>,
    rooms: &mut [Room],
    part: Point,
    stream: &mut Stream,
) -> [Point; 2] {
    if rooms.is_empty() {
        anywhere(canvas, part)
    } else {
        in_rooms(canvas, rooms, stream)
    }
}

/// Puts the start into any room and the exit into the farthest from it; in the
/// only room, which has two cells at least, into two corners. There is a room,
/// and a way to all others.
pub(crate) fn in_rooms<R: Recorder>(
    canvas: &mut Canvas<R>,
    rooms: &mut [Room],
    stream: &mut Stream,
) -> [Point; 2] {
    let first = between(stream, 0, rooms.len() as u32 - 1);
    let rect = rooms[first as usize].rect;
    let (start, exit, last) = if rooms.len() == 1 {
        let corner = Point::new(rect.right() - 1, rect.bottom() - 1);
        (Point::new(rect.x, rect.y), corner, first)
    } else {
        let start = rect.center();
        let distances = canvas.grid().distances(start);
        let far = |room: &Room| distances[canvas.grid().index(room.rect.center())];
        let others = rooms.iter().filter(|room| room.id != first);
        // The first of the farthest, whatever the order of equals.
        let last = others.max_by_key(|room| (far(room), std::cmp::Reverse(room.id)));
        let last = last.map_or(first, |room| room.id);
        (start, rooms[last as usize].rect.center(), last)
    };
    rooms[last as usize].kind = RoomKind::Exit;
    rooms[first as usize].kind = RoomKind::Start;
    canvas.set(start, Cell::Start);
    canvas.set(exit, Cell::Exit);
    canvas.step(StepKind::Special, || {
        format!("Room {first} holds the start, room {last}, the farthest on foot, the exit.")
    });
    [start, exit]
}
