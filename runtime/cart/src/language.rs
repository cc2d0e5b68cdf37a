//! Which script language a cart is written in. Downbeat runs Lua only, but a
//! cart in another language is still a cart: it can be read, described and
//! converted, and the person is told the language instead of a syntax error.

use serde::Serialize;

use crate::header::find_tag;

/// A script language of TIC-80 carts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// Number in a LANG chunk.
    pub id: u8,
    /// Name in a `script:` tag.
    pub name: &'static str,
    /// What opens the comments of its header.
    pub(crate) tag_comment: &'static str,
    /// What opens the comments of asset sections in its text projects.
    pub(crate) comment: &'static str,
    /// Extension of its text projects.
    pub extension: &'static str,
}

const fn language(
    id: u8,
    name: &'static str,
    tag_comment: &'static str,
    comment: &'static str,
    extension: &'static str,
) -> Language {
    Language {
        id,
        name,
        tag_comment,
        comment,
        extension,
    }
}

/// The language that carts are in if they do not say.
pub(crate) const LUA: Language = language(10, "lua", "--", "--", "lua");

const LANGUAGES: [Language; 12] = [
    LUA,
    language(11, "ruby", "#", "#", "rb"),
    language(12, "js", "//", "//", "js"),
    language(13, "moon", "--", "--", "moon"),
    language(14, "fennel", ";", ";;", "fnl"),
    language(15, "squirrel", "//", "//", "nut"),
    language(16, "wren", "//", "//", "wren"),
    language(17, "wasm", "--", "--", "wasmp"),
    language(18, "janet", "#", "#", "janet"),
    language(19, "scheme", ";;", ";;", "scm"),
    language(20, "python", "#", "#", "py"),
    language(21, "yue", "--", "--", "yue"),
];

impl Language {
    /// The language that a cart says it is in: by the number of its LANG chunk
    /// (0 if none), else by the first `script:` tag that names a language in
    /// the comment style of that language.
    pub(crate) fn detect(id: u8, code: &[u8]) -> Option<Language> {
        let by_tag = |language: &&Language| {
            find_tag(code, language.tag_comment, "script")
                .is_some_and(|tag| tag.value == language.name.as_bytes())
        };
        let by_id = LANGUAGES.iter().find(|l| l.id == id);
        by_id.or_else(|| LANGUAGES.iter().find(by_tag)).copied()
    }

    /// The language whose text projects have this extension.
    pub(crate) fn from_extension(extension: &str) -> Option<Language> {
        LANGUAGES
            .into_iter()
            .find(|l| l.extension.eq_ignore_ascii_case(extension))
    }

    /// Whether Downbeat can run it.
    pub fn is_lua(self) -> bool {
        self.id == LUA.id
    }
}

impl Serialize for Language {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn languages_of_carts() {
        let check = |id, code: &str, name| {
            let language = Language::detect(id, code.as_bytes()).unwrap_or(LUA);
            assert_eq!(language.name, name, "{code}");
        };
        check(0, "function TIC() end", "lua");
        check(0, "-- title: x\n-- script:  lua\n", "lua");
        check(0, "-- script: moon", "moon");
        check(0, "// title: x\n// script: js\n", "js");
        check(0, ";; script: fennel\n", "fennel");
        check(0, "# script: python\r\n", "python");
        check(0, "-- script: js\n", "lua");
        check(0, "-- script: Lua, of course\n", "lua");
        check(12, "-- script: lua\n", "js");
        check(48, "-- script: lua\n", "lua");
    }
}
