//! Pictures of a test, and hashes that are compared with those of an earlier
//! run.

use script::{Tree, World};

use super::TestOutput;
use super::bench::{Bench, bytes, text};
use super::press::{self, Given};
use crate::capture::write_png;
use crate::console::compose_rows;
use crate::picture::hex;

/// Pictures and replays of a test.
const MOST_OUTPUTS: usize = 200;

/// Characters of the path of such a file.
const LONGEST_PATH: usize = 100;

impl Bench {
    /// Makes the picture of the last tick, if that was left out.
    pub(super) fn draw(&mut self, world: &mut World) {
        if std::mem::take(&mut self.picture_is_due) {
            compose_rows(&mut world.machine);
        }
    }

    pub(super) fn pixel(&mut self, world: &mut World, given: &Given) -> Result<Tree, String> {
        self.draw(world);
        let picture = world.machine.picture();
        let place = |name: &str, size: usize| -> Result<usize, String> {
            let place = press::number(given, name)?.unwrap_or(-1.0).floor();
            let fits = (0.0..size as f64).contains(&place);
            let fault = || format!("{name} must be 0 to {}", size - 1);
            fits.then_some(place as usize).ok_or_else(fault)
        };
        let (columns, rows) = picture.border;
        let x = place("x", picture.width - 2 * columns)? + columns;
        let y = place("y", picture.height - 2 * rows)? + rows;
        let at = (y * picture.width + x) * 4;
        Ok(bytes(&hex(&picture.rgba[at..at + 3])))
    }

    pub(super) fn screenshot(&mut self, world: &mut World, path: String) -> Result<(), String> {
        self.draw(world);
        if self.outputs.len() >= MOST_OUTPUTS {
            return Err(format!("a test makes at most {MOST_OUTPUTS} files"));
        }
        let mut png = Vec::new();
        let picture = world.machine.picture().screen();
        write_png(&mut png, &picture, 1).map_err(|error| error.to_string())?;
        self.outputs.push(TestOutput { path, bytes: png });
        Ok(())
    }

    /// Compares a hash with the one that is kept.
    pub(super) fn compare(
        &mut self,
        world: &mut World,
        kind: &str,
        given: &Given,
        hash: &str,
    ) -> Result<(), String> {
        let name = text(given, "name");
        if name.is_empty() || name.contains(char::is_control) {
            return Err(format!("expect.{kind} takes a name, one line of text"));
        }
        let of = format!("{kind} {}: {name}", self.test);
        if self.seen.get(&of).is_some() {
            return Err(format!(
                "expect.{kind}: there are two with the name '{name}'"
            ));
        }
        self.seen.set(of.clone(), hash.to_owned());
        let Some(kept) = &self.kept else {
            return Ok(());
        };
        let kept = kept.get(&of).cloned();
        let fault = match kept {
            Some(kept) if kept == hash => return Ok(()),
            Some(kept) => format!(
                "the {kind} '{name}' is not as it was\n    expected {kept}\n         got {hash}"
            ),
            None => format!("nothing is kept yet of the {kind} '{name}'"),
        };
        if kind == "frame" {
            let file = plain(&format!("{} {name}", self.test));
            self.screenshot(world, format!("{file}.png"))?;
        }
        Err(format!("{fault}\n    if it is right, --update keeps it"))
    }
}

/// The path of a file that a test makes.
pub(super) fn path(given: &Given, name: &str, ending: &str) -> Result<String, String> {
    let path = text(given, name);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let is_inside = path
        .split('/')
        .all(|part| !part.is_empty() && !part.starts_with('.'));
    if path.len() > LONGEST_PATH || !path.chars().all(is_plain) || !is_inside {
        return Err(format!(
            "'{path}' is no name for a file: letters, digits, _, - and . only, with / between folders"
        ));
    }
    if !path.ends_with(ending) {
        return Err(format!("the name of the file must end with {ending}"));
    }
    Ok(path)
}

/// A name as that of a file.
fn plain(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    name.chars().take(LONGEST_PATH - 10).map(plain).collect()
}
