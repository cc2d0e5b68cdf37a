//! The cart's own variables, for its developer: what the API and Lua's
//! libraries have put among the globals is left out.

use std::collections::BTreeSet;

use vm::Variable;

use crate::{FUNCTIONS, OWN_FUNCTIONS, Script};

/// Globals of Lua that are no functions.
const LIBRARIES: [&str; 9] = [
    "_G",
    "_VERSION",
    "coroutine",
    "debug",
    "math",
    "package",
    "string",
    "table",
    "utf8",
];

impl Script {
    /// The cart's variables by name, with the fields of the tables whose paths
    /// are `open`, such as `player.items`. Nothing changes in Lua.
    pub fn variables(&mut self, open: &BTreeSet<String>) -> Vec<Variable> {
        let of_api = |name: &str| {
            let functions = FUNCTIONS.iter().chain(OWN_FUNCTIONS);
            functions
                .filter_map(|function| function.name.split_once('.'))
                .any(|(table, _)| table == name)
        };
        let hidden = |name: &str| LIBRARIES.contains(&name) || of_api(name);
        self.vm.variables(open, &hidden)
    }
}
