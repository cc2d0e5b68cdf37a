//! Which tests there are: `test_*.lua` in a folder that is a cart, or beside a
//! cart that is a file, `test_NAME.lua` for `NAME.lua`.

use std::fs;
use std::path::{Path, PathBuf};

use console::{Cart, TestFile, TestHashes, load_cart, read_file, write_whole};

use crate::exit::{Exit, Failure, Outcome};

/// How the names of test files begin and end.
const BEGINNING: &str = "test_";
const ENDING: &str = ".lua";

/// What files of carts end with.
const CARTS: [&str; 3] = ["lua", "tic", "png"];

/// The file of a folder that makes it a cart.
const MAIN: &str = "main.lua";

/// A cart and its tests.
pub(crate) struct Suite {
    pub(crate) cart: Cart,
    /// What the cart is called in the paths of files that tests make.
    pub(crate) name: String,
    pub(crate) files: Vec<SuiteFile>,
}

/// A file with tests, and what is kept of their pictures and sounds.
pub(crate) struct SuiteFile {
    pub(crate) path: PathBuf,
    pub(crate) file: TestFile,
    pub(crate) hashes: TestHashes,
}

impl SuiteFile {
    fn new(path: PathBuf, name: String, source: Vec<u8>) -> SuiteFile {
        let hashes = read_file(&path.with_extension("hashes")).unwrap_or_default();
        SuiteFile {
            file: TestFile { name, source },
            hashes: TestHashes::parse(&String::from_utf8_lossy(&hashes)),
            path,
        }
    }

    /// Keeps hashes from now on.
    pub(crate) fn write_hashes(&self, hashes: &TestHashes) -> Outcome {
        let path = self.path.with_extension("hashes");
        let done = if hashes.is_empty() {
            fs::remove_file(&path)
        } else {
            write_whole(&path, hashes.text().as_bytes())
        };
        done.map_err(|error| Failure::file("write", &path, error))
    }
}

/// The tests at a path: those of a cart, of one file, or of a folder of carts.
pub(super) fn find(path: &Path) -> Result<Vec<Suite>, Failure> {
    let suites = if path.join(MAIN).is_file() {
        vec![of_folder(path, None)?]
    } else if path.is_dir() {
        of_carts(path)?
    } else if is_test(path) {
        vec![of_test(path)?]
    } else {
        let cart = load_cart(path)?;
        of_file(path, cart)?.into_iter().collect()
    };
    let suites: Vec<Suite> = (suites.into_iter())
        .filter(|suite| !suite.files.is_empty())
        .collect();
    if suites.is_empty() {
        return Err(Failure::new(Exit::Usage, nothing(path)));
    }
    Ok(suites)
}

/// What to say where there are no tests: how to write one.
fn nothing(path: &Path) -> String {
    format!(
        "{} has no tests. Write a file test_game.lua beside main.lua, or test_NAME.lua\n\
         beside NAME.lua, such as\n\n    \
         test(\"begins\", function(t)\n      \
         t:run(60)\n      \
         expect(t:tick()):is(61)\n    \
         end)\n\n\
         The page docs/guide/testing.md has the rest.",
        path.display()
    )
}

fn is_test(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy());
    name.is_some_and(|name| name.starts_with(BEGINNING) && name.ends_with(ENDING))
}

/// The tests of a folder that is a cart; or one file of it alone.
fn of_folder(folder: &Path, only: Option<&Path>) -> Result<Suite, Failure> {
    let cart = load_cart(folder)?;
    let mut files = Vec::new();
    for (name, source) in &cart.modules {
        let path = folder.join(name);
        if is_test(&path) && only.is_none_or(|only| only == path) {
            files.push(SuiteFile::new(path, name.clone(), source.clone()));
        }
    }
    Ok(Suite {
        name: plain(&cart.name),
        cart,
        files,
    })
}

/// The tests beside a cart that is a file.
fn of_file(path: &Path, cart: Cart) -> Result<Option<Suite>, Failure> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{BEGINNING}{stem}{ENDING}");
    let test = path.with_file_name(&name);
    if !test.is_file() {
        return Ok(None);
    }
    let source = read_file(&test).map_err(|error| Failure::new(Exit::Usage, error))?;
    Ok(Some(Suite {
        name: plain(&cart.name),
        cart,
        files: vec![SuiteFile::new(test, name, source)],
    }))
}

/// The tests of one file: its cart is the folder around it, or beside it.
fn of_test(path: &Path) -> Result<Suite, Failure> {
    read_file(path).map_err(|error| Failure::new(Exit::Usage, error))?;
    let folders = path.ancestors().skip(1);
    let as_folder = |folder: &Path| {
        if folder.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            folder.to_owned()
        }
    };
    for folder in folders.map(as_folder) {
        if folder.join(MAIN).is_file() {
            let below = path.strip_prefix(&folder).unwrap_or(path);
            return of_folder(&folder, Some(&folder.join(below)));
        }
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let stem = (name.strip_prefix(BEGINNING)).and_then(|name| name.strip_suffix(ENDING));
    for ending in CARTS {
        let cart = path.with_file_name(format!("{}.{ending}", stem.unwrap_or_default()));
        if cart.is_file()
            && let Some(suite) = of_file(&cart, load_cart(&cart)?)?
        {
            return Ok(suite);
        }
    }
    Err(Failure::new(
        Exit::Usage,
        format!(
            "{} belongs to no cart: there is no main.lua around it, and no {}.lua beside it",
            path.display(),
            stem.unwrap_or_default()
        ),
    ))
}

/// The tests of all carts in a folder.
fn of_carts(folder: &Path) -> Result<Vec<Suite>, Failure> {
    let unread = |error| Failure::file("read", folder, error);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(unread)? {
        paths.push(entry.map_err(unread)?.path());
    }
    paths.sort();
    let mut suites = Vec::new();
    for path in paths {
        if path.join(MAIN).is_file() {
            suites.push(of_folder(&path, None)?);
        } else if is_test(&path) {
            suites.push(of_test(&path)?);
        }
    }
    Ok(suites)
}

/// A name as that of a folder.
fn plain(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
            c
        } else {
            '_'
        }
    };
    name.chars().map(plain).collect()
}
