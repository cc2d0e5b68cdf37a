//! Carts as folders, made for version control: `cart.json` has the header,
//! `main.lua` the code, other `.lua` files are modules, `tiles.png`,
//! `sprites.png` and `screen.png` the pictures of bank 0, `assets.txt` the
//! other sections as text. Any other file is the cart's own (songs, notes).

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::bank::Bank;
use crate::cart::{Cart, Draft, Files, Written};
use crate::error::CartError;
use crate::form::{Form, extension};
use crate::header::{
    CONSOLE_LINE, Dialect, Header, Reading, all_keys, find, find_tag, is_number_key, line_of,
};
use crate::language::{LUA, Language};
use crate::loss::{Loss, Lost};
use crate::project::{self, Wanted};
use crate::section::{BANKS, Section};
use crate::sheet::{SHEETS, Sheet};

const MANIFEST: &str = "cart.json";
const MAIN: &str = "main.lua";
const ASSETS: &str = "assets.txt";

/// Reads a folder's files.
pub(crate) fn read(name: &str, files: &Files) -> Result<Cart, CartError> {
    let Some(main) = files.get(MAIN) else {
        return Err(CartError::NoMain {
            file: name.to_owned(),
        });
    };
    let mut draft = Draft {
        code: source(MAIN, main)?,
        banks: vec![Bank::default(); BANKS],
        ..Draft::default()
    };
    let assets = files.get(ASSETS).map_or(&[][..], Vec::as_slice);
    project::read_assets(ASSETS, assets, &mut draft)?;
    let mut cart = Cart::from_draft(name, Form::Folder, Dialect::Downbeat, draft);
    cart.language = Language::detect(cart.lang_id, &cart.code).unwrap_or(LUA);
    let reading = if files.contains_key(MANIFEST) {
        Reading::Loose
    } else {
        Reading::Strict
    };
    let said = Header::from_code(&cart.code, cart.language, reading, MAIN)?;
    if let Some(manifest) = files.get(MANIFEST) {
        cart.header = read_manifest(manifest)?;
    }
    cart.header.fill_from(&said);
    for (path, bytes) in files {
        if extension(path) == "lua" && path != MAIN {
            cart.modules.insert(path.clone(), source(path, bytes)?);
        } else if ![MANIFEST, MAIN, ASSETS].contains(&path.as_str())
            && Sheet::from_file(path).is_none()
        {
            cart.files.insert(path.clone(), bytes.clone());
        }
    }
    cart.apply_palette().map_err(|error| match error {
        CartError::Header { key, problem, .. } if files.contains_key(MANIFEST) => {
            CartError::Manifest {
                file: MANIFEST.to_owned(),
                line: files.get(MANIFEST).map_or(1, |m| line_of_key(m, &key)),
                problem: format!("{key}: {problem}"),
            }
        }
        other => other,
    })?;
    for sheet in &SHEETS {
        if let Some(png) = files.get(sheet.file) {
            sheet
                .read(png, &mut cart.banks[0])
                .map_err(|problem| CartError::Picture {
                    file: sheet.file.to_owned(),
                    problem,
                })?;
        }
    }
    Ok(cart)
}

/// Lua source without byte order mark, which Lua does not read in a cart.
fn source(file: &str, bytes: &[u8]) -> Result<Vec<u8>, CartError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match bytes.iter().position(|&b| b == 0) {
        Some(at) => Err(CartError::NotText {
            file: file.to_owned(),
            line: line_of(bytes, at),
        }),
        None => Ok(bytes.to_vec()),
    }
}

/// Reads `cart.json`.
fn read_manifest(bytes: &[u8]) -> Result<Header, CartError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let wrong = |line, problem| CartError::Manifest {
        file: MANIFEST.to_owned(),
        line,
        problem,
    };
    let pairs: Pairs = serde_json::from_slice(bytes)
        .map_err(|error| wrong(error.line().max(1), without_place(&error.to_string())))?;
    let mut header = Header::default();
    for (key, value) in pairs.0 {
        let wrong = |problem: &str| wrong(line_of_key(bytes, &key), format!("{key}: {problem}"));
        if header.other.contains_key(&key) || header.value(&key).is_some() {
            return Err(wrong("the key is there twice"));
        }
        if all_keys().any(|k| k == key) {
            let text = text_of(&value).ok_or_else(|| wrong("expected a text or a number"))?;
            header.set(&key, &text).map_err(|problem| wrong(&problem))?;
        } else {
            header.other.insert(key, value);
        }
    }
    Ok(header)
}

/// The JSON reader puts the place behind the message; ours is in front.
fn without_place(message: &str) -> String {
    let end = message.rfind(" at line ").unwrap_or(message.len());
    message[..end].to_owned()
}

/// Keys and values in the order of the file, so that a key that is there
/// twice does not hide itself.
struct Pairs(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with the cart's keys")
    }

    fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
        let mut pairs = Vec::new();
        while let Some(pair) = map.next_entry()? {
            pairs.push(pair);
        }
        Ok(Pairs(pairs))
    }
}

/// The text of a value as a header comment would have it.
fn text_of(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Array(items) => {
            let items: Option<Vec<String>> = items.iter().map(text_of).collect();
            items.map(|items| items.join(" "))
        }
        Value::Object(_) => None,
    }
}

/// Line of the last place where a key stands in a manifest.
fn line_of_key(manifest: &[u8], key: &str) -> usize {
    let quoted = Value::from(key).to_string();
    let is_key = |at: usize| {
        let rest = manifest[at + quoted.len()..].trim_ascii_start();
        rest.first() == Some(&b':')
    };
    manifest
        .windows(quoted.len())
        .enumerate()
        .rfind(|&(at, text)| text == quoted.as_bytes() && is_key(at))
        .map_or(1, |(at, _)| line_of(manifest, at))
}

/// File and line of a key in the comments of the code.
pub(crate) fn place_of_key(cart: &Cart, key: &str) -> (String, usize) {
    let line = find_tag(&cart.code, cart.language.tag_comment, key).map_or(1, |tag| tag.line);
    let file = if cart.form == Form::Folder {
        MAIN.to_owned()
    } else {
        cart.name.clone()
    };
    (file, line)
}

/// Writes a folder's files.
pub(crate) fn write(cart: &Cart) -> Written<Files> {
    let form = Form::Folder;
    if !cart.language.is_lua() {
        return Err(CartError::LanguageForm {
            file: cart.name.clone(),
            language: cart.language.name.to_owned(),
            form,
        });
    }
    let mut losses = cart.common_losses(form);
    if cart.dialect == Dialect::Tic80 {
        let what = Lost::BareNames;
        losses.push(Loss { form, what });
    }
    let mut files = cart.files.clone();
    files.extend(cart.modules.clone());
    let header = folder_header(cart);
    files.insert(MAIN.to_owned(), without_header_lines(cart, &header));
    files.insert(
        MANIFEST.to_owned(),
        manifest_text(cart, &header).into_bytes(),
    );
    let bank = &cart.banks[0];
    for sheet in &SHEETS {
        if bank.is_used(sheet.section) {
            files.insert(sheet.file.to_owned(), sheet.write(bank));
        }
    }
    let sections = project::sections_text(cart, "--", |section, bank| {
        if bank > 0 {
            Wanted::IfUsed
        } else if Sheet::of(section).is_some() || is_default(cart, section) {
            Wanted::No
        } else {
            Wanted::Always
        }
    });
    let notes = project::notes(cart, "--").unwrap_or_else(|| {
        let what = Lost::Notes(cart.note_names());
        losses.push(Loss { form, what });
        &[]
    });
    let assets = [sections.as_bytes(), notes].concat();
    if !assets.is_empty() {
        files.insert(ASSETS.to_owned(), assets);
    }
    Ok((files, losses))
}

/// Whether a section of bank 0 is what a folder without it gets.
fn is_default(cart: &Cart, section: Section) -> bool {
    cart.banks[0].has_default(section)
}

/// The keys for `cart.json`. Those of a TIC-80 cart are read anew, because
/// there TIC-80's limit of length does not hold.
fn folder_header(cart: &Cart) -> Header {
    if cart.dialect == Dialect::Downbeat {
        return cart.header.clone();
    }
    Header::from_code(&cart.code, LUA, Reading::Loose, MAIN)
        .expect("a loose reading refuses nothing")
}

/// The code without the header lines that a text cart was given when it was
/// made of a folder: they are in `cart.json` again.
fn without_header_lines(cart: &Cart, header: &Header) -> Vec<u8> {
    let Some(at) = find(&cart.code, CONSOLE_LINE.as_bytes()) else {
        return cart.code.clone();
    };
    let end = at + CONSOLE_LINE.len();
    let (lines, rest) = cart.code.split_at(end);
    // Only what would be put before the rest again may be taken off.
    if header.missing_lines(rest).as_bytes() == lines {
        return rest.to_vec();
    }
    cart.code.clone()
}

/// The text of `cart.json`: one key a line.
fn manifest_text(cart: &Cart, header: &Header) -> String {
    let quote = |text: &str| Value::from(text).to_string();
    let known = all_keys().filter_map(|key| {
        let text = header.value(key)?;
        let text = if is_number_key(key) {
            text
        } else {
            quote(&text)
        };
        Some(format!("  {}: {text}", quote(key)))
    });
    let other = cart
        .other_keys()
        .map(|(key, value)| format!("  {}: {value}", quote(key)));
    let lines: Vec<String> = known.chain(other).collect();
    if lines.is_empty() {
        return "{}\n".to_owned();
    }
    format!("{{\n{}\n}}\n", lines.join(",\n"))
}
