//! Which crate may use which: the arrows, and the crates that one member
//! alone may name.

use std::process::Command;

use serde_json::Value;

use crate::{File, at, none};

/// The arrows of docs/architecture.md. `tests` and `xtask` stand outside:
/// nothing of ours may use them, and `tests` may use all.
const ARROWS: &[(&str, &[&str])] = &[
    ("cli", &["desktop", "console", "cart", "mapgen"]),
    ("desktop", &["console"]),
    ("web", &["console"]),
    ("console", &["script", "machine", "cart"]),
    ("script", &["vm", "machine", "conductor", "mapgen", "dice"]),
    ("machine", &["dice"]),
    ("conductor", &["dice"]),
    ("mapgen", &["dice"]),
    // Lua's mathematics and seeds go through dice: docs/decisions/0001.
    ("vm", &["dice"]),
    ("cart", &[]),
    ("dice", &[]),
    // The benchmark of the clock is a simulation in conductor; songs are
    // rendered with the mathematics of dice.
    ("xtask", &["conductor", "dice"]),
];

/// External crates that exactly one member may name, and whether it has to.
const ALONE: &[(&str, bool)] = &[
    ("mlua", true),
    ("mlua-sys", true),
    ("winit", true),
    ("pixels", true),
    ("rodio", false),
];

/// A member and the names of everything that it depends on, for building and
/// testing too.
struct Member {
    name: String,
    needs: Vec<String>,
}

fn members() -> Vec<Member> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let told = Command::new(cargo)
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(tests::root())
        .output()
        .expect("cargo describes the workspace");
    let told: Value = serde_json::from_slice(&told.stdout).expect("cargo writes JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    list(&told["packages"])
        .iter()
        .map(|package| Member {
            name: text(&package["name"]),
            needs: list(&package["dependencies"])
                .iter()
                .map(|need| text(&need["name"]))
                .collect(),
        })
        .collect()
}

fn arrow_faults(members: &[Member]) -> Vec<String> {
    let ours = |name: &String| members.iter().any(|member| member.name == *name);
    let mut faults = Vec::new();
    for member in members.iter().filter(|member| member.name != "tests") {
        let Some((_, allowed)) = ARROWS.iter().find(|(name, _)| *name == member.name) else {
            faults.push(format!("{}: no arrows are given for it", member.name));
            continue;
        };
        for need in member.needs.iter().filter(|need| ours(need)) {
            if !allowed.contains(&need.as_str()) {
                faults.push(format!("{} -> {need} is no arrow", member.name));
            }
        }
    }
    faults
}

fn alone_faults(members: &[Member]) -> Vec<String> {
    let mut faults = Vec::new();
    for (external, needed) in ALONE {
        let mut users: Vec<&str> = members
            .iter()
            .filter(|member| member.needs.iter().any(|need| need == external))
            .map(|member| member.name.as_str())
            .collect();
        users.dedup();
        if users.len() > 1 {
            faults.push(format!("{external} is named by {}", users.join(" and ")));
        }
        if *needed && users.is_empty() {
            faults.push(format!("{external} is named by no member"));
        }
    }
    faults
}

/// External crates in the root's table stand under a comment that says what
/// they are for; a comment holds until the next empty line.
fn comment_faults(manifest: &str) -> Vec<String> {
    let table = manifest
        .split_once("[workspace.dependencies]\n")
        .map_or("", |(_, rest)| rest.split("\n[").next().unwrap_or(rest));
    let mut faults = Vec::new();
    let mut commented = false;
    for line in table.lines() {
        if line.starts_with('#') {
            commented = true;
        } else if line.trim().is_empty() {
            commented = false;
        } else if !line.contains("path =") && !commented {
            faults.push(format!("no comment says what this is for: {line}"));
        }
    }
    faults
}

/// Members take every dependency, and the lints, from the workspace.
fn manifest_faults(file: &File) -> Vec<String> {
    let is_member = file.path.ends_with("/Cargo.toml") && !file.path.starts_with("tests/fuzz/");
    if !is_member {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let mut in_dependencies = false;
    for line in file.text.lines() {
        if line.starts_with('[') {
            in_dependencies = line.contains("dependencies");
        } else if in_dependencies && line.contains('=') && !line.contains("workspace = true") {
            faults.push(format!("{}: not from the workspace: {line}", file.path));
        }
    }
    // The lints of `vm` are in a test of their own.
    let has_lints = file.text.contains("[lints]\nworkspace = true");
    if !has_lints && file.crate_name() != "vm" {
        faults.push(format!("{}: without the workspace's lints", file.path));
    }
    faults
}

/// Lints of the workspace that `vm` does not repeat. It cannot take them from
/// there, because they forbid what it alone may do.
fn repeated_lint_faults(workspace: &str, vm: &str) -> Vec<String> {
    let section = |manifest: &str, name: &str| -> Vec<String> {
        manifest
            .split_once(&format!("[{name}]\n"))
            .map_or("", |(_, rest)| rest.split("\n[").next().unwrap_or(rest))
            .lines()
            .filter(|line| line.contains('=') && !line.starts_with("unsafe_code"))
            .map(str::to_owned)
            .collect()
    };
    let mut faults = Vec::new();
    for kind in ["rust", "clippy"] {
        let repeated = section(vm, &format!("lints.{kind}"));
        for line in section(workspace, &format!("workspace.lints.{kind}")) {
            if !repeated.contains(&line) {
                faults.push(format!(
                    "runtime/vm/Cargo.toml: the lint is not repeated: {line}"
                ));
            }
        }
    }
    faults
}

#[test]
fn arrows_between_our_crates_point_downwards() {
    none(&arrow_faults(&members()));
}

#[test]
fn some_crates_are_named_by_one_member_alone() {
    none(&alone_faults(&members()));
}

#[test]
fn external_crates_carry_a_comment() {
    let manifest = std::fs::read_to_string(at("Cargo.toml")).expect("the root has a manifest");
    assert!(manifest.contains("[workspace.dependencies]\n"));
    none(&comment_faults(&manifest));
}

#[test]
fn vm_repeats_the_lints_of_the_workspace() {
    let read = |path| std::fs::read_to_string(at(path)).expect("the manifest is there");
    none(&repeated_lint_faults(
        &read("Cargo.toml"),
        &read("runtime/vm/Cargo.toml"),
    ));
}

#[test]
fn members_take_what_the_workspace_gives() {
    crate::hold(manifest_faults);
}

mod can_fail {
    use super::*;

    fn member(name: &str, needs: &[&str]) -> Member {
        Member {
            name: name.to_owned(),
            needs: needs.iter().map(|need| (*need).to_owned()).collect(),
        }
    }

    #[test]
    fn on_an_arrow_upwards() {
        let right = [
            member("machine", &["dice", "thiserror"]),
            member("dice", &["libm"]),
            member("vm", &[]),
        ];
        assert_eq!(arrow_faults(&right).len(), 0);
        let upwards = [member("machine", &["vm"]), member("vm", &[])];
        assert_eq!(arrow_faults(&upwards), ["machine -> vm is no arrow"]);
        let new = [member("extras", &[])];
        assert_eq!(arrow_faults(&new).len(), 1);
    }

    #[test]
    fn on_a_second_crate_with_a_window() {
        let mut members = vec![
            member("vm", &["mlua", "mlua-sys"]),
            member("desktop", &["winit", "pixels"]),
        ];
        assert_eq!(alone_faults(&members).len(), 0);
        members.push(member("cli", &["winit"]));
        assert_eq!(
            alone_faults(&members),
            ["winit is named by desktop and cli"]
        );
        assert_eq!(alone_faults(&members[1..]).len(), 3);
    }

    #[test]
    fn on_an_unexplained_crate() {
        let head =
            "[workspace.dependencies]\nvm = { path = \"vm\" }\n\n# Errors.\nanyhow = \"1\"\n";
        assert_eq!(comment_faults(head).len(), 0);
        let more = format!("{head}\nlibm = \"1\"\n[profile.release]\nx = 1\n");
        assert_eq!(comment_faults(&more).len(), 1);
    }

    #[test]
    fn on_a_lint_that_vm_does_not_repeat() {
        let workspace = "[workspace.lints.rust]\na = \"warn\"\nunsafe_code = \"forbid\"\n\n[workspace.lints.clippy]\nb = \"warn\"\n";
        let vm = "[lints.rust]\na = \"warn\"\n\n[lints.clippy]\nb = \"warn\"\n";
        assert_eq!(repeated_lint_faults(workspace, vm).len(), 0);
        let vm = vm.replace("b = \"warn\"", "c = \"warn\"");
        assert_eq!(repeated_lint_faults(workspace, &vm).len(), 1);
    }

    #[test]
    fn on_a_version_of_its_own() {
        let good = "[dependencies]\npng.workspace = true\n[lints]\nworkspace = true\n";
        let file = |text: &str| File::new("runtime/cart/Cargo.toml", text);
        assert_eq!(manifest_faults(&file(good)).len(), 0);
        let own = good.replace(".workspace = true\n[l", " = \"0.18\"\n[l");
        assert_eq!(manifest_faults(&file(&own)).len(), 1);
        assert_eq!(manifest_faults(&file("[dependencies]\n")).len(), 1);
    }
}
