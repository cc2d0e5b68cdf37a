//! Triangles against a plain walk that takes every step from the corner of the
//! box and looks at every pixel: the quick ways have to give the same pixels.

use super::{Numbers, machine};
use crate::number::floor;
use crate::triangles::Weights;
use crate::{ColorKeys, Machine, TextureSource, TexturedTriangle};

const WIDTH: u16 = 96;
const HEIGHT: u16 = 64;

/// Calls `draw` with the pixels of a triangle and their weights by corner.
fn walk(corners: [[f32; 2]; 3], machine: &Machine, mut draw: impl FnMut(i32, i32, [f64; 3])) {
    let corners = corners.map(|corner| corner.map(f64::from));
    let Some(mut weights) = Weights::new(&corners, machine.screen.clip) else {
        return;
    };
    let bounds = weights.bounds;
    for y in bounds.top..bounds.bottom {
        let mut at = *weights.row();
        for x in bounds.left..bounds.right {
            if Weights::inside(&at) {
                draw(x, y, at);
            }
            weights.step(&mut at);
        }
        weights.next_row();
    }
}

/// Corners that are often whole or half, often outside, at times far away.
fn corners(n: &mut Numbers, low: i32, high: i32) -> [[f32; 2]; 3] {
    let kind = n.between(0, 3);
    std::array::from_fn(|_| {
        [0, 1].map(|_| match kind {
            0 => n.between(low, high) as f32,
            1 => n.coordinate(low, high),
            2 => n.between(low * 1000, high * 1000) as f32 / 1000.7,
            _ => n.between(low * 20, high * 20) as f32 / 3.0,
        })
    })
}

#[test]
fn triangles_have_the_pixels_of_every_step() {
    let mut n = Numbers(1);
    for round in 0..4000 {
        let triangle = corners(&mut n, -30, 120);
        let mut drawn = machine(WIDTH, HEIGHT);
        let mut expected = drawn.clone();
        drawn.tri(triangle, 5);
        walk(triangle, &drawn, |x, y, _| expected.set_pix(x, y, 5));
        assert_eq!(
            drawn.state_hash(),
            expected.state_hash(),
            "round {round}, {triangle:?}"
        );
    }
}

/// The color of a position on the sheet.
fn texel(machine: &Machine, u: i32, v: i32) -> u8 {
    let (u, v) = (u & 127, v & 255);
    let tile = v / 8 * 16 + u / 8;
    machine.peek(0x8000 + tile * 64 + v % 8 * 8 + u % 8, 4)
}

#[test]
fn textures_have_the_pixels_of_every_step() {
    let mut n = Numbers(2);
    let mut start = machine(WIDTH, HEIGHT);
    for at in 0..0x4000 {
        start.poke(0x4000 + at, n.between(0, 255), 8);
    }
    for round in 0..4000 {
        let triangle = corners(&mut n, -30, 120);
        let texture = match n.between(0, 2) {
            // As large as on the screen, or half or twice that.
            0 => {
                let scale = [0.5, 1.0, 2.0][n.between(0, 2) as usize];
                triangle.map(|corner| corner.map(|at| at * scale))
            }
            1 => corners(&mut n, -40, 300),
            _ => [[n.between(0, 9) as f32, 3.0]; 3],
        };
        let depths =
            (round % 2 == 0).then(|| std::array::from_fn(|_| n.between(1, 40) as f32 / 7.0));
        let mut drawn = start.clone();
        let mut expected = start.clone();
        // Twice, so that depths are compared with those that are there.
        let mut buffer = vec![0.0; usize::from(WIDTH) * usize::from(HEIGHT)];
        for depths in [depths, depths.map(|[a, b, c]| [b, c, a])] {
            drawn.ttri(&TexturedTriangle {
                corners: triangle,
                texture,
                source: TextureSource::Tiles,
                keys: ColorKeys::one(3),
                depths,
            });
            let weights = Weights::new(
                &triangle.map(|corner| corner.map(f64::from)),
                drawn.screen.clip,
            );
            let order = weights.map_or([0; 3], |weights| weights.order);
            walk(triangle, &drawn, |x, y, at| {
                let depth = depths.map(|depths| order.map(|corner| f64::from(depths[corner])));
                let mix = |value: &dyn Fn(usize) -> f64| {
                    at[0] * value(0) + at[1] * value(1) + at[2] * value(2)
                };
                let near = mix(&|corner| depth.map_or(0.0, |depth| 1.0 / depth[corner]));
                let pixel = &mut buffer[y as usize * usize::from(WIDTH) + x as usize];
                if depth.is_some() && *pixel >= near as f32 {
                    return;
                }
                let [u, v] = [0, 1].map(|axis| {
                    let value = |corner: usize| f64::from(texture[order[corner]][axis]);
                    floor(match depth {
                        Some(depth) => mix(&|corner| value(corner) / depth[corner]) / near,
                        None => mix(&value),
                    })
                });
                let color = texel(&start, u, v);
                if color != 3 {
                    *pixel = near as f32;
                    expected.set_pix(x, y, i32::from(color));
                }
            });
        }
        for y in 0..i32::from(HEIGHT) {
            for x in 0..i32::from(WIDTH) {
                assert_eq!(
                    drawn.pix(x, y),
                    expected.pix(x, y),
                    "round {round}, pixel {x} {y}, {triangle:?} {texture:?} {depths:?}"
                );
            }
        }
    }
}
