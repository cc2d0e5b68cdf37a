//! Vaults: small pieces of map drawn by hand. They are read from text, one
//! glyph a cell and an empty line between two; ours are in `vaults.txt`.
//!
//! A vault is checked when it is read, so that wherever it is put, all of it
//! can be reached.

use crate::{Cell, GenError, Grid, Neighbors, Point, RoomKind};

/// Longest side.
const MOST_SIDE: usize = 64;
/// Most vaults in a text.
const MOST_VAULTS: usize = 256;
/// The vaults that are there if the caller has none.
const OURS: &str = include_str!("vaults.txt");

/// A vault, as it was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Vault {
    pub(super) name: String,
    pub(super) grid: Grid,
}

/// The vaults of a text, or ours for an empty one.
///
/// # Errors
///
/// A glyph that no cell has, a vault that is too large, has no door in its
/// outline, or a part that its doors do not lead to.
pub(super) fn read(text: &str) -> Result<Vec<Vault>, GenError> {
    let text = if text.trim().is_empty() { OURS } else { text };
    let mut vaults = Vec::new();
    let mut drawing = Drawing::default();
    let lines = text.lines().chain(std::iter::once(""));
    for (index, line) in lines.enumerate() {
        let row = line.trim_end();
        if let Some(name) = row.strip_prefix('=') {
            drawing.finish(&mut vaults)?;
            name.trim().clone_into(&mut drawing.name);
        } else if row.is_empty() {
            drawing.finish(&mut vaults)?;
        } else {
            if drawing.rows.is_empty() {
                drawing.first = index + 1;
            }
            drawing.add(row)?;
        }
    }
    if vaults.is_empty() {
        return Err(bad(
            1,
            1,
            "there is no vault; draw one, such as ####, #..+, ####",
        ));
    }
    Ok(vaults)
}

/// Lines of a vault that is being read.
#[derive(Default)]
struct Drawing {
    name: String,
    /// The number of the first line, from 1.
    first: usize,
    rows: Vec<Vec<u8>>,
}

impl Drawing {
    /// Reads one line.
    fn add(&mut self, row: &str) -> Result<(), GenError> {
        let line = self.first + self.rows.len();
        let mut cells = Vec::new();
        for (column, glyph) in (1..).zip(row.chars()) {
            let cell = match glyph {
                ' ' => Some(Cell::Wall),
                _ => Cell::from_glyph(glyph),
            };
            let cell = cell.ok_or_else(|| {
                let known: String = Cell::ALL.iter().map(|cell| cell.glyph()).collect();
                let what = format!("no cell has the glyph '{glyph}'; there are {known} and spaces");
                bad(line, column, &what)
            })?;
            if column > MOST_SIDE {
                let what = format!("a vault has at most {MOST_SIDE} columns; cut it in two");
                return Err(bad(line, column, &what));
            }
            cells.push(cell.byte());
        }
        self.rows.push(cells);
        if self.rows.len() > MOST_SIDE {
            let what = format!("a vault has at most {MOST_SIDE} rows; put an empty line between");
            return Err(bad(line, 1, &what));
        }
        Ok(())
    }

    /// Checks the vault, if there is one, and begins another.
    fn finish(&mut self, vaults: &mut Vec<Vault>) -> Result<(), GenError> {
        let rows = std::mem::take(&mut self.rows);
        if rows.is_empty() {
            return Ok(());
        }
        if vaults.len() == MOST_VAULTS {
            let what = format!("there are more than {MOST_VAULTS} vaults; take some out");
            return Err(bad(self.first, 1, &what));
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or_default();
        let mut grid = Grid::new(width as u32, rows.len() as u32, Cell::Wall.byte());
        for (y, row) in (0..).zip(&rows) {
            grid.write_row(y, row);
        }
        self.check(&grid)?;
        let name = match std::mem::take(&mut self.name) {
            name if name.is_empty() => format!("vault {}", vaults.len() + 1),
            name => name,
        };
        vaults.push(Vault { name, grid });
        Ok(())
    }

    fn check(&self, grid: &Grid) -> Result<(), GenError> {
        let doors = doors(grid).len() as u32;
        if doors == 0 {
            let what = "this vault has no door; put a + into its outline, where a way can begin";
            return Err(bad(self.first, 1, what));
        }
        if grid.count_open() < doors + 2 {
            let what = "this vault has no floor; give it two cells beside its doors at least";
            return Err(bad(self.first, 1, what));
        }
        let parts = grid.components(Neighbors::Four);
        if let Some(index) = parts.labels.iter().position(|&label| label > 1) {
            let Point { x, y } = grid.point(index);
            let what = "this cell cannot be reached from the others; open a way to it";
            return Err(bad(self.first + y as usize, x as usize + 1, what));
        }
        Ok(())
    }
}

fn bad(line: usize, column: usize, what: &str) -> GenError {
    GenError::BadText {
        generator: "prefabs",
        parameter: "vaults",
        line,
        column,
        what: what.to_owned(),
    }
}

/// The doors in the outline of a vault, row by row.
pub(super) fn doors(grid: &Grid) -> Vec<Point> {
    let doors = grid.find(Cell::Door.byte());
    let (right, bottom) = (grid.width() - 1, grid.height() - 1);
    doors
        .filter(|door| door.x == 0 || door.y == 0 || door.x == right || door.y == bottom)
        .collect()
}

/// What a room with this vault in it is for.
pub(super) fn kind(grid: &Grid) -> RoomKind {
    let has = |cell: Cell| grid.count(cell.byte()) > 0;
    match () {
        () if has(Cell::Goal) => RoomKind::Goal,
        () if has(Cell::Key) => RoomKind::Key,
        () if has(Cell::Shop) => RoomKind::Shop,
        () if has(Cell::Treasure) => RoomKind::Treasure,
        () => RoomKind::Ordinary,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vaults_are_read_with_their_names() {
        let vaults = read("= den\n####\n#..+\n##\n\n\n#+##\n#..#\n####\n").expect("two vaults");
        let names: Vec<&str> = vaults.iter().map(|vault| vault.name.as_str()).collect();
        assert_eq!(names, ["den", "vault 2"]);
        assert_eq!(vaults[0].grid.to_text(), "####\n#..+\n####\n");
        assert_eq!(doors(&vaults[1].grid), [Point::new(1, 0)]);
        let ours = read(" \n").expect("ours");
        assert!(ours.len() >= 12);
        assert!(ours.iter().all(|vault| !vault.name.starts_with("vault ")));
    }

    #[test]
    fn errors_say_where_and_what_to_do() {
        let check = |text: &str, message: &str| {
            let error = read(text).expect_err(text);
            assert_eq!(error.to_string(), format!("prefabs: vaults, {message}"));
        };
        check(
            "####\n#.?+",
            "line 2, column 3: no cell has the glyph '?'; there are #.,+<>k$se*%!o~:\"t^X and spaces",
        );
        check(
            "###+\n#..+\n\n###\n#.#\n###",
            "line 4, column 1: this vault has no door; put a + into its outline, where a way can begin",
        );
        check(
            "#####\n#..+#\n#####",
            "line 1, column 1: this vault has no door; put a + into its outline, where a way can begin",
        );
        check(
            "###\n#.+",
            "line 1, column 1: this vault has no floor; give it two cells beside its doors at least",
        );
        check(
            "= two\n######\n#..#.+\n######",
            "line 3, column 5: this cell cannot be reached from the others; open a way to it",
        );
        check(
            "= alone",
            "line 1, column 1: there is no vault; draw one, such as ####, #..+, ####",
        );
        let long = "#".repeat(65);
        check(
            &long,
            "line 1, column 65: a vault has at most 64 columns; cut it in two",
        );
    }
}
