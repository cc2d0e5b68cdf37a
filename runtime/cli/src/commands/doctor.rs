//! `downbeat doctor`: what this computer offers, and what to do about what
//! it does not.

use clap::Args;
use console::Saves;

use crate::output;

/// Shows what display, graphics, gamepads, sound and save folder are found
#[derive(Args)]
pub(crate) struct Doctor {}

/// Writes down what is found.
pub(crate) fn examine() {
    row(
        "downbeat",
        format!(
            "{} on {}-{}",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS,
            std::env::consts::ARCH
        ),
    );
    row("saves", save_folder());
    let findings = desktop::doctor();
    row(
        "display",
        findings
            .display
            .map_or_else(|error| format!("none: {error}"), |()| "found".to_owned()),
    );
    row(
        "graphics",
        listed(&findings.gpus, "no GPU: pictures are drawn by the CPU"),
    );
    row(
        "gamepads",
        findings.gamepads.map_or_else(
            |error| format!("not available: {error}"),
            |pads| listed(&pads, "none connected"),
        ),
    );
    row(
        "sound",
        findings
            .sound
            .unwrap_or_else(|error| format!("none: {error}")),
    );
    row(
        "settings",
        findings.settings.map_or_else(
            || "nowhere: no home directory".to_owned(),
            |path| path.display().to_string(),
        ),
    );
}

fn row(what: &str, found: impl std::fmt::Display) {
    output::line(&format!("{what:<10} {found}"));
}

/// The things found, or what it means that there are none.
fn listed(things: &[String], none: &str) -> String {
    if things.is_empty() {
        none.to_owned()
    } else {
        things.join("; ")
    }
}

/// The save folder, and whether it can be written to.
fn save_folder() -> String {
    let Some(saves) = Saves::platform() else {
        return "nowhere: no home directory; set HOME to keep scores and progress".to_owned();
    };
    let folder = saves.folder().display();
    match saves.store(".doctor", "test", b"downbeat") {
        Ok(()) => {
            let _ = std::fs::remove_dir_all(saves.folder().join(".doctor"));
            format!("{folder} (writable)")
        }
        Err(error) => {
            format!("{folder} cannot be written: {error}; scores and progress will be lost")
        }
    }
}
