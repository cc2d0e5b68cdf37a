//! docs/api.md.

use std::fmt::Write;

use console::Function;

const HEAD: &str = "\
# API reference

What a cart can call, and what the console calls in a cart. The names and rules
are TIC-80's. Parameters in brackets may be left out; `=` gives what they are then.

This page is written from the table in `runtime/script/src/api.rs` by
`cargo xtask bless`; change it there.
";

/// The whole page.
pub(crate) fn write(functions: &[Function], callbacks: &[(&str, &str)]) -> String {
    let mut page = String::from(HEAD);
    page += "\n## Callbacks\n\n| function | when |\n|---|---|\n";
    for (declaration, doc) in callbacks {
        row(&mut page, declaration, doc);
    }
    let mut topic = "";
    for function in functions {
        if function.topic != topic {
            topic = function.topic;
            page.extend([
                "\n## ",
                topic,
                "\n\n| function | what it does |\n|---|---|\n",
            ]);
        }
        row(&mut page, function.signature, function.doc);
    }
    page
}

fn row(page: &mut String, left: &str, right: &str) {
    // A bar would end the cell.
    let right = right.replace('|', "\\|");
    writeln!(page, "| `{left}` | {right} |").expect("a string takes everything");
}
