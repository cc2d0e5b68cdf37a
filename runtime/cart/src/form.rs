//! The forms a cart comes in, and how to tell them apart: by content first,
//! by the file's extension only where the content leaves it open.

use std::fmt;

use serde::Serialize;

use crate::error::CartError;
use crate::language::Language;
use crate::tic;

/// What every PNG file begins with.
pub(crate) const PNG_SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// A form of carts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// `.lua`: code, then assets in comments.
    Text,
    /// `.tic`: TIC-80's chunks.
    Tic,
    /// `.png`: a picture with those chunks inside.
    Png,
    /// A folder with `main.lua`.
    Folder,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Form::Text => "a text cart",
            Form::Tic => "a .tic cart",
            Form::Png => "a .png cart",
            Form::Folder => "a folder",
        })
    }
}

/// Finds the form of a file.
pub(crate) fn detect(name: &str, bytes: &[u8]) -> Result<Form, CartError> {
    let not_a_cart = |problem: &str| {
        Err(CartError::NotACart {
            file: name.to_owned(),
            problem: problem.to_owned(),
        })
    };
    if bytes.is_empty() {
        return Err(CartError::Empty {
            file: name.to_owned(),
        });
    }
    if bytes.starts_with(&PNG_SIGNATURE) {
        return Ok(Form::Png);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return not_a_cart("it is a zip archive; unpack it and open the folder");
    }
    let extension = extension(name);
    if extension == "png" {
        return not_a_cart("it is named .png, but does not begin as a PNG picture");
    }
    if tic::is_exact(bytes) {
        return Ok(Form::Tic);
    }
    let binary = bytes.contains(&0);
    if extension == "tic" {
        return Ok(if binary { Form::Tic } else { Form::Text });
    }
    let text = matches!(extension.as_str(), "lua" | "txt" | "")
        || Language::from_extension(&extension).is_some();
    if text || !binary {
        return Ok(Form::Text);
    }
    not_a_cart("expected a .lua text, a .tic file, a .png picture with a cart in it, or a folder")
}

/// The extension of a file name in lower case, empty if it has none.
pub(crate) fn extension(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    match file.rsplit_once('.') {
        Some((_, extension)) => extension.to_ascii_lowercase(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_files() {
        let check = |name: &str, bytes: &[u8], expected: Option<Form>| {
            assert_eq!(detect(name, bytes).ok(), expected, "{name} {bytes:?}");
        };
        let chunk = b"\x05\x02\x00\x00x=";
        check("a.lua", b"x=1", Some(Form::Text));
        check("a", b"x=1", Some(Form::Text));
        check("a.jpg", b"x=1", Some(Form::Text));
        check("a.jpg", b"x\0y", None);
        check("a.lua", b"x\0y", Some(Form::Text));
        check("a.lua", b"", None);
        check("a.lua", chunk, Some(Form::Tic));
        check("a.tic", chunk, Some(Form::Tic));
        check("a.tic", b"\x05\xff\x00\x00x=", Some(Form::Tic));
        check("a.tic", b"x=1", Some(Form::Text));
        check("dir.tic/a", b"-- x", Some(Form::Text));
        check("a.lua", &PNG_SIGNATURE, Some(Form::Png));
        check("a.PNG", b"x=1", None);
        check("a.beat", b"PK\x03\x04", None);
    }
}
