//! Rust source text reduced to its code: what stands in comments and literals
//! is blanked, so that a search for a word finds only the word as code.
//!
//! Lines and columns stay where they are.

/// The text with comments, strings and character literals blanked.
pub fn without_text(source: &str) -> String {
    let bytes = source.as_bytes();
    let mut code = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => line_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => comment_end(bytes, at),
            b'"' => string_end(bytes, at),
            b'r' if starts_word(bytes, at) => raw_string_end(bytes, at).unwrap_or(at),
            b'\'' => char_end(source, at).unwrap_or(at),
            _ => at,
        };
        for byte in &mut code[at..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        at = end.max(at + 1);
    }
    // Blanking is by whole characters, so this is text still.
    String::from_utf8_lossy(&code).into_owned()
}

/// The text with every item under `#[cfg(test)]` blanked. Give it code
/// without text, so that braces in literals do not count.
pub fn without_tests(code: &str) -> String {
    let mut bytes = code.as_bytes().to_vec();
    let mut from = 0;
    while let Some(found) = code[from..].find("#[cfg(test)]") {
        let start = from + found;
        let end = item_end(code.as_bytes(), start);
        for byte in &mut bytes[start..end] {
            if *byte != b'\n' {
                *byte = b' ';
            }
        }
        from = end;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The lines, counted from 1, on which a word stands by itself.
pub fn lines_with_word(code: &str, word: &str) -> Vec<usize> {
    code.lines()
        .enumerate()
        .filter(|(_, line)| has_word(line, word))
        .map(|(index, _)| index + 1)
        .collect()
}

fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        // A boundary is wanted only at an end that is a letter itself.
        let joins = |end: Option<char>, next: Option<char>| {
            let letter = |c: char| c.is_alphanumeric() || c == '_';
            end.is_some_and(letter) && next.is_some_and(letter)
        };
        !joins(word.chars().next(), before) && !joins(word.chars().next_back(), after)
    })
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    at + rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len())
}

fn comment_end(bytes: &[u8], start: usize) -> usize {
    let (mut at, mut depth) = (start + 2, 1);
    while at < bytes.len() && depth > 0 {
        match bytes.get(at..at + 2) {
            Some(b"/*") => (at, depth) = (at + 2, depth + 1),
            Some(b"*/") => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
    }
    at
}

fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn raw_string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let hashes = bytes[start + 1..]
        .iter()
        .take_while(|&&b| b == b'#')
        .count();
    let open = start + 1 + hashes;
    if bytes.get(open) != Some(&b'"') {
        return None;
    }
    let close = [b"\"", "#".repeat(hashes).as_bytes()].concat();
    let body = &bytes[open + 1..];
    let length = body.windows(close.len()).position(|window| window == close);
    Some(length.map_or(bytes.len(), |length| open + 1 + length + close.len()))
}

/// The end of a character literal; none if the quote begins a lifetime.
fn char_end(source: &str, start: usize) -> Option<usize> {
    let inside = &source[start + 1..];
    let length = match inside.chars().next()? {
        // Two bytes of an escape at least, which may be a quote themselves.
        '\\' => 2 + inside.get(2..)?.find('\'')?,
        other => other.len_utf8(),
    };
    let close = start + 1 + length;
    (source.as_bytes().get(close) == Some(&b'\'')).then_some(close + 1)
}

fn starts_word(bytes: &[u8], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| bytes[before]);
    !before.is_some_and(|b| b != b'b' && (b.is_ascii_alphanumeric() || b == b'_'))
}

/// The end of the item that begins with an attribute.
fn item_end(bytes: &[u8], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(source: &str, word: &str, expected: &[usize]) {
        let code = without_text(source);
        assert_eq!(code.lines().count(), source.lines().count());
        assert_eq!(lines_with_word(&code, word), expected, "{source}");
    }

    #[test]
    fn words_in_comments_and_literals_are_not_code() {
        check("a wanted b", "wanted", &[1]);
        check("// wanted\nwanted();", "wanted", &[2]);
        check("/* wanted /* wanted */ wanted */ x", "wanted", &[]);
        check("let a = \"wanted \\\" wanted\"; wanted", "wanted", &[1]);
        check("let a = \"wanted \\\" wanted\";", "wanted", &[]);
        check("let a = r#\"wanted \" wanted\"#;\nwanted", "wanted", &[2]);
        check("let a = br\"wanted\\\"; wanted", "wanted", &[1]);
        check("let a = '\"'; wanted('\"')", "wanted", &[1]);
        check("let a = '\\''; wanted", "wanted", &[1]);
        check("fn f<'a>(x: &'a str) { wanted }", "wanted", &[1]);
        check("let \u{e4} = '\u{e4}'; wanted", "wanted", &[1]);
    }

    #[test]
    fn words_stand_by_themselves() {
        check("unwanted wanted_too awanted", "wanted", &[]);
        check("x.wanted()", ".wanted()", &[1]);
        check("std::fs::read", "std::fs", &[1]);
    }

    #[test]
    fn items_under_cfg_test_are_left_out() {
        let source = "one\n#[cfg(test)]\nmod tests { fn a() { two } }\nthree\n\
                      #[cfg(test)]\nmod more;\nfour";
        let code = without_tests(&without_text(source));
        let left: Vec<&str> = code.split_whitespace().collect();
        assert_eq!(left, ["one", "three", "four"]);
    }
}
