//! Trace lines `T FRAME COLOR TEXT`, `E FRAME TEXT`, `X FRAME`, and when two
//! of them say the same.
//!
//! Three things may differ: the name of the chunk in a position, the text of
//! a message of the console's own (`...` in the expected line), and the
//! traceback behind an error.

/// The first line in which two traces differ, as a message; none if they
/// agree. `chunk` is the file name that positions carry, such as `demo.lua`.
pub fn first_difference(expected: &[String], got: &[String], chunk: &str) -> Option<String> {
    for index in 0..expected.len().max(got.len()) {
        let (Some(want), Some(have)) = (expected.get(index), got.get(index)) else {
            let [want, have] = [expected, got]
                .map(|lines| lines.get(index).map_or("(nothing more)", String::as_str));
            return Some(difference(index, want, have));
        };
        if !agree(want, have, chunk) {
            return Some(difference(index, want, have));
        }
    }
    None
}

fn difference(index: usize, want: &str, have: &str) -> String {
    format!(
        "trace line {}:\n  expected: {want}\n  got:      {have}",
        index + 1
    )
}

/// True if a line we got says what the expected line says.
fn agree(expected: &str, got: &str, chunk: &str) -> bool {
    let (expected, got) = (comparable(expected, chunk), comparable(got, chunk));
    matches(&expected, &got)
}

/// The line with the cart's code named alike, and without a traceback.
fn comparable(line: &str, chunk: &str) -> String {
    let line = if line.starts_with("E ") {
        line.split("\\n").next().unwrap_or(line)
    } else {
        line
    };
    let mut text = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find("[string \"") {
        let Some(end) = rest[start..].find("\"]") else {
            break;
        };
        text.push_str(&rest[..start]);
        text.push_str(chunk);
        rest = &rest[start + end + 2..];
    }
    text + rest
}

/// Compares with `...` standing for any text, an empty one included.
fn matches(expected: &str, got: &str) -> bool {
    let mut parts = expected.split("...");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = got.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(expected: &str, got: &str, same: bool) {
        let split = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let difference = first_difference(&split(expected), &split(got), "a.lua");
        assert_eq!(
            difference.is_none(),
            same,
            "{expected:?} {got:?}: {difference:?}"
        );
    }

    #[test]
    fn lines_must_be_equal() {
        check("T 0 15 one", "T 0 15 one", true);
        check("T 0 15 one", "T 0 15 two", false);
        check("T 0 15 one", "T 1 15 one", false);
        check("T 0 15 one", "T 0 14 one", false);
        check("T 0 15 one\nT 0 15 two", "T 0 15 one", false);
        check("T 0 15 one", "T 0 15 one\nT 0 15 two", false);
        check("T 0 15 one", "T 0 15 one and more", false);
    }

    #[test]
    fn positions_may_be_written_in_two_ways() {
        let ours = "E 1 a.lua:6: attempt to index a nil value";
        check(
            "E 1 [string \"-- title:  x...\"]:6: attempt to index a nil value",
            ours,
            true,
        );
        check(
            "E 1 [string \"-- title:  x...\"]:7: attempt to index a nil value",
            ours,
            false,
        );
        check(ours, "E 1 b.lua:6: attempt to index a nil value", false);
    }

    #[test]
    fn the_bare_name_of_the_code_may_be_too() {
        check("T 0 15 in [string \"-- x...\"]", "T 0 15 in a.lua", true);
        check("T 0 15 in [string \"-- x...\"]", "T 0 15 in b.lua", false);
    }

    #[test]
    fn dots_stand_for_any_message() {
        check(
            "T 0 15 pix(1) false ...",
            "T 0 15 pix(1) false a.lua:3: needs two",
            true,
        );
        check("T 0 15 pix(1) false ...", "T 0 15 pix(1) true 3", false);
        check("E 0 ...", "E 0 there is no TIC", true);
        check(
            "E 1 [string \"-- x...\"]:6: ...",
            "E 1 a.lua:6: pix needs",
            true,
        );
        check(
            "E 1 [string \"-- x...\"]:6: ...",
            "E 1 a.lua:5: pix needs",
            false,
        );
    }

    #[test]
    fn tracebacks_are_for_people() {
        check(
            "E 1 boom\\nstack traceback:\\n\\x09one",
            "E 1 boom\\nother",
            true,
        );
        check("E 1 boom", "E 1 bang", false);
        check("T 1 15 boom\\none", "T 1 15 boom\\ntwo", false);
    }
}
