//! What a map promises, whoever made it.

use mapgen::{Cell, Map, Neighbors, Point, Structure};

/// What is wrong with a map; nothing, for a good one.
pub(crate) fn faults(map: &Map) -> Vec<String> {
    let mut faults = Vec::new();
    let mut expect = |is_right: bool, what: &str| {
        if !is_right {
            faults.push(what.to_owned());
        }
    };
    let grid = &map.grid;
    let is_code = matches!(map.structure, Structure::Matrix(_));
    let (Some(start), Some(exit)) = (map.start, map.exit) else {
        return vec!["no start or no exit".into()];
    };
    expect(start != exit, "start and exit are one");
    expect(grid.cell(start) == Cell::Start, "no start on the grid");
    expect(grid.cell(exit) == Cell::Exit, "no exit on the grid");
    expect(grid.count(Cell::Start.byte()) == 1, "starts are not one");
    expect(grid.count(Cell::Exit.byte()) == 1, "exits are not one");
    let distances = grid.distances(start);
    let place = |point: Point| point.y as usize * grid.width() as usize + point.x as usize;
    expect(distances[place(exit)] != u32::MAX, "no way to the exit");
    if !is_code {
        let parts = grid.components(Neighbors::Four).sizes.len();
        expect(parts == 1, "not one part");
        for room in &map.rooms {
            let open = room.rect.points().filter(|&point| grid.is_open(point));
            let rubble = room.rect.points().filter(|&p| grid.cell(p) == Cell::Rubble);
            let open = open.count();
            let all = open + rubble.count();
            // The room of a vault is all of it, with its walls.
            let is_vault = matches!(map.structure, Structure::Vaults(_));
            let is_floor = all as u64 == room.rect.area() || (is_vault && open > 0);
            expect(is_floor, "a room has walls inside");
        }
        for (index, room) in map.rooms.iter().enumerate() {
            expect(room.id as usize == index, "rooms are not in order");
        }
        let edge = grid.bounds().points().filter(|point| {
            point.x == 0
                || point.y == 0
                || point.x + 1 == grid.width()
                || point.y + 1 == grid.height()
        });
        expect(
            edge.into_iter().all(|p| !grid.is_open(p)),
            "the edge is open",
        );
    }
    for corridor in map.corridors.list() {
        let points = map.corridors.points(corridor);
        expect(
            points.iter().all(|&p| grid.is_open(p)),
            "a corridor in a wall",
        );
        let known = |room: u32| (room as usize) < map.rooms.len();
        expect(known(corridor.from), "a corridor from nowhere");
        expect(corridor.to.is_none_or(known), "a corridor to nowhere");
    }
    for &door in &map.doors {
        expect(grid.cell(door) == Cell::Door, "a door that is none");
    }
    expect(
        grid.count(Cell::Door.byte()) as usize == map.doors.len(),
        "doors of grid and list differ",
    );
    let mut places: Vec<Point> = map.things.iter().map(|thing| thing.point).collect();
    for thing in &map.things {
        expect(grid.cell(thing.point) == thing.kind, "a thing is not there");
    }
    places.extend([start, exit]);
    let all = places.len();
    places.sort_unstable();
    places.dedup();
    expect(places.len() == all, "two things on one cell");
    faults
}
