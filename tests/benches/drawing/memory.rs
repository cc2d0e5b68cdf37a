//! Memory as carts reach it, in the screen, in the tiles and elsewhere.

use divan::{Bencher, black_box};

use crate::machine;

/// Addresses in the screen, in the tiles, and in the map.
const PLACES: [i32; 3] = [0x1000, 0x4800, 0x9000];

#[divan::bench(args = PLACES)]
fn peek(bencher: Bencher, address: i32) {
    let machine = machine();
    bencher.bench_local(|| machine.peek(black_box(address), 8));
}

#[divan::bench(args = PLACES)]
fn poke(bencher: Bencher, address: i32) {
    let mut machine = machine();
    bencher.bench_local(|| machine.poke(black_box(address), black_box(3), 8));
}

#[divan::bench(args = PLACES)]
fn peek4(bencher: Bencher, address: i32) {
    let machine = machine();
    bencher.bench_local(|| machine.peek(black_box(address * 2 + 1), 4));
}

#[divan::bench(args = PLACES)]
fn poke4(bencher: Bencher, address: i32) {
    let mut machine = machine();
    bencher.bench_local(|| machine.poke(black_box(address * 2 + 1), black_box(3), 4));
}

/// Two kibibytes from the beginning of the map.
#[divan::bench(args = PLACES)]
fn memcpy_from_map(bencher: Bencher, address: i32) {
    let mut machine = machine();
    bencher.bench_local(|| machine.memcpy(black_box(address), 0x8000, 0x800));
}

/// Two kibibytes from the beginning of the screen.
#[divan::bench(args = PLACES)]
fn memcpy_from_screen(bencher: Bencher, address: i32) {
    let mut machine = machine();
    bencher.bench_local(|| machine.memcpy(black_box(address), 0, 0x800));
}

/// Two kibibytes.
#[divan::bench(args = PLACES)]
fn memset(bencher: Bencher, address: i32) {
    let mut machine = machine();
    bencher.bench_local(|| machine.memset(black_box(address), 3, 0x800));
}
