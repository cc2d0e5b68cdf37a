//! docs/api.md.

use std::fmt::Write;

use console::Function;
use console::mapgen::GENERATORS;

const HEAD: &str = "\
# API reference

What a cart can call, and what the console calls in a cart. The names and rules
are TIC-80's. Parameters in brackets may be left out; `=` gives what they are then.

This page is written from the table in `runtime/script/src/api.rs` by
`cargo xtask bless`; change it there. What test files have beside it, `test`, `expect`
and `t`, is in [guide/testing.md](guide/testing.md).
";

const OWN: &str = "
## What Downbeat adds

Only Downbeat's own carts have these: folders, and texts whose header says
`-- console: downbeat`. In a cart for TIC-80 the names are nil, as there.
";

/// The whole page.
pub(crate) fn write(
    functions: &[Function],
    own: &[&Function],
    callbacks: &[(&str, &str)],
    own_callbacks: &[(&str, &str)],
) -> String {
    let mut page = String::from(HEAD);
    calls(&mut page, "## Callbacks", callbacks);
    topics(&mut page, "## ", functions.iter());
    page += OWN;
    calls(&mut page, "### Callbacks on the beat", own_callbacks);
    topics(&mut page, "### ", own.iter().copied());
    parameters(&mut page);
    page
}

/// What each generator takes.
fn parameters(page: &mut String) {
    *page += "\nParameters, beside `seed` (a whole number, a text, or a world and a level,
`{3, 1}`; without it one of `math.random`):\n";
    for generator in GENERATORS {
        let name = generator.info.name;
        page.extend([
            "\n| `gen.",
            name,
            "` | range | default | |\n|---|---|---|---|\n",
        ]);
        for it in generator.info.parameters {
            let (range, default) = (it.range(), it.default());
            writeln!(
                page,
                "| `{}` | {range} | {default} | {} |",
                it.name, it.about
            )
            .expect("a string takes everything");
        }
    }
}

fn calls(page: &mut String, heading: &str, callbacks: &[(&str, &str)]) {
    page.extend(["\n", heading, "\n\n| function | when |\n|---|---|\n"]);
    for (declaration, doc) in callbacks {
        row(page, declaration, doc);
    }
}

fn topics<'a>(page: &mut String, heading: &str, functions: impl Iterator<Item = &'a Function>) {
    let mut topic = "";
    for function in functions {
        if function.topic != topic {
            topic = function.topic;
            page.extend([
                "\n",
                heading,
                topic,
                "\n\n| function | what it does |\n|---|---|\n",
            ]);
        }
        row(page, function.signature, function.doc);
    }
}

fn row(page: &mut String, left: &str, right: &str) {
    // A bar would end the cell.
    let right = right.replace('|', "\\|");
    writeln!(page, "| `{left}` | {right} |").expect("a string takes everything");
}
