//! The changes to Lua's sources, each with its reason.
//!
//! A patch replaces one text that occurs exactly once in its file; the build
//! stops when it does not, so a new version of `lua-src` cannot slip through.

mod budget;
mod determinism;
mod library_budget;
mod lua53;
mod searches;
mod serials;
mod speed;

/// One change to one file.
pub(crate) struct Patch {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    pub(crate) find: &'static str,
    pub(crate) replace: &'static str,
}

/// All of them, in the order they are applied.
pub(crate) fn all() -> impl Iterator<Item = &'static Patch> {
    [
        determinism::PATCHES,
        serials::PATCHES,
        budget::PATCHES,
        library_budget::PATCHES,
        searches::PATCHES,
        lua53::PATCHES,
        speed::PATCHES,
    ]
    .into_iter()
    .flatten()
}
