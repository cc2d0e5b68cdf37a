//! Sprites and the map.

use divan::{Bencher, black_box};
use machine::{ColorKeys, MapView, Sprite};

use crate::machine;

const PLAIN: Sprite = Sprite {
    id: 3,
    x: 101,
    y: 53,
    keys: ColorKeys::NONE,
    scale: 1,
    flip: 0,
    rotate: 0,
    width: 1,
    height: 1,
};

fn spr(bencher: Bencher, sprite: &Sprite) {
    let mut machine = machine();
    bencher.bench_local(|| machine.spr(black_box(sprite)));
}

#[divan::bench]
fn spr_plain(bencher: Bencher) {
    spr(bencher, &PLAIN);
}

#[divan::bench]
fn spr_keyed(bencher: Bencher) {
    let keys = ColorKeys::one(0);
    spr(bencher, &Sprite { keys, ..PLAIN });
}

#[divan::bench]
fn spr_two_keys(bencher: Bencher) {
    let keys = ColorKeys::one(0).with(5);
    spr(bencher, &Sprite { keys, ..PLAIN });
}

#[divan::bench]
fn spr_scaled(bencher: Bencher) {
    spr(bencher, &Sprite { scale: 3, ..PLAIN });
}

#[divan::bench]
fn spr_flipped(bencher: Bencher) {
    spr(bencher, &Sprite { flip: 1, ..PLAIN });
}

#[divan::bench]
fn spr_rotated(bencher: Bencher) {
    let rotated = Sprite { rotate: 1, ..PLAIN };
    spr(bencher, &rotated);
}

/// Four tiles by four, keyed.
#[divan::bench]
fn spr_composite(bencher: Bencher) {
    let composite = Sprite {
        keys: ColorKeys::one(0),
        width: 4,
        height: 4,
        ..PLAIN
    };
    spr(bencher, &composite);
}

/// With two colors exchanged by the palette map.
#[divan::bench]
fn spr_recolored(bencher: Bencher) {
    let mut machine = machine();
    machine.poke(0x3ff0 * 2 + 2, 5, 4);
    bencher.bench_local(|| machine.spr(black_box(&PLAIN)));
}

/// Off the left edge by half.
#[divan::bench]
fn spr_cut_off(bencher: Bencher) {
    spr(bencher, &Sprite { x: -4, ..PLAIN });
}

/// A whole screen of map, not aligned to its cells.
const SCREEN: MapView = MapView {
    x: 10,
    y: 20,
    width: 31,
    height: 18,
    screen_x: -3,
    screen_y: -5,
    keys: ColorKeys::NONE,
    scale: 1,
};

fn map(bencher: Bencher, view: &MapView) {
    let mut machine = machine();
    bencher.bench_local(|| machine.map(black_box(view)));
}

#[divan::bench]
fn map_plain(bencher: Bencher) {
    map(bencher, &SCREEN);
}

#[divan::bench]
fn map_keyed(bencher: Bencher) {
    let keys = ColorKeys::one(0);
    map(bencher, &MapView { keys, ..SCREEN });
}

#[divan::bench]
fn map_scaled(bencher: Bencher) {
    map(bencher, &MapView { scale: 2, ..SCREEN });
}

/// One cell after the other, as `map` with a remap function draws.
#[divan::bench]
fn map_cell(bencher: Bencher) {
    let mut machine = machine();
    let keys = ColorKeys::one(0);
    bencher.bench_local(|| machine.draw_cell(black_box(3), 101, 53, keys, 1, 0, 0));
}
