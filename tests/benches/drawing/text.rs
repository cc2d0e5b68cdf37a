//! Text of 24 letters.

use divan::{Bencher, black_box};

use crate::machine;

const TEXT: &[u8] = b"the quick brown fox jump";

fn print(bencher: Bencher, fixed: bool, scale: i32, small: bool) {
    let mut machine = machine();
    bencher.bench_local(|| machine.print(black_box(TEXT), 5, 50, 3, fixed, scale, small));
}

#[divan::bench]
fn print_plain(bencher: Bencher) {
    print(bencher, false, 1, false);
}

#[divan::bench]
fn print_fixed(bencher: Bencher) {
    print(bencher, true, 1, false);
}

#[divan::bench]
fn print_small(bencher: Bencher) {
    print(bencher, false, 1, true);
}

#[divan::bench]
fn print_scaled(bencher: Bencher) {
    print(bencher, false, 2, false);
}

/// Text that is only measured stands outside the screen.
#[divan::bench]
fn print_outside(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.print(black_box(TEXT), 5, -50, 3, false, 1, false));
}

#[divan::bench]
fn font(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| machine.font(black_box(TEXT), 5, 50, 0, 8, 8, false, 1, false));
}
