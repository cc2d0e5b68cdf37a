//! What a cart sees depends on nothing about memory: with blocks at other
//! offsets, of other sizes and in another order, every frame is the same.

use vm::{Layout, Limits, Scalar, Value, Vm};

const FRAMES: usize = 150;

fn machine(cart: &[u8], mode: &str, layout: Layout) -> Vm<()> {
    let mut vm = Vm::new_with_layout(Limits::default(), layout).unwrap();
    vm.set_global(None, "MODE", Value::Bytes(mode.as_bytes()))
        .unwrap();
    vm.seed(7).unwrap();
    vm.run(&mut (), cart, "@cart.lua").unwrap();
    vm
}

/// Runs one frame and gives the digest of what the cart saw, and the work.
fn frame(vm: &mut Vm<()>, number: usize) -> (Option<Scalar>, i64) {
    vm.call(&mut (), "frame", &[number as i64]).unwrap();
    (vm.global("DIGEST"), vm.budget_left())
}

/// Every frame of the cart in other layouts is as in the usual one.
fn check(cart: &[u8], mode: &str) {
    let layouts = [
        Layout::default(),
        Layout { seed: 0, pages: 37 },
        Layout { seed: 1, pages: 0 },
        Layout {
            seed: 0xfeed,
            pages: 5,
        },
    ];
    let mut machines = layouts.map(|layout| machine(cart, mode, layout));
    for number in 0..FRAMES {
        let [usual, others @ ..] = &mut machines;
        let wanted = frame(usual, number);
        for (other, layout) in others.iter_mut().zip(&layouts[1..]) {
            let seen = frame(other, number);
            assert_eq!(seen, wanted, "{mode}: frame {number} in {layout:?}");
        }
    }
}

#[test]
fn torture_with_the_incremental_collector() {
    check(include_bytes!("carts/torture.lua"), "incremental");
}

#[test]
fn torture_with_the_generational_collector() {
    check(include_bytes!("carts/torture.lua"), "generational");
}

#[test]
fn torture_while_the_collectors_take_turns() {
    check(include_bytes!("carts/torture.lua"), "switching");
}

#[test]
fn objects_of_every_kind_as_keys() {
    check(include_bytes!("carts/keys.lua"), "incremental");
}

#[test]
fn a_snapshot_in_another_layout_goes_on_as_before() {
    let layout = Layout { seed: 3, pages: 1 };
    let mut vm = machine(include_bytes!("carts/keys.lua"), "incremental", layout);
    for number in 0..20 {
        frame(&mut vm, number);
    }
    let snapshot = vm.snapshot();
    let run = |vm: &mut Vm<()>| (20..60).map(|n| frame(vm, n)).collect::<Vec<_>>();
    let wanted = run(&mut vm);
    vm.restore(&snapshot);
    assert_eq!(run(&mut vm), wanted);
}
