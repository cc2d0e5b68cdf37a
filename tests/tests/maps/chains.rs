//! Chains of generators and passes, in carts and on the command line.

use console::mapgen::{Chain, Map, PASSES, Request};

use crate::command_line::{good, wrong};
use crate::{fails, holds, run};

/// The chain that the tests below make in different ways.
fn whole() -> Map {
    let links = [
        ("maze", Request::new(7).sized(31, 19)),
        ("loops", Request::new(7).with("count", 3)),
        ("ends", Request::new(7)),
        ("locks", Request::new(7)),
    ];
    let empty = Chain::default();
    let chain = links.into_iter().fold(empty, |chain, (name, request)| {
        chain.then(name, request).expect("a name")
    });
    chain.generate().expect("a map")
}

const CALL: &str = "'maze', {w=31, h=19, seed=7}, 'loops', {count=3}, 'ends', 'locks'";

#[test]
fn carts_and_the_command_line_make_the_same_chain() {
    let map = whole();
    assert_eq!(map.metrics().loops, 3);
    assert_eq!(map.locks.len(), 1);
    let lines = run(&format!("trace(gen.chain({CALL}).grid:text())"));
    assert_eq!(lines, Ok(vec![map.to_text()]));
    let typed = "maze+loops+ends+locks --size 31x19 --seed 7";
    assert_eq!(good(&format!("{typed} -p loops.count=3")), map.to_text());
    assert_eq!(good(&format!("{typed} --loops.count 3")), map.to_text());
    assert_ne!(good(typed), map.to_text());
    let json = good(&format!("{typed} --loops.count 3 --format json"));
    assert_eq!(json, format!("{}\n", map.to_json()));
    assert!(json.contains("\"before\""), "{json}");
}

#[test]
fn locks_and_recipes_of_a_chain_are_in_the_map() {
    holds(&format!(
        "local m = gen.chain({CALL})
        assert(#m.locks == 1 and m.grid:get(m.locks[1].door.x, m.locks[1].door.y) == 19)
        assert(m.grid:get(m.locks[1].key.x, m.locks[1].key.y) == 6)
        local names = {{}}
        local r = m.recipe
        while r do table.insert(names, 1, r.generator .. r.seed) r = r.before end
        assert(table.concat(names, ' ') == 'maze7 loops7 ends7 locks7')
        local steps = gen.trace({CALL})
        assert(steps:show(#steps):text() == m.grid:text())
        assert(steps:show(0):count(0) == 31 * 19)"
    ));
}

#[test]
fn the_list_of_passes_has_all() {
    let names: Vec<&str> = PASSES.iter().map(|pass| pass.info.name).collect();
    let lines = run("for _, pass in ipairs(gen.passes()) do trace(pass.name) end");
    assert_eq!(lines.unwrap_or_default(), names);
    let list = good("--list");
    for name in names {
        assert!(list.contains(&format!("\n{name}: ")), "{list}");
    }
}

#[test]
fn wrong_chains_are_named() {
    fails(
        "gen.chain({})",
        "gen.chain takes names and tables in turn, such as gen.chain(\"caves\", {seed=7}, \"loops\")",
    );
    fails(
        "gen.chain('bsp', {}, 'loops', {count=-1})",
        "gen.loops: count must be 0 to 65536, got -1",
    );
    fails(
        "gen.chain('loops')",
        "gen.loops: changes a map, so a generator comes before it, as in bsp+loops",
    );
    fails(
        "gen.chain()",
        "gen.chain takes names and tables in turn, such as gen.chain(\"caves\", {seed=7}, \"loops\")",
    );
    wrong("bsp+bridges", "'bridges'");
    wrong(
        "bsp+loops --loops.way 1",
        "loops: way must be 3 to 1000, got 1",
    );
}
