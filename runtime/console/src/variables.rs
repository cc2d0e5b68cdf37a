//! A look into the cart's variables, for developers.

use std::collections::BTreeSet;

use script::Variable;

use crate::console::Console;

impl Console {
    /// The cart's globals, and the locals of its main chunk that its functions
    /// use, by name; with the fields of the tables whose paths are `open`, such
    /// as `player.items`. Nothing changes: a cart that is looked at goes on as
    /// one that is not.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use console::{Cart, Console, Input, NullHost, Options};
    ///
    /// let code = b"local lives = 3 ship = {x = 1.5} function TIC() lives = 2 end";
    /// let cart = Cart::from_bytes("ship.lua", code)?;
    /// let mut console = Console::new(cart, Options::default(), Box::new(NullHost));
    /// console.tick(&Input::default());
    /// let variables = console.variables(&BTreeSet::from(["ship".to_owned()]));
    /// let lines: Vec<String> = (variables.iter())
    ///     .map(|variable| format!("{} = {}", variable.path, variable.text))
    ///     .collect();
    /// assert_eq!(lines, ["lives = 2", "ship = {}", "ship.x = 1.5"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn variables(&mut self, open: &BTreeSet<String>) -> Vec<Variable> {
        let script = self.script.as_mut();
        script.map_or_else(Vec::new, |script| script.variables(open))
    }
}
