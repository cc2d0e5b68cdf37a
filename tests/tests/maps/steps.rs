//! `gen.trace`: steps forwards and backwards.

use console::mapgen::{GENERATORS, Request};

use crate::{fails, holds, run, small};

#[test]
fn every_step_shows_the_map_as_it_was() {
    for generator in GENERATORS {
        let name = generator.info.name;
        let mut trace = generator.trace(&small(generator, 7)).expect(name);
        let steps = trace.steps().len();
        let shown: Vec<String> = [0, 1, steps / 2, steps, steps / 3]
            .map(|at| trace.show(at).to_text())
            .to_vec();
        let has_size = generator.info.parameters.iter().any(|it| it.name == "w");
        let size = if has_size { "w=31, h=19, " } else { "" };
        let said = run(&format!(
            "local s = gen.trace('{name}', {{{size}seed=7}})
            assert(#s == {steps})
            for _, at in ipairs{{0, 1, #s // 2, #s, #s // 3}} do trace(s:show(at):text()) end
            assert(s:show(#s):text() == gen.{name}{{{size}seed=7}}.grid:text())"
        ));
        assert_eq!(said, Ok(shown), "{name}");
    }
}

#[test]
fn steps_have_a_kind_a_sentence_and_cells() {
    let map = Request::new(7).sized(40, 30);
    let trace = console::mapgen::trace("bsp", &map).expect("a map");
    let said = run("local s = gen.trace('bsp', {w=40, h=30, seed=7})
        for i, step in ipairs(s) do trace(i .. ' ' .. step.kind .. ' ' .. step.text .. ' ' .. #step.cells) end");
    let steps = trace.steps().iter().zip(1..);
    let expected = steps.map(|(step, i)| {
        let changes = trace.changes(step).len();
        format!("{i} {} {} {changes}", step.kind.name(), step.text)
    });
    assert_eq!(said, Ok(expected.collect()));
    holds(
        "local s = gen.trace('bsp', {w=40, h=30, seed=7})
        assert(s[0] == nil and s[#s + 1] == nil and s[math.mininteger] == nil and s.nothing == nil)
        for i = #s, 1, -1 do
          local after, before = s:show(i), s:show(i - 1)
          for _, cell in ipairs(s[i].cells) do
            after:set(cell.x, cell.y, 0) before:set(cell.x, cell.y, 0)
          end
          assert(after:text() == before:text())
        end
        assert(not pcall(next, s) and type(s) == 'userdata')",
    );
    fails(
        "gen.trace('lattice', {seed=7}):show(9999)",
        &format!(
            "s:show: the step must be 0 to {}, such as s:show(#s)",
            console::mapgen::trace("lattice", &Request::new(7))
                .expect("a map")
                .steps()
                .len()
        ),
    );
    fails(
        "gen.trace('lattice').show(7)",
        "s:show needs steps before a colon, such as s:show(1)",
    );
}
