//! What a frame costs that a cart does not ask for: the picture, and the
//! copies that going back in time takes.

use divan::Bencher;
use machine::{Input, Machine};

use crate::machine;

fn compose(bencher: Bencher, mut machine: Machine) {
    let rows = machine.picture().height;
    bencher.bench_local(|| {
        for row in 0..rows {
            machine.compose_row(row);
        }
    });
}

#[divan::bench]
fn compose_one_bank(bencher: Bencher) {
    compose(bencher, machine());
}

/// Bank 1 shows a circle over bank 0.
#[divan::bench]
fn compose_two_banks(bencher: Bencher) {
    let mut machine = machine();
    machine.vbank(1);
    machine.circ(120, 68, 60, 3);
    machine.vbank(0);
    compose(bencher, machine);
}

/// Bank 0 is shown three pixels to the side.
#[divan::bench]
fn compose_moved(bencher: Bencher) {
    let mut machine = machine();
    machine.poke(0x3ff9, 3, 8);
    compose(bencher, machine);
}

#[divan::bench]
fn tick_without_a_cart(bencher: Bencher) {
    let mut machine = machine();
    bencher.bench_local(|| {
        machine.begin_tick(&Input::default());
        machine.end_tick();
    });
}

#[divan::bench]
fn image(bencher: Bencher) {
    let machine = machine();
    let mut image = Vec::new();
    bencher.bench_local(|| machine.image(&mut image));
}

#[divan::bench]
fn load_image(bencher: Bencher) {
    let mut machine = machine();
    let mut image = Vec::new();
    machine.image(&mut image);
    bencher.bench_local(|| machine.load_image(&image));
}
