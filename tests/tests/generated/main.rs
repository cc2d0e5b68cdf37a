//! The pages written from the API table in `script`: docs/api.md for people,
//! stdlib/meta/downbeat.lua for language servers. They must be up to date, and
//! the table must be what a cart really sees.
//!
//! With `UPDATE=1` (`cargo xtask bless`) the pages are written.
#![allow(clippy::disallowed_methods, reason = "tests read and write pages")]

mod page;
mod signature;
mod stubs;

use console::{
    Cart, Console, FUNCTIONS, Function, GENERATOR_FUNCTIONS, Happening, Input, NullHost,
    OWN_FUNCTIONS, Options,
};

/// What the console calls, if a cart defines it: declaration, and when.
const CALLBACKS: &[(&str, &str)] = &[
    ("BOOT()", "Called once, after the cart's main chunk."),
    ("TIC()", "Called sixty times a second."),
    (
        "OVR()",
        "Called after TIC, to draw on video bank 1, which was cleared before.",
    ),
    (
        "BDR(row)",
        "Called before each of the 144 rows of the picture, border included, is made.",
    ),
    (
        "SCN(row)",
        "Called before each of the 136 rows of the screen is made.",
    ),
    (
        "MENU(index)",
        "Called when an entry of the cart's own menu is chosen, counted from 0.",
    ),
];

/// The same, in Downbeat's own carts.
const OWN_CALLBACKS: &[(&str, &str)] = &[
    (
        "BEAT(beat)",
        "Called when a beat hits, from beat.start on: the world moves.",
    ),
    (
        "MOVE(action, verdict, player)",
        "Called for an input in its window, verdict great, good or okay; returns false if the action is illegal. It may come before or after BEAT, which runs again after it then.",
    ),
    (
        "CLOSE(beat, verdict, player)",
        "Called for each player when a beat is over, a quarter of a beat after it hit: the place for deaths and scores.",
    ),
    ("BAR(bar)", "Called before the first beat of a bar."),
    ("HALF(beat)", "Called half a beat after a beat."),
    (
        "VERDICT(verdict, player, milliseconds, action, beat, instead_of)",
        "Called for everything that is judged: any input, with its error, rejected ones too, and missed beats (error and action are nil). instead_of is the verdict that a late arrival changes, nil otherwise.",
    ),
];

/// What Downbeat adds, generators included.
fn own_functions() -> Vec<&'static Function> {
    OWN_FUNCTIONS.iter().chain(GENERATOR_FUNCTIONS).collect()
}

#[track_caller]
fn up_to_date(path: &str, text: &str) {
    let file = tests::root().join(path);
    if tests::updating() {
        std::fs::create_dir_all(file.parent().expect("it is in a folder")).expect("a folder");
        std::fs::write(&file, text).expect("the page can be written");
        return;
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    // A checkout may have other line ends.
    let found = found.replace("\r\n", "\n");
    assert!(
        found == text,
        "{path} is out of date: cargo xtask bless writes it anew"
    );
}

#[test]
fn the_reference_is_up_to_date() {
    up_to_date(
        "docs/api.md",
        &page::write(FUNCTIONS, &own_functions(), CALLBACKS, OWN_CALLBACKS),
    );
}

#[test]
fn the_stubs_are_up_to_date() {
    up_to_date(
        "stdlib/meta/downbeat.lua",
        &stubs::write(FUNCTIONS, &own_functions(), CALLBACKS, OWN_CALLBACKS),
    );
}

#[test]
fn the_stubs_are_lua_that_loads() {
    let stubs =
        stubs::write(FUNCTIONS, &own_functions(), CALLBACKS, OWN_CALLBACKS) + "function TIC() end";
    let cart = Cart::from_bytes("downbeat.lua", stubs.as_bytes()).expect("a text is a cart");
    let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    console.tick(&Input::default());
    assert_eq!(console.failure(), None);
}

/// The functions that a cart finds, as globals and in tables of its console,
/// beside Lua's own.
fn seen_by_a_cart(head: &str) -> Vec<String> {
    let code = format!(
        "{head}\nlocal lua = {{_G=1, string=1, table=1, math=1, coroutine=1, utf8=1, debug=1, package=1}}
        function TIC()
          for name, value in pairs(_G) do
            if type(value) == 'function' then trace(name) end
            if type(value) == 'table' and not lua[name] then
              for field in pairs(value) do trace(name .. '.' .. field) end
            end
          end
          exit()
        end"
    );
    let cart = Cart::from_bytes("globals.lua", code.as_bytes()).expect("a text is a cart");
    let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    console.tick(&Input::default());
    let mut seen: Vec<String> = console
        .happenings()
        .iter()
        .filter_map(|happening| match happening {
            Happening::Trace { text, .. } => Some(String::from_utf8_lossy(text).into_owned()),
            _ => None,
        })
        .filter(|name| name != "TIC" && !LUA.contains(&name.as_str()))
        .collect();
    seen.sort();
    seen
}

/// What a cart finds is the table, no more and no less; what Downbeat adds is
/// for Downbeat's own carts only.
#[test]
fn carts_see_the_table() {
    let name = |function: &'static Function| function.name;
    let mut table: Vec<&str> = FUNCTIONS.iter().map(name).collect();
    table.sort_unstable();
    assert_eq!(seen_by_a_cart(""), table);
    table.extend(own_functions().into_iter().map(name));
    table.retain(|name| !name.contains(':'));
    table.sort_unstable();
    assert_eq!(seen_by_a_cart("-- console: downbeat"), table);
}

/// How a cart gets a block of each kind that has methods.
const BLOCKS: &[(&str, &str)] = &[
    ("rng", "rng.new(1)"),
    ("grid", "grid.new(1, 1)"),
    ("steps", "gen.trace('lattice')"),
];

#[test]
fn blocks_have_the_methods_of_the_table() {
    let methods = OWN_FUNCTIONS
        .iter()
        .filter_map(|it| it.name.split_once(':'));
    let checks: Vec<String> = methods
        .map(|(kind, method)| {
            let of_kind = BLOCKS.iter().find(|(name, _)| *name == kind);
            let (_, made) =
                of_kind.unwrap_or_else(|| panic!("how is a {kind} made? Add it to BLOCKS"));
            format!("assert(type(({made}).{method}) == 'function', '{kind}:{method}')")
        })
        .collect();
    let code = format!(
        "-- console: downbeat\nfunction TIC()\n{}\nexit() end",
        checks.join("\n")
    );
    let cart = Cart::from_bytes("methods.lua", code.as_bytes()).expect("a text is a cart");
    let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    console.tick(&Input::default());
    assert_eq!(console.failure(), None);
}

/// Lua's own functions that carts have as globals.
const LUA: &[&str] = &[
    "assert",
    "collectgarbage",
    "dofile",
    "error",
    "getmetatable",
    "ipairs",
    "load",
    "loadfile",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "require",
    "select",
    "setmetatable",
    "tonumber",
    "tostring",
    "type",
    "xpcall",
];
