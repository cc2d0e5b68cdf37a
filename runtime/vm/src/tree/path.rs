//! Where in a table a value is, written as a cart would: `scores.best[3]`.

use std::fmt;

/// One step from a table to a value in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// To the value of a key that is a string.
    Name(Vec<u8>),
    /// To an element of a list.
    Index(i64),
}

/// The steps from an outermost table to a value; none for that table itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Path {
    /// The last step first, because a path is made on the way out.
    steps: Vec<Step>,
}

impl Path {
    /// Adds a step before the others.
    pub fn prepend(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Whether it leads nowhere but to the outermost table.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, step) in self.steps.iter().rev().enumerate() {
            match step {
                Step::Index(index) => write!(f, "[{index}]")?,
                Step::Name(name) if is_identifier(name) => {
                    let dot = if at == 0 { "" } else { "." };
                    write!(f, "{dot}{}", String::from_utf8_lossy(name))?;
                }
                Step::Name(name) => write!(f, "[{:?}]", String::from_utf8_lossy(name))?,
            }
        }
        Ok(())
    }
}

/// Whether Lua takes a name behind a dot, reserved words aside.
fn is_identifier(name: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    name.first().is_some_and(letter)
        && name
            .iter()
            .all(|byte| letter(byte) || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{Path, Step};

    #[test]
    fn paths_read_as_carts_write_them() {
        let name = |text: &str| Step::Name(text.as_bytes().to_vec());
        let cases = [
            (vec![], ""),
            (
                vec![name("scores"), name("best"), Step::Index(3)],
                "scores.best[3]",
            ),
            (vec![Step::Index(1), name("x")], "[1].x"),
            (vec![name("two words"), name("7")], r#"["two words"]["7"]"#),
        ];
        for (steps, expected) in cases {
            let mut path = Path::default();
            for step in steps.into_iter().rev() {
                path.prepend(step);
            }
            assert_eq!(path.to_string(), expected);
            assert_eq!(path.is_empty(), expected.is_empty());
        }
    }
}
