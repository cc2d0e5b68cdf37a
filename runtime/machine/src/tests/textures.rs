//! Textured triangles: sources, keys, depths.

use super::{check, machine};
use crate::{ColorKeys, Machine, ScannedTriangle, TextureSource, TexturedTriangle};

/// Both halves of a square of 8 pixels that shows 8 pixels of a source.
fn square(machine: &mut Machine, x: f32, u: f32, source: TextureSource, depth: Option<f32>) {
    for [a, b] in [[[8.0, 0.0], [8.0, 8.0]], [[8.0, 8.0], [0.0, 8.0]]] {
        machine.ttri(&TexturedTriangle {
            corners: [[x, 0.0], [x + a[0], a[1]], [x + b[0], b[1]]],
            texture: [[u, 0.0], [u + a[0], a[1]], [u + b[0], b[1]]],
            source,
            keys: ColorKeys::one(0),
            depths: depth.map(|depth| [depth; 3]),
        });
    }
}

#[test]
fn a_square_shows_its_tile() {
    check(
        |m| square(m, 0.0, 8.0, TextureSource::Tiles, None),
        "
        22222222
        2333....
        233.....
        23.3....
        2...3...
        2....3..
        2.....3.
        2.......",
    );
    check(
        |m| square(m, 0.0, 8.0 + 128.0, TextureSource::Tiles, Some(2.0)),
        "
        22222222
        2333....
        233.....
        23.3....
        2...3...
        2....3..
        2.....3.
        2.......",
    );
}

#[test]
fn sources_repeat() {
    check(
        |m| {
            m.mset(239, 0, 1);
            square(m, 0.0, -8.0, TextureSource::Map, None);
            m.vbank(1);
            m.set_pix(1, 1, 6);
            m.vbank(0);
            square(m, 8.0, 15.0, TextureSource::OtherBank, None);
        },
        "
        22222222........
        2333......6.....
        233.............
        23.3............
        2...3...........
        2....3..........
        2.....3.........
        2...............",
    );
}

#[test]
fn nearer_pixels_win_until_the_screen_is_cleared() {
    let mut m = machine(8, 8);
    square(&mut m, 0.0, 32.0, TextureSource::Tiles, Some(2.0));
    assert_eq!(m.pix(4, 4), 4);
    square(&mut m, 0.0, 40.0, TextureSource::Tiles, Some(3.0));
    assert_eq!(m.pix(4, 4), 4);
    square(&mut m, 0.0, 48.0, TextureSource::Tiles, Some(1.0));
    assert_eq!(m.pix(4, 4), 6);
    let copy = m.clone();
    m.cls(0);
    square(&mut m, 0.0, 40.0, TextureSource::Tiles, Some(3.0));
    assert_eq!(m.pix(4, 4), 5);
    let mut copy = copy;
    square(&mut copy, 0.0, 40.0, TextureSource::Tiles, Some(3.0));
    assert_eq!(copy.pix(4, 4), 6);
}

#[test]
fn the_older_triangle_leaves_its_right_edge_out() {
    check(
        |m| {
            m.textri(&ScannedTriangle {
                corners: [[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]],
                texture: [[8.0, 0.0], [16.0, 0.0], [8.0, 8.0]],
                from_map: false,
                keys: ColorKeys::NONE,
            });
        },
        "
        22222222
        2333....
        233.....
        23.3....
        2.......
        2.......
        2.......
        2.......",
    );
}
