//! Drawing with a clip rectangle is drawing without one, cut to it.

use super::{Numbers, machine, shown};
use crate::{
    ColorKeys, Machine, MapView, ScannedTriangle, Sprite, TextureSource, TexturedTriangle,
};

/// One random call of the function with the given number.
fn call(machine: &mut Machine, function: usize, numbers: &mut Numbers) {
    let n = numbers;
    let (x, y) = (n.between(-20, 60), n.between(-20, 50));
    let (w, h) = (n.between(-3, 40), n.between(-3, 40));
    let color = n.between(1, 15);
    let scale = n.between(1, 3);
    let corners = [(); 3].map(|()| [n.coordinate(-20, 60), n.coordinate(-20, 60)]);
    let texture = [(); 3].map(|()| [n.coordinate(0, 64), n.coordinate(0, 64)]);
    let keys = ColorKeys::one(0);
    match function {
        0 => machine.set_pix(x, y, color),
        1 => machine.line(
            corners[0][0],
            corners[0][1],
            corners[1][0],
            corners[1][1],
            color,
        ),
        2 => machine.rect(x, y, w, h, color),
        3 => machine.rectb(x, y, w, h, color),
        4 => machine.circ(x, y, w, color),
        5 => machine.circb(x, y, w, color),
        6 => machine.elli(x, y, w, h, color),
        7 => machine.ellib(x, y, w, h, color),
        8 => machine.tri(corners, color),
        9 => machine.trib(corners, color),
        10 => {
            let source = TextureSource::from_number(n.between(0, 1)).unwrap();
            machine.ttri(&TexturedTriangle {
                corners,
                texture,
                source,
                keys,
                depths: None,
            });
        }
        11 => machine.textri(&ScannedTriangle {
            corners,
            texture,
            from_map: false,
            keys,
        }),
        12 => {
            let (flip, rotate) = (n.between(0, 3), n.between(0, 3));
            let (width, height) = (n.between(1, 3), n.between(1, 3));
            let id = n.between(0, 4);
            machine.spr(&Sprite {
                id,
                x,
                y,
                keys,
                scale,
                flip,
                rotate,
                width,
                height,
            });
        }
        13 => machine.map(&MapView {
            x: n.between(-3, 3),
            y: 0,
            width: n.between(0, 6),
            height: 4,
            screen_x: x,
            screen_y: y,
            keys,
            scale,
        }),
        14 => {
            machine.print(b"Clip", x, y, color, false, scale, false);
        }
        15 => {
            machine.font(b"AAA", x, y, 0, 8, 8, true, scale, false);
        }
        _ => machine.cls(color),
    }
}

#[test]
fn clipped_is_unclipped_cut() {
    for function in 0..17 {
        for seed in 0..60 {
            let mut open = machine(40, 30);
            open.memset(0x8000, 1, 100);
            let mut cut = open.clone();
            let mut n = Numbers(seed * 1000 + function as u64);
            let clip = (
                n.between(-5, 30),
                n.between(-5, 25),
                n.between(0, 20),
                n.between(0, 20),
            );
            let mut same = Numbers(n.0);
            call(&mut open, function, &mut n);
            cut.clip(Some(clip));
            call(&mut cut, function, &mut same);
            let (x, y, w, h) = clip;
            for (row, line) in shown(&open).lines().enumerate() {
                for (column, pixel) in line.chars().enumerate() {
                    let (column, row) = (column as i32, row as i32);
                    let inside = column >= x && column < x + w && row >= y && row < y + h;
                    let expected = if inside {
                        pixel.to_digit(16).unwrap_or(0)
                    } else {
                        0
                    };
                    assert_eq!(
                        u32::from(cut.pix(column, row)),
                        expected,
                        "function {function}, seed {seed}, pixel {column} {row}"
                    );
                }
            }
        }
    }
}

#[test]
fn pix_reads_outside_the_clip() {
    let mut machine = machine(16, 16);
    machine.set_pix(3, 3, 5);
    machine.clip(Some((8, 8, 2, 2)));
    machine.set_pix(3, 3, 6);
    assert_eq!(machine.pix(3, 3), 5);
    machine.clip(None);
    machine.set_pix(3, 3, 6);
    assert_eq!(machine.pix(3, 3), 6);
}
