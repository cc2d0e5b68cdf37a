//! Maps and grids as carts and the command line have them: the same as crate
//! `mapgen` makes, with errors in the words of whoever asked.
#![allow(
    clippy::disallowed_methods,
    reason = "tests read and write files, and run the program"
)]

mod chains;
mod command_line;
mod grids;
#[path = "../../../runtime/mapgen/tests/photographs/file.rs"]
mod picture_file;
mod steps;

use console::mapgen::parameter::Kind;
use console::mapgen::{GENERATORS, Generator, Request};
use console::{Cart, Console, Happening, Input, NullHost, Options};

/// Runs the body of TIC once in a cart of Downbeat's; what it traced, or the
/// error that stopped it.
fn run(body: &str) -> Result<Vec<String>, String> {
    let code = format!("-- console: downbeat\nfunction TIC()\n{body}\nend");
    let cart = Cart::from_bytes("main.lua", code.as_bytes()).expect("a text is a cart");
    let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    console.tick(&Input::default());
    match console.failure() {
        Some(failure) => Err(failure.message.clone()),
        None => Ok(traced(&console)),
    }
}

fn traced(console: &Console) -> Vec<String> {
    let text = |happening: &Happening| match happening {
        Happening::Trace { text, .. } => Some(String::from_utf8_lossy(text).into_owned()),
        _ => None,
    };
    console.happenings().iter().filter_map(text).collect()
}

/// Runs a body that must trace nothing and not fail: it asserts by itself.
#[track_caller]
fn holds(body: &str) {
    assert_eq!(run(body), Ok(vec![]), "{body}");
}

/// The body's third line is the one at fault.
#[track_caller]
fn fails(call: &str, message: &str) {
    let said = run(call).expect_err(call);
    assert_eq!(said, format!("main.lua:3: {message}"), "{call}");
}

/// A small map of a generator: its size where it has one.
fn small(generator: &Generator, seed: u64) -> Request {
    let request = Request::new(seed);
    let has_size = generator.info.parameters.iter().any(|it| it.name == "w");
    if has_size {
        request.sized(31, 19)
    } else {
        request
    }
}

/// The same as the table of a call.
fn call(generator: &Generator, seed: u64) -> String {
    let has_size = generator.info.parameters.iter().any(|it| it.name == "w");
    let size = if has_size { "w=31, h=19, " } else { "" };
    format!("{{{size}seed={seed}}}")
}

#[test]
fn carts_get_the_maps_of_the_crate() {
    for generator in GENERATORS {
        let name = generator.info.name;
        for seed in [1, 7, 4_000_000_000] {
            let map = generator.generate(&small(generator, seed)).expect(name);
            let arguments = call(generator, seed);
            let metrics = map.metrics();
            let said = run(&format!(
                "local map = gen.{name}{arguments}
                 trace(map.grid:text())
                 trace(#map.rooms .. ' ' .. #map.corridors .. ' ' .. #map.doors .. ' ' .. #map.things)
                 trace(map.metrics.open .. ' ' .. map.metrics.parts)
                 trace(map.start and map.start.x .. ' ' .. map.start.y or 'none')
                 local again = map.recipe.parameters
                 again.seed = map.recipe.seed
                 assert(gen[map.recipe.generator](again).grid:text() == map.grid:text())
                 for i, room in ipairs(map.rooms) do assert(room.id == i and room.kind) end
                 for _, way in ipairs(map.corridors) do assert(map.rooms[way.from] or way.from == 1) end"
            ));
            let start = map.start.map_or("none".to_owned(), |start| {
                format!("{} {}", start.x, start.y)
            });
            let counts = [
                map.rooms.len(),
                map.corridors.list().len(),
                map.doors.len(),
                map.things.len(),
            ];
            let expected = [
                map.to_text(),
                counts.map(|count| count.to_string()).join(" "),
                format!("{} {}", metrics.open, metrics.parts),
                start,
            ];
            assert_eq!(said, Ok(expected.to_vec()), "{name} {seed}");
        }
    }
}

#[test]
fn what_is_behind_a_map_is_in_it() {
    holds(
        "local map = gen.bsp{w=64, h=48, seed=7, depth=4}
        local root = map.tree[1]
        assert(root.bounds.w >= 62 and root.depth == 0 and not root.parent)
        assert(map.tree[root.children[1]].parent == 1)
        local leaves = 0
        for _, node in ipairs(map.tree) do
          if node.room then leaves = leaves + 1 assert(map.rooms[node.room].w > 1) end
        end
        assert(leaves == #map.rooms)
        local lattice = gen.lattice{seed={3, 1}}.lattice
        assert(lattice.world == 3 and lattice.level == 1 and #lattice.rooms == 64)
        assert(#gen.qr{text='hi'}.matrix == 21)
        assert(gen.bsp{seed=7}.recipe.version == 1 and gen.bsp().recipe.seed >= 0)
        assert(gen.bsp{seed='cave'}.grid:text() == gen.bsp{seed='cave'}.grid:text())",
    );
}

#[test]
fn the_list_has_every_generator_with_its_ranges() {
    let said = run("for _, it in ipairs(gen.list()) do
          assert(gen[it.name] and it.about and it.version)
          for _, p in ipairs(it.parameters) do
            assert(p.kind == 'text' or p.kind == 'choice' or p.low <= p.high)
            trace(it.name .. ' ' .. p.name .. ' ' .. tostring(p.default))
          end
        end")
    .expect("it runs");
    let mut count = 0;
    for generator in GENERATORS {
        for parameter in generator.info.parameters {
            let line = &said[count];
            let start = format!("{} {} ", generator.info.name, parameter.name);
            assert!(line.starts_with(&start), "{line}");
            if let Kind::Integer { default, .. } = parameter.kind {
                let default = default.map_or("nil".to_owned(), |default| default.to_string());
                assert_eq!(*line, start + &default);
            }
            count += 1;
        }
    }
    assert_eq!(said.len(), count);
}

#[test]
fn wrong_parameters_are_answered_in_the_words_of_the_cart() {
    let cases = [
        (
            "gen.bsp{depth=40}",
            "gen.bsp: depth must be 0 to 12, got 40",
        ),
        (
            "gen.bsp{w=100000}",
            "gen.bsp: w must be 4 to 4096, got 100000",
        ),
        ("gen.bsp{w=true}", "gen.bsp: w must be 4 to 4096, got true"),
        (
            "gen.bsp{w=8.5}",
            "gen.bsp: w must be a whole number from 4 to 4096, got 8.5",
        ),
        (
            "gen.bsp{w={1}}",
            "gen.bsp: w must be 4 to 4096, got a table",
        ),
        (
            "gen.caves{wall_chance=2}",
            "gen.caves: wall_chance must be 0 to 1, got 2",
        ),
        (
            "gen.bsp(5)",
            "gen.bsp takes a table, such as gen.bsp{seed=7}",
        ),
        (
            "gen.bsp{1, 2}",
            "gen.bsp takes a table, such as gen.bsp{seed=7}",
        ),
        ("gen.bsp{w=print}", "gen.bsp: w is no number and no text"),
        (
            "gen.bsp{seed=1.5}",
            "gen.bsp: seed must be a whole number, a text, or a world and a level such as {3, 1}, both 0 to 255",
        ),
        (
            "gen.trace()",
            "gen.trace takes names and tables in turn, such as gen.trace(\"caves\", {seed=7}, \"loops\")",
        ),
        (
            "gen.trace('bsp', {depth=40})",
            "gen.bsp: depth must be 0 to 12, got 40",
        ),
        (
            "gen.trace('bsp', {w=4000, h=4000})",
            "gen.trace: a map to watch has at most 262144 cells (512x512), got 16000000",
        ),
    ];
    for (call, message) in cases {
        fails(call, message);
    }
    let unknown = run("gen.bsp{deep=4}").expect_err("no such parameter");
    assert!(
        unknown.starts_with("main.lua:3: gen.bsp: no parameter is called 'deep'; there are w, h,"),
        "{unknown}"
    );
    let unknown = run("gen.trace('cake')").expect_err("no such generator");
    assert!(
        unknown.starts_with("main.lua:3: gen.trace: no generator is called 'cake'; there are bsp,"),
        "{unknown}"
    );
}

#[test]
fn small_maps_stay_as_they_are() {
    let mut text = String::new();
    for generator in GENERATORS {
        let map = generator.generate(&small(generator, 7)).expect("a map");
        text.extend([generator.info.name, "\n", &map.to_text(), "\n"]);
    }
    let file = tests::root().join("tests/tests/maps/small.txt");
    if tests::updating() {
        std::fs::write(&file, &text).expect("the file can be written");
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        kept.replace("\r\n", "\n") == text,
        "small.txt has other maps: a new output is a new version of an algorithm"
    );
}

#[test]
fn a_large_dungeon_fits_in_a_tick_and_a_loop_of_them_does_not() {
    holds("for seed = 1, 20 do gen.bsp{w=256, h=256, seed=seed} end");
    for call in ["gen.bsp()", "gen.maze()", "gen.trace('caves')"] {
        let said = run(&format!("while true do {call} end")).expect_err(call);
        assert!(said.contains("ran too long"), "{call}: {said}");
    }
}

#[test]
fn memory_is_the_limit_of_what_is_kept() {
    let cases = [
        "local all = {} while true do all[#all + 1] = grid.new(4096, 4096) end",
        "local all = {} while true do all[#all + 1] = gen.bsp{w=512, h=512} end",
        "local all = {} while true do all[#all + 1] = gen.trace('bsp', {w=256, h=256}) end",
    ];
    for body in cases {
        let said = run(body).expect_err(body);
        assert!(
            said.contains("not enough memory") || said.contains("ran too long"),
            "{said}"
        );
    }
}
