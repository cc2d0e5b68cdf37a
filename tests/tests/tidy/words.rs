//! What no text of the repository may hold: the paths of one machine, hosts
//! of package registries, links that lead nowhere.

use std::path::{Component, Path, PathBuf};

use crate::{File, at, hold, none};

/// Folders that exist on one machine or another, and hosts that a build may
/// be cut off from. Put together here, so that this file does not name them.
const FOREIGN: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/tm", "p/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
    concat!("/Us", "ers/"),
    concat!("C:", "\\"),
    concat!(".lib", "rary"),
    concat!("static.cra", "tes.io"),
    concat!("index.cra", "tes.io"),
    concat!("py", "pi.org"),
    concat!("python", "hosted.org"),
    concat!("npm", "js.org"),
    concat!("deb", "ian.org"),
];

fn foreign_faults(file: &File) -> Vec<String> {
    // Cargo writes the name of the registry into its lock file itself.
    if file.path.ends_with("Cargo.lock") {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        for word in FOREIGN.iter().filter(|word| line.contains(*word)) {
            faults.push(format!("{}:{}: {word}", file.path, index + 1));
        }
    }
    faults
}

/// Relative links of a page whose target does not exist.
fn link_faults(file: &File, exists: impl Fn(&Path) -> bool) -> Vec<String> {
    if crate::extension(&file.path) != "md" {
        return Vec::new();
    }
    let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
    file.text
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
        .map(|link| link.split('#').next().unwrap_or(link))
        .filter(|link| !link.is_empty() && !link.contains(':'))
        .filter(|link| !exists(&without_dots(&folder.join(link))))
        .map(|link| format!("{}: links to {link}, which is not there", file.path))
        .collect()
}

/// The path with `a/../` taken out, as it is written.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

/// The build server runs what README.md tells a person to type.
fn ci_faults(script: &str, readme: &str) -> Vec<String> {
    let commands: Vec<&str> = script
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter(|line| !line.starts_with("set ") && !line.starts_with("cd "))
        .collect();
    match commands[..] {
        [command] if readme.contains(command) => Vec::new(),
        [command] => vec![format!("README.md does not name `{command}`")],
        _ => vec![format!("{} commands instead of one", commands.len())],
    }
}

#[test]
fn no_text_names_a_machine_or_a_registry() {
    hold(foreign_faults);
}

#[test]
fn links_lead_somewhere() {
    hold(|file| link_faults(file, |path| tests::root().join(path).exists()));
}

#[test]
fn the_build_server_types_the_command_of_the_readme() {
    let read = |path| std::fs::read_to_string(at(path)).expect("the file is there");
    none(&ci_faults(&read(".ci/run"), &read("README.md")));
}

#[test]
fn the_readme_leads_to_the_other_pages() {
    let readme = std::fs::read_to_string(at("README.md")).expect("there is a README.md");
    for page in [
        "docs/architecture.md",
        "runtime/README.md",
        "tests/README.md",
    ] {
        assert!(readme.contains(&format!("]({page})")), "no link to {page}");
    }
}

mod can_fail {
    use super::*;

    #[test]
    fn on_a_path_of_one_machine() {
        let path = concat!("let a = \"/ro", "ot/cart.lua\";");
        assert_eq!(foreign_faults(&File::new("a.rs", path)).len(), 1);
        assert_eq!(foreign_faults(&File::new("Cargo.lock", path)).len(), 0);
        assert_eq!(foreign_faults(&File::new("a.rs", "let a = 1;")).len(), 0);
    }

    #[test]
    fn on_a_dead_link() {
        let page = File::new(
            "docs/a.md",
            "[x](../README.md#top) [y](b.md) [z](https://example.com/)",
        );
        assert_eq!(link_faults(&page, |_| true).len(), 0);
        assert_eq!(
            link_faults(&page, |path| path == Path::new("README.md")).len(),
            1
        );
        assert_eq!(
            link_faults(&page, |path| path == Path::new("docs/b.md")).len(),
            1
        );
    }

    #[test]
    fn on_a_build_server_with_a_will_of_its_own() {
        let readme = "Type `cargo xtask test`.";
        assert_eq!(
            ci_faults("set -eu\ncd x\ncargo xtask test\n", readme).len(),
            0
        );
        assert_eq!(ci_faults("cargo test\n", readme).len(), 1);
        assert_eq!(ci_faults("cargo fmt\ncargo xtask test\n", readme).len(), 1);
    }
}
