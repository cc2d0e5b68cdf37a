//! The programs in docs/guide: every block of Lua is a cart that runs.
#![allow(clippy::disallowed_methods, reason = "tests read pages")]

use console::{Cart, Console, Input, NullHost, Options, Status};

/// The blocks of Lua in a page, each with its line.
fn programs(page: &str) -> Vec<(usize, String)> {
    let mut programs = Vec::new();
    let mut open: Option<(usize, String)> = None;
    for (line, text) in page.lines().enumerate() {
        match (&mut open, text) {
            (None, "```lua") => open = Some((line + 2, String::new())),
            (Some(_), "```") => programs.extend(open.take()),
            (Some((_, code)), text) => code.extend([text, "\n"]),
            (None, _) => {}
        }
    }
    programs
}

#[test]
fn every_program_of_the_guide_runs() {
    let folder = tests::root().join("docs/guide");
    let pages = std::fs::read_dir(folder).expect("there is a guide");
    let mut count = 0;
    for page in pages {
        let path = page.expect("a folder just opened can be listed").path();
        // Its pictures lie beside it.
        if path.is_dir() {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a page is text");
        for (line, code) in programs(&text) {
            let cart = Cart::from_bytes("guide.lua", code.as_bytes()).expect("a text is a cart");
            let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
            let a_button = Input {
                pads: 0x10,
                ..Input::default()
            };
            for _ in 0..60 {
                if console.tick(&a_button) != Status::Running {
                    break;
                }
            }
            let failure = console.failure();
            assert_eq!(failure, None, "{}:{line}: {failure:?}", path.display());
            count += 1;
        }
    }
    assert!(count > 0);
}
