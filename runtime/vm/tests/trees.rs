//! Trees and lists: what host functions see of a cart's tables, what they
//! make, and that neither limits nor memory can be got around.

use vm::{FailureKind, Fault, Kind, Limits, Text, Tree, TreeLimits, Vm};

/// What `keep` and `look` saw, and what `give` gives.
#[derive(Default)]
struct Host {
    tree: Option<Tree>,
    fault: Option<(String, Fault)>,
}

const LIMITS: TreeLimits = TreeLimits {
    depth: 8,
    size: 2000,
};

fn machine() -> Vm<Host> {
    let mut vm = Vm::<Host>::new(Limits::default()).unwrap();
    vm.register(None, "keep", Text::None, |call| {
        let tree = call.tree(1, LIMITS);
        let host = call.host();
        match tree {
            Ok(tree) => host.tree = Some(tree),
            Err(no) => host.fault = Some((no.path.to_string(), no.why)),
        }
        Ok(0)
    })
    .unwrap();
    vm.register(None, "give", Text::None, |call| {
        let tree = call.host().tree.clone().expect("something was kept");
        call.push_tree(&tree);
        Ok(1)
    })
    .unwrap();
    vm.register(None, "length", Text::None, |call| {
        let length = call.length(1).unwrap_or(-1);
        call.push_integer(length);
        Ok(1)
    })
    .unwrap();
    vm.register(None, "element", Text::None, |call| {
        let n = call.args().integer(2).unwrap_or(0);
        call.push_element(1, n);
        call.push_argument(1);
        call.push_argument(9);
        Ok(3)
    })
    .unwrap();
    vm.register(None, "swap", Text::None, |call| {
        let args = call.args();
        let (a, b) = (args.integer(2).unwrap_or(0), args.integer(3).unwrap_or(0));
        let swapped = call.swap_elements(1, a, b);
        call.push_boolean(swapped);
        Ok(1)
    })
    .unwrap();
    vm
}

fn run(code: &str) -> Host {
    let mut host = Host::default();
    machine()
        .run(&mut host, code.as_bytes(), "@t.lua")
        .unwrap_or_else(|failure| panic!("{code}: {failure}"));
    host
}

#[test]
fn what_is_kept_is_what_is_given() {
    run("
        local deep = {{{{{{{1}}}}}}}
        local all = {
          integer = math.mininteger, float = 1.0, half = -0.5, zero = -0.0,
          infinite = math.huge, text = 'a\\0\\xff', empty = {}, list = {1, 2.0, 'x', {y = true}, false},
          ['7'] = 'string key', [''] = 'no name', deep = {deep[1]},
        }
        keep(all)
        local back = give()
        local function same(a, b)
          if type(a) ~= 'table' then return rawequal(a, b) and math.type(a) == math.type(b) end
          for k, v in pairs(a) do if not same(v, b[k]) then return false, k end end
          for k in pairs(b) do if a[k] == nil then return false, k end end
          return true
        end
        assert(same(all, back)) assert(1 / back.zero == -math.huge)
        back.list[4].y = 1 assert(all.list[4].y == true)
        for _, value in ipairs{1, 1.5, 'x', true, false} do
          keep(value) local got = give() assert(got == value and math.type(got) == math.type(value))
        end
        keep(setmetatable({1}, {__index = error, __pairs = error, __len = error})) assert(give()[1] == 1)
        -- Keys 2 and 1 in the hash part, in that order.
        local turned = {} turned[2] = 'b' turned[1] = 'a' keep(turned) assert(table.concat(give()) == 'ab')");
}

#[test]
fn what_cannot_be_a_tree_is_named_with_its_place() {
    let cases = [
        ("print", "", Fault::Kind(Kind::Function)),
        ("nil", "", Fault::Kind(Kind::Nil)),
        (
            "{scores = {best = print}}",
            "scores.best",
            Fault::Kind(Kind::Function),
        ),
        (
            "{{1, coroutine.create(print)}}",
            "[1][2]",
            Fault::Kind(Kind::Other),
        ),
        ("{a = {1, x = 2}}", "a", Fault::Mixed),
        ("{a = {[2] = 1}}", "a", Fault::Holes),
        ("{a = {[0] = 1}}", "a", Fault::Holes),
        ("{a = {1, nil, 3}}", "a", Fault::Holes),
        ("{a = {[1 << 62] = 1}}", "a", Fault::Holes),
        ("{a = {[1.5] = 1}}", "a", Fault::Key),
        ("{a = {[true] = 1}}", "a", Fault::Key),
        (
            "(function() local t = {} t.me = {t} return t end)()",
            "me[1]",
            Fault::Cycle,
        ),
        (
            "{{{{{{{{{}}}}}}}}}",
            "[1][1][1][1][1][1][1][1]",
            Fault::Depth,
        ),
        ("{x = ('x'):rep(2000)}", "x", Fault::Size),
        (
            "(function() local t = {} for _ = 1, 6 do t = {t, t, t, t, t, t} end return t end)()",
            "[1][1][4][6][1][3]",
            Fault::Size,
        ),
    ];
    for (value, path, why) in cases {
        let host = run(&format!("keep({value})"));
        assert_eq!(host.fault, Some((path.to_owned(), why)), "{value}");
    }
    let host = run("keep()");
    assert_eq!(host.fault, Some((String::new(), Fault::Kind(Kind::None))));
}

#[test]
fn lists_are_read_and_reordered_in_place() {
    run("
        local key = {}
        local t = {10, key, 'c'}
        assert(length(t) == 3 and length({}) == 0 and length(3) == -1 and length('abc') == -1)
        local element, list, nothing = element(t, 2)
        assert(element == key and list == t and nothing == nil)
        assert(swap(t, 1, 3) and t[1] == 'c' and t[3] == 10 and swap(t, 2, 2) and t[2] == key)
        assert(not swap(t, 1, 4) and not swap(1, 1, 1) and t[1] == 'c' and t[4] == nil)");
}

#[test]
fn memory_may_run_out_at_every_allocation_of_a_tree() {
    let code = b"keep({list = {1, {2, {x = 'text that is long enough to be no short string of Lua'}}}, y = 1})
        given = give()";
    let mut vm = machine();
    for count in 0.. {
        vm.fail_allocation_after(Some(count));
        let ended = vm.run(&mut Host::default(), code, "@t.lua");
        vm.fail_allocation_after(None);
        match ended {
            Ok(()) => break,
            Err(failure) => assert_eq!(failure.kind, FailureKind::Memory, "{failure}"),
        }
        assert!(count < 1000);
    }
}

#[test]
fn trees_take_from_the_budget() {
    let mut vm = machine();
    let mut host = Host::default();
    let code = b"local t = {} for i = 1, 900 do t[i] = i end while true do keep(t) give() end";
    let failure = vm.run(&mut host, code, "@t.lua").unwrap_err();
    assert_eq!(failure.kind, FailureKind::Budget, "{failure}");
}
