//! Marks: what is saved comes back, whatever happened in between.

mod digests;
mod graphs;
mod in_place;
mod limits;

use vm::{Limits, Text, Vm};

/// A machine whose carts have `track`, `save`, `load`, `forget`, `mark`,
/// `back`, `digest`, and blocks.
fn machine_with(limits: Limits) -> Vm<()> {
    let mut vm = Vm::<()>::new(limits).unwrap();
    vm.register(None, "track", Text::None, |call| {
        call.track(1)?;
        Ok(0)
    })
    .unwrap();
    vm.register(None, "save", Text::None, |call| {
        let slot = call.args().integer(1).unwrap_or(0) as u32;
        let table = (call.args().count() > 1).then_some(2);
        call.save_slot(slot, table)?;
        Ok(0)
    })
    .unwrap();
    vm.register(None, "load", Text::None, |call| {
        let slot = call.args().integer(1).unwrap_or(0) as u32;
        call.load_slot(slot)?;
        Ok(0)
    })
    .unwrap();
    vm.register(None, "forget", Text::None, |call| {
        let slot = call.args().integer(1).unwrap_or(0) as u32;
        call.forget_slot(slot)?;
        Ok(0)
    })
    .unwrap();
    vm.register(None, "mark", Text::None, |call| {
        let table = (call.args().count() > 0).then_some(1);
        call.push_mark(table)?;
        Ok(1)
    })
    .unwrap();
    vm.register(None, "back", Text::None, |call| {
        call.load_mark(1)?;
        Ok(0)
    })
    .unwrap();
    vm.register(None, "digest", Text::None, |call| {
        let table = (call.args().count() > 0).then_some(1);
        let digest = call.digest(table)?;
        call.push_integer(digest as i64);
        Ok(1)
    })
    .unwrap();
    vm.register_kind("block").unwrap();
    vm.register(None, "block", Text::None, |call| {
        let size = call.args().integer(1).unwrap_or(0) as usize;
        call.push_block("block", size);
        Ok(1)
    })
    .unwrap();
    vm.register(None, "bytes", Text::None, |call| {
        let bytes = call.args().block(1, "block").map(<[u8]>::to_vec);
        let text = bytes.map_or("mark".to_owned(), |bytes| format!("{bytes:?}"));
        call.push_bytes(text.as_bytes());
        Ok(1)
    })
    .unwrap();
    vm.register(None, "scribble", Text::None, |call| {
        let byte = call.args().integer(2).unwrap_or(0) as u8;
        if let Some(block) = call.block_mut(1, "block") {
            for (at, cell) in block.iter_mut().enumerate() {
                *cell = byte.wrapping_add(at as u8);
            }
        }
        Ok(0)
    })
    .unwrap();
    vm
}

fn machine() -> Vm<()> {
    machine_with(Limits::default())
}

/// Runs code that asserts; panics with its error.
fn run(vm: &mut Vm<()>, code: &str) {
    if let Err(failure) = vm.run(&mut (), code.as_bytes(), "@m.lua") {
        panic!("{failure}");
    }
}

/// The first line of the error that code stops with.
fn fail(vm: &mut Vm<()>, code: &str) -> String {
    let failure = vm.run(&mut (), code.as_bytes(), "@m.lua").unwrap_err();
    String::from_utf8_lossy(&failure.message).into_owned()
}
