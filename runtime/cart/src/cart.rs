//! The cart as a value: what all forms are read into and written from. The
//! forms' own modules know bytes; what holds for every form (language,
//! dialect, header, persistent memory's name) is decided here, once.

use std::collections::BTreeMap;

use md5::{Digest, Md5};
use serde_json::Value;

use crate::bank::Bank;
use crate::error::CartError;
use crate::folder;
use crate::form::{self, Form};
use crate::header::{Dialect, Header, Reading, dialect_of_text};
use crate::label;
use crate::language::{LUA, Language};
use crate::loss::{Loss, Lost};
use crate::palette;
use crate::picture;
use crate::project;
use crate::section::BANKS;
use crate::tic::{self, Chunk};
use crate::warning::Warning;

/// Bytes of a `saveid` that count.
const SAVEID_LIMIT: usize = 63;

/// Files of a folder by path; folders in a path are separated by `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// What writing a cart gives: the result, and what it does not hold.
pub type Written<T> = Result<(T, Vec<Loss>), CartError>;

/// A game: code, assets, and what it says about itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Cart {
    /// Name of the file or folder, used in messages.
    pub name: String,
    /// The form it was read from.
    pub form: Form,
    /// Which functions it sees.
    pub dialect: Dialect,
    /// Language of the code.
    pub language: Language,
    /// What it says about itself.
    pub header: Header,
    /// The main program, not always UTF-8.
    pub code: Vec<u8>,
    /// Eight banks of assets.
    pub banks: Vec<Bank>,
    /// Number of the LANG chunk, 0 if there is none.
    pub lang_id: u8,
    /// GIF of carts from before the SCREEN section; its picture is there too.
    pub cover: Option<Vec<u8>>,
    /// Chunks of a .tic file that mean nothing to us.
    pub chunks: Vec<Chunk>,
    /// Text after the code that belongs to no section.
    pub notes: Vec<u8>,
    /// Lua files of a folder besides `main.lua`.
    pub modules: Files,
    /// All other files of a folder.
    pub files: Files,
    /// What was odd when it was read.
    pub warnings: Vec<Warning>,
}

/// What the reader of a form finds in the bytes.
#[derive(Debug, Default)]
pub(crate) struct Draft {
    pub(crate) code: Vec<u8>,
    pub(crate) banks: Vec<Bank>,
    pub(crate) lang_id: u8,
    pub(crate) cover: Option<Vec<u8>>,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) notes: Vec<u8>,
    pub(crate) warnings: Vec<Warning>,
}

impl Cart {
    /// Reads a cart that Downbeat can run, in any form: the bytes decide,
    /// and the name's extension only where they leave it open.
    ///
    /// # Errors
    /// [`CartError::Language`] if it is not in Lua; see there for the rest.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Cart, CartError> {
        Cart::in_any_language(name, bytes)?.require_lua()
    }

    /// Reads a cart in any script language, to describe or convert it.
    pub fn in_any_language(name: &str, bytes: &[u8]) -> Result<Cart, CartError> {
        let form = form::detect(name, bytes)?;
        let (draft, fallback) = match form {
            Form::Png => {
                let tic = picture::cart_bytes(bytes).map_err(|problem| CartError::Picture {
                    file: name.to_owned(),
                    problem,
                })?;
                (tic::read(name, &tic)?, LUA)
            }
            Form::Tic => (tic::read(name, bytes)?, LUA),
            Form::Text | Form::Folder => {
                // As in TIC-80 the extension decides how comments look.
                let by_name = Language::from_extension(&form::extension(name));
                let language = by_name.or_else(|| Language::detect(0, bytes));
                let language = language.unwrap_or(LUA);
                (project::read(name, bytes, language)?, language)
            }
        };
        let language = Language::detect(draft.lang_id, &draft.code).unwrap_or(fallback);
        let dialect = match form {
            Form::Text if language.is_lua() => dialect_of_text(&draft.code),
            _ => Dialect::Tic80,
        };
        let reading = match dialect {
            Dialect::Tic80 => Reading::Tic80,
            Dialect::Downbeat => Reading::Strict,
        };
        let header = Header::from_code(&draft.code, language, reading, name)?;
        let mut cart = Cart::from_draft(name, form, dialect, draft);
        cart.language = language;
        cart.header = header;
        cart.apply_palette()?;
        Ok(cart)
    }

    /// Makes a cart of a folder's files, by path with `/`: `main.lua`, and
    /// whatever of the layout (see the crate's front page) is there.
    pub fn from_folder(name: &str, files: &Files) -> Result<Cart, CartError> {
        folder::read(name, files)?.require_lua()
    }

    pub(crate) fn from_draft(name: &str, form: Form, dialect: Dialect, draft: Draft) -> Cart {
        Cart {
            name: name.to_owned(),
            form,
            dialect,
            language: LUA,
            header: Header::default(),
            code: draft.code,
            banks: draft.banks,
            lang_id: draft.lang_id,
            cover: draft.cover,
            chunks: draft.chunks,
            notes: draft.notes,
            modules: Files::new(),
            files: Files::new(),
            warnings: draft.warnings,
        }
    }

    /// A new cart: this code, the default palette and waveforms.
    pub fn new(name: &str, code: &[u8]) -> Cart {
        let mut banks = vec![Bank::default(); BANKS];
        banks[0] = Bank::with_defaults();
        let draft = Draft {
            code: code.to_vec(),
            banks,
            ..Draft::default()
        };
        let mut cart = Cart::from_draft(name, Form::Text, dialect_of_text(code), draft);
        cart.header = Header::from_code(code, LUA, Reading::Loose, name)
            .expect("a loose reading refuses nothing");
        cart
    }

    /// The cart itself, if it is in Lua.
    pub fn require_lua(self) -> Result<Cart, CartError> {
        if self.language.is_lua() {
            return Ok(self);
        }
        Err(CartError::Language {
            file: self.name,
            language: self.language.name.to_owned(),
        })
    }

    /// Its title, or its name without extension.
    pub fn title(&self) -> &str {
        let file = self.name.rsplit(['/', '\\']).next().unwrap_or(&self.name);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        self.header.title.as_deref().unwrap_or(stem)
    }

    /// Name of the cart's persistent memory: 32 hex digits. As in TIC-80 it is
    /// the MD5 of `saveid`, else of the assets of bank 0. A Downbeat cart with
    /// a title goes by author and title before assets, so that scores outlive
    /// a new sprite.
    pub fn memory_id(&self) -> String {
        let mut hash = Md5::new();
        match (&self.header.saveid, &self.header.title, self.dialect) {
            (Some(id), _, _) => hash.update(&id.as_bytes()[..id.len().min(SAVEID_LIMIT)]),
            (None, Some(title), Dialect::Downbeat) => {
                hash.update(self.header.author.as_deref().unwrap_or_default());
                hash.update("\n");
                hash.update(title);
            }
            _ => hash.update(self.banks[0].bytes()),
        }
        format!("{:x}", hash.finalize())
    }

    /// Writes a `.tic` file.
    pub fn to_tic(&self) -> Written<Vec<u8>> {
        tic::write(self, Form::Tic)
    }

    /// Writes a `.png` file: the cover, with the cart inside.
    pub fn to_png(&self) -> Written<Vec<u8>> {
        let (tic, losses) = tic::write(self, Form::Png)?;
        Ok((picture::encode_cart(&label::draw(self), &tic), losses))
    }

    /// Writes a text project, in the comment style of the cart's language; the
    /// file's extension should be [`Language::extension`].
    pub fn to_lua(&self) -> Written<Vec<u8>> {
        Ok(project::write(self))
    }

    /// Writes the files of a folder, by path.
    pub fn to_folder(&self) -> Written<Files> {
        folder::write(self)
    }

    /// The code with header lines for what only `cart.json` says, so that a
    /// single file says it too.
    pub(crate) fn flat_code(&self) -> Vec<u8> {
        if self.dialect == Dialect::Tic80 {
            return self.code.clone();
        }
        let lines = self.header.missing_lines(&self.code);
        [lines.as_bytes(), &self.code].concat()
    }

    /// What no form but the folder holds, and what .tic chunks alone hold.
    pub(crate) fn common_losses(&self, form: Form) -> Vec<Loss> {
        let mut losses = Vec::new();
        let mut lose = |what| losses.push(Loss { form, what });
        let names = |files: &Files| files.keys().cloned().collect::<Vec<_>>();
        if form != Form::Folder {
            if !self.modules.is_empty() {
                lose(Lost::Modules(names(&self.modules)));
            }
            if !self.files.is_empty() {
                lose(Lost::Files(names(&self.files)));
            }
            if !self.header.other.is_empty() {
                lose(Lost::Keys(self.header.other.keys().cloned().collect()));
            }
        }
        if matches!(form, Form::Tic | Form::Png) {
            if self.dialect == Dialect::Downbeat {
                lose(Lost::OwnTables);
            }
        } else {
            if !self.chunks.is_empty() {
                let mut kinds: Vec<_> = self.chunks.iter().map(|c| c.kind).collect();
                kinds.dedup();
                lose(Lost::Chunks(kinds));
            }
            let damaged = |w: &Warning| matches!(w, Warning::Cover { .. });
            if self.cover.is_some() && self.warnings.iter().any(damaged) {
                lose(Lost::Cover);
            }
        }
        losses
    }

    /// Names of the sections in the text after the code, for messages.
    pub(crate) fn note_names(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.notes);
        let mut names: Vec<String> = text
            .lines()
            .filter_map(|line| line.split_once('<')?.1.split_once('>'))
            .map(|(tag, _)| tag.to_owned())
            .filter(|tag| !tag.starts_with('/'))
            .collect();
        if names.is_empty() {
            names.push(format!("{} lines", text.lines().count()));
        }
        names
    }

    /// Puts the palette that a Downbeat cart's header names into bank 0.
    pub(crate) fn apply_palette(&mut self) -> Result<(), CartError> {
        let Some(name) = &self.header.palette else {
            return Ok(());
        };
        if self.dialect == Dialect::Tic80 {
            return Ok(());
        }
        if self.form == Form::Text && form::extension(name) == "hex" {
            let name = name.clone();
            self.warnings.push(Warning::PaletteFile { name });
            return Ok(());
        }
        let file = |name: &str| self.files.get(name).map(Vec::as_slice);
        palette::apply(name, file, &mut self.banks[0]).map_err(|problem| {
            let (file, line) = folder::place_of_key(self, "palette");
            CartError::Header {
                file,
                line,
                key: "palette".to_owned(),
                problem,
            }
        })
    }

    /// Values of `cart.json` that mean nothing to us.
    pub(crate) fn other_keys(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.header.other.iter()
    }
}
