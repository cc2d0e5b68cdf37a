//! `downbeat convert`: from one cart form to another, saying what is lost.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use console::{Cart, read_cart, write_whole};

use crate::exit::{Exit, Failure, Outcome};
use crate::output;

/// Converts a cart to another form: .lua, .tic, .png, or a folder
#[derive(Args)]
pub(crate) struct Convert {
    /// The cart to read
    input: PathBuf,
    /// Where to write; the ending chooses the form, no ending means a folder
    output: PathBuf,
    /// Replaces what is there
    #[arg(long)]
    force: bool,
}

impl Convert {
    pub(crate) fn execute(self) -> Outcome {
        let cart = read_cart(&self.input)?;
        if self.output.exists() && !self.force {
            return Err(Failure::new(
                Exit::Usage,
                format!(
                    "{} is already there; add --force to replace it",
                    self.output.display()
                ),
            ));
        }
        let losses = self.write(&cart)?;
        for loss in &losses {
            output::error(&format!("{}: lost: {loss}", self.output.display()));
        }
        output::line(&format!(
            "{} -> {}",
            self.input.display(),
            self.output.display()
        ));
        Ok(())
    }
}

impl Convert {
    /// Writes the cart in the form that the output's ending names.
    fn write(&self, cart: &Cart) -> Result<Vec<cart::Loss>, Failure> {
        let refused = |error: cart::CartError| Failure::new(Exit::CannotRead, error);
        let extension = self
            .output
            .extension()
            .and_then(|extension| extension.to_str());
        let (bytes, losses) = match extension {
            Some("lua") => cart.to_lua().map_err(refused)?,
            Some("tic") => cart.to_tic().map_err(refused)?,
            Some("png") => cart.to_png().map_err(refused)?,
            None => {
                let (files, losses) = cart.to_folder().map_err(refused)?;
                write_folder(&self.output, &files)?;
                return Ok(losses);
            }
            Some(other) => {
                return Err(Failure::new(
                    Exit::Usage,
                    format!(
                        "{}: there is no cart form .{other}; use .lua, .tic, .png, or no ending for a folder",
                        self.output.display()
                    ),
                ));
            }
        };
        write_whole(&self.output, &bytes)
            .map_err(|error| Failure::file("write", &self.output, error))?;
        Ok(losses)
    }
}

/// Writes the files of a cart folder. What else is there stays.
fn write_folder(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> Result<(), Failure> {
    for (name, bytes) in files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| write_whole(&path, bytes))
            .map_err(|error| Failure::file("write", &path, error))?;
    }
    Ok(())
}
