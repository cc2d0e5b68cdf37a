//! `downbeat info`: what a cart is and what it uses, without running it.

use std::fmt::Write;
use std::path::PathBuf;

use cart::{Cart, Info as CartInfo};
use clap::Args;
use console::FUNCTIONS;

use crate::exit::{Exit, Failure, Outcome};
use crate::output;

/// Callbacks that a cart may define.
const CALLBACKS: [&str; 13] = [
    "BOOT", "TIC", "OVR", "SCN", "BDR", "scanline", "MENU", "BEAT", "MOVE", "CLOSE", "BAR", "HALF",
    "VERDICT",
];

/// Shows what a cart is, how large it is and what it uses
#[derive(Args)]
pub(crate) struct Info {
    /// The cart: a .lua, .tic or .png file, or a folder
    cart: PathBuf,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// What the code calls and defines, found by its words.
#[derive(serde::Serialize)]
struct Uses {
    callbacks: Vec<&'static str>,
    functions: Vec<&'static str>,
}

impl Info {
    pub(crate) fn execute(self) -> Outcome {
        let cart = console::read_cart(&self.cart)?;
        let info = cart.info();
        let uses = Uses::of(&cart);
        if self.json {
            let mut json = serde_json::to_value(&info)
                .map_err(|error| Failure::new(Exit::CannotRead, error))?;
            json["uses"] = serde_json::to_value(&uses)
                .map_err(|error| Failure::new(Exit::CannotRead, error))?;
            output::line(&format!("{json:#}"));
        } else {
            output::text(&described(&info, &uses));
        }
        Ok(())
    }
}

impl Uses {
    fn of(cart: &Cart) -> Uses {
        let words: std::collections::BTreeSet<&[u8]> = cart
            .code
            .split(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_')
            .collect();
        let used = |name: &&str| words.contains(name.as_bytes());
        Uses {
            callbacks: CALLBACKS.into_iter().filter(used).collect(),
            functions: FUNCTIONS
                .iter()
                .map(|function| function.name)
                .filter(used)
                .collect(),
        }
    }
}

/// The information as lines for a person.
fn described(info: &CartInfo, uses: &Uses) -> String {
    let mut text = String::new();
    let mut row = |name: &str, value: &str| {
        if !value.is_empty() {
            let _ = writeln!(text, "{name:<10} {value}");
        }
    };
    let known = |value: &Option<String>| value.clone().unwrap_or_default();
    row("title", &info.title);
    row("author", &known(&info.header.author));
    row("about", &known(&info.header.desc));
    row("license", &known(&info.header.license));
    row("version", &known(&info.header.version));
    row("form", &info.form.to_string());
    row("language", info.language.name);
    row(
        "screen",
        &format!("{}x{}", info.screen.width, info.screen.height),
    );
    row(
        "code",
        &format!(
            "{} bytes, {} lines (a .tic file holds {})",
            info.code.bytes, info.code.lines, info.code.tic_limit
        ),
    );
    for bank in &info.banks {
        let sections: Vec<String> = bank
            .sections
            .iter()
            .map(|section| {
                let name = section.section.tag().to_lowercase();
                format!("{name} {}/{}", section.rows_used, section.rows)
            })
            .collect();
        row(&format!("bank {}", bank.bank), &sections.join(", "));
    }
    for file in info.modules.iter().chain(&info.files) {
        row("file", &format!("{} ({} bytes)", file.path, file.bytes));
    }
    row("callbacks", &uses.callbacks.join(" "));
    row("uses", &uses.functions.join(" "));
    row("saves as", &info.memory_id);
    for warning in &info.warnings {
        row("note", &warning.to_string());
    }
    text
}
