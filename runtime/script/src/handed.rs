//! What a player hands to a cart beside buttons: typed or pasted text, and
//! pictures of QR codes.
//!
//! A picture is read before the cart hears of it, so that a replay holds the
//! code that was in it and never the file.

use mapgen::qr::{Correction, Matrix};

/// Most bytes of a text that is handed over at once; the rest is cut off.
const MOST_TEXT: usize = 4096;

/// Most bytes of a file's name that a cart sees.
const MOST_NAME: usize = 255;

/// Something that is handed to a cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Handed {
    /// Text that was typed or pasted.
    Text(String),
    /// A picture that was dropped on the window.
    Picture {
        /// The name of its file, without folders.
        name: String,
        /// The QR code in it, or why none was found.
        code: Result<Code, String>,
    },
}

/// A QR code that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    /// What it says.
    pub text: String,
    /// Its modules: rows of `#` and `.`, with spaces between, as `gen.qr` takes
    /// them.
    pub matrix: String,
}

impl Handed {
    /// Text, cut to [`MOST_TEXT`] bytes.
    pub fn text(text: &str) -> Handed {
        Handed::Text(cut(text, MOST_TEXT))
    }

    /// The bytes of a png or jpeg file, which are looked through for a code.
    pub fn picture(name: &str, bytes: &[u8]) -> Handed {
        let code = Matrix::read(bytes).map_err(|error| error.to_string());
        Handed::Picture {
            name: cut(name, MOST_NAME),
            code: code.map(|(matrix, text)| Code::new(text, &matrix)),
        }
    }
}

impl Handed {
    /// Bytes of memory that it takes.
    pub(crate) fn size(&self) -> usize {
        let held = match self {
            Handed::Text(text) => text.len(),
            Handed::Picture { name, code } => {
                let code = match code {
                    Ok(code) => code.text.len() + code.matrix.len(),
                    Err(problem) => problem.len(),
                };
                name.len() + code
            }
        };
        size_of::<Handed>() + held
    }
}

impl Code {
    fn new(text: String, matrix: &Matrix) -> Code {
        let matrix = matrix.to_text();
        Code {
            text,
            matrix: matrix.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    /// The smallest code for a text; none if it is too long for any.
    pub fn of(text: &str) -> Option<Code> {
        let matrix = Matrix::encode(text, Correction::default()).ok()?;
        Some(Code::new(text.to_owned(), &matrix))
    }
}

/// As much of a text as fits, whole characters only.
fn cut(text: &str, most: usize) -> String {
    let fits = |&(at, letter): &(usize, char)| at + letter.len_utf8() <= most;
    let letters = text.char_indices().take_while(fits);
    letters.map(|(_, letter)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_between_characters() {
        let text = "é".repeat(MOST_TEXT);
        assert_eq!(Handed::text(&text), Handed::Text("é".repeat(MOST_TEXT / 2)));
        assert_eq!(Handed::text("moss"), Handed::Text("moss".into()));
    }

    #[test]
    fn a_picture_without_a_code_says_what_is_missing() {
        let Handed::Picture { name, code } = Handed::picture("cat.png", b"nothing") else {
            panic!("a picture");
        };
        assert_eq!(name, "cat.png");
        assert!(code.expect_err("no picture").contains("png or jpeg"));
        let code = Code::of("moss").expect("short");
        assert_eq!(code.matrix.split(' ').count(), 21);
    }
}
