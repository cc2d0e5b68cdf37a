//! Samples and tiles as text: rows of glyphs with any space between them, each
//! with its line and column for those who have to find a mistake.

use crate::Cell;

/// A word of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row<'a> {
    /// Line, from 1.
    pub(super) line: usize,
    /// Column of its first glyph, from 1.
    pub(super) column: usize,
    pub(super) text: &'a str,
}

/// The rows of a text.
pub(super) fn rows(text: &str) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for (line, whole) in (1..).zip(text.lines()) {
        let mut column = 1;
        for part in whole.split(char::is_whitespace) {
            if !part.is_empty() {
                let text = part;
                rows.push(Row { line, column, text });
            }
            column += part.chars().count() + 1;
        }
    }
    rows
}

impl Row<'_> {
    /// Its cells; a start or an exit is floor, since a map has one of each, and
    /// a lock, which needs a key, a door.
    ///
    /// # Errors
    ///
    /// A glyph that no cell has.
    pub(super) fn cells(&self) -> Result<Vec<Cell>, String> {
        let cell = |(index, glyph): (usize, char)| match Cell::from_glyph(glyph) {
            Some(Cell::Start | Cell::Exit) => Ok(Cell::Floor),
            Some(Cell::Lock) => Ok(Cell::Door),
            Some(cell) => Ok(cell),
            None => Err(format!(
                "line {}, column {}: no cell has the glyph '{glyph}'; # is a wall, . floor, , corridor, + a door",
                self.line,
                self.column + index,
            )),
        };
        self.text.chars().enumerate().map(cell).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_know_where_they_stand() {
        let rows = rows("\n  #.# ###\n\t<.>\r\n");
        let found = rows.iter().map(|row| (row.line, row.column, row.text));
        let expected = [(2, 3, "#.#"), (2, 7, "###"), (3, 2, "<.>")];
        assert_eq!(found.collect::<Vec<_>>(), expected);
        assert_eq!(rows[2].cells(), Ok(vec![Cell::Floor; 3]));
        let wrong = Row {
            text: "#?",
            ..rows[1]
        };
        let message = wrong.cells().expect_err("no such glyph");
        assert!(message.starts_with("line 2, column 8: no cell has the glyph '?';"));
    }
}
