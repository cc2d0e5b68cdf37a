//! Textured triangles of 1,600 pixels.

use divan::{Bencher, black_box};
use machine::{ColorKeys, ScannedTriangle, TextureSource, TexturedTriangle};

use crate::machine;

const CORNERS: [[f32; 2]; 3] = [[100.0, 40.0], [180.0, 50.0], [120.0, 85.0]];
const TEXTURE: [[f32; 2]; 3] = [[0.0, 0.0], [31.0, 0.0], [31.0, 31.0]];

fn triangle(source: TextureSource, depths: Option<[f32; 3]>) -> TexturedTriangle {
    TexturedTriangle {
        corners: CORNERS,
        texture: TEXTURE,
        source,
        keys: ColorKeys::NONE,
        depths,
    }
}

fn measure(bencher: Bencher, triangle: &TexturedTriangle) {
    let mut machine = machine();
    bencher.bench_local(|| machine.ttri(black_box(triangle)));
}

#[divan::bench]
fn ttri_affine(bencher: Bencher) {
    measure(bencher, &triangle(TextureSource::Tiles, None));
}

#[divan::bench]
fn ttri_keyed(bencher: Bencher) {
    let keyed = TexturedTriangle {
        keys: ColorKeys::one(0),
        ..triangle(TextureSource::Tiles, None)
    };
    measure(bencher, &keyed);
}

#[divan::bench]
fn ttri_map(bencher: Bencher) {
    measure(bencher, &triangle(TextureSource::Map, None));
}

#[divan::bench]
fn ttri_other_bank(bencher: Bencher) {
    measure(bencher, &triangle(TextureSource::OtherBank, None));
}

/// Every pixel but those of the first call is found to be covered.
#[divan::bench]
fn ttri_depth(bencher: Bencher) {
    let depths = Some([1.0, 1.5, 2.0]);
    measure(bencher, &triangle(TextureSource::Tiles, depths));
}

/// All depths are forgotten before, so that every pixel is drawn; the time
/// is that of `cls`, depths included, and of the triangle.
#[divan::bench]
fn ttri_depth_and_cls(bencher: Bencher) {
    let triangle = triangle(TextureSource::Tiles, Some([1.0, 1.5, 2.0]));
    let mut machine = machine();
    bencher.bench_local(|| {
        machine.cls(0);
        machine.ttri(black_box(&triangle));
    });
}

#[divan::bench]
fn textri(bencher: Bencher) {
    let mut machine = machine();
    let triangle = ScannedTriangle {
        corners: CORNERS,
        texture: TEXTURE,
        from_map: false,
        keys: ColorKeys::NONE,
    };
    bencher.bench_local(|| machine.textri(black_box(&triangle)));
}
