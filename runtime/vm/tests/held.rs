//! Functions held for the host, and calls that give and take values.

use vm::{Callee, Limits, Scalar, Text, Value, Vm};

fn machine(code: &str) -> Vm<()> {
    let mut vm = Vm::<()>::new(Limits::default()).expect("there is memory");
    vm.register(None, "hold", Text::None, |call| {
        let number = call.args().integer(2).unwrap_or(0);
        let held = call.hold(1, number);
        call.push_boolean(held);
        Ok(1)
    })
    .expect("it registers");
    vm.run(&mut (), code.as_bytes(), "@held.lua")
        .expect("it loads");
    vm
}

#[test]
fn values_go_in_and_the_first_result_comes_out() {
    let code = "function take(a, b, c, d) return tostring(a)..tostring(b)..c..tostring(d), 5 end
        function no() return false end
        function table_() return {} end
        function nothing() end";
    let mut vm = machine(code);
    let args = [
        Value::Bytes(b"up"),
        Value::Integer(3),
        Value::Number(0.5),
        Value::Nil,
    ];
    let mut check = |name: &str, args: &[Value<'_>], expected: Option<Scalar>| {
        let got = vm.call_values(&mut (), Callee::Global(name), args);
        assert_eq!(got.expect("it runs"), expected, "{name}");
    };
    check("take", &args, Some(Scalar::Bytes(b"up30.5nil".to_vec())));
    check("no", &[], Some(Scalar::Boolean(false)));
    check("table_", &[], Some(Scalar::Boolean(true)));
    check("nothing", &[], Some(Scalar::Nil));
    check("missing", &[], None);
}

#[test]
fn held_functions_outlive_collections_and_go_with_snapshots() {
    let mut vm = machine(
        "do local n = 0
          assert(hold(function(by) n = n + by return n end, 7))
          assert(not hold('text', 8))
        end
        collectgarbage()",
    );
    let call = |vm: &mut Vm<()>, number| {
        let args = [Value::Integer(2)];
        vm.call_values(&mut (), Callee::Held(number), &args)
            .expect("it runs")
    };
    assert_eq!(call(&mut vm, 7), Some(Scalar::Integer(2)));
    let snapshot = vm.snapshot();
    assert_eq!(call(&mut vm, 7), Some(Scalar::Integer(4)));
    vm.let_go(7);
    assert_eq!(call(&mut vm, 7), None);
    vm.restore(&snapshot);
    assert_eq!(call(&mut vm, 7), Some(Scalar::Integer(4)));
    assert_eq!(call(&mut vm, 8), None);
}

#[test]
fn an_error_in_a_held_function_has_its_line() {
    let mut vm = machine("hold(function()\n  error('no')\nend, 1)");
    let failure = vm
        .call_values(&mut (), Callee::Held(1), &[])
        .expect_err("it fails");
    assert_eq!(failure.message, b"held.lua:2: no");
    let traceback = String::from_utf8_lossy(&failure.traceback);
    assert!(
        traceback.contains("held.lua:2: in function <held.lua:1>"),
        "{traceback}"
    );
}
