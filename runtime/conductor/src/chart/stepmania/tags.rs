//! The tags of a `StepMania` file: `#NAME:text;` with `//` comments.
//!
//! A tag whose semicolon is missing ends where a line starts with the next one;
//! files like that are common enough that `StepMania` reads them too.

/// One tag, without its `#`, `:` and `;`.
#[derive(Debug, PartialEq)]
pub(super) struct Tag {
    /// In capitals.
    pub(super) name: String,
    /// Everything up to the semicolon, without comments.
    pub(super) text: String,
    /// Line where it starts, from 1.
    pub(super) line: usize,
}

/// Longest name of a tag.
const LONGEST_NAME: usize = 32;

/// Hands on all tags in order, one at a time, until one is refused; what is
/// between them is passed over.
pub(super) fn each_tag<E>(text: &str, mut take: impl FnMut(Tag) -> Result<(), E>) -> Result<(), E> {
    let mut open: Option<Tag> = None;
    for (index, line) in text.lines().enumerate() {
        let mut rest = line.split_once("//").map_or(line, |(code, _)| code);
        if rest
            .trim_start_matches(['\u{feff}', ' ', '\t'])
            .starts_with('#')
        {
            open.take().map_or(Ok(()), &mut take)?;
        }
        loop {
            if let Some(mut tag) = open.take() {
                let Some((text, after)) = split_at_end(rest) else {
                    tag.push(rest);
                    tag.text.push('\n');
                    open = Some(tag);
                    break;
                };
                tag.push(text);
                take(tag)?;
                rest = after;
            }
            let Some((_, start)) = rest.split_once('#') else {
                break;
            };
            let end = start.find([':', ';']).unwrap_or(start.len());
            let name = start[..end].trim();
            rest = start.get(end..).unwrap_or_default();
            rest = rest.strip_prefix(':').unwrap_or(rest);
            open = Some(Tag {
                name: name
                    .chars()
                    .take(LONGEST_NAME)
                    .collect::<String>()
                    .to_ascii_uppercase(),
                text: String::new(),
                line: index + 1,
            });
        }
    }
    open.map_or(Ok(()), take)
}

/// Before and after the first semicolon that has no backslash before it.
fn split_at_end(text: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b';' if !escaped => return Some((&text[..at], &text[at + 1..])),
            b'\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}

impl Tag {
    /// Adds text, in which a backslash stands for the character after it.
    fn push(&mut self, text: &str) {
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match c {
                '\\' => self.text.extend(chars.next()),
                c => self.text.push(c),
            }
        }
    }
}
