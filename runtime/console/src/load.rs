//! Carts from disk: a file of any form, or a folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cart::{Cart, CartError};
use thiserror::Error;

/// The largest file that is read as a cart, or as a part of one.
const LARGEST_FILE: u64 = 64 << 20;

/// The most files and folders that a cart folder may have.
const MOST_FILES: usize = 10_000;

/// Why a cart could not be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// The file or folder cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Read {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// A file is larger than any cart.
    #[error("{} is larger than 64 MB and cannot be a cart", path.display())]
    TooLarge {
        /// Which one.
        path: PathBuf,
    },
    /// A folder has too many files; probably it is not a cart's folder.
    #[error("{} has more than 10,000 files; choose the folder that holds main.lua", path.display())]
    TooManyFiles {
        /// Which one.
        path: PathBuf,
    },
    /// The bytes are no cart.
    #[error("{0}")]
    Cart(CartError),
}

/// Loads a cart from a file (`.lua`, `.tic`, `.png`) or a folder.
///
/// # Errors
/// The path and the reason; see [`LoadError`].
pub fn load_cart(path: &Path) -> Result<Cart, LoadError> {
    read_cart(path)?.require_lua().map_err(LoadError::Cart)
}

/// Loads a cart in any script language, to describe or convert it.
///
/// # Errors
/// The path and the reason; see [`LoadError`].
pub fn read_cart(path: &Path) -> Result<Cart, LoadError> {
    let read_error = |error| LoadError::Read {
        path: path.to_owned(),
        error,
    };
    let name = path
        .canonicalize()
        .map_err(read_error)?
        .file_name()
        .map_or_else(
            || "cart".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
    let cart = if fs::metadata(path).map_err(read_error)?.is_dir() {
        Cart::from_folder(&name, &read_folder(path)?)
    } else {
        Cart::in_any_language(&name, &read_file(path)?)
    };
    cart.map_err(LoadError::Cart)
}

/// Reads a file of at most 64 MB.
///
/// # Errors
/// The path with what the system says, or that it is too large.
pub fn read_file(path: &Path) -> Result<Vec<u8>, LoadError> {
    let read_error = |error| LoadError::Read {
        path: path.to_owned(),
        error,
    };
    let metadata = fs::metadata(path).map_err(read_error)?;
    // A pipe or a device may never end; only files are read.
    if !metadata.is_file() {
        return Err(read_error(io::Error::other("not a regular file")));
    }
    if metadata.len() > LARGEST_FILE {
        return Err(LoadError::TooLarge {
            path: path.to_owned(),
        });
    }
    fs::read(path).map_err(read_error)
}

/// All files below a folder by their path with `/`, hidden ones and links
/// left out.
fn read_folder(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, LoadError> {
    let mut files = BTreeMap::new();
    let mut pending = vec![(folder.to_owned(), String::new())];
    let mut seen = 0;
    while let Some((folder, prefix)) = pending.pop() {
        let read_error = |error| LoadError::Read {
            path: folder.clone(),
            error,
        };
        for entry in fs::read_dir(&folder).map_err(read_error)? {
            let entry = entry.map_err(read_error)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let kind = entry.file_type().map_err(read_error)?;
            if name.starts_with('.') || kind.is_symlink() {
                continue;
            }
            seen += 1;
            if seen > MOST_FILES {
                return Err(LoadError::TooManyFiles { path: folder });
            }
            let path = format!("{prefix}{name}");
            if kind.is_dir() {
                pending.push((entry.path(), format!("{path}/")));
            } else if kind.is_file() {
                files.insert(path, read_file(&entry.path())?);
            }
        }
    }
    Ok(files)
}
