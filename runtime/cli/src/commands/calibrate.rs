//! `downbeat calibrate`: finds out, in a window, how late sound and pictures
//! are, and keeps it for the sound device.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::Args;
use console::Cart;
use desktop::{Calibrated, Figures, RunOptions};
use serde_json::json;

use super::run::{Presenter, open};
use crate::exit::{Exit, Failure, Outcome};
use crate::output;

/// A cart without anything: the window shows the calibration only.
const EMPTY: &[u8] = b"-- title: Calibration\n-- script: lua\nfunction TIC() end\n";

/// Finds out how late sound and pictures are, by tapping along
#[derive(Args)]
pub(crate) struct Calibrate {
    /// Writes the result as JSON
    #[arg(long)]
    json: bool,
    /// Fills the screen
    #[arg(long)]
    fullscreen: bool,
    /// How pictures reach the window
    #[arg(long, value_enum, default_value_t = Presenter::Auto)]
    presenter: Presenter,
}

impl Calibrate {
    pub(crate) fn execute(self) -> Outcome {
        let cart = Cart::from_bytes("calibration.lua", EMPTY)
            .map_err(|error| Failure::new(Exit::CannotRead, error))?;
        let mut options = RunOptions::new(cart);
        options.log = Arc::new(output::error);
        options.fullscreen = self.fullscreen;
        options.presenter = self.presenter.into();
        let done = Arc::new(AtomicBool::new(false));
        let (told, json) = (Arc::clone(&done), self.json);
        options.calibrated = Some(Arc::new(move |found, device| {
            told.store(true, Relaxed);
            tell(found, device, json);
        }));
        open(options)?;
        if !done.load(Relaxed) {
            if self.json {
                output::line(&json!({ "saved": false }).to_string());
            } else {
                output::line("nothing was found, nothing is changed");
            }
        }
        Ok(())
    }
}

fn tell(found: &Calibrated, device: Option<&(String, u32)>, json: bool) {
    let latencies = found.latencies;
    if json {
        let figures =
            |figures: Figures| json!({ "median_ms": figures.median, "spread_ms": figures.spread });
        let device = device.map(|(name, rate)| json!({ "name": name, "rate": rate }));
        let text = json!({
            "saved": true,
            "device": device,
            "audio_ms": latencies.audio,
            "visual_ms": latencies.visual,
            "input_ms": latencies.input,
            "sound": found.sound.map(figures),
            "picture": figures(found.picture),
        });
        output::line(&text.to_string());
        return;
    }
    match device {
        Some((name, rate)) => output::line(&format!("device  {name}, {rate} Hz")),
        None => output::line("device  none"),
    }
    let row = |what: &str, ms: i32, figures: Option<Figures>| {
        let spread = figures.map_or_else(String::new, |figures| {
            format!(" (spread {:.0} ms)", figures.spread)
        });
        output::line(&format!("{what:<7} {ms} ms{spread}"));
    };
    row("audio", latencies.audio, found.sound);
    row("visual", latencies.visual, Some(found.picture));
    row("input", latencies.input, None);
}
