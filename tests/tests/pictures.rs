//! The pictures of the guide are what the program makes: `recipes.txt` beside
//! them says how, and each is made anew and compared byte by byte.
//!
//! With `UPDATE=1` they are written instead.
#![allow(
    clippy::disallowed_methods,
    reason = "tests run the program and read files"
)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use tests::program;

fn images() -> PathBuf {
    tests::root().join("docs/guide/images")
}

/// The files that a recipe names in braces.
fn named(recipe: &str) -> Vec<&str> {
    let parts = recipe.split('{').skip(1);
    parts
        .filter_map(|part| Some(part.split_once('}')?.0))
        .collect()
}

/// Follows a recipe; the files are written to a folder.
fn follow(recipe: &str, folder: &Path) {
    let place = folder.to_string_lossy();
    let words = recipe.replace('{', &format!("{place}/")).replace('}', "");
    let words: Vec<&str> = words.split(' ').collect();
    let done = program::downbeat()
        .and_then(|mut command| {
            let output = command.args(&words).current_dir(tests::root()).output()?;
            Ok(program::Finished::from(output))
        })
        .expect("the program runs");
    assert_eq!(done.code, Some(0), "{recipe}: {}", done.err);
}

#[test]
fn pictures_of_the_guide_are_what_the_program_makes() {
    let recipes = std::fs::read_to_string(images().join("recipes.txt")).expect("there are recipes");
    let is_update = std::env::var_os("UPDATE").is_some();
    let folder = if is_update {
        images()
    } else {
        let folder = tests::target().join("tests/pictures");
        std::fs::create_dir_all(&folder).expect("the target folder is writable");
        folder
    };
    for recipe in recipes.lines() {
        if recipe.is_empty() || recipe.starts_with('#') {
            continue;
        }
        follow(recipe, &folder);
        for name in named(recipe) {
            let read = |folder: &Path| std::fs::read(folder.join(name)).unwrap_or_default();
            assert!(
                read(&folder) == read(&images()),
                "{name} is not what its recipe makes; look at both, and UPDATE=1 takes the new one"
            );
        }
    }
}

#[test]
fn every_picture_of_the_guide_has_a_recipe() {
    let recipes = std::fs::read_to_string(images().join("recipes.txt")).expect("there are recipes");
    let known: BTreeSet<&str> = recipes.lines().flat_map(named).collect();
    for entry in std::fs::read_dir(images()).expect("there are pictures") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_picture = path
            .extension()
            .is_some_and(|it| it == "png" || it == "gif");
        assert!(
            !is_picture || known.contains(&*name),
            "{name} has no recipe"
        );
    }
}
