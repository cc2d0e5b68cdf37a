//! What it costs to call the console's functions from Lua, one after the
//! other: `cargo bench -p tests --bench calls [FILTER]`.
//!
//! A cart calls one function a hundred thousand times a tick, so a millisecond
//! is ten nanoseconds a call. `empty` is the same loop around an empty Lua
//! function: what a call costs beyond it is ours.

use console::{Cart, Console, Input, NullHost, Options, Status};
use divan::Bencher;
use divan::counter::ItemsCount;

/// Calls a tick; so many that the rest of the tick hardly counts.
const CALLS: u32 = 100_000;

/// Calls, as they stand in the loop over `i` in 0 to 99.
const EXPRESSIONS: &[&str] = &[
    "empty(i,i,3)",
    "pix(i,i,3)",
    "pix(i,i)",
    "pix(i+0.5,i+0.5,3)",
    "mget(i,i)",
    "mset(i,i,3)",
    "peek(i)",
    "poke(i,3)",
    "peek4(i)",
    "poke4(i,3)",
    "pmem(3)",
    "fget(i,3)",
    "btn(3)",
    "btnp(3)",
    "key(3)",
    "mouse()",
    "time()",
    "math.sin(i)",
    "line(i,i,i+8,i,3)",
    "rect(i,i,8,8,3)",
    "rectb(i,i,8,8,3)",
    "circ(i,i,4,3)",
    "tri(i,i,i+8,i,i,i+8,3)",
    "spr(3,i,i)",
    "spr(3,i,i,0)",
    "spr(3,i,i,{0,1})",
    "map(0,0,1,1,i,i)",
    "print('a',i,i,3)",
    "clip(i,i,8,8)",
];

fn main() {
    divan::main();
}

#[divan::bench(args = EXPRESSIONS, sample_count = 10, sample_size = 1)]
fn call(bencher: Bencher, expression: &str) {
    let loops = CALLS / 100;
    let code = format!(
        "-- script: lua\nfunction empty(x,y,c) end\n\
         function TIC() for _=1,{loops} do for i=0,99 do {expression} end end end\n"
    );
    let cart = Cart::from_bytes("calls.lua", code.as_bytes()).expect("the cart is well-formed");
    let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    // The first tick compiles the cart.
    assert_eq!(console.tick(&Input::default()), Status::Running);
    bencher
        .counter(ItemsCount::new(CALLS))
        .bench_local(|| console.tick(&Input::default()));
    assert_eq!(console.status(), Status::Running);
}
