//! The lattice's maps, cell by cell: every level can be walked from start to
//! key to exit, and the two bytes of a seed are what they say.

use mapgen::lattice::Lattice;
use mapgen::{Map, Neighbors, Request, RoomKind, Structure, generate};

fn lattice(map: &Map) -> &Lattice {
    match &map.structure {
        Structure::Lattice(lattice) => lattice,
        _ => panic!("a labyrinth has a lattice"),
    }
}

/// The layouts of all 255 x 255 seeds are tested in `layout.rs`, and the
/// designs of all rooms in `designs.rs`; here a part of them goes together.
#[test]
fn levels_can_be_walked_at_all_depths() {
    for depth in 0..8 {
        for columns in [7, 8] {
            for seed in 0..200_u32 {
                let (world, level) = (seed * 91 % 255 + 1, seed * 37 % 255 + 1);
                let request = Request::pair(world as u8, level as u8)
                    .with("depth", depth)
                    .with("columns", columns);
                let map = generate("lattice", &request).expect("a map");
                let parts = map.grid.components(Neighbors::Four).sizes.len();
                assert_eq!(parts, 1, "{world} {level} {depth}");
                let lattice = lattice(&map);
                assert_eq!(u32::from(lattice.world), world);
                assert_eq!(u32::from(lattice.level), level);
                let special = [
                    RoomKind::Start,
                    RoomKind::Exit,
                    RoomKind::Key,
                    RoomKind::Treasure,
                ];
                for kind in special {
                    let rooms = map.rooms.iter().filter(|room| room.kind == kind);
                    assert_eq!(rooms.count(), 1);
                }
                let bits: u32 = lattice.layout.rows.iter().map(|row| row.count_ones()).sum();
                assert_eq!(bits as usize, map.rooms.len());
            }
        }
    }
}

#[test]
fn world_and_level_come_from_parameters_pairs_or_the_seed() {
    let check = |request: Request, expected: (u8, u8)| {
        let map = generate("lattice", &request).expect("a map");
        let lattice = lattice(&map);
        assert_eq!((lattice.world, lattice.level), expected);
    };
    check(Request::pair(3, 200), (3, 200));
    check(Request::new(3 * 256 + 200), (3, 200));
    check(Request::new(0).with("world", 9).with("level", 8), (9, 8));
    check(Request::pair(3, 200).with("level", 201), (3, 201));
    for seed in [0, 255, 256, u64::MAX] {
        let map = generate("lattice", &Request::new(seed)).expect("a map");
        assert!(lattice(&map).world > 0 && lattice(&map).level > 0);
    }
}
