//! What a cart says about itself: `-- key: value` comments in the code, or the
//! same keys in `cart.json`. Keys of TIC-80 are free text. Keys of Downbeat
//! have types, and a mistake in them is an error with its line, except in
//! carts made for TIC-80, where such a comment may mean anything.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::error::CartError;
use crate::language::Language;
use crate::palette;

/// The keys that TIC-80 knows, in the order in which we write them.
const TIC80_KEYS: [&str; 11] = [
    "title", "author", "desc", "site", "license", "version", "script", "input", "saveid", "menu",
    "strict",
];

/// The keys that Downbeat adds. `console` is not among them: it is the
/// dialect of a text cart, which has other rules than the rest.
const OUR_KEYS: [&str; 7] = [
    "screen", "palette", "bpm", "players", "seed", "jam", "rewind",
];

/// The header line that makes a text cart a Downbeat cart.
pub(crate) const CONSOLE_LINE: &str = "-- console: downbeat\n";

/// Longest value of a tag that TIC-80 reads, in bytes.
const TAG_LIMIT: usize = 127;

/// Bytes of screen memory that a screen may fill, two pixels a byte.
const SCREEN_BYTES: u32 = 16_320;

/// Which functions a cart sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Exactly TIC-80's names.
    Tic80,
    /// TIC-80's names and Downbeat's tables.
    Downbeat,
}

/// Size of a cart's picture in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ScreenSize {
    /// Pixels of a row; even.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Default for ScreenSize {
    fn default() -> ScreenSize {
        ScreenSize {
            width: 240,
            height: 136,
        }
    }
}

impl fmt::Display for ScreenSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// The game jam whose rules a cart wants to be checked against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Jam {
    /// 64x64 pixels.
    Lowrez,
    /// A Game Boy's screen and four shades.
    Gb,
    /// A Nokia 3310's screen and two colors.
    Nokia,
    /// A roguelike in seven days.
    #[serde(rename = "7drl")]
    SevenDayRoguelike,
}

const JAMS: [(&str, Jam); 4] = [
    ("lowrez", Jam::Lowrez),
    ("gb", Jam::Gb),
    ("nokia", Jam::Nokia),
    ("7drl", Jam::SevenDayRoguelike),
];

/// The place of a key that is plain text: one list for reading and writing.
macro_rules! text_slot {
    ($header:expr, $key:expr, $($borrow:tt)+) => {
        Some(match $key {
            "title" => $($borrow)+ $header.title,
            "author" => $($borrow)+ $header.author,
            "desc" => $($borrow)+ $header.desc,
            "site" => $($borrow)+ $header.site,
            "license" => $($borrow)+ $header.license,
            "version" => $($borrow)+ $header.version,
            "script" => $($borrow)+ $header.script,
            "input" => $($borrow)+ $header.input,
            "saveid" => $($borrow)+ $header.saveid,
            "menu" => $($borrow)+ $header.menu,
            "strict" => $($borrow)+ $header.strict,
            "palette" => $($borrow)+ $header.palette,
            _ => return None,
        })
    };
}

/// How much a comment in the code is taken at its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// A cart made for TIC-80: its tags end after 127 bytes, and of our keys
    /// only a wrong `screen` that looks like a size is an error.
    Tic80,
    /// A cart made for Downbeat: a wrong value is an error.
    Strict,
    /// Comments beside a `cart.json`, which is where the keys belong: a wrong
    /// value is no value.
    Loose,
}

/// The keys of a cart; a key that is not given is `None`.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Header {
    /// Name of the game.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// One line about it.
    pub desc: Option<String>,
    /// Its page.
    pub site: Option<String>,
    /// Its license.
    pub license: Option<String>,
    /// Its version.
    pub version: Option<String>,
    /// Script language as written.
    pub script: Option<String>,
    /// Device that it is played with: gamepad, mouse or keyboard.
    pub input: Option<String>,
    /// Name of its persistent memory.
    pub saveid: Option<String>,
    /// Labels of its own menu entries, separated by spaces.
    pub menu: Option<String>,
    /// TIC-80's strict mode, as written.
    pub strict: Option<String>,
    /// Size of the picture.
    pub screen: Option<ScreenSize>,
    /// Name or file of the palette.
    pub palette: Option<String>,
    /// Beats a minute, over 0 and up to 1000.
    pub bpm: Option<f64>,
    /// Players, 1 to 4.
    pub players: Option<u8>,
    /// Seed of the random streams.
    pub seed: Option<u64>,
    /// Jam whose rules are checked.
    pub jam: Option<Jam>,
    /// Whether the player may go back in time; yes if the cart does not say.
    pub rewind: Option<bool>,
    /// Keys of `cart.json` that mean nothing to us; kept.
    pub other: BTreeMap<String, Value>,
}

impl Header {
    /// Labels of the cart's own menu entries.
    pub fn menu_labels(&self) -> Vec<&str> {
        let menu = self.menu.as_deref().unwrap_or_default();
        menu.split(' ').filter(|label| !label.is_empty()).collect()
    }

    /// Size of the picture, 240x136 if the cart does not say.
    pub fn screen_size(&self) -> ScreenSize {
        self.screen.unwrap_or_default()
    }

    /// Reads the comments of a cart's code. `file` is for error messages.
    pub(crate) fn from_code(
        code: &[u8],
        language: Language,
        reading: Reading,
        file: &str,
    ) -> Result<Header, CartError> {
        let mut header = Header::default();
        for key in TIC80_KEYS {
            // TIC-80 looks for `saveid:` without the comment sign.
            let comment = if key == "saveid" {
                ""
            } else {
                language.tag_comment
            };
            if let Some(tag) = find_tag(code, comment, key) {
                let limit = match reading {
                    Reading::Tic80 => TAG_LIMIT.min(tag.value.len()),
                    Reading::Strict | Reading::Loose => tag.value.len(),
                };
                let text = String::from_utf8_lossy(&tag.value[..limit]);
                *header.text_mut(key).expect("it is a key of TIC-80") = non_empty(&text);
            }
        }
        for key in OUR_KEYS {
            let Some(tag) = find_tag(code, language.tag_comment, key) else {
                continue;
            };
            if key == "palette" && reading != Reading::Strict {
                continue;
            }
            let text = String::from_utf8_lossy(tag.value);
            let result = header.set(key, &text);
            let strict = match reading {
                Reading::Tic80 => key == "screen" && is_size_like(&text),
                Reading::Strict => true,
                Reading::Loose => false,
            };
            if let (Err(problem), true) = (result, strict) {
                return Err(CartError::Header {
                    file: file.to_owned(),
                    line: tag.line,
                    key: key.to_owned(),
                    problem,
                });
            }
        }
        Ok(header)
    }

    /// Takes over from another header what this one does not say.
    pub(crate) fn fill_from(&mut self, other: &Header) {
        for key in all_keys() {
            if self.value(key).is_none()
                && let Some(text) = other.value(key)
            {
                self.set(key, &text)
                    .expect("the text of a header's value is valid");
            }
        }
    }

    /// Sets a key from its text; empty text unsets it.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the value, or that the key is
    /// not known.
    pub(crate) fn set(&mut self, key: &str, text: &str) -> Result<(), String> {
        let text = text.trim_matches(|c: char| c <= ' ');
        if text.contains('\n') {
            return Err("a value has one line only".to_owned());
        }
        if let Some(slot) = self.text_mut(key) {
            *slot = non_empty(text);
            return Ok(());
        }
        match key {
            "screen" => self.screen = optional(text, parse_screen)?,
            "bpm" => self.bpm = optional(text, parse_bpm)?,
            "players" => self.players = optional(text, parse_players)?,
            "seed" => self.seed = optional(text, parse_seed)?,
            "jam" => self.jam = optional(text, parse_jam)?,
            "rewind" => self.rewind = optional(text, parse_switch)?,
            _ => return Err("there is no such key".to_owned()),
        }
        Ok(())
    }

    /// The text of a key's value as a header line has it.
    pub(crate) fn value(&self, key: &str) -> Option<String> {
        match key {
            "screen" => self.screen.map(|s| s.to_string()),
            "bpm" => self.bpm.map(|n| n.to_string()),
            "players" => self.players.map(|n| n.to_string()),
            "seed" => self.seed.map(|n| n.to_string()),
            "jam" => self.jam.map(jam_name).map(str::to_owned),
            "rewind" => self.rewind.map(switch_name).map(str::to_owned),
            _ => self.text(key)?.clone(),
        }
    }

    fn text(&self, key: &str) -> Option<&Option<String>> {
        text_slot!(self, key, &)
    }

    fn text_mut(&mut self, key: &str) -> Option<&mut Option<String>> {
        text_slot!(self, key, &mut)
    }

    /// The header lines that code lacks to say the same as this header in a
    /// text cart for Downbeat. A comment of the code that means something
    /// else there, such as `-- jam: strawberry`, is overruled by an earlier
    /// line; a palette file by an empty one, since only its colors come along.
    pub(crate) fn missing_lines(&self, code: &[u8]) -> String {
        let mut lines = String::new();
        for key in all_keys() {
            let mut wanted = self.value(key);
            if key == "palette" {
                wanted = wanted.filter(|name| palette::is_named(name));
            }
            let comment = if key == "saveid" { "" } else { "--" };
            let said = match find_tag(code, comment, key) {
                None => Ok(None),
                Some(tag) => {
                    let mut header = Header::default();
                    let text = String::from_utf8_lossy(tag.value);
                    header.set(key, &text).map(|()| header.value(key))
                }
            };
            if said.as_ref() != Ok(&wanted) {
                let value = wanted.unwrap_or_default();
                lines += format!("-- {key}: {value}").trim_end();
                lines.push('\n');
            }
        }
        if dialect_of_text(code) == Dialect::Tic80 {
            lines += CONSOLE_LINE;
        }
        lines
    }
}

/// All typed and untyped keys in the order in which they are written.
pub(crate) fn all_keys() -> impl Iterator<Item = &'static str> {
    TIC80_KEYS.into_iter().chain(OUR_KEYS)
}

/// Whether a key's value is a number in `cart.json`.
pub(crate) fn is_number_key(key: &str) -> bool {
    matches!(key, "bpm" | "players" | "seed")
}

/// The dialect that a text cart's header asks for.
pub(crate) fn dialect_of_text(code: &[u8]) -> Dialect {
    match find_tag(code, "--", "console") {
        Some(tag) if tag.value.eq_ignore_ascii_case(b"downbeat") => Dialect::Downbeat,
        _ => Dialect::Tic80,
    }
}

/// A `-- key: value` comment.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Tag<'a> {
    /// Line of the code, from 1.
    pub(crate) line: usize,
    /// The value without white space at its ends.
    pub(crate) value: &'a [u8],
}

/// The first place in the code with this comment sign, a space, the key and a
/// colon; without a comment sign, the key and a colon.
pub(crate) fn find_tag<'a>(code: &'a [u8], comment: &str, key: &str) -> Option<Tag<'a>> {
    let needle = if comment.is_empty() {
        format!("{key}:")
    } else {
        format!("{comment} {key}:")
    };
    let at = find(code, needle.as_bytes())?;
    let rest = &code[at + needle.len()..];
    let end = rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
    let value = &rest[..end];
    let start = value.iter().position(|&b| b > b' ').unwrap_or(end);
    let end = value
        .iter()
        .rposition(|&b| b > b' ')
        .map_or(start, |i| i + 1);
    Some(Tag {
        line: line_of(code, at),
        value: &value[start..end],
    })
}

/// Place of the first occurrence of a byte string.
pub(crate) fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    text.windows(needle.len()).position(|w| w == needle)
}

/// Line number, from 1, of a place in a text.
pub(crate) fn line_of(text: &[u8], at: usize) -> usize {
    text[..at].split(|&b| b == b'\n').count()
}

fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn optional<T>(text: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<Option<T>, String> {
    if text.is_empty() {
        Ok(None)
    } else {
        parse(text).map(Some)
    }
}

/// Whether a text is meant as a size, right or wrong.
fn is_size_like(text: &str) -> bool {
    let is_number = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    text.split_once(['x', 'X'])
        .is_some_and(|(w, h)| is_number(w.trim()) && is_number(h.trim()))
}

fn parse_screen(text: &str) -> Result<ScreenSize, String> {
    if !is_size_like(text) {
        return Err(format!("expected a size such as 64x64, got `{text}`"));
    }
    let (width, height) = text
        .split_once(['x', 'X'])
        .expect("a text like a size has an x");
    // A number beyond 32 bits is as wrong as any that is too large.
    let number = |s: &str| s.trim().parse::<u32>().unwrap_or(u32::MAX - 1);
    let (width, height) = (number(width), number(height));
    if width == 0 || height == 0 {
        return Err(format!("a screen of {text} has no pixels"));
    }
    if width % 2 != 0 {
        return Err(format!(
            "the width of {text} is odd; two pixels share a byte"
        ));
    }
    if (width / 2).saturating_mul(height) > SCREEN_BYTES {
        return Err(format!(
            "{text} is too large: width x height may be {} at most",
            SCREEN_BYTES * 2
        ));
    }
    Ok(ScreenSize {
        width: width as u16,
        height: height as u16,
    })
}

fn parse_bpm(text: &str) -> Result<f64, String> {
    text.parse::<f64>()
        .ok()
        .filter(|&n| n > 0.0 && n <= 1000.0)
        .ok_or_else(|| format!("expected a tempo over 0 and up to 1000, got `{text}`"))
}

fn parse_players(text: &str) -> Result<u8, String> {
    text.parse()
        .ok()
        .filter(|n| (1..=4).contains(n))
        .ok_or_else(|| format!("expected 1 to 4 players, got `{text}`"))
}

fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("expected a whole number from 0 up to 2^64 - 1, got `{text}`"))
}

fn parse_jam(text: &str) -> Result<Jam, String> {
    JAMS.iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(text))
        .map(|&(_, jam)| jam)
        .ok_or_else(|| format!("expected lowrez, gb, nokia or 7drl, got `{text}`"))
}

fn jam_name(jam: Jam) -> &'static str {
    JAMS.iter()
        .find(|(_, j)| *j == jam)
        .expect("every jam is in the list")
        .0
}

/// Yes or no; `true` and `false` are what `cart.json` may have.
fn parse_switch(text: &str) -> Result<bool, String> {
    let is = |words: [&str; 2]| words.iter().any(|word| word.eq_ignore_ascii_case(text));
    match text {
        _ if is(["yes", "true"]) => Ok(true),
        _ if is(["no", "false"]) => Ok(false),
        _ => Err(format!("expected yes or no, got `{text}`")),
    }
}

fn switch_name(on: bool) -> &'static str {
    if on { "yes" } else { "no" }
}

#[cfg(test)]
mod tests;
