//! What a form cannot hold of a cart. Conversions list it instead of dropping
//! it in silence; whether to go on is up to the caller.

use std::fmt;

use serde::Serialize;

use crate::form::Form;

/// Something of a cart that the form it was written to does not hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The form.
    pub form: Form,
    /// What was lost.
    pub what: Lost,
}

/// Kinds of losses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lost {
    /// Lua files that the main program may `require`.
    Modules(Vec<String>),
    /// Other files, such as songs.
    Files(Vec<String>),
    /// Unknown keys of `cart.json`.
    Keys(Vec<String>),
    /// Downbeat's own tables, which the form's carts do not see.
    OwnTables,
    /// TIC-80's bare set of names: Downbeat's tables are added.
    BareNames,
    /// Text after the code that belongs to no section we know.
    Notes(Vec<String>),
    /// Chunks of a .tic file, by type number.
    Chunks(Vec<u8>),
    /// An old cover picture that could not be read.
    Cover,
    /// The carriage returns of line ends.
    CarriageReturns,
    /// Code lines beginning with `-- <`, which would end the code: a tab
    /// replaces their space.
    SectionLines(Vec<usize>),
    /// A palette of 16 blacks, which means "no palette" there.
    BlackPalette,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = self.form;
        match &self.what {
            Lost::Modules(names) => write!(f, "{form} cannot hold the modules {}", list(names)),
            Lost::Files(names) => write!(f, "{form} cannot hold the files {}", list(names)),
            Lost::Keys(names) => write!(f, "{form} cannot hold the cart.json keys {}", list(names)),
            Lost::OwnTables => write!(
                f,
                "in {form} the cart sees TIC-80's functions only, not Downbeat's tables (beat, gen, rng ...)"
            ),
            Lost::BareNames => write!(
                f,
                "in {form} Downbeat's tables (beat, gen, rng ...) take global names that the cart may use itself"
            ),
            Lost::Notes(names) => {
                write!(
                    f,
                    "{form} cannot hold the text after the code: {}",
                    list(names)
                )
            }
            Lost::Chunks(kinds) => {
                write!(
                    f,
                    "{form} cannot hold the .tic chunks of type {}",
                    list(kinds)
                )
            }
            Lost::Cover => write!(f, "{form} cannot hold the damaged cover picture"),
            Lost::CarriageReturns => write!(f, "{form} has plain line ends: carriage returns go"),
            Lost::SectionLines(lines) => write!(
                f,
                "in {form} the code would end at lines that begin with `-- <`: a tab replaces the space in line {}",
                list(lines)
            ),
            Lost::BlackPalette => write!(
                f,
                "{form} cannot hold a palette of black only: it gets the colors of carts without palette"
            ),
        }
    }
}

fn list<T: ToString>(items: &[T]) -> String {
    let items: Vec<_> = items.iter().map(ToString::to_string).collect();
    items.join(", ")
}
