//! TIC-80's text projects: code, then asset sections in comments. The code
//! ends at the first line that begins with a comment sign and ` <`, as in
//! TIC-80; every byte before that is the code's own. Rows may be short, and
//! text that is no section of ours is kept for the next writing.

use crate::bank::Bank;
use crate::cart::{Cart, Draft};
use crate::error::CartError;
use crate::form::Form;
use crate::header::line_of;
use crate::language::Language;
use crate::loss::{Loss, Lost};
use crate::section::{BANKS, Section};
use crate::warning::Warning;

/// The section that holds a language's number in its first byte.
const LANGUAGE_TAG: &str = "LANG";

/// Digits of a line are shown in messages up to this many characters.
const SHOWN: usize = 24;

/// Reads a text project in the comment style of a language.
pub(crate) fn read(file: &str, bytes: &[u8], language: Language) -> Result<Draft, CartError> {
    let text = plain_text(file, bytes)?;
    let comment = language.comment;
    let end = code_end(&text, comment);
    let mut draft = Draft {
        code: text[..end].to_vec(),
        banks: vec![Bank::default(); BANKS],
        ..Draft::default()
    };
    let sections = Sections::read(file, &text, end, comment, &mut draft)?;
    if !sections.has(Section::Palette) {
        draft.banks[0].set_default_palette();
    }
    Ok(draft)
}

/// Reads the asset file of a folder: sections without code before them. A
/// bank 0 without waveforms gets the default ones, as new carts have them.
pub(crate) fn read_assets(file: &str, bytes: &[u8], draft: &mut Draft) -> Result<(), CartError> {
    let text = plain_text(file, bytes)?;
    let sections = Sections::read(file, &text, 0, "--", draft)?;
    if !sections.has(Section::Palette) {
        draft.banks[0].set_default_palette();
    }
    if !sections.has(Section::Waves) {
        draft.banks[0].set_default_waves();
    }
    Ok(())
}

/// The text without byte order mark and carriage returns.
pub(crate) fn plain_text(file: &str, bytes: &[u8]) -> Result<Vec<u8>, CartError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(at) = bytes.iter().position(|&b| b == 0) {
        return Err(CartError::NotText {
            file: file.to_owned(),
            line: line_of(bytes, at),
        });
    }
    Ok(bytes.iter().copied().filter(|&b| b != b'\r').collect())
}

/// Where the code of a text ends.
fn code_end(text: &[u8], comment: &str) -> usize {
    if is_first_line_section(text, comment) {
        return 0;
    }
    let needle = format!("\n{comment} <");
    crate::header::find(text, needle.as_bytes()).unwrap_or(text.len())
}

/// A text that begins with a section has no code. Only names of sections
/// count here, because a first line such as `-- <3` is a mere comment.
fn is_first_line_section(text: &[u8], comment: &str) -> bool {
    let line = text.split(|&b| b == b'\n').next().unwrap_or_default();
    matches!(
        Line::parse(line, comment),
        Line::Open(tag) if Known::from_tag(tag).is_some()
    )
}

/// A section that we can read.
#[derive(Clone, Copy, PartialEq)]
enum Known {
    Asset(Section, usize),
    Language,
}

impl Known {
    fn from_tag(tag: &str) -> Option<Known> {
        if tag == LANGUAGE_TAG {
            return Some(Known::Language);
        }
        if let Some(section) = Section::from_tag(tag) {
            return Some(Known::Asset(section, 0));
        }
        let bank = tag.as_bytes().last()?.wrapping_sub(b'0');
        let name = tag.get(..tag.len() - 1)?;
        (1..BANKS as u8)
            .contains(&bank)
            .then(|| Section::from_tag(name))
            .flatten()
            .map(|section| Known::Asset(section, usize::from(bank)))
    }
}

/// What a line after the code is.
enum Line<'a> {
    Blank,
    Open(&'a str),
    Close(&'a str),
    Other,
}

impl<'a> Line<'a> {
    fn parse(line: &'a [u8], comment: &str) -> Line<'a> {
        if line.trim_ascii().is_empty() {
            return Line::Blank;
        }
        let tag = line
            .strip_prefix(comment.as_bytes())
            .and_then(|rest| rest.trim_ascii().strip_prefix(b"<"))
            .and_then(|rest| rest.strip_suffix(b">"))
            .and_then(|tag| std::str::from_utf8(tag).ok());
        match tag.map(|tag| (tag, tag.strip_prefix('/'))) {
            Some((_, Some(closed))) => Line::Close(closed),
            Some((tag, None)) => Line::Open(tag),
            None => Line::Other,
        }
    }
}

/// Where the reader is.
enum State<'a> {
    Outside,
    /// In a section of a known kind, since a line.
    Inside(Known, &'a str, usize),
    /// After a row number too large: the rest of the section is passed over.
    Ended(&'a str),
    /// In a section of an unknown kind.
    Unknown(&'a str),
}

/// Which sections a text had.
#[derive(Default)]
struct Sections(Vec<Known>);

impl Sections {
    /// Whether there was this section of bank 0.
    fn has(&self, section: Section) -> bool {
        self.0.contains(&Known::Asset(section, 0))
    }

    /// Reads the sections that begin at an offset of the text.
    fn read(
        file: &str,
        text: &[u8],
        start: usize,
        comment: &str,
        draft: &mut Draft,
    ) -> Result<Sections, CartError> {
        let mut seen = Sections::default();
        let mut state = State::Outside;
        let mut stray = (0, 0);
        let first = line_of(text, start);
        // What follows the last line end is no line.
        let lines = text[start..].strip_suffix(b"\n").unwrap_or(&text[start..]);
        for (index, raw) in lines.split(|&b| b == b'\n').enumerate() {
            let number = first + index;
            let line = Line::parse(raw, comment);
            match (&state, &line) {
                (State::Inside(_, tag, _) | State::Ended(tag), Line::Close(closed))
                    if tag == closed =>
                {
                    state = State::Outside;
                    continue;
                }
                (State::Unknown(tag), Line::Close(closed)) if tag == closed => {
                    keep(draft, raw);
                    state = State::Outside;
                    continue;
                }
                _ => {}
            }
            match (&state, &line) {
                (State::Unknown(_), Line::Open(tag)) if Known::from_tag(tag).is_none() => {
                    keep(draft, raw);
                }
                (_, Line::Open(tag)) => {
                    if let State::Inside(_, tag, line) = state {
                        draft.warnings.push(Warning::OpenSection {
                            line,
                            tag: tag.to_owned(),
                        });
                    }
                    state = if let Some(known) = Known::from_tag(tag) {
                        seen.0.push(known);
                        State::Inside(known, tag, number)
                    } else {
                        keep(draft, raw);
                        State::Unknown(tag)
                    };
                }
                (State::Outside | State::Inside(..), Line::Blank) | (State::Ended(_), _) => {}
                (State::Unknown(_), _) => keep(draft, raw),
                (State::Outside, _) => {
                    keep(draft, raw);
                    stray = (if stray.1 == 0 { number } else { stray.0 }, stray.1 + 1);
                }
                (State::Inside(known, tag, _), _) => {
                    let row = Row::parse(raw, comment).map_err(|problem| CartError::Row {
                        file: file.to_owned(),
                        line: number,
                        problem: format!("in section <{tag}>: {problem}"),
                    })?;
                    if !load_row(draft, *known, &row, number) {
                        draft.warnings.push(Warning::RowNumber { line: number });
                        state = State::Ended(tag);
                    }
                }
            }
        }
        if let State::Inside(_, tag, line) = state {
            draft.warnings.push(Warning::OpenSection {
                line,
                tag: tag.to_owned(),
            });
        }
        if stray.1 > 0 {
            draft.warnings.push(Warning::LinesAfterCode {
                line: stray.0,
                count: stray.1,
            });
        }
        Ok(seen)
    }
}

fn keep(draft: &mut Draft, line: &[u8]) {
    draft.notes.extend_from_slice(line);
    draft.notes.push(b'\n');
}

/// A row of a section: its number and its hex digits' values.
struct Row {
    number: usize,
    digits: Vec<u8>,
}

impl Row {
    fn parse(line: &[u8], comment: &str) -> Result<Row, String> {
        let shown: String = String::from_utf8_lossy(line).chars().take(SHOWN).collect();
        let expected = || format!("expected a row such as `{comment} 000:0123`, found `{shown}`");
        let rest = line
            .strip_prefix(comment.as_bytes())
            .ok_or_else(expected)?
            .trim_ascii();
        let colon = rest.iter().position(|&b| b == b':').ok_or_else(expected)?;
        let number = std::str::from_utf8(&rest[..colon])
            .ok()
            .filter(|n| n.len() == 3 && n.bytes().all(|b| b.is_ascii_digit()))
            .and_then(|n| n.parse().ok())
            .ok_or_else(expected)?;
        let digits = rest[colon + 1..]
            .trim_ascii()
            .iter()
            .map(|&b| (b as char).to_digit(16).map(|d| d as u8))
            .collect::<Option<Vec<u8>>>()
            .ok_or_else(|| format!("the row has other characters than hex digits: `{shown}`"))?;
        Ok(Row { number, digits })
    }

    /// The row's bytes; a digit that is missing is 0.
    fn bytes(&self, low_first: bool) -> impl Iterator<Item = u8> {
        self.digits.chunks(2).map(move |pair| {
            let second = pair.get(1).copied().unwrap_or(0);
            if low_first {
                pair[0] | second << 4
            } else {
                pair[0] << 4 | second
            }
        })
    }
}

/// Stores a row; false if the section has no row of this number.
fn load_row(draft: &mut Draft, known: Known, row: &Row, line: usize) -> bool {
    let (section, bank) = match known {
        Known::Asset(section, bank) => (section, bank),
        Known::Language => {
            draft.lang_id = row.bytes(true).next().unwrap_or(0);
            return row.number == 0;
        }
    };
    if row.number >= section.rows() {
        return false;
    }
    let size = section.row_bytes();
    if row.digits.len() > size * 2 {
        draft.warnings.push(Warning::LongRow { line });
    }
    let to = &mut draft.banks[bank].get_mut(section)[row.number * size..][..size];
    to.fill(0);
    let bytes = row.bytes(section.low_digit_first());
    to.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte);
    true
}

/// Whether a section is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Not at all.
    No,
    /// If it has a byte that is not zero.
    IfUsed,
    /// Even if it is all zero, because its absence means something else.
    Always,
}

/// Writes a cart as a text project.
pub(crate) fn write(cart: &Cart) -> (Vec<u8>, Vec<Loss>) {
    let comment = cart.language.comment;
    let form = Form::Text;
    let mut losses = cart.common_losses(form);
    let mut lose = |what| losses.push(Loss { form, what });
    let mut code = cart.flat_code();
    if code.contains(&b'\r') {
        lose(Lost::CarriageReturns);
        code = plain_line_ends(&code);
    }
    let lines = section_lines(&code, comment);
    if !lines.is_empty() {
        code = disarm(&code, comment, &lines);
        lose(Lost::SectionLines(lines));
    }
    let mut text = code;
    text.push(b'\n');
    let sections = sections_text(cart, comment, |section, bank| {
        if section == Section::Palette && bank == 0 {
            Wanted::Always
        } else {
            Wanted::IfUsed
        }
    });
    text.extend(sections.bytes());
    match notes(cart, comment) {
        Some(notes) => text.extend(notes),
        None => lose(Lost::Notes(cart.note_names())),
    }
    (text, losses)
}

/// The text after the code, if it would be read again as it is. Text that was
/// read beside another comment sign may look like sections beside this one.
pub(crate) fn notes<'a>(cart: &'a Cart, comment: &str) -> Option<&'a [u8]> {
    if cart.notes.is_empty() {
        return Some(&[]);
    }
    let mut draft = Draft {
        banks: vec![Bank::default(); BANKS],
        ..Draft::default()
    };
    let sections = Sections::read("", &cart.notes, 0, comment, &mut draft).ok()?;
    let same = sections.0.is_empty() && draft.notes == cart.notes;
    same.then_some(&cart.notes)
}

/// Asset sections in comments, each followed by a blank line.
pub(crate) fn sections_text(
    cart: &Cart,
    comment: &str,
    wanted: impl Fn(Section, usize) -> Wanted,
) -> String {
    let mut text = String::new();
    for section in Section::ALL {
        for (index, bank) in cart.banks.iter().enumerate() {
            let always = match wanted(section, index) {
                Wanted::No => continue,
                Wanted::IfUsed => false,
                Wanted::Always => true,
            };
            if !always && !bank.is_used(section) {
                continue;
            }
            let digit = if index == 0 {
                String::new()
            } else {
                index.to_string()
            };
            let rows: Vec<_> = (0..section.rows())
                .map(|row| (row, bank.row(section, row)))
                .filter(|(row, bytes)| (always && *row == 0) || bytes.iter().any(|&b| b != 0))
                .collect();
            let tag = format!("{}{digit}", section.tag());
            push_section(&mut text, comment, &tag, &rows, section.low_digit_first());
        }
    }
    if cart.lang_id != 0 {
        let row = [cart.lang_id];
        push_section(&mut text, comment, LANGUAGE_TAG, &[(0, &row)], true);
    }
    text
}

fn push_section(
    text: &mut String,
    comment: &str,
    tag: &str,
    rows: &[(usize, &[u8])],
    low_first: bool,
) {
    const DIGITS: [u8; 16] = *b"0123456789abcdef";
    let digit = |nibble: u8| char::from(DIGITS[usize::from(nibble)]);
    text.extend([comment, " <", tag, ">\n"]);
    for (number, bytes) in rows {
        text.extend([comment, " ", &format!("{number:03}"), ":"]);
        for byte in *bytes {
            let (high, low) = (digit(byte >> 4), digit(byte & 15));
            text.extend(if low_first { [low, high] } else { [high, low] });
        }
        text.push('\n');
    }
    text.extend([comment, " </", tag, ">\n\n"]);
}

/// Line ends as Lua counts them: `\r\n`, `\n\r` and `\r` are each one end.
pub(crate) fn plain_line_ends(code: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(code.len());
    let mut bytes = code.iter().copied().peekable();
    while let Some(byte) = bytes.next() {
        let other = match byte {
            b'\r' => b'\n',
            b'\n' => b'\r',
            _ => {
                out.push(byte);
                continue;
            }
        };
        out.push(b'\n');
        bytes.next_if_eq(&other);
    }
    out
}

/// Numbers of the code lines that would end the code of a text project.
fn section_lines(code: &[u8], comment: &str) -> Vec<usize> {
    let prefix = format!("{comment} <");
    code.split(|&b| b == b'\n')
        .enumerate()
        .filter(|(index, line)| {
            line.starts_with(prefix.as_bytes())
                && (*index > 0 || is_first_line_section(line, comment))
        })
        .map(|(index, _)| index + 1)
        .collect()
}

/// Puts a tab for the space after the comment sign of some lines.
fn disarm(code: &[u8], comment: &str, lines: &[usize]) -> Vec<u8> {
    let mut out = code.to_vec();
    let mut start = 0;
    for (index, line) in code.split(|&b| b == b'\n').enumerate() {
        if lines.binary_search(&(index + 1)).is_ok() {
            out[start + comment.len()] = b'\t';
        }
        start += line.len() + 1;
    }
    out
}

#[cfg(test)]
mod tests;
