//! Memory that runs out at every allocation, budgets that end at every count:
//! whatever happens, the machine can be restored and runs on as before.

use vm::{Called, FailureKind, Limits, Scalar, Vm};

/// Takes and drops all kinds of objects, and protects itself in places.
const CART: &[u8] = br#"
COUNT = 0
local kept = {}
function TIC()
  local t <close> = setmetatable({}, {__close = function() COUNT = COUNT + 1 end})
  for i = 1, 20 do
    kept[i] = {name = "n" .. i, at = i / 3}
    kept["key" .. i % 7] = function() return kept[i] end
  end
  local text = table.concat({"a", "b", tostring(kept):sub(1, 5)}, ("x"):rep(50))
  text = text:gsub("x+", function(run) return #run end)
  local co = coroutine.wrap(function(a) for i = 1, 5 do a = coroutine.yield(a .. i) end end)
  for i = 1, 4 do co("c") end
  setmetatable({}, {__gc = function() COUNT = COUNT + 1 end})
  pcall(function() local big = {} for i = 1, 300 do big[i] = {i} end error(big) end)
  table.sort(kept, function(a, b) return a.at < b.at end)
  load("return {1, 2, 3, ...}", "@small.lua")(text)
  collectgarbage()
end
"#;

fn machine() -> Vm<()> {
    let mut vm = Vm::new(Limits::default()).unwrap();
    vm.run(&mut (), CART, "@small.lua").unwrap();
    vm
}

/// The cart's frame, and what it counted.
fn frame(vm: &mut Vm<()>) -> Option<Scalar> {
    assert_eq!(vm.call(&mut (), "TIC", &[]).unwrap(), Called::Done);
    vm.global("COUNT")
}

#[test]
fn memory_may_run_out_at_every_allocation() {
    let mut vm = machine();
    let start = vm.snapshot();
    let wanted = [frame(&mut vm), frame(&mut vm)];
    let mut stopped = 0;
    for count in 0.. {
        vm.restore(&start);
        vm.fail_allocation_after(Some(count));
        let first = vm.call(&mut (), "TIC", &[]);
        vm.fail_allocation_after(None);
        match first {
            // The cart's own pcall may have caught it; a few more were needed.
            Ok(_) if vm.global("COUNT") == wanted[0] && count > 1000 => break,
            Ok(_) => {}
            Err(failure) => {
                assert_eq!(failure.kind, FailureKind::Memory, "{count}: {failure}");
                stopped += 1;
            }
        }
        // Without a restore, what is left must still work,
        vm.call(&mut (), "TIC", &[]).unwrap();
        // and with one, everything is as if nothing had happened.
        vm.restore(&start);
        assert_eq!(frame(&mut vm), wanted[0], "{count}");
        assert_eq!(frame(&mut vm), wanted[1], "{count}");
        assert!(count < 100_000, "the cart never gets through");
    }
    assert!(stopped > 100, "only {stopped} allocations failed");
}

#[test]
fn the_budget_may_end_at_every_count() {
    let mut vm = machine();
    let start = vm.snapshot();
    let whole = Limits::default();
    let wanted = frame(&mut vm);
    let spent = whole.budget - vm.budget_left();
    let mut stopped = 0;
    for budget in (0..spent + 50).step_by(7) {
        vm.restore(&start);
        vm.set_limits(Limits { budget, ..whole });
        if let Err(failure) = vm.call(&mut (), "TIC", &[]) {
            assert_eq!(failure.kind, FailureKind::Budget, "{budget}: {failure}");
            assert!(
                failure.message.starts_with(b"small.lua:"),
                "{budget}: {failure}"
            );
            stopped += 1;
        } else {
            assert!(
                budget + 1200 > spent,
                "{budget} were enough instead of {spent}"
            );
        }
        vm.set_limits(whole);
        vm.call(&mut (), "TIC", &[]).unwrap();
        vm.restore(&start);
        assert_eq!(frame(&mut vm), wanted, "{budget}");
    }
    assert!(stopped > 100, "only {stopped} budgets ended early");
}

#[test]
fn the_limit_is_kept_whatever_the_collector_is_told() {
    let mut vm = Vm::<()>::new(Limits {
        memory: 4 << 20,
        ..Limits::default()
    })
    .unwrap();
    let cart = b"collectgarbage('stop') for i = 1, 20000 do local t = {i, i, i} end";
    vm.run(&mut (), cart, "@stop.lua").unwrap();
    assert!(vm.memory_used() <= 4 << 20);
    let failure = vm
        .run(
            &mut (),
            b"local t = {}\nfor i = 1, math.huge do t[i] = {} end",
            "@fill.lua",
        )
        .unwrap_err();
    assert_eq!(failure.kind, FailureKind::Memory);
    assert_eq!(
        String::from_utf8_lossy(&failure.message),
        "fill.lua:2: not enough memory (a cart has 4 MiB)"
    );
    assert!(failure.traceback.ends_with(b"in main chunk"), "{failure}");
}

#[test]
fn a_limit_too_small_for_the_libraries_is_told() {
    let limits = Limits {
        memory: 10_000,
        ..Limits::default()
    };
    assert!(Vm::<()>::new(limits).is_err());
}
