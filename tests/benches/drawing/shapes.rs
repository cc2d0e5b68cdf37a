//! The screen as a whole, pixels, lines, and shapes of one color.

use divan::{Bencher, black_box};

use crate::machine;

/// Corners of a triangle of 1,600 pixels.
const CORNERS: [[f32; 2]; 3] = [[100.0, 40.0], [180.0, 50.0], [120.0, 85.0]];

#[divan::bench]
fn cls(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.cls(black_box(3)));
}

#[divan::bench]
fn cls_clipped(bencher: Bencher) {
    let mut machine = machine();
    machine.clip(Some((20, 20, 101, 51)));
    bencher.bench_local(|| machine.cls(black_box(3)));
}

#[divan::bench]
fn pix_get(bencher: Bencher) {
    let machine = machine();
    bencher.bench_local(|| machine.pix(black_box(120), black_box(68)));
}

#[divan::bench]
fn pix_set(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.set_pix(black_box(120), black_box(68), 3));
}

#[divan::bench]
fn line(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.line(black_box(10.0), 20.0, 200.0, 110.0, 3));
}

#[divan::bench]
fn line_horizontal(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.line(black_box(10.0), 20.0, 200.0, 20.0, 3));
}

#[divan::bench]
fn rect(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.rect(black_box(100), 40, 40, 40, 3));
}

#[divan::bench]
fn rectb(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.rectb(black_box(100), 40, 40, 40, 3));
}

#[divan::bench]
fn circ(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.circ(black_box(120), 68, 20, 3));
}

#[divan::bench]
fn circb(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.circb(black_box(120), 68, 20, 3));
}

#[divan::bench]
fn elli(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.elli(black_box(120), 68, 40, 15, 3));
}

#[divan::bench]
fn ellib(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.ellib(black_box(120), 68, 40, 15, 3));
}

#[divan::bench]
fn tri(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.tri(black_box(CORNERS), 3));
}

#[divan::bench]
fn trib(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.trib(black_box(CORNERS), 3));
}

/// Fills the inside of a circle; the color changes, or only the first call
/// would find anything to do.
#[divan::bench]
fn paint(bencher: Bencher) {
    let mut machine = machine();
    machine.cls(0);
    machine.circb(120, 68, 30, 1);
    let mut color = 2;
    bencher.bench_local(|| {
        color ^= 1;
        machine.paint(black_box(120), 68, color, 255);
    });
}
