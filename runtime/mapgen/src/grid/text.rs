//! Grids as text, one glyph a cell and one line a row, and as JSON.
//!
//! Text holds maps, whose bytes are [`Cell`] kinds; JSON holds any bytes.

use serde_json::{Value, json};
use thiserror::Error;

use super::Grid;
use crate::Cell;

/// Why a text is no grid.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum GridError {
    /// A glyph that stands for no cell; line and column from 1.
    #[error("line {line}, column {column}: no cell has the glyph '{glyph}'")]
    Glyph {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
        /// What stands there.
        glyph: char,
    },
    /// A line with another length than the first.
    #[error("line {line} has {got} cells, the first has {expected}")]
    Ragged {
        /// Line, from 1.
        line: usize,
        /// Cells of the first line.
        expected: usize,
        /// Cells of this line.
        got: usize,
    },
    /// A side that is too long.
    #[error("{got} cells on a side are too many, at most {most} are possible", most = Grid::MOST)]
    TooLarge {
        /// Cells on that side.
        got: u64,
    },
    /// JSON that is no grid.
    #[error("a grid in JSON has width, height and cells (bytes, row by row): {what}")]
    Json {
        /// What is wrong.
        what: String,
    },
}

impl Grid {
    /// The grid as lines of glyphs; bytes that are no [`Cell`] become `?`.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.cells.len() + self.height as usize);
        for y in 0..self.height {
            let glyph = |&byte: &u8| Cell::from_byte(byte).map_or('?', Cell::glyph);
            text.extend(self.row(y).iter().map(glyph));
            text.push('\n');
        }
        text
    }

    /// The grid of these lines of glyphs; empty lines at the end are left out.
    ///
    /// # Errors
    ///
    /// A glyph that no cell has, lines of different lengths, or more than
    /// [`Grid::MOST`] cells on a side.
    pub fn from_text(text: &str) -> Result<Grid, GridError> {
        let text = text.trim_end_matches(['\n', '\r']);
        let mut grid = Grid::default();
        for (index, row) in text.lines().enumerate() {
            let line = index + 1;
            for (column, glyph) in row.chars().enumerate() {
                let cell = Cell::from_glyph(glyph).ok_or(GridError::Glyph {
                    line,
                    column: column + 1,
                    glyph,
                })?;
                grid.cells.push(cell.byte());
            }
            let got = row.chars().count();
            if line == 1 {
                grid.width = side(got as u64)?;
            }
            if got != grid.width as usize {
                let expected = grid.width as usize;
                return Err(GridError::Ragged {
                    line,
                    expected,
                    got,
                });
            }
            grid.height = side(line as u64)?;
        }
        Ok(grid)
    }

    /// The grid as `{"width":..,"height":..,"cells":[..]}`.
    pub fn to_json(&self) -> Value {
        json!({ "width": self.width, "height": self.height, "cells": self.cells })
    }

    /// The grid of [`Grid::to_json`].
    ///
    /// # Errors
    ///
    /// Missing entries, another number of cells than width times height, or
    /// more than [`Grid::MOST`] cells on a side.
    pub fn from_json(value: &Value) -> Result<Grid, GridError> {
        let wrong = |what: &str| GridError::Json { what: what.into() };
        let length = |name: &str| {
            let length = value.get(name).and_then(Value::as_u64);
            length
                .ok_or_else(|| wrong(&format!("{name} is missing")))
                .and_then(side)
        };
        let (width, height) = (length("width")?, length("height")?);
        let list = value.get("cells").and_then(Value::as_array);
        let list = list.ok_or_else(|| wrong("cells is missing"))?;
        if list.len() as u64 != u64::from(width) * u64::from(height) {
            return Err(wrong("cells has another length than width times height"));
        }
        let byte = |value: &Value| value.as_u64().and_then(|byte| u8::try_from(byte).ok());
        let cells: Option<Vec<u8>> = list.iter().map(byte).collect();
        let cells = cells.ok_or_else(|| wrong("a cell is no byte from 0 to 255"))?;
        Ok(Grid {
            width,
            height,
            cells,
        })
    }
}

fn side(length: u64) -> Result<u32, GridError> {
    u32::try_from(length)
        .ok()
        .filter(|&length| length <= Grid::MOST)
        .ok_or(GridError::TooLarge { got: length })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Point;

    #[test]
    fn text_and_json_lead_back() {
        let rows = "#####\n#<.+>\n#####\n";
        let grid = Grid::from_text(rows).expect("glyphs");
        assert_eq!((grid.width(), grid.height()), (5, 3));
        assert_eq!(grid.to_text(), rows);
        assert_eq!(Grid::from_json(&grid.to_json()), Ok(grid));
        assert_eq!(Grid::from_text(""), Ok(Grid::default()));
        let mut own = Grid::new(1, 1, 0);
        own.set(Point::new(0, 0), 200);
        assert_eq!(own.to_text(), "?\n");
        assert_eq!(Grid::from_json(&own.to_json()), Ok(own));
    }

    #[test]
    fn errors_say_where() {
        let check = |text: &str, message: &str| {
            let error = Grid::from_text(text).expect_err(text);
            assert_eq!(error.to_string(), message);
        };
        check("##\n#?", "line 2, column 2: no cell has the glyph '?'");
        check("##\n#", "line 2 has 1 cells, the first has 2");
        let long = "#".repeat(5000);
        check(
            &long,
            "5000 cells on a side are too many, at most 4096 are possible",
        );
        for wrong in [
            json!({}),
            json!({"width": 1, "height": 1, "cells": []}),
            json!({"width": 1, "height": 1, "cells": [300]}),
            json!({"width": -1, "height": 1, "cells": [3]}),
            json!({"width": 99_999, "height": 1, "cells": [3]}),
        ] {
            assert!(Grid::from_json(&wrong).is_err(), "{wrong}");
        }
    }
}
